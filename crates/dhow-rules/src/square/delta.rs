//! Displacements between squares.

use std::ops::{Add, Neg};

/// A displacement between squares, as a number of files and of ranks.
///
/// It stays a pair and is never added to a square's index as one integer, so it cannot wrap around
/// the edge of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Delta {
    /// Files to the right, that is towards higher files; negative to the left.
    pub files: i8,
    /// Ranks forward as White sees the board; negative backward.
    pub ranks: i8,
}

impl Delta {
    /// The displacement by `files` to the right and `ranks` forward.
    pub const fn new(files: i8, ranks: i8) -> Self {
        Self { files, ranks }
    }

    /// The displacement of `number` such steps.
    pub const fn times(self, number: u8) -> Self {
        Self::new(self.files * number as i8, self.ranks * number as i8)
    }

    /// The number of King moves that it takes on an empty board (Chebyshev distance).
    #[inline(always)]
    pub const fn distance(self) -> u8 {
        let (files, ranks) = (self.files.unsigned_abs(), self.ranks.unsigned_abs());
        if files > ranks { files } else { ranks }
    }

    /// The same displacement as Black sees it: the ranks change their sign.
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
