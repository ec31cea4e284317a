//! The clocks of a game in the terminal.

use dhow_rules::pieces::Color;
use std::time::{Duration, Instant};

/// Two clocks, of which one runs at most.
#[derive(Clone, Debug)]
pub struct Clocks {
    base: Duration,
    increment: Duration,
    left: [Duration; 2],
    running: Option<(Color, Instant)>,
    /// Whether people have a clock, or the engine alone.
    for_people: bool,
}

impl Clocks {
    /// Clocks that stand, with the time of both sides at the start and what every turn adds. If not
    /// `for_people`, only the engine's time counts.
    pub fn new(base: Duration, increment: Duration, for_people: bool) -> Self {
        Self { base, increment, left: [base; 2], running: None, for_people }
    }

    /// Clocks as the tags of a record have them; `None` without such tags. See [`Clocks::tags`].
    pub fn of_tags<'a>(tag: impl Fn(&str) -> Option<&'a str>) -> Option<Self> {
        let (base, increment) = tag("TimeControl")?.split_once('+')?;
        let mut clocks = Self::new(seconds_of(base)?, seconds_of(increment)?, true);
        for (side, name) in Color::ALL.into_iter().zip(CLOCK_TAGS) {
            match tag(name) {
                Some(left) => clocks.left[side.index()] = time_of(left)?,
                // The side of a person, who has none.
                None => clocks.for_people = false,
            }
        }
        (clocks.for_people || CLOCK_TAGS.into_iter().any(|name| tag(name).is_some()))
            .then_some(clocks)
    }

    /// The clocks as tags of a record: the time control in seconds, and what each side has left;
    /// without that of a person who has no clock. `people` are the sides that people play.
    pub fn tags(&self, people: &[Color]) -> Vec<(&'static str, String)> {
        let control = format!("{}+{}", seconds(self.base), seconds(self.increment));
        let left = |side: Color| {
            let (whole, part) = in_parts(self.left(side));
            format!("{}:{:02}:{:02}{part}", whole / 3600, whole / 60 % 60, whole % 60)
        };
        let with_clock = |side: &Color| self.for_people || !people.contains(side);
        let sides = Color::ALL.into_iter().zip(CLOCK_TAGS).filter(|(side, _)| with_clock(side));
        let mut tags: Vec<_> = sides.map(|(side, name)| (name, left(side))).collect();
        if !tags.is_empty() {
            tags.insert(0, ("TimeControl", control));
        }
        tags
    }

    /// The sides change players: where the engine alone has a clock, it keeps what it has left.
    pub fn change_sides(&mut self) {
        self.stop();
        if !self.for_people {
            self.left.reverse();
        }
    }

    /// What every turn adds.
    pub fn increment(&self) -> Duration {
        self.increment
    }

    /// Whether people have a clock.
    pub fn for_people(&self) -> bool {
        self.for_people
    }

    /// Sets both clocks to the start.
    pub fn reset(&mut self) {
        (self.left, self.running) = ([self.base; 2], None);
    }

    /// Lets a side's clock run and no other.
    pub fn run(&mut self, side: Color) {
        if self.running.is_none_or(|(running, _)| running != side) {
            self.stop();
            self.running = Some((side, Instant::now()));
        }
    }

    /// Stops both clocks.
    pub fn stop(&mut self) {
        if let Some((side, _)) = self.running {
            self.left[side.index()] = self.left(side);
            self.running = None;
        }
    }

    /// Stops the clock of a side that has made its turn, and adds the increment.
    pub fn turn_made(&mut self, side: Color) {
        if self.running.is_some_and(|(running, _)| running == side) {
            self.stop();
            self.left[side.index()] += self.increment;
        }
    }

    /// The time that a side has left.
    pub fn left(&self, side: Color) -> Duration {
        let left = self.left[side.index()];
        match self.running {
            Some((running, since)) if running == side => left.saturating_sub(since.elapsed()),
            _ => left,
        }
    }

    /// Whether a side has no time left.
    pub fn is_over(&self, side: Color) -> bool {
        self.left(side).is_zero()
    }
}

/// What White and Black have left, in a record.
const CLOCK_TAGS: [&str; 2] = ["WhiteClock", "BlackClock"];

/// A time written `hours:minutes:seconds`.
fn time_of(text: &str) -> Option<Duration> {
    let mut parts = text.splitn(3, ':');
    let mut next = || parts.next()?.parse::<u32>().ok().map(u64::from);
    let (hours, minutes) = (next()?, next()?);
    Some(Duration::from_secs(hours * 3600 + minutes * 60) + seconds_of(parts.next()?)?)
}

/// A number of seconds, to the millisecond: `300`, `0.5`. Time that is left does not become none.
pub fn seconds(time: Duration) -> String {
    let (whole, part) = in_parts(time);
    format!("{whole}{part}")
}

