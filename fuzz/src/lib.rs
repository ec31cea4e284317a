//! Code that the fuzz targets share.

pub mod files;
pub mod games;
pub mod input;
pub mod positions;
pub mod seeds;
pub mod session;
pub mod uci;
pub mod web;
pub mod xboard;

// The slow generator that the engine's tests compare with.
#[path = "../../crates/dhow-rules/tests/reference/mod.rs"]
#[allow(dead_code)]
pub mod reference;
