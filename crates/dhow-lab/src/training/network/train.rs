//! Training: fits a model to positions.

use super::adam::Adam;
use super::gradient::{Descent, Gradient, Judging, Scratch, Target, Weights};
use super::model::Model;
use super::positions::{PositionSet, Positions, Sample, logistic};
use dhow_engine::network::{Inputs, Network, OUTPUT_BUCKETS};
use dhow_rules::cpu;
use dhow_rules::position::zobrist::split_mix;
use rayon::ThreadPool;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The number of validation samples that one thread evaluates at a time. Constant, so that sums do
/// not depend on the number of threads.
const CHUNK: usize = 4096;
/// The final learning rate, relative to the initial one.
const LAST_RATE: f32 = 0.01;

/// The hyperparameters of a training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainingSettings {
    /// Whether the network corrects the hand-crafted evaluation, so that both scores are added.
    #[serde(default)]
    pub corrects: bool,
    /// The number of hidden units of a perspective, a multiple of [`Network::UNIT_STEP`].
    pub units: usize,
    /// The number of epochs.
    pub epochs: u32,
    /// The number of positions in a batch.
    pub batch: usize,
    /// The initial learning rate, which is about the greatest change of a weight in a step. It
    /// decreases as a cosine.
    pub rate: f32,
    /// The weight of what comes later in the game in a position's target; the rest is the search
    /// score.
    pub later_share: f32,
    /// The number of epochs without a better validation loss after which training ends.
    pub patience: u32,
    /// The checksum of the network that training starts from. Set by [`Training::starting_from`].
    #[serde(default)]
    pub from: Option<u32>,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The number of threads. Another number changes the order of sums, and so the weights.
    pub threads: usize,
}

impl TrainingSettings {
    /// Why a training with these settings, for these inputs, cannot start from a network.
    pub fn may_start_from(&self, network: &Network, inputs: &Inputs) -> Result<(), FromError> {
        let theirs = network.inputs();
        if theirs.is_bound() != inputs.is_bound() {
            return Err(FromError::Bound(theirs.is_bound()));
        }
        if theirs != inputs {
            return Err(FromError::Games(theirs.games().join(", ")));
        }
        if network.units() > self.units {
            return Err(FromError::Units(network.units()));
        }
        if network.adds_to_hce() != self.corrects {
            return Err(FromError::Corrects(network.adds_to_hce()));
        }
        Ok(())
    }
}

/// Mean squared errors after an epoch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Epoch {
    /// Over the fitted positions, during the epoch.
    pub fitted: f64,
    /// Over the validation positions.
    pub validated: f64,
    /// Over the validation positions of each game.
    pub by_game: Vec<f64>,
}

/// Why training cannot start from a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FromError {
    /// The network has inputs for other kinds of pieces or games.
    #[error("it was made for other games: {0}")]
    Games(String),
    /// Only one of the two is bound to the rules of its game.
    #[error(
        "it {}", if *.0 { "is bound to the rules of one game, and there are several" }
        else { "is not bound to the rules of the game" }
    )]
    Bound(bool),
    /// The network has more hidden units.
    #[error("it has {0} hidden units")]
    Units(usize),
    /// Only one of the two corrects the hand-crafted evaluation.
    #[error("it {} the evaluation by hand", if *.0 { "corrects" } else { "does not correct" })]
    Corrects(bool),
}

/// A running training of a network.
pub struct Training<'a> {
    pub(super) positions: &'a Positions,
    pub(super) settings: TrainingSettings,
    target: Target,
    pool: Arc<ThreadPool>,
    pub(super) model: Model,
    pub(super) best: Model,
    pub(super) adam: Adam,
    pub(super) epochs: Vec<Epoch>,
    gradients: Vec<Gradient>,
    scratches: Vec<Scratch>,
    pub(super) slopes: Vec<f32>,
}

impl<'a> Training<'a> {
    /// Starts from random weights and fits the scales of centipawns to the results. The result
    /// depends on the number of threads in the settings, not on that of the pool.
    pub fn new(
        positions: &'a Positions,
        settings: TrainingSettings,
        pool: Arc<ThreadPool>,
    ) -> Self {
        let centipawns = 1.0 / pool.install(|| positions.fitted.scale(None)) as f32;
        let scales = pool.install(|| positions.scales());
        let (corrects, later_share) = (settings.corrects, settings.later_share);
        let target = Target { corrects, centipawns, later_share, scales };
        let inputs = positions.inputs().clone();
        let bounds = bounds(&positions.fitted);
        let mut model = Model::new(inputs, settings.units, bounds, centipawns, settings.seed);
        if corrects {
            model.be_silent();
        }
        let layout = model.layout();
        Self {
            positions,
            target,
            pool,
            best: model.clone(),
            adam: Adam::new(model.values.len()),
            epochs: Vec::new(),
            gradients: vec![Gradient::zero(&layout); settings.threads],
            scratches: (0..settings.threads).map(|_| Scratch::new(settings.units)).collect(),
            slopes: vec![0.0; layout.len()],
            model,
            settings,
        }
    }

