//! The lines of square boards with four ranks to a word, each as an integer with one bit for each
//! file.

use super::Geometry;
use super::line_board::{LineBoard, Mobility};
use super::sixteen;
use super::twelve;
use crate::square::Square;

/// The lines of the 12x12 board.
pub type Lines12 = SquareLines<12, 78>;
/// The lines of the 16x16 board.
pub type Lines16 = SquareLines<16, 102>;

/// The occupancy of every line. Bits are numbered by rank on files, and by file on all other lines.
///
/// Squares off the board (at the ends of diagonals, and on the lines beside the board) count as
/// occupied, so no piece sees an empty square there.
///
/// There are ranks and files from -1 to `FILES`, diagonals from `-FILES` to `FILES` (file minus
/// rank), and antidiagonals from -1 to `2 * FILES - 1` (file plus rank): `LINES` in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareLines<const FILES: usize, const LINES: usize>([u16; LINES]);

/// The lines on which a square lies, and its position on them.
#[derive(Clone, Copy)]
struct Place {
    file: u8,
    rank: u8,
    rank_line: u8,
    file_line: u8,
    diagonal: u8,
    antidiagonal: u8,
}

/// One more than the highest square index of these boards.
const INDEX_SPACE: usize = 256;

/// The squares that a slider sees on a line, from its position and the occupied squares.
type Look = fn(usize, u32) -> u32;

impl<const FILES: usize, const LINES: usize> SquareLines<FILES, LINES> {
    const LINE: u32 = (1 << FILES) - 1;
    const FIRST_RANK: usize = 1;
    const FIRST_FILE: usize = Self::FIRST_RANK + FILES + 2;
    const MAIN_DIAGONAL: usize = Self::FIRST_FILE + FILES + 1 + FILES;
    const FIRST_ANTIDIAGONAL: usize = Self::MAIN_DIAGONAL + FILES + 2;

    const PLACES: &[Place; INDEX_SPACE] = &{
        assert!(Self::FIRST_ANTIDIAGONAL + 2 * FILES == LINES);
        let nowhere =
            Place { file: 0, rank: 0, rank_line: 0, file_line: 0, diagonal: 0, antidiagonal: 0 };
        let mut places = [nowhere; INDEX_SPACE];
        let mut index = 0;
        while index < FILES * FILES {
            let (file, rank) = (index % FILES, index / FILES);
            places[rank / 4 * 64 + rank % 4 * FILES + file] = Place {
                file: file as u8,
                rank: rank as u8,
                rank_line: (Self::FIRST_RANK + rank) as u8,
                file_line: (Self::FIRST_FILE + file) as u8,
                diagonal: (Self::MAIN_DIAGONAL + file - rank) as u8,
                antidiagonal: (Self::FIRST_ANTIDIAGONAL + file + rank) as u8,
            };
            index += 1;
        }
        places
    };

    const EMPTY: Self = {
        let all = Self::LINE as u16;
        let mut lines = [0; LINES];
        (lines[Self::FIRST_RANK - 1], lines[Self::FIRST_RANK + FILES]) = (all, all);
        (lines[Self::FIRST_FILE - 1], lines[Self::FIRST_FILE + FILES]) = (all, all);
        let mut line = 0;
        while line <= 2 * FILES {
            let (mut rising, mut falling, mut file) = (all, all, 0);
            while file < FILES {
                // rank = file - difference on a diagonal, and rank = sum - file on an antidiagonal.
                let on_rising = file + FILES >= line && file + FILES - line < FILES;
                let on_falling = line > file && line - 1 - file < FILES;
                rising &= !((on_rising as u16) << file);
                falling &= !((on_falling as u16) << file);
                file += 1;
            }
            lines[Self::MAIN_DIAGONAL + line - FILES] = rising;
            lines[Self::FIRST_ANTIDIAGONAL + line - 1] = falling;
            line += 1;
        }
        Self(lines)
    };

