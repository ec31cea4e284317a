//! Lookups along ranks, files and diagonals of the 12x12 board.
//!
//! Each lookup gathers the occupancy of a line into twelve bits, looks up how far a slider sees,
//! and spreads the result over the board again. Gathering and spreading take one multiplication
//! each, because four ranks of twelve squares share a word:
//!
//! - The bits of a file are 12 apart. Multiplied by `1 + 2^11 + 2^22 + 2^33` they become
//!   neighbours.
//! - A diagonal has at most one square on each file. Its three words are merged with OR, and one
//!   multiplication by `1 + 2^12 + 2^24 + 2^36` adds up the ranks.

use super::{Axis, Geometry, Layout12};
use crate::bitboard::{Bitboard, SquareSet};
use crate::square::Square;

type Set12 = Bitboard<3>;

/// The 48 bits of a word that are squares of the board.
pub const WORD_MASK: u64 = (1 << 48) - 1;

/// A mask of the twelve bits of a line.
const LINE: u32 = 0xFFF;
const FILE_A: u64 = 0x0010_0100_1001;
const SPREAD_FILE: u64 = 1 | 1 << 11 | 1 << 22 | 1 << 33;
const ALL_RANKS: u64 = 1 | 1 << 12 | 1 << 24 | 1 << 36;

/// The squares that a slider sees on a line, by its position and the occupancy of the ten inner squares. The border
/// squares are seen whether or not they are occupied, so they need no bits in the index.
static SLIDES: [[u16; 1024]; 12] = line_slides();

/// Diagonals by file minus rank, from -12 to 12; the outermost two are empty.
static DIAGONALS: [[u64; 3]; 25] = diagonals(true);
/// Antidiagonals by file plus rank, from -1 to 23; the outermost two are empty.
static ANTIDIAGONALS: [[u64; 3]; 25] = diagonals(false);

const fn line_slides() -> [[u16; 1024]; 12] {
    let mut table = [[0; 1024]; 12];
    let mut position = 0;
    while position < 12 {
        let mut inner = 0;
        while inner < 1024 {
            let occupied = (inner as u32) << 1;
            table[position][inner] = (up(occupied, position + 1) | down(occupied, position)) as u16;
            inner += 1;
        }
        position += 1;
    }
    table
}

const fn diagonals(rising: bool) -> [[u64; 3]; 25] {
    let mut table = [[0; 3]; 25];
    let mut rank = 0;
    while rank < 12 {
        let mut file = 0;
        while file < 12 {
            let line = if rising { 12 + file - rank } else { 1 + file + rank };
            table[line][rank / 4] |= 1 << (rank % 4 * 12 + file);
            file += 1;
        }
        rank += 1;
    }
    table
}

/// The bits from `gap` upwards, up to and including the first set bit of `occupied` there.
#[inline(always)]
pub(super) const fn up(occupied: u32, gap: usize) -> u32 {
    let side = LINE & (!0 << gap);
    let blockers = occupied & side;
    (blockers ^ blockers.wrapping_sub(1)) & side
}

/// The bits below `gap`, down to and including the first set bit of `occupied` there.
#[inline(always)]
pub(super) const fn down(occupied: u32, gap: usize) -> u32 {
    let side = (1 << gap) - 1;
    let nearest = 31 - (occupied & side | 1).leading_zeros();
    side & (!0 << nearest)
}

#[inline(always)]
pub(super) fn see(position: usize, occupied: u32) -> u32 {
    SLIDES[position][(occupied >> 1 & 0x3FF) as usize] as u32
}

#[inline(always)]
pub(super) fn see_behind_one(position: usize, occupied: u32) -> u32 {
    let seen = see(position, occupied);
    see(position, occupied & !seen) & !seen
}

#[inline(always)]
fn gather_rank(rank: usize, occupied: Set12) -> u32 {
    // Chosen by value: an index would force the set into memory, for all callers that inline this.
    let [low, middle, high] = occupied.words();
    let word = match rank / 4 {
        0 => low,
        1 => middle,
        _ => high,
    };
    (word >> (rank % 4 * 12)) as u32 & LINE
}

#[inline(always)]
fn spread_rank(rank: usize, line: u32) -> Set12 {
    let mut words = [0; 3];
    words[rank / 4] = (line as u64) << (rank % 4 * 12);
    Set12::from_words(words)
}

