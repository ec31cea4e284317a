//! Games from variant files.

use super::any_position::{VariantError, check};
use crate::variant::BUILT_IN;
use crate::variant::diagram::{self, ImportedDiagrams};
use crate::variant::ini::{Mistake, Problem, VariantFiles};

/// Adds the games of a variant file's text to `games`, if all of them can be played and none has
/// the name of a built-in game. Does not read files itself.
///
/// # Errors
/// All mistakes, sorted by line. In that case no game is added.
///
/// ```
/// use dhow_rules::game::{Game, read_variants};
/// use dhow_rules::variant::ini::VariantFiles;
///
/// let mut files = VariantFiles::default();
/// read_variants(&mut files, "[knightmate:chess]\nknight = -\ncommoner = n\nking = k:N\n")?;
/// assert_eq!(Game::new(&files.games()[0]).legal_moves().len(), 18);
///
/// let mistakes = read_variants(&mut files, "[a:chess]\nmaxFile = 40\n").unwrap_err();
/// assert_eq!(mistakes[0].line, 2);
/// # Ok::<(), Vec<dhow_rules::variant::ini::Mistake>>(())
/// ```
pub fn read_variants(games: &mut VariantFiles, text: &str) -> Result<(), Vec<Mistake>> {
    games.read(text, &|variant| {
        if BUILT_IN.find(&variant.id).is_some() {
            return Err(Problem::BuiltIn);
        }
        check(variant).map_err(|error| match error {
            VariantError::Rules(error) => Problem::Rules(error),
            VariantError::Start(error) => Problem::Start(error.to_string()),
        })
    })
}

/// Adds the games of a text: a variant file, or diagrams, alone or in a saved web page. `name` is the name of a
/// diagram's game; see [`diagram::import`]. Returns the rules in the diagrams that the games lack.
///
/// # Errors
/// All mistakes, sorted by line. In that case no game is added.
///
/// ```
/// use dhow_rules::game::read_variants_or_diagrams;
///
/// let mut files = Default::default();
/// let text = "pawn::::a2-h2\nqueen::::d1\nprince::K::g1\nking::::e1\npromoChoice=Q\n";
/// let notes = read_variants_or_diagrams(&mut files, text, Some("few"))?;
/// assert_eq!(files.games()[0].id, "few");
/// assert_eq!(notes.len(), 1);
/// # Ok::<(), Vec<dhow_rules::variant::ini::Mistake>>(())
/// ```
pub fn read_variants_or_diagrams(
    games: &mut VariantFiles,
    text: &str,
    name: Option<&str>,
) -> Result<Vec<Mistake>, Vec<Mistake>> {
    if !diagram::is_diagram(text) {
        return read_variants(games, text).map(|()| Vec::new());
    }
    read_diagrams(games, text, name).map(|imported| imported.notes)
}

/// Adds the games of diagrams, alone or in a saved web page, and returns them as a variant file.
/// `name` is the name of the only game; see [`diagram::import`].
///
/// # Errors
/// All mistakes, sorted by line. In that case no game is added.
///
/// ```
/// use dhow_rules::game::read_diagrams;
///
/// let mut files = Default::default();
/// let text = "pawn::::a2-h2\nqueen::::d1\nking::::e1\npromoChoice=Q\n";
/// let imported = read_diagrams(&mut files, text, Some("few"))?;
/// assert_eq!(files.games().len(), 1);
/// assert!(imported.text.contains("[few]"));
/// # Ok::<(), Vec<dhow_rules::variant::ini::Mistake>>(())
/// ```
pub fn read_diagrams(
    games: &mut VariantFiles,
    text: &str,
    name: Option<&str>,
) -> Result<ImportedDiagrams, Vec<Mistake>> {
    let imported = diagram::import(text, name)?;
    let blamed = |it: Mistake| imported.blame(it);
    read_variants(games, &imported.text)
        .map_err(|mistakes| mistakes.into_iter().map(blamed).collect::<Vec<_>>())?;
    Ok(imported)
}
