//! What the threads of one search share.

use super::busy::Busy;
use super::limits::Limits;
use super::root::Front;
use super::table::Table;
use super::time::Allotment;
use crate::position::Move;
use std::sync::atomic::{
    AtomicBool, AtomicI32, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed,
};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// A counter alone on its cache line, so that threads do not wait for each other's.
#[derive(Default)]
#[repr(align(128))]
pub struct Counter(AtomicU64);

impl Counter {
    /// Sets the count; only the thread that owns it does.
    #[inline(always)]
    pub fn set(&self, count: u64) {
        self.0.store(count, Relaxed);
    }
}

/// The state of one search.
pub struct Shared {
    /// Remembers positions across threads and searches.
    pub table: Arc<Table>,
    /// Moves that threads are searching.
    pub busy: Busy,
    /// When the search shall end.
    pub limits: Limits,
    /// How long it may take.
    pub allotment: Allotment,
    /// When it began.
    pub start: Instant,
    /// Nodes of each thread.
    pub nodes: Vec<Counter>,
    /// The depth of the deepest iteration under way.
    pub depth: AtomicU32,
    /// The root move that the first thread searches, as [`Move::bits`]; 0 for none.
    pub current_move: AtomicU32,
    /// Its place among the root moves.
    pub current_index: AtomicUsize,
    /// The deepest iteration that needs no more search.
    settled: AtomicI32,
    stopped: AtomicBool,
    front: Mutex<Front>,
    pondering: AtomicBool,
    hit: OnceLock<Instant>,
    asked: Mutex<()>,
    changed: Condvar,
}

impl Shared {
    /// The state of a search that begins now.
    pub fn new(table: Arc<Table>, limits: Limits, allotment: Allotment, threads: usize) -> Self {
        Self {
            table,
            busy: Busy::new(threads),
            allotment,
            start: Instant::now(),
            nodes: (0..threads).map(|_| Counter::default()).collect(),
            depth: AtomicU32::new(0),
            current_move: AtomicU32::new(0),
            current_index: AtomicUsize::new(0),
            settled: AtomicI32::new(0),
            stopped: AtomicBool::new(false),
            front: Mutex::default(),
            pondering: AtomicBool::new(limits.ponder),
            hit: OnceLock::new(),
            asked: Mutex::new(()),
            changed: Condvar::new(),
            limits,
        }
    }

    /// Asks all threads to end and to announce the move.
    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
        self.finish();
        self.wake();
    }

    /// No iteration needs any more search. The move may still have to wait until it is wanted.
    pub fn finish(&self) {
        self.settle(i32::MAX);
    }

    /// Whether no iteration needs any more search.
    #[inline(always)]
    pub fn finished(&self) -> bool {
        self.is_settled(i32::MAX)
    }

    /// Whether the iteration of this depth needs no more search: some thread has finished it, or
    /// the search is at its end.
    #[inline(always)]
    pub fn is_settled(&self, depth: i32) -> bool {
        self.settled.load(Relaxed) >= depth
    }

    /// The iteration of this depth is finished.
    pub fn settle(&self, depth: i32) {
        self.settled.fetch_max(depth, Relaxed);
    }

    /// The deepest finished iteration.
    pub fn front(&self) -> MutexGuard<'_, Front> {
        self.front.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The engine's own time begins.
    pub fn ponder_hit(&self) {
        self.hit.get_or_init(Instant::now);
        self.pondering.store(false, Relaxed);
        self.wake();
    }

    fn wake(&self) {
        let _guard = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        self.changed.notify_all();
    }

    /// Whether the search is on the opponent's time.
    pub fn pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }

    /// Waits until the search may announce its move: not while pondering, and in an infinite
    /// search not before it is stopped.
    pub fn wait_until_wanted(&self) {
        let mut guard = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.stopped.load(Relaxed) && (self.limits.infinite || self.pondering()) {
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Time since the engine's own time began; none while pondering.
    pub fn own_time(&self) -> Option<Duration> {
        if self.pondering() {
            return None;
        }
        Some(self.hit.get().unwrap_or(&self.start).elapsed())
    }

    /// Whether the search must stop at once: out of time.
    pub fn out_of_time(&self) -> bool {
        let Some(hard) = self.allotment.hard else { return false };
        self.own_time().is_some_and(|time| time >= hard)
    }

    /// Nodes of all threads.
    pub fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|counter| counter.0.load(Relaxed)).sum()
    }

    /// Notes the root move being searched.
    pub fn set_current(&self, mv: Move, index: usize) {
        self.current_move.store(mv.bits(), Relaxed);
        self.current_index.store(index, Relaxed);
    }
}
