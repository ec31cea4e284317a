//! A game that is played: its record, pictures of its positions, and what the engine says of its turns.
//!
//! | module | holds |
//! |---|---|
//! | [`time_control`] | how the time of a side is allotted |
//! | [`clock`] | the clocks of a game |
//! | [`pgn`] | records of games |
//! | [`contest`] | a game that somebody plays: moves, clocks, its end, its record |
//! | [`xboard`] | moves, letters and ranks as XBoard has them |
//! | [`board_picture`] | positions as text and as SVG |
//! | [`mod@annotate`] | the engine's judgement of the turns of a game |
//!
//! ```
//! use dhow_play::pgn;
//! use dhow_rules::variant::VARIANTS;
//!
//! let text = "[Variant \"metamachy\"]\n\n1. e5 e8 *";
//! let games = pgn::check(text, &VARIANTS).expect("legal games");
//! assert_eq!(games[0].game.moves().len(), 2);
//! ```

// Tests may fail where the system refuses what they need.
#![cfg_attr(test, allow(clippy::disallowed_methods))]

pub mod annotate;
pub mod board_picture;
pub mod clock;
pub mod contest;
pub mod pgn;
pub mod time_control;
pub mod xboard;
