//! Dhow, an engine for the great 12x12 chess variants.
//!
//! The modules form layers; each uses only those before it:
//!
//! | module | knows |
//! |---|---|
//! | [`cpu`] | which instructions the processor has, and who runs on it first |
//! | [`threads`] | threads, as many as the system grants |
//! | [`text`] | text of others made fit to be shown |
//! | [`distributions`] | probabilities and quantiles |
//! | [`stats`] | what results say about strength |
//! | [`files`] | which files are what, and writing them so that nothing is lost |
//! | [`geometry`], [`bitboard`] | boards, squares, sets of squares, lookups along lines |
//! | [`betza`] | how Betza notation describes a movement |
//! | [`pieces`] | movements compiled to tables for a board |
//! | [`variant`] | games as data, and their setups |
//! | [`position`] | who stands where, rights, keys, FEN, making moves |
//! | [`movegen`] | legal moves, exchanges, the text of a move |
//! | [`command`] | positions of games with several moves a turn |
//! | [`perft`], [`san`] | counting, moves in short notation |
//! | [`game`] | one game in progress; it chooses the board and hides it from here on |
//! | [`description`] | the rules of a game and its pieces, in words |
//! | [`pgn`], [`board_picture`] | records of games, pictures |
//! | [`endgame`] | endings against a bare King, solved |
//! | [`network`] | what a network makes of what it sees of a position |
//! | [`eval`] | how good a position is |
//! | [`search`], [`mod@bench`] | the best move, and how fast it is found |
//! | [`mod@annotate`] | what the engine thinks of the turns of a game |
//! | [`training`] | games against itself, to tune the evaluation by |
//! | [`ranking`] | which setups are good for Black |
//! | [`protocol`] | XBoard and UCI |
//! | [`tournament`] | matches between engines |
//! | `web` | a board in the browser (feature `web`) |
//! | [`cli`] | the command line |
//!
//! ```
//! use dhow::game::Game;
//! use dhow::search::{Engine, Limits};
//! use dhow::variant;
//!
//! let mut game = Game::new(variant::find("maasai").expect("a built-in game"));
//! game.play_text("e4e6")?;
//! let limits = Limits { depth: Some(4), ..Limits::default() };
//! let best = Engine::new().search(&game, limits).best().expect("a legal move");
//! println!("{}", game.move_text(best));
//! # Ok::<(), dhow::movegen::MoveTextError>(())
//! ```

#![deny(unsafe_code)]
// Tests may fail where the system refuses what they need.
#![cfg_attr(test, allow(clippy::disallowed_methods))]

pub mod annotate;
pub mod bench;
pub mod betza;
pub mod bitboard;
pub mod board_picture;
pub mod cli;
pub mod command;
pub mod cpu;
pub mod description;
pub mod distributions;
pub mod endgame;
pub mod eval;
pub mod files;
pub mod game;
pub mod geometry;
pub mod movegen;
pub mod network;
pub mod perft;
pub mod pgn;
pub mod pieces;
pub mod position;
pub mod protocol;
pub mod ranking;
pub mod san;
pub mod search;
pub mod square;
pub mod stats;
pub mod text;
pub mod threads;
pub mod tournament;
pub mod training;
pub mod variant;
#[cfg(feature = "web")]
pub mod web;
