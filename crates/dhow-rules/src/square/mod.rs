//! Squares as small integers, and the displacements between them.

mod coordinates;
mod delta;

pub use coordinates::Coordinates;
pub use delta::Delta;

/// A square of some board: an index below the board's `INDEX_SPACE`.
///
/// The index is the number of the square's bit in a bitboard. A word holds whole ranks only, so
/// some indices between ranks are unused; [`Geometry`](crate::geometry::Geometry) converts between
/// indices and files and ranks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u16);

impl Square {
    /// The square with this index, which must come from the same board.
    #[inline(always)]
    pub const fn from_index(index: usize) -> Self {
        Self(index as u16)
    }

    /// The index, below the board's `INDEX_SPACE`.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
