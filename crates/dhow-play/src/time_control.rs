//! Time controls, and how people, files and pages write them.

use serde::{Deserialize, Deserializer, Serialize, Serializer, ser};
use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;

/// The longest accepted time in seconds, a year.
pub(crate) const LONGEST: f64 = 365.0 * 86_400.0;

/// The time that a side has for its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Time {
    /// A clock, which runs while the side thinks.
    Clock {
        /// The number of turns after which `base` is added again; `None` if `base` is for the whole game.
        moves: Option<u32>,
        /// The time until then.
        base: Duration,
        /// The time added after every turn.
        increment: Duration,
        /// The first part of every turn, which does not count (a simple delay, as on US clocks).
        delay: Duration,
    },
    /// The same time for every turn.
    PerMove(Duration),
    /// No limit.
    #[default]
    Unlimited,
}

/// The limits for a side. An engine stops at the first limit that it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct TimeControl {
    /// The time.
    pub time: Time,
    /// The maximum depth in plies.
    pub depth: Option<u32>,
    /// The maximum number of nodes.
    pub nodes: Option<u64>,
}

/// The error for a text that is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a time control such as 40/60+0.6 (moves/seconds+increment), 10+0.1, 10+2d (a delay), 1:30 or inf"
)]
pub struct TimeError(String);

impl Time {
    /// A clock of `base` for the whole game, with `increment` per turn.
    pub const fn clock(base: Duration, increment: Duration) -> Self {
        Self::Clock { moves: None, base, increment, delay: Duration::ZERO }
    }

    /// The same clock, with `base` added again after every `moves` turns, if `moves` is given.
    pub const fn until(self, moves: Option<u32>) -> Self {
        match self {
            Self::Clock { base, increment, delay, .. } => {
                Self::Clock { moves, base, increment, delay }
            }
            other => other,
        }
    }

    /// Whether it is a clock.
    pub const fn is_clock(&self) -> bool {
        matches!(self, Self::Clock { .. })
    }

    /// The time that the first turn may take: `base` of a clock, or the time per turn. `None` without a
    /// limit.
    pub const fn first(&self) -> Option<Duration> {
        match *self {
            Self::Clock { base, .. } => Some(base),
            Self::PerMove(time) => Some(time),
            Self::Unlimited => None,
        }
    }

    /// The time that every turn gains: increment and delay.
    pub fn gain(&self) -> Duration {
        match *self {
            Self::Clock { increment, delay, .. } => increment + delay,
            _ => Duration::ZERO,
        }
    }

    /// The delay of every turn.
    pub fn delay(&self) -> Duration {
        match *self {
            Self::Clock { delay, .. } => delay,
            _ => Duration::ZERO,
        }
    }

    /// Reads a clock as people write it, `5+3`: minutes for the game and, if given, an increment in seconds.
    /// `5+3d` has a delay of 3 seconds instead.
    pub fn of_minutes(text: &str) -> Option<Self> {
        let (minutes, rest) = text.split_once('+').unwrap_or((text, "0"));
        clock(None, seconds(minutes.trim())?.checked_mul(60)?, rest.trim())
    }
}

/// A clock. `turns` is the text after `+`: the increment in seconds, or with a final `d` the delay.
fn clock(moves: Option<u32>, base: Duration, turns: &str) -> Option<Time> {
    let (increment, delay) = match turns.strip_suffix('d') {
        Some(delay) => (Duration::ZERO, seconds(delay)?),
        None => (seconds(turns)?, Duration::ZERO),
    };
    (!base.is_zero()).then_some(Time::Clock { moves, base, increment, delay })
}

impl FromStr for Time {
    type Err = TimeError;

