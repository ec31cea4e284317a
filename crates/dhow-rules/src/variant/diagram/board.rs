//! Squares and arrays of a diagram.

use super::definition::{DiagramPiece, leading_number};
use crate::square::Coordinates;
use std::collections::BTreeMap;

/// The greatest number of files and of ranks that a diagram may have. The limits for boards of games are checked with
/// the game.
pub const MAX_SIDE: usize = 32;

/// The greatest length of the list of a piece's squares, in bytes.
const MAX_SQUARES: usize = 4096;

/// How Black's array follows from White's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArraySymmetry {
    /// Each piece is mirrored along its file.
    Mirror,
    /// The array is turned by half a turn.
    Rotate,
    /// Black's array is written out.
    None,
}

/// The size of the board and the names of its squares.
#[derive(Clone, Copy, Debug)]
pub struct DiagramBoard {
    pub files: usize,
    pub ranks: usize,
    /// The number of the lowest rank.
    pub first_rank: i32,
    pub symmetry: ArraySymmetry,
}

/// The content of a square: the index of a kind and whether it is Black's; `None` for a missing square.
pub type DiagramArray = BTreeMap<Coordinates, Option<(usize, bool)>>;

impl DiagramBoard {
    /// Black's square in place of White's, or the other way round.
    pub fn opposite(&self, square: Coordinates) -> Option<Coordinates> {
        let rank = self.ranks as u8 - 1 - square.rank;
        match self.symmetry {
            ArraySymmetry::Mirror => Some(Coordinates { rank, ..square }),
            ArraySymmetry::Rotate => {
                Some(Coordinates { rank, file: self.files as u8 - 1 - square.file })
            }
            ArraySymmetry::None => None,
        }
    }

    /// Puts a piece on its squares; `None` stands for missing squares. Returns the squares of other
    /// pieces that it takes.
    ///
    /// # Errors
    /// The first text that is not a square.
    pub fn put(
        &self,
        piece: &DiagramPiece,
        kind: Option<usize>,
        standing: &mut DiagramArray,
    ) -> Result<Vec<String>, String> {
        let mut black = false;
        if piece.squares.len() > MAX_SQUARES {
            return Err(format!("the squares take more than {MAX_SQUARES} bytes"));
        }
        let mut replaced = Vec::new();
        let mut put = |square: Coordinates, black: bool| {
            let piece = kind.map(|kind| (kind, black));
            // Black's squares may be written though they follow from White's.
            if standing.insert(square, piece).is_some_and(|other| other != piece) {
                replaced.push(square.to_string());
            }
        };
        // A piece that stands nowhere may have a 0 there.
        let none = piece.squares.is_empty() || piece.squares == "0";
        for text in piece.squares.split(',').filter(|_| !none) {
            let Some(text) = text.split_whitespace().next() else {
                black = true;
                continue;
            };
            for square in self.squares(text)? {
                put(square, black);
                let other = self.opposite(square).filter(|other| !black && *other != square);
                if let Some(other) = other {
                    put(other, true);
                }
            }
        }
        Ok(replaced)
    }

    /// The squares of `a2`, `a2-h2` or of a rectangle such as `e2-h3`.
    fn squares(&self, text: &str) -> Result<Vec<Coordinates>, String> {
        let wrong = || format!("`{}` is not a square of the board", crate::text::excerpt(text));
        let (from, to) = text.split_once('-').unwrap_or((text, text));
        let from = self.square(from).ok_or_else(wrong)?;
        let to = self.square(to).ok_or_else(wrong)?;
        let files = from.file.min(to.file)..=from.file.max(to.file);
        let ranks = from.rank.min(to.rank)..=from.rank.max(to.rank);
        let rank = |rank| files.clone().map(move |file| Coordinates { file, rank });
        Ok(ranks.flat_map(rank).collect())
    }

    fn square(&self, text: &str) -> Option<Coordinates> {
        let file = text.bytes().next().filter(u8::is_ascii_alphabetic)?;
        let file = file.to_ascii_lowercase() - b'a';
        let rank = leading_number(text.get(1..)?)?.checked_sub(self.first_rank)?;
        let rank = u8::try_from(rank).ok()?;
        let inside = usize::from(file) < self.files && usize::from(rank) < self.ranks;
        inside.then_some(Coordinates { file, rank })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_read() {
        let board =
            DiagramBoard { files: 10, ranks: 10, first_rank: 0, symmetry: ArraySymmetry::Mirror };
        let names = |text| -> Result<Vec<String>, String> {
            Ok(board.squares(text)?.iter().map(ToString::to_string).collect())
        };
        assert_eq!(names("a0"), Ok(vec!["a1".into()]));
        assert_eq!(names("c9-a9"), Ok(["a10", "b10", "c10"].map(String::from).into()));
        assert_eq!(names("b1-c2"), Ok(["b2", "c2", "b3", "c3"].map(String::from).into()));
        for text in ["a10", "k1", "a-1", "a", "1", "é1", "a1-", "a99999999999"] {
            assert_eq!(names(text), Err(format!("`{text}` is not a square of the board")));
        }
    }
}
