//! Means with their errors, and tests whether differences exceed noise.

use crate::distributions::student_t_95;
use fastrand::Rng;

/// The mean of independent values with its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean; NaN without values.
    pub mean: f64,
    /// Half the width of the 95% interval of the true mean, by Student's t distribution. `None` for
    /// fewer than three values or if all values are equal.
    pub error: Option<f64>,
    /// The number of values.
    pub count: usize,
}

impl Estimate {
    /// The estimate from these values.
    ///
    /// ```
    /// use dhow_lab::ranking::Estimate;
    ///
    /// let estimate = Estimate::of(&[0.0, 0.5, 0.5, 1.0]);
    /// assert_eq!((estimate.mean, estimate.count), (0.5, 4));
    /// assert!((estimate.error.expect("enough values") - 0.65).abs() < 0.01);
    /// ```
    pub fn of(values: &[f64]) -> Self {
        let count = values.len();
        let mean = values.iter().sum::<f64>() / count as f64;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let known = count >= 3 && squares > 1e-18;
        let error = known.then(|| {
            let freedom = (count - 1) as f64;
            student_t_95(freedom) * (squares / freedom / count as f64).sqrt()
        });
        Self { mean, error, count }
    }
}

/// The spread of setups that were tried from the same openings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The standard deviation between setups that exceeds noise; 0 if noise explains all.
    pub deviation: f64,
    /// The p-value: the probability that equally good setups would differ at least this much. It is
    /// estimated by the wild bootstrap (Wu, 1986), which flips the signs of each opening's
    /// deviations at random. That keeps the correlation of setups that share most of their
    /// openings.
    pub chance: f64,
}

/// The number of bootstrap samples.
const REPETITIONS: usize = 999;

impl Spread {
    /// The spread of a table of scores with a row for each setup and a column for each opening.
    /// `None` for fewer than two of either.
    pub fn of(rows: &[Vec<f64>]) -> Option<Self> {
        let (setups, openings) = (rows.len(), rows.first()?.len());
        if setups < 2 || openings < 2 {
            return None;
        }
        // For each opening, the deviation of each setup from the mean of all.
        let deviations: Vec<Vec<f64>> = (0..openings)
            .map(|opening| {
                let average = rows.iter().map(|row| row[opening]).sum::<f64>() / setups as f64;
                rows.iter().map(|row| row[opening] - average).collect()
            })
            .collect();

        // Two-way analysis of variance without replication, by setup and opening.
        let means: Vec<f64> = (0..setups)
            .map(|setup| deviations.iter().map(|all| all[setup]).sum::<f64>() / openings as f64)
            .collect();
        let between = means.iter().map(|mean| mean * mean).sum::<f64>() / (setups - 1) as f64;
        let rest = |all: &Vec<f64>| -> f64 {
            all.iter().zip(&means).map(|(deviation, mean)| (deviation - mean).powi(2)).sum()
        };
        let rest = deviations.iter().map(rest).sum::<f64>();
        let noise = rest / ((setups - 1) * (openings - 1)) as f64 / openings as f64;
        Some(Self { deviation: (between - noise).max(0.0).sqrt(), chance: chance(&deviations) })
    }
}

