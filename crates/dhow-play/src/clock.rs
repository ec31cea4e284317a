//! The clocks of a game. The caller supplies the current time.

use crate::time_control::{Time, TimeControl};
use dhow_engine::clock::Instant;
use dhow_engine::search::{self, Limits};
use dhow_rules::pieces::Color;
use std::time::Duration;

/// The clock of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    margin: Duration,
    /// Nanoseconds; negative by at most the margin.
    left: i64,
    moves_to_go: Option<u32>,
}

impl Clock {
    /// A clock at the start of a game.
    pub fn new(control: TimeControl) -> Self {
        Self::with_margin(control, Duration::ZERO)
    }

    /// The same, for a side that may overstep its time by `margin` in total.
    pub fn with_margin(control: TimeControl, margin: Duration) -> Self {
        let left = control.time.first().map_or(0, nanoseconds);
        let moves_to_go = match control.time {
            Time::Clock { moves, .. } => moves,
            _ => None,
        };
        Self { control, margin, left, moves_to_go }
    }

    /// The time control.
    pub fn control(&self) -> &TimeControl {
        &self.control
    }

    /// The remaining time; zero if overdrawn.
    pub fn left(&self) -> Duration {
        self.left_after(Duration::ZERO)
    }

    /// The remaining time after the side has thought for `used` about its current turn.
    fn left_after(&self, used: Duration) -> Duration {
        duration(self.left.saturating_sub(self.cost(used)))
    }

    /// The time that a turn of length `used` takes from the clock.
    fn cost(&self, used: Duration) -> i64 {
        nanoseconds(used.saturating_sub(self.control.time.delay()))
    }

    /// The longest time for the next turn in nanoseconds, without the margin; `None` if there is no limit.
    fn longest(&self) -> Option<i64> {
        let longest = self.left.saturating_add(nanoseconds(self.control.time.delay()));
        (self.control.time != Time::Unlimited).then_some(longest)
    }

    /// The time until the side loses, without the margin, after it has thought for `used` about its current turn.
    fn until_flag(&self, used: Duration) -> Option<Duration> {
        Some(duration(self.longest()?.saturating_sub(nanoseconds(used))))
    }

    /// The longest time for the next turn, with the margin; `None` if there is no limit.
    pub fn allowance(&self) -> Option<Duration> {
        Some(duration(self.longest()?.saturating_add(nanoseconds(self.margin))))
    }

    /// Sets the remaining time.
    pub fn set_left(&mut self, left: Duration) {
        self.left = nanoseconds(left);
    }

    /// Sets the number of turns until the next control from the total number of turns that the side has made.
    pub fn set_moves_made(&mut self, made: u32) {
        if let Time::Clock { moves: Some(moves), .. } = self.control.time {
            self.moves_to_go = Some(moves - made % moves);
        }
    }

    /// Takes the time of a turn from the clock and adds the increment. Returns whether the turn was in time.
    pub fn spend(&mut self, used: Duration) -> bool {
        let in_time = self.allowance().is_none_or(|allowance| used <= allowance);
        if let Time::Clock { moves, base, increment, .. } = self.control.time {
            let left = self.left.saturating_sub(self.cost(used)).max(-nanoseconds(self.margin));
            self.left = left.saturating_add(nanoseconds(increment));
            match self.moves_to_go {
                Some(1) => {
                    self.moves_to_go = moves;
                    self.left = self.left.saturating_add(nanoseconds(base));
                }
                Some(left) => self.moves_to_go = Some(left - 1),
                None => {}
            }
        }
        in_time
    }

    /// Takes time from the clock although no turn was made.
    fn lose(&mut self, used: Duration) {
        self.left = nanoseconds(self.left_after(used));
    }

    /// The clock for a search; `None` if it is not a clock. An engine that keeps to it never oversteps the
    /// time.
    pub fn told(&self) -> Option<search::TimeLeft> {
        self.told_after(Duration::ZERO)
    }

