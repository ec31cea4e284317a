//! XBoard's notation for moves, letters, ranks, times and variants.

pub mod letters;
pub mod level;
pub mod moves;
pub mod ranks;

use dhow_rules::variant::{Variant, find};

/// The game that XBoard knows as [`NORMAL`].
pub const CHESS: &str = "chess";

/// The game besides chess that XBoard knows by the same name.
const CHU: &str = "chu";

/// Whether XBoard knows the game with its board, its array and its pieces, so that nothing describes it.
pub fn is_known(variant: &Variant) -> bool {
    variant.id == CHU && find(CHU).is_some_and(|shipped| **shipped == *variant)
}

/// Whether the protocol can play the game: it has one move per turn, and XBoard knows it, or can be told of it, as no
/// letter of a piece has a `+`.
pub fn can_play(variant: &Variant) -> bool {
    let is_plain = || variant.pieces.iter().all(|piece| !piece.letter.is_promoted());
    variant.command.is_none() && (is_known(variant) || is_plain())
}

/// XBoard's name of chess. XBoard assumes chess unless it names another variant, so this name is offered only
/// if chess is available.
pub const NORMAL: &str = "normal";
