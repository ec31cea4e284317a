//! Squares as small integers whose layout only the geometry knows, and steps between them.

mod coordinates;
mod delta;

pub use coordinates::Coordinates;
pub use delta::Delta;

/// A square of some board: an index below the board's `INDEX_SPACE`.
///
/// The index is the position of the square's bit in a set of squares, so
/// there are gaps between some ranks; the board tells files, ranks and neighbours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u16);

impl Square {
    /// The square with this index. The index must come from the same geometry.
    #[inline(always)]
    pub const fn from_index(index: usize) -> Self {
        Self(index as u16)
    }

    /// The index of the square, below the geometry's `INDEX_SPACE`.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
