//! Time controls: `level`, `st`, `sd`, and the clock.

use dhow_engine::search::{Limits, TimeLeft};
use std::time::Duration;

/// The longest time that is believed, a year: more is no time control.
const LONGEST: f64 = 365.0 * 86_400.0;
/// Time for a move as long as nobody has set a time control.
const UNSET: Duration = Duration::from_secs(3);

/// How the time of a game is allotted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pace {
    /// The same time for every move.
    PerMove(Duration),
    /// A clock.
    Level {
        /// Moves until the next control; `None` if there is but one.
        moves: Option<u32>,
        /// Time until the control.
        base: Duration,
        /// Time added for every move.
        increment: Duration,
    },
}

impl Pace {
    /// Reads what follows `level`: moves, base time as `minutes` or `minutes:seconds`, increment in
    /// seconds.
    pub fn level(text: &str) -> Option<Self> {
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let &[moves, base, increment] = fields.as_slice() else { return None };
        let moves: u32 = moves.parse().ok()?;
        let base = match base.split_once(':') {
            Some((minutes, seconds)) => seconds_of(minutes)? * 60.0 + seconds_of(seconds)?,
            None => seconds_of(base)? * 60.0,
        };
        let increment = increment.parse::<f64>().ok().filter(|seconds| seconds.is_finite())?;
        Some(Self::Level {
            moves: (moves > 0).then_some(moves),
            base: duration(base),
            increment: duration(increment.max(0.0)),
        })
    }

    /// Reads what follows `st`: `seconds`, or `minutes:seconds`.
    pub fn per_move(text: &str) -> Option<Self> {
        let seconds = match text.split_once(':') {
            Some((minutes, seconds)) => seconds_of(minutes)? * 60.0 + seconds_of(seconds)?,
            None => seconds_of(text)?,
        };
        (seconds > 0.0).then(|| Self::PerMove(duration(seconds)))
    }
}

fn seconds_of(text: &str) -> Option<f64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number = if plain { text.parse().ok()? } else { return None };
    Some(number)
}

fn duration(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.clamp(0.0, LONGEST))
}

/// The engine's own clock.
#[derive(Clone, Debug)]
pub struct TimeControl {
    pace: Pace,
    depth: Option<u32>,
    remaining: Duration,
}

impl TimeControl {
    /// The clock before anything was said about it.
    pub fn new() -> Self {
        Self { pace: Pace::PerMove(UNSET), depth: None, remaining: Duration::ZERO }
    }

    /// Starts a game: the clock is set back, and there is no limit of depth.
    pub fn restart(&mut self) {
        self.depth = None;
        self.set_pace(self.pace);
    }

    /// Another time control.
    pub fn set_pace(&mut self, pace: Pace) {
        self.pace = pace;
        if let Pace::Level { base, .. } = pace {
            self.remaining = base;
        }
    }

    /// Searches only so deep; 0 is no limit.
    pub fn set_depth(&mut self, depth: u32) {
        self.depth = (depth > 0).then_some(depth);
    }

    /// Reads what follows `time`: hundredths of a second on the engine's clock, which may be
    /// overdrawn.
    pub fn set_remaining(&mut self, text: &str) -> Option<()> {
        let hundredths: i64 = text.parse().ok()?;
        self.remaining = duration(hundredths.max(0) as f64 / 100.0);
        Some(())
    }

    /// Takes the time of the engine's move from the clock. `made` moves of its own lie behind it.
    pub fn spend(&mut self, time: Duration, made: u32) {
        if let Pace::Level { moves, base, increment } = self.pace {
            self.remaining = self.remaining.saturating_sub(time) + increment;
            if moves.is_some_and(|moves| made.is_multiple_of(moves)) {
                self.remaining += base;
            }
        }
    }

    /// The limits of the next search, when the engine has made so many moves.
    pub fn limits(&self, made: u32) -> Limits {
        let mut limits = Limits { depth: self.depth, ..Limits::default() };
        match self.pace {
            Pace::PerMove(time) => limits.move_time = Some(time),
            Pace::Level { moves, increment, .. } => {
                let moves_to_go = moves.map(|moves| moves - made % moves);
                limits.clock = Some(TimeLeft { remaining: self.remaining, increment, moves_to_go });
            }
        }
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(moves: u32, base: f64, increment: f64) -> Option<Pace> {
        Some(Pace::Level {
            moves: (moves > 0).then_some(moves),
            base: Duration::from_secs_f64(base),
            increment: Duration::from_secs_f64(increment),
        })
    }

    #[test]
    fn levels() {
        assert_eq!(Pace::level("0 5 3"), level(0, 300.0, 3.0));
        assert_eq!(Pace::level("0 0:30 0.5"), level(0, 30.0, 0.5));
        assert_eq!(Pace::level("40 5 0"), level(40, 300.0, 0.0));
        assert_eq!(Pace::level("40 5 -1"), level(40, 300.0, 0.0));
        assert_eq!(Pace::level("0 0 0"), level(0, 0.0, 0.0));
        for text in [
            "",
            "0",
            "0 5",
            "0 5 3 1",
            "a b c",
            "0 -5 0",
            "0 5: x",
            "0 1:2:3 0",
            "0 5 NaN",
            "0 inf 0",
            "-1 5 0",
        ] {
            assert_eq!(Pace::level(text), None, "{text}");
        }
        assert!(Pace::level("0 99999999999999999999 1e300").is_some());
    }

    #[test]
    fn times_per_move() {
        assert_eq!(Pace::per_move("7"), Some(Pace::PerMove(Duration::from_secs(7))));
        assert_eq!(Pace::per_move("0:07"), Some(Pace::PerMove(Duration::from_secs(7))));
        assert_eq!(Pace::per_move("0.5"), Some(Pace::PerMove(Duration::from_millis(500))));
        for text in ["", "x", "0", "-3", "1e9", "inf", "."] {
            assert_eq!(Pace::per_move(text), None, "{text}");
        }
    }

    #[test]
    fn the_clock_runs_and_is_set() {
        let mut control = TimeControl::new();
        control.set_pace(Pace::level("3 1 2").unwrap());
        let clock = |control: &TimeControl, made| {
            let clock = control.limits(made).clock.unwrap();
            (clock.remaining.as_secs(), clock.moves_to_go)
        };
        assert_eq!(clock(&control, 0), (60, Some(3)));
        control.spend(Duration::from_secs(12), 1);
        assert_eq!(clock(&control, 1), (50, Some(2)));
        control.spend(Duration::from_secs(70), 2);
        assert_eq!(clock(&control, 2), (2, Some(1)));
        control.spend(Duration::from_secs(1), 3);
        assert_eq!(clock(&control, 3), (63, Some(3)));
        assert_eq!(control.set_remaining("1050"), Some(()));
        assert_eq!(clock(&control, 4), (10, Some(2)));
        assert_eq!(control.set_remaining("-5"), Some(()));
        assert_eq!(clock(&control, 4), (0, Some(2)));
        assert_eq!(control.set_remaining("soon"), None);
        control.restart();
        assert_eq!(clock(&control, 0), (60, Some(3)));
    }

    #[test]
    fn depth_lasts_for_a_game() {
        let mut control = TimeControl::new();
        control.set_depth(9);
        assert_eq!(control.limits(0).depth, Some(9));
        control.set_pace(Pace::PerMove(Duration::from_secs(2)));
        assert_eq!(control.limits(0).depth, Some(9));
        assert_eq!(control.limits(0).move_time, Some(Duration::from_secs(2)));
        control.restart();
        assert_eq!(control.limits(0).depth, None);
    }
}
