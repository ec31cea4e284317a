//! ABDADA, in place of Lazy SMP: the moves that the threads are searching right now.
//!
//! A thread that comes to a move under search by another thread leaves it for later and takes the next one. When it
//! comes back, the transposition table usually has the answer. So the threads divide the tree instead of walking it
//! side by side (Weill, "The ABDADA distributed minimax search algorithm", 1996, in the simplified form of Kerrigan,
//! 2016).

use dhow_rules::position::Move;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Least remaining depth in plies at which a move is marked. Shallower searches end too soon for a mark to pay.
const LEAST_DEPTH: i32 = 3;
const ROWS: usize = 4096;
/// Moves that share a row: half a cache line.
const WAYS: usize = 4;

/// The moves under search by all threads.
pub struct Abdada {
    /// Marks by row, 0 for none. Empty with one thread.
    rows: Vec<[AtomicU64; WAYS]>,
}

/// The mark of a move in a position; `None` where moves are not marked.
pub type AbdadaMark = Option<u64>;

impl Abdada {
    pub fn new(threads: usize) -> Self {
        let rows = if threads > 1 { ROWS } else { 0 };
        Self { rows: (0..rows).map(|_| Default::default()).collect() }
    }

    /// The mark of a move that is to be searched `depth` plies deep from the position with this key.
    #[inline]
    pub fn mark(&self, key: u64, mv: Move, depth: i32) -> AbdadaMark {
        if self.rows.is_empty() || depth < LEAST_DEPTH {
            return None;
        }
        let mixed = (key ^ mv.bits() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Some((mixed ^ mixed >> 32) | 1)
    }

    fn row(&self, mark: u64) -> &[AtomicU64; WAYS] {
        &self.rows[(mark >> 1) as usize % ROWS]
    }

    #[inline]
    pub fn contains(&self, mark: AbdadaMark) -> bool {
        mark.is_some_and(|mark| self.row(mark).iter().any(|way| way.load(Relaxed) == mark))
    }

    /// Marks a move as under search. If its row is full, it stays unmarked.
    #[inline]
    pub fn enter(&self, mark: AbdadaMark) {
        let Some(mark) = mark else { return };
        if let Some(free) = self.row(mark).iter().find(|way| way.load(Relaxed) == 0) {
            free.store(mark, Relaxed);
        }
    }

    /// Removes the mark of a move.
    #[inline]
    pub fn leave(&self, mark: AbdadaMark) {
        let Some(mark) = mark else { return };
        for way in self.row(mark).iter().filter(|way| way.load(Relaxed) == mark) {
            way.store(0, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::position::MoveKind;
    use dhow_rules::square::Square;

    fn mv(to: usize) -> Move {
        Move::new(Square::from_index(3), Square::from_index(to), MoveKind::Normal)
    }

    #[test]
    fn a_move_is_taken_from_its_beginning_to_its_end() {
        let abdada = Abdada::new(2);
        let mark = abdada.mark(77, mv(5), LEAST_DEPTH);
        assert!(!abdada.contains(mark));
        abdada.enter(mark);
        assert!(abdada.contains(mark));
        assert!(!abdada.contains(abdada.mark(77, mv(6), LEAST_DEPTH)));
        assert!(!abdada.contains(abdada.mark(78, mv(5), LEAST_DEPTH)));
        abdada.leave(mark);
        assert!(!abdada.contains(mark));
    }

    #[test]
    fn nothing_is_noted_for_one_thread_or_near_the_leaves() {
        for (threads, depth) in [(1, LEAST_DEPTH), (2, LEAST_DEPTH - 1)] {
            let abdada = Abdada::new(threads);
            let mark = abdada.mark(77, mv(5), depth);
            abdada.enter(mark);
            assert!(!abdada.contains(mark));
        }
    }

    #[test]
    fn a_full_row_takes_no_more() {
        let abdada = Abdada::new(2);
        let row = |number: u64| Some((number * ROWS as u64) << 1 | 1);
        (0..=WAYS as u64).for_each(|number| abdada.enter(row(number)));
        assert!((0..WAYS as u64).all(|number| abdada.contains(row(number))));
        assert!(!abdada.contains(row(WAYS as u64)));
        abdada.leave(row(0));
        abdada.enter(row(WAYS as u64));
        assert!(abdada.contains(row(WAYS as u64)));
    }
}
