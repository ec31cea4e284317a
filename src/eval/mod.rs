//! Evaluation of positions.

mod score;

pub use score::{MAX_PLY, Score};
