//! Boards: files, ranks and the lines through squares.
//!
//! A board is a type that implements [`Geometry`]; its size is a compile-time constant, so code
//! generic over it pays nothing for the generality. [`board!`](crate::board) makes one of any size;
//! [`boards`] lists those that there are.
//!
//! A bitboard word holds whole ranks only, so that a set of squares is shifted word by word.

// First, since the boards are made by its macro.
#[macro_use]
mod macros;

mod bend;
mod between;
pub mod boards;
pub mod line_board;
mod quads;
mod rays;
mod shift;
mod square_lines;
#[cfg(test)]
mod tests;
mod twelve;
pub mod walk;

use crate::bitboard::SquareSet;
use crate::square::{Coordinates, Delta, Square};
use line_board::LineBoard;

pub use bend::Bend;
pub use between::{Between, between};
pub use boards::{
    Board8, Board8x12, Board10, Board10x8, Board12, Board12x8, Board14, Board16, Board16x12,
    Board24x12, Board30x15, ONE_MOVE_SIZES,
};
pub(crate) use boards::{for_each_board, for_each_command_board};
pub use rays::Rays;
pub use shift::shift;

/// The four families of lines along which pieces slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// Along a rank.
    Rank,
    /// Along a file.
    File,
    /// Along a diagonal that rises to the right.
    Diagonal,
    /// Along a diagonal that falls to the right.
    Antidiagonal,
}

impl Axis {
    /// All four axes.
    pub const ALL: [Axis; 4] = [Axis::Rank, Axis::File, Axis::Diagonal, Axis::Antidiagonal];

    /// The step along the axis that leads to higher square indices; the other step is its negation.
    pub const fn step(self) -> Delta {
        match self {
            Axis::Rank => Delta::new(1, 0),
            Axis::File => Delta::new(0, 1),
            Axis::Diagonal => Delta::new(1, 1),
            Axis::Antidiagonal => Delta::new(-1, 1),
        }
    }
}

