//! Limits of a search.

use crate::clock::Instant;
use dhow_rules::position::Move;
use std::time::Duration;

/// The clock of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// Time left until the time control.
    pub remaining: Duration,
    /// Time added for each move.
    pub increment: Duration,
    /// Moves left until the time control; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// Limits of a search. It ends at the first that it meets, and without limits only when stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Depth of the last iteration in plies.
    pub depth: Option<u32>,
    /// Nodes of all threads.
    pub nodes: Option<u64>,
    /// Nodes of all threads after which no iteration begins. A forced move or a mate found early ends the search at
    /// once.
    pub soft_nodes: Option<u64>,
    /// Ends the search when it finds a mate in at most this many moves.
    pub mate: Option<u32>,
    /// Time for this move; the search uses nearly all of it.
    pub move_time: Option<Duration>,
    /// The clock of the side to move, from which the engine budgets its time.
    pub clock: Option<TimeLeft>,
    /// When the clock started; by default, at the start of the search.
    pub since: Option<Instant>,
    /// Searches on the opponent's time: the clock starts at [`ponder_hit`](super::Engine::ponder_hit).
    pub ponder: bool,
    /// Reports no move until stopped, even if nothing is left to search.
    pub infinite: bool,
    /// The root moves to consider; empty for all.
    pub search_moves: Vec<Move>,
    /// Number of principal variations to report; 0 counts as 1.
    pub multi_pv: usize,
    /// Searches at full strength whatever the [`Handicap`](super::Handicap), as an infinite search does.
    pub full_strength: bool,
}

impl Limits {
    /// Whether a search ends by these limits without a look at a clock.
    pub(super) fn end_without_clock(&self) -> bool {
        let bounded = self.depth.is_some() || self.nodes.is_some() || self.soft_nodes.is_some();
        let timed = self.clock.is_some() || self.move_time.is_some();
        bounded && !timed && !self.ponder && !self.infinite
    }
}
