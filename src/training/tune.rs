//! Fitting the evaluation's weights to the results of games.
//!
//! The method is Texel's (P. Österlund, 2014): the weights shall make the evaluation of quiet
//! positions, squeezed to a probability, agree with the results. The evaluation is linear in all
//! weights that are tuned, so the gradient is exact. Adam (Kingma and Ba, 2015) follows it, over all
//! positions at every step.

use crate::eval::weights::Weight;
use crate::eval::{Evaluator, Feature, Trace};
use crate::game::{Game, Visitor};
use crate::geometry::Geometry;
use crate::pieces::Color;
use crate::position::{Move, Position};
use crate::training::GameRecord;
use crate::training::RecordError;
use crate::variant::Variant;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Scores beyond this, in centipawns, are decided: nothing is to be learned from them.
const DECIDED: i16 = 1500;
/// Every game whose number is divisible by this is kept apart to validate the weights: a prime, so
/// that games which take turns all have their share.
const VALIDATION: u32 = 11;
/// The share of a game's result in what a position is taken to be worth; the rest is the score of
/// the search.
const RESULT_SHARE: f64 = 0.7;
/// Positions that one thread adds up at a time: fixed, so that sums do not depend on threads.
const CHUNK: usize = 4096;
/// Slope towards where a weight started, for each hundred centipawns it is away from there: what
/// few positions show stays near what was known before.
const PULL: f64 = 1e-5;

/// A quiet position, reduced to what the evaluation counts.
struct Sample {
    counts: Vec<(u16, f32)>,
    phase: f32,
    /// White's points.
    result: f32,
    /// The score of the search from White's view.
    score: f32,
}

/// The evaluation of a game on whatever board, as far as it counts.
trait Tracer: Send + Sync {
    /// What it counts in the position of a game.
    fn trace(&self, game: &Game) -> Trace;
}

impl<G: Geometry> Tracer for Evaluator<G> {
    fn trace(&self, game: &Game) -> Trace {
        game.position().on_board().map_or_else(Trace::default, |position| self.trace(position))
    }
}

struct NewTracer;

impl Visitor for NewTracer {
    type Output = Arc<dyn Tracer>;
    fn visit<G: Geometry>(self, position: &Position<G>) -> Self::Output {
        Arc::new(Evaluator::new(&position.shared_rules()))
    }
}

/// Quiet positions of games, those to fit and those to validate.
#[derive(Default)]
pub struct Samples {
    fitted: Vec<Sample>,
    validated: Vec<Sample>,
    tracers: BTreeMap<String, Arc<dyn Tracer>>,
}

impl Samples {
    /// Adds the quiet positions of a game; none of them if it is an error.
    pub fn add(&mut self, variant: &Arc<Variant>, record: &GameRecord) -> Result<(), RecordError> {
        let new = || Game::new(variant).position().visit(NewTracer);
        let tracer = self.tracers.entry(variant.id.clone()).or_insert_with(new).clone();
        let samples = if record.number.is_multiple_of(VALIDATION) {
            &mut self.validated
        } else {
            &mut self.fitted
        };
        let before = samples.len();
        let replayed = record.replay(variant, |game, mv, score| {
            if !is_quiet(game, mv) || score.abs() > DECIDED {
                return;
            }
            let trace = tracer.trace(game);
            let counts = trace.counts.iter().enumerate().filter(|(_, count)| **count != 0);
            let white = if game.side_to_move() == Color::White { 1.0 } else { -1.0 };
            samples.push(Sample {
                counts: counts.map(|(index, &count)| (index as u16, count as f32)).collect(),
                phase: trace.phase as f32,
                result: record.result.white_points() as f32,
                score: white * score as f32,
            });
        });
        if replayed.is_err() {
            samples.truncate(before);
        }
        replayed
    }

    /// Numbers of positions to fit and to validate.
    pub fn len(&self) -> (usize, usize) {
        (self.fitted.len(), self.validated.len())
    }

    /// Whether there is nothing to fit or nothing to validate.
    pub fn is_empty(&self) -> bool {
        self.fitted.is_empty() || self.validated.is_empty()
    }
}

/// Whether the side to move is not in check, has no capture or promotion that wins material, and
/// found none of them best.
fn is_quiet(game: &Game, best: Move) -> bool {
    let position = game.position();
    let tactical = |mv: Move| mv.promotion().is_some() || position.victim(mv).is_some();
    !tactical(best)
        && !position.in_check()
        && !game.legal_moves().iter().any(|&mv| tactical(mv) && position.see_ge(mv, 1))
}

/// Mean squared differences between what positions are worth and what the evaluation says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// Over the positions that are fitted.
    pub fitted: f64,
    /// Over those kept apart.
    pub validated: f64,
}

/// Weights being fitted.
pub struct Tuner<'a> {
    samples: &'a Samples,
    features: Vec<Feature>,
    start: Vec<f64>,
    weights: Vec<f64>,
    /// Adam's means of the gradient and of its square.
    moments: Vec<(f64, f64)>,
    step: i32,
    /// What turns centipawns into the argument of the logistic function.
    scale: f64,
    /// [`PULL`].
    pull: f64,
}

impl<'a> Tuner<'a> {
    /// Starts from these weights; how centipawns relate to results is found for them.
    pub fn new(samples: &'a Samples, start: &[(Feature, Weight)]) -> Self {
        let mut weights = vec![0.0; 2 * Feature::COUNT];
        for (feature, weight) in start {
            weights[2 * feature.index()] = weight.middlegame;
            weights[2 * feature.index() + 1] = weight.endgame;
        }
        let mut tuner = Self {
            samples,
            features: start.iter().map(|&(feature, _)| feature).collect(),
            start: weights.clone(),
            moments: vec![(0.0, 0.0); weights.len()],
            weights,
            step: 0,
            scale: 0.0,
            pull: PULL,
        };
        // The error has one minimum in the scale, so that thirds of the range can be cut away.
        let (mut low, mut high) = (0.0005, 0.02);
        for _ in 0..30 {
            let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if tuner.result_error(left) < tuner.result_error(right) {
                high = right;
            } else {
                low = left;
            }
        }
        tuner.scale = (low + high) / 2.0;
        tuner
    }

