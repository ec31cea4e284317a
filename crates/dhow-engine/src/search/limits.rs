//! When a search shall end.

use dhow_rules::position::Move;
use std::time::{Duration, Instant};

/// A player's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// Time left until the control.
    pub remaining: Duration,
    /// Time added for every move.
    pub increment: Duration,
    /// Moves left until the control; `None` if it is the end of the game.
    pub moves_to_go: Option<u32>,
}

/// When a search shall end: at whichever limit it meets first. Without any it runs until stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies of the last iteration.
    pub depth: Option<u32>,
    /// Nodes, of all threads together.
    pub nodes: Option<u64>,
    /// Nodes, of all threads together, after which no other iteration begins. A forced move, and a mate seen
    /// well within the depth, end the search at once.
    pub soft_nodes: Option<u64>,
    /// Moves within which to find a mate; found, the search ends.
    pub mate: Option<u32>,
    /// Time for this move, of which nearly all is used.
    pub move_time: Option<Duration>,
    /// The clock of the side to move, from which the search allots itself time.
    pub clock: Option<TimeLeft>,
    /// When the time began to run, if that was before the start of the search.
    pub since: Option<Instant>,
    /// The search is on the opponent's time: the clock starts at [`super::Engine::ponder_hit`].
    pub ponder: bool,
    /// Do not announce a move before being stopped, even if nothing is left to search.
    pub infinite: bool,
    /// The only root moves to consider; empty for all.
    pub search_moves: Vec<Move>,
    /// How many best lines to report; 0 counts as 1.
    pub multi_pv: usize,
    /// SearchRun as well as possible, also if the engine plays with a handicap; so does a search without
    /// end.
    pub full_strength: bool,
}
