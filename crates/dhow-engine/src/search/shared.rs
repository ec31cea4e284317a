//! What the threads of one search share.

use super::abdada::Abdada;
use super::limits::Limits;
use super::lock::lock;
use super::params::SearchParams;
use super::root_moves::{DeepestIteration, ThreadResult};
use super::time::TimeBudget;
use super::transposition::TranspositionTable;
use crate::clock::Instant;
use dhow_rules::position::Move;
use std::sync::atomic::{
    AtomicBool, AtomicI32, AtomicU32, AtomicU64, AtomicUsize,
    Ordering::{Relaxed, SeqCst},
};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// A node counter on a cache line of its own, so that threads do not contend.
#[derive(Default)]
#[repr(align(128))]
pub struct NodeCounter(AtomicU64);

impl NodeCounter {
    /// Sets the count; only the thread that owns it may.
    #[inline(always)]
    pub fn set(&self, count: u64) {
        self.0.store(count, Relaxed);
    }
}

/// Says whether a search shall end. Searching threads ask it every tenth of a millisecond.
pub type SearchInterrupt = Arc<dyn Fn() -> bool + Send + Sync>;

/// A thread that has not looked at the clock for this long was not running: it looks every tenth of a millisecond.
const LONG_GAP: Duration = Duration::from_millis(1);

/// What the threads of one search share.
pub struct SharedState {
    pub table: Arc<TranspositionTable>,
    /// The moves that threads are searching.
    pub abdada: Abdada,
    pub params: SearchParams,
    pub limits: Limits,
    /// Soft time limit: after it no iteration begins.
    pub soft: Option<Duration>,
    /// Hard time limit in nanoseconds; [`u64::MAX`] if there is no limit.
    hard: AtomicU64,
    pub start: Instant,
    /// Nodes by thread.
    pub nodes: Vec<NodeCounter>,
    /// Depth in plies of the deepest iteration in progress.
    pub depth: AtomicU32,
    /// The root move that the first thread searches, as [`Move::bits`]; 0 before the first.
    pub current_move: AtomicU32,
    /// Its index among the root moves.
    pub current_index: AtomicUsize,
    /// Depth of the deepest complete iteration; `i32::MAX` once the search shall end.
    settled: AtomicI32,
    stopped: AtomicBool,
    interrupt: Option<SearchInterrupt>,
    /// The present result of each thread.
    results: Vec<Mutex<Option<ThreadResult>>>,
    /// Number of threads that have ended their search.
    ended: AtomicUsize,
    deepest: Mutex<DeepestIteration>,
    /// Nanoseconds during which the first thread was ready but not running.
    lost: AtomicU64,
    pondering: AtomicBool,
    hit: OnceLock<Instant>,
    asked: Mutex<()>,
    changed: Condvar,
}

impl SharedState {
    /// The state at the start of a search.
    pub fn new(
        table: Arc<TranspositionTable>,
        params: SearchParams,
        limits: Limits,
        budget: TimeBudget,
        threads: usize,
        interrupt: Option<SearchInterrupt>,
    ) -> Self {
        Self {
            abdada: Abdada::new(threads, table.memory()),
            table,
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
            interrupt,
            results: (0..threads).map(|_| Mutex::default()).collect(),
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

    /// Asks all threads to end, and to report the result.
    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
        self.finish();
        self.wake();
    }

    pub fn stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    /// Ends the search. An infinite or pondering search still waits with its result.
    pub fn finish(&self) {
        self.settle(i32::MAX);
    }

    /// Whether the search shall end.
    #[inline(always)]
    pub fn finished(&self) -> bool {
        self.is_settled(i32::MAX)
    }

    /// Whether the iteration of this depth may end: a thread has completed it, or the search shall end.
    #[inline(always)]
    pub fn is_settled(&self, depth: i32) -> bool {
        self.settled.load(Relaxed) >= depth
    }

    /// Marks the iteration of this depth as complete.
    pub fn settle(&self, depth: i32) {
        self.settled.fetch_max(depth, Relaxed);
    }

    /// The deepest complete iteration.
    pub fn deepest(&self) -> MutexGuard<'_, DeepestIteration> {
        lock(&self.deepest)
    }

    /// Starts the clock after pondering.
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

    /// Whether the search may report its result: not while pondering, and an infinite search only when stopped.
    pub fn wanted(&self) -> bool {
        self.stopped() || !(self.limits.infinite || self.pondering())
    }

    /// Records that a thread has ended its search. Returns whether it was the last one.
    pub fn leave(&self) -> bool {
        let ended = self.ended.fetch_add(1, SeqCst) + 1;
        self.wake();
        ended == self.nodes.len()
    }

    pub fn all_ended(&self) -> bool {
        self.ended.load(SeqCst) == self.nodes.len()
    }

    /// Waits for a condition until a point in time. Returns whether it holds.
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

    /// Records what a thread would play now.
    pub fn note(&self, thread: usize, result: ThreadResult) {
        *lock(&self.results[thread]) = Some(result);
    }

    /// The present results of the threads that have one.
    pub fn results(&self) -> impl Iterator<Item = ThreadResult> {
        self.results.iter().filter_map(|result| lock(result).clone())
    }

    /// Time since the start of the search.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Time on the engine's own clock; `None` while pondering.
    pub fn own_time(&self) -> Option<Duration> {
        if self.pondering() {
            return None;
        }
        Some(self.hit.get().unwrap_or(&self.start).elapsed())
    }

    /// Whether there is a time limit and the engine's own clock runs.
    pub fn clock_runs(&self) -> bool {
        self.hard().is_some() && !self.pondering()
    }

    /// Whether to look at the clock, or to ask whether the search shall end.
    pub fn is_watched(&self) -> bool {
        self.interrupt.is_some() || self.clock_runs()
    }

    /// Whether the host wants the search to end.
    pub fn interrupted(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|interrupt| interrupt())
    }

    /// Whether the hard time limit is over.
    pub fn out_of_time(&self) -> bool {
        self.hard().is_some_and(|hard| self.own_time().is_some_and(|time| time >= hard))
    }

    /// Hard time limit; `None` if there is no limit.
    pub fn hard(&self) -> Option<Duration> {
        let hard = self.hard.load(Relaxed);
        (hard < u64::MAX).then(|| Duration::from_nanos(hard))
    }

    /// Lowers the hard time limit to `hard`.
    #[cfg(feature = "threads")]
    pub fn shorten(&self, hard: Duration) {
        self.hard.fetch_min(nanoseconds(hard), Relaxed);
    }

    /// Records that the first thread looked at the clock `gap` after the last time.
    pub fn note_gap(&self, gap: Duration) {
        if gap >= LONG_GAP {
            self.lost.fetch_add(nanoseconds(gap), Relaxed);
        }
    }

    /// For how long the first thread was ready but not running since the last call.
    #[cfg(feature = "threads")]
    pub fn take_lost(&self) -> Duration {
        Duration::from_nanos(self.lost.swap(0, Relaxed))
    }

    /// Nodes of all threads, and of other engines that help.
    pub fn total_nodes(&self) -> u64 {
        let own: u64 = self.nodes.iter().map(|counter| counter.0.load(Relaxed)).sum();
        own + self.table.memory().helpers_nodes()
    }

    /// Records the root move being searched.
    pub fn set_current(&self, mv: Move, index: usize) {
        self.current_move.store(mv.bits(), Relaxed);
        self.current_index.store(index, Relaxed);
    }
}

fn nanoseconds(time: Duration) -> u64 {
    time.as_nanos().try_into().unwrap_or(u64::MAX)
}
