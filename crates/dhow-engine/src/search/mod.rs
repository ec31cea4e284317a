//! The search for the best move.
//!
//! An [`Engine`] owns the transposition table and the threads. It searches the position of a game within [`Limits`],
//! in the background, and reports [`SearchEvent`]s.
//!
//! From the top down, the files are:
//!
//! | file | holds |
//! |---|---|
//! | `engine`, `run`, `watch`, `search_threads` | the engine, one search of it, and its thread pool |
//! | `time`, `limits`, `handicap` | time management, limits, skill levels |
//! | `iterate`, `root` | iterative deepening, aspiration windows, multi-PV |
//! | `alphabeta` | principal variation search (PVS), mate distance pruning, check extension, internal iterative reductions (IIR), killer moves, countermoves |
//! | `quiescence` | quiescence search, stand pat, delta pruning |
//! | `prune` | reverse futility pruning, razoring, null move pruning, late move pruning (LMP), futility pruning, SEE pruning |
//! | `reduce` | late move reductions (LMR) |
//! | `order`, `reward` | the move picker, and what it learns from cut-offs |
//! | `history`, `continuation`, `correction` | history, capture history, continuation history, correction history |
//! | `evaluate`, `contempt`, `endings` | static evaluation, contempt, solved endings |
//! | `turns` | turns of several moves, sleep sets |
//! | `transposition`, `abdada` | the transposition table, and the division of work between threads |
//! | `table_memory`, `lent_memory`, `exchange` | the table's memory, which engines may share in a build without threads; what they exchange by it |
//! | `params` | all numbers of these |
//! | `tree` | what the search requires of a position |

mod abdada;
mod alphabeta;
mod bound;
mod contempt;
mod continuation;
mod correction;
mod endings;
mod engine;
mod errors;
mod evaluate;
mod evaluation_choice;
mod event;
mod exchange;
mod game_cache;
mod handicap;
mod history;
mod history_score;
mod iterate;
mod job;
mod lent_memory;
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
mod table_memory;
mod time;
mod transposition;
mod tree;
mod turns;
#[cfg(feature = "threads")]
mod watch;
mod worker;

pub use bound::Bound;
pub use engine::Engine;
pub use errors::{HashError, ThreadsError};
pub use evaluation_choice::{EvaluationChoice, LearnedNetworks};
pub use event::{PvInfo, SearchEvent, SearchProgress, SearchResult};
pub use handicap::Handicap;
pub use lent_memory::{HostWords, SharedTableRole};
pub use limits::{Limits, TimeLeft};
pub use params::{SearchParam, SearchParamChanges, SearchParams, SearchParamsError};