#[inline(always)]
fn gather_file(file: usize, occupied: Set12) -> u32 {
    let [low, middle, high] = occupied.words();
    let (low, middle, high) =
        (low >> file & FILE_A, middle >> file & FILE_A, high >> file & FILE_A);
    ((low | middle << 4 | high << 8).wrapping_mul(SPREAD_FILE) >> 33) as u32 & LINE
}

#[inline(always)]
fn spread_file(file: usize, line: u32) -> Set12 {
    let spread = |four: u32| (((four as u64 & 0xF) * SPREAD_FILE) & FILE_A) << file;
    Set12::from_words([spread(line), spread(line >> 4), spread(line >> 8)])
}

#[inline(always)]
fn gather_diagonal(mask: &[u64; 3], occupied: Set12) -> u32 {
    let words = occupied.words();
    let merged = words[0] & mask[0] | words[1] & mask[1] | words[2] & mask[2];
    (merged.wrapping_mul(ALL_RANKS) >> 36) as u32 & LINE
}

#[inline(always)]
fn spread_diagonal(mask: &[u64; 3], line: u32) -> Set12 {
    let everywhere = line as u64 * ALL_RANKS;
    Set12::from_words([everywhere & mask[0], everywhere & mask[1], everywhere & mask[2]])
}

#[inline(always)]
fn along(axis: Axis, from: Square, occupied: Set12, look: fn(usize, u32) -> u32) -> Set12 {
    let (file, rank) = (file(from), rank(from));
    match axis {
        Axis::Rank => spread_rank(rank, look(file, gather_rank(rank, occupied))),
        Axis::File => spread_file(file, look(rank, gather_file(file, occupied))),
        Axis::Diagonal => {
            let mask = &DIAGONALS[12 + file - rank];
            spread_diagonal(mask, look(file, gather_diagonal(mask, occupied)))
        }
        Axis::Antidiagonal => {
            let mask = &ANTIDIAGONALS[1 + file + rank];
            spread_diagonal(mask, look(file, gather_diagonal(mask, occupied)))
        }
    }
}

#[inline(always)]
fn file(square: Square) -> usize {
    Layout12::file(square)
}

#[inline(always)]
fn rank(square: Square) -> usize {
    Layout12::rank(square)
}

/// Implements [`Geometry::slide`] on 12x12.
#[inline(always)]
pub fn slide(axis: Axis, from: Square, occupied: Set12) -> Set12 {
    along(axis, from, occupied, see)
}

/// Implements [`Geometry::hop`] on 12x12.
#[inline(always)]
pub fn hop(axis: Axis, from: Square, occupied: Set12) -> Set12 {
    along(axis, from, occupied, see_behind_one)
}

/// Implements [`Geometry::eagle`] on 12x12.
///
/// The two rays of an Eagle along the rank above it are the squares that a slider on that rank and on the Eagle's file
/// sees. The same holds for the rank below and for the files beside it.
#[inline(always)]
pub fn eagle(from: Square, occupied: Set12) -> Set12 {
    let (file, rank) = (file(from), rank(from));
    let mut seen = Set12::EMPTY;
    if rank < 11 {
        seen |= spread_rank(rank + 1, see(file, gather_rank(rank + 1, occupied)));
    }
    if rank > 0 {
        seen |= spread_rank(rank - 1, see(file, gather_rank(rank - 1, occupied)));
    }
    if file < 11 {
        seen |= spread_file(file + 1, see(rank, gather_file(file + 1, occupied)));
    }
    if file > 0 {
        seen |= spread_file(file - 1, see(rank, gather_file(file - 1, occupied)));
    }
    seen
}

/// Implements [`Geometry::rhinoceros`] on 12x12.
///
/// A Rhinoceros uses four diagonals. On each, two neighbouring squares are one orthogonal step
/// away, and its rays lead apart from the gap between them.
#[inline(always)]
pub fn rhinoceros(from: Square, occupied: Set12) -> Set12 {
    let (file, rank) = (file(from), rank(from));
    let from_gap = |mask: &[u64; 3], gap: usize| {
        let line = gather_diagonal(mask, occupied);
        spread_diagonal(mask, up(line, gap) | down(line, gap))
    };
    from_gap(&DIAGONALS[11 + file - rank], file)
        | from_gap(&DIAGONALS[13 + file - rank], file + 1)
        | from_gap(&ANTIDIAGONALS[2 + file + rank], file + 1)
        | from_gap(&ANTIDIAGONALS[file + rank], file)
}
