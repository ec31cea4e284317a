//! The lines of the 12x12 board as numbers of twelve bits.

use super::line_board::{LineBoard, Sight};
use super::twelve::{ANTIDIAGONALS, DIAGONALS, LINE, down, see, see_behind_one, up};
use super::{Board12, Geometry};
use crate::bitboard::Bitboard;
use crate::square::Square;

/// The lines of the 12x12 board as twelve bits each: ranks by file, all others by rank or file.
///
/// Squares off the board, at the ends of diagonals and on the lines beside the board, are
/// occupied: so nobody sees an empty square there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines12([u16; LINES]);

/// Ranks and files from -1 to 12, diagonals by file minus rank from -12 to 12, antidiagonals by
/// file plus rank from -1 to 23.
const LINES: usize = 80;
const FIRST_RANK: usize = 1;
const FIRST_FILE: usize = FIRST_RANK + 14;
const MAIN_DIAGONAL: usize = FIRST_FILE + 13 + 12;
const FIRST_ANTIDIAGONAL: usize = MAIN_DIAGONAL + 14;

/// The lines on which a square lies, and where on them.
#[derive(Clone, Copy)]
struct Place {
    file: u8,
    rank: u8,
    rank_line: u8,
    file_line: u8,
    diagonal: u8,
    antidiagonal: u8,
}

static PLACES: [Place; Board12::INDEX_SPACE] = {
    let nowhere =
        Place { file: 0, rank: 0, rank_line: 0, file_line: 0, diagonal: 0, antidiagonal: 0 };
    let mut places = [nowhere; Board12::INDEX_SPACE];
    let mut index = 0;
    while index < 144 {
        let (file, rank) = (index % 12, index / 12);
        places[rank / 4 * 64 + rank % 4 * 12 + file] = Place {
            file: file as u8,
            rank: rank as u8,
            rank_line: (FIRST_RANK + rank) as u8,
            file_line: (FIRST_FILE + file) as u8,
            diagonal: (MAIN_DIAGONAL + file - rank) as u8,
            antidiagonal: (FIRST_ANTIDIAGONAL + file + rank) as u8,
        };
        index += 1;
    }
    places
};

impl Place {
    #[inline(always)]
    fn of(square: Square) -> &'static Self {
        &PLACES[square.index()]
    }
}

impl Lines12 {
    const EMPTY: Self = {
        let all = LINE as u16;
        let mut lines = [0; LINES];
        (lines[FIRST_RANK - 1], lines[FIRST_RANK + 12]) = (all, all);
        (lines[FIRST_FILE - 1], lines[FIRST_FILE + 12]) = (all, all);
        let mut line = 0;
        while line < 25 {
            lines[MAIN_DIAGONAL + line - 12] = all & !files_of(&DIAGONALS[line]);
            lines[FIRST_ANTIDIAGONAL + line - 1] = all & !files_of(&ANTIDIAGONALS[line]);
            line += 1;
        }
        Self(lines)
    };

    #[inline(always)]
    fn flip(&mut self, square: Square) {
        let at = Place::of(square);
        self.0[at.rank_line as usize] ^= 1 << at.file;
        self.0[at.file_line as usize] ^= 1 << at.rank;
        self.0[at.diagonal as usize] ^= 1 << at.file;
        self.0[at.antidiagonal as usize] ^= 1 << at.file;
    }

    /// What is seen on one line, by a function from its occupied to its seen squares.
    #[inline(always)]
    fn on(&self, zone: &Self, line: usize, look: impl Fn(u32) -> u32) -> Sight {
        let (occupied, zone) = (self.0[line] as u32, zone.0[line] as u32);
        let seen = look(occupied);
        Sight { empty: (seen & !occupied).count_ones(), zone: (seen & zone).count_ones() }
    }

    #[inline(always)]
    fn rook_lines(&self, zone: &Self, from: Square, look: fn(usize, u32) -> u32) -> Sight {
        let at = Place::of(from);
        self.on(zone, at.rank_line as usize, |line| look(at.file as usize, line))
            + self.on(zone, at.file_line as usize, |line| look(at.rank as usize, line))
    }

    #[inline(always)]
    fn bishop_lines(&self, zone: &Self, from: Square, look: fn(usize, u32) -> u32) -> Sight {
        let at = Place::of(from);
        self.on(zone, at.diagonal as usize, |line| look(at.file as usize, line))
            + self.on(zone, at.antidiagonal as usize, |line| look(at.file as usize, line))
    }
}

/// The squares on either side, whatever stands there.
#[inline(always)]
fn beside(position: usize, _: u32) -> u32 {
    (5 << position >> 1) & LINE
}

/// The files on which a diagonal has a square.
const fn files_of(diagonal: &[u64; 3]) -> u16 {
    let merged = diagonal[0] | diagonal[1] | diagonal[2];
    ((merged | merged >> 12 | merged >> 24 | merged >> 36) & LINE as u64) as u16
}

impl Default for Lines12 {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl LineBoard<Board12> for Lines12 {
    type Zone = Self;

    fn zone(squares: Bitboard<3>) -> Self {
        let mut zone = Self([0; LINES]);
        squares.into_iter().for_each(|square| zone.flip(square));
        zone
    }

    #[inline(always)]
    fn toggle(&mut self, square: Square) {
        self.flip(square);
    }

    #[inline(always)]
    fn rook(&self, from: Square, zone: &Self) -> Sight {
        self.rook_lines(zone, from, see)
    }

    #[inline(always)]
    fn bishop(&self, from: Square, zone: &Self) -> Sight {
        self.bishop_lines(zone, from, see)
    }

    #[inline(always)]
    fn rook_hop(&self, from: Square, zone: &Self) -> Sight {
        self.rook_lines(zone, from, see_behind_one)
    }

    #[inline(always)]
    fn bishop_hop(&self, from: Square, zone: &Self) -> Sight {
        self.bishop_lines(zone, from, see_behind_one)
    }

    /// The ranks and files beside the Eagle, as [`super::twelve::eagle`] has them.
    #[inline(always)]
    fn eagle(&self, from: Square, zone: &Self) -> Sight {
        let at = Place::of(from);
        let (rank, file) = (at.rank_line as usize, at.file_line as usize);
        let along_rank = |line| self.on(zone, line, |line| see(at.file as usize, line));
        let along_file = |line| self.on(zone, line, |line| see(at.rank as usize, line));
        let seen = along_rank(rank - 1)
            + along_rank(rank + 1)
            + along_file(file - 1)
            + along_file(file + 1);
        // The first squares lie on a rank and a file.
        seen - self.bishop_lines(zone, from, beside)
    }

    /// The gaps on four diagonals, as [`super::twelve::rhinoceros`] has them.
    #[inline(always)]
    fn rhinoceros(&self, from: Square, zone: &Self) -> Sight {
        let at = Place::of(from);
        let (rising, falling, file) =
            (at.diagonal as usize, at.antidiagonal as usize, at.file as usize);
        let from_gap = |line, gap| self.on(zone, line, |line| up(line, gap) | down(line, gap));
        let seen = from_gap(rising - 1, file)
            + from_gap(rising + 1, file + 1)
            + from_gap(falling + 1, file + 1)
            + from_gap(falling - 1, file);
        // The first squares lie on two diagonals.
        seen - self.rook_lines(zone, from, beside)
    }
}
