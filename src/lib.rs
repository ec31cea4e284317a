//! Dhow, an engine for the great 12x12 chess variants.
//!
//! This crate is the program: command line, protocols and web server. It uses the other crates, and re-exports some of
//! their modules:
//!
//! | crate | holds |
//! |---|---|
//! | [`dhow_rules`] | boards, pieces, positions, legal moves, notation |
//! | [`dhow_engine`] | search and evaluation |
//! | [`dhow_play`] | games in progress: clocks, records, pictures, annotation |
//! | `dhow_board` | the board in the browser without its server |
//! | [`dhow_files`] | safe reading and writing of files |
//! | [`dhow_lab`] | statistics, tournaments, training |
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

// Tests may fail if the system refuses what they need.
#![cfg_attr(test, allow(clippy::disallowed_methods))]

/// Perft, alone and with several threads.
pub mod perft {
    pub use dhow_engine::perft::{PerftCounter, PerftError, PerftShare};
    pub use dhow_rules::perft::*;
}
pub use dhow_engine::{bench, endgame, eval, network, search, threads};
pub use dhow_files as files;
pub use dhow_lab::{distributions, ranking, stats, tournament, training};
pub use dhow_play::{annotate, board_picture, pgn, proof, xboard};
pub use dhow_rules::{
    betza, bitboard, command, cpu, description, game, geometry, movegen, pieces, position, san,
    square, text, variant,
};

pub mod cli;
pub mod protocol;
#[cfg(feature = "web")]
pub mod web;
