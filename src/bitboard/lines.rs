//! Lookups along ranks, files and diagonals.
//!
//! Two implementations stand side by side. The `walk_*` functions go square by square on a board
//! of any size: obvious, slow, and what the tests believe. The `*_12` functions serve the 12x12
//! board: they gather the occupancy of a line to twelve bits, look up how far a slider sees, and
//! spread the answer over the board again. Gathering and spreading each cost a multiplication,
//! because four ranks of twelve squares share a word:
//!
//! - a file's bits stand 12 apart; multiplied by `1 + 2^11 + 2^22 + 2^33` they become neighbours,
//! - a diagonal has at most one square on each file, so its three words may be merged before one
//!   multiplication by `1 + 2^12 + 2^24 + 2^36` adds the ranks up.

use super::{Bitboard, SquareSet};
use crate::geometry::{Axis, Delta, Geometry, Square};

type Board = Bitboard<3>;

/// The 48 bits of a word that are squares of the 12x12 board.
pub const WORD_MASK_12: u64 = (1 << 48) - 1;

/// The bits of a line of twelve squares.
pub(super) const LINE: u32 = 0xFFF;
const FILE_A: u64 = 0x0010_0100_1001;
const SPREAD_FILE: u64 = 1 | 1 << 11 | 1 << 22 | 1 << 33;
const ALL_RANKS: u64 = 1 | 1 << 12 | 1 << 24 | 1 << 36;

/// What a slider sees on a line of twelve, by its position and the ten inner squares: the border
/// squares are seen whether or not they are occupied.
static SLIDES: [[u16; 1024]; 12] = line_slides();

/// Diagonals by file minus rank, from -12 to 12; the outermost two are empty.
pub(super) static DIAGONALS: [[u64; 3]; 25] = diagonals(true);
/// Antidiagonals by file plus rank, from -1 to 23; the outermost two are empty.
pub(super) static ANTIDIAGONALS: [[u64; 3]; 25] = diagonals(false);

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

/// Bits from `gap` upwards, up to and including the first set bit of `occupied` there.
#[inline(always)]
pub(super) const fn up(occupied: u32, gap: usize) -> u32 {
    let side = LINE & (!0 << gap);
    let blockers = occupied & side;
    (blockers ^ blockers.wrapping_sub(1)) & side
}

/// Bits below `gap`, down to and including the first set bit of `occupied` there.
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
fn gather_rank(rank: usize, occupied: Board) -> u32 {
    (occupied.words()[rank / 4] >> (rank % 4 * 12)) as u32 & LINE
}

#[inline(always)]
fn spread_rank(rank: usize, line: u32) -> Board {
    let mut words = [0; 3];
    words[rank / 4] = (line as u64) << (rank % 4 * 12);
    Board::from_words(words)
}

#[inline(always)]
fn gather_file(file: usize, occupied: Board) -> u32 {
    let [low, middle, high] = occupied.words().map(|word| word >> file & FILE_A);
    ((low | middle << 4 | high << 8).wrapping_mul(SPREAD_FILE) >> 33) as u32 & LINE
}

#[inline(always)]
fn spread_file(file: usize, line: u32) -> Board {
    let spread = |four: u32| (((four as u64 & 0xF) * SPREAD_FILE) & FILE_A) << file;
    Board::from_words([spread(line), spread(line >> 4), spread(line >> 8)])
}

#[inline(always)]
fn gather_diagonal(mask: &[u64; 3], occupied: Board) -> u32 {
    let words = occupied.words();
    let merged = words[0] & mask[0] | words[1] & mask[1] | words[2] & mask[2];
    (merged.wrapping_mul(ALL_RANKS) >> 36) as u32 & LINE
}

#[inline(always)]
fn spread_diagonal(mask: &[u64; 3], line: u32) -> Board {
    let everywhere = line as u64 * ALL_RANKS;
    Board::from_words(mask.map(|word| everywhere & word))
}

