//! The browser board: a web server on this machine, and its games.
//!
//! The crate `dhow-board` has the board's logic. Each of its games and analyses has its own thread here, which alone
//! has access to it and runs its searches (`sessions`); a few threads pass messages between pages and games
//! (`client`, `server`).

mod aside;
mod assets;
mod client;
mod connections;
mod guard;
mod local;
mod running;
mod server;
mod sessions;
mod store;

pub use local::Local;
pub use running::Other;
pub use server::{BindError, Server, Stop};

use dhow_board::puzzles::Puzzle;
use dhow_engine::search::EvaluationChoice;
use dhow_rules::variant::Catalogue;
use std::net::SocketAddr;
use std::path::PathBuf;

/// The default port.
pub const PORT: u16 = 8712;

/// The default folder for saved games; `None` if the system has no such place.
pub fn usual_folder() -> Option<PathBuf> {
    store::Store::usual_folder()
}

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The address to listen on. With port 0 the system chooses a port.
    pub address: SocketAddr,
    /// Threads of each engine.
    pub threads: usize,
    /// Hash table of each engine in MiB.
    pub hash: usize,
    /// The evaluation.
    pub evaluation: EvaluationChoice,
    /// The folder for saved games; `None` to save nothing.
    pub folder: Option<PathBuf>,
    /// The variants.
    pub catalogue: Catalogue,
    /// Puzzles that are not in the suites.
    pub puzzles: Vec<Puzzle>,
}
