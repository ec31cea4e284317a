//! Helpers that several tests share, some of them with the tests of other crates.

pub mod command_games;
pub mod counting;
pub mod occurrences;
pub mod parallel;
pub mod pieces;
pub mod positions;
pub mod sampler;
