//! Searching for the best move.
//!
//! An [`Engine`] owns the transposition table and the threads. It takes a game and [`Limits`],
//! searches in the background, and tells of its progress by [`Event`]s.

mod alphabeta;
mod busy;
mod continuation;
mod history;
mod iterate;
mod limits;
mod memory;
mod order;
mod params;
mod quiescence;
mod reduce;
mod root;
mod shared;
mod table;
mod time;
mod worker;

pub use limits::{Clock, Limits};

use crate::endgame::Background;
use crate::eval::{Evaluator, Score};
use crate::game::Game;
use crate::geometry::Board12;
use crate::position::{Move, Position};
use crate::variant::Variant;
use history::Histories;
use iterate::Found;
use rayon::{ThreadPool, ThreadPoolBuilder};
use shared::Shared;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use table::Table;
use worker::Worker;

/// How exact a score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Exact.
    Exact,
    /// The score is at least this.
    Lower,
    /// The score is at most this.
    Upper,
}

impl Bound {
    /// How exact a score is that a search with a window from `alpha` to `beta` found.
    fn of(score: Score, alpha: Score, beta: Score) -> Self {
        if score >= beta {
            Bound::Lower
        } else if score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// A line of play found so far.
#[derive(Clone, Debug)]
pub struct Line {
    /// Plies of the iteration.
    pub depth: u32,
    /// Plies of the longest line looked at.
    pub selective_depth: u32,
    /// 1 for the best line, 2 for the second best, ...
    pub rank: usize,
    /// From the view of the side to move at the root.
    pub score: Score,
    /// How exact the score is.
    pub bound: Bound,
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Time since the start of the search.
    pub time: Duration,
    /// Thousandths of the hash table in use.
    pub hash_full: u32,
    /// The moves of the line.
    pub pv: Vec<Move>,
}

impl Line {
    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-3)) as u64
    }
}

/// The end of a search.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The best move; `None` if there is no legal move.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// The score of the best move, from the view of the side to move at the root.
    pub score: Score,
    /// The last finished depth in plies.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

/// News from a running search. Events of one search come in order, from one thread at a time.
#[derive(Clone, Debug)]
pub enum Event {
    /// A new line, or a better one.
    Line(Line),
    /// The search has ended; nothing follows.
    Done(Summary),
}

/// Where a running search stands.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Plies of the running iteration.
    pub depth: u32,
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// The root move being searched.
    pub current_move: Option<Move>,
    /// Root moves not yet searched in this iteration.
    pub moves_left: usize,
    /// All root moves.
    pub moves_total: usize,
}

/// A hash table size that cannot be had. The old table stays.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot allocate {megabytes} MiB for the hash table; it stays at {kept} MiB")]
pub struct HashError {
    /// The size asked for.
    pub megabytes: usize,
    /// The size of the table that stays.
    pub kept: usize,
}

/// A searcher with its memory: hash table, threads and what it learned in earlier searches.
pub struct Engine {
    table: Arc<Table>,
    pool: Arc<ThreadPool>,
    /// What each thread learned about the order of moves.
    histories: Arc<Histories>,
    threads: usize,
    evaluator: Option<(&'static Variant, Arc<Evaluator<Board12>>)>,
    move_overhead: Duration,
    /// In MiB.
    endgame_memory: u64,
    running: Option<Running>,
}

struct Running {
    shared: Arc<Shared>,
    root_moves: usize,
    thread: JoinHandle<()>,
}

/// The shortest time for a move in which endings may be solved before the search.
const TIME_TO_PREPARE: Duration = Duration::from_millis(90);

/// The shortest time for a move in which endings of two pieces are solved beside the search: in a
/// quicker game they would come too late, and cost time.
const TIME_FOR_PAIRS: Duration = Duration::from_millis(20);

/// The share of the longest time for a move that the analysis of the ending on the board may take
/// before the search begins, in percent.
const ENDING_SHARE: u32 = 75;

/// Between two looks at whether that analysis has ended.
const ENDING_POLL: Duration = Duration::from_millis(1);

/// The search recurses deeply and keeps its move lists on the stack.
const STACK_BYTES: usize = 64 << 20;

impl Engine {
    /// The hash table size of a new engine in MiB.
    pub const DEFAULT_HASH: usize = 64;
    /// The largest hash table in MiB.
    pub const MAX_HASH: usize = 65536;
    /// The most threads.
    pub const MAX_THREADS: usize = 256;
    /// Time kept back at every move by a new engine.
    pub const DEFAULT_MOVE_OVERHEAD: Duration = Duration::from_millis(10);

