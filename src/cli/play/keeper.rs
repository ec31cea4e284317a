//! Games kept as they go, so that none is lost with its sitting.

use super::record;
use crate::files;
use crate::pgn::GameResult;
use crate::variant::Catalogue;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Writes the game of a sitting to a file of its own, whenever it has changed.
#[derive(Debug)]
pub struct Keeper {
    folder: PathBuf,
    /// The file of the game, once there is something to keep.
    path: Option<PathBuf>,
    kept: String,
}

impl Keeper {
    /// In a folder, which is made when there is something to keep.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, path: None, kept: String::new() }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Goes on with a file of its folder.
    pub fn resume(&mut self, path: PathBuf) {
        self.path = Some(path);
    }

    /// Where the game is kept, if it is.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The file stays as it is: another game begins.
    pub fn release(&mut self) {
        self.path = None;
        self.kept.clear();
    }

    /// Writes a game of a variant, unless it is kept so already. The error is what to tell.
    pub fn keep(&mut self, variant: &str, pgn: String) -> Result<(), String> {
        if pgn == self.kept {
            return Ok(());
        }
        let told =
            |path: &Path, error| format!("cannot keep the game in {}: {error}", path.display());
        let path = match &self.path {
            Some(path) => path.clone(),
            None => new_file(&self.folder, variant).map_err(|error| told(&self.folder, error))?,
        };
        files::replace(&path, pgn.as_bytes()).map_err(|error| told(&path, error))?;
        (self.path, self.kept) = (Some(path), pgn);
        Ok(())
    }
}

/// A new file, named by the moment and the variant.
fn new_file(folder: &Path, variant: &str) -> std::io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    let now = now.trim_end_matches('Z').replace(':', "").replace('T', "-");
    let mut number = 1;
    loop {
        let again = if number > 1 { format!("-{number}") } else { String::new() };
        let path = folder.join(format!("{now}-{variant}{again}.pgn"));
        match fs::File::create_new(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => number += 1,
            made => return made.map(|_| path),
        }
    }
}

/// The file of the game in a folder that was played last of those that are not over; `None` if all
/// are. What is no game, or was not written by a sitting, is passed over: it would be replaced.
pub fn last_unfinished(folder: &Path, known: &Catalogue) -> Option<PathBuf> {
    let games = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    let games = games.filter(|path| path.extension().is_some_and(|ending| ending == "pgn"));
    let changed = |path: &PathBuf| fs::metadata(path).and_then(|found| found.modified()).ok();
    let mut games: Vec<_> = games.filter_map(|path| Some((changed(&path)?, path))).collect();
    games.sort();
    let is_open = |path: &PathBuf| {
        let read = path.to_str().and_then(|path| record::read(path, &known[0], known).ok());
        read.is_some_and(|read| {
            let is_over = read.result != GameResult::Unknown || read.game.outcome().is_some();
            read.is_ours && !is_over
        })
    };
    games.into_iter().rev().map(|(_, path)| path).find(is_open)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::VARIANTS;

    #[test]
    fn a_game_has_one_file_and_the_next_another() {
        let folder = tempfile::tempdir().expect("space");
        let folder = folder.path().join("games");
        assert_eq!(last_unfinished(&folder, &VARIANTS), None);
        let mut keeper = Keeper::new(folder.clone());
        assert!(!folder.exists(), "there is nothing to keep");
        let tags = "[Variant \"metamachy\"]\n[White \"Player\"]\n[Black \"Dhow 1\"]\n";
        let game = |moves: &str| format!("{tags}\n{moves}\n");
        for moves in ["1. e5 *", "1. e5 e8 *", "1. e5 e8 *"] {
            keeper.keep("metamachy", game(moves)).expect("space");
        }
        let first = keeper.path().expect("a file").to_path_buf();
        assert_eq!(fs::read_to_string(&first).expect("a game"), game("1. e5 e8 *"));
        keeper.release();
        keeper.keep("metamachy", game("1. e5 1-0")).expect("space");
        assert_ne!(keeper.path(), Some(&*first));
        fs::write(folder.join("z.pgn"), "{").expect("space");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 3);
        for foreign in ["[White \"A. Person\"]\n1. e5 *\n", &game("1. e5 *").repeat(2)] {
            fs::write(folder.join("mine.pgn"), foreign).expect("space");
            assert_eq!(last_unfinished(&folder, &VARIANTS).as_ref(), Some(&first));
        }
        assert_eq!(last_unfinished(&folder, &VARIANTS), Some(first));
        assert!(Keeper::new(folder.join("z.pgn")).keep("maasai", game("*")).is_err());
    }
}