    /// Reads `moves/time+increment` or `inf`. `time` is in seconds or `minutes:seconds`, `increment` in
    /// seconds; `moves/` and `+increment` are optional. `+3d` is a delay.
    fn from_str(text: &str) -> Result<Self, TimeError> {
        let read = || {
            if text == "inf" {
                return Some(Self::Unlimited);
            }
            let (moves, rest) = match text.split_once('/') {
                Some((moves, rest)) => (Some(moves.parse().ok().filter(|&moves| moves > 0)?), rest),
                None => (None, text),
            };
            let (time, turns) = rest.split_once('+').unwrap_or((rest, "0"));
            clock(moves, minutes_and_seconds(time)?, turns)
        };
        read().ok_or_else(|| TimeError(text.into()))
    }
}

impl Display for Time {
    /// Writes the form of PGN's TimeControl tag.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Clock { moves, base, increment, delay } => {
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}", base.as_secs_f64())?;
                if !increment.is_zero() {
                    write!(f, "+{}", increment.as_secs_f64())?;
                }
                if !delay.is_zero() {
                    write!(f, "+{}d", delay.as_secs_f64())?;
                }
                Ok(())
            }
            Self::PerMove(time) => write!(f, "1/{}", time.as_secs_f64()),
            Self::Unlimited => f.write_str("-"),
        }
    }
}

/// Reads seconds written as a plain number: `300`, `0.5`. `None` for any other text, or above a year.
pub fn seconds(text: &str) -> Option<Duration> {
    plain_number(text).filter(|&number| number <= LONGEST).map(Duration::from_secs_f64)
}

/// Reads a number written with digits and a point alone.
pub(crate) fn plain_number(text: &str) -> Option<f64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if plain { text.parse().ok() } else { None }
}

/// Reads `seconds`, or `minutes:seconds`.
pub fn minutes_and_seconds(text: &str) -> Option<Duration> {
    match text.split_once(':') {
        Some((minutes, rest)) => Some(seconds(minutes)?.checked_mul(60)? + seconds(rest)?),
        None => seconds(text),
    }
}

impl TimeControl {
    /// Whether there is any limit for an engine.
    pub fn is_limited(&self) -> bool {
        self.time != Time::Unlimited || self.depth.is_some() || self.nodes.is_some()
    }
}

impl From<Time> for TimeControl {
    fn from(time: Time) -> Self {
        Self { time, ..Self::default() }
    }
}

/// The JSON form of a time control, for pages and saved games.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum Json {
    /// A time per turn for the engine.
    Turn { ms: u32 },
    /// A number of nodes per turn for the engine.
    Nodes { nodes: u32 },
    /// A clock for each side.
    Clock {
        base_ms: u32,
        #[serde(default)]
        increment_ms: u32,
        #[serde(default, skip_serializing_if = "is_zero")]
        delay_ms: u32,
    },
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl<'de> Deserialize<'de> for TimeControl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let ms = |number: u32| Duration::from_millis(number.into());
        Ok(match Json::deserialize(deserializer)? {
            Json::Turn { ms: number } => Time::PerMove(ms(number)).into(),
            Json::Nodes { nodes } => Self { nodes: Some(nodes.into()), ..Self::default() },
            Json::Clock { base_ms, increment_ms, delay_ms } => Time::Clock {
                moves: None,
                base: ms(base_ms),
                increment: ms(increment_ms),
                delay: ms(delay_ms),
            }
            .into(),
        })
    }
}

impl Time {
    /// The JSON form of a clock for the whole game; `None` for a clock that has no such form.
    fn json(&self) -> Option<Json> {
        let Self::Clock { moves: None, base, increment, delay } = *self else { return None };
        let [base_ms, increment_ms, delay_ms] =
            [base, increment, delay].map(|time| u32::try_from(time.as_millis()).ok());
        let (base_ms, increment_ms, delay_ms) = (base_ms?, increment_ms?, delay_ms?);
        Some(Json::Clock { base_ms, increment_ms, delay_ms })
    }
}

