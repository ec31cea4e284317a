//! Game files. A file may be truncated anywhere and continued, and damage to one game does not
//! affect the others.

mod records;
mod settings;

pub use records::DamagedBytes;
pub use settings::SelfPlaySettings;

use super::record::{GameRecord, RecordError};
use dhow_rules::variant::{Catalogue, Variant};
use records::{Next, Records};
use settings::VERSION;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;

/// Why a game file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// The file cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Another program is adding games to the file.
    #[error("another program is adding games to it")]
    InUse,
    /// The file does not begin with the header of a game file.
    #[error("not a file of games: {0}")]
    Header(String),
    /// The file has an older version, which can only be read.
    #[error("a file of version {0} is read, but not added to: begin a new one")]
    Old(u16),
    /// The file was made with other settings.
    #[error("the file was made with {found}, not with {wanted}")]
    Settings {
        /// The settings of the file.
        found: String,
        /// The requested settings.
        wanted: String,
    },
}

/// A game file opened for adding games: a header with settings, and then one game after the other.
#[derive(Debug)]
pub struct GameFile {
    file: File,
    settings: SelfPlaySettings,
    games: HashSet<u32>,
    cut_off: u64,
    damaged: Vec<DamagedBytes>,
}

/// The result of reading a file.
#[derive(Debug)]
pub struct Reading {
    /// How the games were made.
    pub settings: SelfPlaySettings,
    /// The places of the file that hold no usable game, in order.
    pub damaged: Vec<DamagedBytes>,
}

impl GameFile {
    /// Opens a file to add games, or creates it. The rest of a game that a killed process did not
    /// finish is cut off; other damage stays. No other program can add games until this value is
    /// dropped.
    ///
    /// # Errors
    /// If the file is not a game file, or was made with other settings or for games that the
    /// catalogue lacks. The file is then unchanged.
    pub fn append(
        path: &Path,
        settings: &SelfPlaySettings,
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
        while let Some(next) = reader.next_record()? {
            match next {
                Next::Game(record) => {
                    opened.games.insert(record.number);
                }
                Next::Damaged(damage) => opened.damaged.push(damage),
                // It is the last.
                Next::CutOff(damage) => {
                    opened.cut_off = damage.length;
                    file.set_len(damage.offset)?;
                }
            }
        }
        Ok(opened)
    }

    /// Whether the file holds the game with this number.
    pub fn holds(&self, number: u32) -> bool {
        self.games.contains(&number)
    }

    /// The numbers of the games in the file, in any order.
    pub fn games(&self) -> impl ExactSizeIterator<Item = u32> {
        self.games.iter().copied()
    }

    /// The number of bytes of an unfinished game that were cut off.
    pub fn cut_off(&self) -> u64 {
        self.cut_off
    }

    /// The places of the file that hold no game.
    pub fn damaged(&self) -> &[DamagedBytes] {
        &self.damaged
    }

    /// How the games are made.
    pub fn settings(&self) -> &SelfPlaySettings {
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

    /// Reads the settings of a file.
    pub fn settings_of(path: &Path, catalogue: &Catalogue) -> Result<SelfPlaySettings, DataError> {
        Ok(Records::new(BufReader::new(dhow_files::open_to_read(path)?), catalogue)?.settings)
    }

    /// Reads a file and calls `visit` with each game and its variant. `visit` returns an error for
    /// a game that cannot be used. Damaged, unfinished, unusable and duplicate games are skipped
    /// and reported in the result.
    pub fn read(
        path: &Path,
        catalogue: &Catalogue,
        mut visit: impl FnMut(&Arc<Variant>, GameRecord) -> Result<(), RecordError>,
    ) -> Result<Reading, DataError> {
        let mut reader = Records::new(BufReader::new(dhow_files::open_to_read(path)?), catalogue)?;
        let (mut damaged, mut numbers) = (Vec::new(), HashSet::new());
        let mut offset = reader.offset();
        while let Some(next) = reader.next_record()? {
            let start = std::mem::replace(&mut offset, reader.offset());
            let record = match next {
                Next::Game(record) => record,
                Next::Damaged(damage) | Next::CutOff(damage) => {
                    damaged.push(damage);
                    continue;
                }
            };
            let length = offset - start;
            let mut refuse = |reason| damaged.push(DamagedBytes { offset: start, length, reason });
            let number = record.number;
            // The reader accepts only games of known variants.
            let variant = &reader.settings.variants[usize::from(record.variant)];
            if !numbers.insert(number) {
                refuse(format!("game {number} is there twice"));
            } else if let Err(error) = visit(variant, record) {
                refuse(format!("game {number}: {error}"));
            }
        }
        Ok(Reading { settings: reader.settings, damaged })
    }
}

#[cfg(test)]
mod tests;