    /// Memory in MiB for solved endings of two pieces in a new engine.
    pub const DEFAULT_ENDGAME_MEMORY: usize = Background::<Board12>::DEFAULT_MEMORY as usize;
    /// The most memory in MiB for solved endings of two pieces.
    pub const MAX_ENDGAME_MEMORY: usize = 65536;

    /// An engine with the default hash size and one thread.
    pub fn new() -> Self {
        let (threads, pool) = pool(1);
        let table = match Table::new(Self::DEFAULT_HASH, 0).or_else(|| Table::new(1, 0)) {
            Some(table) => Arc::new(table),
            None => panic!("no memory for a hash table of 1 MiB"),
        };
        Self {
            table,
            pool,
            histories: Arc::new(Histories::new()),
            threads,
            evaluator: None,
            move_overhead: Self::DEFAULT_MOVE_OVERHEAD,
            endgame_memory: Self::DEFAULT_ENDGAME_MEMORY as u64,
            running: None,
        }
    }

    /// Replaces the hash table by an empty one of this many MiB, cleared by all threads. Stops a
    /// running search.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), HashError> {
        self.halt();
        let kept = self.table.megabytes();
        let table = Table::new(megabytes, kept);
        self.table = Arc::new(table.ok_or(HashError { megabytes, kept })?);
        self.with_table(Table::write_zeros);
        Ok(())
    }

    /// Changes the table, which nobody else holds while no search runs, with all threads.
    fn with_table(&mut self, change: impl FnOnce(&mut Table) + Send) {
        match Arc::get_mut(&mut self.table) {
            Some(table) => self.pool.install(|| change(table)),
            None => unreachable!("only a running search shares the table"),
        }
    }

    /// Searches with this many threads from now on, from 1 to [`Engine::MAX_THREADS`]. Stops a
    /// running search.
    pub fn set_threads(&mut self, threads: usize) {
        self.halt();
        let (threads, pool) = pool(threads.clamp(1, Self::MAX_THREADS));
        self.pool = pool;
        self.threads = threads;
    }

    /// Time kept back at every move for communication with the clock.
    pub fn set_move_overhead(&mut self, overhead: Duration) {
        self.move_overhead = overhead;
    }

    /// Endings of two pieces against a bare King that are solved while the game is played may take
    /// so many MiB; 0 solves none.
    pub fn set_endgame_memory(&mut self, megabytes: usize) {
        self.endgame_memory = megabytes as u64;
        if let Some((_, evaluator)) = &self.evaluator {
            evaluator.pairs().set_memory(self.endgame_memory);
        }
    }

    /// Forgets everything learned, as before a new game. Stops a running search.
    pub fn clear(&mut self) {
        self.halt();
        self.with_table(Table::clear);
        self.histories = Arc::new(Histories::new());
    }

