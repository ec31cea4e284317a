//! How exact scores are.

use crate::eval::Score;

/// How exact a score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Exact.
    Exact,
    /// The score is at least this.
    Lower,
    /// The score is at most this.
    Upper,
}

impl Bound {
    /// How exact a score is that a search with a window from `alpha` to `beta` found.
    pub fn of(score: Score, alpha: Score, beta: Score) -> Self {
        if score >= beta {
            Bound::Lower
        } else if score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}
