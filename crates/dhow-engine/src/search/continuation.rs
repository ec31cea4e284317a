//! Continuation history, as Stockfish has it: which quiet moves did well after which others.

use super::history_score::{dense, squares, update};
use super::params::FOLLOW_UP_SHARE;
use dhow_rules::geometry::Geometry;
use dhow_rules::pieces::Piece;
use dhow_rules::square::Square;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

/// The turns back whose last moves count: the opponent's, and the own one before it.
pub const BACK: [usize; 2] = [1, 2];

/// The most scores that one table holds: 64 MiB. On larger boards, neighbouring squares share the
/// row of a move that came before.
const MOST_SCORES: usize = 1 << 25;

/// The moves before a position, as rows of [`ContinuationHistory`]; `None` for a pass or none.
pub type ContinuationContext = [Option<usize>; BACK.len()];

/// History scores of a piece's coming to a square after another piece's coming to some square.
///
/// A row for each piece and square that came before holds a score for each kind and square: for 21
/// kinds on 12x12 35 MiB a table, of which the system provides what is used.
pub struct ContinuationHistory<G: Geometry> {
    tables: [Box<[AtomicI16]>; BACK.len()],
    /// Scores of a row.
    row_length: usize,
    /// Squares that share a row, and rows of a piece.
    shared: usize,
    rows: usize,
    board: PhantomData<G>,
}

impl<G: Geometry> ContinuationHistory<G> {
    /// Histories of a game of so many kinds of pieces, which know nothing.
    pub fn new(kinds: usize) -> Self {
        let row_length = kinds * squares::<G>();
        let most_rows = MOST_SCORES / (2 * kinds * row_length).max(1);
        let shared = squares::<G>().div_ceil(most_rows.max(1));
        let rows = squares::<G>().div_ceil(shared);
        let size = 2 * kinds * rows * row_length;
        let tables = BACK.map(|_| bytemuck::allocation::zeroed_slice_box(size));
        Self { tables, row_length, shared, rows, board: PhantomData }
    }

    /// The row of scores after a piece has come to a square.
    #[inline]
    pub fn row(&self, piece: Piece, to: Square) -> usize {
        let square = match self.shared {
            1 => dense::<G>(to),
            shared => dense::<G>(to) / shared,
        };
        (piece.index() * self.rows + square) * self.row_length
    }

    /// How well a quiet move did in this context: twice for the opponent's move, once for the own.
    #[inline]
    pub fn score(&self, context: &ContinuationContext, piece: Piece, to: Square) -> i32 {
        let score = |slot: Option<&AtomicI16>| slot.map_or(0, |slot| slot.load(Relaxed).into());
        let reply: i32 = score(self.slot(context, 0, piece, to));
        let follow_up: i32 = score(self.slot(context, 1, piece, to));
        reply + follow_up / FOLLOW_UP_SHARE
    }

    /// Rewards (or, below zero, blames) a quiet move in this context.
    pub fn update(&self, context: &ContinuationContext, piece: Piece, to: Square, bonus: i32) {
        for back in 0..BACK.len() {
            if let Some(slot) = self.slot(context, back, piece, to) {
                update(slot, bonus);
            }
        }
    }

    #[inline(always)]
    fn slot(
        &self,
        context: &ContinuationContext,
        back: usize,
        piece: Piece,
        to: Square,
    ) -> Option<&AtomicI16> {
        let place = piece.kind().index() * squares::<G>() + dense::<G>(to);
        Some(&self.tables[back][context[back]? + place])
    }
}
