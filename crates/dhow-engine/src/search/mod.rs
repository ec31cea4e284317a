//! Searching for the best move.
//!
//! An [`Engine`] owns the transposition table and the threads. It takes a game and [`Limits`],
//! searches in the background, and tells of its progress by [`SearchEvent`]s.

mod abdada;
mod alphabeta;
mod bound;
mod contempt;
mod continuation;
mod correction;
pub mod endings;
mod engine;
mod errors;
mod evaluate;
mod evaluation_choice;
mod event;
mod game_cache;
mod handicap;
mod history;
mod history_score;
mod iterate;
mod job;
mod limits;
mod lock;
mod memory;
mod node;
mod order;
mod params;
mod prune;
mod quiescence;
mod reduce;
mod reward;
mod root;
mod root_moves;
mod root_position;
mod run;
mod search_state;
#[cfg_attr(not(feature = "threads"), path = "no_search_threads.rs")]
mod search_threads;
mod shared;
mod time;
mod transposition;
pub mod tree;
mod turns;
#[cfg(feature = "threads")]
mod watch;
mod worker;

pub use bound::Bound;
pub use engine::Engine;
pub use errors::{HashError, ThreadsError};
pub use evaluation_choice::EvaluationChoice;
pub use event::{PvInfo, SearchEvent, SearchProgress, SearchResult};
pub use handicap::Handicap;
pub use limits::{Limits, TimeLeft};
pub use params::{SearchParam, SearchParams, SearchParamsError};
