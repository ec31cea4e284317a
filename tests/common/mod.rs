//! Helpers of several tests. Some of those that the tests of the rules also have are not used here.

pub mod command;
#[allow(dead_code)]
#[path = "../../crates/dhow-rules/tests/common/counting.rs"]
pub mod counting;
pub mod experiments;
pub mod leader_suite;
pub mod mate_suite;
pub mod memory;
pub mod minimax;
#[allow(dead_code)]
#[path = "../../crates/dhow-rules/tests/common/parallel.rs"]
pub mod parallel;
#[allow(dead_code)]
#[path = "../../crates/dhow-rules/tests/common/pieces.rs"]
pub mod pieces;
#[allow(dead_code)]
#[path = "../../crates/dhow-rules/tests/common/positions.rs"]
pub mod positions;
pub mod program;
#[allow(dead_code)]
#[path = "../../crates/dhow-rules/tests/common/sampler.rs"]
pub mod sampler;
#[cfg(target_os = "linux")]
pub mod terminal;
pub mod transcripts;
