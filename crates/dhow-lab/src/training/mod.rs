//! Self-play games as training data, and fitting the evaluation and the search to games.
//!
//! [`play`] plays one game, [`GameRecord`] stores it, and a [`GameFile`] holds many records
//! (`docs/data.md` describes the format). A [`Tuner`] fits the weights of the evaluation to the
//! quiet positions of games, its [`Samples`], and [`network`] trains networks. [`Spsa`] tunes the
//! numbers of the search by game results, and a [`Comparison`] measures the effect of changes to
//! them. A [`Duel`] is a match between two evaluations.

mod compare;
mod duel;
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

pub use compare::{Comparison, ComparisonSettings};
pub use duel::{Duel, DuelSettings};
pub use file::{DamagedBytes, DataError, GameFile, Reading, SelfPlaySettings};
pub use pair::{Experiment, ExperimentError, Pair, PairSettings, play_pair};
pub use record::{GameRecord, Ply, RecordError};
pub use samples::Samples;
pub(crate) use samples::is_quiet;
pub(crate) use scale::best as best_scale;
pub use selfplay::{
    BALANCED, LEAST_NODES, LONGEST, limits, open, play, play_out, play_to_end, player,
};
pub use spsa::{Spsa, SpsaSettings};
pub use stats::{GameStats, MEN, SCORES};
pub use tuner::{DEFAULT_PULL, Loss, Tuner};
