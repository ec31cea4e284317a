//! The journal of a tournament: a file from which a killed tournament can be resumed.
//!
//! Each line is a JSON object. Its first member is `tournament` (the version of the format, the settings, and where the
//! games begin in the other files), `opening` (before its first game), `game` (the record of a finished game), or
//! `end`. Two more members protect the line: `length` is the number of its bytes before `,"length"`, and `crc32` the
//! CRC-32 (IEEE) of all its bytes before `,"crc32"`, in eight lower-case hexadecimal digits.
//!
//! A line counts only if it is undamaged. A game whose line is damaged is played again. An incomplete line at the end
//! is what a killed tournament was writing, and is removed. Nothing else is ever removed from a file, and a file that
//! does not start as a journal stays as it is.

mod look;
mod read;
mod settings;
#[cfg(test)]
mod tests;

pub use look::{JournalOverview, look};

use super::config::Config;
use super::record::{Record, is_first};
use dhow_files::sealed;
use dhow_rules::game::Game;
use read::{Contents, Damage, LinePlace, read};
use serde::{Deserialize, Serialize};
use serde_json::Value;
pub use settings::difference;
use settings::settings;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The version that is written and read.
const VERSION: u64 = 2;

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("journal {}: {flaw}", .path.display())]
pub struct JournalError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub flaw: Flaw,
}

/// What is wrong with a journal.
#[derive(Debug, thiserror::Error)]
pub enum Flaw {
    /// It cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
    /// Another tournament is writing it.
    #[error("is in use by a tournament that is still going on")]
    InUse,
    /// It is not a journal.
    #[error("is not a journal, and stays as it is; name another file with -journal")]
    NoJournal,
    /// It has another version.
    #[error(
        "is of version {0}, and only {VERSION} is understood; go on with the program that wrote it, \
         or remove the file"
    )]
    Version(u64),
    /// Its first line is damaged or incomplete, and without it the rest has no meaning.
    #[error("its first line is damaged or was never finished; to begin anew, remove the file")]
    Header,
    /// It is of a tournament that can be resumed.
    #[error("is of a tournament that has not ended: go on with -resume, or remove the file")]
    Unfinished,
    /// It is of another tournament.
    #[error("is of another tournament: {0}")]
    Other(String),
    /// A line has invalid content.
    #[error("line {line} makes no sense: {what}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
}

/// Sizes of the output files when the tournament began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Starts {
    /// The size of the PGN file in bytes.
    pub pgn: u64,
    /// The size of the EPD file in bytes.
    pub epd: u64,
}

/// A line.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum JournalEntry {
    Tournament {
        version: u64,
        seed: u64,
        starts: Starts,
        settings: Value,
    },
    Opening {
        number: usize,
        #[serde(default, skip_serializing_if = "is_first")]
        variant: usize,
        fen: String,
        moves: Vec<String>,
    },
    Game(Box<Record>),
    End(String),
}

/// The past of a tournament, as its journal records it.
#[derive(Debug, Default)]
pub struct Past {
    /// The seed of the tournament.
    pub seed: u64,
    /// Where its games begin in the other files.
    pub starts: Starts,
    /// The openings of games that are still to be played.
    pub openings: BTreeMap<usize, Game>,
    /// The finished games, in the order in which they ended. Their texts are only in the journal.
    pub records: Vec<Record>,
    /// Messages for the user.
    pub remarks: Vec<String>,
}

/// A journal being written.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// The places of the lines of earlier games.
    games: Vec<LinePlace>,
    /// The number of bytes of the file that are kept, and whether they end with a line break.
    whole: (u64, bool),
}

impl Journal {
    /// Opens a journal: a new one, or with `resume` an existing one with a valid first line. For the latter, also
    /// returns the past of its tournament. Nothing in the file changes before [`Journal::begin`] or [`Journal::go_on`].
    pub fn open(
        path: &Path,
        config: &Config,
        resume: bool,
    ) -> Result<(Self, Option<Past>), JournalError> {
        let opened = open(path).and_then(|mut file| {
            let Some(mut contents) = read(&mut file)? else {
                return Ok((file, None));
            };
            let past = contents.past(path, config, resume)?;
            Ok((file, Some((contents, past))))
        });
        let (file, found) = opened.map_err(|flaw| JournalError { path: path.into(), flaw })?;
        let mut journal = Self { path: path.into(), file, games: Vec::new(), whole: (0, true) };
        let Some((contents, past)) = found else { return Ok((journal, None)) };
        if past.is_some() {
            journal.games = contents.games.iter().map(|game| game.place).collect();
            journal.whole = (contents.whole, contents.breaks);
        }
        Ok((journal, past))
    }

