//! Time management, and the delays of a busy machine.

use super::limits::{Limits, TimeLeft};
use dhow_rules::variant::Variant;
use std::time::Duration;

/// Time limits of a search, from the start of the engine's own clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// After this no iteration begins, unless the best move is unstable.
    pub soft: Option<Duration>,
    /// After this the search stops at once.
    pub hard: Option<Duration>,
}

/// Delays that use the clock beside the search.
#[derive(Clone, Debug)]
pub struct Delays {
    /// Move overhead as set by the user.
    pub overhead: Duration,
    stall: Duration,
    /// The share of its time that a thread is ready but not running.
    lost: f64,
    /// Average time in seconds between clock and search, for each move.
    lag: f64,
    last: Option<TimedMove>,
    preparation: Duration,
}

/// A move made by the clock.
#[derive(Clone, Copy, Debug)]
struct TimedMove {
    clock: TimeLeft,
    spent: Duration,
}

/// A thread that wakes up late by less than this is on time.
const ORDINARY: Duration = Duration::from_micros(250);
/// The longest stall that is expected to recur.
const LONGEST_STALL: Duration = Duration::from_millis(250);
/// What remains of the expected stall after each observation of a shorter one, in thousandths: after a second of
/// search, a third.
const FADING: u32 = 990;
/// A machine that loses a smaller share than this is idle: a stall is then an exception.
const IDLE: f64 = 0.07;
/// The share assumed at first: a machine is busy until some moves show otherwise.
const LOST_AT_FIRST: f64 = 0.12;
/// The most time reserved for stalls on an idle machine, in thousandths.
const IDLE_MARGIN: u32 = 10;
/// How fast the lost share follows observations, upwards and downwards: one long stall does not make a busy machine.
#[cfg(feature = "threads")]
const LOST_WEIGHTS: (f64, f64) = (0.05, 0.02);
/// Shortest and longest time slice of another process, for which a thread may have to wait on a busy machine.
const TURNS: (Duration, Duration) = (Duration::from_millis(4), Duration::from_millis(12));
/// Time slices reserved: threads wake up on both ends of the connection before and after the search, and the
/// searching thread may be waiting, too.
const WAITS: u32 = 8;

/// The least reserve of a fixed move time, in thousandths and within these bounds, even on an idle machine: a late
/// answer loses the game, and a hundredth of the time is worth little.
const LEAST_MARGIN: u32 = 20;
const LEAST_MARGINS: (Duration, Duration) = (Duration::from_millis(3), Duration::from_millis(10));

/// The least move time at which endings are solved before the search on an idle machine.
const TIME_TO_PREPARE: Duration = Duration::from_millis(90);

/// Weight of the last move in the average lag.
const LAG_WEIGHT: f64 = 0.125;
/// Lags in seconds that are plausible; otherwise the clock was set anew.
const BELIEVED_LAGS: std::ops::Range<f64> = -0.02..0.5;

impl Delays {
    /// Delays before any observation.
    pub fn new(overhead: Duration) -> Self {
        let (stall, preparation) = (Duration::ZERO, TIME_TO_PREPARE);
        Self { overhead, stall, lost: LOST_AT_FIRST, lag: 0.0, last: None, preparation }
    }

    /// Records that a thread woke up late.
    pub fn note_stall(&mut self, late: Duration) {
        let late = late.saturating_sub(ORDINARY).min(LONGEST_STALL);
        self.stall = late.max(self.stall * FADING / 1000);
    }

    /// Records that a thread was ready but not running for `lost` of `passed`.
    #[cfg(feature = "threads")]
    pub fn note_lost(&mut self, lost: Duration, passed: Duration) {
        if passed.is_zero() {
            return;
        }
        let share = lost.div_duration_f64(passed).min(1.0);
        let weight = if share > self.lost { LOST_WEIGHTS.0 } else { LOST_WEIGHTS.1 };
        self.lost += weight * (share - self.lost);
    }

    /// Records the clock at the start of a move; the difference to the last move shows the lag.
    pub fn note_clock(&mut self, clock: TimeLeft) {
        let Some(TimedMove { clock: before, spent }) = self.last.take() else { return };
        let left = before.remaining.as_secs_f64() + before.increment.as_secs_f64();
        let passed = left - spent.as_secs_f64() - clock.remaining.as_secs_f64();
        if before.increment == clock.increment && BELIEVED_LAGS.contains(&passed) {
            self.lag += LAG_WEIGHT * (passed - self.lag);
        }
    }

