//! The layouts of squares. Each serves all boards that fit on it.

use super::square_lines::{Lines12, Lines16};
use super::{Axis, Bend, Geometry, between, shift, sixteen, twelve, walk};
use crate::bitboard::Bitboard;
use crate::square::{Delta, Square};
use std::sync::LazyLock;

/// Calls a macro with the layouts of the games that have one move a turn, the smallest first.
macro_rules! for_each_layout {
    ($callback:ident) => {
        $callback!(Layout8, Layout12x10, Layout12, Layout16);
    };
}
pub(crate) use for_each_layout;

/// The last layout of `for_each_layout`: the size up to which games of one move a turn are played.
pub type LargestLayout = Layout16;

/// Calls a macro with the layouts of the games that have leaders and several moves a turn, the
/// smallest first.
macro_rules! for_each_command_layout {
    ($callback:ident) => {
        $callback!(Layout10x12, Layout16x12, Layout32x16);
    };
}
pub(crate) use for_each_command_layout;

/// The last layout of `for_each_command_layout`.
pub type LargestCommandLayout = Layout32x16;

layout! { /// 8 files and 8 ranks.
pub Layout8: 8 x 8 }
layout! { /// 12 files and 10 ranks.
pub Layout12x10: 12 x 10 }
layout! { /// 10 files and 12 ranks.
pub Layout10x12: 10 x 12 }
layout! { /// 16 files and 12 ranks.
pub Layout16x12: 16 x 12 }
layout! { /// 32 files, those after `z` named `aa` to `af`, and 16 ranks.
pub Layout32x16: 32 x 16 }

/// 12 files and 12 ranks, with lookups of its own. Four ranks of twelve squares share a word,
/// so one multiplication gathers a rank, a file or a diagonal into twelve bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout12;

impl Geometry for Layout12 {
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
        static BETWEEN: LazyLock<Box<[Bitboard<3>]>> = LazyLock::new(between::<Layout12>);
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

/// 16 files and 16 ranks, with the lookups of `sixteen`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout16;

impl Geometry for Layout16 {
    const FILES: usize = 16;
    const RANKS: usize = 16;
    const RANKS_PER_WORD: usize = 4;
    const INDEX_SPACE: usize = 256;
    type Set = Bitboard<4>;
    type Lines = Lines16;

    #[inline(always)]
    fn all() -> Bitboard<4> {
        Bitboard::from_words([!0; 4])
    }

    fn between() -> &'static [Bitboard<4>] {
        static BETWEEN: LazyLock<Box<[Bitboard<4>]>> = LazyLock::new(between::<Layout16>);
        &BETWEEN
    }

    #[inline(always)]
    fn slide(axis: Axis, from: Square, occupied: Bitboard<4>) -> Bitboard<4> {
        sixteen::slide(axis, from, occupied)
    }

    #[inline(always)]
    fn hop(axis: Axis, from: Square, occupied: Bitboard<4>) -> Bitboard<4> {
        sixteen::hop(axis, from, occupied)
    }

    fn bent(bends: &[Bend], from: Square, occupied: Bitboard<4>) -> Bitboard<4> {
        walk::bent::<Self>(bends, from, occupied)
    }

    #[inline(always)]
    fn eagle(from: Square, occupied: Bitboard<4>) -> Bitboard<4> {
        sixteen::eagle(from, occupied)
    }

    #[inline(always)]
    fn rhinoceros(from: Square, occupied: Bitboard<4>) -> Bitboard<4> {
        sixteen::rhinoceros(from, occupied)
    }

    #[inline(always)]
    fn shift(set: Bitboard<4>, delta: Delta) -> Bitboard<4> {
        if usize::from(delta.files.unsigned_abs()) >= Self::FILES {
            return Bitboard::default();
        }
        shift::<16, 4, 4>(set, delta, Self::all())
    }
}
