//! What several tests share.

pub mod command;
pub mod command_games;
pub mod counting;
pub mod experiments;
pub mod leader_suite;
pub mod mate_suite;
pub mod mates;
pub mod memory;
pub mod minimax;
pub mod parallel;
pub mod pieces;
pub mod positions;
pub mod program;
#[cfg(target_os = "linux")]
pub mod terminal;
pub mod transcripts;
pub mod turn_proof;
