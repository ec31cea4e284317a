//! Positions: piece placement, rights, clocks and Zobrist keys; making and unmaking moves.
//!
//! This module and [`crate::movegen`] work on a board type that is known at compile time.
//! [`crate::game`] hides the board type.
//!
//! ```
//! use dhow_rules::geometry::Layout8;
//! use dhow_rules::position::Position;
//! use dhow_rules::variant::{find, rules};
//!
//! let chess = rules::<Layout8>(find("chess").expect("a game of the engine's files"));
//! let mut position = Position::start(chess)?;
//! let e4 = position.parse_move("e2e4").expect("a legal move");
//! position.make(e4);
//! assert_eq!(position.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
//! position.unmake(e4);
//! assert_eq!(position.legal_moves().len(), 20);
//! # Ok::<(), dhow_rules::position::FenError>(())
//! ```

mod attacks;
pub(crate) mod fen;
mod makemove;
mod moves;
mod outcome;
mod placement;
#[cfg(test)]
mod tests;
mod validate;
pub mod zobrist;

pub use fen::{FenError, MAX_FULLMOVE, MAX_HALFMOVE};
pub use makemove::Observer;
pub use moves::{Move, MoveKind};
pub use outcome::{DrawReason, Outcome, WinReason};
pub use placement::Placement;
pub use validate::PositionError;

use crate::bitboard::SquareSet;
use crate::geometry::{Board, Geometry};
use crate::pieces::{Color, Piece, PieceType};
use crate::square::Square;
use crate::variant::Rules;
use std::sync::Arc;

/// A double or triple step that has just been made and can be captured en passant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnPassant {
    /// The squares passed over on which a capture may end, in the order of the step. If there is
    /// only one, it stands twice.
    squares: [Square; 2],
    /// The square of the piece that would be captured.
    pub victim: Square,
}

impl EnPassant {
    /// The squares passed over on which a capture may end, in the order of the step: one or two.
    #[inline(always)]
    pub fn squares(self) -> impl Iterator<Item = Square> {
        let [first, last] = self.squares;
        std::iter::once(first).chain((last != first).then_some(last))
    }

    /// The key of these squares.
    #[inline(always)]
    fn key(self) -> u64 {
        self.squares().fold(0, |key, square| key ^ zobrist::en_passant(square))
    }
}

/// The part of a position that unmaking a move cannot compute. One is stored for each move made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    /// The key of the jump and castling rights, the en passant squares and the square of a strike,
    /// without pieces and side.
    rights_key: u64,
    /// Set only if an enemy can capture pseudo-legally.
    en_passant: Option<EnPassant>,
    jump: [bool; 2],
    /// One bit for each castling move.
    castling: u8,
    captured: Option<Piece>,
    /// The piece that a locust move captured on its way.
    captured_on_way: Option<Piece>,
    /// The square where the last move captured a piece that may not be traded, if its own piece may
    /// be.
    struck: Option<Square>,
    /// The piece that made the last move, as it was before a promotion.
    moved: Option<Piece>,
    /// Halfmoves since the last capture or forward move of a Pawn.
    halfmove_clock: u16,
    /// Halfmoves since the last irreversible move or null move: the span in which the position can
    /// repeat.
    reversible: u16,
}

/// A position of a game, with the keys of all positions before it.
#[derive(Clone, Debug)]
pub struct Position<G: Geometry> {
    rules: Arc<Rules<G>>,
    placement: Placement<G>,
    side_to_move: Color,
    state: State,
    fullmove: u32,
    /// State and key before each move made, for unmaking and for repetitions.
    history: Vec<(State, u64)>,
}

impl<G: Geometry> Position<G> {
    /// The position of the default start array. Fails if the array is not a legal position of the
    /// game.
    pub fn start(rules: Arc<Rules<G>>) -> Result<Self, FenError> {
        let variant = rules.variant().clone();
        Self::from_fen(rules, &variant.start)
    }

    /// The compiled rules of the game.
    #[inline(always)]
    pub fn rules(&self) -> &Rules<G> {
        &self.rules
    }

    /// A shared reference to the compiled rules of the game.
    pub fn shared_rules(&self) -> Arc<Rules<G>> {
        self.rules.clone()
    }

    /// The piece placement.
    #[inline(always)]
    pub fn placement(&self) -> &Placement<G> {
        &self.placement
    }

    /// The side to move.
    #[inline(always)]
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The piece on a square, if there is one.
    #[inline(always)]
    pub fn on(&self, square: Square) -> Option<Piece> {
        self.placement.on(square)
    }

    /// The squares of one side's pieces of a kind.
    #[inline(always)]
    pub fn pieces(&self, kind: PieceType, color: Color) -> G::Set {
        self.placement.of_kind(kind) & self.placement.side(color)
    }

    /// The squares of all pieces, and the walls of the board, as [`Placement::occupied`] has them.
    #[inline(always)]
    pub fn occupied(&self) -> G::Set {
        self.placement.occupied()
    }

    /// The squares of all pieces.
    #[inline(always)]
    pub fn men(&self) -> G::Set {
        self.placement.men()
    }

    /// The board of the game.
    #[inline(always)]
    pub fn board(&self) -> &Board<G> {
        self.placement.board()
    }

