//! Texel tuning: fitting the weights of the evaluation to game results.
//!
//! The method is that of P. Österlund's Texel (2014): the evaluation of quiet positions, mapped to
//! a probability by the logistic function, is fitted to the results by least squares. The
//! evaluation is linear in the tuned weights, so the gradient is exact. Adam (Kingma and Ba, 2015)
//! follows it in full batches.

use super::samples::{Samples, TuningSample};
use super::scale;
use dhow_engine::eval::weights::{Weight, WeightList};
use dhow_rules::position::zobrist::split_mix;
use rayon::ThreadPool;
use rayon::prelude::*;

/// The weight of the game's result in a position's target; the rest is the search score.
const RESULT_SHARE: f64 = 0.7;
/// The number of positions that one thread sums at a time. Constant, so that sums do not depend on
/// the number of threads.
const CHUNK: usize = 4096;
/// A suitable pull for some thousands of games.
pub const DEFAULT_PULL: f64 = 1.7;

/// Mean squared errors of the evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// Over the positions that are fitted.
    pub fitted: f64,
    /// Over the validation positions.
    pub validated: f64,
}

/// A running fit of the weights.
pub struct Tuner<'a> {
    samples: &'a Samples,
    pool: &'a ThreadPool,
    /// The weight of each fitted sample.
    shares: Vec<f32>,
    /// The indices of the fitted weights: those with a known value and those that occur in samples.
    fitted: Vec<usize>,
    start: Vec<f64>,
    /// For each index, the weight in the middlegame and in the endgame.
    weights: Vec<f64>,
    /// Adam's moving averages of the gradient and of its square.
    moments: Vec<(f64, f64)>,
    step: i32,
    /// The factor from centipawns to the argument of the logistic function.
    scale: f64,
    /// The pull multiplied by the squared scale.
    pull: f64,
}

impl<'a> Tuner<'a> {
    /// Starts from the samples' weights, or from guesses for unknown ones, and fits the scale. All
    /// computations run on `pool`; its number of threads does not change the result.
    pub fn new(samples: &'a Samples, pool: &'a ThreadPool) -> Self {
        let list = &samples.weights;
        let mut counted: Vec<bool> =
            (0..list.places()).map(|place| list.get(place).is_some()).collect();
        for sample in samples.fitted.iter().chain(&samples.validated) {
            sample.counts.iter().for_each(|&(place, _)| counted[place as usize] = true);
        }
        let fitted: Vec<usize> = (0..list.places()).filter(|&place| counted[place]).collect();
        let mut weights = vec![0.0; 2 * list.places()];
        for &place in &fitted {
            let weight = list.get_or_guess(place);
            (weights[2 * place], weights[2 * place + 1]) = (weight.middlegame, weight.endgame);
        }
        let mut tuner = Self {
            samples,
            pool,
            shares: vec![1.0; samples.fitted.len()],
            fitted,
            start: weights.clone(),
            moments: vec![(0.0, 0.0); weights.len()],
            weights,
            step: 0,
            scale: 0.0,
            pull: 0.0,
        };
        tuner.scale = scale::best(|scale| tuner.result_error(scale));
        tuner.set_pull(DEFAULT_PULL);
        tuner
    }

    /// Sets the strength of the regularisation: the slope towards a weight's start value for each
    /// 100 centipawns of distance, in units of the squared scale, as the slopes of the loss are.
    /// Weights for which there are few positions stay near their start value. The more games there
    /// are, the less pull is needed.
    pub fn set_pull(&mut self, pull: f64) {
        self.pull = pull * self.scale.powi(2);
    }

    /// The fitted scale: a score of `s` centipawns is worth `1 / (1 + exp(-s * scale))` points.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// A new fit from the same start, with a bootstrap sample of the fitted games, drawn with
    /// replacement. The scatter of the weights over many samples estimates their error due to the
    /// choice of games (B. Efron, 1979). Games are drawn, not positions, because the positions of a
    /// game are correlated. [`Tuner::loss`] still refers to all games.
    pub fn resampled(&self, mut seed: u64) -> Self {
        let ends = &self.samples.ends;
        let mut times = vec![0.0; ends.len()];
        for _ in ends {
            times[(split_mix(&mut seed) % ends.len() as u64) as usize] += 1.0;
        }
        let starts = std::iter::once(&0).chain(ends);
        let lengths = starts.zip(ends).map(|(start, end)| end - start);
        let shares = times.into_iter().zip(lengths);
        Self {
            samples: self.samples,
            pool: self.pool,
            shares: shares.flat_map(|(times, length)| std::iter::repeat_n(times, length)).collect(),
            fitted: self.fitted.clone(),
            start: self.start.clone(),
            weights: self.start.clone(),
            moments: vec![(0.0, 0.0); self.start.len()],
            step: 0,
            ..*self
        }
    }

    /// Makes one step of Adam. `rate` (the learning rate) is about the greatest change of a weight,
    /// in centipawns.
    pub fn descend(&mut self, rate: f64) {
        const MEAN: f64 = 0.9;
        const SQUARE: f64 = 0.999;
        let gradient = self.gradient();
        self.step += 1;
        let (unbias, unbias_square) = (1.0 - MEAN.powi(self.step), 1.0 - SQUARE.powi(self.step));
        for place in &self.fitted {
            for index in [2 * place, 2 * place + 1] {
                let pull = self.pull * (self.weights[index] - self.start[index]) / 100.0;
                let slope = gradient[index] + pull;
                let (mean, square) = &mut self.moments[index];
                *mean = MEAN * *mean + (1.0 - MEAN) * slope;
                *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
                let size = (*square / unbias_square).sqrt() + 1e-12;
                self.weights[index] -= rate * (*mean / unbias) / size;
            }
        }
    }

