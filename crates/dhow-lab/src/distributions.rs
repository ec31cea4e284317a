//! Quantiles and probabilities of the normal and Student's t distribution.

use distrs::{Normal, StudentsT};

/// The upper end of a symmetric 95% interval, as a probability.
const UPPER_95: f64 = 0.975;

/// Half the width of the symmetric 95% interval of the standard normal distribution: 1.96.
pub fn normal_95() -> f64 {
    Normal::ppf(UPPER_95, 0.0, 1.0)
}

/// Half the width of the symmetric 95% interval of Student's t distribution with `freedom` degrees
/// of freedom, at least 1.
pub fn student_t_95(freedom: f64) -> f64 {
    StudentsT::ppf(UPPER_95, freedom)
}

/// The probability that a standard normal value is at most `deviations`.
pub fn normal_at_most(deviations: f64) -> f64 {
    Normal::cdf(deviations, 0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() <= 1e-5, "{found}, expected {expected}");
    }

    /// From the usual table of Student's t distribution, with more digits.
    #[test]
    fn students_quantiles() {
        for (freedom, expected) in [
            (1.0, 12.706_205),
            (2.0, 4.302_653),
            (3.0, 3.182_446),
            (5.0, 2.570_582),
            (10.0, 2.228_139),
            (30.0, 2.042_272),
            (120.0, 1.979_930),
        ] {
            near(student_t_95(freedom), expected);
        }
        near(student_t_95(1e9), normal_95());
        assert!(student_t_95(f64::NAN).is_nan());
    }

    #[test]
    fn the_normal_distribution() {
        near(normal_95(), 1.959_964);
        for (deviations, expected) in [(-3.0, 0.001_350), (0.0, 0.5), (1.0, 0.841_345)] {
            near(normal_at_most(deviations), expected);
        }
        near(normal_at_most(normal_95()), UPPER_95);
        assert_eq!(normal_at_most(f64::INFINITY), 1.0);
        assert!(normal_at_most(f64::NAN).is_nan());
    }
}
