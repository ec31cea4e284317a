//! Games that the engine plays against itself, as data for tuning its evaluation.
//!
//! [`play`] plays one game, [`GameRecord`] is what is kept of it, and a [`GameFile`] holds many;
//! its format is described in `docs/data.md`. A [`Tuner`] fits the evaluation's
//! weights to the quiet positions of many, its [`Samples`]; [`Spsa`] the numbers of the search to
//! results, and a [`Comparison`] tells what changes of them are worth.

mod compare;
mod file;
pub mod network;
mod pair;
mod record;
mod samples;
mod scale;
mod selfplay;
mod spsa;
mod stats;
#[cfg(test)]
mod tests;
mod tuner;

pub use compare::{Comparison, ComparisonError, ComparisonSettings};
pub use file::{Damage, DataError, GameFile, Reading, Settings};
pub use pair::{Experiment, Pair, PairSettings, play_pair};
pub use record::{GameRecord, Ply, RecordError};
pub use samples::Samples;
pub use selfplay::{BALANCED, LEAST_NODES, LONGEST, limits, open, play, play_out, player};
pub use spsa::{Spsa, SpsaError, SpsaSettings};
pub use stats::{GameStats, MEN, SCORES};
pub use tuner::{DEFAULT_PULL, Loss, Tuner};
