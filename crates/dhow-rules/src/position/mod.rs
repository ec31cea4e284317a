//! Positions: placement, rights, clocks and keys; making and unmaking moves.

mod attacks;
pub mod fen;
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
pub use validate::Flaw;

use crate::bitboard::SquareSet;
use crate::geometry::Geometry;
use crate::pieces::{Color, Piece, PieceType};
use crate::square::Square;
use crate::variant::Rules;
use std::sync::Arc;

/// The double step just made: what may be captured en passant, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnPassant {
    /// The square passed over, onto which the capture goes.
    pub square: Square,
    /// The square of the piece that is captured.
    pub victim: Square,
}

/// What a move cannot restore by itself; one is kept for every move made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    /// Key of rights to jump and castle and of the en passant square, without pieces and side.
    rights_key: u64,
    /// Only when an enemy can pseudo-legally capture.
    en_passant: Option<EnPassant>,
    jump: [bool; 2],
    /// A bit for each way to castle.
    castling: u8,
    captured: Option<Piece>,
    /// The piece as it was before the last move: a promotion changed it.
    moved: Option<Piece>,
    /// Halfmoves since the last capture or forward move of a Pawn.
    halfmove_clock: u16,
    /// Halfmoves over which a repetition is possible; a null move starts it anew.
    reversible: u16,
}

/// A position of some game, with the keys of the positions before it.
#[derive(Clone, Debug)]
pub struct Position<G: Geometry> {
    rules: Arc<Rules<G>>,
    placement: Placement<G>,
    side_to_move: Color,
    state: State,
    fullmove: u32,
    /// States and keys before each move made, for unmaking and for repetitions.
    history: Vec<(State, u64)>,
}

impl<G: Geometry> Position<G> {
    /// The default start array; an error if it is no position of the game.
    pub fn start(rules: Arc<Rules<G>>) -> Result<Self, FenError> {
        let variant = rules.variant().clone();
        Self::from_fen(rules, &variant.start)
    }

    /// The rules of the game.
    #[inline(always)]
    pub fn rules(&self) -> &Rules<G> {
        &self.rules
    }

    /// The rules of the game, to share.
    pub fn shared_rules(&self) -> Arc<Rules<G>> {
        self.rules.clone()
    }

    /// Which piece stands where.
    #[inline(always)]
    pub fn placement(&self) -> &Placement<G> {
        &self.placement
    }

    /// The side that moves next.
    #[inline(always)]
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The piece on a square.
    #[inline(always)]
    pub fn on(&self, square: Square) -> Option<Piece> {
        self.placement.on(square)
    }

    /// Squares of one side's pieces of a kind.
    #[inline(always)]
    pub fn pieces(&self, kind: PieceType, color: Color) -> G::Set {
        self.placement.of_kind(kind) & self.placement.side(color)
    }

    /// Squares of all pieces.
    #[inline(always)]
    pub fn occupied(&self) -> G::Set {
        self.placement.occupied()
    }

    /// Where a side's King stands.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        match self.pieces(self.rules.king(), color).first() {
            Some(square) => square,
            None => unreachable!("a position has a King of each side"),
        }
    }

    /// The en passant capture that some enemy could pseudo-legally make.
    #[inline(always)]
    pub fn en_passant(&self) -> Option<EnPassant> {
        self.state.en_passant
    }

    /// Whether a side's King has never moved, so that it may jump.
    #[inline(always)]
    pub fn may_jump(&self, color: Color) -> bool {
        self.state.jump[color.index()]
    }

    /// The rights to castle, a bit each in the order of [`crate::variant::CASTLING_LETTERS`].
    #[inline(always)]
    pub fn castling(&self) -> u8 {
        self.state.castling
    }

    /// Halfmoves since the last capture or forward move of a Pawn.
    #[inline(always)]
    pub fn halfmove_clock(&self) -> u16 {
        self.state.halfmove_clock
    }

    /// The number of the move, raised after Black's.
    pub fn fullmove(&self) -> u32 {
        self.fullmove
    }

    /// A number that identifies placement, side to move, jump rights and a possible en passant
    /// capture: what counts for repetition.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.placement.key() ^ self.state.rights_key ^ zobrist::side(self.side_to_move)
    }

    /// The key after a legal move, unless the move changes what else counts for repetition than what stands
    /// where, or is castling: early enough to fetch what a table has of that position.
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

    /// The key computed from nothing, to check [`Position::key`] by.
    pub fn fresh_key(&self) -> u64 {
        let jumps = Color::ALL.into_iter().filter(|&color| self.may_jump(color));
        let en_passant = self.en_passant().map_or(0, |ep| zobrist::en_passant(ep.square));
        self.placement.fresh_key()
            ^ zobrist::castling(self.castling())
            ^ jumps.fold(0, |key, color| key ^ zobrist::jump(color))
            ^ en_passant
            ^ zobrist::side(self.side_to_move)
    }

    /// How often the position occurred before, as far as the moves made here tell.
    pub fn repetitions(&self) -> usize {
        let key = self.key();
        let span = self.state.reversible as usize;
        let earlier = self.history.iter().rev().take(span).skip(1).step_by(2);
        earlier.filter(|&&(_, earlier)| earlier == key).count()
    }

    /// Whether the position occurred fewer than `plies` halfmoves ago or so often before that
    /// the game is drawn: the test of a search, for which one repetition below its root is enough.
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
