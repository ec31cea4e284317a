//! The forward and backward pass: scores of positions, and the gradient of the loss.

use super::model::{Layout, Model};
use super::positions::{Positions, Sample, logistic};
use arrayvec::ArrayVec;
use dhow_engine::network::{Network, OUTPUT_BUCKETS};
use dhow_rules::cpu::Task;

/// The greatest number of active inputs: a piece on each square, jump rights and the game.
const MOST_ON: usize = 1024;
/// The number of hidden units that are summed at a time, in registers.
const BLOCK: usize = Network::UNIT_STEP;
/// The number of values in a register.
const LANES: usize = 8;

/// The weights of a model in the form for the forward pass.
#[derive(Clone, Copy)]
pub(super) struct Weights<'a> {
    units: usize,
    rows: &'a [f32],
    bias: &'a [f32],
    output: &'a [f32],
    output_bias: &'a [f32],
}

impl<'a> Weights<'a> {
    /// The weights of a model with these merged rows.
    pub fn new(model: &'a Model, rows: &'a [f32]) -> Self {
        let layout = model.layout();
        let (bias, rest) = model.values[layout.rest()].split_at(layout.units);
        let (output, output_bias) = rest.split_at(OUTPUT_BUCKETS * 2 * layout.units);
        Self { units: layout.units, rows, bias, output, output_bias }
    }
}

/// The gradient of the loss for merged rows and all other weights, summed over samples.
#[derive(Clone)]
pub(super) struct Gradient {
    pub rows: Vec<f32>,
    pub rest: Vec<f32>,
    pub loss: f64,
}

impl Gradient {
    pub fn zero(layout: &Layout) -> Self {
        let (rows, rest) = (vec![0.0; layout.rows().len()], vec![0.0; layout.rest().len()]);
        Self { rows, rest, loss: 0.0 }
    }

    pub fn clear(&mut self) {
        self.rows.fill(0.0);
        self.rest.fill(0.0);
        self.loss = 0.0;
    }
}

/// Computes the target of a sample from the settings; see [`super::TrainingSettings`].
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// Whether the network corrects the hand-crafted evaluation.
    pub corrects: bool,
    /// The number of centipawns of a network score of 1.
    pub centipawns: f32,
    /// The weight of what comes later in the game; the rest is the search score.
    pub later_share: f32,
    /// For each game, the factor from centipawns to the argument of the logistic function.
    pub scales: Vec<f32>,
}

impl Target {
    /// The target of a sample, in points.
    pub fn of(&self, sample: &Sample) -> f32 {
        let score = logistic(sample.score() * self.scales[sample.game()]);
        self.later_share * sample.later() + (1.0 - self.later_share) * score
    }

    /// The factor and base of the expected points, which are `logistic(factor * score + base)` for a
    /// network score. If the network corrects the hand-crafted evaluation, centipawns of both have
    /// the same meaning.
    #[inline(always)]
    pub fn meaning(&self, sample: &Sample) -> (f32, f32) {
        let scale = self.scales[sample.game()];
        match self.corrects {
            true => (sample.left() * self.centipawns * scale, sample.by_hand() * scale),
            false => (sample.left(), 0.0),
        }
    }
}

/// The working memory of one thread.
pub(super) struct Scratch {
    inputs: [ArrayVec<usize, MOST_ON>; 2],
    units: [Vec<f32>; 2],
}

impl Scratch {
    pub fn new(units: usize) -> Self {
        Self { inputs: Default::default(), units: [vec![0.0; units], vec![0.0; units]] }
    }

