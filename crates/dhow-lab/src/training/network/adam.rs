//! AdamW: Adam (Kingma and Ba, 2015) with decoupled weight decay (Loshchilov and Hutter, 2019).

use rayon::prelude::*;

const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;
/// The weight decay: the fraction of a weight that is lost in a step, relative to the learning
/// rate.
const DECAY: f32 = 0.01;
/// The number of weights that one thread updates at a time.
const CHUNK: usize = 1 << 14;

/// The moving averages of the gradient and of its square.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Adam {
    pub means: Vec<f32>,
    pub squares: Vec<f32>,
    pub step: u32,
}

impl Adam {
    pub fn new(count: usize) -> Self {
        Self { means: vec![0.0; count], squares: vec![0.0; count], step: 0 }
    }

    /// Makes one step. `rate`, the learning rate, is about the greatest change of a value.
    pub fn descend(&mut self, values: &mut [f32], gradient: &[f32], rate: f32) {
        self.step += 1;
        let steps = self.step.min(100_000) as i32;
        let (unbias, unbias_square) = (1.0 - MEAN.powi(steps), 1.0 - SQUARE.powi(steps));
        let step = |value: &mut f32, slope: f32, mean: &mut f32, square: &mut f32| {
            *mean = MEAN * *mean + (1.0 - MEAN) * slope;
            *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
            let size = (*square / unbias_square).sqrt() + 1e-8;
            *value -= rate * (*mean / unbias / size + DECAY * *value);
        };
        values
            .par_chunks_mut(CHUNK)
            .zip(gradient.par_chunks(CHUNK))
            .zip(self.means.par_chunks_mut(CHUNK))
            .zip(self.squares.par_chunks_mut(CHUNK))
            .for_each(|(((values, slopes), means), squares)| {
                let all = values.iter_mut().zip(slopes).zip(means).zip(squares);
                all.for_each(|(((value, slope), mean), square)| step(value, *slope, mean, square));
            });
    }
}
