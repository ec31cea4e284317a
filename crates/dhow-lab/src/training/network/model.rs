//! The weights of a network in training.

use dhow_engine::network::{FloatWeights, Inputs, Network, OUTPUT_BUCKETS};
use dhow_rules::position::zobrist::split_mix;
use rayon::prelude::*;
use std::ops::Range;

/// The weights of a network as floating-point numbers.
///
/// The weights are factorised: the contribution of a piece to the hidden units is the sum of a part
/// for the piece on its square, a part for its kind on any square, a part for its kind on the rank,
/// and a part for its kind on the file. So what is learned on many squares applies to squares where
/// the piece was seldom seen. [`Model::merged`] adds up the parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    inputs: Inputs,
    units: usize,
    bounds: [u16; OUTPUT_BUCKETS - 1],
    centipawns: f32,
    pub(super) values: Vec<f32>,
}

/// The positions of the model's parts in its list of values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub units: usize,
    /// The number of inputs, for pieces and others.
    pub inputs: usize,
    /// The number of kinds of both sides.
    pub pieces: usize,
    pub files: usize,
    pub ranks: usize,
}

impl Layout {
    /// All parts: the weights of inputs by themselves, of kinds, of kinds on ranks, of kinds on
    /// files; the biases of hidden units; and weights and biases of the output.
    pub fn parts(&self) -> [Range<usize>; 7] {
        let &Self { units, inputs, pieces, files, ranks } = self;
        let of_units = [inputs, pieces, pieces * ranks, pieces * files, 1, OUTPUT_BUCKETS * 2];
        let mut end = 0;
        let mut part = |length: usize| {
            end += length;
            end - length..end
        };
        let [rows, of_kinds, of_ranks, of_files, bias, output] =
            of_units.map(|count| part(count * units));
        [rows, of_kinds, of_ranks, of_files, bias, output, part(OUTPUT_BUCKETS)]
    }

    /// The weights of inputs by themselves.
    pub fn rows(&self) -> Range<usize> {
        0..self.inputs * self.units
    }

    /// The biases of hidden units, and all weights and biases of the output.
    pub fn rest(&self) -> Range<usize> {
        let [.., bias, _, output_bias] = self.parts();
        bias.start..output_bias.end
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.rest().end
    }

    /// Computes the gradient `slopes` of the factorised weights from the gradient `rows` of the
    /// merged ones: a value shared by several rows gets their sum.
    pub fn spread(&self, rows: &[f32], slopes: &mut [f32]) {
        let units = self.units;
        let [_, of_kinds, of_ranks, of_files, ..] = self.parts();
        let (own, others) = slopes.split_at_mut(of_kinds.start);
        own.copy_from_slice(rows);
        let (kinds, others) = others.split_at_mut(of_kinds.len());
        let (ranks, others) = others.split_at_mut(of_ranks.len());
        let files = &mut others[..of_files.len()];
        rows.par_chunks(self.files * self.ranks * units)
            .zip(kinds.par_chunks_mut(units))
            .zip(ranks.par_chunks_mut(self.ranks * units))
            .zip(files.par_chunks_mut(self.files * units))
            .for_each(|(((rows, kind), ranks), files)| {
                kind.fill(0.0);
                ranks.fill(0.0);
                files.fill(0.0);
                for (square, row) in rows.chunks_exact(units).enumerate() {
                    let rank = &mut ranks[square / self.files * units..][..units];
                    let file = &mut files[square % self.files * units..][..units];
                    for (unit, slope) in row.iter().enumerate() {
                        kind[unit] += slope;
                        rank[unit] += slope;
                        file[unit] += slope;
                    }
                }
            });
    }
}