    /// Starts to search the position of `game` and returns at once. `report` receives the events,
    /// the last of which is [`Event::Done`], on a thread of the engine. A search still running is
    /// stopped first, and has reported its end before this returns.
    pub fn start(
        &mut self,
        game: &Game,
        limits: Limits,
        report: impl FnMut(Event) + Send + 'static,
    ) {
        self.halt();
        let legal = game.legal_moves();
        let chosen = |mv: &Move| limits.search_moves.is_empty() || limits.search_moves.contains(mv);
        let root_moves: Vec<Move> = legal.into_iter().filter(chosen).collect();
        let allotment = time::allot(&limits, self.move_overhead);
        let threads = self.threads;
        self.table.new_search();
        let shared = Arc::new(Shared::new(self.table.clone(), limits, allotment, threads));
        let search = Search {
            shared: shared.clone(),
            pool: self.pool.clone(),
            histories: self.histories.clone(),
            evaluator: self.evaluator(game),
            position: game.position().clone(),
            root_moves,
        };
        let root_moves = search.root_moves.len();
        let thread = std::thread::spawn(move || search.run(report));
        self.running = Some(Running { shared, root_moves, thread });
    }

    /// Asks a running search to end; its `Done` event follows within milliseconds. Does not wait.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.shared.stop();
        }
    }

    /// The opponent played the expected move: a search begun with [`Limits::ponder`] goes on on
    /// the engine's own time.
    pub fn ponder_hit(&self) {
        if let Some(running) = &self.running {
            running.shared.ponder_hit();
        }
    }

    /// Whether a search is running.
    pub fn is_searching(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.thread.is_finished())
    }

    /// Waits until no search is running and its last event has been delivered.
    pub fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            // A search that panicked has nothing more to say.
            let _ = running.thread.join();
        }
    }

    /// Where the running search stands; `None` if none is running.
    pub fn progress(&self) -> Option<Progress> {
        let running = self.running.as_ref().filter(|running| !running.thread.is_finished())?;
        let shared = &running.shared;
        Some(Progress {
            depth: shared.depth.load(Relaxed),
            nodes: shared.total_nodes(),
            time: shared.elapsed(),
            current_move: Move::from_bits(shared.current_move.load(Relaxed)),
            moves_left: running.root_moves.saturating_sub(1 + shared.current_index.load(Relaxed)),
            moves_total: running.root_moves,
        })
    }

    /// The static evaluation of a position from the view of the side to move.
    pub fn evaluate(&mut self, game: &Game) -> Score {
        let evaluator = self.evaluator(game);
        let position = game.position();
        evaluator.evaluate(position, &evaluator.accumulate(position))
    }

    /// Searches in the foreground and returns the end.
    pub fn search(&mut self, game: &Game, limits: Limits) -> Summary {
        let (sender, receiver) = std::sync::mpsc::channel();
        self.start(game, limits, move |event| {
            if let Event::Done(summary) = event {
                // The receiver lives until the search has ended.
                let _ = sender.send(summary);
            }
        });
        self.wait();
        match receiver.recv() {
            Ok(summary) => summary,
            Err(_) => unreachable!("a search ends with its summary"),
        }
    }

    fn halt(&mut self) {
        self.stop();
        self.wait();
    }

    fn evaluator(&mut self, game: &Game) -> Arc<Evaluator<Board12>> {
        let variant = game.variant();
        match &self.evaluator {
            Some((of, evaluator)) if std::ptr::eq(*of, variant) => evaluator.clone(),
            _ => {
                let evaluator = Arc::new(Evaluator::new(&game.position().shared_rules()));
                evaluator.pairs().set_memory(self.endgame_memory);
                self.evaluator = Some((variant, evaluator.clone()));
                evaluator
            }
        }
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.halt();
    }
}

