//! A network that evaluates positions.
//!
//! [`Inputs`] says what it sees of a position, a [`Network`] holds its weights, and reads and writes
//! them as a file whose format is described in `docs/network.md`; one may be part of the program. A
//! [`GameNetwork`] evaluates the positions of one game along a line of moves. Networks are made by
//! `dhow train` (`training::network` of the crate `dhow-lab`).

mod accumulators;
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
