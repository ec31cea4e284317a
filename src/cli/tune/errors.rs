//! Confidence intervals of the piece values.

use crate::cli::progress::Progress;
use dhow_engine::eval::weights::Weight;
use dhow_lab::distributions::normal_95;
use dhow_lab::training::Tuner;
use std::fmt::Write as _;

/// A table of the piece values of a tuner with 95% confidence intervals, from `draws` random draws of its
/// games; `fit` fits a tuner to one draw. Leaves out pieces that the games say nothing about.
pub fn table(tuner: &Tuner, draws: u32, fit: impl Fn(&mut Tuner)) -> String {
    let progress = Progress::new("draws", draws.into(), 0);
    let found = (0..draws).map(|draw| {
        let mut drawn = tuner.resampled(draw.into());
        fit(&mut drawn);
        progress.advance(1);
        drawn.weights().worths()
    });
    let found: Vec<Vec<(String, Weight)>> = found.collect();
    progress.finish();
    let mut text = format!("{:<28}{:>20}{:>20}\n", "worth, +- at 95%", "middlegame", "endgame");
    for (index, (name, weight)) in tuner.weights().worths().into_iter().enumerate() {
        let error = |part: fn(&Weight) -> f64| {
            let drawn: Vec<f64> = found.iter().map(|worths| part(&worths[index].1)).collect();
            normal_95() * deviation(&drawn)
        };
        let errors = [error(|weight| weight.middlegame), error(|weight| weight.endgame)];
        // The weights are equal, except for rounding.
        if errors.iter().all(|&error| error < 1e-6) {
            continue;
        }
        let middlegame = format!("{:.1} +-{:.1}", weight.middlegame, errors[0]);
        let endgame = format!("{:.1} +-{:.1}", weight.endgame, errors[1]);
        let _ = writeln!(text, "{name:<28}{middlegame:>20}{endgame:>20}");
    }
    text
}

/// The standard deviation of values; 0 for fewer than two.
fn deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count.max(1.0);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / (count - 1.0).max(1.0)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deviations() {
        assert_eq!(deviation(&[]), 0.0);
        assert_eq!(deviation(&[3.0]), 0.0);
        assert_eq!(deviation(&[1.0, 3.0, 5.0]), 2.0);
    }
}
