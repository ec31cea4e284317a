//! Which quiet moves did well after which others.

use super::history::{PIECES, update};
use crate::geometry::Square;
use crate::pieces::{MAX_PIECE_TYPES, Piece};
use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

/// Plies back of the moves that count: the opponent's last and the own one before it.
pub const BACK: [usize; 2] = [1, 2];

/// The squares of the largest board, without the gaps in their numbering.
const SQUARES: usize = 144;
const ROW: usize = MAX_PIECE_TYPES * SQUARES;

/// The moves before a position, as rows of [`Continuations`]; `None` for a pass or none.
pub type Context = [Option<usize>; BACK.len()];

/// History scores of a piece's coming to a square after another piece's coming to some square.
///
/// A row for each piece and square that came before holds a score for each kind and square: for 21
/// kinds and 144 squares 35 MiB a table, of which the system provides what is used.
pub struct Continuations([Box<[AtomicI16]>; BACK.len()]);

impl Continuations {
    /// Histories that know nothing.
    pub fn new() -> Self {
        Self(BACK.map(|_| bytemuck::allocation::zeroed_slice_box(PIECES * SQUARES * ROW)))
    }

    /// The row of scores after a piece has come to a square.
    pub fn row(piece: Piece, to: Square) -> usize {
        (piece.index() * SQUARES + dense(to)) * ROW
    }

    /// How well a quiet move did in this context: twice for the opponent's move, once for the own.
    #[inline]
    pub fn score(&self, context: &Context, piece: Piece, to: Square) -> i32 {
        let [reply, follow_up] = [0, 1].map(|back| {
            self.slot(context, back, piece, to).map_or(0, |slot| slot.load(Relaxed) as i32)
        });
        reply + follow_up / 2
    }

    /// Rewards (or, below zero, blames) a quiet move in this context.
    pub fn update(&self, context: &Context, piece: Piece, to: Square, bonus: i32) {
        for back in 0..BACK.len() {
            if let Some(slot) = self.slot(context, back, piece, to) {
                update(slot, bonus);
            }
        }
    }

    #[inline(always)]
    fn slot(&self, context: &Context, back: usize, piece: Piece, to: Square) -> Option<&AtomicI16> {
        Some(&self.0[back][context[back]? + piece.kind().index() * SQUARES + dense(to)])
    }
}

/// A square's number without gaps: 12x12 boards keep four ranks, 48 squares, in 64 numbers.
#[inline(always)]
fn dense(square: Square) -> usize {
    (square.index() / 64 * 48 + square.index() % 64) % SQUARES
}
