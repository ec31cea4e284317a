//! The rules of Dhow's games: boards, pieces, positions, legal moves and their notation.
//!
//! Nothing here touches a file, a thread, a clock or a process. The modules form layers; each uses only those
//! before it:
//!
//! | module | holds |
//! |---|---|
//! | [`cpu`] | code for the instructions that the processor has |
//! | [`text`] | text of others made fit to be shown |
//! | [`square`], [`bitboard`], [`geometry`] | boards, squares, sets of squares, lookups along lines |
//! | [`betza`] | movements in Betza notation |
//! | [`pieces`] | movements compiled to tables for a board |
//! | [`variant`] | games as data, and their setups |
//! | [`position`] | placement, rights, keys, FEN, making moves |
//! | [`movegen`] | legal moves, exchanges, the text of a move |
//! | [`command`] | positions of games with several moves a turn |
//! | [`perft`], [`san`] | leaf counts, moves in short notation |
//! | [`game`] | one game in progress; it chooses the board and hides it from here on |
//! | [`description`] | the rules of a game and its pieces in words |
//!
//! ```
//! use dhow_rules::game::Game;
//! use dhow_rules::pieces::Color;
//! use dhow_rules::variant;
//!
//! let mut game = Game::new(variant::find("maasai").expect("a built-in game"));
//! game.play_text("e4e6")?;
//! assert_eq!(game.position().side_to_move(), Color::Black);
//! assert!(game.legal_moves().iter().any(|&mv| game.move_text(mv) == "e9e7"));
//! # Ok::<(), dhow_rules::movegen::MoveTextError>(())
//! ```

// Tests may fail where the system refuses what they need.
#![cfg_attr(test, allow(clippy::disallowed_methods))]

pub mod betza;
pub mod bitboard;
pub mod command;
pub mod cpu;
pub mod description;
pub mod game;
pub mod geometry;
pub mod movegen;
pub mod perft;
pub mod pieces;
pub mod position;
pub mod san;
pub mod square;
pub mod text;
pub mod variant;
