//! The engine and the rules in WebAssembly, for a host that has nothing but memory and a clock.
//!
//! A host sends lines and receives lines. A line that begins with `{` asks for games, moves or an outcome ([`rules`]);
//! every other line is UCI ([`uci`]). Searches run on the calling thread, and ask the host whether to stop.
//!
//! | module | holds |
//! |---|---|
//! | [`rules`] | games, legal moves, SAN, FEN and outcomes, as JSON |
//! | [`setting`] | the options of UCI |
//! | [`uci`] | UCI |
//! | [`session`] | lines in, lines out |
//! | `abi` | what a host calls, and what it must have; only in WebAssembly |

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod abi;
pub mod rules;
pub mod session;
pub mod setting;
pub mod uci;
