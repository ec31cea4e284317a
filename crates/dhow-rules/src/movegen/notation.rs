//! Moves as text (long algebraic): start square, target square, and a lower-case promotion letter. A
//! move that captures on its way names that square, too, between the two; a pass names its square
//! twice.

use super::MoveList;
use crate::bitboard::SquareSet;
use crate::geometry::Geometry;
use crate::pieces::{Letter, Locust, Piece, PieceType};
use crate::position::{Move, MoveKind, Position};
use crate::square::Square;

/// Why a text is not a legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveTextError {
    /// The text is not two squares and perhaps a letter.
    #[error("`{0}` is not a move: expected two squares, such as a3a5, and a promotion letter")]
    Form(String),
    /// The first square has no piece of the side to move.
    #[error("`{text}`: no {side} piece on {square}")]
    NoPiece {
        /// The text of the move.
        text: String,
        /// The side to move.
        side: String,
        /// The first square.
        square: String,
    },
    /// The move is a promotion, but the text does not name the new piece.
    #[error("`{text}`: add what it promotes to, one of {choices}")]
    PromotionMissing {
        /// The text of the move.
        text: String,
        /// The letters to choose from.
        choices: String,
    },
    /// The piece cannot promote to this letter here.
    #[error("`{text}`: `{letter}` is not a promotion in this position")]
    Promotion {
        /// The text of the move.
        text: String,
        /// The letter in the text.
        letter: Letter,
    },
    /// The move would leave the King in check.
    #[error("`{0}` leaves the King in check")]
    LeavesCheck(String),
    /// The Kings would face each other, which they may not.
    #[error("`{0}` lets the Kings face each other")]
    Faces(String),
    /// The move would give check or leave the King in check, in a game where no move may do either.
    #[error("`{0}` gives check or leaves the King in check, which no move may do in this game")]
    GivesCheck(String),
    /// A piece has reached a square that wins.
    #[error("`{0}`: a piece has reached a square that wins, and the game is over")]
    FlagReached(String),
    /// The King could jump there if it had never moved.
    #[error("`{0}`: only a King that has never moved may jump")]
    JumpSpent(String),
    /// The King could jump there if it were not in check.
    #[error("`{0}`: a King in check may not jump")]
    JumpInCheck(String),
    /// All squares that the King's jump may pass over are attacked.
    #[error("`{0}`: the King may not jump over a square that is threatened")]
    JumpOverThreat(String),
    /// The text is not two squares, in a game with several moves a turn.
    #[error("`{0}` is not a move: expected two squares, such as b2c4")]
    ActionForm(String),
    /// A square that is not on the board.
    #[error("`{text}`: {square} is not on the board, which has {files}x{ranks} squares")]
    OffBoard {
        /// The text of the move.
        text: String,
        /// The square.
        square: String,
        /// The files of the board.
        files: usize,
        /// The ranks of the board.
        ranks: usize,
    },
    /// The game is over.
    #[error("`{0}`: a side has lost its last leader, and the game is over")]
    Over(String),
    /// The piece has already moved in this turn.
    #[error("`{text}`: the {piece} on {square} has moved in this turn already")]
    MovedTwice {
        /// The text of the move.
        text: String,
        /// The name of the piece.
        piece: String,
        /// Its square.
        square: String,
    },
    /// No leader can activate the piece.
    #[error("`{text}`: no leader with an activation left commands the {piece} on {square}")]
    OutOfCommand {
        /// The text of the move.
        text: String,
        /// The name of the piece.
        piece: String,
        /// Its square.
        square: String,
    },
    /// The end of a turn that has not begun.
    #[error("`{0}`: a turn has at least one move")]
    EndTooEarly(String),
    /// An end mark after a turn that is complete anyway.
    #[error("`{0}`: a turn is its moves, and nothing marks its end")]
    EndMarked(String),
    /// A move after the end of the turn.
    #[error("`{0}`: the turn is over before it")]
    TurnOver(String),
    /// The piece cannot make this move.
    #[error("`{text}`: the {piece} on {square} cannot go there")]
    Unreachable {
        /// The text of the move.
        text: String,
        /// The name of the piece.
        piece: String,
        /// Its square.
        square: String,
    },
}