/// The fraction of random signs of the openings' deviations for which the setups differ at least as
/// much as observed.
fn chance(deviations: &[Vec<f64>]) -> f64 {
    let difference = |signs: &[f64]| -> f64 {
        let mut sums = vec![0.0; deviations[0].len()];
        for (sign, all) in signs.iter().zip(deviations) {
            sums.iter_mut().zip(all).for_each(|(sum, deviation)| *sum += sign * deviation);
        }
        sums.iter().map(|sum| sum * sum).sum()
    };
    let mut signs = vec![1.0; deviations.len()];
    // Leaves room for rounding errors.
    let found = difference(&signs) * (1.0 - 1e-12);
    let mut random = Rng::with_seed(1);
    let as_much = (0..REPETITIONS).filter(|_| {
        signs.iter_mut().for_each(|sign| *sign = if random.bool() { 1.0 } else { -1.0 });
        difference(&signs) >= found
    });
    (1 + as_much.count()) as f64 / (1 + REPETITIONS) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64, error: f64) {
        assert!((found - expected).abs() <= error, "{found}, expected {expected}");
    }

    /// By hand: the mean of 0, 1/2, 1/2, 1 is 1/2, the variance 1/6, the standard error sqrt(1/24),
    /// and Student's t for three degrees of freedom 3.182.
    #[test]
    fn an_estimate_by_hand() {
        let estimate = Estimate::of(&[0.0, 0.5, 0.5, 1.0]);
        assert_eq!((estimate.mean, estimate.count), (0.5, 4));
        near(estimate.error.expect("values that differ"), 3.182 * (1.0f64 / 24.0).sqrt(), 1e-3);
    }

    #[test]
    fn values_that_do_not_tell_their_error() {
        assert_eq!(Estimate::of(&[0.5; 9]), Estimate { mean: 0.5, error: None, count: 9 });
        assert_eq!(Estimate::of(&[0.0, 1.0]).error, None);
        assert!(Estimate::of(&[]).mean.is_nan());
    }

    /// By hand: the row means are 2, 3, 4, the column means 1, 3 and 5, and all residuals are 0. So
    /// the variance between the setups is that of the means, which is 1.
    #[test]
    fn a_spread_without_noise() {
        let spread = [vec![0.0, 2.0, 4.0], vec![1.0, 3.0, 5.0], vec![2.0, 4.0, 6.0]];
        let spread = Spread::of(&spread).expect("rows");
        near(spread.deviation, 1.0, 1e-12);
        // Of the 8 choices of signs, 2 give differences at least this large.
        near(spread.chance, 0.25, 0.05);
    }

    /// By hand: the row means are 1/2, 3/2 and 2, the column means 2/3 and 2, the mean square
    /// between rows is 7/6 and that of the residuals 1/6.
    #[test]
    fn a_spread_with_noise() {
        let spread = Spread::of(&[vec![0.0, 1.0], vec![1.0, 2.0], vec![1.0, 3.0]]).expect("rows");
        near(spread.deviation, 0.5f64.sqrt(), 1e-12);
    }

    /// Two groups of six setups with equal scores are like two setups: the p-value must be as
    /// uniform as it is for those.
    #[test]
    fn setups_that_do_alike_are_no_evidence_of_a_difference() {
        let mut random = Rng::with_seed(9);
        let mut small = 0;
        for _ in 0..200 {
            let groups = [0, 1].map(|_| (0..20).map(|_| random.f64()).collect::<Vec<_>>());
            let rows: Vec<_> = (0..12).map(|setup| groups[setup % 2].clone()).collect();
            let chance = Spread::of(&rows).expect("rows").chance;
            small += (chance <= 0.1) as usize;
        }
        // One in ten, within four standard deviations.
        assert!((3..=37).contains(&small), "{small} of 200");
    }

    #[test]
    fn noise_has_no_spread_and_a_difference_has() {
        let mut random = Rng::with_seed(5);
        let mut noise = |shift: f64| (0..60).map(|_| random.f64() + shift).collect::<Vec<_>>();
        let alike: Vec<_> = (0..10).map(|_| noise(0.0)).collect();
        let differing: Vec<_> = (0..10).map(|setup| noise(0.03 * setup as f64)).collect();
        let (alike, differing) = (Spread::of(&alike), Spread::of(&differing));
        let (alike, differing) = (alike.expect("rows"), differing.expect("rows"));
        assert!(alike.deviation < 0.03 && alike.chance > 0.05, "{alike:?}");
        near(differing.deviation, 0.09, 0.04);
        assert!(differing.chance < 0.01, "{differing:?}");
        assert_eq!(Spread::of(&[vec![0.0, 1.0]]), None);
        assert_eq!(Spread::of(&[]), None);
    }
}
