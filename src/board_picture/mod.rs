//! Pictures of positions: as text and as SVG.

mod pieces;
mod svg;
mod text;

pub use pieces::picture_files;
pub use svg::svg;
pub use text::{TextStyle, text};

use crate::game::Game;
use crate::pieces::Piece;
use crate::position::Move;
use crate::square::Coordinates;

/// What a picture shows beside the position.
#[derive(Clone, Copy, Debug, Default)]
pub struct View {
    /// Whether Black's side is below.
    pub flipped: bool,
    /// The last move, whose squares are marked.
    pub last_move: Option<Move>,
}

/// A square of a picture.
struct Cell {
    /// Its column in the picture, from the left.
    column: usize,
    /// Its row in the picture, from the top.
    row: usize,
    square: Coordinates,
    piece: Option<Piece>,
    /// Whether the last move started or ended here.
    marked: bool,
}

impl View {
    /// Ranks from the top down, from 0.
    fn ranks(self, game: &Game) -> Vec<u8> {
        let ranks = 0..game.variant().ranks as u8;
        if self.flipped { ranks.collect() } else { ranks.rev().collect() }
    }

    /// Files from the left, from 0.
    fn files(self, game: &Game) -> Vec<u8> {
        let files = 0..game.variant().files as u8;
        if self.flipped { files.rev().collect() } else { files.collect() }
    }

    /// The squares of the picture, row by row from the top.
    fn cells(self, game: &Game) -> Vec<Vec<Cell>> {
        let position = game.position();
        let ends = self.last_move.map(|mv| position.squares(mv));
        let marked = |square| ends.is_some_and(|(from, to)| from == square || to == square);
        let cell = |row: usize, column: usize, square: Coordinates| Cell {
            column,
            row,
            square,
            piece: position.on(square),
            marked: marked(square),
        };
        let files = self.files(game);
        let row = |(row, rank): (usize, u8)| {
            let squares = files.iter().map(|&file| Coordinates { file, rank }).enumerate();
            squares.map(|(column, square)| cell(row, column, square)).collect()
        };
        self.ranks(game).into_iter().enumerate().map(row).collect()
    }
}

fn file_name(file: u8) -> String {
    Coordinates { file, rank: 0 }.file_name()
}
