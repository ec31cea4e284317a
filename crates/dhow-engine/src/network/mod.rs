//! The network that evaluates positions: an efficiently updatable neural network (NNUE).
//!
//! The network has one hidden layer for each side's perspective, with squared clipped ReLU activation (SCReLU) and
//! output buckets by the number of pieces. [`Inputs`] are its input features. A [`Network`] has the quantised weights,
//! and reads and writes them as a file (see `docs/network.md`); one is built into the program. A [`GameNetwork`]
//! evaluates the positions of one game, with accumulators that follow the moves. `dhow train` trains networks (module
//! `training::network` of the crate `dhow-lab`).

mod accumulators;
mod binding;
mod built_in;
mod file;
mod inputs;
mod weights;

#[cfg(test)]
pub(crate) use weights::tests::by_chance_for;

pub use accumulators::{GameNetwork, NetworkAccumulators, NetworkWatch};
pub use file::{MAX_BYTES, NetworkError};
pub use inputs::{GameInputs, Inputs, InputsError, Perspective};
pub use weights::{Block, FloatWeights, Network, OUTPUT_BUCKETS};
