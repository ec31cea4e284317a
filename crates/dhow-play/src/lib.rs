//! Games in progress: records, clocks, pictures of positions, and annotation.
//!
//! | module | holds |
//! |---|---|
//! | [`time_control`] | time controls |
//! | [`clock`] | clocks |
//! | [`pgn`] | records of games (PGN) |
//! | [`contest`] | a game in progress: moves, clocks, end, record |
//! | [`xboard`] | moves, letters and ranks in XBoard's notation |
//! | [`uci`] | positions, limits and results as UCI writes them |
//! | [`board_picture`] | positions as text, SVG and JSON |
//! | [`mod@annotate`] | the engine's judgement of turns |
//! | [`promising()`] | a setup for Black |
//! | [`proof`] | forced mates and wins, proved by trying everything |
//!
//! ```
//! use dhow_play::pgn;
//! use dhow_rules::variant::VARIANTS;
//!
//! let text = "[Variant \"metamachy\"]\n\n1. e5 e8 *";
//! let games = pgn::check(text, &VARIANTS).expect("legal games");
//! assert_eq!(games[0].game.moves().len(), 2);
//! ```

// Tests may fail if the system refuses what they need.
#![cfg_attr(test, allow(clippy::disallowed_methods))]

pub mod annotate;
pub mod board_picture;
pub mod clock;
pub mod contest;
pub mod pgn;
mod promising;
pub mod proof;
pub mod time_control;
pub mod uci;
pub mod xboard;

pub use promising::promising;
