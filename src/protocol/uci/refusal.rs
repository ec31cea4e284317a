//! What is not obeyed.

use super::describe::DescribeError;
use super::go::GoError;
use super::position::PositionError;
use crate::protocol::options::{EngineError, OptionError};
use dhow_rules::variant::SetupError;

/// Why a command is refused.
#[derive(Debug, thiserror::Error)]
pub enum UciError {
    /// `setoption` without a name.
    #[error("setoption: expected `name NAME`, then perhaps `value VALUE`")]
    OptionForm,
    /// An option, or its value.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A setup.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// What the engine cannot do.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A search.
    #[error(transparent)]
    Go(#[from] GoError),
    /// A description of the position.
    #[error(transparent)]
    Describe(#[from] DescribeError),
    /// A position of a game that there is not.
    #[error("position: not read, since `{0}` is none of Dhow's games")]
    Game(String),
    /// A count that has no thread.
    #[error("perft: {0}")]
    Thread(#[from] std::io::Error),
    /// Something else.
    #[error("Unknown command: {0}. Type help for more information.")]
    Unknown(String),
}