    /// The scale found: a score of `s` centipawns is worth `1 / (1 + exp(-s * scale))` points.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// One step down the gradient, in centipawns of at most about `rate` a weight.
    pub fn descend(&mut self, rate: f64) {
        const MEAN: f64 = 0.9;
        const SQUARE: f64 = 0.999;
        let gradient = self.gradient();
        self.step += 1;
        let (unbias, unbias_square) = (1.0 - MEAN.powi(self.step), 1.0 - SQUARE.powi(self.step));
        for feature in &self.features {
            for index in [2 * feature.index(), 2 * feature.index() + 1] {
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

    /// The loss of the weights as they are.
    pub fn loss(&self) -> Loss {
        let mean = |samples: &[Sample]| {
            let sum = sum(samples, |sample| {
                (squeeze(self.score(sample) * self.scale) - self.worth(sample)).powi(2)
            });
            sum / samples.len().max(1) as f64
        };
        Loss { fitted: mean(&self.samples.fitted), validated: mean(&self.samples.validated) }
    }

    /// The weights as they are, in the order in which they were given.
    pub fn weights(&self) -> Vec<(Feature, Weight)> {
        let weight = |feature: &Feature| Weight {
            middlegame: self.weights[2 * feature.index()],
            endgame: self.weights[2 * feature.index() + 1],
        };
        self.features.iter().map(|feature| (*feature, weight(feature))).collect()
    }

    fn score(&self, sample: &Sample) -> f64 {
        let (mut middlegame, mut endgame) = (0.0, 0.0);
        for &(index, count) in &sample.counts {
            middlegame += self.weights[2 * index as usize] * count as f64;
            endgame += self.weights[2 * index as usize + 1] * count as f64;
        }
        middlegame * sample.phase as f64 + endgame * (1.0 - sample.phase as f64)
    }

    fn worth(&self, sample: &Sample) -> f64 {
        RESULT_SHARE * sample.result as f64
            + (1.0 - RESULT_SHARE) * squeeze(sample.score as f64 * self.scale)
    }

    fn result_error(&self, scale: f64) -> f64 {
        sum(&self.samples.fitted, |sample| {
            (squeeze(self.score(sample) * scale) - sample.result as f64).powi(2)
        })
    }

    fn gradient(&self) -> Vec<f64> {
        let samples = &self.samples.fitted;
        let parts: Vec<Vec<f64>> = samples
            .par_chunks(CHUNK)
            .map(|chunk| {
                let mut part = vec![0.0; self.weights.len()];
                for sample in chunk {
                    let points = squeeze(self.score(sample) * self.scale);
                    let slope =
                        2.0 * (points - self.worth(sample)) * points * (1.0 - points) * self.scale;
                    let phase = sample.phase as f64;
                    for &(index, count) in &sample.counts {
                        let slope = slope * count as f64;
                        part[2 * index as usize] += slope * phase;
                        part[2 * index as usize + 1] += slope * (1.0 - phase);
                    }
                }
                part
            })
            .collect();
        let mut gradient = vec![0.0; self.weights.len()];
        for part in parts {
            gradient.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
        }
        gradient.iter_mut().for_each(|sum| *sum /= samples.len().max(1) as f64);
        gradient
    }
}

/// The logistic function.
fn squeeze(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// A sum whose order does not depend on the number of threads.
fn sum(samples: &[Sample], value: impl Fn(&Sample) -> f64 + Sync) -> f64 {
    let parts: Vec<f64> =
        samples.par_chunks(CHUNK).map(|chunk| chunk.iter().map(&value).sum()).collect();
    parts.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Group;

    /// Results made by known weights lead back to them.
    #[test]
    fn known_weights_are_found() {
        let (queen, rook) =
            (Feature::of_kind(Group::Material, 'Q'), Feature::of_kind(Group::Material, 'R'));
        let mut samples = Samples::default();
        for index in 0..400 {
            let (queens, rooks) = ((index % 3) as f32 - 1.0, (index / 3 % 7) as f32 - 3.0);
            let score = 300.0 * queens + 120.0 * rooks;
            let sample = || Sample {
                counts: vec![(queen.index() as u16, queens), (rook.index() as u16, rooks)],
                phase: (index % 5) as f32 / 4.0,
                result: squeeze(score as f64 * 0.004) as f32,
                score,
            };
            samples.fitted.push(sample());
            samples.validated.push(sample());
        }
        let start =
            [queen, rook].map(|feature| (feature, Weight { middlegame: 200.0, endgame: 200.0 }));
        let mut tuner = Tuner::new(&samples, &start);
        (tuner.scale, tuner.pull) = (0.004, 0.0);
        let before = tuner.loss();
        (0..2000).for_each(|_| tuner.descend(1.0));
        let after = tuner.loss();
        assert!(after.validated < before.validated / 100.0, "{before:?} {after:?}");
        for ((_, weight), wanted) in tuner.weights().iter().zip([300.0, 120.0]) {
            assert!((weight.middlegame - wanted).abs() < 3.0, "{weight:?}, not {wanted}");
            assert!((weight.endgame - wanted).abs() < 3.0, "{weight:?}, not {wanted}");
        }
    }
}