    fn told_after(&self, used: Duration) -> Option<search::TimeLeft> {
        let remaining = self.until_flag(used)?;
        self.control.time.is_clock().then(|| search::TimeLeft {
            remaining,
            increment: self.control.time.gain(),
            moves_to_go: self.moves_to_go,
        })
    }

    /// The limits for a search of the next turn.
    pub fn limits(&self) -> Limits {
        self.limits_after(Duration::ZERO)
    }

    fn limits_after(&self, used: Duration) -> Limits {
        let TimeControl { time, depth, nodes } = self.control;
        let move_time = match time {
            Time::PerMove(time) => Some(time),
            _ => None,
        };
        Limits { depth, nodes, move_time, clock: self.told_after(used), ..Limits::default() }
    }
}

fn nanoseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_nanos()).unwrap_or(i64::MAX)
}

/// The duration of nanoseconds; none if they are negative.
fn duration(nanoseconds: i64) -> Duration {
    Duration::from_nanos(nanoseconds.max(0) as u64)
}

/// The clocks of both sides. At most one runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    sides: [Clock; 2],
    /// The side that is thinking, and how long it had thought about its turn when its clock was last stopped.
    turn: Option<(Color, Duration)>,
    /// When the clock was started, if it runs.
    since: Option<Instant>,
}

impl Clocks {
    /// Stopped clocks, White's first.
    pub fn new(sides: [Clock; 2]) -> Self {
        Self { sides, turn: None, since: None }
    }

    /// Stopped clocks with the same time control for both sides.
    pub fn alike(control: TimeControl) -> Self {
        Self::new([Clock::new(control), Clock::new(control)])
    }

    /// The clock of a side, in its state at the start of the turn.
    pub fn of(&self, side: Color) -> &Clock {
        &self.sides[side.index()]
    }

    /// The same, mutable.
    pub fn of_mut(&mut self, side: Color) -> &mut Clock {
        &mut self.sides[side.index()]
    }

    /// Both clocks, White's first.
    pub fn both(&self) -> &[Clock; 2] {
        &self.sides
    }

    /// Whether a side's time is limited by a clock.
    pub fn has(&self, side: Color) -> bool {
        self.of(side).control.time.is_clock()
    }

    /// The side whose clock is running.
    pub fn running(&self) -> Option<Color> {
        self.turn.filter(|_| self.since.is_some()).map(|(side, _)| side)
    }

    /// How long a side has thought about its current turn.
    fn used(&self, side: Color, now: Instant) -> Duration {
        match self.turn {
            Some((turn, used)) if turn == side => {
                used + self
                    .since
                    .map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
            }
            _ => Duration::ZERO,
        }
    }

    /// The time that a side has left if it makes its turn now, without increment.
    pub fn left(&self, side: Color, now: Instant) -> Duration {
        self.of(side).left_after(self.used(side, now))
    }

    /// The time to show on a side's clock: for the side that is thinking, the time until it loses.
    pub fn shown(&self, side: Color, now: Instant) -> Duration {
        match self.turn {
            Some((turn, _)) if turn == side => {
                self.of(side).until_flag(self.used(side, now)).unwrap_or_default()
            }
            _ => self.left(side, now),
        }
    }

    /// Stops both clocks.
    pub fn stop(&mut self, now: Instant) {
        if let Some((side, _)) = self.turn {
            self.turn = Some((side, self.used(side, now)));
        }
        self.since = None;
    }

    /// Starts a side's clock and stops the other one.
    pub fn run(&mut self, side: Color, now: Instant) {
        if self.running() == Some(side) {
            return;
        }
        self.stop(now);
        if !self.has(side) {
            return;
        }
        if let Some((other, used)) = self.turn.take_if(|(turn, _)| *turn != side) {
            self.of_mut(other).lose(used);
        }
        self.turn.get_or_insert((side, Duration::ZERO));
        self.since = Some(now);
    }

    /// Ends a side's turn: stops its clock and adds the increment, unless it was stopped.
    pub fn turn_made(&mut self, side: Color, now: Instant) {
        if self.running() == Some(side) {
            let used = self.used(side, now);
            self.of_mut(side).spend(used);
            (self.turn, self.since) = (None, None);
        }
    }

