//! Many games in one file that can be cut off anywhere and continued, and of which damage anywhere
//! spoils no other game.

mod records;
mod settings;

pub use records::Damage;
pub use settings::Settings;

use super::record::{GameRecord, RecordError};
use dhow_rules::variant::{Catalogue, Variant};
use records::{Next, Records};
use settings::VERSION;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;

/// A file of games that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// The file cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Another program adds games to the file.
    #[error("another program is adding games to it")]
    InUse,
    /// The file does not start as one of games does.
    #[error("not a file of games: {0}")]
    Header(String),
    /// The file is of an older version.
    #[error("a file of version {0} is read, but not added to: begin a new one")]
    Old(u16),
    /// The file was made with other settings.
    #[error("the file was made with {found}, not with {wanted}")]
    Settings {
        /// The settings of the file.
        found: String,
        /// Those asked for.
        wanted: String,
    },
}

/// A file of games: first its settings, then one game after the other.
#[derive(Debug)]
pub struct GameFile {
    file: File,
    settings: Settings,
    games: HashSet<u32>,
    cut_off: u64,
    damaged: Vec<Damage>,
}

/// What was read of a file.
#[derive(Debug)]
pub struct Reading {
    /// How the games were made.
    pub settings: Settings,
    /// What of the file holds no game, in its order.
    pub damaged: Vec<Damage>,
}

impl GameFile {
    /// Opens a file to add games to it, or makes a new one. What a killed process left of a last
    /// game is cut off; what is damaged stays as it is. Nobody else can add games meanwhile.
    ///
    /// A file that is none of games, or one made with other settings or of games that the
    /// catalogue lacks, is an error and stays as it is.
    pub fn append(
        path: &Path,
        settings: &Settings,
        catalogue: &Catalogue,
    ) -> Result<Self, DataError> {
        let mut file = dhow_files::open_to_append(path)?;
        if !dhow_files::lock(&file)? {
            return Err(DataError::InUse);
        }
        let mut opened = Self {
            file: file.try_clone()?,
            settings: settings.clone(),
            games: HashSet::new(),
            cut_off: 0,
            damaged: Vec::new(),
        };
        let header = settings.to_bytes(VERSION);
        let mut start = Vec::new();
        Read::by_ref(&mut file).take(header.len() as u64).read_to_end(&mut start)?;
        if start.len() < header.len()
            && let Some(missing) = header.strip_prefix(&start[..])
        {
            file.write_all(missing)?;
            return Ok(opened);
        }
        file.seek(SeekFrom::Start(0))?;
        let mut reader = Records::new(BufReader::new(&file), catalogue)?;
        if reader.settings.to_bytes(VERSION) != header {
            let (found, wanted) = (reader.settings.to_string(), settings.to_string());
            return Err(DataError::Settings { found, wanted });
        }
        if reader.version != VERSION {
            return Err(DataError::Old(reader.version));
        }
        loop {
            match reader.next_record()? {
                Next::Game(record) => {
                    opened.games.insert(record.number);
                }
                Next::Damaged(damage) => opened.damaged.push(damage),
                Next::CutOff(damage) => {
                    opened.cut_off = damage.length;
                    file.set_len(damage.offset)?;
                    break;
                }
                Next::End => break,
            }
        }
        Ok(opened)
    }

    /// Whether the file holds the game with this number.
    pub fn holds(&self, number: u32) -> bool {
        self.games.contains(&number)
    }

    /// The numbers of the games that the file holds, in any order.
    pub fn games(&self) -> impl ExactSizeIterator<Item = u32> {
        self.games.iter().copied()
    }

    /// Bytes of an unfinished game that were cut off.
    pub fn cut_off(&self) -> u64 {
        self.cut_off
    }

    /// What of the file was found to hold no games.
    pub fn damaged(&self) -> &[Damage] {
        &self.damaged
    }

    /// How the games are made.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Adds a game.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), DataError> {
        self.file.write_all(&records::to_bytes(record))?;
        self.games.insert(record.number);
        Ok(())
    }

    /// Waits until all games are on the disk.
    pub fn sync(&self) -> Result<(), DataError> {
        Ok(self.file.sync_data()?)
    }

    /// How the games of a file were made.
    pub fn settings_of(path: &Path, catalogue: &Catalogue) -> Result<Settings, DataError> {
        Ok(Records::new(BufReader::new(dhow_files::open_to_read(path)?), catalogue)?.settings)
    }

    /// Reads a file: `visit` is shown every game with its variant, and says whether it can be
    /// used. Games that are damaged, unfinished, of no use, or there for the second time are left
    /// out and told.
    pub fn read(
        path: &Path,
        catalogue: &Catalogue,
        mut visit: impl FnMut(&Arc<Variant>, GameRecord) -> Result<(), RecordError>,
    ) -> Result<Reading, DataError> {
        let mut reader = Records::new(BufReader::new(dhow_files::open_to_read(path)?), catalogue)?;
        let (mut damaged, mut numbers) = (Vec::new(), HashSet::new());
        loop {
            let offset = reader.offset();
            let record = match reader.next_record()? {
                Next::Game(record) => record,
                Next::Damaged(damage) | Next::CutOff(damage) => {
                    damaged.push(damage);
                    continue;
                }
                Next::End => return Ok(Reading { settings: reader.settings, damaged }),
            };
            let length = reader.offset() - offset;
            let mut refuse = |reason| damaged.push(Damage { offset, length, reason });
            let number = record.number;
            // The reader knows no games of other variants.
            let variant = &reader.settings.variants[usize::from(record.variant)];
            if !numbers.insert(number) {
                refuse(format!("game {number} is there twice"));
            } else if let Err(error) = visit(variant, record) {
                refuse(format!("game {number}: {error}"));
            }
        }
    }
}

#[cfg(test)]
mod tests;
