//! Lookups along ranks, files and diagonals of square boards with four ranks to a word and four
//! words.
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

type QuadSet = Bitboard<4>;

/// Room for the diagonals of the largest board and for an empty line beside each outermost one.
const LINES: usize = 33;

/// The lookups of the square board with `FILES` files, 14 or 16.
pub struct Quads<const FILES: usize>;

impl<const FILES: usize> Quads<FILES> {
    /// The number of words of a file that one multiplication gathers. With ranks of 14 squares,
    /// four words would overlap.
    const MERGED: usize = if FILES == 16 { 4 } else { 2 };
    /// A mask of the bits of a line.
    const LINE: u32 = (1 << FILES) - 1;
    /// The first file in each rank of a word. Multiplying by it copies a rank to all four ranks.
    const FILE_A: u64 = 1 | 1 << FILES | 1 << (2 * FILES) | 1 << (3 * FILES);
    /// Multiplying by it moves the four squares that a file has in a word next to each other, and
    /// also spreads them again.
    const GATHER: u64 = 1 | 1 << (FILES - 1) | 1 << (2 * FILES - 2) | 1 << (3 * FILES - 3);
    /// Ranks, at index rank + 1; the two beside the board are empty.
    const RANKS: &[[u64; 4]; LINES] = &Self::lines(0, 1, 1);
    /// Diagonals, at index file - rank + `FILES`; the outermost two are empty.
    const RISING: &[[u64; 4]; LINES] = &Self::lines(1, -1, FILES as i32);
    /// Antidiagonals, at index file + rank + 1; the outermost two are empty.
    const FALLING: &[[u64; 4]; LINES] = &Self::lines(1, 1, 1);

    /// Groups the squares by `file * by_file + rank * by_rank + offset`.
    const fn lines(by_file: i32, by_rank: i32, offset: i32) -> [[u64; 4]; LINES] {
        let mut table = [[0; 4]; LINES];
        let mut rank = 0;
        while rank < FILES {
            let mut file = 0;
            while file < FILES {
                let line = file as i32 * by_file + rank as i32 * by_rank + offset;
                table[line as usize][rank / 4] |= 1 << (rank % 4 * FILES + file);
                file += 1;
            }
            rank += 1;
        }
        table
    }

    /// The set of all squares.
    pub const fn all() -> QuadSet {
        let (mut words, mut rank) = ([0; 4], 0);
        while rank < FILES {
            words[rank / 4] |= (Self::LINE as u64) << (rank % 4 * FILES);
            rank += 1;
        }
        QuadSet::from_words(words)
    }

    #[inline(always)]
    fn file(square: Square) -> usize {
        square.index() % 64 % FILES
    }

    #[inline(always)]
    fn rank(square: Square) -> usize {
        square.index() / 64 * 4 + square.index() % 64 / FILES
    }

    /// The bits from `gap` upwards, up to and including the first set bit of `occupied` there.
    #[inline(always)]
    pub(super) fn up(occupied: u32, gap: usize) -> u32 {
        let side = Self::LINE & (!0 << gap);
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
        Self::up(occupied, position + 1) | Self::down(occupied, position)
    }

    #[inline(always)]
    pub(super) fn see_behind_one(position: usize, occupied: u32) -> u32 {
        let seen = Self::see(position, occupied);
        Self::see(position, occupied & !seen) & !seen
    }

    /// Applies `look` to the occupancy of a rank or diagonal, whose bits are numbered by file.
    #[inline(always)]
    fn by_file(line: &[u64; 4], occupied: QuadSet, look: impl Fn(u32) -> u32) -> QuadSet {
        let words = (occupied & QuadSet::from_words(*line)).words();
        let merged = words[0] | words[1] | words[2] | words[3];
        let gathered = (merged.wrapping_mul(Self::FILE_A) >> (3 * FILES)) as u32 & Self::LINE;
        let everywhere = u64::from(look(gathered)) * Self::FILE_A;
        QuadSet::from_words([everywhere; 4]) & QuadSet::from_words(*line)
    }

