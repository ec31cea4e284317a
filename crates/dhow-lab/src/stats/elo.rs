//! Elo differences.

use super::Distribution;
use crate::distributions::normal_95;

/// An estimated Elo difference with its margin of error at 95% confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference. Infinite if all games were won or all lost; NaN without games.
    pub difference: f64,
    /// Half the width of the 95% interval; NaN if the interval is unbounded.
    pub margin: f64,
}

impl Elo {
    /// The estimate from the results of games or pairs.
    ///
    /// ```
    /// use dhow_lab::stats::{Elo, Results};
    ///
    /// let results = Results { wins: 60, losses: 40, draws: 100 };
    /// let elo = Elo::of(&results.distribution());
    /// assert_eq!((elo.difference.round(), elo.margin.round()), (35.0, 34.0));
    /// ```
    pub fn of(results: &Distribution) -> Self {
        let mean = results.mean();
        let error = normal_95() * (results.variance() / results.count()).sqrt();
        let (low, high) = (elo_of_score(mean - error), elo_of_score(mean + error));
        Self { difference: elo_of_score(mean), margin: (high - low) / 2.0 }
    }
}

/// The Elo difference at which the expected score is `score` points per game (logistic model).
///
/// ```
/// use dhow_lab::stats::{elo_of_score, score_of_elo};
///
/// assert_eq!(elo_of_score(0.75).round(), 191.0);
/// assert!((score_of_elo(elo_of_score(0.6)) - 0.6).abs() < 1e-12);
/// ```
pub fn elo_of_score(score: f64) -> f64 {
    // Adding zero turns a negative zero into a positive one.
    -400.0 * (1.0 / score - 1.0).log10() + 0.0
}

/// The expected points per game at an Elo difference (logistic model).
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::super::{Pairs, Results};
    use super::*;

    fn near(found: f64, expected: f64, error: f64) {
        assert!((found - expected).abs() <= error, "{found}, expected {expected}");
    }

    /// A match by cutechess-cli 1.3.1, shown at talkchess.com (t=84211): "Score of New vs checks:
    /// 364 - 346 - 218 [0.510] 928; Elo difference: 6.7 +/- 19.5, LOS: 75.0 %, DrawRatio: 23.5 %".
    /// (Its quantiles of the normal distribution are approximate, so its margin is slightly too
    /// small.)
    #[test]
    fn as_cutechess_printed_it() {
        let results = Results { wins: 364, losses: 346, draws: 218 };
        let elo = Elo::of(&results.distribution());
        assert_eq!(results.games(), 928);
        assert_eq!(format!("{:.3}", results.score()), "0.510");
        assert_eq!(format!("{:.1}", elo.difference), "6.7");
        near(elo.margin, 19.5, 0.1);
        assert_eq!(format!("{:.1}", 100.0 * results.likelihood_of_superiority()), "75.0");
        assert_eq!(format!("{:.1}", 100.0 * results.draw_ratio()), "23.5");
    }

    /// Figures from fastchess's test suite (app/tests/elo_test.cpp), which allows one percent.
    #[test]
    fn as_fastchess_expects_it() {
        let results = Results { wins: 136, losses: 96, draws: 111 };
        let elo = Elo::of(&results.distribution());
        near(elo.difference, 40.70, 0.4);
        near(elo.margin, 30.43, 0.3);
        let pairs = [
            ([34, 54, 31 + 32, 64, 75], 55.58, 27.65),
            ([332, 433, 457 + 41, 333, 334], -8.64, 10.33),
            ([7895, 8757, 5485 + 200, 568, 9999], -21.04, 2.95),
        ];
        for (counts, difference, margin) in pairs {
            let elo = Elo::of(&Pairs(counts).distribution());
            near(elo.difference, difference, difference.abs() / 100.0);
            near(elo.margin, margin, margin / 100.0);
        }
    }

    #[test]
    fn one_sided_results_have_no_bounds() {
        let won = Results { wins: 9, losses: 0, draws: 0 };
        assert_eq!(Elo::of(&won.distribution()).difference, f64::INFINITY);
        assert!(Elo::of(&won.distribution()).margin.is_nan());
        assert_eq!(Elo::of(&won.mirrored().distribution()).difference, f64::NEG_INFINITY);
        assert!(Elo::of(&Results::default().distribution()).difference.is_nan());
        near(elo_of_score(score_of_elo(123.4)), 123.4, 1e-9);
    }
}
