//! Time controls and the clocks of a game.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;

/// The longest time that is believed, a year: more is no time control.
const LONGEST: f64 = 365.0 * 86_400.0;

/// How the time of a game is allotted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Pace {
    /// A clock.
    Clock {
        /// Moves until the next control; `None` if the time is for the whole game.
        moves: Option<u32>,
        /// Time until the control.
        base: Duration,
        /// Time added for every move.
        increment: Duration,
    },
    /// The same time for every move.
    PerMove(Duration),
    /// No limit of time.
    #[default]
    Unlimited,
}

/// A text that is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a time control such as 40/60+0.6 (moves/seconds+increment), 10+0.1, 1:30 or inf"
)]
pub struct PaceError(String);

impl FromStr for Pace {
    type Err = PaceError;

    /// Reads `moves/time+increment`: `time` in seconds or `minutes:seconds`, `moves/` and
    /// `+increment` may be missing; or `inf`.
    fn from_str(text: &str) -> Result<Self, PaceError> {
        let read = || {
            if text == "inf" {
                return Some(Self::Unlimited);
            }
            let (moves, rest) = match text.split_once('/') {
                Some((moves, rest)) => (Some(moves.parse().ok().filter(|&moves| moves > 0)?), rest),
                None => (None, text),
            };
            let (time, increment) = match rest.split_once('+') {
                Some((time, increment)) => (time, seconds(increment)?),
                None => (rest, Duration::ZERO),
            };
            let base = match time.split_once(':') {
                Some((minutes, rest)) => seconds(minutes)? * 60 + seconds(rest)?,
                None => seconds(time)?,
            };
            (!base.is_zero()).then_some(Self::Clock { moves, base, increment })
        };
        read().ok_or_else(|| PaceError(text.into()))
    }
}

/// A number of seconds, written plainly.
pub fn seconds(text: &str) -> Option<Duration> {
    let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let number: f64 = if plain { text.parse().ok()? } else { return None };
    (number <= LONGEST).then(|| Duration::from_secs_f64(number))
}

impl Display for Pace {
    /// The form of PGN's TimeControl tag.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Clock { moves, base, increment } => {
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}", base.as_secs_f64())?;
                if !increment.is_zero() {
                    write!(f, "+{}", increment.as_secs_f64())?;
                }
                Ok(())
            }
            Self::PerMove(time) => write!(f, "1/{}", time.as_secs_f64()),
            Self::Unlimited => f.write_str("-"),
        }
    }
}

/// What limits an engine's thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct TimeControl {
    /// The limit of time.
    pub pace: Pace,
    /// Plies to search at most.
    pub depth: Option<u32>,
    /// Nodes to search at most.
    pub nodes: Option<u64>,
    /// How far the limit of time may be exceeded.
    pub margin: Duration,
}

impl TimeControl {
    /// Whether anything ends the engine's thinking.
    pub fn is_limited(&self) -> bool {
        self.pace != Pace::Unlimited || self.depth.is_some() || self.nodes.is_some()
    }
}

/// One player's clock during a game.
#[derive(Clone, Debug)]
pub struct Clock {
    control: TimeControl,
    /// Nanoseconds; below zero by at most the margin.
    remaining: i64,
    moves_to_go: Option<u32>,
}

impl Clock {
    /// The clock at the start of a game.
    pub fn new(control: TimeControl) -> Self {
        let (remaining, moves_to_go) = match control.pace {
            Pace::Clock { moves, base, .. } => (nanoseconds(base), moves),
            Pace::PerMove(time) => (nanoseconds(time), None),
            Pace::Unlimited => (0, None),
        };
        Self { control, remaining, moves_to_go }
    }

    /// The limits that it keeps.
    pub fn control(&self) -> &TimeControl {
        &self.control
    }

    /// Time left on the clock; zero if it is overdrawn.
    pub fn remaining(&self) -> Duration {
        Duration::from_nanos(self.remaining.max(0) as u64)
    }

    /// Moves until the next control, if there is one.
    pub fn moves_to_go(&self) -> Option<u32> {
        self.moves_to_go
    }

