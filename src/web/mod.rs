//! A board in the browser: a server for pages on this machine.
//!
//! Each game (`session`) and each analysis (`study`) has a thread of its own, which alone touches it
//! and lets engines search; a few threads move messages between pages and games (`client`, `server`). The page knows no rules:
//! it is told the legal moves, and tells which one was made. What they say to each other stands in
//! [`message`] and in docs/web.md.

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

/// The port unless another is asked for.
pub const PORT: u16 = 8712;

/// The folder in which games are kept unless another is asked for; `None` if the system says nothing of
/// such a place.
pub fn usual_folder() -> Option<PathBuf> {
    store::Store::usual_folder()
}

/// What a server needs to know.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// Where to listen; with port 0 the system chooses one.
    pub address: SocketAddr,
    /// Threads of each engine.
    pub threads: usize,
    /// Hash table of each engine in MiB.
    pub hash: usize,
    /// What evaluates.
    pub evaluation: EvaluationChoice,
    /// Where games are kept; `None` if they are not.
    pub folder: Option<PathBuf>,
    /// The games.
    pub catalogue: Catalogue,
}
