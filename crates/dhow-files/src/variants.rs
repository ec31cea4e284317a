//! Games from variant files.

use crate::open_to_read;
use dhow_rules::game::read_variants;
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

/// Adds the games of a variant file to `games`, if all of them can be played and none has the name
/// of a built-in game. Otherwise no game is added.
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
pub fn open_variants(games: &mut VariantFiles, path: &Path) -> Result<(), VariantFileError> {
    let mut text = String::new();
    // One byte over the limit is enough to detect a file that is too long.
    open_to_read(path)?.take(MAX_FILE as u64 + 1).read_to_string(&mut text)?;
    read_variants(games, &text).map_err(VariantFileError::Mistakes)
}
