//! How long the engine may think.

use super::clocks::Clocks;
use dhow_engine::search::{Limits, TimeLeft};
use dhow_rules::pieces::Color;
use std::time::Duration;

/// How long the engine may think.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// Time for every move, or every turn in games with several moves a turn.
    pub move_time: Option<Duration>,
    /// Time for the game.
    pub clocks: Option<Clocks>,
    /// Plies at most.
    pub depth: Option<u32>,
}

/// The time for a move if nothing is said about it.
const DEFAULT_TIME: Duration = Duration::from_secs(2);

impl Thinking {
    /// By what is given; a usual time, if that is nothing.
    pub fn new(move_time: Option<Duration>, clocks: Option<Clocks>, depth: Option<u32>) -> Self {
        let unlimited = move_time.is_none() && clocks.is_none() && depth.is_none();
        Self { move_time: move_time.or(unlimited.then_some(DEFAULT_TIME)), clocks, depth }
    }

    /// The same, but no deeper than this, if anything is said about it.
    pub fn with_depth(self, depth: Option<u32>) -> Self {
        Self { depth: depth.or(self.depth), ..self }
    }

    /// Plays on without clocks.
    pub fn drop_clocks(&mut self) {
        *self = Self::new(self.move_time, None, self.depth);
    }

    /// The limits of a search for a side.
    pub fn limits(&self, side: Color) -> Limits {
        let clock = self.clocks.as_ref().map(|clocks| TimeLeft {
            remaining: clocks.left(side),
            increment: clocks.increment(),
            moves_to_go: None,
        });
        Limits { depth: self.depth, move_time: self.move_time, clock, ..Limits::default() }
    }
}
