//! Dhow's search and evaluation.
//!
//! The modules form layers; each uses only those before it:
//!
//! | module | holds |
//! |---|---|
//! | [`threads`] | threads, as many as the system grants |
//! | [`mod@perft`] | perft with several threads and a hash table |
//! | [`endgame`] | endings against a bare King, solved |
//! | [`network`] | the network that evaluates positions |
//! | [`eval`] | the evaluation |
//! | [`search`], [`mod@bench`] | the best move, and how fast it is found |
//!
//! ```
//! use dhow_engine::search::{Engine, Limits};
//! use dhow_rules::game::Game;
//! use dhow_rules::variant;
//!
//! let game = Game::new(variant::find("maasai").expect("a built-in game"));
//! let limits = Limits { depth: Some(4), ..Limits::default() };
//! let best = Engine::new().search(&game, limits).best().expect("a legal move");
//! println!("{}", game.move_text(best));
//! ```

// Tests may fail where the system refuses what they need.
#![cfg_attr(test, allow(clippy::disallowed_methods))]

pub mod bench;
pub mod endgame;
pub mod eval;
pub mod network;
pub mod perft;
pub mod search;
pub mod threads;
