//! Moves, letters, ranks, times and names of games as XBoard has them.

pub mod letters;
pub mod level;
pub mod moves;
pub mod ranks;

use dhow_rules::variant::Variant;

/// The game that XBoard knows as [`NORMAL`].
pub const CHESS: &str = "chess";

/// Whether a game can be played by this protocol, in which a turn is one move.
pub fn can_play(variant: &Variant) -> bool {
    variant.command.is_none()
}

/// XBoard's name of chess. It takes chess for the game that is played unless it names another, so this
/// name is offered only where that is so.
pub const NORMAL: &str = "normal";
