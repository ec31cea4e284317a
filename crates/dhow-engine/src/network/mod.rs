//! A network that evaluates positions.
//!
//! [`Inputs`] says what it sees of a position, a [`Network`] holds its weights, and reads and writes
//! them as a file whose format is described in `docs/network.md`; one may be part of the program. A
//! [`GameNetwork`] evaluates the positions of one game along a line of moves. Networks are made by
//! `dhow train` (`training::network` of the crate `dhow-lab`).

mod built_in;
mod file;
mod inputs;
mod line;
mod weights;

#[cfg(test)]
pub(crate) use weights::tests::by_chance_for;

pub use file::{MAX_BYTES, NetworkError};
pub use inputs::{GameInputs, Inputs, InputsError, View};
pub use line::{GameNetwork, NetworkLine, NetworkWatch};
pub use weights::{BUCKETS, Block, Fractions, Network};
