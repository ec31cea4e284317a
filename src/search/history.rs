//! What earlier parts of the search say about the order of moves.

use super::continuation::{Context, Continuations};
use crate::geometry::Square;
use crate::pieces::{MAX_PIECE_TYPES, Piece, PieceType};
use crate::position::Move;
use std::sync::atomic::{AtomicI16, AtomicU32, Ordering::Relaxed};

/// The largest absolute value of a history score.
pub const HISTORY_LIMIT: i32 = 16_384;

/// Pieces of both colours.
pub const PIECES: usize = 2 * MAX_PIECE_TYPES;
const SQUARES: usize = 256;

/// History scores, by piece and target square.
///
/// A score moves towards the limit by the bonus it is given, the less the nearer it is, so that
/// old bonuses fade.
pub struct Histories {
    quiet: Vec<[AtomicI16; SQUARES]>,
    /// By the piece moved, the kind captured, and the square.
    capture: Vec<[AtomicI16; SQUARES]>,
    /// The quiet move that refuted a piece's coming to a square.
    counter: Vec<[AtomicU32; SQUARES]>,
    continuations: Continuations,
}

impl Histories {
    /// Histories that know nothing.
    pub fn new() -> Self {
        Self {
            quiet: scores(PIECES),
            capture: scores(PIECES * (MAX_PIECE_TYPES + 1)),
            continuations: Continuations::new(),
            counter: (0..PIECES).map(|_| std::array::from_fn(|_| AtomicU32::new(0))).collect(),
        }
    }

    /// How well a quiet move did elsewhere, and after the same moves as here.
    #[inline]
    pub fn quiet(&self, context: &Context, piece: Piece, to: Square) -> i32 {
        let elsewhere = self.quiet[piece.index()][to.index() % SQUARES].load(Relaxed) as i32;
        elsewhere + self.continuations.score(context, piece, to)
    }

    /// Rewards (or, below zero, blames) a quiet move.
    pub fn update_quiet(&self, context: &Context, piece: Piece, to: Square, bonus: i32) {
        update(&self.quiet[piece.index()][to.index() % SQUARES], bonus);
        self.continuations.update(context, piece, to, bonus);
    }

    /// How well a capture or promotion did elsewhere.
    #[inline]
    pub fn capture(&self, piece: Piece, victim: Option<PieceType>, to: Square) -> i32 {
        self.capture[capture_index(piece, victim)][to.index() % SQUARES].load(Relaxed) as i32
    }

    /// Rewards (or, below zero, blames) a capture or promotion.
    pub fn update_capture(&self, piece: Piece, victim: Option<PieceType>, to: Square, bonus: i32) {
        update(&self.capture[capture_index(piece, victim)][to.index() % SQUARES], bonus);
    }

    /// The quiet move that last refuted this piece's coming to this square.
    #[inline]
    pub fn counter(&self, piece: Piece, to: Square) -> Option<Move> {
        Move::from_bits(self.counter[piece.index()][to.index() % SQUARES].load(Relaxed))
    }

    /// Remembers a quiet refutation.
    pub fn set_counter(&self, piece: Piece, to: Square, refutation: Move) {
        self.counter[piece.index()][to.index() % SQUARES].store(refutation.bits(), Relaxed);
    }
}

impl Default for Histories {
    fn default() -> Self {
        Self::new()
    }
}

fn capture_index(piece: Piece, victim: Option<PieceType>) -> usize {
    piece.index() * (MAX_PIECE_TYPES + 1) + victim.map_or(MAX_PIECE_TYPES, PieceType::index)
}

fn scores(rows: usize) -> Vec<[AtomicI16; SQUARES]> {
    (0..rows).map(|_| std::array::from_fn(|_| AtomicI16::new(0))).collect()
}

/// Moves a score towards the limit, the less the nearer it is.
pub fn update(score: &AtomicI16, bonus: i32) {
    let bonus = bonus.clamp(-HISTORY_LIMIT, HISTORY_LIMIT);
    let old = score.load(Relaxed) as i32;
    score.store((old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16, Relaxed);
}
