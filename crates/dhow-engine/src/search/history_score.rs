//! Scores of the history tables: indices and updates.

use super::params::HISTORY_LIMIT;
use dhow_rules::geometry::Geometry;
use dhow_rules::square::Square;
use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

/// Number of squares of a board.
pub const fn squares<G: Geometry>() -> usize {
    G::FILES * G::RANKS
}

/// Index of a square without the gaps at the ends of the bitboard's words.
#[inline(always)]
pub fn dense<G: Geometry>(square: Square) -> usize {
    square.index() / 64 * (G::FILES * G::RANKS_PER_WORD) + square.index() % 64
}

/// Index of a square in a row.
#[inline(always)]
pub fn place<G: Geometry>(row: usize, to: Square) -> usize {
    row * squares::<G>() + dense::<G>(to)
}

/// Moves a score towards the limit, by less the nearer it is.
pub fn update(score: &AtomicI16, bonus: i32) {
    let bonus = bonus.clamp(-HISTORY_LIMIT, HISTORY_LIMIT);
    let old = score.load(Relaxed) as i32;
    score.store((old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16, Relaxed);
}
