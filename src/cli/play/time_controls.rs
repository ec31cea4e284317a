//! The time controls of people and engine, from the command line and in records.

use dhow_engine::search::Limits;
use dhow_play::clock::{Clock, Clocks};
use dhow_play::time_control::{Time, TimeControl, seconds};
use dhow_rules::pieces::Color;
use std::time::{Duration, Instant};

/// The default time per turn for the engine.
const DEFAULT_TIME: Duration = Duration::from_secs(2);

/// The time controls of people and engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControls {
    /// The time control of people.
    pub people: TimeControl,
    /// The time control of the engine.
    pub engine: TimeControl,
}

impl TimeControls {
    /// A time per turn or a clock for the engine, and a clock for people. If nothing limits the engine, it
    /// gets the default time.
    pub fn new(people: Option<Time>, engine: Option<Time>, depth: Option<u32>) -> Self {
        let engine = engine.or(depth.is_none().then_some(Time::PerMove(DEFAULT_TIME)));
        let engine = TimeControl { depth, ..engine.unwrap_or_default().into() };
        Self { people: people.unwrap_or_default().into(), engine }
    }

    /// The same with this maximum depth, if given.
    pub fn with_depth(mut self, depth: Option<u32>) -> Self {
        self.engine.depth = depth.or(self.engine.depth);
        self
    }

    /// The same without clocks.
    pub fn without_clocks(&self) -> Self {
        let time = Some(self.engine.time).filter(|time| matches!(time, Time::PerMove(_)));
        Self::new(None, time, self.engine.depth)
    }

    /// Clocks at the start of a game with people on these sides.
    pub fn clocks(&self, people: &[Color]) -> Clocks {
        let of = |side: &Color| if people.contains(side) { self.people } else { self.engine };
        Clocks::new(Color::ALL.each_ref().map(|side| Clock::new(of(side))))
    }

    /// The limits of a search for a side; a person may have asked for it.
    pub fn limits(&self, clocks: &Clocks, side: Color, now: Instant) -> Limits {
        let mut limits = clocks.limits(side, now);
        limits.depth = limits.depth.or(self.engine.depth);
        if limits.clock.is_none() && limits.move_time.is_none() {
            limits.move_time = match self.engine.time {
                Time::PerMove(time) => Some(time),
                Time::Unlimited if limits.depth.is_some() => None,
                _ => Some(DEFAULT_TIME),
            };
        }
        limits
    }
}

/// The tag with the engine's seconds per turn.
const MOVE_TIME: &str = "MoveTime";
/// The tag with the engine's maximum depth in plies.
const DEPTH: &str = "Depth";
/// PGN's tag with the clocks.
const CONTROL: &str = "TimeControl";
/// The tags with the remaining times of White and Black.
const LEFT: [&str; 2] = ["WhiteClock", "BlackClock"];

/// The time controls and clocks as tags of a record. `people` are the sides that people play.
pub fn tags(
    time_controls: &TimeControls,
    clocks: &Clocks,
    people: &[Color],
) -> Vec<(&'static str, String)> {
    let mut tags = Vec::new();
    if people.len() < Color::ALL.len() {
        if let Time::PerMove(time) = time_controls.engine.time {
            tags.push((MOVE_TIME, in_seconds(time)));
        }
        tags.extend(time_controls.engine.depth.map(|depth| (DEPTH, depth.to_string())));
    }
    let timed = Color::ALL.into_iter().find(|&side| clocks.has(side));
    tags.extend(timed.map(|side| (CONTROL, clocks.of(side).control().time.to_string())));
    let now = Instant::now();
    for side in Color::ALL.into_iter().filter(|&side| clocks.has(side)) {
        let (whole, part) = in_parts(clocks.left(side, now));
        let left = format!("{}:{:02}:{:02}{part}", whole / 3600, whole / 60 % 60, whole % 60);
        tags.push((LEFT[side.index()], left));
    }
    tags
}

/// The time controls and clocks from the tags of a record, with the sides that people play; `None` without such tags.
pub fn of_tags<'a>(
    people: &[Color],
    tag: impl Fn(&str) -> Option<&'a str>,
) -> Option<(TimeControls, Clocks)> {
    let move_time = tag(MOVE_TIME).and_then(seconds).filter(|time| !time.is_zero());
    let depth = tag(DEPTH).and_then(|depth| depth.parse().ok()).filter(|&depth| depth > 0);
    let clock = clocks_of_tags(&tag);
    if move_time.is_none() && depth.is_none() && clock.is_none() {
        return None;
    }
    let has = |side: &Color| clock.is_some_and(|(_, left)| left[side.index()].is_some());
    let time = clock.map(|(time, _)| time);
    let for_people = time.filter(|_| people.iter().any(has));
    let engine = move_time.map(Time::PerMove).or(time);
    let time_controls = TimeControls::new(for_people, engine, depth);
    let mut clocks = time_controls.clocks(people);
    for (side, left) in Color::ALL.into_iter().zip(clock.map_or([None; 2], |(_, left)| left)) {
        if let Some(left) = left.filter(|_| clocks.has(side)) {
            clocks.of_mut(side).set_left(left);
        }
    }
    Some((time_controls, clocks))
}