/// Whole seconds, and the text of what is beyond.
fn in_parts(time: Duration) -> (u128, String) {
    let milliseconds = time.as_nanos().div_ceil(1_000_000);
    let part = format!(".{:03}", milliseconds % 1000);
    (milliseconds / 1000, part.trim_end_matches('0').trim_end_matches('.').into())
}

/// The time of so many seconds; `None` if that is no number, or not one of a game.
pub fn seconds_of(text: &str) -> Option<Duration> {
    let is_plain = text.chars().all(|c| c.is_ascii_digit() || c == '.');
    let seconds = text.parse().ok().filter(|&seconds: &f64| is_plain && seconds <= u32::MAX.into());
    seconds.map(Duration::from_secs_f64)
}

/// A time as clocks show it: `1:02:03`, `4:59`, and below a minute with tenths, `0:09.3`.
pub fn shown(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("0:{:02}.{}", seconds, time.subsec_millis() / 100),
        60..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn times_are_shown_as_on_clocks() {
        let times = [9_340, 59_999, 60_000, 3_599_000, 3_723_000].map(Duration::from_millis);
        assert_eq!(times.map(shown), ["0:09.3", "0:59.9", "1:00", "59:59", "1:02:03"]);
    }

    #[test]
    fn times_are_written_to_the_millisecond() {
        let times = [0, 500, 9_040, 300_000].map(Duration::from_millis);
        assert_eq!(times.map(seconds), ["0", "0.5", "9.04", "300"]);
        assert_eq!(seconds(Duration::from_nanos(999_999_999)), "1");
        assert_eq!(seconds(Duration::from_nanos(1)), "0.001");
        assert_eq!(times.map(|time| seconds_of(&seconds(time))), times.map(Some));
    }

    #[test]
    fn one_clock_runs_and_a_turn_adds_to_it() {
        let mut clocks = Clocks::new(60 * SECOND, 2 * SECOND, true);
        clocks.turn_made(Color::White);
        assert_eq!(clocks.left(Color::White), 60 * SECOND, "it stood");
        clocks.run(Color::White);
        clocks.turn_made(Color::White);
        let left = clocks.left(Color::White);
        assert!(left > 61 * SECOND && left < 62 * SECOND, "{left:?}");
        assert_eq!(clocks.left(Color::Black), 60 * SECOND);
        clocks.reset();
        assert_eq!(clocks.left(Color::White), 60 * SECOND);
        assert!(Clocks::new(Duration::ZERO, SECOND, true).is_over(Color::Black));
    }

    #[test]
    fn clocks_are_written_and_read() {
        let mut clocks = Clocks::new(30 * SECOND, Duration::from_millis(500), true);
        clocks.left = [3723 * SECOND, Duration::from_micros(9_100_200)];
        let tags = clocks.tags(&[Color::White]);
        let values = ["30+0.5", "1:02:03", "0:00:09.101"];
        assert_eq!(tags.iter().map(|tag| &*tag.1).collect::<Vec<_>>(), values);
        let value = |name: &str| tags.iter().find(|tag| tag.0 == name).map(|tag| &*tag.1);
        let read = Clocks::of_tags(value).expect("clocks");
        assert_eq!(read.left, [3723 * SECOND, Duration::from_millis(9_101)]);
        assert_eq!((read.base, read.increment), (clocks.base, clocks.increment));
        assert!(read.for_people);
        for bad in ["", "300", "x+3", "99999999999999+1", "1+-1", "nan+1", "1e3+1"] {
            assert!(Clocks::of_tags(|_| Some(bad)).is_none(), "{bad}");
        }
    }

    /// A person without a clock has no tag of one, and the engine's goes with it.
    #[test]
    fn a_clock_for_the_engine_alone() {
        let mut clocks = Clocks::new(60 * SECOND, SECOND, false);
        clocks.left[Color::Black.index()] = 7 * SECOND;
        let tags = clocks.tags(&[Color::White]);
        assert_eq!(tags.iter().map(|tag| tag.0).collect::<Vec<_>>(), ["TimeControl", "BlackClock"]);
        let value = |name: &str| tags.iter().find(|tag| tag.0 == name).map(|tag| &*tag.1);
        let mut read = Clocks::of_tags(value).expect("a clock");
        assert!(!read.for_people);
        assert_eq!(read.left(Color::Black), 7 * SECOND);
        read.change_sides();
        assert_eq!(read.left(Color::White), 7 * SECOND);
        assert!(clocks.tags(&Color::ALL).is_empty());
        assert!(Clocks::of_tags(|name| (name == "TimeControl").then_some("60+1")).is_none());
    }
}
