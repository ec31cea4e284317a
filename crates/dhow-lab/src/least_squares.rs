//! Linear least squares, with margins by leaving out groups of observations (jackknife).

use crate::distributions::student_t_95;

/// The normal equations of a least squares fit.
///
/// ```
/// use dhow_lab::least_squares::Equations;
///
/// let mut equations = Equations::new(2);
/// for (one, other) in [(1.0, 0.0), (1.0, 1.0), (1.0, 2.0)] {
///     equations.add(&[one, other], 3.0 + 5.0 * other, 1.0);
/// }
/// let found = equations.solve(1e-9);
/// assert!((found[0] - 3.0).abs() < 1e-6 && (found[1] - 5.0).abs() < 1e-6);
/// ```
#[derive(Clone, Debug)]
pub struct Equations {
    size: usize,
    /// Row by row, with the right side at the end of each.
    rows: Vec<f64>,
}

/// A coefficient of a fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coefficient {
    /// Its value.
    pub value: f64,
    /// Half the width of its 95% interval due to the choice of observations.
    pub margin: f64,
}

impl Equations {
    /// Equations for `size` coefficients, without observations.
    pub fn new(size: usize) -> Self {
        Self { size, rows: vec![0.0; size * (size + 1)] }
    }

    /// Adds an observation: `value` is expected to be the sum of the coefficients times `counts`, of which there is
    /// one for each coefficient. It counts as `weight` observations.
    pub fn add(&mut self, counts: &[f64], value: f64, weight: f64) {
        let rows = self.rows.chunks_exact_mut(self.size + 1);
        for (row, &count) in rows.zip(counts).filter(|(_, count)| **count != 0.0) {
            let count = weight * count;
            row.iter_mut().zip(counts).for_each(|(sum, other)| *sum += count * other);
            row[self.size] += count * value;
        }
    }

    /// Adds the observations of other equations of the same size `sign` times.
    pub fn combine(&mut self, other: &Self, sign: f64) {
        self.rows.iter_mut().zip(&other.rows).for_each(|(sum, part)| *sum += sign * part);
    }

    /// Whether any observation has a count for a coefficient.
    pub fn has(&self, coefficient: usize) -> bool {
        self.rows[coefficient * (self.size + 2)] > 0.0
    }

    /// The solution, by Gauss's elimination. `ridge`, above 0, pulls coefficients towards 0, as much as an observation
    /// of each with this weight; it keeps the equations solvable where coefficients only occur together.
    pub fn solve(mut self, ridge: f64) -> Vec<f64> {
        let (size, width) = (self.size, self.size + 1);
        for place in 0..size {
            self.rows[place * width + place] += ridge;
        }
        for pivot in 0..size {
            let (above, below) = self.rows.split_at_mut((pivot + 1) * width);
            let row = &above[pivot * width..];
            for other in below.chunks_exact_mut(width) {
                let factor = other[pivot] / row[pivot];
                other.iter_mut().zip(row).for_each(|(sum, part)| *sum -= factor * part);
            }
        }
        let mut solution = vec![0.0; size];
        for place in (0..size).rev() {
            let row = &self.rows[place * width..][..width];
            let known: f64 = (place + 1..size).map(|other| row[other] * solution[other]).sum();
            solution[place] = (row[size] - known) / row[place];
        }
        solution
    }
}

/// The sum of groups of observations; `None` without groups.
pub fn sum_of(groups: &[Equations]) -> Option<Equations> {
    let (first, others) = groups.split_first()?;
    let mut all = first.clone();
    others.iter().for_each(|group| all.combine(group, 1.0));
    Some(all)
}

/// The solution of all groups together. The margins are those of a jackknife that leaves out each group once, so
/// groups must be independent of each other, and at least two.
pub fn jackknife(groups: &[Equations], ridge: f64) -> Vec<Coefficient> {
    let Some(all) = sum_of(groups) else { return Vec::new() };
    let without = |group: &Equations| {
        let mut rest = all.clone();
        rest.combine(group, -1.0);
        rest.solve(ridge)
    };
    let parts: Vec<Vec<f64>> = groups.iter().map(without).collect();
    let count = groups.len() as f64;
    let deviations = student_t_95(count - 1.0);
    let margin = |place: usize| {
        let mean = parts.iter().map(|part| part[place]).sum::<f64>() / count;
        let squares: f64 = parts.iter().map(|part| (part[place] - mean).powi(2)).sum();
        deviations * (squares * (count - 1.0) / count).sqrt()
    };
    let whole = all.solve(ridge).into_iter().enumerate();
    whole.map(|(place, value)| Coefficient { value, margin: margin(place) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::position::zobrist::split_mix;

    #[test]
    fn known_values_are_found() {
        let mut equations = Equations::new(3);
        let mut seed = 5;
        let mut count = || (split_mix(&mut seed) % 5) as f64 - 2.0;
        for _ in 0..2000 {
            // The third count is always that of the second: they share its value.
            let (one, other) = (count(), count());
            equations.add(&[one, other, other], 500.0 * one + 300.0 * other + 7.0 * count(), 1.0);
        }
        let found = equations.solve(1.0);
        for (found, wanted) in found.iter().zip([500.0, 150.0, 150.0]) {
            assert!((found - wanted).abs() < 2.0, "{found}, not {wanted}");
        }
    }

    /// By hand: the mean of 1, 2, 3 and 6 is 3, its standard error sqrt(14/3/4), and Student's t for three degrees of
    /// freedom 3.1824.
    #[test]
    fn the_jackknife_of_a_mean_has_its_usual_error() {
        let groups: Vec<Equations> = [1.0, 2.0, 3.0, 6.0]
            .map(|value| {
                let mut group = Equations::new(1);
                group.add(&[1.0], value, 1.0);
                group
            })
            .into();
        let [mean] = jackknife(&groups, 1e-12)[..] else { panic!("one coefficient") };
        assert!((mean.value - 3.0).abs() < 1e-9, "{mean:?}");
        let expected = 3.182_446 * (14.0f64 / 3.0 / 4.0).sqrt();
        assert!((mean.margin - expected).abs() < 1e-4, "{mean:?}, expected {expected}");
        assert_eq!(jackknife(&[], 1.0), []);
    }

    #[test]
    fn a_weight_is_as_many_observations() {
        let mut once = Equations::new(1);
        once.add(&[1.0], 2.0, 3.0);
        once.add(&[1.0], 6.0, 1.0);
        assert!((once.clone().solve(1e-12)[0] - 3.0).abs() < 1e-9);
        assert!(once.has(0) && !Equations::new(1).has(0));
    }
}
