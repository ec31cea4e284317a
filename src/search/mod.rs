//! Searching for the best move.
//!
//! An [`Engine`] owns the transposition table and the threads. It takes a game and [`Limits`],
//! searches in the background, and tells of its progress by [`Event`]s.

mod limits;

pub use limits::{Clock, Limits};

use crate::eval::Score;
use crate::game::Game;
use crate::position::Move;
use std::time::Duration;

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
    hash: usize,
    threads: usize,
}

impl Engine {
    /// The hash table size of a new engine in MiB.
    pub const DEFAULT_HASH: usize = 64;
    /// The largest hash table in MiB.
    pub const MAX_HASH: usize = 65536;
    /// The most threads.
    pub const MAX_THREADS: usize = 256;

    /// An engine with the default hash size and one thread.
    pub fn new() -> Self {
        Self { hash: Self::DEFAULT_HASH, threads: 1 }
    }

    /// Replaces the hash table by an empty one of this many MiB. Waits for a running search to
    /// end, which it stops.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), HashError> {
        self.hash = megabytes;
        Ok(())
    }

    /// Searches with this many threads from now on. Stops a running search.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
    }

    /// Time kept back at every move for communication with the clock.
    pub fn set_move_overhead(&mut self, _overhead: Duration) {}

    /// Forgets everything learned, as before a new game. Stops a running search.
    pub fn clear(&mut self) {}

    /// Starts to search the position of `game` and returns at once. `report` receives the events,
    /// the last of which is [`Event::Done`], on a thread of the engine. A search still running is
    /// stopped first, and has reported its end before this returns.
    pub fn start(
        &mut self,
        game: &Game,
        _limits: Limits,
        mut report: impl FnMut(Event) + Send + 'static,
    ) {
        report(Event::Done(Summary {
            best: game.legal_moves().first().copied(),
            ponder: None,
            score: Score::DRAW,
            depth: 1,
            nodes: 1,
            time: Duration::ZERO,
        }));
    }

    /// Asks a running search to end; its `Done` event follows within milliseconds. Does not wait.
    pub fn stop(&self) {}

    /// The opponent played the expected move: a search begun with [`Limits::ponder`] goes on on
    /// the engine's own time.
    pub fn ponder_hit(&self) {}

    /// Whether a search is running.
    pub fn is_searching(&self) -> bool {
        false
    }

    /// Waits until no search is running and its last event has been delivered.
    pub fn wait(&mut self) {}

    /// Where the running search stands; `None` if none is running.
    pub fn progress(&self) -> Option<Progress> {
        None
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}
