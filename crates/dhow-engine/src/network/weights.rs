//! Weights of the network, their quantisation, and the output layer.

use super::inputs::Inputs;
use bytemuck::{Pod, Zeroable};

/// Number of output buckets: sets of output weights by the number of pieces on the board.
pub const OUTPUT_BUCKETS: usize = 8;

/// A cache line of hidden units or weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Zeroable, Pod)]
#[repr(C, align(64))]
pub struct Block(pub [i16; Block::UNITS]);

impl Block {
    /// Hidden units in a block.
    pub const UNITS: usize = 32;
}

/// An efficiently updatable neural network (NNUE) with one hidden layer.
///
/// In each perspective a hidden unit is the sum of its bias and of its weights for the active inputs. Its activation
/// is SCReLU: clipped to 0 to 1 and squared. The score for the side to move is the sum of the output bias and of the
/// output weights times the activations, first of the own perspective and then of the opponent's; the bucket chooses
/// the output weights. Hidden units are quantised to integers, so incremental updates are exact.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    pub(super) inputs: Inputs,
    pub(super) units: usize,
    /// The most pieces on the board in each bucket but the last.
    pub(super) bounds: [u16; OUTPUT_BUCKETS - 1],
    /// Whether scores are added to those of the hand-crafted evaluation.
    pub(super) adds_to_hce: bool,
    /// Centipawns for a score of 1; `1 / (1 + e^-score)` is the expected number of points.
    pub(super) centipawns: u16,
    /// Quantisation: the integer that stands for 1 in the hidden layer.
    pub(super) one: u16,
    /// Hidden weights by input and unit.
    pub(super) rows: Vec<Block>,
    /// Hidden biases by unit.
    pub(super) bias: Vec<Block>,
    /// Output weights by bucket, perspective and unit.
    pub(super) output: Vec<f32>,
    /// Output biases by bucket.
    pub(super) output_bias: Vec<f32>,
}

/// The weights of a [`Network`] before quantisation, in lists of type `L`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloatWeights<L> {
    /// Hidden weights by input and unit.
    pub rows: L,
    /// Hidden biases by unit.
    pub bias: L,
    /// Output weights by bucket, perspective and unit.
    pub output: L,
    /// Output biases by bucket.
    pub output_bias: L,
}

impl Network {
    /// Largest number of hidden units for a perspective.
    pub const MOST_UNITS: usize = 4096;
    /// The number of hidden units is a multiple of this.
    pub const UNIT_STEP: usize = Block::UNITS;
    /// Largest integer for 1 in the hidden layer.
    pub const MOST_ONE: u16 = 4096;
    /// Largest absolute score in centipawns.
    const MOST_SCORE: f32 = 1e6;

    /// Quantises weights: `one` is the integer for 1 in the hidden layer. Hidden weights out of range are clipped.
    ///
    /// # Panics
    /// If the numbers of weights do not fit `inputs`.
    pub fn quantised(
        inputs: Inputs,
        bounds: [u16; OUTPUT_BUCKETS - 1],
        centipawns: f32,
        one: u16,
        weights: FloatWeights<&[f32]>,
    ) -> Self {
        let FloatWeights { rows, bias, output, output_bias } = weights;
        let units = bias.len();
        assert!(units.is_multiple_of(Self::UNIT_STEP), "{units} units");
        assert_eq!(rows.len(), inputs.count() * units, "rows");
        assert_eq!(output.len(), OUTPUT_BUCKETS * 2 * units, "output");
        assert_eq!(output_bias.len(), OUTPUT_BUCKETS, "output bias");
        let most = f32::from(i16::MAX);
        let whole = |value: &f32| (value * f32::from(one)).round().clamp(-most, most) as i16;
        let blocks = |values: &[f32]| {
            let (blocks, _) = values.as_chunks::<{ Block::UNITS }>();
            blocks.iter().map(|block| Block(block.each_ref().map(whole))).collect()
        };
        Self {
            inputs,
            units,
            bounds,
            adds_to_hce: false,
            centipawns: centipawns.round() as u16,
            one,
            rows: blocks(rows),
            bias: blocks(bias),
            output: output.to_vec(),
            output_bias: output_bias.to_vec(),
        }
    }