    /// Starts from the weights of a network instead of random ones. It may have fewer hidden units.
    pub fn starting_from(mut self, network: &Network) -> Result<Self, FromError> {
        self.settings.may_start_from(network, self.positions.inputs())?;
        self.model.take_over(network);
        self.best = self.model.clone();
        self.settings.from = Some(crc32fast::hash(&network.to_bytes()));
        Ok(self)
    }

    /// The number of positions to fit.
    pub fn positions(&self) -> usize {
        self.positions.len().0
    }

    /// The inputs of the network.
    pub fn inputs(&self) -> &Inputs {
        self.positions.inputs()
    }

    /// For each game, the factor from centipawns to the argument of the logistic function: a search
    /// score of `s` is worth `1 / (1 + exp(-s * scale))` points.
    pub fn scales(&self) -> &[f32] {
        &self.target.scales
    }

    /// The losses of all epochs so far.
    pub fn epochs(&self) -> &[Epoch] {
        &self.epochs
    }

    /// Whether training has ended: all epochs are done, or too many of them brought no improvement.
    pub fn is_over(&self) -> bool {
        let best = self.best_epoch().unwrap_or(0);
        let since = self.epochs.len().saturating_sub(best + 1);
        self.epochs.len() >= self.settings.epochs as usize
            || since >= self.settings.patience as usize
    }

    /// The epoch with the least validation loss, from 0.
    pub fn best_epoch(&self) -> Option<usize> {
        let losses = self.epochs.iter().enumerate();
        let best = losses.min_by(|one, other| one.1.validated.total_cmp(&other.1.validated));
        best.map(|(epoch, _)| epoch)
    }

    /// The quantised network of the best epoch.
    pub fn network(&self) -> Network {
        let (_, largest) = self.judge(&self.best);
        // Unseen positions may have larger hidden units.
        let rounded = self.pool.install(|| self.best.rounded(2.0 * largest));
        rounded.adding_to_hce(self.settings.corrects)
    }

    /// Trains for one epoch. Calls `learned` after each batch with its number of positions.
    pub fn learn(&mut self, mut learned: impl FnMut(usize)) -> &Epoch {
        let (count, _) = self.positions.len();
        let mut order: Vec<u32> = (0..count as u32).collect();
        let mut seed = self.settings.seed ^ (self.epochs.len() as u64 + 1) << 32;
        for place in (1..count).rev() {
            order.swap(place, (split_mix(&mut seed) % (place as u64 + 1)) as usize);
        }
        let batches = count.div_ceil(self.settings.batch);
        let all = batches * self.settings.epochs as usize;
        let mut loss = 0.0;
        for (number, batch) in order.chunks(self.settings.batch).enumerate() {
            let done = (self.epochs.len() * batches + number) as f32 / all as f32;
            let cosine = 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
            let rate = self.settings.rate * (LAST_RATE + (1.0 - LAST_RATE) * cosine);
            loss += self.step(batch, rate);
            learned(batch.len());
        }
        let (validated, by_game) = self.validate();
        let epoch = Epoch { fitted: loss / count.max(1) as f64, validated, by_game };
        if self.epochs.iter().all(|before| validated < before.validated) {
            self.best = self.model.clone();
        }
        self.epochs.push(epoch);
        &self.epochs[self.epochs.len() - 1]
    }

    /// Makes one step with a batch and returns the sum of its losses.
    fn step(&mut self, batch: &[u32], rate: f32) -> f64 {
        let loss = self.add_slopes(batch);
        let Self { model, adam, slopes, pool, .. } = self;
        pool.install(|| adam.descend(&mut model.values, slopes, rate));
        loss
    }

    /// Computes the gradient of a batch's mean loss for all values and returns the sum of the
    /// losses.
    pub(super) fn add_slopes(&mut self, batch: &[u32]) -> f64 {
        let Self { positions, target, pool, model, gradients, scratches, slopes, .. } = self;
        let layout = model.layout();
        let model = &*model;
        pool.install(|| {
            let rows = model.merged();
            let weights = Weights::new(model, &rows);
            let parts = batch.par_chunks(batch.len().div_ceil(gradients.len()).max(1));
            gradients.par_iter_mut().for_each(Gradient::clear);
            gradients.par_iter_mut().zip(scratches).zip(parts).for_each(
                |((gradient, scratch), samples)| {
                    let (positions, target) = (*positions, &*target);
                    let descent =
                        Descent { model, weights, positions, target, samples, scratch, gradient };
                    cpu::perform_wide(descent);
                },
            );
            let (sum, others) = gradients.split_at_mut(1);
            let sum = &mut sum[0];
            for other in others {
                add(&mut sum.rows, &other.rows);
                add(&mut sum.rest, &other.rest);
                sum.loss += other.loss;
            }
            let share = 1.0 / batch.len().max(1) as f32;
            for values in [&mut sum.rows, &mut sum.rest] {
                values.par_iter_mut().with_min_len(CHUNK).for_each(|value| *value *= share);
            }
            layout.spread(&sum.rows, slopes);
            slopes[layout.rest()].copy_from_slice(&sum.rest);
        });
        gradients[0].loss
    }