    #[inline(always)]
    fn place(square: Square) -> &'static Place {
        &Self::PLACES[square.index()]
    }

    #[inline(always)]
    fn flip(&mut self, square: Square) {
        let at = Self::place(square);
        self.0[at.rank_line as usize] ^= 1 << at.file;
        self.0[at.file_line as usize] ^= 1 << at.rank;
        self.0[at.diagonal as usize] ^= 1 << at.file;
        self.0[at.antidiagonal as usize] ^= 1 << at.file;
    }

    #[inline(always)]
    fn see(position: usize, occupied: u32) -> u32 {
        match FILES {
            12 => twelve::see(position, occupied),
            _ => sixteen::see(position, occupied),
        }
    }

    #[inline(always)]
    fn see_behind_one(position: usize, occupied: u32) -> u32 {
        match FILES {
            12 => twelve::see_behind_one(position, occupied),
            _ => sixteen::see_behind_one(position, occupied),
        }
    }

    /// The squares seen both ways from the gap below position `gap`.
    #[inline(always)]
    fn from_gap(gap: usize, occupied: u32) -> u32 {
        match FILES {
            12 => twelve::up(occupied, gap) | twelve::down(occupied, gap),
            _ => sixteen::up(occupied, gap) | sixteen::down(occupied, gap),
        }
    }

    /// The two neighbours of a position on its line, occupied or not.
    #[inline(always)]
    fn beside(position: usize, _: u32) -> u32 {
        (5 << position >> 1) & Self::LINE
    }

    /// Counts the squares of one line that `look` returns for its occupancy.
    #[inline(always)]
    fn on(&self, zone: &Self, line: usize, look: impl Fn(u32) -> u32) -> Mobility {
        let (occupied, zone) = (self.0[line] as u32, zone.0[line] as u32);
        let seen = look(occupied);
        Mobility { empty: (seen & !occupied).count_ones(), zone: (seen & zone).count_ones() }
    }

    #[inline(always)]
    fn rook_lines(&self, zone: &Self, from: Square, look: Look) -> Mobility {
        let at = Self::place(from);
        self.on(zone, at.rank_line as usize, |line| look(at.file as usize, line))
            + self.on(zone, at.file_line as usize, |line| look(at.rank as usize, line))
    }

    #[inline(always)]
    fn bishop_lines(&self, zone: &Self, from: Square, look: Look) -> Mobility {
        let at = Self::place(from);
        self.on(zone, at.diagonal as usize, |line| look(at.file as usize, line))
            + self.on(zone, at.antidiagonal as usize, |line| look(at.file as usize, line))
    }
}

impl<const FILES: usize, const LINES: usize> Default for SquareLines<FILES, LINES> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<G: Geometry, const FILES: usize, const LINES: usize> LineBoard<G>
    for SquareLines<FILES, LINES>
{
    type Zone = Self;

    fn zone(squares: G::Set) -> Self {
        let mut zone = Self([0; LINES]);
        squares.into_iter().for_each(|square| zone.flip(square));
        zone
    }

    #[inline(always)]
    fn toggle(&mut self, square: Square) {
        self.flip(square);
    }

    #[inline(always)]
    fn rook(&self, from: Square, zone: &Self) -> Mobility {
        self.rook_lines(zone, from, Self::see)
    }

    #[inline(always)]
    fn bishop(&self, from: Square, zone: &Self) -> Mobility {
        self.bishop_lines(zone, from, Self::see)
    }

    #[inline(always)]
    fn rook_hop(&self, from: Square, zone: &Self) -> Mobility {
        self.rook_lines(zone, from, Self::see_behind_one)
    }

    #[inline(always)]
    fn bishop_hop(&self, from: Square, zone: &Self) -> Mobility {
        self.bishop_lines(zone, from, Self::see_behind_one)
    }

    /// Uses the ranks and files beside the Eagle, as [`Geometry::eagle`] does.
    #[inline(always)]
    fn eagle(&self, from: Square, zone: &Self) -> Mobility {
        let at = Self::place(from);
        let (rank, file) = (at.rank_line as usize, at.file_line as usize);
        let along_rank = |line| self.on(zone, line, |line| Self::see(at.file as usize, line));
        let along_file = |line| self.on(zone, line, |line| Self::see(at.rank as usize, line));
        let seen = along_rank(rank - 1)
            + along_rank(rank + 1)
            + along_file(file - 1)
            + along_file(file + 1);
        // The four diagonal neighbours lie on both a rank and a file, so they were counted twice.
        seen - self.bishop_lines(zone, from, Self::beside)
    }

    /// Uses the gaps on four diagonals, as [`Geometry::rhinoceros`] does.
    #[inline(always)]
    fn rhinoceros(&self, from: Square, zone: &Self) -> Mobility {
        let at = Self::place(from);
        let (rising, falling, file) =
            (at.diagonal as usize, at.antidiagonal as usize, at.file as usize);
        let from_gap = |line, gap| self.on(zone, line, |line| Self::from_gap(gap, line));
        let seen = from_gap(rising - 1, file)
            + from_gap(rising + 1, file + 1)
            + from_gap(falling + 1, file + 1)
            + from_gap(falling - 1, file);
        // The four orthogonal neighbours lie on two diagonals, so they were counted twice.
        seen - self.rook_lines(zone, from, Self::beside)
    }
}
