//! How long the engine takes for a turn that it has found sooner.

use crate::web::message::{Level, Pace};
use std::time::Duration;

/// By the clock a turn takes this part of what is left, with half of the increment.
const EXPECTED_TURNS: u32 = 40;
/// But no more than this, since a person waits for it.
const LONGEST: Duration = Duration::from_secs(3);
/// With less than this on the clock every turn is played as soon as it is found.
const SHORT: Duration = Duration::from_secs(5);

/// How long a turn takes at least, with what a clock has left and its increment if there is one. Below full
/// strength it is found in no time; but a pace was chosen, and people want to follow.
pub fn least_time(pace: Pace, level: Level, clock: Option<(Duration, Duration)>) -> Duration {
    match (pace, clock) {
        // At full strength all of the time is for the search.
        _ if level.is_full() => Duration::ZERO,
        (Pace::Turn { ms }, _) => Duration::from_millis(ms.into()),
        (Pace::Clock { .. }, Some((left, increment))) if left > SHORT => {
            // A quarter of the clock at most, whatever the increment.
            (left / EXPECTED_TURNS + increment / 2).min(LONGEST).min(left / 4)
        }
        // Whoever counts nodes wants to know no times.
        (Pace::Clock { .. } | Pace::Nodes { .. }, _) => Duration::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIVE: Pace = Pace::Clock { base_ms: 300_000, increment_ms: 5_000 };

    fn level(number: usize) -> Level {
        Level::try_from(number).expect("a level")
    }

    fn by_clock(left_ms: u64, increment_ms: u64) -> Duration {
        let clock = [left_ms, increment_ms].map(Duration::from_millis);
        least_time(FIVE, level(5), Some(clock.into()))
    }

    #[test]
    fn a_turn_takes_the_time_that_was_chosen() {
        let turn = Pace::Turn { ms: 3_000 };
        for number in 1..10 {
            assert_eq!(least_time(turn, level(number), None), Duration::from_secs(3));
        }
        assert_eq!(least_time(turn, Level::FULL, None), Duration::ZERO);
        assert_eq!(least_time(Pace::Nodes { nodes: 9 }, level(1), None), Duration::ZERO);
    }

    #[test]
    fn by_the_clock_a_turn_takes_a_share() {
        assert_eq!(by_clock(60_000, 0), Duration::from_millis(1_500));
        assert_eq!(by_clock(60_000, 2_000), Duration::from_millis(2_500));
        assert_eq!(by_clock(3_600_000, 0), LONGEST);
        assert_eq!(by_clock(5_000, 5_000), Duration::ZERO);
        let full = Some((Duration::from_secs(300), Duration::ZERO));
        assert_eq!(least_time(FIVE, Level::FULL, full), Duration::ZERO);
    }

    #[test]
    fn no_game_is_lost_by_it() {
        for increment in [0, 100, 5_000, 900_000] {
            let mut left = 10_000;
            for _ in 0..1_000 {
                let taken = by_clock(left, increment);
                assert!(
                    taken <= Duration::from_millis(left / 4),
                    "{left} ms, {increment} ms a turn"
                );
                left = left - taken.as_millis() as u64 + increment;
            }
            assert!(left >= 3_750, "{left} ms are left");
        }
    }
}