#[inline(always)]
fn along(axis: Axis, from: Square, occupied: Board, look: fn(usize, u32) -> u32) -> Board {
    let (file, rank) = (file_12(from), rank_12(from));
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
fn file_12(square: Square) -> usize {
    crate::geometry::Board12::file(square)
}

#[inline(always)]
fn rank_12(square: Square) -> usize {
    crate::geometry::Board12::rank(square)
}

/// [`Geometry::slide`] on 12x12.
#[inline(always)]
pub fn slide_12(axis: Axis, from: Square, occupied: Board) -> Board {
    along(axis, from, occupied, see)
}

/// [`Geometry::hop`] on 12x12.
#[inline(always)]
pub fn hop_12(axis: Axis, from: Square, occupied: Board) -> Board {
    along(axis, from, occupied, see_behind_one)
}

/// [`Geometry::eagle`] on 12x12.
///
/// The two rays that an Eagle sends along the rank above it are what a slider would see there
/// from the Eagle's file; likewise below, and on the files beside it.
#[inline(always)]
pub fn eagle_12(from: Square, occupied: Board) -> Board {
    let (file, rank) = (file_12(from), rank_12(from));
    let mut seen = Board::EMPTY;
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

/// [`Geometry::rhinoceros`] on 12x12.
///
/// A Rhinoceros touches four diagonals. On each, two neighbouring squares are one orthogonal step
/// away, and its rays lead apart from the gap between them.
#[inline(always)]
pub fn rhinoceros_12(from: Square, occupied: Board) -> Board {
    let (file, rank) = (file_12(from), rank_12(from));
    let from_gap = |mask: &[u64; 3], gap: usize| {
        let line = gather_diagonal(mask, occupied);
        spread_diagonal(mask, up(line, gap) | down(line, gap))
    };
    from_gap(&DIAGONALS[11 + file - rank], file)
        | from_gap(&DIAGONALS[13 + file - rank], file + 1)
        | from_gap(&ANTIDIAGONALS[2 + file + rank], file + 1)
        | from_gap(&ANTIDIAGONALS[file + rank], file)
}

/// [`Geometry::shift`] on 12x12.
#[inline(always)]
pub fn shift_12(set: Board, delta: Delta) -> Board {
    const ROW: u64 = 0xFFF;
    let row = if delta.files >= 0 { ROW >> delta.files } else { ROW << -delta.files & ROW };
    let stays = row * ALL_RANKS;
    let words = set.words().map(|word| word & stays);
    let distance = delta.ranks as i32 * 12 + delta.files as i32;
    let (skipped, bits) = (distance.unsigned_abs() as usize / 48, distance.unsigned_abs() % 48);
    let word = |index: usize, back: usize| match index.checked_sub(back) {
        Some(source) => words[source],
        None => 0,
    };
    let ahead = |index: usize, forth: usize| words.get(index + forth).copied().unwrap_or(0);
    Board::from_words(if distance >= 0 {
        std::array::from_fn(|i| {
            (word(i, skipped) << bits | word(i, skipped + 1) >> (48 - bits)) & WORD_MASK_12
        })
    } else {
        std::array::from_fn(|i| {
            (ahead(i, skipped) >> bits | ahead(i, skipped + 1) << (48 - bits)) & WORD_MASK_12
        })
    })
}

/// The squares of a ray from `from` (itself left out) to the edge, nearest first.
pub fn ray<G: Geometry>(from: Square, step: Delta) -> impl Iterator<Item = Square> {
    std::iter::successors(G::offset(from, step), move |&square| G::offset(square, step))
}

/// Squares of `path` up to and including the first occupied one.
pub fn until_blocked<S: SquareSet>(path: impl Iterator<Item = Square>, occupied: S) -> S {
    let mut seen = S::EMPTY;
    for square in path {
        seen.insert(square);
        if occupied.contains(square) {
            break;
        }
    }
    seen
}

/// Squares of `path` behind its first occupied one, up to and including the next occupied one.
pub fn behind_one<S: SquareSet>(path: impl Iterator<Item = Square>, occupied: S) -> S {
    until_blocked(path.skip_while(|&square| !occupied.contains(square)).skip(1), occupied)
}

/// [`Geometry::slide`], square by square.
pub fn walk_slide<G: Geometry>(axis: Axis, from: Square, occupied: G::Set) -> G::Set {
    until_blocked(ray::<G>(from, axis.step()), occupied)
        | until_blocked(ray::<G>(from, -axis.step()), occupied)
}

/// [`Geometry::hop`], square by square.
pub fn walk_hop<G: Geometry>(axis: Axis, from: Square, occupied: G::Set) -> G::Set {
    behind_one(ray::<G>(from, axis.step()), occupied)
        | behind_one(ray::<G>(from, -axis.step()), occupied)
}

/// [`Geometry::eagle`], square by square.
pub fn walk_eagle<G: Geometry>(from: Square, occupied: G::Set) -> G::Set {
    let mut seen = G::Set::EMPTY;
    for (files, ranks) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
        for then in [Delta::new(files, 0), Delta::new(0, ranks)] {
            seen |= until_blocked(bent_path::<G>(from, Delta::new(files, ranks), then), occupied);
        }
    }
    seen
}

/// [`Geometry::rhinoceros`], square by square.
pub fn walk_rhinoceros<G: Geometry>(from: Square, occupied: G::Set) -> G::Set {
    let mut seen = G::Set::EMPTY;
    for (files, ranks) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
        for first in [Delta::new(files, 0), Delta::new(0, ranks)] {
            seen |= until_blocked(bent_path::<G>(from, first, Delta::new(files, ranks)), occupied);
        }
    }
    seen
}

/// The square one `first` step away and then those of a ray along `then`.
pub fn bent_path<G: Geometry>(
    from: Square,
    first: Delta,
    then: Delta,
) -> impl Iterator<Item = Square> {
    G::offset(from, first)
        .into_iter()
        .flat_map(move |bend| std::iter::once(bend).chain(ray::<G>(bend, then)))
}
