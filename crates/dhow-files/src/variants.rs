//! Games from variant files.

use crate::{decode, open_to_read};
use dhow_rules::game::read_variants_or_diagrams;
use dhow_rules::variant::ini::{MAX_FILE, Mistake, Problem, VariantFiles};
use std::io::{self, Read};
use std::path::Path;

/// Why a variant file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum VariantFileError {
    /// The file cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file contains mistakes.
    #[error("{}", lines(.0))]
    Mistakes(Vec<Mistake>),
}

fn lines(mistakes: &[Mistake]) -> String {
    mistakes.iter().map(Mistake::to_string).collect::<Vec<_>>().join("\n")
}

impl VariantFileError {
    /// Whether the file contains no game at all, so that it is probably of another kind.
    pub fn is_of_no_games(&self) -> bool {
        let none = |mistake: &Mistake| mistake.problem == Problem::NoGames;
        matches!(self, Self::Mistakes(mistakes) if mistakes.iter().any(none))
    }

    /// The message with one line for each mistake, each with the path in front.
    pub fn of(&self, path: &Path) -> String {
        let path = path.display();
        self.to_string()
            .lines()
            .map(|line| format!("{path}: {line}"))
            .collect::<Vec<_>>()
            .join("\n")
    }
}

/// The name for the game of a diagram in a file: that of the file without its ending. `None` for `-`, which is not a
/// file.
pub fn game_name(path: &Path) -> Option<String> {
    let name = path.file_stem().filter(|_| path.as_os_str() != "-")?;
    Some(name.to_string_lossy().into_owned())
}

/// Adds the games of a variant file, or of a file with Interactive Diagrams, to `games`, if all of them can be played
/// and none has the name of a built-in game. Otherwise no game is added. Returns the rules in diagrams that the games
/// lack.
///
/// ```
/// use dhow_files::open_variants;
/// use dhow_rules::variant::ini::VariantFiles;
///
/// let path = std::env::temp_dir().join(format!("dhow-doc-{}.ini", std::process::id()));
/// std::fs::write(&path, "[knightmate:chess]\nknight = -\ncommoner = n\nking = k:N\n")?;
/// let mut games = VariantFiles::default();
/// open_variants(&mut games, &path).expect("a valid file");
/// assert_eq!(games.games()[0].id, "knightmate");
/// std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn open_variants(
    games: &mut VariantFiles,
    path: &Path,
) -> Result<Vec<Mistake>, VariantFileError> {
    let mut bytes = Vec::new();
    // One byte over the limit is enough to detect a file that is too long.
    open_to_read(path)?.take(MAX_FILE as u64 + 1).read_to_end(&mut bytes)?;
    let text = decode(bytes)?;
    read_variants_or_diagrams(games, &text, game_name(path).as_deref())
        .map_err(VariantFileError::Mistakes)
}
