//! Boards: their squares, their layout in words, and the lines through them.
//!
//! A layout is a type that implements [`Geometry`]: files and ranks, and how they lie in the words
//! of a bitboard. These are compile-time constants, so generic code is compiled for each layout and
//! pays nothing for them at run time. [`layout!`](crate::layout) declares a layout of up to 32x32;
//! [`layouts`] lists those in use. A [`Board`] is what a game has of a layout: its size and its
//! missing squares, as data.
//!
//! A bitboard word holds whole ranks only, so a set of squares is shifted word by word.
//!
//! ```
//! use dhow_rules::bitboard::SquareSet;
//! use dhow_rules::geometry::{Axis, Layout8, Geometry};
//!
//! let (d4, _) = Layout8::parse_square("d4").expect("a square");
//! let (d6, _) = Layout8::parse_square("d6").expect("a square");
//! let seen = Layout8::slide(Axis::File, d4, <Layout8 as Geometry>::Set::single(d6));
//! let names: Vec<String> = seen.into_iter().map(Layout8::name).collect();
//! assert_eq!(names, ["d1", "d2", "d3", "d5", "d6"]);
//! ```

// First, because the boards are declared by its macro.
#[macro_use]
mod macros;

mod bend;
mod between;
mod board;
pub mod layouts;
pub mod line_board;
mod rays;
mod shift;
mod sixteen;
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
pub use board::Board;
pub use layouts::{
    Layout8, Layout10x12, Layout12, Layout12x10, Layout16, Layout16x12, Layout32x16,
};
pub(crate) use layouts::{for_each_command_layout, for_each_layout};
pub use rays::Rays;
pub use shift::shift;

/// The four directions of lines, each followed both ways by sliders.
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
    /// All four axes, in the order of their discriminants.
    pub const ALL: [Axis; 4] = [Axis::Rank, Axis::File, Axis::Diagonal, Axis::Antidiagonal];

    /// The step along the axis that leads to higher square indices. The other step is its negation.
    pub const fn step(self) -> Delta {
        match self {
            Axis::Rank => Delta::new(1, 0),
            Axis::File => Delta::new(0, 1),
            Axis::Diagonal => Delta::new(1, 1),
            Axis::Antidiagonal => Delta::new(-1, 1),
        }
    }
}

/// A layout of squares: files and ranks that are known at compile time, and their place in the
/// words of a bitboard. Methods that return squares know the edges of the layout, not those of a
/// game's [`Board`].
///
/// Tests compare the lookups along lines with the plain loops in [`walk`].
pub trait Geometry:
    Copy + Clone + PartialEq + Eq + std::fmt::Debug + Default + Send + Sync + 'static
{
    /// The number of files.
    const FILES: usize;
    /// The number of ranks.
    const RANKS: usize;
    /// The number of ranks in a bitboard word.
    const RANKS_PER_WORD: usize;
    /// One more than the highest square index: 64 times the number of words.
    const INDEX_SPACE: usize;
    /// A set of squares.
    type Set: SquareSet;
    /// The occupied squares of this board in a form that counts mobility.
    type Lines: LineBoard<Self>;

    /// The square on `file` and `rank`, both counted from 0; `None` if it is off the board.
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

    /// The file of a square, counted from 0.
    #[inline(always)]
    fn file(square: Square) -> usize {
        (square.index() % 64) % Self::FILES
    }

    /// The rank of a square, counted from 0.
    #[inline(always)]
    fn rank(square: Square) -> usize {
        (square.index() / 64) * Self::RANKS_PER_WORD + (square.index() % 64) / Self::FILES
    }

    /// The square that is `delta` away; `None` if it is off the board.
    #[inline]
    fn offset(square: Square, delta: Delta) -> Option<Square> {
        Self::square(
            Self::file(square) as i32 + delta.files as i32,
            Self::rank(square) as i32 + delta.ranks as i32,
        )
    }

    /// The displacement from one square to another.
    fn delta(from: Square, to: Square) -> Delta {
        Delta::new(
            Self::file(to) as i8 - Self::file(from) as i8,
            Self::rank(to) as i8 - Self::rank(from) as i8,
        )
    }

    /// Whether a square is dark, as a1 is.
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

    /// The set of all squares.
    fn all() -> Self::Set;

    /// The table of the squares between any two squares. [`between()`] builds it once, and
    /// [`Between`] reads it.
    fn between() -> &'static [Self::Set];

    /// The file and rank of a square.
    #[inline]
    fn coordinates(square: Square) -> Coordinates {
        Coordinates { file: Self::file(square) as u8, rank: Self::rank(square) as u8 }
    }

    /// The square with this file and rank; `None` if it is off the board.
    #[inline]
    fn at(place: Coordinates) -> Option<Square> {
        Self::square(place.file.into(), place.rank.into())
    }

    /// The name of a square, as [`Coordinates`] writes it.
    fn name(square: Square) -> String {
        Self::coordinates(square).to_string()
    }

    /// Reads a square's name at the start of `text` and returns the square and the remaining text.
    /// `None` if there is no name or the square is off the board.
    fn parse_square(text: &str) -> Option<(Square, &str)> {
        let (place, rest) = Coordinates::parse_prefix(text)?;
        Some((Self::at(place)?, rest))
    }

    /// The squares that a slider on `from` sees along `axis`: both ways, up to and including the
    /// first occupied square.
    fn slide(axis: Axis, from: Square, occupied: Self::Set) -> Self::Set;

    /// The squares that a hopper on `from` sees along `axis`: both ways, behind exactly one
    /// occupied square (the hurdle), up to and including the next occupied square.
    fn hop(axis: Axis, from: Square, occupied: Self::Set) -> Self::Set;

    /// The squares that a bent slider on `from` sees, on each path up to and including the first
    /// occupied square.
    fn bent(bends: &[Bend], from: Square, occupied: Self::Set) -> Self::Set;

    /// The squares that an Eagle on `from` sees: one diagonal step, then outward along rank or
    /// file.
    #[inline]
    fn eagle(from: Square, occupied: Self::Set) -> Self::Set {
        Self::bent(&Bend::EAGLE, from, occupied)
    }

    /// The squares that a Rhinoceros on `from` sees: one orthogonal step, then outward along a
    /// diagonal.
    #[inline]
    fn rhinoceros(from: Square, occupied: Self::Set) -> Self::Set {
        Self::bent(&Bend::RHINOCEROS, from, occupied)
    }

    /// Moves every square of `set` by `delta` and drops those that leave the board.
    fn shift(set: Self::Set, delta: Delta) -> Self::Set;
}