impl MoveTextError {
    /// The text that is not a legal move.
    pub fn text(&self) -> &str {
        match self {
            Self::Form(text)
            | Self::LeavesCheck(text)
            | Self::Faces(text)
            | Self::GivesCheck(text)
            | Self::FlagReached(text)
            | Self::JumpSpent(text)
            | Self::JumpInCheck(text)
            | Self::JumpOverThreat(text)
            | Self::ActionForm(text)
            | Self::OffBoard { text, .. }
            | Self::Over(text)
            | Self::EndTooEarly(text)
            | Self::EndMarked(text)
            | Self::TurnOver(text)
            | Self::MovedTwice { text, .. }
            | Self::OutOfCommand { text, .. }
            | Self::NoPiece { text, .. }
            | Self::PromotionMissing { text, .. }
            | Self::Promotion { text, .. }
            | Self::Unreachable { text, .. } => text,
        }
    }
}

/// The promotion by which a piece only gets a `+`, or its only promotion.
const PLUS: char = '+';

impl<G: Geometry> Position<G> {
    /// The text of a move of this game.
    pub fn move_text(&self, mv: Move) -> String {
        let over = self.passed_over(mv).map_or(String::new(), G::name);
        let mut text = G::name(mv.from()) + &over + &G::name(self.shown_target(mv));
        text.extend(self.promotion_suffix(mv));
        text
    }

    /// What stands for the promotion in the text of a move: the lower-case letter, or `+` if the
    /// piece only gets a `+`.
    fn promotion_suffix(&self, mv: Move) -> Option<Letter> {
        let letter = |kind: PieceType| self.rules().variant().pieces[kind.index()].letter;
        let promoted = letter(mv.promotion()?);
        let own = self.on(mv.from()).map(|piece| letter(piece.kind()));
        let gets_plus = own.is_some_and(|own| promoted == Letter::promoted(own.plain()));
        Some(if gets_plus { PLUS.into() } else { promoted.to_ascii_lowercase() })
    }

    /// The target square in the text of a move. Castling by which the King goes no farther than by
    /// its other moves is written with the square of the other piece.
    pub fn shown_target(&self, mv: Move) -> Square {
        let king = self.rules().movement(self.rules().king());
        let steps = |castling: Square| {
            let side = self.side_to_move();
            king.targets(side, mv.from(), G::Set::single(mv.from()), G::Set::EMPTY)
                .contains(castling)
        };
        match mv.kind() {
            MoveKind::Castling if steps(mv.to()) => self.castling_move(mv).other.0,
            _ => mv.to(),
        }
    }