impl Serialize for TimeControl {
    /// Writes a time per turn, nodes, or a clock for the whole game; any other time control is an error.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ms = |time: Duration| u32::try_from(time.as_millis()).ok();
        let json = match *self {
            Self { time: Time::PerMove(time), depth: None, nodes: None } => {
                ms(time).map(|ms| Json::Turn { ms })
            }
            Self { time: Time::Unlimited, depth: None, nodes: Some(nodes) } => {
                u32::try_from(nodes).ok().map(|nodes| Json::Nodes { nodes })
            }
            Self { time, depth: None, nodes: None } => time.json(),
            _ => None,
        };
        json.ok_or_else(|| ser::Error::custom("a time control without a form"))?
            .serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn time_controls_are_read_and_written() {
        let time = |moves, base, increment| Ok(Time::clock(MS(base), MS(increment)).until(moves));
        assert_eq!("40/60+0.6".parse(), time(Some(40), 60_000, 600));
        assert_eq!("1+0.01".parse(), time(None, 1000, 10));
        assert_eq!("1:30+2".parse(), time(None, 90_000, 2000));
        assert_eq!("0.1".parse(), time(None, 100, 0));
        assert_eq!("inf".parse(), Ok(Time::Unlimited));
        let delay =
            Time::Clock { moves: None, base: MS(10_000), increment: MS(0), delay: MS(2500) };
        assert_eq!("10+2.5d".parse(), Ok(delay));
        assert_eq!((delay.gain(), delay.delay()), (MS(2500), MS(2500)));
        assert_eq!(
            Time::of_minutes("5+3d").map(|time| time.to_string()).as_deref(),
            Some("300+3d")
        );
        for text in ["40/60+0.6", "1+0.01", "0.1", "300", "300+3d", "40/60+1d"] {
            assert_eq!(text.parse::<Time>().unwrap().to_string(), text);
        }
        let long = "9".repeat(30);
        for text in [
            "", "0", "x", "1+", "+1", "0/5", "/5", "1:x", "-1", "1+d", "1+3dd", "1e3", "NaN", &long,
        ] {
            let error = text.parse::<Time>().unwrap_err().to_string();
            assert!(error.contains(&format!("`{text}`")), "{error}");
            assert_eq!(Time::of_minutes(text), None, "{text}");
        }
        assert_eq!(
            Time::of_minutes("5+3").ok_or(TimeError(String::new())),
            time(None, 300_000, 3000)
        );
        assert_eq!(Time::of_minutes("0.5").ok_or(TimeError(String::new())), time(None, 30_000, 0));
    }

    #[test]
    fn forms_of_pages() {
        for text in [
            r#"{"kind":"turn","ms":500}"#,
            r#"{"kind":"nodes","nodes":7}"#,
            r#"{"kind":"clock","base_ms":60000,"increment_ms":500}"#,
            r#"{"kind":"clock","base_ms":60000,"increment_ms":0,"delay_ms":3000}"#,
        ] {
            let read: TimeControl = serde_json::from_str(text).unwrap();
            assert!(read.is_limited());
            assert_eq!(serde_json::to_string(&read).unwrap(), text);
        }
        for control in [
            TimeControl::default(),
            TimeControl { depth: Some(1), ..TimeControl::default() },
            "40/5".parse::<Time>().unwrap().into(),
            Time::PerMove(Duration::MAX).into(),
        ] {
            assert!(serde_json::to_string(&control).is_err(), "{control:?}");
        }
        for text in
            [r#"{"kind":"clock","delay_ms":1}"#, r#"{"kind":"x"}"#, r#"{"kind":"turn","ms":-1}"#]
        {
            assert!(serde_json::from_str::<TimeControl>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn time_depth_or_nodes_limit_an_engine() {
        let none = TimeControl::default();
        assert!(!none.is_limited());
        let limited = [
            Time::PerMove(MS(1)).into(),
            TimeControl { depth: Some(1), ..none },
            TimeControl { nodes: Some(1), ..none },
        ];
        assert!(limited.iter().all(TimeControl::is_limited));
    }
}
