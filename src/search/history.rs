//! What earlier parts of the search say about the order of moves.

use crate::geometry::Square;
use crate::pieces::{MAX_PIECE_TYPES, Piece, PieceType};
use crate::position::Move;

/// The largest absolute value of a history score.
pub const HISTORY_LIMIT: i32 = 16_384;

const PIECES: usize = 2 * MAX_PIECE_TYPES;
const SQUARES: usize = 256;

/// History scores of one thread, by piece and target square.
///
/// A score moves towards the limit by the bonus it is given, the less the nearer it is, so that
/// old bonuses fade.
pub struct Histories {
    quiet: Vec<[i16; SQUARES]>,
    /// By the piece moved, the kind captured, and the square.
    capture: Vec<[i16; SQUARES]>,
    /// The quiet move that refuted a piece's coming to a square.
    counter: Vec<[Option<Move>; SQUARES]>,
}

impl Histories {
    /// Histories that know nothing.
    pub fn new() -> Self {
        Self {
            quiet: vec![[0; SQUARES]; PIECES],
            capture: vec![[0; SQUARES]; PIECES * (MAX_PIECE_TYPES + 1)],
            counter: vec![[None; SQUARES]; PIECES],
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::new();
    }

    /// How well a quiet move did elsewhere.
    #[inline]
    pub fn quiet(&self, piece: Piece, to: Square) -> i32 {
        self.quiet[piece.index()][to.index() % SQUARES] as i32
    }

    /// Rewards (or, below zero, blames) a quiet move.
    pub fn update_quiet(&mut self, piece: Piece, to: Square, bonus: i32) {
        update(&mut self.quiet[piece.index()][to.index() % SQUARES], bonus);
    }

    /// How well a capture or promotion did elsewhere.
    #[inline]
    pub fn capture(&self, piece: Piece, victim: Option<PieceType>, to: Square) -> i32 {
        self.capture[capture_index(piece, victim)][to.index() % SQUARES] as i32
    }

    /// Rewards (or, below zero, blames) a capture or promotion.
    pub fn update_capture(
        &mut self,
        piece: Piece,
        victim: Option<PieceType>,
        to: Square,
        bonus: i32,
    ) {
        update(&mut self.capture[capture_index(piece, victim)][to.index() % SQUARES], bonus);
    }

    /// The quiet move that last refuted this piece's coming to this square.
    #[inline]
    pub fn counter(&self, piece: Piece, to: Square) -> Option<Move> {
        self.counter[piece.index()][to.index() % SQUARES]
    }

    /// Remembers a quiet refutation.
    pub fn set_counter(&mut self, piece: Piece, to: Square, refutation: Move) {
        self.counter[piece.index()][to.index() % SQUARES] = Some(refutation);
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

fn update(score: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-HISTORY_LIMIT, HISTORY_LIMIT);
    *score += (bonus - *score as i32 * bonus.abs() / HISTORY_LIMIT) as i16;
}
