//! The `position` command.

use dhow_rules::game::Game;
use dhow_rules::movegen::MoveTextError;
use dhow_rules::position::FenError;
use dhow_rules::variant::{Setup, Variant};
use std::str::SplitAsciiWhitespace;
use std::sync::Arc;

/// Why a `position` command is refused.
#[derive(Debug, thiserror::Error)]
pub enum PositionCommandError {
    /// Neither `startpos` nor `fen` is given.
    #[error("position: expected `startpos` or `fen FEN`, then perhaps `moves` and moves")]
    Start,
    /// An invalid FEN.
    #[error("position: {0}")]
    Fen(#[from] FenError),
    /// Something other than `moves` after the start.
    #[error("position: `{0}` where `moves` should be")]
    Moves(String),
    /// An illegal move.
    #[error("position: illegal move {number}: {reason}")]
    Illegal {
        /// The number of the move in the command, from 1.
        number: usize,
        /// Why it is illegal.
        reason: MoveTextError,
    },
}

/// The game that the words after `position` describe. `setup` is the setup of `startpos`.
///
/// # Errors
/// The first part that cannot be read, or the first illegal move with its number.
pub fn read(
    mut words: SplitAsciiWhitespace,
    variant: &Arc<Variant>,
    setup: &Setup,
) -> Result<Game, PositionCommandError> {
    let (mut game, next) = match words.next() {
        Some("startpos") => (Game::with_setup(variant, setup), words.next()),
        Some("fen") => {
            let fen: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
            // `take_while` has consumed the word `moves`; without it nothing is left.
            (Game::from_fen(variant, &fen.join(" "))?, Some("moves"))
        }
        _ => return Err(PositionCommandError::Start),
    };
    if let Some(word) = next.filter(|&word| word != "moves") {
        return Err(PositionCommandError::Moves(word.into()));
    }
    for (index, text) in words.enumerate() {
        let illegal = |reason| PositionCommandError::Illegal { number: index + 1, reason };
        game.play_turn_text(text).map_err(illegal)?;
    }
    Ok(game)
}
