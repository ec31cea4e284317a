//! Scores of the history tables: where they stand, and how they change.

use super::params::HISTORY_LIMIT;
use dhow_rules::geometry::Geometry;
use dhow_rules::square::Square;
use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

/// Squares of a board, numbered without gaps.
pub const fn squares<G: Geometry>() -> usize {
    G::FILES * G::RANKS
}

/// A square's number without the gaps that a word has at its end.
#[inline(always)]
pub fn dense<G: Geometry>(square: Square) -> usize {
    square.index() / 64 * (G::FILES * G::RANKS_PER_WORD) + square.index() % 64
}

/// The place of a square in the row of this number.
#[inline(always)]
pub fn place<G: Geometry>(row: usize, to: Square) -> usize {
    row * squares::<G>() + dense::<G>(to)
}

/// Moves a score towards the limit, the less the nearer it is.
pub fn update(score: &AtomicI16, bonus: i32) {
    let bonus = bonus.clamp(-HISTORY_LIMIT, HISTORY_LIMIT);
    let old = score.load(Relaxed) as i32;
    score.store((old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16, Relaxed);
}