    /// The next clock belongs to another game.
    pub fn forget_clock(&mut self) {
        self.last = None;
    }

    /// Records the time `spent` on the move that began with this clock.
    pub fn note_turn(&mut self, clock: TimeLeft, spent: Duration) {
        self.last = Some(TimedMove { clock, spent });
    }

    /// The least move time at which endings are solved before the search.
    pub fn preparation(&self) -> Duration {
        self.preparation
    }

    /// Records that endings could not be solved within a move time.
    pub fn note_preparation(&mut self, too_short: Duration) {
        self.preparation = self.preparation.max(too_short * 2);
    }

    /// The reserve for stalls in a time span, at most three quarters of it.
    fn margin(&self, span: Duration) -> Duration {
        if self.lost > IDLE {
            (self.stall.clamp(TURNS.0, TURNS.1) * WAITS).min(span * 3 / 4)
        } else {
            self.stall.min(span * IDLE_MARGIN / 1000)
        }
    }

    /// The reserve in a fixed move time, which has no clock to fall back on.
    fn margin_of_fixed(&self, time: Duration) -> Duration {
        let (least, most) = LEAST_MARGINS;
        let margin = (time * LEAST_MARGIN / 1000).clamp(least, most);
        // Half of a very short time remains for the search.
        self.margin(time).max(margin.min(time / 2))
    }

    /// The average time between clock and search.
    fn lag(&self) -> Duration {
        Duration::from_secs_f64(self.lag.max(0.0)).max(LATENCY)
    }
}

/// The most moves by which a clock is divided.
const MOST_EXPECTED_MOVES: u32 = 45;

/// The number of moves by which a clock is divided that has no further time control: 30 in chess, more on a larger
/// board, where games are longer and the first moves decide less.
pub fn expected_moves(variant: &Variant) -> u32 {
    if variant.command.is_some() {
        return MOST_EXPECTED_MOVES;
    }
    (18 + variant.squares() as u32 * 3 / 16).min(MOST_EXPECTED_MOVES)
}

/// The largest share of the remaining time for one move, in percent.
const LARGEST_SHARE: u32 = 25;
/// The shortest search.
const LEAST: Duration = Duration::from_millis(1);

/// Budgets the time of one move. `expected_moves` are those of [`expected_moves`].
pub fn allot(limits: &Limits, delays: &Delays, expected_moves: u32) -> TimeBudget {
    match (limits.move_time, limits.clock) {
        (Some(time), _) => TimeBudget { soft: None, hard: Some(allot_fixed(time, delays)) },
        (None, Some(clock)) => allot_from_clock(clock, delays, expected_moves),
        (None, None) => TimeBudget { soft: None, hard: None },
    }
}

/// The time limit of a search that is to take a fixed time.
pub fn allot_fixed(time: Duration, delays: &Delays) -> Duration {
    let left = time.saturating_sub(delays.overhead);
    let hard = left - delays.margin_of_fixed(left);
    hard.max(LEAST.min(time / 2))
}

/// Reserve on the clock for stalls of a busy machine. With little more than this left, a quarter of the rest is used.
const RESERVE: Duration = Duration::from_millis(100);

/// The least time between clock and search: threads wake up, lines are read and written.
const LATENCY: Duration = Duration::from_millis(1);