    /// The network's score of a sample, before it is scaled for the move limit. The activation is
    /// SCReLU: clamped to 0..1 and squared.
    #[inline(always)]
    fn score(
        &mut self,
        weights: Weights,
        positions: &Positions,
        sample: &Sample,
        bucket: usize,
    ) -> f32 {
        let mut sum = [0.0; LANES];
        let output = &weights.output[bucket * 2 * weights.units..][..2 * weights.units];
        let views = sample.views().into_iter().zip(output.chunks_exact(weights.units));
        for ((view, output), (inputs, units)) in
            views.zip(self.inputs.iter_mut().zip(&mut self.units))
        {
            inputs.clear();
            sample.inputs(positions, view, |input| inputs.push(input));
            for start in (0..weights.units).step_by(BLOCK) {
                let mut block = [0.0; BLOCK];
                block.copy_from_slice(&weights.bias[start..][..BLOCK]);
                for &input in inputs.iter() {
                    let row = &weights.rows[input * weights.units + start..][..BLOCK];
                    for (unit, share) in block.iter_mut().zip(row) {
                        *unit += share;
                    }
                }
                units[start..][..BLOCK].copy_from_slice(&block);
                let lanes = block.chunks_exact(LANES).zip(output[start..].chunks_exact(LANES));
                for (block, output) in lanes {
                    for lane in 0..LANES {
                        let unit = block[lane].clamp(0.0, 1.0);
                        sum[lane] += unit * unit * output[lane];
                    }
                }
            }
        }
        sum.iter().sum::<f32>() + weights.output_bias[bucket]
    }
}

/// Adds the gradient of some samples.
pub(super) struct Descent<'a> {
    pub model: &'a Model,
    pub weights: Weights<'a>,
    pub positions: &'a Positions,
    pub target: &'a Target,
    /// Indices of samples to fit.
    pub samples: &'a [u32],
    pub scratch: &'a mut Scratch,
    pub gradient: &'a mut Gradient,
}

impl Task for Descent<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { model, weights, positions, target, samples, scratch, gradient } = self;
        let count = weights.units;
        for &index in samples {
            let sample = positions.to_fit(index as usize);
            let bucket = model.bucket(sample.men.len());
            let (factor, base) = target.meaning(&sample);
            let score = scratch.score(weights, positions, &sample, bucket);
            let points = logistic(factor * score + base);
            let error = points - target.of(&sample);
            gradient.loss += f64::from(error * error);
            let slope = 2.0 * error * points * (1.0 - points) * factor;
            let (bias, rest) = gradient.rest.split_at_mut(count);
            let (output, output_bias) = rest.split_at_mut(OUTPUT_BUCKETS * 2 * count);
            output_bias[bucket] += slope;
            let at = bucket * 2 * count;
            for (view, (inputs, units)) in scratch.inputs.iter().zip(&mut scratch.units).enumerate()
            {
                let output = &mut output[at + view * count..][..count];
                let weights = &weights.output[at + view * count..][..count];
                for (((unit, output), &weight), bias) in
                    units.iter_mut().zip(output).zip(weights).zip(bias.iter_mut())
                {
                    let cut = unit.clamp(0.0, 1.0);
                    *output += slope * cut * cut;
                    let inside = if *unit == cut { 2.0 * cut } else { 0.0 };
                    *unit = slope * weight * inside;
                    *bias += *unit;
                }
                for &input in inputs {
                    let row = &mut gradient.rows[input * count..][..count];
                    for (sum, slope) in row.iter_mut().zip(units.iter()) {
                        *sum += slope;
                    }
                }
            }
        }
    }
}

/// Computes the expected points of validation samples, and the greatest absolute value of their
/// hidden units.
pub(super) struct Judging<'a> {
    pub model: &'a Model,
    pub weights: Weights<'a>,
    pub positions: &'a Positions,
    pub target: &'a Target,
    pub samples: std::ops::Range<usize>,
}

impl Task for Judging<'_> {
    type Output = (Vec<f32>, f32);

    #[inline(always)]
    fn run(self) -> Self::Output {
        let mut largest = 0f32;
        let mut scratch = Scratch::new(self.weights.units);
        let mut all = Vec::with_capacity(self.samples.len());
        for index in self.samples {
            let sample = self.positions.validated.sample(index);
            let bucket = self.model.bucket(sample.men.len());
            let score = scratch.score(self.weights, self.positions, &sample, bucket);
            let (factor, base) = self.target.meaning(&sample);
            all.push(logistic(factor * score + base));
            let units = scratch.units.iter().flatten();
            largest = units.fold(largest, |largest, unit| largest.max(unit.abs()));
        }
        (all, largest)
    }
}
