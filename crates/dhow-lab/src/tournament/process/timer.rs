//! How long an engine is waited for.

use std::time::{Duration, Instant};

/// Who waits looks at the clock every few milliseconds. One that has not for so long did not run itself:
/// it was stopped (Ctrl-Z), or the whole machine was.
const STANDSTILL: Duration = Duration::from_millis(250);

/// A span of time in which an engine is waited for. While the one who waits stands still no time passes:
/// it does not see then what comes, and the engine may stand still, too.
#[derive(Clone, Debug)]
pub struct Timer {
    start: Instant,
    limit: Duration,
    /// When the clock was looked at last.
    looked: Instant,
    standstills: Vec<Standstill>,
}

#[derive(Clone, Copy, Debug)]
struct Standstill {
    /// The last sign of life before it.
    from: Instant,
    length: Duration,
}

impl Timer {
    /// From a moment that has just been.
    pub fn new(start: Instant, limit: Duration) -> Self {
        Self { start, limit, looked: start, standstills: Vec::new() }
    }

    /// From now on.
    pub fn start(limit: Duration) -> Self {
        Self::new(Instant::now(), limit)
    }

    /// Up to a moment, which may be over.
    #[cfg(test)]
    pub fn until(deadline: Instant) -> Self {
        Self { looked: Instant::now(), ..Self::new(deadline, Duration::ZERO) }
    }

    /// How much time there is in all.
    pub fn limit(&self) -> Duration {
        self.limit
    }

    /// Gives the wait another limit, from its start on.
    pub fn set_limit(&mut self, limit: Duration) {
        self.limit = limit;
    }

    /// The one who waits looks at the clock.
    pub fn look(&mut self, now: Instant) {
        let length = now.saturating_duration_since(self.looked);
        if length > STANDSTILL {
            self.standstills.push(Standstill { from: self.looked, length });
        }
        self.looked = self.looked.max(now);
    }

    /// When the time is up, as far as is known by now.
    pub fn deadline(&self) -> Instant {
        let still: Duration = self.standstills.iter().map(|still| still.length).sum();
        self.start + self.limit + still
    }

    /// The time that had passed at a moment.
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

    /// A timer that is looked at every 20 ms up to a moment, in milliseconds.
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
        // A busy machine looks late, and is no standstill.
        timer.look(start + MS(1150));
        assert_eq!(timer.deadline(), start + MS(1000));
        assert_eq!(timer.passed(start + MS(1150)), MS(1150));
        assert_eq!(timer.passed(start - MS(5)), MS(0));
    }

    /// The answer came while nobody looked; it is read at once afterwards.
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

    /// Engine and runner stood still both, as when a group of processes is stopped: the engine has the rest
    /// of its time when they go on, and no more.
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
        // A second one, after the time was up, saves nothing.
        timer.look(start + MS(9000));
        assert_eq!(timer.passed(start + MS(6100)), MS(1100));
    }

    /// What was read before a standstill and handed over behind it came before it.
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
