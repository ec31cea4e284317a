//! What the threads of one search share.

use super::abdada::Abdada;
use super::limits::Limits;
use super::lock::lock;
use super::params::SearchParams;
use super::root_moves::{DeepestIteration, ThreadResult};
use super::time::TimeBudget;
use super::transposition::TranspositionTable;
use dhow_rules::position::Move;
use std::sync::atomic::{
    AtomicBool, AtomicI32, AtomicU32, AtomicU64, AtomicUsize,
    Ordering::{Relaxed, SeqCst},
};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// A counter alone on its cache line, so that threads do not wait for each other's.
#[derive(Default)]
#[repr(align(128))]
pub struct NodeCounter(AtomicU64);

impl NodeCounter {
    /// Sets the count; only the thread that owns it does.
    #[inline(always)]
    pub fn set(&self, count: u64) {
        self.0.store(count, Relaxed);
    }
}

/// A thread that has not looked at the clock for so long was out of its turn meanwhile: it does so
/// every tenth of a millisecond.
const LONG_GAP: Duration = Duration::from_millis(1);

/// The state of one search.
pub struct SharedState {
    /// Remembers positions across threads and searches.
    pub table: Arc<TranspositionTable>,
    /// Moves that threads are searching.
    pub abdada: Abdada,
    /// What margins, shares and reductions are.
    pub params: SearchParams,
    /// When the search shall end.
    pub limits: Limits,
    /// How long it may take before no new iteration is begun.
    pub soft: Option<Duration>,
    /// How long it may take, in nanoseconds; [`u64::MAX`] if there is no limit.
    hard: AtomicU64,
    /// When it began.
    pub start: Instant,
    /// Nodes of each thread.
    pub nodes: Vec<NodeCounter>,
    /// The depth of the deepest iteration under way.
    pub depth: AtomicU32,
    /// The root move that the first thread searches, as [`Move::bits`]; 0 for none.
    pub current_move: AtomicU32,
    /// Its place among the root moves.
    pub current_index: AtomicUsize,
    /// The deepest iteration that needs no more search.
    settled: AtomicI32,
    stopped: AtomicBool,
    /// What each thread would play now.
    found: Vec<Mutex<Option<ThreadResult>>>,
    /// Threads that have ended their search.
    ended: AtomicUsize,
    deepest: Mutex<DeepestIteration>,
    /// Nanoseconds for which the first thread wanted to run and could not.
    lost: AtomicU64,
    pondering: AtomicBool,
    hit: OnceLock<Instant>,
    asked: Mutex<()>,
    changed: Condvar,
}

impl SharedState {
    /// The state of a search that begins now.
    pub fn new(
        table: Arc<TranspositionTable>,
        params: SearchParams,
        limits: Limits,
        budget: TimeBudget,
        threads: usize,
    ) -> Self {
        Self {
            table,
            abdada: Abdada::new(threads),
            params,
            soft: budget.soft,
            hard: AtomicU64::new(budget.hard.map_or(u64::MAX, nanoseconds)),
            start: limits.since.unwrap_or_else(Instant::now),
            nodes: (0..threads).map(|_| NodeCounter::default()).collect(),
            depth: AtomicU32::new(0),
            current_move: AtomicU32::new(0),
            current_index: AtomicUsize::new(0),
            settled: AtomicI32::new(0),
            stopped: AtomicBool::new(false),
            found: (0..threads).map(|_| Mutex::default()).collect(),
            ended: AtomicUsize::new(0),
            deepest: Mutex::default(),
            lost: AtomicU64::new(0),
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

    /// Whether the threads were asked to end.
    pub fn stopped(&self) -> bool {
        self.stopped.load(Relaxed)
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
    pub fn deepest(&self) -> MutexGuard<'_, DeepestIteration> {
        lock(&self.deepest)
    }

    /// The engine's own time begins.
    pub fn ponder_hit(&self) {
        self.hit.get_or_init(Instant::now);
        self.pondering.store(false, Relaxed);
        self.wake();
    }

    fn wake(&self) {
        let _guard = lock(&self.asked);
        self.changed.notify_all();
    }

    /// Whether the search is on the opponent's time.
    pub fn pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }

    /// Whether the search may announce its move: not while pondering, and in an infinite search
    /// not before it is stopped.
    pub fn wanted(&self) -> bool {
        self.stopped() || !(self.limits.infinite || self.pondering())
    }

    /// A thread has ended its search. Returns whether it was the last one.
    pub fn leave(&self) -> bool {
        let ended = self.ended.fetch_add(1, SeqCst) + 1;
        self.wake();
        ended == self.nodes.len()
    }

    /// Whether all threads have ended their search.
    pub fn all_ended(&self) -> bool {
        self.ended.load(SeqCst) == self.nodes.len()
    }

    /// Waits until something has come about, or until a point in time. Returns whether it has.
    pub fn wait_for(&self, come_about: impl Fn(&Self) -> bool, until: Option<Instant>) -> bool {
        let mut guard = lock(&self.asked);
        while !come_about(self) {
            guard = match until.map(|until| until.saturating_duration_since(Instant::now())) {
                None => self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner),
                Some(Duration::ZERO) => return false,
                Some(left) => {
                    let woken = self.changed.wait_timeout(guard, left);
                    woken.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
        true
    }

    /// Notes what a thread would play now.
    pub fn note(&self, thread: usize, found: ThreadResult) {
        *lock(&self.found[thread]) = Some(found);
    }

    /// What the threads would play now, as far as they know.
    pub fn found(&self) -> impl Iterator<Item = ThreadResult> {
        self.found.iter().filter_map(|found| lock(found).clone())
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

    /// Whether there is a limit of time, and the engine's own time runs.
    pub fn clock_runs(&self) -> bool {
        self.hard().is_some() && !self.pondering()
    }

    /// Whether the search must stop at once: out of time.
    pub fn out_of_time(&self) -> bool {
        self.hard().is_some_and(|hard| self.own_time().is_some_and(|time| time >= hard))
    }

    /// How long the search may take; `None` if there is no limit.
    pub fn hard(&self) -> Option<Duration> {
        let hard = self.hard.load(Relaxed);
        (hard < u64::MAX).then(|| Duration::from_nanos(hard))
    }

    /// The search may take no longer than this.
    #[cfg(feature = "threads")]
    pub fn shorten(&self, hard: Duration) {
        self.hard.fetch_min(nanoseconds(hard), Relaxed);
    }

    /// The first thread has looked at the clock, so long after it did so before.
    pub fn note_gap(&self, gap: Duration) {
        if gap >= LONG_GAP {
            self.lost.fetch_add(nanoseconds(gap), Relaxed);
        }
    }

    /// For how long the first thread wanted to run and could not, since this was last asked.
    #[cfg(feature = "threads")]
    pub fn take_lost(&self) -> Duration {
        Duration::from_nanos(self.lost.swap(0, Relaxed))
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

fn nanoseconds(time: Duration) -> u64 {
    time.as_nanos().try_into().unwrap_or(u64::MAX)
}