    /// The longest time that the next move may take, margin included; `None` if there is no limit.
    pub fn allowance(&self) -> Option<Duration> {
        let left = self.remaining.saturating_add(nanoseconds(self.control.margin)).max(0);
        (self.control.pace != Pace::Unlimited).then(|| Duration::from_nanos(left as u64))
    }

    /// Takes the time of a move from the clock. `false` if it was too long; the clock is then of no
    /// more use.
    pub fn spend(&mut self, used: Duration) -> bool {
        if self.allowance().is_some_and(|allowance| used > allowance) {
            return false;
        }
        if let Pace::Clock { moves, base, increment } = self.control.pace {
            self.remaining -= nanoseconds(used) - nanoseconds(increment);
            match self.moves_to_go {
                Some(1) => {
                    self.moves_to_go = moves;
                    self.remaining = self.remaining.saturating_add(nanoseconds(base));
                }
                Some(left) => self.moves_to_go = Some(left - 1),
                None => {}
            }
        }
        true
    }
}

fn nanoseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_nanos()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(text: &str, margin: u64) -> Clock {
        let margin = Duration::from_millis(margin);
        let pace = text.parse().unwrap();
        Clock::new(TimeControl { pace, margin, ..TimeControl::default() })
    }

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn time_controls_are_read_and_written() {
        let pace = |moves, base, increment| {
            Ok(Pace::Clock { moves, base: MS(base), increment: MS(increment) })
        };
        assert_eq!("40/60+0.6".parse(), pace(Some(40), 60_000, 600));
        assert_eq!("1+0.01".parse(), pace(None, 1000, 10));
        assert_eq!("1:30+2".parse(), pace(None, 90_000, 2000));
        assert_eq!("0.1".parse(), pace(None, 100, 0));
        assert_eq!("inf".parse(), Ok(Pace::Unlimited));
        for text in ["40/60+0.6", "1+0.01", "0.1", "300"] {
            assert_eq!(text.parse::<Pace>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "0",
            "x",
            "1+",
            "+1",
            "0/5",
            "/5",
            "1:x",
            "-1",
            "1e3",
            "NaN",
            "9".repeat(30).as_str(),
        ] {
            let error = text.parse::<Pace>().unwrap_err().to_string();
            assert!(error.contains(&format!("`{text}`")), "{error}");
        }
    }

    #[test]
    fn time_depth_or_nodes_limit_an_engine() {
        let none = TimeControl::default();
        assert!(!none.is_limited());
        let limited = [
            TimeControl { pace: Pace::PerMove(MS(1)), ..none },
            TimeControl { depth: Some(1), ..none },
            TimeControl { nodes: Some(1), ..none },
        ];
        for control in limited {
            assert!(control.is_limited(), "{control:?}");
            assert_eq!(*Clock::new(control).control(), control);
        }
    }

    #[test]
    fn increments_and_controls_add_time() {
        let mut clock = clock("2/1+0.1", 0);
        assert_eq!((clock.remaining(), clock.moves_to_go()), (MS(1000), Some(2)));
        assert!(clock.spend(MS(300)));
        assert_eq!((clock.remaining(), clock.moves_to_go()), (MS(800), Some(1)));
        assert!(clock.spend(MS(800)));
        assert_eq!((clock.remaining(), clock.moves_to_go()), (MS(1100), Some(2)));
        assert!(!clock.spend(MS(1101)));
    }

    #[test]
    fn a_margin_is_a_debt_and_not_a_gift() {
        let mut clock = clock("1", 50);
        assert_eq!(clock.allowance(), Some(MS(1050)));
        assert!(clock.spend(MS(1030)));
        assert_eq!((clock.remaining(), clock.allowance()), (MS(0), Some(MS(20))));
        assert!(clock.spend(MS(20)));
        assert!(!clock.spend(MS(1)));
    }

    #[test]
    fn time_per_move_is_not_used_up() {
        let pace = Pace::PerMove(MS(100));
        let mut clock = Clock::new(TimeControl { pace, ..TimeControl::default() });
        for _ in 0..3 {
            assert!(clock.spend(MS(100)));
            assert_eq!(clock.remaining(), MS(100));
        }
        assert!(!clock.spend(MS(101)));
        let mut clock = Clock::new(TimeControl::default());
        assert!(clock.spend(MS(1 << 40)));
        assert_eq!(clock.allowance(), None);
    }
}
