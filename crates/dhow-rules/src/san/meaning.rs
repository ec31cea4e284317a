//! Finds the legal moves that a text in SAN means.

use super::SanError;
use super::text::{ParsedSan, PartialSquare, bare};
use crate::geometry::Geometry;
use crate::movegen::MoveList;
use crate::position::{Move, MoveKind, Position};
use crate::square::Square;

impl PartialSquare {
    fn fits<G: Geometry>(self, square: Square) -> bool {
        self.file.is_none_or(|file| file == G::file(square))
            && self.rank.is_none_or(|rank| rank == G::rank(square))
    }
}

impl ParsedSan {
    /// Whether a move fits the text. A text without promotion fits all promotions.
    fn fits<G: Geometry>(&self, position: &Position<G>, mv: Move) -> bool {
        let kind = position.on(mv.from()).map(|piece| piece.kind());
        let victim = || position.en_passant().map(|ep| ep.victim);
        self.to.fits::<G>(mv.to())
            && self.from.fits::<G>(mv.from())
            && (self.kind.is_none() || self.kind == kind)
            && (self.promotion.is_none() || self.promotion == mv.promotion())
            && match (self.over, mv.kind()) {
                (None, kind) => kind != MoveKind::Locust,
                (Some(over), MoveKind::EnPassant) => victim().is_some_and(|at| over.fits::<G>(at)),
                (Some(over), _) => position.passed_over(mv).is_some_and(|at| over.fits::<G>(at)),
            }
    }
}

/// Whether a text is castling: true towards the last file, false towards the first; `None` for
/// other texts.
fn castles(text: &str) -> Option<bool> {
    match bare(text) {
        "O-O" | "0-0" | "o-o" => Some(true),
        "O-O-O" | "0-0-0" | "o-o-o" => Some(false),
        _ => None,
    }
}

/// Whether a text is a null move in the notation of some program.
fn passes(text: &str) -> bool {
    let text = bare(text);
    matches!(text, "--" | "Z0" | "0000" | "@@@@") || text.eq_ignore_ascii_case("null")
}

impl<G: Geometry> Position<G> {
    /// Parses a legal move of this position from SAN or from its squares.
    ///
    /// ```
    /// use dhow_rules::game::Game;
    ///
    /// let chess = dhow_rules::variant::find("chess").expect("a game of the engine's files");
    /// let position = Game::new(chess).position().clone();
    /// assert!(position.parse_san("e2-e4").is_ok());
    /// let error = position.parse_san("Qd4").unwrap_err();
    /// assert_eq!(error.to_string(), "`Qd4`: no Queen can legally move so");
    /// ```
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        let moves = self.san_readings(text)?;
        if let [mv] = moves[..] {
            return Ok(mv);
        }
        let example = self.san(moves[0]);
        Err(SanError::PromotionMissing { text: text.into(), example })
    }

    /// The legal moves that a text in SAN may mean: one, or several that differ only in the
    /// promotion, if the text does not name it. XBoard writes promotions of Princes that way.
    pub fn san_readings(&self, text: &str) -> Result<MoveList, SanError> {
        let variant = self.rules().variant();
        if passes(text) {
            return Err(SanError::Pass(text.into()));
        }
        // The squares of a promotion to a letter with `+`, not a move with the sign of check.
        if text.ends_with('+')
            && let Ok(mv) = self.parse_move(text)
            && mv.promotion().is_some()
        {
            return Ok([mv].into_iter().collect());
        }
        if let Some(toward_last) = castles(text) {
            let fits = |mv: &Move| {
                let last = G::file(mv.to()) > G::file(mv.from());
                mv.kind() == MoveKind::Castling
                    && last == toward_last
                    && self.castling_move(*mv).is_usual
            };
            let moves: MoveList = self.legal_moves().into_iter().filter(fits).collect();
            return match moves.is_empty() {
                true => Err(SanError::NoMove { text: text.into(), piece: "King".into() }),
                false => Ok(moves),
            };
        }
        let parsed = ParsedSan::read(variant, text)?;
        let mut moves: MoveList =
            self.legal_moves().into_iter().filter(|&mv| parsed.fits(self, mv)).collect();
        // Castling by one square ends like a step of the King.
        let castles = |mv: &Move| mv.kind() == MoveKind::Castling;
        if moves.iter().any(|mv| !castles(mv)) {
            moves.retain(|mv| !castles(mv));
        }
        // If promotion is optional, a text without promotion means the move without it.
        let stays = |mv: &Move| mv.promotion().is_none();
        if parsed.promotion.is_none() && moves.iter().any(stays) {
            moves.retain(|mv| stays(mv));
        }
        let Some(first) = moves.first() else {
            let piece =
                parsed.kind.map_or("piece", |kind| &variant.pieces[kind.index()].name).to_string();
            return Err(SanError::NoMove { text: text.into(), piece });
        };
        if moves.iter().any(|mv| mv.from() != first.from()) {
            let mut choices: Vec<String> = moves.iter().map(|&mv| self.san(mv)).collect();
            choices.truncate(12);
            return Err(SanError::Ambiguous { text: text.into(), choices: choices.join(", ") });
        }
        Ok(moves)
    }
}
