//! Games on the disk: one file each, which is replaced as a whole at every move.

use super::study;
use super::table;
use crate::files;
use serde::Deserialize;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The most games kept, and the most analyses; older ones of the same sort make room.
const MOST: usize = 500;
/// No file of a game is longer, in bytes.
const LONGEST: u64 = 4 << 20;

/// A game that was kept, or an analysis.
pub enum Kept {
    /// A game.
    Game(table::Saved),
    /// An analysis.
    Study(study::Saved),
}

/// What files of all forms have.
#[derive(Deserialize)]
struct Form {
    format: u32,
}

/// A folder of games.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

impl Store {
    /// In a folder, which is made if it is not there.
    pub fn open(folder: PathBuf) -> io::Result<Self> {
        fs::create_dir_all(&folder)?;
        Ok(Self { folder })
    }

    /// The folder for games of whoever runs the program, as the system has it; `None` if nothing says
    /// where that is.
    pub fn usual_folder() -> Option<PathBuf> {
        files::data_folder().map(|data| data.join("web"))
    }

    fn path(&self, id: &str) -> Option<PathBuf> {
        is_id(id).then(|| self.folder.join(format!("{id}.json")))
    }

    /// Whether a game is there.
    pub fn has(&self, id: &str) -> bool {
        self.path(id).is_some_and(|path| path.exists())
    }

    /// Writes a game, as JSON.
    pub fn save(&self, id: &str, game: &[u8]) -> io::Result<()> {
        let path = self.path(id).ok_or(io::ErrorKind::InvalidInput)?;
        let new = !path.exists();
        files::replace(&path, game)?;
        if new {
            self.make_room();
        }
        Ok(())
    }

    /// Reads a game; `None` if there is none.
    pub fn load(&self, id: &str) -> Result<Option<Kept>, String> {
        let Some(path) = self.path(id).filter(|path| path.exists()) else { return Ok(None) };
        let read = || {
            if fs::metadata(&path)?.len() > LONGEST {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "it is too long"));
            }
            files::read(&path)
        };
        let bytes = read().map_err(|error| error.to_string())?;
        let read = || -> serde_json::Result<Kept> {
            let Form { format } = serde_json::from_slice(&bytes)?;
            Ok(match format {
                study::FORMAT => Kept::Study(serde_json::from_slice(&bytes)?),
                _ => Kept::Game(serde_json::from_slice(&bytes)?),
            })
        };
        read().map(Some).map_err(|error| error.to_string())
    }

    /// The names of the games that are kept, the latest first, with the time of their last move.
    pub fn list(&self) -> Vec<(String, SystemTime)> {
        let name =
            |path: &PathBuf| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let mut games = self.games();
        games.sort_by(|one, other| other.cmp(one));
        games.into_iter().filter_map(|(time, path)| Some((name(&path)?, time))).collect()
    }

    /// Deletes a game; returns whether there was one.
    pub fn delete(&self, id: &str) -> bool {
        self.path(id).is_some_and(|path| fs::remove_file(path).is_ok())
    }

    /// All games, with the time of their last move.
    fn games(&self) -> Vec<(SystemTime, PathBuf)> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return Vec::new() };
        let is_game = |path: &PathBuf| {
            let stem = path.file_stem().and_then(|stem| stem.to_str());
            stem.is_some_and(is_id) && path.extension().is_some_and(|ending| ending == "json")
        };
        let games = entries.flatten().map(|entry| entry.path()).filter(is_game);
        games.filter_map(|path| Some((fs::metadata(&path).ok()?.modified().ok()?, path))).collect()
    }

    /// Deletes the oldest games and the oldest analyses beyond the most.
    fn make_room(&self) {
        let mut all = self.games();
        if all.len() <= MOST {
            return;
        }
        all.sort();
        let (studies, games): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|(_, path)| is_study(path));
        for same in [studies, games] {
            let surplus = same.len().saturating_sub(MOST);
            for (_, path) in same.into_iter().take(surplus) {
                // Nothing is lost but space if one stays.
                let _ = fs::remove_file(path);
            }
        }
    }
}

/// Whether a file is of an analysis, by how it begins.
fn is_study(path: &Path) -> bool {
    let head = format!("{{\"format\":{},", study::FORMAT);
    let mut begin = vec![0; head.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut begin));
    read.is_ok() && begin == head.as_bytes()
}

/// A new name for a game, which nobody can guess; `None` if the system has no chance to offer.
pub fn new_id() -> Option<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).ok()?;
    Some(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Whether a text has the form of a game's name.
fn is_id(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_games() {
        let (one, other) = (new_id().expect("chance"), new_id().expect("chance"));
        assert!(is_id(&one) && one != other);
        for text in ["", "../../../../etc/passwd", &one[1..], &one.replace(|_| true, "g")] {
            assert!(!is_id(text), "{text}");
        }
    }

    #[test]
    fn analyses_and_games_make_room_for_their_like_alone() {
        let folder = std::env::temp_dir().join(format!("dhow-room-{}", std::process::id()));
        let store = Store::open(folder.clone()).expect("a folder");
        let name = |number: usize| format!("{number:032x}");
        let study = format!("{{\"format\":{},\"variant\":\"x\"}}", study::FORMAT);
        let game = r#"{"format":1,"config":{}}"#;
        fs::write(folder.join(format!("{}.json", name(0))), game).expect("space");
        for number in 1..=MOST {
            fs::write(folder.join(format!("{}.json", name(number))), &study).expect("space");
        }
        store.save(&name(MOST + 1), study.as_bytes()).expect("space");
        assert!(store.has(&name(0)) && store.has(&name(MOST + 1)));
        assert_eq!(store.list().len(), MOST + 1, "an analysis has gone");
        fs::remove_dir_all(&folder).expect("a folder");
    }
}
