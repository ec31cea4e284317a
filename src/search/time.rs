//! How long to think.

use super::limits::{Clock, Limits};
use std::time::Duration;

/// When to stop, measured from the start of the engine's own time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allotment {
    /// After this no new iteration is begun, unless the best move is in doubt.
    pub soft: Option<Duration>,
    /// After this the search stops at once.
    pub hard: Option<Duration>,
}

/// Moves that a game without further control is expected to last from any point on.
const EXPECTED_MOVES: u32 = 45;
/// The largest share of the remaining time that one move may take, in percent.
const LARGEST_SHARE: u32 = 25;

/// Allots time for one move. `overhead` is kept back for the way to the clock.
pub fn allot(limits: &Limits, overhead: Duration) -> Allotment {
    if let Some(time) = limits.move_time {
        let hard = time.saturating_sub(overhead).max(Duration::from_millis(1));
        return Allotment { soft: None, hard: Some(hard) };
    }
    match limits.clock {
        Some(clock) => allot_from_clock(clock, overhead),
        None => Allotment { soft: None, hard: None },
    }
}

/// Kept in the clock for moments in which a busy machine gives no time at all. Who has hardly more
/// uses a quarter of what is left.
const RESERVE: Duration = Duration::from_millis(100);

/// What every move takes beside its search: threads wake up, lines are written and read.
const LATENCY: Duration = Duration::from_millis(1);

fn allot_from_clock(clock: Clock, overhead: Duration) -> Allotment {
    let least = Duration::from_millis(1);
    let moves = clock.moves_to_go.unwrap_or(EXPECTED_MOVES).clamp(1, EXPECTED_MOVES);
    let left = clock.remaining.saturating_sub(overhead);
    let usable = left.saturating_sub(RESERVE).max(left / 4);
    // Half of each increment is spent at once. The other half keeps the clock of a long game full
    // enough to outlast a moment in which the machine gives no time at all.
    let share = usable / moves + clock.increment.saturating_sub(LATENCY) / 2;
    let largest = if moves == 1 { usable * 4 / 5 } else { usable * LARGEST_SHARE / 100 };
    // With next to nothing left one iteration must do.
    let soft = share.min(largest);
    let hard = (soft * 4).min(largest).max(soft).max(least);
    Allotment { soft: Some(soft), hard: Some(hard) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Limits {
        let clock = Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        Limits { clock: Some(clock), ..Limits::default() }
    }

    #[test]
    fn never_more_than_the_clock_has() {
        let overhead = Duration::from_millis(10);
        for remaining in [0, 1, 5, 11, 50, 100, 1000, 60_000, 3_600_000] {
            for increment in [0, 50, 10_000] {
                for moves in [None, Some(1), Some(2), Some(40)] {
                    let allotment = allot(&clock(remaining, increment, moves), overhead);
                    let hard = allotment.hard.unwrap().as_millis() as u64;
                    assert!(hard <= remaining.saturating_sub(10).max(1), "{remaining} {increment}");
                    assert!(allotment.soft <= allotment.hard);
                }
            }
        }
    }

    /// A game played on by its increment alone must outlast a machine that stands still for a while.
    #[test]
    fn a_clock_does_not_run_down_to_nothing() {
        for increment in [5, 10, 100] {
            let mut remaining = Duration::from_secs(1);
            for _ in 0..1000 {
                let left = remaining.as_millis() as u64;
                let allotment = allot(&clock(left, increment, None), Duration::from_millis(10));
                // An iteration begun before the soft limit ends some time after it.
                let (soft, hard) = (allotment.soft.unwrap(), allotment.hard.unwrap());
                let spent = (soft * 2).min(hard) + LATENCY;
                remaining = remaining.saturating_sub(spent) + Duration::from_millis(increment);
            }
            assert!(remaining > RESERVE / 2, "{increment} ms a move: {remaining:?}");
        }
    }

    #[test]
    fn a_fixed_time_is_used_up() {
        let limits = Limits { move_time: Some(Duration::from_millis(100)), ..Limits::default() };
        let allotment = allot(&limits, Duration::from_millis(5));
        assert_eq!(allotment, Allotment { soft: None, hard: Some(Duration::from_millis(95)) });
    }
}