    /// Applies `look` to the occupancy of a file, whose bits are numbered by rank.
    #[inline(always)]
    fn by_rank(file: usize, occupied: QuadSet, look: impl Fn(u32) -> u32) -> QuadSet {
        let mut words = occupied.words();
        let mut word = 0;
        while word < 4 {
            words[word] = (words[word] >> file & Self::FILE_A) << (4 * (word % Self::MERGED));
            word += 1;
        }
        let gather = |merged: u64| merged.wrapping_mul(Self::GATHER) >> (3 * FILES - 3);
        let gathered = if Self::MERGED == 4 {
            gather(words[0] | words[1] | words[2] | words[3]) as u32 & 0xFFFF
        } else {
            let (low, high) = (gather(words[0] | words[1]), gather(words[2] | words[3]));
            (low & 0xFF | (high & 0xFF) << 8) as u32
        };
        let seen = u64::from(look(gathered));
        let mut word = 0;
        while word < 4 {
            let four = seen >> (4 * word) & 0xF;
            words[word] = ((four * Self::GATHER) & Self::FILE_A) << file;
            word += 1;
        }
        QuadSet::from_words(words)
    }

    #[inline(always)]
    fn along(axis: Axis, from: Square, occupied: QuadSet, look: fn(usize, u32) -> u32) -> QuadSet {
        let (file, rank) = (Self::file(from), Self::rank(from));
        let by_file = |line| Self::by_file(line, occupied, |line| look(file, line));
        match axis {
            Axis::Rank => by_file(&Self::RANKS[1 + rank]),
            Axis::File => Self::by_rank(file, occupied, |line| look(rank, line)),
            Axis::Diagonal => by_file(&Self::RISING[FILES + file - rank]),
            Axis::Antidiagonal => by_file(&Self::FALLING[1 + file + rank]),
        }
    }

    /// Implements [`Geometry::slide`](super::Geometry::slide).
    #[inline(always)]
    pub fn slide(axis: Axis, from: Square, occupied: QuadSet) -> QuadSet {
        Self::along(axis, from, occupied, Self::see)
    }

    /// Implements [`Geometry::hop`](super::Geometry::hop).
    #[inline(always)]
    pub fn hop(axis: Axis, from: Square, occupied: QuadSet) -> QuadSet {
        Self::along(axis, from, occupied, Self::see_behind_one)
    }

    /// Implements [`Geometry::eagle`](super::Geometry::eagle): what sliders on the four orthogonal
    /// neighbours see along the ranks above and below and the files beside the Eagle.
    #[inline(always)]
    pub fn eagle(from: Square, occupied: QuadSet) -> QuadSet {
        let (file, rank) = (Self::file(from), Self::rank(from));
        let on_rank = |line| Self::by_file(line, occupied, |line| Self::see(file, line));
        let on_file = |file| Self::by_rank(file, occupied, |line| Self::see(rank, line));
        let mut seen = on_rank(&Self::RANKS[rank]) | on_rank(&Self::RANKS[rank + 2]);
        if file > 0 {
            seen |= on_file(file - 1);
        }
        if file < FILES - 1 {
            seen |= on_file(file + 1);
        }
        seen
    }

    /// Implements [`Geometry::rhinoceros`](super::Geometry::rhinoceros). On each of four diagonals,
    /// two neighbouring squares are one orthogonal step away, and the rays lead apart from the gap
    /// between them.
    #[inline(always)]
    pub fn rhinoceros(from: Square, occupied: QuadSet) -> QuadSet {
        let (file, rank) = (Self::file(from), Self::rank(from));
        let from_gap = |line, gap| {
            Self::by_file(line, occupied, |line| Self::up(line, gap) | Self::down(line, gap))
        };
        from_gap(&Self::RISING[FILES + file - rank - 1], file)
            | from_gap(&Self::RISING[FILES + file - rank + 1], file + 1)
            | from_gap(&Self::FALLING[file + rank + 2], file + 1)
            | from_gap(&Self::FALLING[file + rank], file)
    }
}
