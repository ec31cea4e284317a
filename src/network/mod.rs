//! A network that evaluates positions.
//!
//! [`Inputs`] says what it sees of a position, a [`Network`] holds its weights as whole numbers, and
//! reads and writes them as a file whose format is described in `docs/network.md`. Networks are made by
//! `dhow train` ([`crate::training::network`]).

mod file;
mod inputs;
mod weights;

pub use file::NetworkError;
pub use inputs::{GameInputs, Inputs, InputsError, View};
pub use weights::{BUCKETS, Network, OUTPUT_ONE, UNIT_ONE};
