//! Importing texts as analyses: PGN games and FEN positions.

use super::analysis::{Read, SavedAnalysis, read};
use super::chapters::{ReadChapters, read_chapters};
use super::check::LONGEST_FEN;
use super::message::Refused;
use super::store::GameStore;
use dhow_play::pgn::{PgnError, PgnErrorKind, PgnGame, parse, read_position};
use dhow_rules::text::printable_line;
use dhow_rules::variant::{Catalogue, Variant};
use serde::Serialize;
use std::sync::Arc;

/// The maximum size of a text in bytes.
pub const LONGEST: usize = 4 << 20;
/// The maximum number of games in a list.
const MOST_LISTED: usize = 2000;

/// The result of an import.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Imported {
    /// An analysis.
    Analysis {
        /// Its id.
        id: String,
    },
    /// There are several games, and one must be chosen.
    Games {
        /// The games, at most 2000.
        games: Vec<Headline>,
        /// The number of all games.
        of: usize,
    },
    /// The chapters of a study.
    Chapters(ReadChapters),
}

/// A game in a text.
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

/// Why a text cannot be imported.
#[derive(Debug, Serialize)]
pub struct ImportError {
    /// What is wrong, and where.
    text: String,
    /// The missing information: `variant`, if the text names no variant.
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<&'static str>,
}

impl From<String> for ImportError {
    fn from(text: String) -> Self {
        Self { text, missing: None }
    }
}

impl From<Refused> for ImportError {
    fn from((_, text): Refused) -> Self {
        text.into()
    }
}

impl ImportError {
    fn without_variant(text: String) -> Self {
        Self { text, missing: Some("variant") }
    }
}

/// Imports a text, or the game with this number in it, from 1. Positions, and games without Variant tag, get
/// `default`. `keep` starts the analysis and returns its id.
pub fn import(
    text: &str,
    number: Option<usize>,
    known: &Catalogue,
    default: Option<&Arc<Variant>>,
    keep: impl Fn(Read) -> Result<String, Refused>,
) -> Result<Imported, ImportError> {
    let bare = text.trim();
    if bare.is_empty() {
        return Err(ImportError::from("there is nothing in it".to_string()));
    }
    let keep = |read: Read| Ok(Imported::Analysis { id: keep(read)? });
    if is_position(bare) {
        let missing =
            || ImportError::without_variant("a FEN does not say of which game it is".into());
        let variant = default.ok_or_else(missing)?;
        let game = read_position(variant, bare);
        let game = game.map_err(|error| format!("FEN of {}: {error}", variant.name))?;
        return keep(Read::of_game(&game, Vec::new())?);
    }
    // Line numbers also count what comes before the first game.
    let mut games = parse(text).map_err(|error| error.to_string())?;
    let number = match (number, &games[..]) {
        (_, []) => return Err(ImportError::from("there is no game in it".to_string())),
        (None, [_]) => 1,
        (None, games) => {
            let listed = games.iter().zip(1..).take(MOST_LISTED);
            let listed = listed.map(|(game, number)| headline(game, number)).collect();
            return Ok(Imported::Games { games: listed, of: games.len() });
        }
        (Some(number), _) => number,
    };
    let game = number.checked_sub(1).and_then(|place| games.get_mut(place));
    let game = game.ok_or_else(|| format!("there is no game {number}"))?;
    if default.is_none() && game.tag("Variant").is_none() {
        let (line, kind) = (game.line, PgnErrorKind::NoVariant);
        let error = PgnError { game: number, line, kind };
        return Err(ImportError::without_variant(error.to_string()));
    }
    keep(read(game, number, known, default)?)
}

/// Stores the games of a text as chapters of a new study. Games without Variant tag get `default`. `keep` stores an
/// analysis and returns its id.
///
/// # Errors
/// If no game can be read.
pub fn import_chapters(
    text: &str,
    known: &Catalogue,
    default: Option<&Arc<Variant>>,
    store: &dyn GameStore,
    keep: impl FnMut(&SavedAnalysis) -> Result<String, Refused>,
) -> Result<Imported, ImportError> {
    let mut games = parse(text).map_err(|error| error.to_string())?;
    if games.is_empty() {
        return Err(ImportError::from("there is no game in it".to_string()));
    }
    Ok(Imported::Chapters(read_chapters(&mut games, known, default, store, keep)?))
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
    use dhow_rules::variant::VARIANTS;

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
