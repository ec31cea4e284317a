//! The sequential probability ratio test (SPRT): is the first player better by `elo0` (hypothesis
//! H0) or by `elo1` (H1)? The match ends as soon as the log-likelihood ratio (LLR) leaves its
//! bounds, which keep the errors of the first and second kind below `alpha` and `beta` (A. Wald,
//! Sequential Analysis, 1947).
//!
//! The logistic and the normalized model use the generalized test (GSPRT): the LLR compares the
//! maximum-likelihood distributions that have the expectation of each hypothesis (M. Van den Bergh,
//! "A practical introduction to the GSPRT" and "Comments on normalized Elo"). The Bayesian models
//! estimate the draw rate from the games.

use super::{Distribution, Pairs, Results, score_of_elo};

/// The meaning of Elo in the hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum EloModel {
    /// Logistic Elo: the expected score.
    #[default]
    Logistic,
    /// Normalized Elo: the expected score divided by its standard deviation, which measures how
    /// quickly it can be detected.
    Normalized,
    /// BayesElo, a model with a draw rate. Ignores pairs.
    Bayesian,
    /// BayesElo scaled to agree with logistic Elo for small differences, with half a game added to
    /// each result, as in cutechess-cli since 1.3. Ignores pairs.
    Cutechess,
}

/// The parameters of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtTest {
    /// The Elo difference under H0.
    pub elo0: f64,
    /// The Elo difference under H1, greater than `elo0`.
    pub elo1: f64,
    /// The probability of accepting H1 if H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 if H1 is true.
    pub beta: f64,
    /// The meaning of Elo.
    pub model: EloModel,
}

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtState {
    /// More games are needed.
    Continue,
    /// H0 is accepted: the player is not better than `elo0`.
    AcceptH0,
    /// H1 is accepted: the player is better by `elo1`.
    AcceptH1,
}

impl SprtState {
    /// The name of the accepted hypothesis; `None` while the test continues.
    pub fn accepted(self) -> Option<&'static str> {
        match self {
            Self::Continue => None,
            Self::AcceptH0 => Some("H0"),
            Self::AcceptH1 => Some("H1"),
        }
    }
}

/// The state of a test after some games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The log-likelihood ratio.
    pub llr: f64,
    /// H0 is accepted at or below this LLR.
    pub lower: f64,
    /// H1 is accepted at or above this LLR.
    pub upper: f64,
    /// The decision.
    pub state: SprtState,
}

impl SprtTest {
    /// The greatest absolute value of `elo0` and `elo1` that callers accept.
    pub const MOST_ELO: f64 = 1000.0;
    /// The usual value of `alpha` and `beta`.
    pub const USUAL_ERROR: f64 = 0.05;

    /// A test in logistic Elo with the usual errors. `elo0` must be less than `elo1`.
    pub fn logistic(elo0: f64, elo1: f64) -> Self {
        let (alpha, beta) = (Self::USUAL_ERROR, Self::USUAL_ERROR);
        Self { elo0, elo1, alpha, beta, model: EloModel::Logistic }
    }

    /// The state after some games. If `pairs` are given, the models that know pairs use only them.
    ///
    /// ```
    /// use dhow_lab::stats::{Results, SprtState, SprtTest};
    ///
    /// let test = SprtTest::logistic(0.0, 10.0);
    /// let results = Results { wins: 1300, losses: 1000, draws: 2000 };
    /// assert_eq!(test.standing(results, None).state, SprtState::AcceptH1);
    /// ```
    pub fn standing(&self, results: Results, pairs: Option<Pairs>) -> Sprt {
        let llr = match (self.model, pairs) {
            (EloModel::Bayesian | EloModel::Cutechess, _) => self.bayesian_llr(results),
            (_, Some(pairs)) => self.llr(&pairs.distribution(), true),
            (_, None) => self.llr(&results.distribution(), false),
        };
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let state = if llr >= upper {
            SprtState::AcceptH1
        } else if llr <= lower {
            SprtState::AcceptH0
        } else {
            SprtState::Continue
        };
        Sprt { llr, lower, upper, state }
    }

    fn llr(&self, results: &Distribution, pairs: bool) -> f64 {
        let count = results.count();
        if count == 0.0 {
            return 0.0;
        }
        // Outcomes that have not occurred yet are not impossible.
        let seen = results.outcomes.iter().map(|&(value, count)| (value, count.max(1e-3)));
        let seen = Distribution { outcomes: seen.collect() };
        let likeliest = |elo: f64| match self.model {
            EloModel::Normalized => {
                // Converts Elo by the slope of the logistic curve at its centre. The standard
                // deviation of a pair's mean is smaller by a factor of sqrt(2).
                let t = elo * std::f64::consts::LN_10 / 800.0;
                let t = if pairs { t * std::f64::consts::SQRT_2 } else { t };
                likeliest_with_t_value(&seen, t)
            }
            _ => likeliest_with_mean(&seen, score_of_elo(elo)),
        };
        let (h0, h1) = (likeliest(self.elo0), likeliest(self.elo1));
        let terms = seen.outcomes.iter().zip(h0.iter().zip(&h1));
        terms.map(|(&(_, count), (p0, p1))| count * (p1 / p0).ln()).sum()
    }