    /// Empties the journal and writes the settings.
    pub fn begin(&mut self, config: &Config, starts: Starts) -> Result<(), JournalError> {
        let settings = settings(config);
        let entry =
            JournalEntry::Tournament { version: VERSION, seed: config.seed, starts, settings };
        self.file.set_len(0).map_err(|error| self.error(error))?;
        let begun = self.write(&entry).and_then(|()| self.sync());
        if begun.is_err() {
            // A part of a first line would prevent the next attempt.
            let _ = self.file.set_len(0);
        }
        dhow_files::sync_folder(&self.path);
        begun
    }

    /// Removes an incomplete line at the end, to append after the others.
    pub fn go_on(&mut self) -> Result<(), JournalError> {
        let (whole, breaks) = self.whole;
        let cut = self.file.set_len(whole);
        let mended = cut.and_then(|()| self.file.write_all(if breaks { b"" } else { b"\n" }));
        mended.map_err(|error| self.error(error))
    }

    /// The whole record of an earlier game. Earlier games are numbered from 0 in the order in which they ended.
    pub fn record(&mut self, index: usize) -> Result<Record, JournalError> {
        let record = record_at(&mut self.file, self.games[index]);
        record.map_err(|error| self.error(error))
    }

    /// Records an opening before its first use. `variant` is the index of its variant in the tournament.
    pub fn opening(
        &mut self,
        number: usize,
        variant: usize,
        opening: &Game,
    ) -> Result<(), JournalError> {
        let turns = opening.turns_so_far();
        let moves = turns.into_iter().map(|turn| opening.turn_text(turn)).collect();
        let fen = opening.start_fen().into();
        self.write(&JournalEntry::Opening { number, variant, fen, moves })
    }

    /// Records a finished game. The record is on the disk when this returns.
    pub fn game(&mut self, record: &Record) -> Result<(), JournalError> {
        self.write(&JournalEntry::Game(Box::new(record.clone())))?;
        self.sync()
    }

    /// Records the end of the tournament, and `how` it ended.
    pub fn end(&mut self, how: &str) -> Result<(), JournalError> {
        self.write(&JournalEntry::End(how.into()))?;
        self.sync()
    }

    fn write(&mut self, entry: &JournalEntry) -> Result<(), JournalError> {
        let written = serde_json::to_string(entry).map_err(io::Error::from).and_then(|object| {
            let line = format!("{}\n", sealed::seal(&object));
            match line.len() > sealed::LONGEST {
                true => Err(io::Error::other(format!("a line of {} bytes", line.len()))),
                false => self.file.write_all(line.as_bytes()),
            }
        });
        written.map_err(|error| self.error(error))
    }

    fn sync(&self) -> Result<(), JournalError> {
        self.file.sync_data().map_err(|error| self.error(error))
    }

    fn error(&self, error: io::Error) -> JournalError {
        JournalError { path: self.path.clone(), flaw: error.into() }
    }
}

/// The whole record of the game on a line of a journal.
fn record_at(file: &mut File, LinePlace { start, length }: LinePlace) -> io::Result<Record> {
    let mut line = vec![0; length];
    file.seek(SeekFrom::Start(start))?;
    file.read_exact(&mut line)?;
    let object = sealed::unseal(&line);
    match object.and_then(|object| serde_json::from_str(&object).ok()) {
        Some(JournalEntry::Game(record)) => Ok(*record),
        _ => Err(io::Error::other("has changed while it was read")),
    }
}

fn open(path: &Path) -> Result<File, Flaw> {
    let file = dhow_files::open_to_append(path)?;
    if dhow_files::lock(&file)? { Ok(file) } else { Err(Flaw::InUse) }
}

impl Contents {
    /// The past of the tournament to resume. Without `resume` there is no past, and it is an error if games would be
    /// lost.
    fn past(&mut self, path: &Path, config: &Config, resume: bool) -> Result<Option<Past>, Flaw> {
        if !resume {
            let over = self.ended.is_some() || self.games.is_empty() && self.damaged.is_empty();
            return if over { Ok(None) } else { Err(Flaw::Unfinished) };
        }
        if let Some(what) = difference("", &self.settings, &settings(config)) {
            return Err(Flaw::Other(what));
        }
        let gone = self.settle(config);
        self.fits(config)?;
        let remark = |damage: &Damage| {
            let game = damage
                .game
                .filter(|number| self.games.iter().all(|game| game.record.number != *number));
            let what = match game {
                Some(number) => format!("game {} is played again", number + 1),
                None => "if it was of a game, that is played again".into(),
            };
            format!("journal {}: line {} is damaged; {what}", path.display(), damage.line)
        };
        let void = |number: usize| {
            let number = number + 1;
            format!(
                "game {number} follows from what is lost; it is played again if it comes to that"
            )
        };
        let remarks = self.damaged.iter().map(remark).chain(gone.into_iter().map(void)).collect();
        Ok(Some(Past {
            seed: self.seed,
            starts: self.starts,
            openings: self.needed_openings(config),
            records: self.games.iter().map(|game| game.record.clone()).collect(),
            remarks,
        }))
    }
}
