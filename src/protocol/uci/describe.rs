//! The command `d`: the position, for people and for programs.

use super::turn;
use dhow_play::board_picture::{self, TextStyle, View};
use dhow_rules::game::Game;
use dhow_rules::movegen::MoveTextError;
use std::str::SplitAsciiWhitespace;

/// Why `d` is refused.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum DescribeError {
    /// A word without a meaning here.
    #[error("d: `{0}` where nothing, or `json` and then `svg`, `flip` or `moves`, should be")]
    Word(String),
    /// A move that cannot be made.
    #[error("d: illegal move {number}: {reason}")]
    Illegal {
        /// Its place among the moves, from 1.
        number: usize,
        /// What is wrong with it.
        reason: MoveTextError,
    },
}

/// The answer to the words after `d`: the board as text, or as `json`, which may have a picture
/// (`svg`, `flip` for Black's view) and be of the position after further moves. In games with leaders
/// these are single moves, or `end`.
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
