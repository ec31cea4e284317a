//! The sizes of boards that the engine supports. A new size takes one line.

use super::quads::Quads;
use super::square_lines::{Lines12, Lines14, Lines16};
use super::{Axis, Bend, Geometry, between, shift, twelve, walk};
use crate::bitboard::Bitboard;
use crate::square::{Delta, Square};
use std::sync::LazyLock;

/// Calls a macro with the boards of the games that have one move a turn.
macro_rules! for_each_board {
    ($callback:ident) => {
        $callback!(Board8, Board10x8, Board12x8, Board10, Board12, Board14, Board16);
    };
}
pub(crate) use for_each_board;

/// Calls a macro with the boards of the games that have leaders and several moves a turn.
macro_rules! for_each_command_board {
    ($callback:ident) => {
        $callback!(Board8x12, Board10, Board16x12, Board24x12, Board30x15);
    };
}
pub(crate) use for_each_command_board;

macro_rules! sizes {
    ($($board:ident),* $(,)?) => {
        /// Files and ranks of the boards of the games that have one move a turn.
        pub(crate) const ONE_MOVE_SIZES: &[(usize, usize)] = &[$(($board::FILES, $board::RANKS)),*];
    };
}
for_each_board!(sizes);

board! { /// 8x8, a1 to h8.
pub Board8: 8 x 8 }
board! { /// 8 files and 12 ranks.
pub Board8x12: 8 x 12 }
board! { /// 10 files and 8 ranks.
pub Board10x8: 10 x 8 }
board! { /// 12 files and 8 ranks.
pub Board12x8: 12 x 8 }
board! { /// 10x10, a1 to j10.
pub Board10: 10 x 10 }
board! { /// 16 files and 12 ranks.
pub Board16x12: 16 x 12 }
board! { /// 24 files and 12 ranks.
pub Board24x12: 24 x 12 }
board! { /// 30 files, the last ones named `aa` to `ad`, and 15 ranks.
pub Board30x15: 30 x 15 }

/// The 12x12 board, a1 to l12, with lookups of its own. Four ranks of twelve squares share a word,
/// so one multiplication gathers a rank, a file or a diagonal into twelve bits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Board12;

impl Geometry for Board12 {
    const FILES: usize = 12;
    const RANKS: usize = 12;
    const RANKS_PER_WORD: usize = 4;
    const INDEX_SPACE: usize = 192;
    type Set = Bitboard<3>;
    type Lines = Lines12;

    #[inline(always)]
    fn all() -> Bitboard<3> {
        Bitboard::from_words([twelve::WORD_MASK; 3])
    }

    fn between() -> &'static [Bitboard<3>] {
        static BETWEEN: LazyLock<Box<[Bitboard<3>]>> = LazyLock::new(between::<Board12>);
        &BETWEEN
    }

    #[inline(always)]
    fn slide(axis: Axis, from: Square, occupied: Bitboard<3>) -> Bitboard<3> {
        twelve::slide(axis, from, occupied)
    }

    #[inline(always)]
    fn hop(axis: Axis, from: Square, occupied: Bitboard<3>) -> Bitboard<3> {
        twelve::hop(axis, from, occupied)
    }

    fn bent(bends: &[Bend], from: Square, occupied: Bitboard<3>) -> Bitboard<3> {
        walk::bent::<Self>(bends, from, occupied)
    }

    #[inline(always)]
    fn eagle(from: Square, occupied: Bitboard<3>) -> Bitboard<3> {
        twelve::eagle(from, occupied)
    }

    #[inline(always)]
    fn rhinoceros(from: Square, occupied: Bitboard<3>) -> Bitboard<3> {
        twelve::rhinoceros(from, occupied)
    }

    #[inline(always)]
    fn shift(set: Bitboard<3>, delta: Delta) -> Bitboard<3> {
        shift::<12, 4, 3>(set, delta, Self::all())
    }
}

/// Declares a square board of 14 or 16 files and ranks that uses the lookups of [`Quads`].
macro_rules! quad_board {
    ($(#[$doc:meta])* $name:ident: $files:literal, $lines:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl Geometry for $name {
            const FILES: usize = $files;
            const RANKS: usize = $files;
            const RANKS_PER_WORD: usize = 4;
            const INDEX_SPACE: usize = 256;
            type Set = Bitboard<4>;
            type Lines = $lines;

            #[inline(always)]
            fn all() -> Bitboard<4> {
                const { Quads::<$files>::all() }
            }

            fn between() -> &'static [Bitboard<4>] {
                static BETWEEN: LazyLock<Box<[Bitboard<4>]>> = LazyLock::new(between::<$name>);
                &BETWEEN
            }

            #[inline(always)]
            fn slide(axis: Axis, from: Square, occupied: Bitboard<4>) -> Bitboard<4> {
                Quads::<$files>::slide(axis, from, occupied)
            }

            #[inline(always)]
            fn hop(axis: Axis, from: Square, occupied: Bitboard<4>) -> Bitboard<4> {
                Quads::<$files>::hop(axis, from, occupied)
            }

            fn bent(bends: &[Bend], from: Square, occupied: Bitboard<4>) -> Bitboard<4> {
                walk::bent::<Self>(bends, from, occupied)
            }

            #[inline(always)]
            fn eagle(from: Square, occupied: Bitboard<4>) -> Bitboard<4> {
                Quads::<$files>::eagle(from, occupied)
            }

            #[inline(always)]
            fn rhinoceros(from: Square, occupied: Bitboard<4>) -> Bitboard<4> {
                Quads::<$files>::rhinoceros(from, occupied)
            }

            #[inline(always)]
            fn shift(set: Bitboard<4>, delta: Delta) -> Bitboard<4> {
                if usize::from(delta.files.unsigned_abs()) >= $files {
                    return Bitboard::default();
                }
                shift::<$files, 4, 4>(set, delta, Self::all())
            }
        }
    };
}

quad_board! { /// 14x14, a1 to n14.
Board14: 14, Lines14 }
quad_board! { /// 16x16, a1 to p16.
Board16: 16, Lines16 }
