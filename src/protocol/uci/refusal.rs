//! Why commands are refused.

use super::describe::DescribeError;
use crate::protocol::options::{EngineError, SettingError};
use dhow_play::uci::go::GoError;
use dhow_play::uci::position::PositionCommandError;
use dhow_rules::variant::SetupError;

/// Why a command is refused.
#[derive(Debug, thiserror::Error)]
pub enum UciError {
    /// `setoption` without a name.
    #[error("setoption: expected `name NAME`, then perhaps `value VALUE`")]
    OptionForm,
    /// A wrong option or value.
    #[error(transparent)]
    Option(#[from] SettingError),
    /// A wrong setup.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A setting that the engine cannot apply.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A wrong `position`.
    #[error(transparent)]
    Position(#[from] PositionCommandError),
    /// A wrong `go`.
    #[error(transparent)]
    Go(#[from] GoError),
    /// A wrong `d`.
    #[error(transparent)]
    Describe(#[from] DescribeError),
    /// A position while the host's game is unknown.
    #[error("position: not read, since `{0}` is not one of Dhow's games")]
    Game(String),
    /// A perft without a thread to run in.
    #[error("perft: {0}")]
    Thread(#[from] std::io::Error),
    /// An unknown command.
    #[error("Unknown command: {0}. Type help for more information.")]
    Unknown(String),
}
