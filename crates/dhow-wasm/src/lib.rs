//! The engine and the rules in WebAssembly, for a host that provides only memory, a clock and random numbers.
//!
//! A host sends lines and receives lines. A line that begins with `{` asks for games, moves or an outcome ([`rules`]);
//! every other line is UCI ([`uci`]). Searches run on the calling thread, and ask the host whether to stop.
//!
//! A host may also run the board of `dhow-board` ([`board`]), whose engines are other instances of this module, in
//! workers of their own ([`thinker`]).
//!
//! | module | holds |
//! |---|---|
//! | [`rules`] | games, legal moves, SAN, FEN and outcomes, as JSON |
//! | [`setting`] | the options of UCI |
//! | [`uci`] | UCI |
//! | [`session`] | lines in, lines out |
//! | [`board`] | the board: pages, games and stored games |
//! | [`thinker`] | an engine of the board |
//! | [`wire`] | the messages between board and engines |
//! | `abi` | the functions that a host calls, and those that it must provide; only in WebAssembly |

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod abi;
pub mod board;
pub mod rules;
pub mod session;
pub mod setting;
pub mod thinker;
pub mod uci;
pub mod wire;
