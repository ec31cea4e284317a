//! Texts that become analyses: games as PGN, positions as FEN.

use super::check::LONGEST_FEN;
use super::message::Code;
use super::sessions::Sessions;
use super::study::{Read, Refused, read};
use super::visitor::Visitor;
use crate::pgn::{PgnGame, parse, read_position};
use crate::text::printable_line;
use crate::variant::Variant;
use serde::Serialize;
use std::sync::Arc;

/// The longest text, in bytes.
pub const LONGEST: usize = 4 << 20;
/// The most games of a text that are listed.
const MOST_LISTED: usize = 2000;

/// What became of a text.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Imported {
    /// An analysis.
    Study {
        /// Its name.
        id: String,
    },
    /// There are several games: one must be chosen.
    Games {
        /// The games, at most 2000.
        games: Vec<Headline>,
        /// How many there are.
        of: usize,
    },
}

/// A game of a text.
#[derive(Debug, Serialize)]
pub struct Headline {
    /// Its number, from 1.
    number: usize,
    white: String,
    black: String,
    result: String,
    event: String,
    date: String,
    turns: usize,
}

/// Makes an analysis of a text, or of the game of this number, from 1, in it. A position, and games that do
/// not say of which game they are, are taken for those of `default`.
pub fn import(
    sessions: &Arc<Sessions>,
    text: &str,
    number: Option<usize>,
    default: Option<&Arc<Variant>>,
    visitor: Visitor,
) -> Result<Imported, Refused> {
    let refused = |text: String| (Code::Config, text);
    let bare = text.trim_start_matches('\u{feff}').trim();
    if bare.is_empty() {
        return Err(refused("there is nothing in it".into()));
    }
    let keep = |read: Read| sessions.keep_study(visitor, read).map(|id| Imported::Study { id });
    if is_position(bare) {
        let variant =
            default.ok_or_else(|| refused("a FEN does not say of which game it is".into()))?;
        let game = read_position(variant, bare);
        let game = game.map_err(|error| refused(format!("FEN of {}: {error}", variant.name)))?;
        return keep(Read::of_game(&game, Vec::new())?);
    }
    // What stands before the first game counts for the numbers of lines.
    let games = parse(text).map_err(|error| refused(error.to_string()))?;
    let number = match (number, &games[..]) {
        (_, []) => return Err(refused("there is no game in it".into())),
        (None, [_]) => 1,
        (None, games) => {
            let listed = games.iter().zip(1..).take(MOST_LISTED);
            let listed = listed.map(|(game, number)| headline(game, number)).collect();
            return Ok(Imported::Games { games: listed, of: games.len() });
        }
        (Some(number), _) => number,
    };
    let game = number.checked_sub(1).and_then(|place| games.get(place));
    let game = game.ok_or_else(|| refused(format!("there is no game {number}")))?;
    keep(read(game, number, sessions.catalogue(), default)?)
}

/// Whether a text looks like a FEN: one line, whose first word has ranks.
fn is_position(text: &str) -> bool {
    let word = text.split_ascii_whitespace().next().unwrap_or("");
    let ranks = word.matches('/').count() >= 5 && !word.starts_with(['[', '{', ';', '%', '(']);
    text.len() <= LONGEST_FEN && !text.contains('\n') && ranks
}

fn headline(game: &PgnGame, number: usize) -> Headline {
    let tag = |name| {
        let text: String = game.tag(name).unwrap_or("?").chars().take(60).collect();
        printable_line(&text).into_owned()
    };
    Headline {
        number,
        white: tag("White"),
        black: tag("Black"),
        event: tag("Event"),
        date: tag("Date"),
        result: game.result.text().into(),
        turns: game.moves.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::VARIANTS;

    #[test]
    fn positions_are_told_from_games() {
        for variant in VARIANTS.iter() {
            assert!(is_position(&variant.start), "{}", variant.id);
        }
        for text in ["1. e4 e5 1/2-1/2", "[Site \"a/b/c/d/e/f/g\"]", "{a/b/c/d/e/f/g}", "e4"] {
            assert!(!is_position(text), "{text}");
        }
    }
}
