//! The clocks of a game.

use dhow_rules::pieces::Color;
use std::time::{Duration, Instant};

/// Two clocks, of which at most one runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    left: [Duration; 2],
    increment: Duration,
    running: Option<(Color, Instant)>,
}

impl Clock {
    /// Clocks that stand, with the time that White and Black have left and what a turn adds.
    pub fn new(left: [Duration; 2], increment: Duration) -> Self {
        Self { left, increment, running: None }
    }

    /// What a turn adds.
    pub fn increment(&self) -> Duration {
        self.increment
    }

    /// The side whose clock runs.
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(side, _)| side)
    }

    /// The time that a side has left.
    pub fn left(&self, side: Color, now: Instant) -> Duration {
        let left = self.left[side.index()];
        match self.running {
            Some((running, since)) if running == side => {
                left.saturating_sub(now.saturating_duration_since(since))
            }
            _ => left,
        }
    }

    /// Stops both clocks.
    pub fn stop(&mut self, now: Instant) {
        if let Some((side, _)) = self.running {
            self.left[side.index()] = self.left(side, now);
            self.running = None;
        }
    }

    /// Lets a side's clock run, and no other.
    pub fn run(&mut self, side: Color, now: Instant) {
        if self.running() != Some(side) {
            self.stop(now);
            self.running = Some((side, now));
        }
    }

    /// Adds the increment to a side's time, unless its clock stands.
    pub fn turn_made(&mut self, side: Color) {
        if self.running() == Some(side) {
            self.left[side.index()] += self.increment;
        }
    }

    /// When the time of the side whose clock runs will be over.
    pub fn flag(&self) -> Option<Instant> {
        self.running.map(|(side, since)| since + self.left[side.index()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_clock_runs() {
        let (start, second) = (Instant::now(), Duration::from_secs(1));
        let mut clock = Clock::new([10 * second; 2], 2 * second);
        assert_eq!((clock.flag(), clock.left(Color::White, start + second)), (None, 10 * second));
        clock.run(Color::White, start);
        assert_eq!(clock.flag(), Some(start + 10 * second));
        clock.turn_made(Color::White);
        clock.run(Color::Black, start + 3 * second);
        assert_eq!(clock.left(Color::White, start + 9 * second), 9 * second);
        assert_eq!(clock.left(Color::Black, start + 9 * second), 4 * second);
        assert_eq!(clock.left(Color::Black, start + 99 * second), Duration::ZERO);
        clock.stop(start + 4 * second);
        clock.turn_made(Color::Black);
        assert_eq!(clock.left(Color::Black, start + 99 * second), 9 * second);
    }
}
