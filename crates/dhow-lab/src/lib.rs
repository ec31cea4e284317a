//! What testers of engines use: statistics, tournaments, data of games, training.
//!
//! | module | holds |
//! |---|---|
//! | [`distributions`] | probabilities and quantiles |
//! | [`stats`] | strength by results: Elo, SPRT |
//! | [`training`] | games against itself, and the evaluation fitted to them |
//! | [`ranking`] | which setups are good for Black |
//! | [`tournament`] | matches between engines |

// Tests may fail where the system refuses what they need.
#![cfg_attr(test, allow(clippy::disallowed_methods))]

pub mod distributions;
pub mod ranking;
pub mod stats;
pub mod tournament;
pub mod training;
