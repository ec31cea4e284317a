//! The weights of a network while they are fitted.

use dhow_engine::network::{FloatWeights, Inputs, Network, OUTPUT_BUCKETS};
use dhow_rules::position::zobrist::split_mix;
use rayon::prelude::*;
use std::ops::Range;

/// The weights of a network as fractions.
///
/// The share of a man in the hidden units is a sum: of the man itself, of its kind wherever it
/// stands, of its kind on the rank, and of its kind on the file. So what is known of a piece on
/// many squares is known on those where it was seldom seen. [`Model::merged`] adds them up.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    inputs: Inputs,
    units: usize,
    bounds: [u16; OUTPUT_BUCKETS - 1],
    centipawns: f32,
    pub(super) values: Vec<f32>,
}

/// Where the parts of a model stand among its values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub units: usize,
    /// Inputs of men and others.
    pub inputs: usize,
    /// Kinds of both sides.
    pub pieces: usize,
    pub files: usize,
    pub ranks: usize,
}

impl Layout {
    /// All parts: the shares of inputs by themselves, of kinds, of kinds on ranks and on files, the biases
    /// of units, and weights and biases of the output.
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

    /// The shares of inputs by themselves.
    pub fn rows(&self) -> Range<usize> {
        0..self.inputs * self.units
    }

    /// From the biases of hidden units on: these, and all of the output.
    pub fn rest(&self) -> Range<usize> {
        let [.., bias, _, output_bias] = self.parts();
        bias.start..output_bias.end
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.rest().end
    }

    /// Writes to `slopes` those along the values from `rows`, those along the merged rows: a value that
    /// several rows share has the sum of theirs.
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
    /// Weights by chance. `bounds` are the most men in each bucket but the last; a score of 1 is so
    /// many centipawns.
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
        // With some sixty men units lie between 0 and 1 mostly, and the first scores near 0.
        let [rows, .., bias, output, _] = layout.parts();
        scatter(rows, 0.1);
        scatter(output, 0.1);
        values[bias].fill(0.25);
        model.values = values;
        model
    }

    /// Takes over the weights and buckets of a network for the same inputs, which may have fewer units. The
    /// further units keep their rows, but have no say.
    pub(super) fn take_over(&mut self, network: &Network) {
        self.bounds = network.bucket_bounds();
        self.be_silent();
        let FloatWeights { rows, bias, mut output, mut output_bias } = network.to_floats();
        let factor = network.centipawns() / self.centipawns;
        output.iter_mut().chain(&mut output_bias).for_each(|weight| *weight *= factor);
        // Rows are whole, and what pieces share is 0.
        let [own, .., of_bias, of_output, of_output_bias] = self.layout().parts();
        for (part, weights) in [(own, rows), (of_bias, bias), (of_output, output)] {
            let places = self.values[part].chunks_exact_mut(self.units);
            for (place, weights) in places.zip(weights.chunks_exact(network.units())) {
                place[..weights.len()].copy_from_slice(weights);
            }
        }
        self.values[of_output_bias].copy_from_slice(&output_bias);
    }

    /// Says 0 of all positions; what it has learned of them will be all that it says.
    pub(super) fn be_silent(&mut self) {
        let [.., output, output_bias] = self.layout().parts();
        self.values[output.start..output_bias.end].fill(0.0);
    }

    /// Where its parts stand.
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

    /// The number of hidden units of a view.
    pub fn units(&self) -> usize {
        self.units
    }

    /// The bucket of a position with so many men.
    pub fn bucket(&self, men: usize) -> usize {
        self.bounds.iter().filter(|&&bound| men > usize::from(bound)).count()
    }

    /// For each input its whole share in each unit.
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

    /// The same with hidden units in whole numbers, of which none is `largest` or more either way.
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
