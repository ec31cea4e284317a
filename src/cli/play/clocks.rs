//! The clocks of a game in the terminal.

use crate::pieces::Color;
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
        let seconds = |text: &str| text.parse().ok().map(|it: u32| Duration::from_secs(it.into()));
        let mut clocks = Self::new(seconds(base)?, seconds(increment)?, true);
        for (left, name) in clocks.left.iter_mut().zip(CLOCK_TAGS) {
            *left = time_of(tag(name)?)?;
        }
        Some(clocks)
    }

    /// The clocks as tags of a record: the time control in seconds, and what each side has left.
    pub fn tags(&self) -> Vec<(&'static str, String)> {
        let whole = |time: Duration| time.as_secs_f64().ceil() as u64;
        let control = format!("{}+{}", whole(self.base), whole(self.increment));
        let left = |side: Color| {
            let left = whole(self.left(side));
            format!("{}:{:02}:{:02}", left / 3600, left / 60 % 60, left % 60)
        };
        let left = Color::ALL.into_iter().zip(CLOCK_TAGS).map(|(side, name)| (name, left(side)));
        [("TimeControl", control)].into_iter().chain(left).collect()
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
    let mut parts = text.splitn(3, ':').map(|part| part.parse::<u32>().ok());
    let mut next = || parts.next().flatten().map(u64::from);
    let (hours, minutes, seconds) = (next()?, next()?, next()?);
    Some(Duration::from_secs(hours * 3600 + minutes * 60 + seconds))
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
        let mut clocks = Clocks::new(300 * SECOND, 3 * SECOND, true);
        clocks.left = [3723 * SECOND, Duration::from_millis(9_100)];
        let tags = clocks.tags();
        let written = |name: &str| tags.iter().find(|tag| tag.0 == name).map(|tag| tag.1.as_str());
        assert_eq!(written("TimeControl"), Some("300+3"));
        assert_eq!(written("WhiteClock"), Some("1:02:03"));
        let read = Clocks::of_tags(written).expect("clocks");
        assert_eq!((read.left, read.base), ([3723 * SECOND, 10 * SECOND], clocks.base));
        for bad in ["", "300", "x+3", "99999999999999+1"] {
            assert!(Clocks::of_tags(|_| Some(bad)).is_none(), "{bad}");
        }
    }
}
