//! Forced mates and wins, proved by trying everything: slow, but simple enough to be surely right; and puzzles made of
//! them.
//!
//! ```
//! use dhow_play::proof::MateSearch;
//! use dhow_rules::game::Game;
//!
//! let chess = dhow_rules::variant::find("chess").expect("a game of the engine's files");
//! let game = Game::from_fen(chess, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")?;
//! let mut position = game.position().clone();
//! assert_eq!(MateSearch::default().mates_with(&mut *position, 1, 0), Ok(true));
//! # Ok::<(), dhow_rules::position::FenError>(())
//! ```

mod finder;
mod mates;
mod turns;

pub use finder::{ProvenWin, PuzzleFinder};
pub use mates::MateSearch;
pub use turns::{TurnProof, TurnShare, wins};

use dhow_rules::position::Move;

/// A proof would have to visit more positions than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany;

/// Puts an item at the front of those that recently succeeded, of which `most` are kept.
fn remember<T: PartialEq>(items: &mut Vec<T>, item: T, most: usize) {
    items.retain(|other| *other != item);
    items.insert(0, item);
    items.truncate(most);
}

/// A proof counts down the positions that it may still visit.
fn visit(left: &mut u64) -> Result<(), TooMany> {
    *left = left.checked_sub(1).ok_or(TooMany)?;
    Ok(())
}

/// The turns that recently succeeded, the latest first.
type Turns = Vec<Vec<Move>>;
