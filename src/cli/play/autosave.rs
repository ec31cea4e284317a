//! Saves games during play, so that none is lost.

use super::record::{self, RecordedGame};
use dhow_files::Claim;
use dhow_rules::variant::Catalogue;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Saves the game of a session to a file whenever it changes.
#[derive(Debug)]
pub struct Autosave {
    folder: PathBuf,
    /// The file of the game, once there is something to save.
    place: Option<ClaimedFile>,
    kept: String,
}

/// A file locked for this session.
#[derive(Debug)]
pub struct ClaimedFile {
    path: PathBuf,
    _claim: Claim,
}

impl ClaimedFile {
    /// Locks a file; `None` if another session has it.
    fn of(path: PathBuf) -> std::io::Result<Option<Self>> {
        Ok(Claim::of(&path)?.map(|claim| Self { path, _claim: claim }))
    }
}

impl Autosave {
    /// Saves in this folder, which is created when needed.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, place: None, kept: String::new() }
    }

    /// The command that continues a game of the folder.
    pub fn resume_command(&self) -> String {
        match usual_folder() {
            Some(usual) if usual == self.folder => "dhow play --resume".into(),
            _ => format!("dhow play --resume --games {}", self.folder.display()),
        }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Continues to save to this file.
    pub fn resume(&mut self, place: ClaimedFile) {
        self.place = Some(place);
    }

    /// Continues to save to the file of a loaded game, if it is in the folder and not locked by another
    /// session. Otherwise a new file is used.
    fn adopt(&mut self, path: &Path) {
        let here = path.file_name().map(|name| self.folder.join(name));
        if here.is_some_and(|here| dhow_files::same(&here, path))
            && let Ok(place) = ClaimedFile::of(path.to_path_buf())
        {
            self.place = place;
        }
    }

    /// The same, unless the game is over or from elsewhere: such a file is not changed.
    pub fn adopt_record(&mut self, file: &str, read: &RecordedGame) {
        if read.is_ours && !read.is_over() {
            self.adopt(Path::new(file));
        }
    }

    /// The file of the game, if it is saved.
    pub fn path(&self) -> Option<&Path> {
        self.place.as_ref().map(|place| &*place.path)
    }

    /// Closes the file; the next game gets a new one.
    pub fn release(&mut self) {
        self.place = None;
        self.kept.clear();
    }

    /// Saves a game, unless it has not changed. The error is a message for the user.
    pub fn keep(&mut self, variant: &str, pgn: String) -> Result<(), String> {
        if pgn == self.kept {
            return Ok(());
        }
        let failure =
            |path: &Path, error| format!("cannot keep the game in {}: {error}", path.display());
        let place = match self.place.take() {
            Some(place) => place,
            None => {
                new_file(&self.folder, variant).map_err(|error| failure(&self.folder, error))?
            }
        };
        dhow_files::replace(&place.path, pgn.as_bytes())
            .map_err(|error| failure(&place.path, error))?;
        (self.place, self.kept) = (Some(place), pgn);
        Ok(())
    }
}

/// The default folder of games.
pub fn usual_folder() -> Option<PathBuf> {
    dhow_files::data_folder().map(|data| data.join("games"))
}

/// A new file, named after the time and the variant.
fn new_file(folder: &Path, variant: &str) -> std::io::Result<ClaimedFile> {
    fs::create_dir_all(folder)?;
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    let now = now.trim_end_matches('Z').replace(':', "").replace('T', "-");
    let mut number = 1;
    loop {
        let again = if number > 1 { format!("-{number}") } else { String::new() };
        let path = folder.join(format!("{now}-{variant}{again}.pgn"));
        match fs::File::create_new(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            made => {
                made?;
                if let Some(place) = ClaimedFile::of(path)? {
                    return Ok(place);
                }
            }
        }
        number += 1;
    }
}

/// The unfinished game of a folder.
#[derive(Debug)]
pub enum Unfinished {
    /// No game is unfinished.
    None,
    /// The last unfinished game.
    Game(ClaimedFile),
    /// No unfinished game can be continued: the file of the last one, and the reason.
    Refused(PathBuf, String),
}

impl Unfinished {
    /// Finds it. Ignores files that `dhow play` has not written, because it would replace them.
    pub fn of(folder: &Path, known: &Catalogue) -> Self {
        let mut refused = Self::None;
        for path in games(folder).into_iter().rev().filter(|path| is_open(path, known)) {
            let why = match ClaimedFile::of(path.clone()) {
                Ok(Some(place)) => return Self::Game(place),
                Ok(None) => "is open in another session".into(),
                Err(error) => format!("cannot be continued: {error}"),
            };
            if matches!(refused, Self::None) {
                refused = Self::Refused(path, why);
            }
        }
        refused
    }

