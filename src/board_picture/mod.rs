//! Pictures of positions: as text and as SVG.

mod pieces;
mod svg;
mod text;

pub use pieces::picture_files;
pub use svg::svg;
pub use text::{TextStyle, text};

use crate::geometry::{Board12, Geometry};
use crate::position::{Move, Position};
use crate::square::Square;

/// What a picture shows beside the position.
#[derive(Clone, Copy, Debug, Default)]
pub struct View {
    /// Whether Black's side is below.
    pub flipped: bool,
    /// The last move, whose squares are marked.
    pub last_move: Option<Move>,
}

impl View {
    fn marks(self, square: Square) -> bool {
        self.last_move.is_some_and(|mv| mv.from() == square || mv.to() == square)
    }

    /// Ranks from the top down, from 0.
    fn ranks(self) -> Vec<i32> {
        let ranks = 0..Board12::RANKS as i32;
        if self.flipped { ranks.collect() } else { ranks.rev().collect() }
    }

    /// Files from the left, from 0.
    fn files(self) -> Vec<i32> {
        let files = 0..Board12::FILES as i32;
        if self.flipped { files.rev().collect() } else { files.collect() }
    }

    /// The squares with their column and row in the picture, row by row from the top.
    fn squares(self) -> impl Iterator<Item = (usize, usize, Square)> {
        self.ranks().into_iter().enumerate().flat_map(move |(row, rank)| {
            let files = self.files().into_iter().enumerate();
            files
                .filter_map(move |(column, file)| Some((column, row, Board12::square(file, rank)?)))
        })
    }
}

/// The letter of the piece on a square, upper case for White.
fn letter(position: &Position<Board12>, square: Square) -> Option<char> {
    position.on(square).map(|piece| position.rules().letter(piece))
}

fn file_name(file: i32) -> char {
    char::from(b'a' + file as u8)
}
