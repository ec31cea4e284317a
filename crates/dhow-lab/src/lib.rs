//! Tools for testing and training the engine: statistics, tournaments, game data and training.
//!
//! | module | contents |
//! |---|---|
//! | [`distributions`] | quantiles and probabilities |
//! | [`least_squares`] | linear fits with margins |
//! | [`stats`] | match statistics: Elo, LOS, SPRT |
//! | [`training`] | self-play games, and fitting evaluation and search to them (Texel tuning, networks, SPSA) |
//! | [`ranking`] | ranking setups by how good they are for Black |
//! | [`study`] | statistics of a game from games of the engine against itself |
//! | [`tournament`] | matches between engines |
//!
//! The modules form layers, and each uses only those before it. Does a match with 60 wins, 40
//! losses and 100 draws show progress?
//!
//! ```
//! use dhow_lab::stats::{Elo, Results, SprtState, SprtTest};
//!
//! let results = Results { wins: 60, losses: 40, draws: 100 };
//! let elo = Elo::of(&results.distribution());
//! assert!(elo.difference > elo.margin, "significant at 95%");
//! assert!(results.likelihood_of_superiority() > 0.97);
//!
//! let sprt = SprtTest::logistic(0.0, 20.0).standing(results, None);
//! assert_eq!(sprt.state, SprtState::Continue);
//! ```

// Tests may panic where the system refuses a resource.
#![cfg_attr(test, allow(clippy::disallowed_methods))]

pub mod distributions;
pub mod least_squares;
pub mod ranking;
pub mod stats;
pub mod study;
pub mod tournament;
pub mod training;
