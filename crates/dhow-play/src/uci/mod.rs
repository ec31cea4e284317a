//! The text of UCI: positions, limits of searches, and their results.

pub mod go;
pub mod position;
pub mod report;
