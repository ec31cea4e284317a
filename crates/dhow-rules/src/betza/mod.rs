//! Piece movements in XBetza, the notation of XBoard's `piece` command.
//!
//! In Ralph Betza's notation a capital, the *atom*, names a set of steps, and small letters before
//! it narrow the set. H. G. Muller extended it for XBoard. This module reads the part of that
//! dialect that the great variants need. Unknown letters, and combinations without one clear
//! meaning, give a [`BetzaError`] with the token and its column. The brackets for two legs are an
//! extension of this module; XBoard has no equivalent.
//!
//! A text goes through three stages. It is parsed into a tree ([`Betza`], [`Term`]). The tree
//! prints as a canonical text, which parses back to the same tree. [`Betza::paths`] expands the
//! tree to single [`Path`]s, seen from White's side. Nothing here depends on a board. All texts
//! that mean the same movement have the same [`CanonicalForm`].
//!
//! # Atoms
//!
//! | letter | step | letter | step | letter | means |
//! |---|---|---|---|---|---|
//! | `W` | (1,0) | `A` | (2,2) | `K` | `WF` |
//! | `F` | (1,1) | `H` | (3,0) | `R` | `W0` |
//! | `D` | (2,0) | `C`, `L` | (3,1) | `B` | `F0` |
//! | `N` | (2,1) | `Z`, `J` | (3,2) | `Q` | `K0`, that is `RB` |
//! | | | `G` | (3,3) | | |
//!
//! # Ranges
//!
//! A number after the atom is the greatest number of times that its step may be repeated over empty
//! squares: `W3` and `R3` slide up to three squares, `K2` and `Q2` up to two squares in eight
//! directions, and `N2` makes up to two Knight leaps. `0` means no limit; so does the older doubled
//! letter (`WW`, `NN`; not for `K`, `R`, `B`, `Q`). A number has at most two digits and no leading
//! zero.
//!
//! # Directions
//!
//! | steps | letters | meaning |
//! |---|---|---|
//! | orthogonal `W D H R` | `f` `b` `l` `r` | that one step |
//! | | `v` `s` | `fb`, `lr` |
//! | diagonal `F A G B` | `f` `b` `l` `r` | both diagonals on that side |
//! | | `v` `s` | `fb`, `lr`: all four |
//! | | `fl` or `lf`, ... | that one diagonal |
//! | eight-way `K Q` | `f` `b` `l` `r` (or `ff`, ...), `v`, `s` | straight steps only |
//! | | `fl` or `lf`, ... | that one diagonal |
//! | | `fs` `bs` `lv` `rv` | both diagonals on that side |
//! | oblique `N C Z` | `f` `b` `l` `r` (or `ff`, ...) | the narrow pair on that side |
//! | | `v` `s` | `fb`, `lr` |
//! | | `fs` `bs` `lv` `rv` | the wide pair on that side |
//! | | `fh` `bh` `lh` `rh` | all four on that side |
//! | | `lf` | of the narrow forward pair, the left one |
//! | | `fl` | of the narrow left pair, the forward one |
//! | | `hr` `hl` | the four right-handed or left-handed ones |
//!
//! Letters pair up from left to right where they can: a Knight that goes to both narrow forward and
//! both narrow right squares is `ffrrN`, not `frN`. A term may have several directions. They must
//! stand together, each must select some step, and no two may select the same step.
//!
//! # Two legs
//!
//! `[W-fD]` is a leap `W` to a square that must be empty, then a leap `D` in the same direction.
//! Pieces between the start, the first and the last square do not matter. Without `f`, as in
//! `[K-K]`, the second leg goes in any direction but back to the start. Both legs are leaps, `W F D
//! N A H C Z G K`, without ranges or other directions. The modifiers `m`, `c` and `i` may stand
//! before the bracket and apply to the whole move. If several first squares lead to a target, one
//! of them must be empty.
//!
//! | text | moves |
//! |---|---|
//! | `K[K-K]` | one or two King steps |
//! | `WD[W-fD][D-fW]` | a step of one square, a leap of two, or both, along one rank or file |
//!
//! `a` (again) is the older way to write two legs of the same atom, and the only one that captures
//! on the way. What stands before `a` belongs to the first leg: its directions, and `c` if it
//! captures an enemy there; without `c` that square must be empty. What follows belongs to the
//! second leg. Its directions are relative to the first leg, as if that had gone straight ahead, in
//! eighths of a turn (`fs`: half left or half right). Without directions it goes to any step of the
//! atom but back. The atom takes no range.
//!
//! | text | moves |
//! |---|---|
//! | `caK` | captures an enemy beside it and goes on by a King's step, with or without a capture |
//! | `cabK` | captures an enemy beside it and comes back (igui) |
//! | `mabK` | passes its turn, if a square beside it is empty |
//! | `mafsW` | the Horse of Xiangqi: a step straight ahead, which can be blocked, and one diagonally outward |
//!
//! # Modifiers
//!
//! | letter | meaning |
//! |---|---|
//! | `m`, `c` | may move to an empty square, may capture; neither or both: may do either |
//! | `e` | this capture may also be made onto the en passant square; only beside `c` |
//! | `i` | only as the first move of the piece |
//! | `n` | lame leap: the squares on the way must be empty; for `D`, `A`, `H`, `G`, and `N` (which passes over the orthogonal neighbour). A `D` or `H` leap that cannot capture, the double or triple step of a Pawn, makes these squares en passant squares |
//! | `nn` | the same as `n`, accepted on a `D` or `H` leap that cannot capture |
//! | `p` | hop: slides over exactly one piece of either colour and may end only beyond it |
//! | `g` | grasshopper's hop: slides to the first piece in the way, of either colour, and ends on the very next square |
//! | `j` | ski-slider, for `R`, `B` and `Q`: jumps over the first square, whatever stands there |
//! | `z` | crooked, for `R` and `B`: turns by a right angle after each step, right and left in turn; each way is there, first right and first left |
//! | `q` | circular, for `N`, `C` and `Z`: goes on and on, each time to the next of the eight directions on the same side, until it would be back; `qN` is the Rose |
//! | `yafs` | bent slider, for `W` and `F`: one step to an empty square, then a slide of at least one square that turns outward by 45 degrees; `m`, `c` and `e` stand after it and apply to the end of the slide |
//!
//! Modifiers may come in any order. The canonical text has the order that XBoard requires: `i`,
//! directions, `m`, `c`, `e`, one of `p g j z q`, `n`.
//!
//! ```
//! use dhow_rules::betza::Betza;
//!
//! let pawn: Betza = "fmWfceFfimnnD".parse()?;
//! assert_eq!(pawn.to_string(), "fmWfceFifmnD");
//! assert_eq!(pawn.paths().len(), 4);
//!
//! let error = "fmWfxF".parse::<Betza>().unwrap_err();
//! assert_eq!(error.to_string(), "column 5, `x`: not a letter of this notation");
//! # Ok::<(), dhow_rules::betza::BetzaError>(())
//! ```

mod canonical;
mod directions;
mod error;
mod expand;
mod legs;
mod notation;
mod parse;
mod print;
mod token;
mod tree;

#[cfg(test)]
mod tests;

pub use canonical::CanonicalForm;
pub use directions::Directions;
pub use error::{BetzaError, BetzaErrorKind};
pub(crate) use expand::turning_squares;
pub use expand::{Path, PathKind};
pub use notation::Notation;
pub use token::{MAX_TERMS, MAX_TEXT_LENGTH};
pub use tree::{Atom, Betza, Manner, Over, Term};
