//! The first field of a FEN: which piece stands where.

use crate::square::Coordinates;
use std::collections::BTreeMap;

/// Why a text is no piece placement of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlacementError {
    /// Too few or too many ranks.
    #[error("{found} ranks in the placement; the board has {expected}")]
    Ranks {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A rank with too few or too many squares.
    #[error("rank {rank} has {found} squares; the board has {expected} files")]
    Files {
        /// The rank, from 1.
        rank: usize,
        /// How many squares it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// A letter that is no piece of the game.
    #[error("`{letter}` on rank {rank} is no piece of this game")]
    Letter {
        /// The letter.
        letter: char,
        /// The rank, from 1.
        rank: usize,
    },
    /// A run of empty squares written with a zero in front.
    #[error("`{number}` on rank {rank} is no number of empty squares")]
    Empties {
        /// What is written.
        number: String,
        /// The rank, from 1.
        rank: usize,
    },
}

/// Reads a piece placement of a board with so many files and ranks, from the last rank down. `put`
/// is given each letter with its file and rank, counted from 0, and says whether it is a piece; the
/// file is beyond the board if the rank is too long, which is an error in the end.
pub fn read(
    text: &str,
    files: usize,
    ranks: usize,
    mut put: impl FnMut(usize, usize, char) -> bool,
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

/// Reads a rank; returns how many squares it has.
fn read_rank(
    text: &str,
    rank: usize,
    put: &mut impl FnMut(usize, usize, char) -> bool,
) -> Result<usize, PlacementError> {
    let mut file = 0;
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
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
            if !put(file, rank, letter) {
                return Err(PlacementError::Letter { letter, rank: rank + 1 });
            }
            file += 1;
            rest = &rest[letter.len_utf8()..];
        }
    }
    Ok(file)
}

/// The letters of a piece placement by square, whatever they stand for.
pub fn letters(
    text: &str,
    files: usize,
    ranks: usize,
) -> Result<BTreeMap<Coordinates, char>, PlacementError> {
    let mut letters = BTreeMap::new();
    read(text, files, ranks, |file, rank, letter| {
        if file < files {
            letters.insert(Coordinates { file: file as u8, rank: rank as u8 }, letter);
        }
        true
    })?;
    Ok(letters)
}

/// The piece placement of a board with so many files and ranks, on whose squares these letters
/// stand.
pub fn write(files: usize, ranks: usize, letter: impl Fn(Coordinates) -> Option<char>) -> String {
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
                    text.push(letter);
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

    fn letters(text: &str) -> Result<BTreeMap<Coordinates, char>, PlacementError> {
        let mut letters = BTreeMap::new();
        read(text, 12, 3, |file, rank, letter| {
            letters.insert(Coordinates { file: file as u8, rank: rank as u8 }, letter);
            letter.is_ascii_alphabetic()
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
            ("12/5?6/12", "`?` on rank 2 is no piece of this game"),
            ("012/12/12", "`012` on rank 3 is no number of empty squares"),
            ("99999/12/12", "`99999` on rank 3 is no number of empty squares"),
        ] {
            assert_eq!(letters(text).expect_err("no placement").to_string(), message);
        }
    }
}
