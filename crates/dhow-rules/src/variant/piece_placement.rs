//! The piece placement: the first field of a FEN.

use crate::pieces::Letter;
use crate::square::Coordinates;
use std::collections::BTreeMap;

/// Why a text is not a piece placement of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlacementError {
    /// The number of ranks is wrong.
    #[error("{found} ranks in the placement; the board has {expected}")]
    Ranks {
        /// The number of ranks in the text.
        found: usize,
        /// The number of ranks of the board.
        expected: usize,
    },
    /// The number of squares of a rank is wrong.
    #[error("rank {rank} has {found} squares; the board has {expected} files")]
    Files {
        /// The rank, from 1.
        rank: usize,
        /// The number of squares in the text.
        found: usize,
        /// The number of files of the board.
        expected: usize,
    },
    /// A letter that is not a piece of the game.
    #[error("`{letter}` on rank {rank} is not a piece of this game")]
    Letter {
        /// The unknown letter.
        letter: Letter,
        /// The rank, from 1.
        rank: usize,
    },
    /// A number of empty squares that starts with 0 or is too large.
    #[error("`{number}` on rank {rank} is not a number of empty squares")]
    Empties {
        /// The digits in the text.
        number: String,
        /// The rank, from 1.
        rank: usize,
    },
    /// Something stands on a square that the board does not have, or it is written as empty.
    #[error("the board has no square {0}; a FEN has `*` there")]
    Hole(String),
    /// A square of the board is written as missing.
    #[error("`*` on {0}, which is a square of this board")]
    NoHole(String),
}

/// The sign for a square that the board does not have.
pub const HOLE: char = '*';

/// Reads a piece placement of a board with `files` files and `ranks` ranks, from the last rank
/// down.
///
/// Calls `put` with the file and rank (from 0) and the letter of each piece, or [`HOLE`]. `put`
/// returns whether the letter is a piece of the game. In a rank that is too long the file may be off the board;
/// such a text fails after the calls.
pub fn read(
    text: &str,
    files: usize,
    ranks: usize,
    mut put: impl FnMut(usize, usize, Letter) -> bool,
) -> Result<(), PlacementError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != ranks {
        return Err(PlacementError::Ranks { found: rows.len(), expected: ranks });
    }
    for (row, text) in rows.into_iter().enumerate() {
        let rank = ranks - 1 - row;
        let found = read_rank(text, rank, &mut put)?;
        if found != files {
            return Err(PlacementError::Files { rank: rank + 1, found, expected: files });
        }
    }
    Ok(())
}

/// Reads a rank and returns its number of squares.
fn read_rank(
    text: &str,
    rank: usize,
    put: &mut impl FnMut(usize, usize, Letter) -> bool,
) -> Result<usize, PlacementError> {
    let mut file = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let number = &rest[..digits];
            let empties = (!number.starts_with('0')).then(|| number.parse::<u16>().ok()).flatten();
            let Some(empties) = empties else {
                return Err(PlacementError::Empties { number: number.into(), rank: rank + 1 });
            };
            file += usize::from(empties);
            rest = &rest[digits..];
        } else {
            let (letter, after) = Letter::first(rest).unwrap_or(('+'.into(), ""));
            if !put(file, rank, letter) {
                return Err(PlacementError::Letter { letter, rank: rank + 1 });
            }
            file += 1;
            rest = after;
        }
    }
    Ok(file)
}

/// Reads a piece placement into a map from squares to letters, whatever the letters stand for;
/// missing squares are [`HOLE`].
///
/// ```
/// use dhow_rules::variant::piece_placement::{letters, write};
///
/// let placed = letters("2k/3/K2", 3, 3)?;
/// assert_eq!(write(3, 3, |square| placed.get(&square).copied()), "2k/3/K2");
/// # Ok::<(), dhow_rules::variant::piece_placement::PlacementError>(())
/// ```
pub fn letters(
    text: &str,
    files: usize,
    ranks: usize,
) -> Result<BTreeMap<Coordinates, Letter>, PlacementError> {
    let mut letters = BTreeMap::new();
    read(text, files, ranks, |file, rank, letter| {
        if file < files {
            letters.insert(Coordinates { file: file as u8, rank: rank as u8 }, letter);
        }
        true
    })?;
    Ok(letters)
}

/// The squares that a piece placement marks as missing, sorted; none if it does not fit the board.
pub fn holes(text: &str, files: usize, ranks: usize) -> Vec<Coordinates> {
    let letters = letters(text, files, ranks).unwrap_or_default().into_iter();
    letters.filter(|&(_, letter)| letter == HOLE).map(|(square, _)| square).collect()
}

/// Writes the piece placement of a board on which these letters stand.
pub fn write<L: Into<Letter>>(
    files: usize,
    ranks: usize,
    letter: impl Fn(Coordinates) -> Option<L>,
) -> String {
    let row = |rank: usize| {
        let mut text = String::new();
        let mut empties = 0;
        let flush = |text: &mut String, empties: &mut usize| {
            if *empties > 0 {
                *text += &std::mem::take(empties).to_string();
            }
        };
        for file in 0..files {
            match letter(Coordinates { file: file as u8, rank: rank as u8 }) {
                Some(letter) => {
                    flush(&mut text, &mut empties);
                    text.extend([letter.into()]);
                }
                None => empties += 1,
            }
        }
        flush(&mut text, &mut empties);
        text
    };
    (0..ranks).rev().map(row).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(text: &str) -> Result<BTreeMap<Coordinates, Letter>, PlacementError> {
        let mut letters = BTreeMap::new();
        read(text, 12, 3, |file, rank, letter| {
            letters.insert(Coordinates { file: file as u8, rank: rank as u8 }, letter);
            letter.plain().is_ascii_alphabetic()
        })?;
        Ok(letters)
    }

    #[test]
    fn placements_are_read_as_they_are_written() {
        for text in ["12/12/12", "k11/1a2b7/11K", "abcdefghijkl/12/10AB"] {
            let letters = letters(text).expect("a placement");
            assert_eq!(write(12, 3, |square| letters.get(&square).copied()), text);
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_its_rank() {
        for (text, message) in [
            ("12/12", "2 ranks in the placement; the board has 3"),
            ("12/11/12", "rank 2 has 11 squares; the board has 12 files"),
            ("12/12/12a", "rank 1 has 13 squares; the board has 12 files"),
            ("12/5?6/12", "`?` on rank 2 is not a piece of this game"),
            ("012/12/12", "`012` on rank 3 is not a number of empty squares"),
            ("99999/12/12", "`99999` on rank 3 is not a number of empty squares"),
        ] {
            assert_eq!(letters(text).expect_err("no placement").to_string(), message);
        }
    }
}