/// A clock, and the remaining times of White and Black.
fn clocks_of_tags<'a>(
    tag: &impl Fn(&str) -> Option<&'a str>,
) -> Option<(Time, [Option<Duration>; 2])> {
    let time: Time = tag(CONTROL)?.parse().ok().filter(Time::is_clock)?;
    let mut left = [None; 2];
    for (left, name) in left.iter_mut().zip(LEFT) {
        // A person may have no clock.
        *left = tag(name).map(time_of).map_or(Some(None), |time| time.map(Some))?;
    }
    left.iter().any(Option::is_some).then_some((time, left))
}

/// A time written as `hours:minutes:seconds`.
fn time_of(text: &str) -> Option<Duration> {
    let mut parts = text.splitn(3, ':');
    let mut next = || parts.next()?.parse::<u32>().ok().map(u64::from);
    let (hours, minutes) = (next()?, next()?);
    Some(Duration::from_secs(hours * 3600 + minutes * 60) + seconds(parts.next()?)?)
}

/// A number of seconds with milliseconds: `300`, `0.5`. Remaining time is never rounded to zero.
fn in_seconds(time: Duration) -> String {
    let (whole, part) = in_parts(time);
    format!("{whole}{part}")
}

/// Whole seconds, and the text of the fraction.
fn in_parts(time: Duration) -> (u128, String) {
    let milliseconds = time.as_nanos().div_ceil(1_000_000);
    let part = format!(".{:03}", milliseconds % 1000);
    (milliseconds / 1000, part.trim_end_matches('0').trim_end_matches('.').into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    const SECOND: Duration = Duration::from_secs(1);

    fn read(tags: &[(&'static str, String)], people: &[Color]) -> Option<(TimeControls, Clocks)> {
        of_tags(people, |name| tags.iter().find(|tag| tag.0 == name).map(|tag| &*tag.1))
    }

    #[test]
    fn times_are_written_to_the_millisecond() {
        let times = [0, 500, 9_040, 300_000].map(Duration::from_millis);
        assert_eq!(times.map(in_seconds), ["0", "0.5", "9.04", "300"]);
        assert_eq!(in_seconds(Duration::from_nanos(999_999_999)), "1");
        assert_eq!(in_seconds(Duration::from_nanos(1)), "0.001");
        assert_eq!(times.map(|time| seconds(&in_seconds(time))), times.map(Some));
    }

    #[test]
    fn clocks_are_written_and_read() {
        let time = Time::clock(30 * SECOND, Duration::from_millis(500));
        let time_controls = TimeControls::new(Some(time), Some(time), None);
        let mut clocks = time_controls.clocks(&[White]);
        clocks.of_mut(White).set_left(3723 * SECOND);
        clocks.of_mut(Black).set_left(Duration::from_micros(9_100_200));
        let tags = tags(&time_controls, &clocks, &[White]);
        let values = ["30+0.5", "1:02:03", "0:00:09.101"];
        assert_eq!(tags.iter().map(|tag| &*tag.1).collect::<Vec<_>>(), values);
        let (allowed, read) = read(&tags, &[White]).expect("clocks");
        let left = Color::ALL.map(|side| read.of(side).left());
        assert_eq!(left, [3723 * SECOND, Duration::from_millis(9_101)]);
        assert_eq!(allowed, time_controls);
        for bad in ["", "300", "x+3", "99999999999999+1", "1+-1", "nan+1", "1e3+1"] {
            assert!(of_tags(&[White], |_| Some(bad).filter(|_| bad != "300")).is_none(), "{bad}");
        }
    }

    /// A person without a clock has no tag for it, and the engine's clock stays.
    #[test]
    fn a_clock_for_the_engine_alone() {
        let time = Time::clock(60 * SECOND, SECOND);
        let time_controls = TimeControls::new(None, Some(time), None);
        let mut clocks = time_controls.clocks(&[White]);
        clocks.of_mut(Black).set_left(7 * SECOND);
        let written = tags(&time_controls, &clocks, &[White]);
        let names: Vec<_> = written.iter().map(|tag| tag.0).collect();
        assert_eq!(names, ["TimeControl", "BlackClock"]);
        let (allowed, mut read) = read(&written, &[White]).expect("a clock");
        assert_eq!((allowed, read.has(White)), (time_controls, false));
        let now = Instant::now();
        assert_eq!(read.left(Black, now), 7 * SECOND);
        read.exchange(now);
        assert_eq!(read.left(White, now), 7 * SECOND);
        assert!(tags(&time_controls, &time_controls.clocks(&Color::ALL), &Color::ALL).is_empty());
        assert!(of_tags(&[White], |name| (name == "TimeControl").then_some("60+1")).is_none());
    }

    #[test]
    fn who_asks_for_a_hint_is_not_kept_waiting() {
        let (now, time) = (Instant::now(), Time::clock(60 * SECOND, SECOND));
        let limits = |time_controls: TimeControls| {
            time_controls.limits(&time_controls.clocks(&[White]), White, now)
        };
        assert_eq!(limits(TimeControls::new(None, Some(time), None)).move_time, Some(DEFAULT_TIME));
        assert_eq!(limits(TimeControls::new(None, None, None)).move_time, Some(DEFAULT_TIME));
        let deep = limits(TimeControls::new(None, None, Some(3)));
        assert_eq!((deep.depth, deep.move_time), (Some(3), None));
        assert!(limits(TimeControls::new(Some(time), Some(time), None)).clock.is_some());
        let dropped = TimeControls::new(Some(time), Some(time), None).without_clocks();
        assert_eq!(dropped, TimeControls::new(None, None, None));
    }
}
