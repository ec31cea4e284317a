//! Intervals of 95%.

use crate::distributions::{normal_95, student_t_95};
use crate::ranking::Estimate;

/// A share of independent cases, with its interval by Wilson (1927).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The number of cases that count.
    pub count: u64,
    /// The number of all cases.
    pub cases: u64,
    /// The lower end of the interval, from 0.
    pub low: f64,
    /// The upper end of the interval, to 1.
    pub high: f64,
}

impl Share {
    /// `count` of `cases`. Without cases the interval is 0 to 1.
    ///
    /// ```
    /// use dhow_lab::study::Share;
    ///
    /// let share = Share::of(5, 10);
    /// assert!((share.low - 0.2366).abs() < 1e-4 && (share.high - 0.7634).abs() < 1e-4);
    /// ```
    pub fn of(count: u64, cases: u64) -> Self {
        if cases == 0 {
            return Self { count, cases, low: 0.0, high: 1.0 };
        }
        let (share, cases_f, z) = (count as f64 / cases as f64, cases as f64, normal_95());
        let square = z * z / cases_f;
        let middle = share + square / 2.0;
        let half = (share * (1.0 - share) * square + square * square / 4.0).sqrt();
        let end = |sum: f64| (sum / (1.0 + square)).clamp(0.0, 1.0);
        Self { count, cases, low: end(middle - half), high: end(middle + half) }
    }

    /// The share, from 0 to 1; 0 without cases.
    pub fn value(&self) -> f64 {
        self.count as f64 / self.cases.max(1) as f64
    }
}

/// A quantile of independent values, with an interval that makes no assumption on how they are distributed: its ends
/// are values themselves, by the normal approximation of the binomial distribution of their ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quantile {
    /// The quantile.
    pub value: usize,
    /// The lower end of its interval.
    pub low: usize,
    /// The upper end of its interval.
    pub high: usize,
}

/// The quantile of sorted values for a probability; `None` without values.
///
/// ```
/// use dhow_lab::study::quantile;
///
/// let values: Vec<usize> = (1..=99).collect();
/// let median = quantile(&values, 0.5).expect("values");
/// assert_eq!((median.value, median.low, median.high), (50, 40, 60));
/// ```
pub fn quantile(sorted: &[usize], probability: f64) -> Option<Quantile> {
    let last = sorted.len().checked_sub(1)?;
    let count = sorted.len() as f64;
    let at = |rank: f64| sorted[(rank.max(0.0) as usize).min(last)];
    let half = normal_95() * (count * probability * (1.0 - probability)).sqrt();
    let middle = count * probability;
    Some(Quantile {
        value: at((middle - 0.5).round()),
        low: at((middle - half).floor()),
        high: at((middle + half).ceil() - 1.0),
    })
}

/// The ratio of two sums over games, such as captures by piece, with the margin due to the choice of games: by the
/// residuals of each game, as for a ratio of means. NaN if the second sum is 0.
///
/// ```
/// use dhow_lab::study::ratio;
///
/// let survivors = ratio(&[(1.0, 2.0), (2.0, 2.0), (0.0, 2.0)]);
/// assert_eq!((survivors.mean, survivors.count), (0.5, 3));
/// ```
pub fn ratio(games: &[(f64, f64)]) -> Estimate {
    let (part, whole) = games.iter().fold((0.0, 0.0), |(a, b), (one, other)| (a + one, b + other));
    let (mean, count) = (part / whole, games.len());
    let squares: f64 = games.iter().map(|(one, other)| (one - mean * other).powi(2)).sum();
    let known = count >= 3 && squares > 1e-18 && whole > 0.0;
    let error = known.then(|| {
        let games = count as f64;
        student_t_95(games - 1.0) * (squares * games / (games - 1.0)).sqrt() / whole
    });
    Estimate { mean, error, count }
}
