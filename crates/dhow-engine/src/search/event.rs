//! The reports of a search.

use super::bound::Bound;
use super::errors::ThreadsError;
use crate::eval::Score;
use dhow_rules::game::Turn;
use dhow_rules::position::Move;
use std::time::Duration;

/// A principal variation, as UCI's `info` reports it.
#[derive(Clone, Debug)]
pub struct PvInfo {
    /// Depth of the iteration in plies.
    pub depth: u32,
    /// Length in plies of the longest line searched.
    pub selective_depth: u32,
    /// 1 for the best line, 2 for the second best, and so on.
    pub rank: usize,
    /// Score for the side to move at the root.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Nodes of all threads since the start of the search.
    pub nodes: u64,
    /// Time since the start of the search.
    pub time: Duration,
    /// Used entries of the hash table, in thousandths.
    pub hash_full: u32,
    /// Moves of the line.
    pub pv: Vec<Move>,
}

impl PvInfo {
    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-3)) as u64
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The best turn; `None` if there is no legal move.
    pub turn: Option<Turn>,
    /// The expected reply; `None` if unknown.
    pub reply: Option<Turn>,
    /// Score of the best turn for the side to move at the root.
    pub score: Score,
    /// Depth of the last complete iteration in plies.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time from the start of the search to its end.
    pub time: Duration,
}

impl SearchResult {
    /// The first move of the best turn; `None` if there is no legal move.
    pub fn best(&self) -> Option<Move> {
        self.turn.as_ref().map(Turn::first)
    }
}

/// An event of a running search. Events arrive in order, from one thread at a time.
#[derive(Clone, Debug)]
pub enum SearchEvent {
    /// A new principal variation.
    Line(PvInfo),
    /// The system refused all threads: the search is shallow.
    Trouble(ThreadsError),
    /// The search has ended. No event follows.
    Done(SearchResult),
}

/// The state of a running search.
#[derive(Clone, Debug)]
pub struct SearchProgress {
    /// Depth of the current iteration in plies.
    pub depth: u32,
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Time since the start of the search.
    pub time: Duration,
    /// The root move that the first thread searches.
    pub current_move: Option<Move>,
    /// Root moves left to search in this iteration.
    pub moves_left: usize,
    /// Number of root moves.
    pub moves_total: usize,
}
