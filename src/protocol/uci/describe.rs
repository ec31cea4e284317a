//! The command `d`: the position, for people and for programs.

use super::turn;
use dhow_play::board_picture::{self, TextStyle, View};
use dhow_rules::game::Game;
use dhow_rules::movegen::MoveTextError;
use std::str::SplitAsciiWhitespace;

/// Why `d` is refused.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum DescribeError {
    /// An unknown word.
    #[error("d: `{0}` where nothing, or `json` and then `svg`, `flip` or `moves`, should be")]
    Word(String),
    /// An illegal move.
    #[error("d: illegal move {number}: {reason}")]
    Illegal {
        /// The number of the move in the command, from 1.
        number: usize,
        /// Why it is illegal.
        reason: MoveTextError,
    },
}

/// The answer to `d` with these words after it: the board as text or as `json`, if wanted with a picture
/// (`svg`, and `flip` for Black's side), after further moves if any are given. In games with leaders these
/// are single moves, or `end`.
pub fn answer(words: SplitAsciiWhitespace, game: &Game) -> Result<Vec<String>, DescribeError> {
    let mut words = words.peekable();
    match words.next() {
        None => return Ok(text(game)),
        Some("json") => {}
        Some(word) => return Err(DescribeError::Word(word.into())),
    }
    let (mut picture, mut view) = (false, View { last_turn: true, ..View::default() });
    let mut game = game.clone();
    while let Some(word) = words.next() {
        match word {
            "svg" => picture = true,
            "flip" => view.flipped = true,
            "moves" => {
                for (number, text) in (1..).zip(words.by_ref()) {
                    let illegal = |reason| DescribeError::Illegal { number, reason };
                    game.play_text(text).map_err(illegal)?;
                }
            }
            _ => return Err(DescribeError::Word(word.into())),
        }
    }
    Ok(vec![board_picture::json(&game, picture.then_some(view))])
}

fn text(game: &Game) -> Vec<String> {
    let position = game.position();
    let view = View { last_turn: true, ..View::default() };
    let picture = board_picture::text(game, view, TextStyle::Plain);
    let mut lines: Vec<String> = picture.lines().map(str::to_string).collect();
    lines.push(String::new());
    lines.push(format!("Fen: {}", game.fen()));
    lines.push(format!("Key: {:016X}", position.key()));
    lines.extend(turn::lines(game));
    let checkers: Vec<String> = position.checkers().iter().map(ToString::to_string).collect();
    lines.push(format!("Checkers: {}", checkers.join(" ")));
    lines
}
