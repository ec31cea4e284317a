//! Means with their errors, and whether differences are more than noise.

use crate::distributions::student_t_95;
use fastrand::Rng;

/// The mean of independent values, with its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean; not a number without values.
    pub mean: f64,
    /// Half of the width of the interval that holds the true mean with 95% certainty, by Student's t.
    /// `None` if the values do not tell: fewer than three, or all the same.
    pub error: Option<f64>,
    /// How many values.
    pub count: usize,
}

impl Estimate {
    /// What these values say.
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

/// How much setups differ that were all tried from the same openings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Standard deviation between the setups, beyond what noise explains; 0 if it explains all.
    pub deviation: f64,
    /// The probability that setups all alike would differ so much: how often they do if, opening by
    /// opening, chance decides whether what is for a setup speaks against it (the wild bootstrap; Wu,
    /// 1986). Setups that share most of their openings do alike, and this keeps it so.
    pub chance: f64,
}

/// How often to throw the dice.
const REPETITIONS: usize = 999;

impl Spread {
    /// Of rows of points, one for each setup, of a column for each opening. `None` with fewer than
    /// two of either.
    pub fn of(rows: &[Vec<f64>]) -> Option<Self> {
        let (setups, openings) = (rows.len(), rows.first()?.len());
        if setups < 2 || openings < 2 {
            return None;
        }
        // By how much each setup did better than all did on average, opening by opening.
        let deviations: Vec<Vec<f64>> = (0..openings)
            .map(|opening| {
                let average = rows.iter().map(|row| row[opening]).sum::<f64>() / setups as f64;
                rows.iter().map(|row| row[opening] - average).collect()
            })
            .collect();

        // Analysis of variance without replication, by setup and by opening.
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

/// How likely the setups differ at least as much as they do, if the signs of each opening's
/// deviations are random.
fn chance(deviations: &[Vec<f64>]) -> f64 {
    let difference = |signs: &[f64]| -> f64 {
        let mut sums = vec![0.0; deviations[0].len()];
        for (sign, all) in signs.iter().zip(deviations) {
            sums.iter_mut().zip(all).for_each(|(sum, deviation)| *sum += sign * deviation);
        }
        sums.iter().map(|sum| sum * sum).sum()
    };
    let mut signs = vec![1.0; deviations.len()];
    // As much but for rounding.
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

    /// By hand: the mean of 0, 1/2, 1/2, 1 is 1/2, their variance 1/6, the standard error
    /// sqrt(1/24), and Student's t for three degrees of freedom 3.182.
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

    /// By hand: means of rows 2, 3, 4; of columns 1, 3 and 5; all rests are 0, so that the variance
    /// between the setups is that of the means, which is 1.
    #[test]
    fn a_spread_without_noise() {
        let spread = [vec![0.0, 2.0, 4.0], vec![1.0, 3.0, 5.0], vec![2.0, 4.0, 6.0]];
        let spread = Spread::of(&spread).expect("rows");
        near(spread.deviation, 1.0, 1e-12);
        // Of the 8 choices of signs, 2 let the rows differ so much.
        near(spread.chance, 0.25, 0.05);
    }

    /// By hand: the rows have means 1/2, 3/2 and 2, the columns 2/3 and 2; the mean square between
    /// the rows is 7/6, that of the rests 1/6.
    #[test]
    fn a_spread_with_noise() {
        let spread = Spread::of(&[vec![0.0, 1.0], vec![1.0, 2.0], vec![1.0, 3.0]]).expect("rows");
        near(spread.deviation, 0.5f64.sqrt(), 1e-12);
    }

    /// Two groups of six setups that do exactly alike are as two setups: chance must be as uniform as
    /// it is for these.
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
