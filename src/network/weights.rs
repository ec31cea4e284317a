//! The weights of a network as whole numbers, and what they make of a position.

use super::inputs::Inputs;

/// What 1 is in weights and sums of hidden units.
pub const UNIT_ONE: i32 = 255;
/// What 1 is in weights of the output.
pub const OUTPUT_ONE: i32 = 64;
/// Sets of output weights, by the number of men on the board.
pub const BUCKETS: usize = 8;

/// A network: from each side's view inputs add up to hidden units, and the squares of these, cut to 0
/// to 1, to the score for the side to move.
///
/// For the inputs `i` of a view, a hidden unit is `bias + sum of rows[i]`; the score is
/// `output_bias + sum of output * unit^2` over the units of the own view and then those of the other
/// side's, with the weights of the bucket.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    pub(super) inputs: Inputs,
    pub(super) units: usize,
    /// The most men on the board in each bucket but the last.
    pub(super) bounds: [u16; BUCKETS - 1],
    /// Centipawns of a score of 1, of which `1 / (1 + e^-score)` is the expected number of points.
    pub(super) centipawns: u16,
    /// For each input its share in each unit.
    pub(super) rows: Vec<i16>,
    /// By unit.
    pub(super) bias: Vec<i16>,
    /// By bucket, view and unit, within `-127..=127`, so that a product with a unit fits 16 bits.
    pub(super) output: Vec<i16>,
    /// By bucket, in parts of [`UNIT_ONE`]² times [`OUTPUT_ONE`].
    pub(super) output_bias: Vec<i32>,
}

impl Network {
    /// The most hidden units.
    pub const MOST_UNITS: usize = 4096;
    /// Hidden units come in multiples of this, which fills whole registers.
    pub const UNIT_STEP: usize = 32;
    /// The largest weight of an output either way.
    pub const MOST_OUTPUT: i16 = 127;

    /// A network of these weights, rounded; those out of range become the nearest within.
    ///
    /// `rows`, `bias`, `output` and `output_bias` are in the order of the fields of a [`Network`].
    ///
    /// # Panics
    /// If there are too few weights or too many.
    pub fn rounded(
        inputs: Inputs,
        bounds: [u16; BUCKETS - 1],
        centipawns: f32,
        [rows, bias, output, output_bias]: [&[f32]; 4],
    ) -> Self {
        let units = bias.len();
        assert_eq!(rows.len(), inputs.count() * units, "rows");
        assert_eq!(output.len(), BUCKETS * 2 * units, "output");
        assert_eq!(output_bias.len(), BUCKETS, "output bias");
        let whole = |values: &[f32], one: i32, most: i16| {
            let most = f32::from(most);
            let round = |value: &f32| (value * one as f32).round().clamp(-most, most) as i16;
            values.iter().map(round).collect::<Vec<_>>()
        };
        let one = (UNIT_ONE * UNIT_ONE * OUTPUT_ONE) as f32;
        Self {
            inputs,
            units,
            bounds,
            centipawns: centipawns.round() as u16,
            rows: whole(rows, UNIT_ONE, i16::MAX),
            bias: whole(bias, UNIT_ONE, i16::MAX),
            output: whole(output, OUTPUT_ONE, Self::MOST_OUTPUT),
            output_bias: output_bias.iter().map(|value| (value * one).round() as i32).collect(),
        }
    }

    /// What it sees.
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// The number of hidden units of a view.
    pub fn units(&self) -> usize {
        self.units
    }

    /// Centipawns of a score of 1, of which `1 / (1 + e^-score)` is the expected number of points.
    pub fn centipawns(&self) -> f32 {
        self.centipawns.into()
    }

    /// The bucket of a position with so many men.
    pub fn bucket(&self, men: usize) -> usize {
        self.bounds.iter().filter(|&&bound| men > usize::from(bound)).count()
    }

