//! The files of a tournament: journal, games, and last positions.
//!
//! A game counts as played once it is in the journal, on the disk. The other files are written after that,
//! and a resumed tournament first repairs them to agree with the journal. So none of them lacks a game or has
//! one twice, even if the tournament was killed or the power failed.

mod output;
#[cfg(test)]
mod tests;

use super::config::Config;
use super::journal::{Journal, JournalError, Past, Starts};
use super::record::Record;
use super::schedule::Pairing;
use dhow_rules::game::Game;
use output::{AppendedFile, MissingGames};
use std::io;
use std::path::PathBuf;

/// The paths of a tournament's files.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    /// Its journal.
    pub journal: Option<PathBuf>,
    /// The games (PGN).
    pub pgn: Option<PathBuf>,
    /// The last positions (EPD).
    pub epd: Option<PathBuf>,
}

impl Paths {
    /// The default path of the journal: beside the games, if they are in a file.
    pub fn default_journal(&self) -> Option<PathBuf> {
        let pgn = self.pgn.as_ref().filter(|path| !dhow_files::leads_to_device(path))?;
        let mut name = pgn.clone().into_os_string();
        name.push(".journal");
        Some(name.into())
    }
}

/// Why the files cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// An error in the journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// An error in another file.
    #[error("{}: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// A file that another tournament is writing.
    #[error("{}: is in use by a tournament that is still going on", .0.display())]
    InUse(PathBuf),
    /// A file that does not agree with the journal.
    #[error(
        "{}: does not hold the games of the journal; put the file back as it was, or remove the \
         journal",
        .0.display()
    )]
    Changed(PathBuf),
}

/// The open files of a tournament.
#[derive(Debug, Default)]
pub struct Archive {
    journal: Option<Journal>,
    pgn: Option<AppendedFile>,
    epd: Option<AppendedFile>,
}

impl Archive {
    /// Opens the files of a tournament. With `resume`, also returns the games played so far, and takes the
    /// seed of the old tournament into the configuration.
    pub fn open(
        paths: &Paths,
        config: &mut Config,
        resume: bool,
    ) -> Result<(Self, Past), ArchiveError> {
        let opened = paths.journal.as_ref().map(|path| Journal::open(path, config, resume));
        let (journal, past) = opened.transpose()?.unzip();
        let output = |path: &Option<PathBuf>| path.as_deref().map(AppendedFile::open).transpose();
        let (pgn, epd) = (output(&paths.pgn)?, output(&paths.epd)?);
        let mut archive = Self { journal, pgn, epd };
        let Some(mut past) = past.flatten() else {
            let size =
                |output: &Option<AppendedFile>| output.as_ref().map_or(Ok(0), AppendedFile::size);
            let starts = Starts { pgn: size(&archive.pgn)?, epd: size(&archive.epd)? };
            if let Some(journal) = &mut archive.journal {
                journal.begin(config, starts)?;
            }
            return Ok((archive, Past::default()));
        };
        config.seed = past.seed;
        archive.agree(config, &mut past)?;
        Ok((archive, past))
    }

    /// Repairs the other files to agree with the journal. Changes none of them unless all can be repaired.
    fn agree(&mut self, config: &Config, past: &mut Past) -> Result<(), ArchiveError> {
        let Some(journal) = &mut self.journal else { return Ok(()) };
        let (records, games) = (&past.records, past.records.len());
        let outputs = [
            (
                &mut self.pgn,
                past.starts.pgn,
                MissingGames::pgn(config, records),
                pgn_text as fn(&_) -> _,
            ),
            (&mut self.epd, past.starts.epd, MissingGames::epd(config, records), epd_text),
        ];
        let mut planned = Vec::new();
        for (output, start, known, text) in outputs {
            if let Some(output) = output {
                let text_of = |game| Ok(text(&journal.record(game)?));
                let plan = output.compare(start, games, &known, text_of)?;
                planned.push((output, plan, text));
            }
        }
        for (output, plan, text) in planned {
            let remark = output.follow(&plan, games, |game| Ok(text(&journal.record(game)?)))?;
            past.remarks.extend(remark);
        }
        Ok(journal.go_on()?)
    }

    /// Records the opening of a game before its first use.
    pub fn opening(&mut self, pairing: &Pairing, opening: &Game) -> Result<(), ArchiveError> {
        if let Some(journal) = &mut self.journal {
            journal.opening(pairing.opening, pairing.variant, opening)?;
        }
        Ok(())
    }

    /// Records a game.
    pub fn game(&mut self, record: &Record) -> Result<(), ArchiveError> {
        if let Some(journal) = &mut self.journal {
            journal.game(record)?;
        }
        if let Some(pgn) = &mut self.pgn {
            pgn.append(pgn_text(record).as_bytes())?;
        }
        if let Some(epd) = &mut self.epd {
            epd.append(epd_text(record).as_bytes())?;
        }
        Ok(())
    }

    /// Records the end of the tournament. The journal is not needed afterwards, so the other files are synced
    /// to the disk first.
    pub fn end(&mut self, how: &str) -> Result<(), ArchiveError> {
        for output in [&self.pgn, &self.epd].into_iter().flatten() {
            output.sync()?;
        }
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
