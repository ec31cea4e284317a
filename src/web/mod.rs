//! The browser board: a web server on this machine, and its games.
//!
//! Each game (`session`) and each analysis (`study`) has its own thread, which alone has access to it and
//! runs its searches; a few threads pass messages between pages and games (`client`, `server`). The page
//! knows no rules: the server sends the legal moves, and the page sends the chosen one. [`message`] and
//! docs/web.md describe the messages.

mod aside;
mod assets;
mod check;
mod client;
mod connections;
mod engines;
mod errand;
mod games;
mod guard;
mod import;
mod keeper;
mod kept;
mod lines;
mod local;
pub mod message;
mod pages;
mod pasted;
mod reach;
mod running;
mod server;
mod session;
mod sessions;
mod store;
mod study;
mod table;
mod view;
mod visitor;

pub use local::Local;
pub use running::Other;
pub use server::{BindError, Server, Stop};

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
}
