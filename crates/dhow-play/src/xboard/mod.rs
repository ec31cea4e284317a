//! XBoard's notation for moves, letters, ranks, times and variants.

pub mod letters;
pub mod level;
pub mod moves;
pub mod ranks;

use dhow_rules::variant::Variant;

/// The game that XBoard knows as [`NORMAL`].
pub const CHESS: &str = "chess";

/// Whether the protocol can play the game: it has one move per turn.
pub fn can_play(variant: &Variant) -> bool {
    variant.command.is_none()
}

/// XBoard's name of chess. XBoard assumes chess unless it names another variant, so this name is offered only
/// if chess is available.
pub const NORMAL: &str = "normal";
