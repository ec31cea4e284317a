//! Games written as *Interactive Diagrams*, as the Chess Variant Pages show them.
//!
//! A diagram is a few lines of text: `key=value`, and a line `name:id:moves:image:squares` for each kind of piece, with
//! moves in XBetza. [`import`] finds the diagrams in a text or in a saved web page and writes them as a variant file;
//! [`export`] writes a game as a diagram. docs/variants.md lists the supported parts.
//!
//! Texts are untrusted: their size, the board and the numbers of games and kinds are bounded.
//!
//! ```
//! use dhow_rules::variant::diagram;
//!
//! let text = "pawn::::a2-h2\nknight::::b1,g1\nbishop::::c1,f1\nrook::::a1,h1\n\
//!             queen::::d1\nking::::e1\n";
//! let read = diagram::import(text, Some("mine"))?;
//! assert!(read.text.contains("[mine]"));
//! # Ok::<(), Vec<dhow_rules::variant::ini::Mistake>>(())
//! ```

mod board;
mod convert;
mod definition;
mod export;
mod letters;
mod moves;
mod page;
mod promotion;
mod shuffle;

pub use export::{DiagramText, export};

use super::ini::{MAX_FILE, Mistake, Problem};
use convert::SourceLine;
use definition::DiagramDefinition;

/// The greatest number of diagrams of one text.
const MAX_DIAGRAMS: usize = 100;

/// Diagrams converted to a variant file.
#[derive(Clone, Debug)]
pub struct ImportedDiagrams {
    /// The variant file. Its comments list the rules that it lacks.
    pub text: String,
    /// The rules that the file lacks or changes, with the lines of the diagrams.
    pub notes: Vec<Mistake>,
    /// For each line of the file, its origin.
    sources: Vec<SourceLine>,
}

impl ImportedDiagrams {
    /// Converts a mistake in the variant file to one in the diagrams: with the line and the key of the diagram.
    pub fn blame(&self, mistake: Mistake) -> Mistake {
        match self.sources.get(mistake.line.saturating_sub(1)) {
            Some(SourceLine { line, key }) => Mistake { line: *line, key: key.clone(), ..mistake },
            None => mistake,
        }
    }
}

/// Whether a text is a diagram, or a page with one, rather than a variant file.
pub fn is_diagram(text: &str) -> bool {
    if text.len() > MAX_FILE {
        return false;
    }
    let mut lines = text.lines().map(|line| line.trim_start_matches('\u{feff}').trim());
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(['#', ';']));
    let is_section = first.is_some_and(|line| line.starts_with('[') && line.contains(']'));
    !is_section
        && page::texts(text).iter().any(|lines| !DiagramDefinition::read(lines).pieces.is_empty())
}

/// Reads the diagrams of a text, of a saved web page, or of the source of one, and writes them as a
/// variant file. `name` is the name of the game, numbered if there are several; without it the
/// diagram's own name or `diagram`. A name that a built-in game has gets an addition.
///
/// The file may still describe a game that cannot be played: reading the file reports that, and
/// [`ImportedDiagrams::blame`] finds the place in the diagram.
///
/// # Errors
/// The rules that no variant file can express, with the lines of the diagrams.
pub fn import(text: &str, name: Option<&str>) -> Result<ImportedDiagrams, Vec<Mistake>> {
    let mistake = |problem| vec![Mistake { line: 1, key: String::new(), problem }];
    if text.len() > MAX_FILE {
        return Err(mistake(Problem::FileTooLong));
    }
    let texts = page::texts(text);
    let mut diagrams: Vec<DiagramDefinition> =
        texts.iter().map(|it| DiagramDefinition::read(it)).collect();
    diagrams.retain(|diagram| !diagram.pieces.is_empty());
    if diagrams.is_empty() {
        return Err(mistake(Problem::NoDiagram));
    }
    if diagrams.len() > MAX_DIAGRAMS {
        return Err(mistake(Problem::TooManyGames(MAX_DIAGRAMS)));
    }
    let title = page::title(text).filter(|_| diagrams.len() == 1);
    convert::convert(&diagrams, name, title.as_deref(), &page::scripts(text))
}