    /// The file of the game, if there is one to continue.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Game(place) => Some(&place.path),
            Self::None | Self::Refused(..) => None,
        }
    }
}

/// Whether the last game of a folder is unfinished and no other session has it.
pub fn was_interrupted(folder: &Path, known: &Catalogue) -> bool {
    let last = games(folder).into_iter().rev().find(|path| is_ours(path, known));
    last.is_some_and(|last| {
        is_open(&last, known) && Claim::of(&last).is_ok_and(|claim| claim.is_some())
    })
}

/// The files of games, the last changed at the end.
fn games(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let games = entries.flatten().map(|entry| entry.path());
    let games = games.filter(|path| path.extension().is_some_and(|ending| ending == "pgn"));
    let changed = |path: &PathBuf| fs::metadata(path).and_then(|found| found.modified()).ok();
    let mut games: Vec<_> = games.filter_map(|path| Some((changed(&path)?, path))).collect();
    games.sort();
    games.into_iter().map(|(_, path)| path).collect()
}

fn read(path: &Path, known: &Catalogue) -> Option<RecordedGame> {
    path.to_str().and_then(|path| record::read(path, &known[0], known).ok())
}

fn is_ours(path: &Path, known: &Catalogue) -> bool {
    read(path, known).is_some_and(|read| read.is_ours)
}

fn is_open(path: &Path, known: &Catalogue) -> bool {
    read(path, known).is_some_and(|read| read.is_ours && !read.is_over())
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::VARIANTS;

    const TAGS: &str = "[Variant \"metamachy\"]\n[White \"Player\"]\n[Black \"Dhow 1\"]\n";

    fn game(moves: &str) -> String {
        format!("{TAGS}\n{moves}\n")
    }

    #[test]
    fn a_game_has_one_file_and_the_next_another() {
        let folder = tempfile::tempdir().expect("space");
        let folder = folder.path().join("games");
        let unfinished =
            || Unfinished::of(&folder, &VARIANTS).path().map(std::path::Path::to_path_buf);
        assert_eq!(unfinished(), None);
        let mut autosave = Autosave::new(folder.clone());
        assert!(!folder.exists(), "there is nothing to keep");
        for moves in ["1. e5 *", "1. e5 e8 *", "1. e5 e8 *"] {
            autosave.keep("metamachy", game(moves)).expect("space");
        }
        let first = autosave.path().expect("a file").to_path_buf();
        assert_eq!(fs::read_to_string(&first).expect("a game"), game("1. e5 e8 *"));
        autosave.release();
        autosave.keep("metamachy", game("1. e5 1-0")).expect("space");
        assert_ne!(autosave.path(), Some(&*first));
        fs::write(folder.join("z.pgn"), "{").expect("space");
        for foreign in ["[White \"A. Person\"]\n1. e5 *\n", &game("1. e5 *").repeat(2)] {
            fs::write(folder.join("mine.pgn"), foreign).expect("space");
            assert_eq!(unfinished().as_ref(), Some(&first));
        }
        assert!(Autosave::new(folder.join("z.pgn")).keep("maasai", game("*")).is_err());
        drop(autosave);
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 4, "no locks stay");
    }

    #[test]
    fn a_game_is_played_in_one_sitting_only() {
        let folder = tempfile::tempdir().expect("space");
        let folder = folder.path();
        let mut autosave = Autosave::new(folder.to_path_buf());
        autosave.keep("metamachy", game("1. e5 *")).expect("space");
        let path = autosave.path().expect("a file").to_path_buf();
        let found = Unfinished::of(folder, &VARIANTS);
        assert!(matches!(&found, Unfinished::Refused(used, _) if *used == path), "{found:?}");
        assert!(!was_interrupted(folder, &VARIANTS));
        let mut other = Autosave::new(folder.to_path_buf());
        other.adopt(&path);
        assert_eq!(other.path(), None);
        autosave.release();
        assert!(was_interrupted(folder, &VARIANTS));
        other.adopt(&path);
        assert_eq!(other.path(), Some(&*path));
        drop(other);
        // An older unfinished game can be continued, but is not offered.
        autosave.keep("metamachy", game("1. d5 1-0")).expect("space");
        let later = SystemTime::now() + std::time::Duration::from_secs(5);
        let last = autosave.path().expect("a file");
        fs::File::open(last).and_then(|file| file.set_modified(later)).expect("a time");
        assert!(!was_interrupted(folder, &VARIANTS));
        assert_eq!(Unfinished::of(folder, &VARIANTS).path(), Some(&*path));
    }
}