    /// The share of an input in each unit.
    pub fn row(&self, input: usize) -> &[i16] {
        &self.rows[input * self.units..][..self.units]
    }

    /// The hidden units of a view that sees these inputs.
    pub fn hidden(&self, inputs: impl IntoIterator<Item = usize>) -> Vec<i16> {
        let mut units = self.bias.clone();
        for input in inputs {
            for (unit, share) in units.iter_mut().zip(self.row(input)) {
                *unit = unit.wrapping_add(*share);
            }
        }
        units
    }

    /// The score in centipawns for the side to move with so many men on the board: `own` are the hidden
    /// units of its view, `other` those of the other side's.
    pub fn score(&self, own: &[i16], other: &[i16], men: usize) -> i32 {
        let bucket = self.bucket(men);
        let output = &self.output[bucket * 2 * self.units..][..2 * self.units];
        let (for_own, for_other) = output.split_at(self.units);
        let sum = weighed(own, for_own) + weighed(other, for_other);
        let sum = sum + i64::from(self.output_bias[bucket]);
        let one = i64::from(UNIT_ONE * UNIT_ONE * OUTPUT_ONE);
        (sum * i64::from(self.centipawns) / one) as i32
    }
}

/// The sum of the squares of units, cut to 0 to 1, times their weights.
fn weighed(units: &[i16], weights: &[i16]) -> i64 {
    let products = units.iter().zip(weights).map(|(&unit, &weight)| {
        let unit = unit.clamp(0, UNIT_ONE as i16);
        i32::from(unit * weight) * i32::from(unit)
    });
    products.map(i64::from).sum()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::position::zobrist::split_mix;
    use crate::variant::find;

    /// A network for two games with weights by chance.
    pub fn by_chance() -> Network {
        let games = ["metamachy", "maasai"].map(|id| find(id).expect("a game").clone());
        let inputs = Inputs::of_games(&games).expect("games of one board");
        let mut seed = 1;
        let mut some = |count: usize, most: f32| -> Vec<f32> {
            let unit = |seed: &mut u64| (split_mix(seed) >> 40) as f32 / (1u64 << 24) as f32;
            (0..count).map(|_| most * (2.0 * unit(&mut seed) - 1.0)).collect()
        };
        let units = 32;
        let rows = some(inputs.count() * units, 0.4);
        let (bias, output) = (some(units, 0.5), some(BUCKETS * 2 * units, 1.5));
        let output_bias = some(BUCKETS, 0.5);
        let bounds = [8, 16, 24, 32, 40, 48, 56];
        Network::rounded(inputs, bounds, 250.0, [&rows, &bias, &output, &output_bias])
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
        let value = |unit: i16| (f64::from(unit) / 255.0).clamp(0.0, 1.0).powi(2);
        for men in [3, 30, 60] {
            let bucket = network.bucket(men);
            let weights = &network.output[bucket * 64..][..64];
            let both = own.iter().chain(&other);
            let sum: f64 =
                both.zip(weights).map(|(&unit, &w)| value(unit) * f64::from(w) / 64.0).sum();
            let sum = sum + f64::from(network.output_bias[bucket]) / (255.0 * 255.0 * 64.0);
            let score = network.score(&own, &other, men);
            assert!((f64::from(score) - 250.0 * sum).abs() <= 1.0, "{score}, not {}", 250.0 * sum);
        }
    }

    #[test]
    fn weights_out_of_range_are_cut() {
        let network = by_chance();
        let inputs = network.inputs().clone();
        let count = inputs.count();
        let rows = vec![1000.0; count * 16];
        let (bias, output) = (vec![-1000.0; 16], vec![9.0; BUCKETS * 32]);
        let cut = Network::rounded(
            inputs,
            [1; BUCKETS - 1],
            1.0,
            [&rows, &bias, &output, &[0.0; BUCKETS]],
        );
        assert_eq!((cut.rows[0], cut.bias[0], cut.output[0]), (i16::MAX, -i16::MAX, 127));
    }
}
