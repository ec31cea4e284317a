//! The commands `level` and `st`, which set the time control.

use crate::time_control::{LONGEST, Time, minutes_and_seconds, plain_number};
use std::time::Duration;

/// Reads the text after `level`: moves, base time as `minutes` or `minutes:seconds`, increment in seconds.
pub fn read(text: &str) -> Option<Time> {
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let &[moves, base, increment] = fields.as_slice() else { return None };
    let moves: u32 = moves.parse().ok()?;
    let base = match base.split_once(':') {
        Some((minutes, seconds)) => plain_number(minutes)? * 60.0 + plain_number(seconds)?,
        None => plain_number(base)? * 60.0,
    };
    let increment = increment.parse::<f64>().ok().filter(|seconds| seconds.is_finite())?;
    let duration = |seconds: f64| Duration::from_secs_f64(seconds.clamp(0.0, LONGEST));
    let moves = (moves > 0).then_some(moves);
    Some(Time::clock(duration(base), duration(increment)).until(moves))
}

/// Reads the text after `st`: `seconds` or `minutes:seconds`.
pub fn read_per_move(text: &str) -> Option<Time> {
    minutes_and_seconds(text).filter(|time| !time.is_zero()).map(Time::PerMove)
}

/// The command for a time; `None` if there is no limit. The base time of `level` is in whole seconds, because
/// not all engines read fractions; the exact time follows with `time` before every move.
pub fn command(time: &Time) -> Option<String> {
    let Time::Clock { moves, base, .. } = *time else {
        return time.first().map(|time| format!("st {}", time.as_secs_f64()));
    };
    let seconds = base.as_secs().max(1);
    let base = match (seconds / 60, seconds % 60) {
        (minutes, 0) => minutes.to_string(),
        (minutes, seconds) => format!("{minutes}:{seconds:02}"),
    };
    Some(format!("level {} {base} {}", moves.unwrap_or(0), time.gain().as_secs_f64()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(moves: u32, base: f64, increment: f64) -> Option<Time> {
        let seconds = Duration::from_secs_f64;
        Some(Time::clock(seconds(base), seconds(increment)).until((moves > 0).then_some(moves)))
    }

    #[test]
    fn levels_are_read() {
        assert_eq!(read("0 5 3"), clock(0, 300.0, 3.0));
        assert_eq!(read("0 0:30 0.5"), clock(0, 30.0, 0.5));
        assert_eq!(read("40 5 0"), clock(40, 300.0, 0.0));
        assert_eq!(read("40 5 -1"), clock(40, 300.0, 0.0));
        assert_eq!(read("0 0 0"), clock(0, 0.0, 0.0));
        for text in [
            "",
            "0",
            "0 5",
            "0 5 3 1",
            "a b c",
            "0 -5 0",
            "0 5: x",
            "0 1:2:3 0",
            "0 5 NaN",
            "0 inf 0",
            "-1 5 0",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        assert!(read("0 99999999999999999999 1e300").is_some());
    }

    #[test]
    fn times_per_move_are_read() {
        assert_eq!(read_per_move("7"), Some(Time::PerMove(Duration::from_secs(7))));
        assert_eq!(read_per_move("0:07"), Some(Time::PerMove(Duration::from_secs(7))));
        assert_eq!(read_per_move("0.5"), Some(Time::PerMove(Duration::from_millis(500))));
        for text in ["", "x", "0", "-3", "1e9", "inf", "."] {
            assert_eq!(read_per_move(text), None, "{text}");
        }
    }

    #[test]
    fn commands() {
        let command = |time: Option<Time>| command(&time.expect("a time")).expect("a command");
        assert_eq!(command(clock(0, 300.0, 3.0)), "level 0 5 3");
        assert_eq!(command(clock(40, 90.0, 0.5)), "level 40 1:30 0.5");
        assert_eq!(command(clock(0, 0.1, 0.001)), "level 0 0:01 0.001");
        assert_eq!(command(read_per_move("0.5")), "st 0.5");
        assert_eq!(super::command(&Time::Unlimited), None);
    }
}