    /// The loss of the present weights.
    pub fn loss(&self) -> Loss {
        let mean = |samples: &[TuningSample]| {
            let sum = self.sum(samples, |sample| {
                (logistic(self.score(sample) * self.scale) - self.worth(sample)).powi(2)
            });
            sum / samples.len().max(1) as f64
        };
        Loss { fitted: mean(&self.samples.fitted), validated: mean(&self.samples.validated) }
    }

    /// The present weights.
    pub fn weights(&self) -> WeightList {
        let mut list = self.samples.weights.clone();
        for &place in &self.fitted {
            let (middlegame, endgame) = (self.weights[2 * place], self.weights[2 * place + 1]);
            list.set(place, Weight { middlegame, endgame });
        }
        list
    }

    fn score(&self, sample: &TuningSample) -> f64 {
        let (mut middlegame, mut endgame) = (0.0, 0.0);
        for &(place, count) in &sample.counts {
            middlegame += self.weights[2 * place as usize] * count as f64;
            endgame += self.weights[2 * place as usize + 1] * count as f64;
        }
        middlegame * sample.phase as f64 + endgame * (1.0 - sample.phase as f64)
    }

    fn worth(&self, sample: &TuningSample) -> f64 {
        RESULT_SHARE * sample.result as f64
            + (1.0 - RESULT_SHARE) * logistic(sample.score as f64 * self.scale)
    }

    fn result_error(&self, scale: f64) -> f64 {
        self.sum(&self.samples.fitted, |sample| {
            (logistic(self.score(sample) * scale) - sample.result as f64).powi(2)
        })
    }

    fn gradient(&self) -> Vec<f64> {
        let samples = &self.samples.fitted;
        let parts =
            samples.par_chunks(CHUNK).zip(self.shares.par_chunks(CHUNK)).map(|(chunk, shares)| {
                let mut part = vec![0.0; self.weights.len()];
                for (sample, &share) in chunk.iter().zip(shares).filter(|(_, share)| **share > 0.0)
                {
                    let points = logistic(self.score(sample) * self.scale);
                    let steepness = 2.0 * points * (1.0 - points) * self.scale;
                    let slope = f64::from(share) * (points - self.worth(sample)) * steepness;
                    let phase = sample.phase as f64;
                    for &(place, count) in &sample.counts {
                        let slope = slope * count as f64;
                        part[2 * place as usize] += slope * phase;
                        part[2 * place as usize + 1] += slope * (1.0 - phase);
                    }
                }
                part
            });
        let parts: Vec<Vec<f64>> = self.pool.install(|| parts.collect());
        let mut gradient = vec![0.0; self.weights.len()];
        for part in parts {
            gradient.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
        }
        let count: f64 = self.shares.iter().map(|&share| f64::from(share)).sum();
        gradient.iter_mut().for_each(|sum| *sum /= count.max(1.0));
        gradient
    }

    /// A sum whose order does not depend on the number of threads.
    fn sum(&self, samples: &[TuningSample], value: impl Fn(&TuningSample) -> f64 + Sync) -> f64 {
        let parts = samples.par_chunks(CHUNK).map(|chunk| chunk.iter().map(&value).sum());
        let parts: Vec<f64> = self.pool.install(|| parts.collect());
        parts.iter().sum()
    }
}

/// The logistic function.
fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tuning to results generated with known weights recovers them.
    #[test]
    fn known_weights_are_found() {
        let text = "piece officer 1000 Q\nmaterial 200 200\npiece officer 500 R\nmaterial 200 200";
        let list: WeightList = text.parse().expect("weights");
        let places: Vec<usize> =
            (0..list.places()).filter(|&place| list.get(place).is_some()).collect();
        let &[queen, rook] = places.as_slice() else { panic!("{places:?}") };
        let mut samples = Samples::new(list, false);
        for index in 0..400 {
            let (queens, rooks) = ((index % 3) as f32 - 1.0, (index / 3 % 7) as f32 - 3.0);
            let score = 300.0 * queens + 120.0 * rooks;
            let sample = || TuningSample {
                counts: vec![(queen as u16, queens), (rook as u16, rooks)],
                phase: (index % 5) as f32 / 4.0,
                result: logistic(score as f64 * 0.004) as f32,
                score,
            };
            samples.fitted.push(sample());
            samples.ends.push(samples.fitted.len());
            samples.validated.push(sample());
        }
        let pool = dhow_engine::threads::pool(2).expect("threads");
        let mut tuner = Tuner::new(&samples, &pool);
        (tuner.scale, tuner.pull) = (0.004, 0.0);
        let before = tuner.loss();
        (0..2000).for_each(|_| tuner.descend(1.0));
        let after = tuner.loss();
        assert!(after.validated < before.validated / 100.0, "{before:?} {after:?}");
        for (place, wanted) in [(queen, 300.0), (rook, 120.0)] {
            let weight = tuner.weights().get(place).expect("a fitted weight");
            assert!((weight.middlegame - wanted).abs() < 3.0, "{weight:?}, not {wanted}");
            assert!((weight.endgame - wanted).abs() < 3.0, "{weight:?}, not {wanted}");
        }
        // Other bootstrap samples lead to the same weights, because these games contain no noise.
        let mut drawn = tuner.resampled(1);
        assert_eq!(drawn.shares.iter().sum::<f32>(), 400.0);
        assert!(drawn.shares.contains(&0.0) && drawn.shares.iter().any(|&times| times > 2.0));
        (0..2000).for_each(|_| drawn.descend(1.0));
        assert_ne!(drawn.weights(), tuner.weights());
        let weight = drawn.weights().get(rook).expect("a fitted weight");
        assert!((weight.middlegame - 120.0).abs() < 3.0, "{weight:?}");
    }
}
