//! The macro that declares a layout.

/// Declares a layout by its number of files and of ranks, each from 2 to 32, with ray lookups:
///
/// ```
/// dhow_rules::layout! {
///     /// Ten files and eight ranks.
///     pub Layout10x8: 10 x 8
/// }
/// use dhow_rules::geometry::Geometry;
/// assert_eq!(Layout10x8::squares().count(), 80);
/// ```
///
/// The `x` in `10 x 8` is a token of its own and needs the spaces.
#[macro_export]
macro_rules! layout {
    ($(#[$doc:meta])* $visible:vis $name:ident: $files:literal x $ranks:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        $visible struct $name;

        const _: () = {
            use $crate::bitboard::Bitboard;
            use $crate::geometry::{Axis, Bend, Geometry, Rays, between, line_board::SetBoard, shift};
            use $crate::square::{Delta, Square};
            use std::sync::LazyLock;

            const FILES: usize = $files;
            const RANKS: usize = $ranks;
            const ROWS: usize = if 64 / FILES < RANKS { 64 / FILES } else { RANKS };
            const WORDS: usize = RANKS.div_ceil(ROWS);
            const ALL: Bitboard<WORDS> = {
                let mut words = [0; WORDS];
                let mut rank = 0;
                while rank < RANKS {
                    words[rank / ROWS] |= ((1 << FILES) - 1) << (rank % ROWS * FILES);
                    rank += 1;
                }
                Bitboard::from_words(words)
            };
            const _: () = assert!(FILES >= 2 && FILES <= 32 && RANKS >= 2 && RANKS <= 32);

            type Set = Bitboard<WORDS>;

            #[inline(always)]
            fn rays() -> &'static Rays<Set> {
                static RAYS: LazyLock<Rays<Set>> = LazyLock::new(Rays::new::<$name>);
                &RAYS
            }

            impl Geometry for $name {
                const FILES: usize = FILES;
                const RANKS: usize = RANKS;
                const RANKS_PER_WORD: usize = ROWS;
                const INDEX_SPACE: usize = 64 * WORDS;
                type Set = Set;
                type Lines = SetBoard<Set>;

                #[inline(always)]
                fn all() -> Set {
                    ALL
                }

                fn between() -> &'static [Set] {
                    static BETWEEN: LazyLock<Box<[Set]>> = LazyLock::new(between::<$name>);
                    &BETWEEN
                }

                #[inline(always)]
                fn slide(axis: Axis, from: Square, occupied: Set) -> Set {
                    rays().slide(axis, from, occupied)
                }

                #[inline(always)]
                fn hop(axis: Axis, from: Square, occupied: Set) -> Set {
                    rays().hop(axis, from, occupied)
                }

                #[inline(always)]
                fn bent(bends: &[Bend], from: Square, occupied: Set) -> Set {
                    rays().bent(bends, from, occupied)
                }

                #[inline(always)]
                fn shift(set: Set, delta: Delta) -> Set {
                    if usize::from(delta.files.unsigned_abs()) >= FILES {
                        return Set::default();
                    }
                    shift::<FILES, ROWS, WORDS>(set, delta, ALL)
                }
            }
        };
    };
}
