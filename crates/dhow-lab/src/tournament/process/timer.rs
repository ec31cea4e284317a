//! Time limits for an engine's answers.

use std::time::{Duration, Instant};

/// The waiting thread looks at the clock every few milliseconds. If it has not looked for this long, it did
/// not run: the process was stopped (Ctrl-Z), or the whole machine was.
const STANDSTILL: Duration = Duration::from_millis(250);

/// A time limit for an answer. A standstill of the waiting thread does not count, because the thread cannot
/// see lines arrive then, and the engine may be stopped, too.
#[derive(Clone, Debug)]
pub struct Timer {
    start: Instant,
    limit: Duration,
    /// When the clock was last looked at.
    looked: Instant,
    standstills: Vec<Standstill>,
}

#[derive(Clone, Copy, Debug)]
struct Standstill {
    /// The last look before the standstill.
    from: Instant,
    length: Duration,
}

impl Timer {
    /// Starts at a moment that has just passed.
    pub fn new(start: Instant, limit: Duration) -> Self {
        Self { start, limit, looked: start, standstills: Vec::new() }
    }

    /// Starts now.
    pub fn start(limit: Duration) -> Self {
        Self::new(Instant::now(), limit)
    }

    /// Ends at a given moment, which may have passed.
    #[cfg(test)]
    pub fn until(deadline: Instant) -> Self {
        Self { looked: Instant::now(), ..Self::new(deadline, Duration::ZERO) }
    }

    /// The limit.
    pub fn limit(&self) -> Duration {
        self.limit
    }

    /// Changes the limit; the start stays.
    pub fn set_limit(&mut self, limit: Duration) {
        self.limit = limit;
    }

    /// Notes that the waiting thread looks at the clock.
    pub fn look(&mut self, now: Instant) {
        let length = now.saturating_duration_since(self.looked);
        if length > STANDSTILL {
            self.standstills.push(Standstill { from: self.looked, length });
        }
        self.looked = self.looked.max(now);
    }

    /// When the time is up, given the standstills so far.
    pub fn deadline(&self) -> Instant {
        let still: Duration = self.standstills.iter().map(|still| still.length).sum();
        self.start + self.limit + still
    }

    /// The time that had passed at a moment, without standstills.
    pub fn passed(&self, at: Instant) -> Duration {
        let before =
            |still: &Standstill| at.saturating_duration_since(still.from).min(still.length);
        let still = self.standstills.iter().map(before).sum();
        at.saturating_duration_since(self.start).saturating_sub(still)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    /// Looks at a timer every 20 ms between two moments.
    fn run(timer: &mut Timer, start: Instant, from: u64, to: u64) {
        (from..=to).step_by(20).for_each(|at| timer.look(start + MS(at)));
    }

    #[test]
    fn time_passes_while_the_clock_is_looked_at() {
        let start = Instant::now();
        let mut timer = Timer::new(start, MS(1000));
        run(&mut timer, start, 20, 900);
        assert_eq!(timer.deadline(), start + MS(1000));
        assert_eq!(timer.passed(start + MS(900)), MS(900));
        // A late look on a busy machine is not a standstill.
        timer.look(start + MS(1150));
        assert_eq!(timer.deadline(), start + MS(1000));
        assert_eq!(timer.passed(start + MS(1150)), MS(1150));
        assert_eq!(timer.passed(start - MS(5)), MS(0));
    }

    /// The answer arrived during a standstill and is read directly after it.
    #[test]
    fn an_answer_during_a_standstill_took_the_time_before_it() {
        let start = Instant::now();
        let mut timer = Timer::new(start, MS(1000));
        run(&mut timer, start, 20, 300);
        let read = start + MS(2600);
        timer.look(read);
        assert!(read < timer.deadline());
        assert_eq!(timer.passed(read), MS(300));
    }

    /// Engine and runner were both stopped. When they continue, the engine has the rest of its time, and no
    /// more.
    #[test]
    fn after_a_standstill_the_rest_of_the_time_is_left() {
        let start = Instant::now();
        let mut timer = Timer::new(start, MS(1000));
        run(&mut timer, start, 20, 300);
        run(&mut timer, start, 5300, 5980);
        assert_eq!(timer.deadline(), start + MS(6000));
        assert_eq!(timer.passed(start + MS(5980)), MS(980));
        run(&mut timer, start, 6000, 6200);
        assert!(timer.passed(start + MS(6020)) > timer.limit());
        // A second standstill after the time was up changes nothing.
        timer.look(start + MS(9000));
        assert_eq!(timer.passed(start + MS(6100)), MS(1100));
    }

    /// A line that was read before a standstill and handed over after it arrived before it.
    #[test]
    fn an_answer_before_a_standstill_took_its_own_time() {
        let start = Instant::now();
        let mut timer = Timer::new(start, MS(1000));
        run(&mut timer, start, 20, 300);
        timer.look(start + MS(2600));
        assert_eq!(timer.passed(start + MS(310)), MS(300));
        assert_eq!(timer.passed(start + MS(290)), MS(290));
    }

    #[test]
    fn the_limit_can_be_changed_on_the_way() {
        let start = Instant::now();
        let mut timer = Timer::new(start, MS(4000));
        timer.look(start + MS(1000));
        timer.set_limit(MS(60_000));
        assert_eq!(timer.deadline(), start + MS(61_000));
        assert_eq!(timer.limit(), MS(60_000));
    }
}