fn allot_from_clock(clock: TimeLeft, delays: &Delays, expected_moves: u32) -> TimeBudget {
    let moves = clock.moves_to_go.unwrap_or(expected_moves).clamp(1, MOST_EXPECTED_MOVES);
    let left = clock.remaining.saturating_sub(delays.overhead);
    let left = left - delays.margin(left);
    let usable = left.saturating_sub(RESERVE).max(left / 4);
    // Half of the increment is used at once. The other half fills the clock, so that it outlasts stalls, and sooner
    // the less is left below the reserve.
    let (gain, loss) = (
        clock.increment.saturating_sub(delays.lag()) / 2,
        delays.lag().saturating_sub(clock.increment),
    );
    let gain = gain.mul_f64(left.div_duration_f64(RESERVE).min(1.0));
    let share = (usable / moves + gain).saturating_sub(loss);
    let largest = if moves == 1 { usable * 4 / 5 } else { usable * LARGEST_SHARE / 100 };
    // With almost no time left one iteration, or its first moves, must do.
    let soft = share.min(largest);
    let hard = (soft * 4).min(largest).max(soft).max(LEAST.min(left / 8));
    TimeBudget { soft: Some(soft), hard: Some(hard) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::find;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn milliseconds(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    fn clock(remaining: Duration, increment: u64, moves_to_go: Option<u32>) -> Limits {
        let clock = TimeLeft { remaining, increment: milliseconds(increment), moves_to_go };
        Limits { clock: Some(clock), ..Limits::default() }
    }

    /// Delays of an idle machine.
    fn idle(overhead: Duration) -> Delays {
        let mut delays = Delays::new(overhead);
        (0..100).for_each(|_| delays.note_lost(Duration::ZERO, milliseconds(10)));
        delays
    }

    fn stalled(stall: u64) -> Delays {
        let mut delays = idle(milliseconds(1));
        delays.note_stall(milliseconds(stall) + ORDINARY);
        delays
    }

    fn busy(stall: u64) -> Delays {
        let mut delays = stalled(stall);
        (0..5).for_each(|_| delays.note_lost(milliseconds(4), milliseconds(10)));
        delays
    }

    fn fixed(time: u64, delays: &Delays) -> Duration {
        let limits = Limits { move_time: Some(milliseconds(time)), ..Limits::default() };
        let budget = allot(&limits, delays, 45);
        assert_eq!(budget.soft, None);
        budget.hard.unwrap()
    }

    #[test]
    fn larger_boards_have_longer_games() {
        let expected = [
            ("chess", 30),
            ("capablanca", 33),
            ("grand", 36),
            ("metamachy", 45),
            ("terachess", 45),
            ("mini-chieftain", 45),
        ];
        for (id, moves) in expected {
            assert_eq!(expected_moves(find(id).unwrap()), moves, "{id}");
        }
    }

    #[test]
    fn never_more_than_the_clock_has() {
        for remaining in [0, 1, 5, 11, 50, 100, 1000, 60_000, 3_600_000] {
            for increment in [0, 50, 10_000] {
                for moves in [None, Some(1), Some(2), Some(40)] {
                    let limits = clock(milliseconds(remaining), increment, moves);
                    let budget = allot(&limits, &idle(OVERHEAD), 30);
                    let hard = budget.hard.unwrap().as_millis() as u64;
                    assert!(hard <= remaining.saturating_sub(10).max(1), "{remaining} {increment}");
                    assert!(budget.soft <= budget.hard);
                }
            }
        }
    }

    #[test]
    fn what_the_shares_of_a_clock_are() {
        let ms = milliseconds;
        let of = |increment, moves| {
            let budget = allot(&clock(ms(90_100), increment, moves), &idle(Duration::ZERO), 45);
            (budget.soft.unwrap(), budget.hard.unwrap())
        };
        // 90 s without the reserve: one of 45 moves without its lag; four times as long if the best move is unstable.
        assert_eq!(of(0, None), (ms(1999), ms(7996)));
        assert_eq!(of(0, Some(100)), of(0, None));
        // Half of an increment, without the lag.
        assert_eq!(of(1001, None), (ms(2500), ms(10_000)));
        // No move takes more than a quarter, except the last one before the time control.
        assert_eq!(of(0, Some(2)), (ms(22_500), ms(22_500)));
        assert_eq!(of(0, Some(1)), (ms(72_000), ms(72_000)));
    }

    /// With an increment the clock must outlast a stalled machine, and a lag at each move.
    #[test]
    fn a_clock_does_not_run_down_to_nothing() {
        for (increment, lag) in [(5, 1), (5, 4), (10, 1), (10, 8), (100, 1), (100, 30)] {
            let (increment, lag) = (milliseconds(increment), milliseconds(lag));
            let mut remaining = Duration::from_secs(1);
            let mut delays = Delays::new(milliseconds(1));
            for _ in 0..1000 {
                let limits = clock(remaining, increment.as_millis() as u64, None);
                delays.note_clock(limits.clock.unwrap());
                let budget = allot(&limits, &delays, 30);
                // An iteration that begins before the soft limit ends some time after it.
                let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
                let spent = (soft * 2).min(hard);
                delays.note_turn(limits.clock.unwrap(), spent);
                assert!(remaining > spent + lag, "{increment:?} {lag:?}: {remaining:?}");
                remaining = remaining - spent - lag + increment;
            }
            assert!(remaining > RESERVE / 3, "{increment:?} {lag:?}: {remaining:?}");
        }
    }

    #[test]
    fn a_fixed_time_is_used_up_but_for_what_is_kept_back() {
        // On an idle machine two hundredths, between three and ten milliseconds.
        assert_eq!(fixed(205, &idle(milliseconds(5))), milliseconds(196));
        assert_eq!(fixed(105, &idle(milliseconds(5))), milliseconds(97));
        assert_eq!(fixed(21, &stalled(0)), milliseconds(17));
        assert_eq!(fixed(10_005, &idle(milliseconds(5))), milliseconds(9990));
        assert_eq!(fixed(101, &stalled(0)), milliseconds(97));
        assert_eq!(fixed(2001, &stalled(14)), milliseconds(2000 - 14));
        assert_eq!(fixed(2001, &stalled(6)), milliseconds(2000 - 10));
        assert_eq!(fixed(100, &Delays::new(milliseconds(1))), milliseconds(99 - 32));
        assert_eq!(fixed(100, &busy(0)), milliseconds(99 - 32));
        assert_eq!(fixed(100, &busy(6)), milliseconds(99 - 48));
        // Of a very short time half is reserved.
        assert_eq!(fixed(5, &stalled(0)), milliseconds(2));
        assert_eq!(fixed(2, &stalled(0)), milliseconds(1));
        assert_eq!(fixed(1, &stalled(0)), milliseconds(1) / 2);
    }

    /// In the last milliseconds of a game each move takes only a part of them.
    #[test]
    fn a_clock_that_has_run_down_is_not_overstepped() {
        for (left, most) in [(10, 1200), (6, 700), (3, 300), (2, 150), (1, 0)] {
            let budget = allot(&clock(milliseconds(left), 0, None), &idle(milliseconds(1)), 30);
            let hard = budget.hard.unwrap();
            assert!(hard <= Duration::from_micros(most), "{left}: {hard:?}");
        }
    }

    #[test]
    fn stalls_take_no_more_than_three_quarters() {
        assert_eq!(fixed(41, &busy(200)), milliseconds(10));
        assert_eq!(fixed(101, &busy(200)), milliseconds(25));
        let limits = clock(milliseconds(200), 0, Some(1));
        assert!(allot(&limits, &busy(200), 45).hard.unwrap() >= milliseconds(20));
    }

    #[test]
    fn a_stall_fades() {
        let mut delays = stalled(20);
        let before = delays.margin(milliseconds(10_000));
        (0..100).for_each(|_| delays.note_stall(milliseconds(0)));
        let after = delays.margin(milliseconds(10_000));
        assert!(before > after + milliseconds(10), "{before:?} {after:?}");
        (0..1000).for_each(|_| delays.note_stall(ORDINARY));
        assert!(delays.margin(milliseconds(100)) < Duration::from_micros(10));
    }

    #[test]
    fn a_machine_is_busy_at_once_and_no_longer_after_a_while() {
        let mut delays = busy(0);
        assert!(fixed(100, &delays) < milliseconds(80));
        (0..100).for_each(|_| delays.note_lost(Duration::ZERO, milliseconds(10)));
        assert!(fixed(101, &delays) >= milliseconds(97));
        // A long stall, or some lost moments, do not make a busy machine.
        delays.note_lost(milliseconds(100), milliseconds(100));
        assert!(fixed(101, &delays) >= milliseconds(97));
        (0..100).for_each(|_| delays.note_lost(Duration::ZERO, milliseconds(10)));
        (0..1000).for_each(|turn| {
            let lost = milliseconds(if turn % 20 == 0 { 1 } else { 0 });
            delays.note_lost(lost, milliseconds(10));
        });
        assert!(fixed(101, &delays) >= milliseconds(97));
        delays.note_lost(milliseconds(1), Duration::ZERO);
    }

    #[test]
    fn a_clock_that_is_set_anew_says_nothing_of_delays() {
        let mut delays = Delays::new(Duration::ZERO);
        let full = clock(Duration::from_secs(60), 0, None).clock.unwrap();
        let low = clock(Duration::from_secs(2), 0, None).clock.unwrap();
        for (before, now) in [(full, low), (low, full)] {
            delays.note_turn(before, milliseconds(100));
            delays.note_clock(now);
            assert_eq!(delays.lag(), LATENCY);
        }
    }
}