    /// The same network, whose scores are added to those of the hand-crafted evaluation or not.
    pub fn adding_to_hce(self, adds_to_hce: bool) -> Self {
        Self { adds_to_hce, ..self }
    }

    /// The weights before quantisation, as for [`Self::quantised`].
    pub fn to_floats(&self) -> FloatWeights<Vec<f32>> {
        let part = |&share: &i16| f32::from(share) / f32::from(self.one);
        FloatWeights {
            rows: flat(&self.rows).iter().map(part).collect(),
            bias: flat(&self.bias).iter().map(part).collect(),
            output: self.output.clone(),
            output_bias: self.output_bias.clone(),
        }
    }

    /// The most pieces on the board in each bucket but the last.
    pub fn bucket_bounds(&self) -> [u16; OUTPUT_BUCKETS - 1] {
        self.bounds
    }

    /// The inputs.
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// Whether scores are added to those of the hand-crafted evaluation.
    pub fn adds_to_hce(&self) -> bool {
        self.adds_to_hce
    }

    /// Number of hidden units for a perspective.
    pub fn units(&self) -> usize {
        self.units
    }

    /// Centipawns for a score of 1; `1 / (1 + e^-score)` is the expected number of points.
    pub fn centipawns(&self) -> f32 {
        self.centipawns.into()
    }

    /// The output bucket for `men` pieces on the board.
    #[inline(always)]
    pub fn bucket(&self, men: usize) -> usize {
        self.bounds.iter().filter(|&&bound| men > usize::from(bound)).count()
    }

    /// The hidden weights of an input.
    #[inline(always)]
    pub fn row(&self, input: usize) -> &[Block] {
        let blocks = self.bias.len();
        &self.rows[input * blocks..][..blocks]
    }

    /// The hidden layer of a perspective with these inputs active.
    pub fn hidden(&self, inputs: impl IntoIterator<Item = usize>) -> Vec<Block> {
        let mut units = self.bias.clone();
        for input in inputs {
            add(&mut units, self.row(input));
        }
        units
    }

    /// The score in centipawns for the side to move with `men` pieces on the board. `own` is the hidden layer of its
    /// perspective, `other` that of the opponent's.
    #[inline(always)]
    pub fn score(&self, own: &[Block], other: &[Block], men: usize) -> i32 {
        let bucket = self.bucket(men);
        let output = &self.output[bucket * 2 * self.units..][..2 * self.units];
        let (for_own, for_other) = output.split_at(self.units);
        let one = self.one as i16;
        let sum = screlu_dot(own, for_own, one) + screlu_dot(other, for_other, one);
        let square = f32::from(self.one) * f32::from(self.one);
        let score = self.output_bias[bucket] + sum / square;
        let centipawns = score * f32::from(self.centipawns);
        centipawns.round().clamp(-Self::MOST_SCORE, Self::MOST_SCORE) as i32
    }
}

/// Hidden units one after another. The compiler would unroll loops over blocks before it could vectorise them.
#[inline(always)]
pub(super) fn flat(blocks: &[Block]) -> &[i16] {
    bytemuck::cast_slice(blocks)
}

/// The same, mutable.
#[inline(always)]
pub(super) fn flat_mut(blocks: &mut [Block]) -> &mut [i16] {
    bytemuck::cast_slice_mut(blocks)
}

/// Adds the weights of an input to hidden units.
#[inline(always)]
pub(super) fn add(units: &mut [Block], row: &[Block]) {
    for (unit, share) in flat_mut(units).iter_mut().zip(flat(row)) {
        *unit = unit.wrapping_add(*share);
    }
}

/// Subtracts the weights of an input from hidden units.
#[inline(always)]
pub(super) fn subtract(units: &mut [Block], row: &[Block]) {
    for (unit, share) in flat_mut(units).iter_mut().zip(flat(row)) {
        *unit = unit.wrapping_sub(*share);
    }
}

/// Number of partial sums. Their order is the same on every processor, so scores are, too.
const LANES: usize = 16;
/// Hidden units that are activated at a time.
const CHUNK: usize = 8 * Block::UNITS;

