//! The board: a plain array of squares.

use super::{Color, Piece};

/// File and rank from 0: a1 is (0, 0). Such pairs "sort by file then rank", as squares do.
pub(super) type Square = (i32, i32);

/// A board of the size of the game with what stands on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Board {
    pub(super) files: i32,
    pub(super) ranks: i32,
    /// File by file, each from rank 1 up.
    squares: Vec<Option<Piece>>,
}

impl Board {
    /// A board on which nothing stands.
    pub(super) fn empty(files: i32, ranks: i32) -> Board {
        Board { files, ranks, squares: vec![None; (files * ranks) as usize] }
    }

    /// Is there such a square?
    pub(super) fn contains(&self, square: Square) -> bool {
        (0..self.files).contains(&square.0) && (0..self.ranks).contains(&square.1)
    }

    fn index(&self, square: Square) -> usize {
        assert!(self.contains(square), "{square:?} is not on the board");
        (square.0 * self.ranks + square.1) as usize
    }

    /// What stands on the square.
    pub(super) fn at(&self, square: Square) -> Option<Piece> {
        self.squares[self.index(square)]
    }

    /// Puts a piece, or nothing, on the square.
    pub(super) fn set(&mut self, square: Square, piece: Option<Piece>) {
        let index = self.index(square);
        self.squares[index] = piece;
    }

    /// Does nothing stand on the square?
    pub(super) fn is_empty(&self, square: Square) -> bool {
        self.at(square).is_none()
    }

    /// Does a piece of this side stand on the square?
    pub(super) fn has(&self, square: Square, color: Color) -> bool {
        self.at(square).is_some_and(|piece| piece.0 == color)
    }

    /// The squares of all pieces of one side, sorted.
    pub(super) fn pieces(&self, color: Color) -> Vec<Square> {
        let mut squares = Vec::new();
        for file in 0..self.files {
            for rank in 0..self.ranks {
                if self.has((file, rank), color) {
                    squares.push((file, rank));
                }
            }
        }
        squares
    }
}

/// The number of King steps between two squares on an empty board.
pub(super) fn king_steps(a: Square, b: Square) -> i32 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}
