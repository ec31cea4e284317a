//! The chess engine Dhow as a library: search and evaluation of great chess variants.
//!
//! The rules come from the crate `dhow-rules`: a game is described by a `Variant`, and a `Game` has a position and
//! its history. An [`Engine`](search::Engine) searches and evaluates games of every variant.
//!
//! ```
//! use dhow_engine::search::{Engine, Limits};
//! use dhow_rules::game::Game;
//! use dhow_rules::variant;
//!
//! let mut game = Game::new(variant::find("maasai").expect("a built-in game"));
//! let mut engine = Engine::new();
//! for _ in 0..2 {
//!     let result = engine.search(&game, Limits { depth: Some(4), ..Limits::default() });
//!     let best = result.best().expect("a legal move");
//!     println!("{} {} after {} nodes", game.move_text(best), result.score, result.nodes);
//!     game.play(best);
//! }
//! ```
//!
//! [`Engine::start`](search::Engine::start) searches in the background and reports principal variations as they are
//! found. The strength can be limited by a skill level or an Elo number ([`Handicap`](search::Handicap)).
//!
//! # Evaluation
//!
//! Games that the built-in network ([`network`]) was trained for are evaluated by their hand-crafted evaluation (HCE,
//! [`eval`]) and the network (NNUE), all others by the HCE alone. Endings of a King and up to three pieces against a
//! bare King are solved when they arise ([`endgame`]).
//!
//! ```
//! use dhow_engine::search::{Engine, EvaluationChoice};
//! use dhow_rules::game::Game;
//! use dhow_rules::variant;
//!
//! let game = Game::new(variant::find("chess").expect("a built-in game"));
//! let mut engine = Engine::new();
//! engine.set_evaluation(EvaluationChoice::by_hand());
//! println!("{}", engine.evaluate(&game));
//! ```
//!
//! # Modules
//!
//! Each module uses only those before it:
//!
//! | module | holds |
//! |---|---|
//! | [`clock`] | the clock: the system's, or the host's in WebAssembly |
//! | [`threads`] | threads that the system may refuse |
//! | [`mod@perft`] | perft with several threads and a hash table |
//! | [`endgame`] | endings against a bare King, solved by retrograde analysis |
//! | [`network`] | the network (NNUE) |
//! | [`eval`] | the hand-crafted evaluation (HCE), and its combination with the network |
//! | [`search`] | the search |
//! | [`mod@bench`] | the benchmark |
//!
//! # Features
//!
//! `threads` (on by default): searches run on threads of the engine. Without it they run on the calling thread, until
//! their limits or [`Engine::interrupt_by`](search::Engine::interrupt_by) end them. In WebAssembly the host sets the
//! clock (`clock::set_clock`).

// Tests may fail where the system refuses what they need.
#![cfg_attr(test, allow(clippy::disallowed_methods))]

pub mod bench;
pub mod clock;
pub mod endgame;
pub mod eval;
pub mod network;
pub mod perft;
pub mod search;
pub mod threads;
