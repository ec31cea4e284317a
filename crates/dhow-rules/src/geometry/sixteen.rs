//! Lookups along ranks, files and diagonals of 16 files and 16 ranks, four ranks to a word.
//!
//! Each lookup gathers the occupancy of a line into a small integer, computes how far a slider
//! sees, and spreads the result over the board again. No step indexes the words of a set, so that
//! sets stay in registers:
//!
//! - A rank or diagonal has at most one square on each file. Its words are merged with OR, and one
//!   multiplication adds up the ranks. The result is copied to all ranks and masked by the line.
//! - The squares of a file are one rank apart. One multiplication moves them next to each other.

use super::Axis;
use crate::bitboard::Bitboard;
use crate::square::Square;

type Set16 = Bitboard<4>;

/// Diagonals, and an empty line beside each outermost one.
const LINES: usize = 33;
/// A mask of the bits of a line.
const LINE: u32 = 0xFFFF;
/// The first file in each rank of a word. Multiplying by it copies a rank to all four ranks.
const FILE_A: u64 = 0x0001_0001_0001_0001;
/// Multiplying by it moves the four squares that a file has in a word next to each other, and also
/// spreads them again.
const GATHER: u64 = 1 | 1 << 15 | 1 << 30 | 1 << 45;
/// Ranks, at index rank + 1; the two beside the board are empty.
static RANKS: [[u64; 4]; LINES] = lines(0, 1, 1);
/// Diagonals, at index file - rank + 16; the outermost two are empty.
static RISING: [[u64; 4]; LINES] = lines(1, -1, 16);
/// Antidiagonals, at index file + rank + 1; the outermost two are empty.
static FALLING: [[u64; 4]; LINES] = lines(1, 1, 1);

/// Groups the squares by `file * by_file + rank * by_rank + offset`.
const fn lines(by_file: i32, by_rank: i32, offset: i32) -> [[u64; 4]; LINES] {
    let mut table = [[0; 4]; LINES];
    let mut rank = 0;
    while rank < 16 {
        let mut file = 0;
        while file < 16 {
            let line = file as i32 * by_file + rank as i32 * by_rank + offset;
            table[line as usize][rank / 4] |= 1 << (rank % 4 * 16 + file);
            file += 1;
        }
        rank += 1;
    }
    table
}

#[inline(always)]
fn file(square: Square) -> usize {
    square.index() % 16
}

#[inline(always)]
fn rank(square: Square) -> usize {
    square.index() / 16
}

/// The bits from `gap` upwards, up to and including the first set bit of `occupied` there.
#[inline(always)]
pub(super) fn up(occupied: u32, gap: usize) -> u32 {
    let side = LINE & (!0 << gap);
    let blockers = occupied & side;
    (blockers ^ blockers.wrapping_sub(1)) & side
}

/// The bits below `gap`, down to and including the first set bit of `occupied` there.
#[inline(always)]
pub(super) fn down(occupied: u32, gap: usize) -> u32 {
    let side = (1 << gap) - 1;
    let nearest = 31 - (occupied & side | 1).leading_zeros();
    side & (!0 << nearest)
}

#[inline(always)]
pub(super) fn see(position: usize, occupied: u32) -> u32 {
    up(occupied, position + 1) | down(occupied, position)
}

#[inline(always)]
pub(super) fn see_behind_one(position: usize, occupied: u32) -> u32 {
    let seen = see(position, occupied);
    see(position, occupied & !seen) & !seen
}

/// Applies `look` to the occupancy of a rank or diagonal, whose bits are numbered by file.
#[inline(always)]
fn by_file(line: &[u64; 4], occupied: Set16, look: impl Fn(u32) -> u32) -> Set16 {
    let words = (occupied & Set16::from_words(*line)).words();
    let merged = words[0] | words[1] | words[2] | words[3];
    let gathered = (merged.wrapping_mul(FILE_A) >> 48) as u32 & LINE;
    let everywhere = u64::from(look(gathered)) * FILE_A;
    Set16::from_words([everywhere; 4]) & Set16::from_words(*line)
}

/// Applies `look` to the occupancy of a file, whose bits are numbered by rank.
#[inline(always)]
fn by_rank(file: usize, occupied: Set16, look: impl Fn(u32) -> u32) -> Set16 {
    let mut words = occupied.words();
    let mut word = 0;
    while word < 4 {
        words[word] = (words[word] >> file & FILE_A) << (4 * word);
        word += 1;
    }
    let merged = words[0] | words[1] | words[2] | words[3];
    let gathered = (merged.wrapping_mul(GATHER) >> 45) as u32 & LINE;
    let seen = u64::from(look(gathered));
    let mut word = 0;
    while word < 4 {
        let four = seen >> (4 * word) & 0xF;
        words[word] = ((four * GATHER) & FILE_A) << file;
        word += 1;
    }
    Set16::from_words(words)
}

#[inline(always)]
fn along(axis: Axis, from: Square, occupied: Set16, look: fn(usize, u32) -> u32) -> Set16 {
    let (file, rank) = (file(from), rank(from));
    let by_file = |line| by_file(line, occupied, |line| look(file, line));
    match axis {
        Axis::Rank => by_file(&RANKS[1 + rank]),
        Axis::File => by_rank(file, occupied, |line| look(rank, line)),
        Axis::Diagonal => by_file(&RISING[16 + file - rank]),
        Axis::Antidiagonal => by_file(&FALLING[1 + file + rank]),
    }
}

/// Implements [`Geometry::slide`](super::Geometry::slide).
#[inline(always)]
pub fn slide(axis: Axis, from: Square, occupied: Set16) -> Set16 {
    along(axis, from, occupied, see)
}

/// Implements [`Geometry::hop`](super::Geometry::hop).
#[inline(always)]
pub fn hop(axis: Axis, from: Square, occupied: Set16) -> Set16 {
    along(axis, from, occupied, see_behind_one)
}

/// Implements [`Geometry::eagle`](super::Geometry::eagle): what sliders on the four orthogonal
/// neighbours see along the ranks above and below and the files beside the Eagle.
#[inline(always)]
pub fn eagle(from: Square, occupied: Set16) -> Set16 {
    let (file, rank) = (file(from), rank(from));
    let on_rank = |line| by_file(line, occupied, |line| see(file, line));
    let on_file = |file| by_rank(file, occupied, |line| see(rank, line));
    let mut seen = on_rank(&RANKS[rank]) | on_rank(&RANKS[rank + 2]);
    if file > 0 {
        seen |= on_file(file - 1);
    }
    if file < 15 {
        seen |= on_file(file + 1);
    }
    seen
}

/// Implements [`Geometry::rhinoceros`](super::Geometry::rhinoceros). On each of four diagonals, two
/// neighbouring squares are one orthogonal step away, and the rays lead apart from the gap between
/// them.
#[inline(always)]
pub fn rhinoceros(from: Square, occupied: Set16) -> Set16 {
    let (file, rank) = (file(from), rank(from));
    let from_gap = |line, gap| by_file(line, occupied, |line| up(line, gap) | down(line, gap));
    from_gap(&RISING[15 + file - rank], file)
        | from_gap(&RISING[17 + file - rank], file + 1)
        | from_gap(&FALLING[file + rank + 2], file + 1)
        | from_gap(&FALLING[file + rank], file)
}
