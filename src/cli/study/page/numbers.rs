//! Numbers with their intervals as text.

use dhow_lab::least_squares::Coefficient;
use dhow_lab::ranking::Estimate;
use dhow_lab::study::{Quantile, Share};
use dhow_rules::text::{fixed, signed};

/// Stands in place of a number that the games do not determine.
pub const UNKNOWN: &str = "?";

/// A mean with its margin: `12.3 ± 0.4`.
pub fn estimate(of: Estimate, digits: usize) -> String {
    scaled(of, 1.0, digits)
}

/// A share with its margin, in percent.
pub fn percent(of: Estimate) -> String {
    scaled(of, 100.0, 1)
}

/// A share of pieces in percent. It has no margin if it is 0 or 100 % in every game.
pub fn part(of: Estimate) -> String {
    match of.error {
        None if of.mean == 0.0 => "0".into(),
        None if of.mean == 1.0 => "100".into(),
        _ => percent(of),
    }
}

fn scaled(of: Estimate, factor: f64, digits: usize) -> String {
    if of.mean.is_nan() {
        return UNKNOWN.into();
    }
    let margin = of.error.map_or(UNKNOWN.into(), |error| fixed(factor * error, digits));
    format!("{} ± {margin}", fixed(factor * of.mean, digits))
}

/// A share with the ends of its interval, in percent: `12.5 (8.1 to 18.9)`.
pub fn share(of: Share) -> String {
    let [value, low, high] = [of.value(), of.low, of.high].map(|part| fixed(100.0 * part, 1));
    if of.cases == 0 { UNKNOWN.into() } else { format!("{value} ({low} to {high})") }
}

/// The number of a move from the number of turns by both sides.
pub fn move_number(turns: usize) -> usize {
    turns.div_ceil(2)
}

/// A quantile of turns as the number of a move, with the ends of its interval.
pub fn moves(of: Quantile) -> String {
    let [value, low, high] = [of.value, of.low, of.high].map(move_number);
    format!("{value} ({low} to {high})")
}

/// A difference in Elo with the ends of its interval: `+20 (+4 to +36)`.
pub fn elo([low, value, high]: [f64; 3]) -> String {
    let text = |elo: f64| match elo {
        _ if elo.is_nan() => UNKNOWN.into(),
        _ if elo.is_infinite() => (if elo > 0.0 { "any" } else { "none" }).into(),
        _ => signed(elo, 0),
    };
    format!("{} ({} to {})", text(value), text(low), text(high))
}

/// Values with a greater margin, in centipawns, count as unknown.
const MOST_MARGIN: f64 = 1500.0;

/// A value in centipawns with its margin; [`UNKNOWN`] if the games do not determine it.
pub fn centipawns(of: Coefficient) -> String {
    match is_known(of) {
        true => format!("{} ± {}", fixed(of.value, 0), fixed(of.margin, 0)),
        false => UNKNOWN.into(),
    }
}

/// Whether the games determine a value at all.
pub fn is_known(of: Coefficient) -> bool {
    of.value.is_finite() && of.margin > 0.0 && of.margin < MOST_MARGIN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_their_intervals() {
        let known = Estimate { mean: 0.5247, error: Some(0.0213), count: 9 };
        assert_eq!(
            (percent(known), estimate(known, 2)),
            ("52.5 ± 2.1".into(), "0.52 ± 0.02".into())
        );
        let alike = Estimate { mean: 1.0, error: None, count: 2 };
        assert_eq!((percent(alike), part(alike)), ("100.0 ± ?".into(), "100".into()));
        assert_eq!(part(known), percent(known));
        assert_eq!(percent(Estimate { mean: f64::NAN, error: None, count: 0 }), "?");
        assert_eq!(share(Share::of(5, 10)), "50.0 (23.7 to 76.3)");
        assert_eq!(share(Share::of(0, 0)), "?");
        assert_eq!(moves(Quantile { value: 99, low: 80, high: 101 }), "50 (40 to 51)");
        assert_eq!(elo([-3.4, 20.2, f64::INFINITY]), "+20 (-3 to any)");
        assert_eq!(centipawns(Coefficient { value: 512.4, margin: 9.6 }), "512 ± 10");
        assert_eq!(centipawns(Coefficient { value: 512.4, margin: 1e4 }), "?");
        assert_eq!(centipawns(Coefficient { value: 0.0, margin: 0.0 }), "?");
    }
}