impl Model {
    /// Random weights. `bounds` are the greatest numbers of pieces in each output bucket except the
    /// last. A score of 1 means `centipawns` centipawns.
    pub fn new(
        inputs: Inputs,
        units: usize,
        bounds: [u16; OUTPUT_BUCKETS - 1],
        centipawns: f32,
        mut seed: u64,
    ) -> Self {
        let mut model = Self { inputs, units, bounds, centipawns, values: Vec::new() };
        let layout = model.layout();
        let mut values = vec![0.0; layout.len()];
        let mut scatter = |part: Range<usize>, most: f32| {
            for value in &mut values[part] {
                let unit = (split_mix(&mut seed) >> 40) as f32 / (1u32 << 24) as f32;
                *value = most * (2.0 * unit - 1.0);
            }
        };
        // With about sixty pieces, most hidden units lie between 0 and 1, and the first scores near
        // 0.
        let [rows, .., bias, output, _] = layout.parts();
        scatter(rows, 0.1);
        scatter(output, 0.1);
        values[bias].fill(0.25);
        model.values = values;
        model
    }

    /// Copies the weights and buckets of a network with the same inputs and at most as many hidden
    /// units. The other units keep their weights but do not influence the score yet.
    pub(super) fn take_over(&mut self, network: &Network) {
        self.bounds = network.bucket_bounds();
        self.be_silent();
        let FloatWeights { rows, bias, mut output, mut output_bias } = network.to_floats();
        let factor = network.centipawns() / self.centipawns;
        output.iter_mut().chain(&mut output_bias).for_each(|weight| *weight *= factor);
        // The rows of a network are merged, so the shared parts are 0.
        let [own, .., of_bias, of_output, of_output_bias] = self.layout().parts();
        for (part, weights) in [(own, rows), (of_bias, bias), (of_output, output)] {
            let places = self.values[part].chunks_exact_mut(self.units);
            for (place, weights) in places.zip(weights.chunks_exact(network.units())) {
                place[..weights.len()].copy_from_slice(weights);
            }
        }
        self.values[of_output_bias].copy_from_slice(&output_bias);
    }

    /// Sets all scores to 0, so that they consist only of what is learned.
    pub(super) fn be_silent(&mut self) {
        let [.., output, output_bias] = self.layout().parts();
        self.values[output.start..output_bias.end].fill(0.0);
    }

    /// The positions of its parts.
    pub(super) fn layout(&self) -> Layout {
        let (files, ranks) = self.inputs.board();
        Layout {
            units: self.units,
            inputs: self.inputs.count(),
            pieces: 2 * self.inputs.kinds().len(),
            files: files.into(),
            ranks: ranks.into(),
        }
    }

    /// The number of hidden units of a perspective.
    pub fn units(&self) -> usize {
        self.units
    }

    /// The output bucket of a position with this number of pieces.
    pub fn bucket(&self, men: usize) -> usize {
        self.bounds.iter().filter(|&&bound| men > usize::from(bound)).count()
    }

    /// For each input, its weights with the shared parts added.
    pub fn merged(&self) -> Vec<f32> {
        let layout = self.layout();
        let Layout { units, files, ranks, pieces, .. } = layout;
        let [own, kinds, by_rank, by_file, ..] = layout.parts().map(|part| &self.values[part]);
        let mut rows = own.to_vec();
        let men = rows.par_chunks_mut(files * ranks * units).enumerate().take(pieces);
        men.for_each(|(piece, rows)| {
            for (square, row) in rows.chunks_exact_mut(units).enumerate() {
                let kind = &kinds[piece * units..][..units];
                let rank = &by_rank[(piece * ranks + square / files) * units..][..units];
                let file = &by_file[(piece * files + square % files) * units..][..units];
                for (unit, value) in row.iter_mut().enumerate() {
                    *value += kind[unit] + rank[unit] + file[unit];
                }
            }
        });
        rows
    }

    /// Quantises the model. The absolute value of hidden units must be less than `largest`.
    pub fn rounded(&self, largest: f32) -> Network {
        let rows = self.merged();
        let [.., bias, output, output_bias] = self.layout().parts().map(|part| &self.values[part]);
        let fractions = FloatWeights { rows: &rows[..], bias, output, output_bias };
        let mut one = Network::MOST_ONE;
        while one > 1 && f32::from(one) * largest > f32::from(i16::MAX) {
            one /= 2;
        }
        Network::quantised(self.inputs.clone(), self.bounds, self.centipawns, one, fractions)
    }
}