/// A board whose size is known at compile time.
///
/// The tests hold its lookups along lines equal to the walkers in [`walk`].
pub trait Geometry: Copy + Clone + std::fmt::Debug + Default + Send + Sync + 'static {
    /// Number of files.
    const FILES: usize;
    /// Number of ranks.
    const RANKS: usize;
    /// Number of ranks that share a bitboard word.
    const RANKS_PER_WORD: usize;
    /// One more than the highest square index: 64 times the number of words.
    const INDEX_SPACE: usize;
    /// A set of squares of this board.
    type Set: SquareSet;
    /// The occupied squares of this board, for counting what pieces see.
    type Lines: LineBoard<Self>;

    /// The square on `file` and `rank`, both counted from 0; `None` off the board.
    #[inline]
    fn square(file: i32, rank: i32) -> Option<Square> {
        let on_board =
            (0..Self::FILES as i32).contains(&file) && (0..Self::RANKS as i32).contains(&rank);
        on_board.then(|| {
            let (word, row) =
                (rank as usize / Self::RANKS_PER_WORD, rank as usize % Self::RANKS_PER_WORD);
            Square::from_index(word * 64 + row * Self::FILES + file as usize)
        })
    }

    /// The file of a square, from 0.
    #[inline(always)]
    fn file(square: Square) -> usize {
        (square.index() % 64) % Self::FILES
    }

    /// The rank of a square, from 0.
    #[inline(always)]
    fn rank(square: Square) -> usize {
        (square.index() / 64) * Self::RANKS_PER_WORD + (square.index() % 64) / Self::FILES
    }

    /// The square `delta` away, if it is on the board.
    #[inline]
    fn offset(square: Square, delta: Delta) -> Option<Square> {
        Self::square(
            Self::file(square) as i32 + delta.files as i32,
            Self::rank(square) as i32 + delta.ranks as i32,
        )
    }

    /// The step from one square to another.
    fn delta(from: Square, to: Square) -> Delta {
        Delta::new(
            Self::file(to) as i8 - Self::file(from) as i8,
            Self::rank(to) as i8 - Self::rank(from) as i8,
        )
    }

    /// The square in the same file on the rank counted from the other side.
    fn mirrored(square: Square) -> Square {
        Self::square(Self::file(square) as i32, (Self::RANKS - 1 - Self::rank(square)) as i32)
            .expect("the mirror image of a square is on the board")
    }

    /// Whether a square is one of the dark ones, as a1 is.
    #[inline]
    fn is_dark(square: Square) -> bool {
        (Self::file(square) + Self::rank(square)).is_multiple_of(2)
    }

    /// All squares, rank by rank from a1.
    fn squares() -> impl Iterator<Item = Square> {
        (0..Self::RANKS as i32).flat_map(|rank| {
            (0..Self::FILES as i32).filter_map(move |file| Self::square(file, rank))
        })
    }

    /// All squares, as a set.
    fn all() -> Self::Set;

    /// The squares between any two squares: the table that [`Between`] looks into, which
    /// [`between()`] makes. Made once, and shared.
    fn between() -> &'static [Self::Set];

    /// A table of one set for every square, by the square's index.
    fn per_square(value: impl Fn(Square) -> Self::Set) -> Box<[Self::Set]> {
        let mut table = vec![Self::Set::EMPTY; Self::INDEX_SPACE].into_boxed_slice();
        for square in Self::squares() {
            table[square.index()] = value(square);
        }
        table
    }

    /// The squares at most `distance` king steps away, the square itself among them.
    fn neighbourhood(square: Square, distance: i8) -> Self::Set {
        let mut near = Self::Set::EMPTY;
        for files in -distance..=distance {
            for ranks in -distance..=distance {
                if let Some(other) = Self::offset(square, Delta::new(files, ranks)) {
                    near.insert(other);
                }
            }
        }
        near
    }

    /// The file and rank of a square.
    #[inline]
    fn coordinates(square: Square) -> Coordinates {
        Coordinates { file: Self::file(square) as u8, rank: Self::rank(square) as u8 }
    }

    /// The square with this file and rank; `None` off the board.
    #[inline]
    fn at(place: Coordinates) -> Option<Square> {
        Self::square(place.file.into(), place.rank.into())
    }

    /// The name of a square, as [`Coordinates`] writes it.
    fn name(square: Square) -> String {
        Self::coordinates(square).to_string()
    }

    /// Reads a square's name at the start of `text`; returns it with the rest of the text.
    fn parse_square(text: &str) -> Option<(Square, &str)> {
        let (place, rest) = Coordinates::parse_prefix(text)?;
        Some((Self::at(place)?, rest))
    }

    /// Squares seen along `axis` from `from`, up to and including the first occupied one each way.
    fn slide(axis: Axis, from: Square, occupied: Self::Set) -> Self::Set;

    /// Squares along `axis` behind exactly one occupied square, up to and including the next one:
    /// where a hopper on `from` could capture.
    fn hop(axis: Axis, from: Square, occupied: Self::Set) -> Self::Set;

    /// Squares seen from `from` along slides with a bend, each up to and including the first
    /// occupied one.
    fn bent(bends: &[Bend], from: Square, occupied: Self::Set) -> Self::Set;

    /// Squares an Eagle on `from` sees: one diagonal step, then outward along rank or file.
    #[inline]
    fn eagle(from: Square, occupied: Self::Set) -> Self::Set {
        Self::bent(&Bend::EAGLE, from, occupied)
    }

    /// Squares a Rhinoceros on `from` sees: one orthogonal step, then outward diagonally.
    #[inline]
    fn rhinoceros(from: Square, occupied: Self::Set) -> Self::Set {
        Self::bent(&Bend::RHINOCEROS, from, occupied)
    }

    /// Moves every square of `set` by `delta`, dropping those that leave the board.
    fn shift(set: Self::Set, delta: Delta) -> Self::Set;
}
