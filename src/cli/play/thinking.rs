//! How long the engine may think.

use crate::pieces::Color;
use crate::search::{Clock, Limits};
use std::time::Duration;

/// How long the engine may think.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// Time for every move, or every turn in games with several moves a turn.
    pub move_time: Option<Duration>,
    /// Time the clock starts with, time added for every move, time left to White and Black.
    pub clock: Option<(Duration, Duration, [Duration; 2])>,
    /// Plies at most.
    pub depth: Option<u32>,
}

impl Thinking {
    /// By a clock.
    pub fn with_clock(base: Duration, increment: Duration, depth: Option<u32>) -> Self {
        Self { move_time: None, clock: Some((base, increment, [base; 2])), depth }
    }

    /// Sets the clock anew, for a new game.
    pub fn reset(&mut self) {
        if let Some((base, _, left)) = &mut self.clock {
            *left = [*base; 2];
        }
    }

    /// The limits of a search for a side.
    pub fn limits(&self, side: Color) -> Limits {
        let clock = self.clock.map(|(_, increment, left)| Clock {
            remaining: left[side.index()],
            increment,
            moves_to_go: None,
        });
        Limits { depth: self.depth, move_time: self.move_time, clock, ..Limits::default() }
    }

    /// A side has thought so long.
    pub fn spend(&mut self, side: Color, time: Duration) {
        if let Some((_, increment, left)) = &mut self.clock {
            let left = &mut left[side.index()];
            *left = left.saturating_sub(time) + *increment;
        }
    }

    /// The time that a side's clock has left.
    pub fn left(&self, side: Color) -> Option<Duration> {
        self.clock.map(|(_, _, left)| left[side.index()])
    }
}