    /// Parses a legal move of this position.
    ///
    /// The promotion letter may be in either case, and have the `+` of the piece. `+` alone is the
    /// promotion by which a piece only gets a `+`, or, as Fairy-Stockfish writes it, the only choice of promotion that a piece has of its
    /// own.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveTextError> {
        let form = || MoveTextError::Form(text.into());
        let (from, rest) = self.board().parse_square(text).ok_or_else(form)?;
        let (next, rest) = self.board().parse_square(rest).ok_or_else(form)?;
        let (over, to, rest) = match self.board().parse_square(rest) {
            Some((to, rest)) => (Some(next), to, rest),
            None => (None, next, rest),
        };
        let letter = match rest {
            "" => None,
            "+" => Some(Letter::from(PLUS)),
            _ => match Letter::first(rest) {
                Some((letter, "")) if letter.plain().is_ascii_alphabetic() => {
                    Some(letter.to_ascii_lowercase())
                }
                _ => return Err(form()),
            },
        };
        let Some(piece) = self.on(from).filter(|piece| piece.color() == self.side_to_move()) else {
            let side = self.side_to_move().to_string();
            return Err(MoveTextError::NoPiece { text: text.into(), side, square: G::name(from) });
        };
        let moves = self.legal_moves();
        let candidates: MoveList = moves
            .into_iter()
            .filter(|&mv| (mv.from(), self.shown_target(mv)) == (from, to))
            .filter(|&mv| self.passed_over(mv) == over)
            .collect();
        let becomes = |mv: Move| {
            let kind = &self.rules().variant().pieces[mv.promotion()?.index()];
            Some(kind.letter.to_ascii_lowercase())
        };
        let is_it = |mv: Move| {
            self.promotion_suffix(mv) == letter || becomes(mv).is_some_and(|it| letter == Some(it))
        };
        if let Some(&mv) = candidates.iter().find(|&&mv| is_it(mv)) {
            return Ok(mv);
        }
        if letter == Some(PLUS.into()) {
            let own = &self.rules().variant().pieces[piece.kind().index()].promotes_to;
            let mut promotions = candidates.iter().filter(|mv| mv.promotion().is_some());
            return match (promotions.next(), promotions.next()) {
                (Some(&mv), None) if !own.is_empty() => Ok(mv),
                _ => Err(form()),
            };
        }
        let text = text.to_string();
        Err(match (candidates.is_empty(), letter) {
            (false, Some(letter)) => MoveTextError::Promotion { text, letter },
            (false, None) => {
                let variant = self.rules().variant();
                let piece = &variant.pieces[piece.kind().index()];
                let choices = variant.promotions_of(piece).to_ascii_lowercase();
                MoveTextError::PromotionMissing { text, choices }
            }
            (true, _) if self.moves_so(from, over, to) => self.exposure_error(from, to, text),
            (true, _) if self.jumps_so(piece, from, to) => self.jump_error(from, to, text),
            (true, _) => {
                let piece = self.rules().variant().pieces[piece.kind().index()].name.clone();
                MoveTextError::Unreachable { text, piece, square: G::name(from) }
            }
        })
    }

    /// Whether the piece on `from` has a pseudo-legal move to `to`, with a capture on `over` if that
    /// is given; jumps are not considered.
    fn moves_so(&self, from: Square, over: Option<Square>, to: Square) -> bool {
        let Some(piece) = self.on(from) else { return false };
        let movement = self.rules().movement(piece.kind());
        let enemies = self.placement().side(!piece.color());
        let locusts = movement.locusts(piece.color());
        if let Some(over) = over {
            let mut moves = locusts.into_iter().flat_map(|tables| &tables.moves[from.index()]);
            let is_so = |it: &Locust| (it.over, it.to) == (over, to);
            return moves.any(|it| is_so(it) && it.is_open(from, self.occupied(), enemies));
        }
        if from == to {
            let passes = locusts.map(|tables| tables.passes[from.index()] - self.occupied());
            return passes.is_some_and(|empty| !empty.is_empty());
        }
        let targets = movement.targets(piece.color(), from, self.occupied(), enemies);
        let single = G::Set::single(from);
        let en_passant = self.en_passant().is_some_and(|ep| ep.squares().any(|it| it == to))
            && self.en_passant_captures(to).contains(from);
        let mut doubles = movement.side(piece.color()).double_steps.iter();
        targets.contains(to)
            || en_passant
            || doubles.any(|double| double.targets(single, self.occupied()).contains(to))
    }

    /// Whether the piece is a King and `to` is the empty target of one of its jumps.
    fn jumps_so(&self, piece: Piece, from: Square, to: Square) -> bool {
        piece.kind() == self.rules().king()
            && self.on(to).is_none()
            && self.rules().jumps(piece.color(), from).iter().any(|jump| jump.to == to)
    }

    /// Why the King may not jump to an empty square.
    fn jump_error(&self, from: Square, to: Square, text: String) -> MoveTextError {
        let side = self.side_to_move();
        let jumps = self.rules().jumps(side, from);
        let jump = jumps.iter().find(|jump| jump.to == to);
        if !self.may_jump(side) {
            MoveTextError::JumpSpent(text)
        } else if self.in_check() {
            MoveTextError::JumpInCheck(text)
        } else if jump.is_some_and(|j| j.over.iter().all(|&over| self.king_threatened_on(over))) {
            MoveTextError::JumpOverThreat(text)
        } else {
            self.exposure_error(from, to, text)
        }
    }

    /// Why a move that the piece on `from` could otherwise make is not legal.
    fn exposure_error(&self, from: Square, to: Square, text: String) -> MoveTextError {
        if self.decided_by_flag().is_some() {
            MoveTextError::FlagReached(text)
        } else if self.lets_kings_face(from, to) {
            MoveTextError::Faces(text)
        } else if !self.rules().checking() {
            MoveTextError::GivesCheck(text)
        } else {
            MoveTextError::LeavesCheck(text)
        }
    }

    /// Whether Kings that may not face each other would do so after a move from `from` to `to`.
    fn lets_kings_face(&self, from: Square, to: Square) -> bool {
        let occupied = (self.occupied() - G::Set::single(from)) | G::Set::single(to);
        self.faces_after(from, to, occupied)
    }
}
