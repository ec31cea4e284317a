//! Writes legal moves in SAN.

use super::{PLAIN_FILES, names_victims, unlettered};
use crate::bitboard::SquareSet;
use crate::geometry::Geometry;
use crate::pieces::PieceType;
use crate::position::{Move, MoveKind, Position};
use crate::square::Square;
use crate::variant::Role;

impl<G: Geometry> Position<G> {
    /// A legal move of this position in SAN.
    ///
    /// ```
    /// use dhow_rules::geometry::Layout8;
    /// use dhow_rules::position::Position;
    /// use dhow_rules::variant::{find, rules};
    ///
    /// let chess = rules::<Layout8>(find("chess").expect("a game of the engine's files"));
    /// let position = Position::from_fen(chess, "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1")?;
    /// let mv = position.parse_move("e1e8").expect("a legal move");
    /// assert_eq!(position.san(mv), "Re8#");
    /// # Ok::<(), dhow_rules::position::FenError>(())
    /// ```
    pub fn san(&self, mv: Move) -> String {
        let mut after = self.clone();
        after.make(mv);
        let mut text = self.san_without_check(mv);
        if after.in_check() {
            text.push(if after.has_legal_moves() { '+' } else { '#' });
        }
        text
    }

    fn san_without_check(&self, mv: Move) -> String {
        let variant = self.rules().variant();
        let Some(kind) = self.on(mv.from()).map(|piece| piece.kind()) else {
            return self.move_text(mv);
        };
        if mv.kind() == MoveKind::Castling && self.castling_move(mv).is_usual {
            return if G::file(mv.to()) > G::file(mv.from()) { "O-O" } else { "O-O-O" }.into();
        }
        let mut text = String::new();
        let is_pawn = unlettered(variant) == Some(kind);
        if !is_pawn {
            text.extend([variant.pieces[kind.index()].letter]);
        }
        let en_passant = self.en_passant().filter(|_| mv.kind() == MoveKind::EnPassant);
        if let Some(ep) = en_passant.filter(|_| names_victims(variant)) {
            let names = [mv.from(), ep.victim, mv.to()].map(G::name);
            return text + &format!("{}x{}-{}", names[0], names[1], names[2]);
        }
        if matches!(mv.kind(), MoveKind::Locust | MoveKind::Pass) {
            let sign = if mv.to() != mv.from() && self.on(mv.to()).is_some() { 'x' } else { '-' };
            let over =
                self.passed_over(mv).map_or(String::new(), |over| format!("x{}", G::name(over)));
            return text + &format!("{}{over}{sign}{}", G::name(mv.from()), G::name(mv.to()));
        }
        let captures = en_passant.is_some() || self.occupied().contains(mv.to());
        let (mut file, mut rank) = self.disambiguation(mv, kind);
        let whole = self.board().files() > PLAIN_FILES && (file || rank || is_pawn && captures);
        (file, rank) = (file || whole, rank || whole);
        let name = G::name(mv.from());
        let (letters, digits) =
            name.split_at(name.bytes().take_while(|b| !b.is_ascii_digit()).count());
        if file || (is_pawn && captures) {
            text += letters;
        }
        if rank {
            text += digits;
        }
        if captures {
            text.push('x');
        } else if whole {
            text.push('-');
        }
        text += &G::name(mv.to());
        if let Some(promotion) = mv.promotion() {
            text.push('=');
            text.extend([variant.pieces[promotion.index()].letter]);
        }
        text
    }

    /// Whether file and rank of the start square are needed to distinguish a move from others to
    /// the same target.
    fn disambiguation(&self, mv: Move, kind: PieceType) -> (bool, bool) {
        let rivals: Vec<Square> = self
            .legal_moves()
            .into_iter()
            .filter(|other| other.to() == mv.to() && other.from() != mv.from())
            .filter(|other| other.kind() != MoveKind::Locust)
            .map(Move::from)
            .filter(|&from| self.on(from).is_some_and(|piece| piece.kind() == kind))
            .chain(self.beside_the_victim(mv, kind))
            .collect();
        let same_file = |&from: &Square| G::file(from) == G::file(mv.from());
        let same_rank = |&from: &Square| G::rank(from) == G::rank(mv.from());
        if rivals.is_empty() {
            (false, false)
        } else if !rivals.iter().any(same_file) {
            (true, false)
        } else {
            (rivals.iter().any(same_rank), true)
        }
    }

    /// The squares of pieces that XBoard believes to be able to make a Pawn's capture too: those of
    /// the same kind next to its target, for which it allows a sideways capture in two legs.
    fn beside_the_victim(&self, mv: Move, kind: PieceType) -> Vec<Square> {
        let (variant, to) = (self.rules().variant(), mv.to());
        let pawns_capture =
            variant.pieces[kind.index()].role == Role::Pawn && self.occupied().contains(to);
        if !pawns_capture {
            return Vec::new();
        }
        let is_rival = |from: &Square| {
            let own = self.on(*from).is_some_and(|piece| Some(piece) == self.on(mv.from()));
            own && G::rank(*from) == G::rank(to) && G::file(*from).abs_diff(G::file(to)) == 1
        };
        let mut rivals: Vec<Square> = self.men().into_iter().filter(is_rival).collect();
        rivals.retain(|&from| from != mv.from() && names_victims(variant));
        rivals
    }
}
