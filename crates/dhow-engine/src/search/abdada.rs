//! ABDADA, in place of Lazy SMP: the moves that the threads are searching right now.
//!
//! A thread that comes to a move under search by another thread leaves it for later and takes the next one. When it
//! comes back, the transposition table usually has the answer. So the threads divide the tree instead of walking it
//! side by side (Weill, "The ABDADA distributed minimax search algorithm", 1996, in the simplified form of Kerrigan,
//! 2016).

use super::lent_memory::LentMarks;
use super::table_memory::TableMemory;
use dhow_rules::position::Move;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Least remaining depth in plies at which a move is marked. Shallower searches end too soon for a mark to pay.
const LEAST_DEPTH: i32 = 3;
const ROWS: usize = 4096;
/// Moves that share a row: half a cache line.
const WAYS: usize = 4;
const _: () = assert!(ROWS * WAYS == LentMarks::COUNT);

/// The moves under search by all threads, or by all engines that share a table.
pub enum Abdada {
    /// Nobody else searches.
    Alone,
    /// Marks by row, 0 for none.
    Threads(Vec<[AtomicU64; WAYS]>),
    /// The same in words of the host.
    Engines(LentMarks),
}

/// The mark of a move in a position; `None` where moves are not marked.
pub type AbdadaMark = Option<u64>;

impl Abdada {
    /// No marks, for a search on this number of threads whose table is in this memory.
    pub fn new(threads: usize, table: &TableMemory) -> Self {
        match table {
            TableMemory::Own(_) if threads <= 1 => Self::Alone,
            TableMemory::Own(_) => Self::Threads((0..ROWS).map(|_| Default::default()).collect()),
            TableMemory::Lent(lent) => Self::Engines(lent.marks()),
        }
    }

    /// The mark of a move that is to be searched `depth` plies deep from the position with this key.
    #[inline]
    pub fn mark(&self, key: u64, mv: Move, depth: i32) -> AbdadaMark {
        if matches!(self, Self::Alone) || depth < LEAST_DEPTH {
            return None;
        }
        let mixed = (key ^ mv.bits() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Some((mixed ^ mixed >> 32) | 1)
    }

    fn load(&self, row: usize, way: usize) -> u64 {
        match self {
            Self::Alone => 0,
            Self::Threads(rows) => rows[row][way].load(Relaxed),
            Self::Engines(marks) => marks.load(row * WAYS + way),
        }
    }

    fn store(&self, row: usize, way: usize, mark: u64) {
        match self {
            Self::Alone => {}
            Self::Threads(rows) => rows[row][way].store(mark, Relaxed),
            Self::Engines(marks) => marks.store(row * WAYS + way, mark),
        }
    }

    /// The way that has a mark, or 0, in a row.
    fn find(&self, row: usize, mark: u64) -> Option<usize> {
        (0..WAYS).find(|&way| self.load(row, way) == mark)
    }

    #[inline]
    pub fn contains(&self, mark: AbdadaMark) -> bool {
        mark.is_some_and(|mark| self.find(row(mark), mark).is_some())
    }

    /// Marks a move as under search. If its row is full, it stays unmarked.
    #[inline]
    pub fn enter(&self, mark: AbdadaMark) {
        let Some(mark) = mark else { return };
        if let Some(free) = self.find(row(mark), 0) {
            self.store(row(mark), free, mark);
        }
    }

    /// Removes the mark of a move.
    #[inline]
    pub fn leave(&self, mark: AbdadaMark) {
        let Some(mark) = mark else { return };
        for way in (0..WAYS).filter(|&way| self.load(row(mark), way) == mark) {
            self.store(row(mark), way, 0);
        }
    }
}

/// The row of a mark.
fn row(mark: u64) -> usize {
    (mark >> 1) as usize % ROWS
}

#[cfg(test)]
mod tests {
    use super::super::lent_memory::{LentMemory, SharedTableRole, VecWords};
    use super::*;
    use dhow_rules::position::MoveKind;
    use dhow_rules::square::Square;
    use std::sync::Arc;

    fn mv(to: usize) -> Move {
        Move::new(Square::from_index(3), Square::from_index(to), MoveKind::Normal)
    }

    fn on_threads(threads: usize) -> Abdada {
        Abdada::new(threads, &TableMemory::zeroed(1, 0).unwrap())
    }

    #[test]
    fn a_move_is_taken_from_its_beginning_to_its_end() {
        let abdada = on_threads(2);
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
            let abdada = on_threads(threads);
            let mark = abdada.mark(77, mv(5), depth);
            abdada.enter(mark);
            assert!(!abdada.contains(mark));
        }
    }

    #[test]
    fn a_full_row_takes_no_more() {
        let abdada = on_threads(2);
        let row = |number: u64| Some((number * ROWS as u64) << 1 | 1);
        (0..=WAYS as u64).for_each(|number| abdada.enter(row(number)));
        assert!((0..WAYS as u64).all(|number| abdada.contains(row(number))));
        assert!(!abdada.contains(row(WAYS as u64)));
        abdada.leave(row(0));
        abdada.enter(row(WAYS as u64));
        assert!(abdada.contains(row(WAYS as u64)));
    }

    #[test]
    fn engines_that_share_a_table_see_the_marks_of_each_other() {
        let words = Arc::new(VecWords::zeros(1 << 17));
        let [first, helper] = [SharedTableRole::First, SharedTableRole::Helper(0)].map(|role| {
            let memory = LentMemory::new(words.clone(), role).unwrap();
            Abdada::new(1, &TableMemory::Lent(memory))
        });
        let mark = first.mark(77, mv(5), LEAST_DEPTH);
        first.enter(mark);
        assert!(helper.contains(mark) && !helper.contains(helper.mark(77, mv(6), LEAST_DEPTH)));
        first.leave(mark);
        assert!(!helper.contains(mark));
    }
}