    fn bayesian_llr(&self, results: Results) -> f64 {
        // Half a game for each result is Jeffreys' prior: results that have not occurred yet are
        // not impossible.
        let prior = if self.model == EloModel::Cutechess { 0.5 } else { 0.0 };
        let counts = [results.wins, results.losses, results.draws].map(|seen| seen as f64 + prior);
        if counts.contains(&0.0) {
            return 0.0;
        }
        let [win, loss, _] = counts.map(|count| count / counts.iter().sum::<f64>());
        let draw_elo = 200.0 * ((1.0 - loss) / loss * (1.0 - win) / win).log10();
        let x = 10f64.powf(-draw_elo / 400.0);
        let scale = match self.model {
            EloModel::Cutechess => 4.0 * x / (1.0 + x).powi(2),
            _ => 1.0,
        };
        let probabilities = |elo: f64| {
            let elo = elo / scale;
            let win = score_of_elo(elo - draw_elo);
            let loss = score_of_elo(-elo - draw_elo);
            [win, loss, 1.0 - win - loss]
        };
        let (h0, h1) = (probabilities(self.elo0), probabilities(self.elo1));
        counts.iter().zip(h0.iter().zip(h1)).map(|(count, (p0, p1))| count * (p1 / p0).ln()).sum()
    }
}

/// The maximum-likelihood probabilities of the outcomes under the condition that they have this
/// mean.
///
/// By the method of Lagrange multipliers they are `p / (1 + x (a - mean))` for observed frequencies
/// `p` of outcomes `a`, with the `x` for which they sum to one.
fn likeliest_with_mean(seen: &Distribution, mean: f64) -> Vec<f64> {
    let count = seen.count();
    let shares = || seen.outcomes.iter().map(|&(value, seen)| (value - mean, seen / count));
    let least = shares().map(|(value, _)| value).fold(f64::INFINITY, f64::min);
    let most = shares().map(|(value, _)| value).fold(f64::NEG_INFINITY, f64::max);
    // Between its poles the function falls from infinity to minus infinity.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let x = (low + high) / 2.0;
        let sum: f64 = shares().map(|(value, share)| share * value / (1.0 + x * value)).sum();
        if sum > 0.0 { low = x } else { high = x }
    }
    let x = (low + high) / 2.0;
    shares().map(|(value, share)| share / (1.0 + x * value)).collect()
}

