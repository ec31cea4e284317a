//! A step on a board as a pair of files and ranks.

use std::ops::{Add, Neg};

/// A displacement: `files` to the right (towards higher files), `ranks` forward for White.
///
/// Always a pair, never one integer, so that no step can wrap around an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Delta {
    /// Files to the right; negative to the left.
    pub files: i8,
    /// Ranks forward as White sees it; negative backward.
    pub ranks: i8,
}

impl Delta {
    /// The displacement of `files` to the right and `ranks` forward.
    pub const fn new(files: i8, ranks: i8) -> Self {
        Self { files, ranks }
    }

    /// The same step as the other side makes it: mirrored across the middle of the board.
    pub const fn mirrored(self) -> Self {
        Self { files: self.files, ranks: -self.ranks }
    }
}

impl Add for Delta {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.files + other.files, self.ranks + other.ranks)
    }
}

impl Neg for Delta {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(-self.files, -self.ranks)
    }
}
