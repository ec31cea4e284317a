//! What a search tells of itself.

use super::bound::Bound;
use super::errors::ThreadsError;
use crate::eval::Score;
use dhow_rules::position::Move;
use std::time::Duration;

/// A line of play found so far.
#[derive(Clone, Debug)]
pub struct PvInfo {
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

impl PvInfo {
    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-3)) as u64
    }
}

/// The end of a search.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The best turn: one move, or several in games that have them. Empty if there is no legal move.
    pub turn: Vec<Move>,
    /// The expected reply, a whole turn too; empty if none is known.
    pub reply: Vec<Move>,
    /// The score of the best move, from the view of the side to move at the root.
    pub score: Score,
    /// The last finished depth in plies.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

impl SearchResult {
    /// The best move, which is the first of the best turn; `None` if there is no legal move.
    pub fn best(&self) -> Option<Move> {
        self.turn.first().copied()
    }
}

/// News from a running search. Events of one search come in order, from one thread at a time.
#[derive(Clone, Debug)]
pub enum SearchEvent {
    /// A new line, or a better one.
    Line(PvInfo),
    /// The search has no threads, and is not worth much.
    Trouble(ThreadsError),
    /// The search has ended; nothing follows.
    Done(SearchResult),
}

/// Where a running search stands.
#[derive(Clone, Debug)]
pub struct SearchProgress {
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
