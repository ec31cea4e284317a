//! The stored games of a browser, held in memory. The host stores every change.

use super::word::{BoardWord, KeptText, VariantsText, WordSink};
use dhow_board::kept::Kept;
use dhow_board::pasted::MOST;
use dhow_board::store::{GameStore, Unkept, is_id};
use dhow_board::visitor::WebVisitor;
use dhow_engine::clock::since_1970;
use dhow_rules::game::read_variants;
use dhow_rules::variant::Variant;
use dhow_rules::variant::ini::VariantFiles;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The maximum number of stored games and analyses.
const ROOM: usize = 10_000;
/// The format of a backup.
const FORMAT: &str = "dhow-games";

/// The stored games and variant files.
pub struct HeldGames {
    say: WordSink,
    state: Mutex<HeldState>,
}

#[derive(Default)]
struct HeldState {
    games: BTreeMap<String, (String, u64)>,
    files: BTreeMap<String, HeldFile>,
    /// Why the host could not store the last change; `None` if it could.
    trouble: Option<String>,
}

/// A variant file with its games.
struct HeldFile {
    text: String,
    games: Vec<Arc<Variant>>,
}

/// Everything that is stored, as one text.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Backup {
    format: String,
    games: Vec<KeptText>,
    variants: Vec<VariantsText>,
}

/// The result of restoring a backup.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct Restoration {
    /// The number of games and analyses that were added.
    pub added: usize,
    /// The number of those that were stored already.
    pub known: usize,
    /// The number of those that cannot be read, or for which there is no room.
    pub refused: usize,
}

impl HeldGames {
    /// A store without games.
    pub fn new(say: WordSink) -> Arc<Self> {
        Arc::new(Self { say, state: Mutex::default() })
    }

    fn state(&self) -> MutexGuard<'_, HeldState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a game that the host has stored.
    pub fn hold(&self, game: KeptText) {
        self.state().games.insert(game.id, (game.text, game.time));
    }

    /// Notes a variant file that the host has stored. Ignores a file that cannot be read.
    pub fn hold_variants(&self, file: VariantsText) {
        let mut read = VariantFiles::default();
        if read_variants(&mut read, &file.text).is_ok() {
            let games = read.games().to_vec();
            self.state().files.insert(file.id, HeldFile { text: file.text, games });
        }
    }

    /// The games of all variant files.
    pub fn variants(&self) -> Vec<Arc<Variant>> {
        self.state().files.values().flat_map(|file| file.games.clone()).collect()
    }

    /// The text of the variant file that defines a game.
    pub fn file_of(&self, variant: &str) -> Option<String> {
        let state = self.state();
        let mut files = state.files.values();
        let file = files.find(|file| file.games.iter().any(|game| game.id == variant))?;
        Some(file.text.clone())
    }

    /// Notes whether the host can store changes; if not, why.
    pub fn set_trouble(&self, trouble: Option<String>) {
        self.state().trouble = trouble;
    }

    /// Everything as one text.
    pub fn backup(&self) -> String {
        let state = self.state();
        let games = state.games.iter().map(|(id, (text, time))| KeptText {
            id: id.clone(),
            text: text.clone(),
            time: *time,
        });
        let variants = state
            .files
            .iter()
            .map(|(id, file)| VariantsText { id: id.clone(), text: file.text.clone() });
        let backup =
            Backup { format: FORMAT.into(), games: games.collect(), variants: variants.collect() };
        serde_json::to_string(&backup).unwrap_or_default()
    }

    /// The variant files of a backup, and its games.
    ///
    /// # Errors
    /// If the text is not a backup.
    pub fn read_backup(text: &str) -> Result<(Vec<VariantsText>, Vec<KeptText>), String> {
        let read: serde_json::Result<Backup> = serde_json::from_str(text);
        match read {
            Ok(backup) if backup.format == FORMAT => Ok((backup.variants, backup.games)),
            Ok(_) => Err(format!("this is not a file of games: its format is not `{FORMAT}`")),
            Err(error) => Err(format!("this is not a file of games: {error}")),
        }
    }

    /// Adds games of a backup. A game that was changed here since gets another id, so that neither is lost.
    pub fn restore(&self, games: Vec<KeptText>) -> Restoration {
        let mut told = Restoration::default();
        for game in games {
            let id = match self.state().games.get(&game.id) {
                Some((text, _)) if *text == game.text => {
                    told.known += 1;
                    continue;
                }
                None if is_id(&game.id) => game.id,
                _ => new_id(),
            };
            let room = self.state().games.len() < ROOM;
            if room && Kept::read(&game.text).is_ok() {
                told.added += 1;
                self.put(KeptText { id, ..game });
            } else {
                told.refused += 1;
            }
        }
        told
    }

    fn put(&self, game: KeptText) {
        (self.say)(BoardWord::Keep(game.clone()));
        self.hold(game);
    }
}

impl GameStore for HeldGames {
    fn save(&self, id: &str, game: &str, _: WebVisitor) -> Result<(), Unkept> {
        let state = self.state();
        if !state.games.contains_key(id) && state.games.len() >= ROOM {
            return Err(Unkept::Room(format!("{ROOM} games and analyses")));
        }
        let trouble = state.trouble.clone();
        drop(state);
        // The host tries to store it even if that has just failed.
        let time = since_1970().as_millis().try_into().unwrap_or(u64::MAX);
        self.put(KeptText { id: id.into(), text: game.into(), time });
        trouble.map_or(Ok(()), |why| Err(io::Error::other(why).into()))
    }

    fn load(&self, id: &str) -> Result<Option<String>, String> {
        Ok(self.state().games.get(id).map(|(text, _)| text.clone()))
    }

    fn has(&self, id: &str) -> bool {
        self.state().games.contains_key(id)
    }

    fn list(&self) -> Vec<(String, u64)> {
        let mut games: Vec<(String, u64)> =
            self.state().games.iter().map(|(id, (_, time))| (id.clone(), *time)).collect();
        games.sort_by_key(|(_, time)| std::cmp::Reverse(*time));
        games
    }

    fn may_delete(&self, id: &str, _: WebVisitor) -> bool {
        self.has(id)
    }

    fn delete(&self, id: &str, _: WebVisitor) -> bool {
        let gone = self.state().games.remove(id).is_some();
        if gone {
            (self.say)(BoardWord::Erase { id: id.into() });
        }
        gone
    }

    fn keep_variants(&self, id: &str, file: &str) -> io::Result<()> {
        let state = self.state();
        if !state.files.contains_key(id) && state.files.len() >= MOST {
            return Err(io::Error::other(format!("{MOST} such texts are kept already")));
        }
        drop(state);
        let file = VariantsText { id: id.into(), text: file.into() };
        (self.say)(BoardWord::KeepVariants(file.clone()));
        self.hold_variants(file);
        Ok(())
    }
}

/// A new id for a game.
pub fn new_id() -> String {
    format!("{:032x}", fastrand::u128(..))
}
