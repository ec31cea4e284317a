//! Games that are pasted: variant files and Interactive Diagrams. They are kept in a folder beside the saved
//! games.

use super::store::GameStore;
use dhow_rules::game::{read_diagrams, read_variants};
use dhow_rules::variant::diagram;
use dhow_rules::variant::ini::{MAX_FILE, Mistake, VariantFiles};
use dhow_rules::variant::{Catalogue, Variant};
use serde::Serialize;
use serde_json::json;
use std::io;
use std::sync::Arc;

/// The maximum size of a text in bytes.
pub const LONGEST: usize = MAX_FILE;
/// The maximum number of texts that are kept.
pub const MOST: usize = 200;
/// The maximum number of mistakes and notes in a report.
const MOST_TOLD: usize = 50;

/// A mistake or a note about a line of the text.
#[derive(Debug, Serialize)]
pub struct Remark {
    line: usize,
    text: String,
}

impl From<Mistake> for Remark {
    fn from(mistake: Mistake) -> Self {
        Self { line: mistake.line, text: mistake.to_string() }
    }
}

/// The games of a text.
#[derive(Debug)]
pub struct PastedGames {
    /// The games.
    pub games: Vec<Arc<Variant>>,
    /// Rules of a diagram that the games lack.
    pub notes: Vec<Remark>,
    /// The variant file from which they are read again.
    file: String,
}

/// Reads a text. Games of diagrams get names that are free in the catalogue.
///
/// # Errors
/// The mistakes, at most fifty.
pub fn read(text: &str, known: &Catalogue) -> Result<PastedGames, Vec<Remark>> {
    let is_taken = |game: &Arc<Variant>| known.find(&game.id).is_some_and(|other| other != game);
    if !diagram::is_diagram(text) {
        let mut files = VariantFiles::default();
        read_variants(&mut files, text).map_err(remarks)?;
        let games = files.games().to_vec();
        return match games.iter().find(|game| is_taken(game)) {
            None => Ok(PastedGames { games, notes: Vec::new(), file: text.into() }),
            Some(game) => Err(whole(format!("there is another game with the name `{}`", game.id))),
        };
    }
    let mut read = of_diagrams(text, None)?;
    let first = read.games.first().map_or(String::new(), |game| game.id.clone());
    for number in 2..MOST {
        if !read.games.iter().any(is_taken) {
            return Ok(read);
        }
        read = of_diagrams(text, Some(&format!("{first}-{number}")))?;
    }
    Err(whole(format!("there are too many games with the name `{first}`")))
}

fn of_diagrams(text: &str, name: Option<&str>) -> Result<PastedGames, Vec<Remark>> {
    let mut files = VariantFiles::default();
    let imported = read_diagrams(&mut files, text, name).map_err(remarks)?;
    let notes = remarks(imported.notes);
    Ok(PastedGames { games: files.games().to_vec(), notes, file: imported.text })
}

fn remarks(mistakes: Vec<Mistake>) -> Vec<Remark> {
    mistakes.into_iter().take(MOST_TOLD).map(Remark::from).collect()
}

/// A remark on the text as a whole.
pub fn whole(text: String) -> Vec<Remark> {
    vec![Remark { line: 1, text }]
}

/// The answer to a pasted text, in JSON: the ids of its games and notes, or the mistakes.
///
/// # Errors
/// The mistakes.
pub fn answer(read: Result<PastedGames, Vec<Remark>>) -> Result<String, String> {
    match read {
        Ok(PastedGames { games, notes, .. }) => {
            let ids: Vec<&str> = games.iter().map(|game| game.id.as_str()).collect();
            Ok(json!({ "games": ids, "notes": notes }).to_string())
        }
        Err(mistakes) => Err(json!({ "mistakes": mistakes }).to_string()),
    }
}

impl PastedGames {
    /// Saves the variant file beside the saved games.
    ///
    /// # Errors
    /// If there is no room for more, or the system refuses it.
    pub fn keep(&self, store: &dyn GameStore) -> io::Result<()> {
        self.games.first().map_or(Ok(()), |first| store.keep_variants(&first.id, &self.file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::VARIANTS;

    const DIAGRAM: &str = "iron=2\npawn::::a2-h2\nrook::::a1\nking::::e1\npromoChoice=R\n";

    fn told(text: &str) -> String {
        let remarks = read(text, &VARIANTS).expect_err("mistakes");
        remarks.iter().map(|remark| format!("{}: {}\n", remark.line, remark.text)).collect()
    }

    #[test]
    fn diagrams_get_free_names_and_files_keep_theirs() {
        let mut known = VARIANTS.clone();
        for id in ["diagram", "diagram", "diagram-2"] {
            let text = DIAGRAM.replace("a1", if id == "diagram" { "a1" } else { "b1" });
            let read = read(&text, &known).expect("a game");
            assert_eq!((read.games[0].id.as_str(), read.notes.len()), (id, 1));
            known = known.with(&read.games);
        }
        assert!(read("[new:chess]\n", &known).is_ok());
        assert!(told("[chess]\nmaxRank = 8\ncastling = false\n").contains("another game"));
        assert!(told("[a]\nx = 1\n").starts_with("2: line 2, `x`: unknown key"));
        assert!(told(&DIAGRAM.replace("iron", "morph")).starts_with("1: line 1, `morph`: "));
    }
}