/// The dot product of SCReLU activations and output weights; `one` stands for 1 in `units`.
#[inline(always)]
fn screlu_dot(units: &[Block], weights: &[f32], one: i16) -> f32 {
    let mut sums = [0f32; LANES];
    let mut squares = [0f32; CHUNK];
    for (units, weights) in flat(units).chunks(CHUNK).zip(weights.chunks(CHUNK)) {
        for (square, &unit) in squares.iter_mut().zip(units) {
            let unit = f32::from(unit.clamp(0, one));
            *square = unit * unit;
        }
        let (weights, _) = weights.as_chunks::<LANES>();
        for (squares, weights) in squares.as_chunks::<LANES>().0.iter().zip(weights) {
            for lane in 0..LANES {
                sums[lane] += squares[lane] * weights[lane];
            }
        }
    }
    let mut width = LANES;
    while width > 1 {
        width /= 2;
        for lane in 0..width {
            sums[lane] += sums[lane + width];
        }
    }
    sums[0]
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use dhow_rules::position::zobrist::split_mix;
    use dhow_rules::variant::find;

    /// A network with random weights for two games.
    pub fn by_chance() -> Network {
        by_chance_for(&["metamachy", "maasai"])
    }

    /// A network with random weights for some games.
    pub fn by_chance_for(ids: &[&str]) -> Network {
        let games: Vec<_> = ids.iter().map(|id| find(id).expect("a game").clone()).collect();
        let inputs = Inputs::of_games(&games).expect("games of one board");
        let mut seed = 1;
        let mut some = |count: usize, most: f32| -> Vec<f32> {
            let unit = |seed: &mut u64| (split_mix(seed) >> 40) as f32 / (1u64 << 24) as f32;
            (0..count).map(|_| most * (2.0 * unit(&mut seed) - 1.0)).collect()
        };
        let units = 64;
        let rows = &some(inputs.count() * units, 0.4)[..];
        let (bias, output) = (&some(units, 0.5)[..], &some(OUTPUT_BUCKETS * 2 * units, 1.5)[..]);
        let output_bias = &some(OUTPUT_BUCKETS, 0.5)[..];
        let bounds = [8, 16, 24, 32, 40, 48, 56];
        let weights = FloatWeights { rows, bias, output, output_bias };
        Network::quantised(inputs, bounds, 250.0, 1024, weights)
    }

    #[test]
    fn buckets_by_men() {
        let network = by_chance();
        let buckets = [0, 8, 9, 56, 57, 144].map(|men| network.bucket(men));
        assert_eq!(buckets, [0, 0, 1, 6, 7, 7]);
    }

    #[test]
    fn scores_are_what_the_formula_says() {
        let network = by_chance();
        let own = network.hidden([3, 700, 2000]);
        let other = network.hidden([12, 900, 2500]);
        let value = |unit: i16| (f64::from(unit) / 1024.0).clamp(0.0, 1.0).powi(2);
        for men in [3, 30, 60] {
            let bucket = network.bucket(men);
            let weights = &network.output[bucket * 128..][..128];
            let both = own.iter().chain(&other).flat_map(|block| block.0);
            let sum: f64 = both.zip(weights).map(|(unit, &w)| value(unit) * f64::from(w)).sum();
            let sum = sum + f64::from(network.output_bias[bucket]);
            let score = network.score(&own, &other, men);
            assert!((f64::from(score) - 250.0 * sum).abs() <= 1.0, "{score}, not {}", 250.0 * sum);
        }
    }

    #[test]
    fn shares_out_of_range_are_cut() {
        let inputs = by_chance().inputs().clone();
        let rows = &vec![1000.0; inputs.count() * 32][..];
        let (bias, output) = (&[-1000.0; 32][..], &[9.0; OUTPUT_BUCKETS * 64][..]);
        let weights = FloatWeights { rows, bias, output, output_bias: &[0.0; OUTPUT_BUCKETS] };
        let cut = Network::quantised(inputs, [1; OUTPUT_BUCKETS - 1], 1.0, 255, weights);
        assert_eq!((cut.rows[0].0[0], cut.bias[0].0[0]), (i16::MAX, -i16::MAX));
    }
}
