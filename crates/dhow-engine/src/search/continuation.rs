//! Continuation history, as in Stockfish: how well a quiet move did after an earlier move.

use super::history_score::{dense, squares, update};
use super::params::FOLLOW_UP_SHARE;
use dhow_rules::geometry::Geometry;
use dhow_rules::pieces::Piece;
use dhow_rules::square::Square;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

/// The earlier moves that count, in turns back: the opponent's last move and the side's own before it.
pub const BACK: [usize; 2] = [1, 2];

/// The most scores in a table: 64 MiB. On larger boards neighbouring target squares of the earlier move share a row.
const MOST_SCORES: usize = 1 << 25;

/// The earlier moves as rows of [`ContinuationHistory`]; `None` for a pass, or before the root.
pub type ContinuationContext = [Option<usize>; BACK.len()];

/// History scores by the piece and target square of an earlier move and of the move itself.
///
/// Each piece and target square of the earlier move has a row, with a score for each kind and target square. For 21
/// kinds on 12x12 a table takes 35 MiB of address space; the system provides the pages in use.
pub struct ContinuationHistory<G: Geometry> {
    tables: [Box<[AtomicI16]>; BACK.len()],
    /// Scores in a row.
    row_length: usize,
    /// Squares that share a row, and rows of a piece.
    shared: usize,
    rows: usize,
    board: PhantomData<G>,
}

impl<G: Geometry> ContinuationHistory<G> {
    /// An empty history for a game with `kinds` kinds of pieces.
    pub fn new(kinds: usize) -> Self {
        let row_length = kinds * squares::<G>();
        let most_rows = MOST_SCORES / (2 * kinds * row_length).max(1);
        let shared = squares::<G>().div_ceil(most_rows.max(1));
        let rows = squares::<G>().div_ceil(shared);
        let size = 2 * kinds * rows * row_length;
        let tables = BACK.map(|_| bytemuck::allocation::zeroed_slice_box(size));
        Self { tables, row_length, shared, rows, board: PhantomData }
    }

    /// The row of an earlier move.
    #[inline]
    pub fn row(&self, piece: Piece, to: Square) -> usize {
        let square = match self.shared {
            1 => dense::<G>(to),
            shared => dense::<G>(to) / shared,
        };
        (piece.index() * self.rows + square) * self.row_length
    }

    /// The score of a quiet move in this context: the reply's in full, the follow-up's by [`FOLLOW_UP_SHARE`].
    #[inline]
    pub fn score(&self, context: &ContinuationContext, piece: Piece, to: Square) -> i32 {
        let score = |slot: Option<&AtomicI16>| slot.map_or(0, |slot| slot.load(Relaxed).into());
        let reply: i32 = score(self.slot(context, 0, piece, to));
        let follow_up: i32 = score(self.slot(context, 1, piece, to));
        reply + follow_up / FOLLOW_UP_SHARE
    }

    /// Adds a bonus (or a malus, below zero) for a quiet move in this context.
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