/// The maximum-likelihood probabilities of the outcomes under the condition that the mean exceeds
/// 1/2 by `t` standard deviations. Linearised around an estimate, the condition is one on a mean,
/// whose solution is the next estimate.
fn likeliest_with_t_value(seen: &Distribution, t: f64) -> Vec<f64> {
    let outcomes = &seen.outcomes;
    let mut estimate = vec![1.0 / outcomes.len() as f64; outcomes.len()];
    for _ in 0..50 {
        let weighted = outcomes.iter().zip(&estimate).map(|(&(value, _), &p)| (value, p)).collect();
        let current = Distribution { outcomes: weighted };
        let (mean, deviation) = (current.mean(), current.variance().sqrt());
        let linear = outcomes.iter().map(|&(value, count)| {
            let bent = (1.0 + ((mean - value) / deviation).powi(2)) / 2.0;
            (value - 0.5 - t * deviation * bent, count)
        });
        let next = likeliest_with_mean(&Distribution { outcomes: linear.collect() }, 0.0);
        let change = next.iter().zip(&estimate).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        estimate = next;
        if change < 1e-10 {
            break;
        }
    }
    estimate
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(model: EloModel, elo0: f64, elo1: f64) -> SprtTest {
        SprtTest { model, ..SprtTest::logistic(elo0, elo1) }
    }

    #[track_caller]
    fn near(found: f64, expected: f64) {
        // The published figures are rounded to hundredths, and fastchess's tests allow one percent.
        let error = (expected.abs() / 100.0).max(0.0051);
        assert!((found - expected).abs() <= error, "{found}, expected {expected}");
    }

    fn games(wins: u64, losses: u64, draws: u64) -> Results {
        Results { wins, losses, draws }
    }

    /// Figures from fastchess's test suite (app/tests/sprt_test.cpp).
    #[test]
    fn trinomial_ratios_as_fastchess_expects_them() {
        let cases = [
            (EloModel::Normalized, games(36433, 36027, 68692), 0.0, 2.0, 0.92),
            (EloModel::Normalized, games(10871, 10650, 20431), -1.75, 0.25, 2.30),
            (EloModel::Logistic, games(21404, 21184, 40708), 0.5, 2.5, -1.57),
            (EloModel::Logistic, games(57433, 57030, 106593), 0.0, 2.0, -2.59),
            (EloModel::Bayesian, games(68965, 68526, 128429), 0.0, 2.0, -1.26),
            (EloModel::Bayesian, games(21629, 21484, 41111), 0.5, 2.5, -1.13),
        ];
        for (model, results, elo0, elo1, llr) in cases {
            near(test(model, elo0, elo1).standing(results, None).llr, llr);
        }
    }

    /// Figures from fastchess's test suite (app/tests/sprt_test.cpp), by pairs.
    #[test]
    fn pentanomial_ratios_as_fastchess_expects_them() {
        let cases = [
            (EloModel::Normalized, [365, 16618, 36029 + 200, 16974, 390], 0.0, 2.0, 2.25),
            (EloModel::Normalized, [127, 4883, 10311 + 401, 5150, 104], -1.75, 0.25, 3.01),
            (EloModel::Logistic, [223, 9863, 20279 + 1000, 10037, 246], 0.5, 2.5, -3.07),
            (EloModel::Logistic, [871, 26175, 55003 + 980, 26678, 821], 0.0, 2.0, -4.98),
        ];
        for (model, pairs, elo0, elo1, llr) in cases {
            let standing = test(model, elo0, elo1).standing(Results::default(), Some(Pairs(pairs)));
            near(standing.llr, llr);
        }
    }

    /// Figures from the test suite of the runner Racetrack (src/tests/sprt_tests.rs).
    #[test]
    fn pentanomial_ratios_as_racetrack_expects_them() {
        let cases = [
            ([440, 2910, 5170, 2888, 455], 0.0, 5.0, -2.27),
            ([142, 620, 1122, 699, 188], 0.0, 5.0, 2.99),
            ([349, 1561, 3340, 1604, 359], -5.0, 0.0, 2.90),
            ([98, 382, 674, 369, 71], -5.0, 0.0, -1.11),
        ];
        for (pairs, elo0, elo1, llr) in cases {
            let test = test(EloModel::Normalized, elo0, elo1);
            near(test.standing(Results::default(), Some(Pairs(pairs))).llr, llr);
        }
    }

    /// The match by cutechess-cli shown at talkchess.com (t=84211): "SPRT: llr 0.174 (5.9%), lbound
    /// -2.94, ubound 2.94" for elo0=0 elo1=10; and the example of github.com/jw1912/SPRT, computed
    /// as OpenBench does.
    #[test]
    fn bayesian_ratios_as_published() {
        let standing = test(EloModel::Cutechess, 0.0, 10.0).standing(games(364, 346, 218), None);
        near(standing.llr, 0.174);
        assert_eq!(format!("{:.2} {:.2}", standing.lower, standing.upper), "-2.94 2.94");
        assert_eq!(format!("{:.1}", standing.llr / standing.upper * 100.0), "5.9");
        let standing = test(EloModel::Bayesian, 0.0, 3.0).standing(games(4307, 4063, 8620), None);
        near(standing.llr, 2.47);
    }

    /// A test ends even if one of the results never occurs, as in cutechess-cli 1.5.1.
    #[test]
    fn the_model_of_cutechess_needs_no_draw() {
        let test = test(EloModel::Cutechess, 0.0, 10.0);
        let standing = test.standing(games(150, 0, 0), None);
        assert_eq!(format!("{:.2}", standing.llr), "5.15");
        assert_eq!(standing.state, SprtState::AcceptH1);
        assert_eq!(test.standing(games(0, 150, 0), None).state, SprtState::AcceptH0);
        assert!(test.standing(Results::default(), None).llr.abs() < 0.01);
        assert_eq!(
            super::SprtTest { model: EloModel::Bayesian, ..test }
                .standing(games(150, 0, 0), None)
                .llr,
            0.0
        );
    }

    #[test]
    fn bounds_decide() {
        let test = test(EloModel::Logistic, 0.0, 10.0);
        let state = |wins, losses| test.standing(games(wins, losses, 500), None).state;
        assert_eq!(state(5000, 5000), SprtState::AcceptH0);
        assert_eq!(state(600, 400), SprtState::AcceptH1);
        assert_eq!(state(55, 50), SprtState::Continue);
        assert_eq!(test.standing(Results::default(), None).llr, 0.0);
        assert_eq!(test.standing(games(9, 0, 0), Some(Pairs::default())).llr, 0.0);
        let all_won = test.standing(Results::default(), Some(Pairs([0, 0, 0, 0, 40])));
        assert!(all_won.llr > 0.5 && all_won.llr.is_finite(), "{}", all_won.llr);
    }
}
