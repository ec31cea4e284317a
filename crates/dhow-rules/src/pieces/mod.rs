//! Pieces, and their movements compiled into tables for a board.

mod compile;
mod letter;
mod lines;
mod locust;
mod movement;
mod reach;
#[cfg(test)]
mod tests;

pub use compile::CompileError;
pub use letter::{Letter, LetterError};
pub use lines::{FamilySet, LineFamily, LineKinds};
pub use locust::{FARTHEST_OVER, Locust, LocustTables};
pub use movement::{DoubleStep, Movement, Ray, Way};
pub use reach::{Approach, Reach, Targets};

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// The side that starts on the low ranks and moves first.
    White,
    /// The side that starts on the high ranks.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black: an index into tables with an entry for each side.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side's letter in a FEN: `w` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }

    /// The letter of one of the side's pieces in a FEN: upper case for White, lower case for Black.
    pub fn letter_of(self, piece: impl Into<Letter>) -> Letter {
        let piece = piece.into();
        match self {
            Color::White => piece.to_ascii_uppercase(),
            Color::Black => piece.to_ascii_lowercase(),
        }
    }
}

impl std::ops::Not for Color {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl std::fmt::Display for Color {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}

/// The greatest number of kinds of pieces in a variant.
pub const MAX_PIECE_TYPES: usize = 40;

/// A kind of piece of one variant, as an index into the variant's list of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceType(u8);

impl PieceType {
    /// The kind with this index, which must be below [`MAX_PIECE_TYPES`].
    #[inline(always)]
    pub const fn from_index(index: usize) -> Self {
        Self(index as u8)
    }

    /// The index in the variant's list of pieces.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A piece on the board: its kind and its side.
///
/// ```
/// use dhow_rules::pieces::{Color, Piece, PieceType};
///
/// let piece = Piece::new(PieceType::from_index(3), Color::Black);
/// assert_eq!((piece.kind().index(), piece.color()), (3, Color::Black));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece(std::num::NonZeroU8);

impl Piece {
    /// The piece of this kind and side.
    #[inline(always)]
    pub const fn new(kind: PieceType, color: Color) -> Self {
        match std::num::NonZeroU8::new((kind.0 << 1 | color as u8) + 1) {
            Some(code) => Self(code),
            None => unreachable!(),
        }
    }

    /// The kind of the piece.
    #[inline(always)]
    pub const fn kind(self) -> PieceType {
        PieceType((self.0.get() - 1) >> 1)
    }

    /// The side that owns the piece.
    #[inline(always)]
    pub const fn color(self) -> Color {
        if (self.0.get() - 1) & 1 == 0 { Color::White } else { Color::Black }
    }

    /// A number below `2 * MAX_PIECE_TYPES`, for tables indexed by piece.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0.get() - 1) as usize
    }
}

const _: () = assert!(size_of::<Option<Piece>>() == 1);