    /// The square of a side's King; of one of its royal pieces in games with several.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        match self.pieces(self.rules.king(), color).first() {
            Some(square) => square,
            None => self.another_royal(color),
        }
    }

    /// The first royal piece of a side without a piece of the first royal kind. If its last one is
    /// captured, nothing depends on the answer, since the game is over.
    #[cold]
    fn another_royal(&self, color: Color) -> Square {
        match self.royals(color).first().or(self.men().first()) {
            Some(square) if self.rules.several_royals().is_some() => square,
            _ => unreachable!("a position has a King of each side"),
        }
    }

    /// The squares of a side's royal pieces.
    pub fn royals(&self, color: Color) -> G::Set {
        self.placement.of_kinds(self.rules.royals()) & self.placement.side(color)
    }

    /// Whether a side has lost the royal pieces that it must not lose, in a game with several.
    pub fn lost_royals(&self, color: Color) -> bool {
        let several = self.rules.several_royals();
        several.is_some_and(|rule| self.royals(color).count() <= u32::from(rule.lost_with))
    }

    /// The double or triple step that can be captured en passant now, pseudo-legally.
    #[inline(always)]
    pub fn en_passant(&self) -> Option<EnPassant> {
        self.state.en_passant
    }

    /// The square where the last move captured a piece that may not be traded (a Lion of Chu Shogi),
    /// if that was by a piece that may be: only on this square may such a piece capture one now.
    #[inline(always)]
    pub fn struck(&self) -> Option<Square> {
        self.state.struck
    }

    /// Whether a side's King has the right to jump: it has never moved.
    #[inline(always)]
    pub fn may_jump(&self, color: Color) -> bool {
        self.state.jump[color.index()]
    }

    /// The castling rights, one bit each in the order of [`crate::variant::CASTLING_LETTERS`].
    #[inline(always)]
    pub fn castling(&self) -> u8 {
        self.state.castling
    }

    /// Halfmoves since the last capture or forward move of a Pawn.
    #[inline(always)]
    pub fn halfmove_clock(&self) -> u16 {
        self.state.halfmove_clock
    }

    /// The number of the move, starting at 1 and increased after Black's moves.
    pub fn fullmove(&self) -> u32 {
        self.fullmove
    }

    /// The Zobrist key. It covers the pieces, the side to move, jump and castling rights, the
    /// en passant square if a capture is possible, and the square of a strike that must not be
    /// countered: everything that counts for repetition.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.placement.key() ^ self.state.rights_key ^ zobrist::side(self.side_to_move)
    }

    /// A guess of the key after a legal move, to prefetch hash table entries early. Wrong if the
    /// move castles, captures on its way, passes, or changes the rights, the en passant square or that
    /// of a strike.
    #[inline(always)]
    pub fn likely_key(&self, mv: Move) -> u64 {
        let (from, to, color) = (mv.from(), mv.to(), self.side_to_move);
        let Some(moved) = self.on(from) else { return self.key() };
        let placed = mv.promotion().map_or(moved, |kind| Piece::new(kind, color));
        let captured = self.on(to).map_or(0, |piece| zobrist::piece(piece, to));
        self.placement.key()
            ^ zobrist::piece(moved, from)
            ^ zobrist::piece(placed, to)
            ^ captured
            ^ self.state.rights_key
            ^ zobrist::side(!color)
    }

    /// The key computed from scratch, to check [`Position::key`].
    pub fn fresh_key(&self) -> u64 {
        let jumps = Color::ALL.into_iter().filter(|&color| self.may_jump(color));
        let en_passant = self.en_passant().map_or(0, EnPassant::key);
        self.placement.fresh_key()
            ^ zobrist::castling(self.castling())
            ^ jumps.fold(0, |key, color| key ^ zobrist::jump(color))
            ^ en_passant
            ^ self.struck().map_or(0, zobrist::struck)
            ^ zobrist::side(self.side_to_move)
    }

    /// How often the position has occurred before. Only positions reached by moves made on this
    /// value count.
    ///
    /// ```
    /// use dhow_rules::geometry::Layout8;
    /// use dhow_rules::position::Position;
    /// use dhow_rules::variant::{find, rules};
    ///
    /// let chess = rules::<Layout8>(find("chess").expect("a game of the engine's files"));
    /// let mut position = Position::start(chess)?;
    /// for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
    ///     let mv = position.parse_move(text).expect("a legal move");
    ///     position.make(mv);
    /// }
    /// assert_eq!(position.repetitions(), 1);
    /// # Ok::<(), dhow_rules::position::FenError>(())
    /// ```
    pub fn repetitions(&self) -> usize {
        let key = self.key();
        let span = self.state.reversible as usize;
        let earlier = self.history.iter().rev().take(span).skip(1).step_by(2);
        earlier.filter(|&&(_, earlier)| earlier == key).count()
    }

    /// Whether a search may score the position as a repetition: it occurred fewer than `plies`
    /// halfmoves ago, or often enough before that the game is drawn.
    #[inline]
    pub fn repeats(&self, plies: usize) -> bool {
        let span = self.state.reversible as usize;
        if span < 4 {
            return false;
        }
        let key = self.key();
        let limit = self.rules.repetition_limit();
        let mut seen = 0;
        let earlier = self.history.iter().rev().take(span).enumerate().skip(3).step_by(2);
        for (back, _) in earlier.filter(|(_, (_, earlier))| *earlier == key) {
            seen += 1;
            if back + 1 < plies || seen == limit {
                return true;
            }
        }
        false
    }
}
