//! The files that keep a tournament: its journal, its games, their last positions.
//!
//! A game is kept when it is in the journal. The other files are written after it, and when a
//! tournament goes on they are first completed from it: so none of them lacks a game or has one
//! twice, whenever the tournament was killed.

use super::config::Config;
use super::journal::{Journal, JournalError, Past, Starts};
use super::record::Record;
use crate::game::Game;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Where a tournament is kept.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    /// Its journal.
    pub journal: Option<PathBuf>,
    /// Its games.
    pub pgn: Option<PathBuf>,
    /// Their last positions.
    pub epd: Option<PathBuf>,
}

/// Why a tournament cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// Because of the journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Because of another file.
    #[error("{}: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: io::Error,
    },
    /// A file does not hold what the journal says.
    #[error(
        "{}: does not hold the games of the journal; put the file back as it was, or remove the \
         journal",
        .0.display()
    )]
    Changed(PathBuf),
}

/// The files of a tournament.
#[derive(Debug, Default)]
pub struct Archive {
    journal: Option<Journal>,
    pgn: Option<Output>,
    epd: Option<Output>,
}

/// A file that is appended to.
#[derive(Debug)]
struct Output {
    path: PathBuf,
    file: File,
}

impl Archive {
    /// Opens the files of a tournament. With `resume`, what has happened is told, and the seed of
    /// the configuration becomes that of the tournament going on.
    pub fn open(
        paths: &Paths,
        config: &mut Config,
        resume: bool,
    ) -> Result<(Self, Past), ArchiveError> {
        let opened = paths.journal.as_ref().map(|path| Journal::open(path, config, resume));
        let (journal, past) = opened.transpose()?.unzip();
        let output = |path: &Option<PathBuf>| path.as_deref().map(Output::open).transpose();
        let (pgn, epd) = (output(&paths.pgn)?, output(&paths.epd)?);
        let mut archive = Self { journal, pgn, epd };
        let Some(past) = past.flatten() else {
            let size = |output: &Option<Output>| output.as_ref().map_or(Ok(0), Output::size);
            let starts = Starts { pgn: size(&archive.pgn)?, epd: size(&archive.epd)? };
            if let Some(journal) = &mut archive.journal {
                journal.begin(config, starts)?;
            }
            return Ok((archive, Past::default()));
        };
        config.seed = past.seed;
        let joined = |text: fn(&Record) -> String| past.records.iter().map(text).collect();
        if let Some(pgn) = &mut archive.pgn {
            pgn.complete(past.starts.pgn, joined(pgn_text))?;
        }
        if let Some(epd) = &mut archive.epd {
            epd.complete(past.starts.epd, joined(epd_text))?;
        }
        Ok((archive, past))
    }

    /// Keeps an opening before its first use.
    pub fn opening(&mut self, number: usize, opening: &Game) -> Result<(), ArchiveError> {
        if let Some(journal) = &mut self.journal {
            journal.opening(number, opening)?;
        }
        Ok(())
    }

    /// Keeps a game.
    pub fn game(&mut self, record: &Record) -> Result<(), ArchiveError> {
        if let Some(journal) = &mut self.journal {
            journal.game(record)?;
        }
        if let Some(pgn) = &mut self.pgn {
            pgn.append(&pgn_text(record))?;
        }
        if let Some(epd) = &mut self.epd {
            epd.append(&epd_text(record))?;
        }
        Ok(())
    }

    /// Keeps that the tournament has come to its end.
    pub fn end(&mut self, how: &str) -> Result<(), ArchiveError> {
        if let Some(journal) = &mut self.journal {
            journal.end(how)?;
        }
        Ok(())
    }
}

fn pgn_text(record: &Record) -> String {
    format!("{}\n", record.pgn)
}

fn epd_text(record: &Record) -> String {
    format!("{}\n", record.fen)
}

impl Output {
    fn open(path: &Path) -> Result<Self, ArchiveError> {
        let file = OpenOptions::new().create(true).read(true).append(true).open(path);
        match file {
            Ok(file) => Ok(Self { path: path.into(), file }),
            Err(error) => Err(ArchiveError::File { path: path.into(), error }),
        }
    }

    fn error(&self, error: io::Error) -> ArchiveError {
        ArchiveError::File { path: self.path.clone(), error }
    }

    fn size(&self) -> Result<u64, ArchiveError> {
        self.file.metadata().map(|data| data.len()).map_err(|error| self.error(error))
    }

    fn append(&mut self, text: &str) -> Result<(), ArchiveError> {
        self.file.write_all(text.as_bytes()).map_err(|error| self.error(error))
    }

    /// Appends what is missing of a text that begins at `start`.
    fn complete(&mut self, start: u64, text: String) -> Result<(), ArchiveError> {
        let mut found = Vec::new();
        let read = self.file.seek(SeekFrom::Start(start));
        let read = read.and_then(|_| self.file.read_to_end(&mut found));
        read.map_err(|error| self.error(error))?;
        match text.as_bytes().strip_prefix(&found[..]) {
            Some(missing) if self.size()? >= start => {
                let missing = String::from_utf8_lossy(missing).into_owned();
                self.append(&missing)
            }
            _ => Err(ArchiveError::Changed(self.path.clone())),
        }
    }
}
