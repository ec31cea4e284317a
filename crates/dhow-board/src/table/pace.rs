//! The minimum time for the engine's turns, if the search is faster.

use crate::message::Level;
use dhow_engine::search::{Limits, TimeLeft};
use std::time::Duration;

/// With a clock, a turn takes this part of the remaining time, plus half of the increment.
const EXPECTED_TURNS: u32 = 40;
/// But at most this, because a person is waiting.
const LONGEST: Duration = Duration::from_secs(3);
/// With less than this on the clock, every turn is played at once.
const SHORT: Duration = Duration::from_secs(5);

/// The minimum time for a turn from a search with `limits`. Below full strength the search takes almost no
/// time; but the user chose a time, and people want to follow the game.
pub fn least_time(level: Level, limits: &Limits) -> Duration {
    if level.is_full() {
        // At full strength the search uses all of the time.
        return Duration::ZERO;
    }
    match limits.clock {
        Some(TimeLeft { remaining, increment, .. }) if remaining > SHORT => {
            // At most a quarter of the clock, whatever the increment.
            (remaining / EXPECTED_TURNS + increment / 2).min(LONGEST).min(remaining / 4)
        }
        Some(_) => Duration::ZERO,
        // A limit of nodes has no time.
        None => limits.move_time.unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(number: usize) -> Level {
        Level::try_from(number).expect("a level")
    }

    fn by_clock(left_ms: u64, increment_ms: u64) -> Duration {
        least_time(level(5), &clock(left_ms, increment_ms))
    }

    fn clock(left_ms: u64, increment_ms: u64) -> Limits {
        let [remaining, increment] = [left_ms, increment_ms].map(Duration::from_millis);
        let clock = Some(TimeLeft { remaining, increment, moves_to_go: None });
        Limits { clock, ..Limits::default() }
    }

    #[test]
    fn a_turn_takes_the_time_that_was_chosen() {
        let turn = Limits { move_time: Some(Duration::from_millis(3_000)), ..Limits::default() };
        for number in 1..10 {
            assert_eq!(least_time(level(number), &turn), Duration::from_secs(3));
        }
        assert_eq!(least_time(Level::FULL, &turn), Duration::ZERO);
        let nodes = Limits { nodes: Some(9), ..Limits::default() };
        assert_eq!(least_time(level(1), &nodes), Duration::ZERO);
    }

    #[test]
    fn by_the_clock_a_turn_takes_a_share() {
        assert_eq!(by_clock(60_000, 0), Duration::from_millis(1_500));
        assert_eq!(by_clock(60_000, 2_000), Duration::from_millis(2_500));
        assert_eq!(by_clock(3_600_000, 0), LONGEST);
        assert_eq!(by_clock(5_000, 5_000), Duration::ZERO);
        assert_eq!(least_time(Level::FULL, &clock(300_000, 0)), Duration::ZERO);
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