/// A pool of this many threads, or of as many as the system grants, which is at least one.
fn pool(threads: usize) -> (usize, Arc<ThreadPool>) {
    let build = |threads: usize| {
        ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK_BYTES).build().ok()
    };
    let halves =
        std::iter::successors(Some(threads), |&threads| (threads > 1).then_some(threads / 2));
    let found = halves.into_iter().find_map(|threads| Some((threads, build(threads)?)));
    match found {
        Some((threads, pool)) => (threads, Arc::new(pool)),
        None => panic!("the system grants no thread"),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One search, ready to run.
struct Search {
    shared: Arc<Shared>,
    pool: Arc<ThreadPool>,
    histories: Arc<Histories>,
    evaluator: Arc<Evaluator<Board12>>,
    position: Position<Board12>,
    root_moves: Vec<Move>,
}

impl Search {
    /// Searches with all threads and reports until the end.
    fn run(self, report: impl FnMut(Event) + Send) {
        let report = Mutex::new(report);
        let found = if self.root_moves.is_empty() {
            self.shared.wait_until_wanted();
            None
        } else {
            self.prepare();
            let found = self.pool.broadcast(|context| {
                let found = self.run_thread(context.index(), &report);
                if context.index() == 0 {
                    self.shared.wait_until_wanted();
                    self.shared.stop();
                }
                found
            });
            self.choose(found)
        };
        let summary = self.summary(found);
        (lock(&report))(Event::Done(summary));
    }

    /// Solves the endings that may come up, unless there is so little time left that the game might
    /// be lost on it.
    fn prepare(&self) {
        if self.shared.allotment.hard.is_none_or(|hard| hard >= TIME_TO_PREPARE) {
            self.evaluator.prepare(&self.position);
        }
        let Limits { depth, nodes, .. } = self.shared.limits;
        let expected = self.shared.allotment.soft.or(self.shared.allotment.hard);
        // What a search finds that counts its work must not depend on what is ready when.
        if depth.is_none() && nodes.is_none() && expected.is_none_or(|time| time >= TIME_FOR_PAIRS)
        {
            self.evaluator.pairs().ask(&self.position);
            self.await_ending();
        }
    }

    /// In an ending of two pieces itself, gives most of the time for a move to the analysis, for
    /// nothing that a search without its table can find is worth as much.
    fn await_ending(&self) {
        let Some(hard) = self.shared.allotment.hard else { return };
        let latest = hard * ENDING_SHARE / 100;
        while !self.shared.finished()
            && self.shared.own_time().is_some_and(|time| time < latest)
            && self.evaluator.pairs().is_at(&self.position)
        {
            std::thread::sleep(ENDING_POLL);
        }
    }

    fn run_thread(&self, index: usize, report: &Mutex<impl FnMut(Event) + Send>) -> Found {
        let mut worker = Worker::new(
            index,
            &self.shared,
            self.evaluator.clone(),
            self.position.clone(),
            &self.histories,
            &self.root_moves,
        );
        worker.iterate(&mut |line| (lock(report))(Event::Line(line)))
    }

    /// The move of the thread that searched most deeply; of several, the one that likes its move
    /// best.
    fn choose(&self, found: Vec<Found>) -> Option<Found> {
        let single_line = self.shared.limits.multi_pv <= 1;
        found.into_iter().reduce(|best, other| {
            let likes_better = single_line && other.score > best.score;
            let deeper = other.depth.cmp(&best.depth);
            if deeper.is_gt() || deeper.is_eq() && likes_better { other } else { best }
        })
    }

    fn summary(&self, found: Option<Found>) -> Summary {
        let best = found.as_ref().map(|found| found.best.first());
        let ponder = found.as_ref().and_then(|found| match found.best.pv.get(1) {
            Some(&reply) => Some(reply),
            None => self.expected_reply(found.best.first()),
        });
        Summary {
            best,
            ponder,
            score: found.as_ref().map_or(Score::DRAW, |found| found.score),
            depth: found.as_ref().map_or(0, |found| found.depth as u32),
            nodes: self.shared.total_nodes(),
            time: self.shared.elapsed(),
        }
    }

    /// The reply that the table knows, if it is legal.
    fn expected_reply(&self, best: Move) -> Option<Move> {
        let mut position = self.position.clone();
        position.make(best);
        let reply = self.shared.table.probe(position.key(), 1)?.best?;
        position.legal_moves().contains(&reply).then_some(reply)
    }
}

#[cfg(test)]
mod tests;
