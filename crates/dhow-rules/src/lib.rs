//! The rules of Dhow's games, the great chess variants: boards, pieces, positions, legal moves and
//! notation.
//!
//! The crate knows variants as data. [`variant::find`] returns the games that come with it, and
//! [`game::read_variants`] reads further ones from files in the dialect of Fairy-Stockfish. Pieces
//! move as their Betza notation says, on boards of up to 30x15 squares. Some games have several
//! moves a turn. The crate never touches files, threads, clocks or processes.
//!
//! # First steps
//!
//! [`Game`](game::Game) is the usual entry point. It plays any variant on any board, from the start
//! array, a setup or a FEN, and knows legal moves, notation, undo and the outcome:
//!
//! ```
//! use dhow_rules::game::Game;
//! use dhow_rules::variant;
//!
//! let maasai = variant::find("maasai").expect("a built-in game");
//! let mut game = Game::new(maasai);
//! let legal = game.legal_moves();
//! assert!(legal.iter().any(|&mv| game.move_text(mv) == "e4e6"));
//!
//! game.play_text("e4e6")?;
//! assert!(game.fen().contains(" b "));
//! assert!(game.outcome().is_none());
//! # Ok::<(), dhow_rules::movegen::MoveTextError>(())
//! ```
//!
//! Code that must be fast is generic over the board. It gets the board type as a
//! [`Visitor`](game::Visitor), as here for a perft of any game:
//!
//! ```
//! use dhow_rules::command::CommandPosition;
//! use dhow_rules::game::{Game, Visitor};
//! use dhow_rules::geometry::Geometry;
//! use dhow_rules::perft::perft;
//! use dhow_rules::position::Position;
//! use dhow_rules::variant;
//!
//! struct Perft(u32);
//!
//! impl Visitor for Perft {
//!     type Output = u64;
//!
//!     fn visit<G: Geometry>(self, position: &Position<G>) -> u64 {
//!         perft(&mut position.clone(), self.0)
//!     }
//!
//!     fn visit_command<G: Geometry>(self, position: &CommandPosition<G>) -> u64 {
//!         perft(&mut position.clone(), self.0)
//!     }
//! }
//!
//! let chess = Game::new(variant::find("chess").expect("a game of the engine's files"));
//! assert_eq!(chess.position().visit(Perft(3)), 8_902);
//! ```
//!
//! # Modules
//!
//! The modules form layers, and each uses only those before it:
//!
//! | module | contents |
//! |---|---|
//! | [`cpu`] | code compiled for several instruction sets |
//! | [`text`] | foreign text made safe to show |
//! | [`square`], [`bitboard`], [`geometry`] | boards, squares, bitboards, lookups along lines |
//! | [`betza`] | movements in Betza notation |
//! | [`pieces`] | movements compiled to tables for a board |
//! | [`variant`] | games as data, their setups, and files of games |
//! | [`position`] | placement, rights, Zobrist keys, FEN, making and unmaking moves |
//! | [`movegen`] | legal moves, static exchange evaluation, moves as text |
//! | [`command`] | positions of games with several moves a turn |
//! | [`perft`], [`san`] | leaf counts; standard algebraic notation |
//! | [`game`] | a game in progress; hides the board type from here on |
//! | [`description`] | the rules and pieces of a game in words |

// Tests may panic where the system refuses a resource.
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