    /// The validation loss, in total and for each game.
    pub(super) fn validate(&self) -> (f64, Vec<f64>) {
        let (points, _) = self.judge(&self.model);
        self.losses(|index, _| points[index])
    }

    /// The expected points of each validation position, and the greatest absolute value of a hidden
    /// unit.
    pub(super) fn judge(&self, model: &Model) -> (Vec<f32>, f32) {
        let rows = self.pool.install(|| model.merged());
        let weights = Weights::new(model, &rows);
        let count = self.positions.validated.len();
        let parts: Vec<(Vec<f32>, f32)> = self.pool.install(|| {
            let starts: Vec<usize> = (0..count).step_by(CHUNK).collect();
            let (positions, target) = (self.positions, &self.target);
            let judge = |&start: &usize| {
                let samples = start..(start + CHUNK).min(count);
                cpu::perform_wide(Judging { model, weights, positions, target, samples })
            };
            starts.par_iter().map(judge).collect()
        });
        let largest = parts.iter().fold(0f32, |largest, part| largest.max(part.1));
        (parts.into_iter().flat_map(|part| part.0).collect(), largest)
    }

    /// The greatest difference in centipawns between a quantised network and its model, over the
    /// validation positions with 0.1 to 0.9 expected points. Beyond these, single centipawns do not
    /// matter.
    pub fn deviation(&self, network: &Network) -> f32 {
        let (points, _) = self.judge(&self.best);
        let differences = self.positions.validated.samples().zip(points).map(|(sample, points)| {
            let (factor, base) = self.target.meaning(&sample);
            let score = ((points / (1.0 - points)).ln() - base) / factor * network.centipawns();
            let said = said_by(network, self.positions, &sample) as f32;
            if (0.1..=0.9).contains(&points) { (said - score).abs() } else { 0.0 }
        });
        differences.fold(0.0, f32::max)
    }

    /// The validation losses of a network for the same inputs, and of the hand-crafted evaluation.
    pub fn judged(&self, network: &Network) -> (f64, f64) {
        let (loss, _) = self.losses(|_, sample| {
            let (factor, base) = self.target.meaning(sample);
            let said = said_by(network, self.positions, sample) as f32;
            logistic(base + factor * said / network.centipawns())
        });
        (loss, self.by_hand().0)
    }

    /// The validation loss of the hand-crafted evaluation, in total and for each game, as a
    /// baseline for the network.
    pub fn by_hand(&self) -> (f64, Vec<f64>) {
        self.losses(|_, sample| logistic(sample.by_hand() * self.target.scales[sample.game()]))
    }

    /// The mean losses of the expected points `said` over the validation positions, in total and
    /// for each game.
    fn losses(&self, said: impl Fn(usize, &Sample) -> f32) -> (f64, Vec<f64>) {
        let mut games = vec![(0.0, 0); self.target.scales.len()];
        for (index, sample) in self.positions.validated.samples().enumerate() {
            let error = f64::from(said(index, &sample) - self.target.of(&sample));
            let (sum, count) = &mut games[sample.game()];
            *sum += error * error;
            *count += 1;
        }
        let mean = |(sum, count): (f64, usize)| sum / count.max(1) as f64;
        let add = |one: (f64, usize), other: &(f64, usize)| (one.0 + other.0, one.1 + other.1);
        let whole = mean(games.iter().fold((0.0, 0), add));
        (whole, games.into_iter().map(mean).collect())
    }
}

/// The score that a network gives a sample, in centipawns.
pub(super) fn said_by(network: &Network, positions: &Positions, sample: &Sample) -> i32 {
    let [own, other] = sample.views().map(|view| {
        let mut inputs = Vec::new();
        sample.inputs(positions, view, |input| inputs.push(input));
        network.hidden(inputs)
    });
    network.score(&own, &other, sample.men.len())
}

fn add(sum: &mut [f32], other: &[f32]) {
    sum.par_chunks_mut(CHUNK)
        .zip(other.par_chunks(CHUNK))
        .for_each(|(sum, other)| sum.iter_mut().zip(other).for_each(|(sum, other)| *sum += other));
}

/// The greatest number of pieces in each output bucket except the last, chosen so that the buckets
/// have about equally many positions.
fn bounds(set: &PositionSet) -> [u16; OUTPUT_BUCKETS - 1] {
    let mut counts: Vec<usize> = set.samples().map(|sample| sample.men.len()).collect();
    counts.sort_unstable();
    let last = counts.len().saturating_sub(1);
    let quantile = |bucket: usize| counts.get(last * (bucket + 1) / OUTPUT_BUCKETS);
    std::array::from_fn(|bucket| quantile(bucket).map_or(0, |&men| men as u16))
}