    /// When the running clock will reach zero.
    pub fn flag(&self) -> Option<Instant> {
        let (side, used) = self.turn?;
        Some(self.since? + self.of(side).until_flag(used)?)
    }

    /// The side whose clock has run out.
    pub fn flagged(&self, now: Instant) -> Option<Color> {
        self.running().filter(|_| self.flag().is_some_and(|flag| now >= flag))
    }

    /// Exchanges the clocks of the two sides.
    pub fn exchange(&mut self, now: Instant) {
        self.stop(now);
        if let Some((side, used)) = self.turn.take() {
            self.of_mut(side).lose(used);
        }
        self.sides.reverse();
    }

    /// The limits for a search of a side's turn.
    pub fn limits(&self, side: Color, now: Instant) -> Limits {
        self.of(side).limits_after(self.used(side, now))
    }
}

/// A time as shown on a clock: `1:02:03`, `4:59`, and below a minute with tenths, `0:09.3`.
pub fn clock_face(time: Duration) -> String {
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
    use Color::{Black, White};

    const MS: fn(u64) -> Duration = Duration::from_millis;
    const SECOND: Duration = Duration::from_secs(1);

    fn clock(text: &str, margin: u64) -> Clock {
        Clock::with_margin(text.parse::<Time>().expect("a time").into(), MS(margin))
    }

    #[test]
    fn increments_and_controls_add_time() {
        let mut clock = clock("2/1+0.1", 0);
        assert_eq!((clock.left(), clock.moves_to_go), (MS(1000), Some(2)));
        assert!(clock.spend(MS(300)));
        assert_eq!((clock.left(), clock.moves_to_go), (MS(800), Some(1)));
        assert!(clock.spend(MS(800)));
        assert_eq!((clock.left(), clock.moves_to_go), (MS(1100), Some(2)));
        assert!(!clock.spend(MS(1101)));
        assert_eq!(clock.left(), MS(100), "nobody has less than nothing");
        clock.set_moves_made(3);
        assert_eq!(clock.told().expect("a clock").moves_to_go, Some(1));
    }

    #[test]
    fn a_margin_is_a_debt_and_not_a_gift() {
        let mut clock = clock("1", 50);
        assert_eq!(clock.allowance(), Some(MS(1050)));
        assert!(clock.spend(MS(1030)));
        assert_eq!((clock.left(), clock.allowance()), (MS(0), Some(MS(20))));
        assert!(clock.spend(MS(20)));
        assert!(!clock.spend(MS(1)));
    }

    #[test]
    fn time_per_move_is_not_used_up() {
        let mut clock = Clock::new(Time::PerMove(MS(100)).into());
        for _ in 0..3 {
            assert!(clock.spend(MS(100)));
            assert_eq!((clock.left(), clock.told()), (MS(100), None));
            assert_eq!(clock.limits().move_time, Some(MS(100)));
        }
        assert!(!clock.spend(MS(101)));
        let mut clock = Clock::new(TimeControl { nodes: Some(5), ..TimeControl::default() });
        assert!(clock.spend(MS(1 << 40)));
        assert_eq!((clock.allowance(), clock.limits().nodes), (None, Some(5)));
    }

    #[test]
    fn one_clock_runs() {
        let start = Instant::now();
        let mut clocks = Clocks::alike(Time::clock(10 * SECOND, 2 * SECOND).into());
        clocks.turn_made(White, start);
        assert_eq!((clocks.flag(), clocks.left(White, start + SECOND)), (None, 10 * SECOND));
        clocks.run(White, start);
        assert_eq!(clocks.flag(), Some(start + 10 * SECOND));
        clocks.turn_made(White, start + 3 * SECOND);
        clocks.run(Black, start + 3 * SECOND);
        assert_eq!(clocks.left(White, start + 9 * SECOND), 9 * SECOND);
        assert_eq!(clocks.left(Black, start + 9 * SECOND), 4 * SECOND);
        assert_eq!(clocks.left(Black, start + 99 * SECOND), Duration::ZERO);
        assert_eq!(clocks.flagged(start + 12 * SECOND), None);
        assert_eq!(clocks.flagged(start + 13 * SECOND), Some(Black));
        clocks.stop(start + 4 * SECOND);
        clocks.turn_made(Black, start + 4 * SECOND);
        assert_eq!(clocks.left(Black, start + 99 * SECOND), 9 * SECOND, "it stood");
    }

    #[test]
    fn a_turn_goes_on_after_a_pause_and_ends_when_the_other_side_thinks() {
        let start = Instant::now();
        let mut clocks = Clocks::alike(Time::clock(10 * SECOND, 2 * SECOND).into());
        clocks.run(White, start);
        clocks.stop(start + SECOND);
        clocks.run(White, start + 5 * SECOND);
        assert_eq!(clocks.flag(), Some(start + 14 * SECOND));
        assert_eq!(clocks.left(White, start + 6 * SECOND), 8 * SECOND);
        let told = clocks.limits(White, start + 6 * SECOND).clock.expect("a clock");
        assert_eq!((told.remaining, told.increment), (8 * SECOND, 2 * SECOND));
        clocks.run(Black, start + 6 * SECOND);
        assert_eq!((clocks.running(), clocks.left(White, start)), (Some(Black), 8 * SECOND));
    }

    #[test]
    fn a_delay_is_not_taken_and_not_kept() {
        let start = Instant::now();
        let mut clocks = Clocks::alike("10+2d".parse::<Time>().expect("a time").into());
        clocks.run(White, start);
        assert_eq!(clocks.shown(White, start), 12 * SECOND);
        assert_eq!(clocks.shown(Black, start), 10 * SECOND);
        assert_eq!(clocks.left(White, start + SECOND), 10 * SECOND);
        assert_eq!(clocks.left(White, start + 5 * SECOND), 7 * SECOND);
        assert_eq!(clocks.flag(), Some(start + 12 * SECOND));
        let told = clocks.limits(White, start + SECOND).clock.expect("a clock");
        assert_eq!((told.remaining, told.increment), (11 * SECOND, 2 * SECOND));
        clocks.turn_made(White, start + SECOND);
        assert_eq!(clocks.left(White, start + SECOND), 10 * SECOND);
        clocks.run(White, start);
        clocks.stop(start + SECOND);
        clocks.run(White, start + 9 * SECOND);
        clocks.turn_made(White, start + 12 * SECOND);
        assert_eq!(clocks.left(White, start), 8 * SECOND, "there is one delay for a turn");
        let mut clock = clock("10+2d", 0);
        assert_eq!(clock.allowance(), Some(12 * SECOND));
        assert!(clock.spend(12 * SECOND) && clock.left().is_zero());
        assert!(clock.spend(2 * SECOND) && !clock.spend(2 * SECOND + MS(1)));
    }

    #[test]
    fn one_side_alone_has_a_clock() {
        let (start, control) = (Instant::now(), Time::clock(10 * SECOND, SECOND).into());
        let free = Clock::new(TimeControl::default());
        let mut clocks = Clocks::new([free, Clock::new(control)]);
        assert!(clocks.has(Black) && !clocks.has(White));
        clocks.run(Black, start);
        clocks.run(White, start + SECOND);
        assert_eq!((clocks.running(), clocks.flagged(start + 99 * SECOND)), (None, None));
        clocks.exchange(start + SECOND);
        assert_eq!((clocks.has(White), clocks.left(White, start)), (true, 9 * SECOND));
    }

    #[test]
    fn times_are_shown_as_on_clocks() {
        let times = [9_340, 59_999, 60_000, 3_599_000, 3_723_000].map(Duration::from_millis);
        assert_eq!(times.map(clock_face), ["0:09.3", "0:59.9", "1:00", "59:59", "1:02:03"]);
    }
}
