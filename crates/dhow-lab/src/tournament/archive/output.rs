//! A file with the games of a tournament, and how it is repaired to agree with a journal.

use super::ArchiveError;
use crate::tournament::config::{Config, Kind};
use crate::tournament::record::Record;
use crate::tournament::schedule::{Ended, Schedule};
use dhow_files::Window;
use dhow_play::pgn::{OPTIONS_TAG, PgnGame};
use dhow_rules::game::Game;
use dhow_rules::variant::Variant;
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The maximum size of a game in a file, ...
const LONGEST: usize = 1 << 23;
/// ... and of a position.
const LONGEST_FEN: usize = 500;

/// The boundary between two games.
const NEXT_GAME: &str = "\n\n[Event \"";

/// A file that is appended to.
#[derive(Debug)]
pub struct AppendedFile {
    path: PathBuf,
    file: File,
    /// Whether the file is a regular one, not a device.
    keeps: bool,
}

/// The changes of a file after which it contains exactly the games of a journal.
#[derive(Debug)]
pub struct RepairPlan {
    /// The number of bytes that agree with the journal.
    pub keep: u64,
    /// The first game that is missing after them, ...
    pub from: usize,
    /// ... and how many of its bytes are there.
    pub skip: usize,
    /// Games after them that are not in the journal.
    pub surplus: Vec<Range<u64>>,
}

/// How to recognise games of a tournament that are in a file but not in the journal.
pub struct MissingGames {
    form: ArchiveFormat,
    /// The variants.
    variants: Vec<Arc<Variant>>,
    /// The numbers of the games in the journal.
    ended: BTreeSet<usize>,
    /// The number of games that are not in the journal.
    lacking: usize,
}

enum ArchiveFormat {
    /// PGN, with the tags at the start of every game.
    Pgn(String),
    /// Last positions, one per line.
    Epd,
}

impl MissingGames {
    /// For a PGN file.
    pub fn pgn(config: &Config, records: &[Record]) -> Self {
        let mut game = PgnGame::default();
        game.set_tag("Event", &config.event);
        game.set_tag("Site", &config.site);
        let tags = game.to_string().split_inclusive("]\n").take(2).collect();
        Self { form: ArchiveFormat::Pgn(tags), ..Self::epd(config, records) }
    }

    /// For an EPD file.
    pub fn epd(config: &Config, records: &[Record]) -> Self {
        let ended: BTreeSet<usize> = records.iter().map(|record| record.number).collect();
        let lacking = match config.kind {
            // In a knockout, later games depend on those that are missing.
            Kind::Knockout => usize::MAX,
            _ => Schedule::of(config, &Ended::new()).games.len().saturating_sub(ended.len()),
        };
        Self { form: ArchiveFormat::Epd, variants: config.variants.clone(), ended, lacking }
    }

    /// The length of the game at the start of a text; `None` if it is not one of these games. The last game
    /// of a file may be cut off.
    fn length(&self, text: &str) -> Option<usize> {
        match &self.form {
            ArchiveFormat::Pgn(tags) => {
                let next = text.find(NEXT_GAME).map(|at| at + 2);
                let text = &text[..next.unwrap_or(text.len())];
                let begun = next.is_none() && tags.starts_with(text);
                (begun || text.starts_with(tags) && self.is_lacking(text)).then_some(text.len())
            }
            ArchiveFormat::Epd => match text.split_once('\n') {
                Some((line, _)) => {
                    let of = |variant| Game::from_fen(variant, line).is_ok();
                    self.variants.iter().any(of).then_some(line.len() + 1)
                }
                None => {
                    let part = |c: char| c.is_ascii_alphanumeric() || "/- ".contains(c);
                    (text.len() < LONGEST_FEN && text.chars().all(part)).then_some(text.len())
                }
            },
        }
    }

    /// Whether a text continues after its first game.
    fn another_follows(&self, text: &[u8]) -> bool {
        let end: &[u8] = match self.form {
            ArchiveFormat::Pgn(_) => NEXT_GAME.as_bytes(),
            ArchiveFormat::Epd => b"\n",
        };
        text.windows(end.len()).any(|part| part == end)
    }

    /// Whether the tags of a game, as far as they are there, belong to a game that is not in the journal.
    fn is_lacking(&self, game: &str) -> bool {
        let (tags, whole) = match game.split_once("\n\n") {
            Some((tags, _)) => (tags, true),
            None => (game, false),
        };
        let value = |name: &str| {
            let value = tags.split_once(&format!("\n[{name} \""))?.1;
            value.split_once('"').map(|(value, _)| value)
        };
        let lacks = |number: &str| {
            number
                .parse()
                .is_ok_and(|number: usize| number > 0 && !self.ended.contains(&(number - 1)))
        };
        let is_of = |variant: &Arc<Variant>| {
            let options = variant.option_names().join(",");
            value("Variant").map_or(!whole, |id| id == variant.id)
                && match value(OPTIONS_TAG) {
                    Some(found) => found == options,
                    None => !whole || options.is_empty(),
                }
        };
        value("Round").map_or(!whole, lacks) && self.variants.iter().any(is_of)
    }
}

impl AppendedFile {
    /// Opens a file to append to: a regular file, locked against other tournaments, or a device such as
    /// `/dev/null`.
    pub fn open(path: &Path) -> Result<Self, ArchiveError> {
        let keeps = !dhow_files::leads_to_device(path);
        let file = match keeps {
            true => dhow_files::open_to_append(path),
            false => OpenOptions::new().append(true).open(path),
        };
        // On other systems a lock would keep people from reading the games.
        let lock = |file: &File| -> io::Result<bool> {
            Ok(!keeps || cfg!(windows) || dhow_files::lock(file)?)
        };
        match file.and_then(|file| Ok((lock(&file)?, file))) {
            Ok((true, file)) => Ok(Self { path: path.into(), file, keeps }),
            Ok((false, _)) => Err(ArchiveError::InUse(path.into())),
            Err(error) => Err(ArchiveError::File { path: path.into(), error }),
        }
    }

    pub fn error(&self, error: io::Error) -> ArchiveError {
        ArchiveError::File { path: self.path.clone(), error }
    }

    /// The size of the file in bytes.
    pub fn size(&self) -> Result<u64, ArchiveError> {
        self.file.metadata().map(|data| data.len()).map_err(|error| self.error(error))
    }

    pub fn append(&mut self, text: &[u8]) -> Result<(), ArchiveError> {
        self.file.write_all(text).map_err(|error| self.error(error))
    }

    /// Waits until everything is on the disk.
    pub fn sync(&self) -> Result<(), ArchiveError> {
        let synced = if self.keeps { self.file.sync_data() } else { Ok(()) };
        synced.map_err(|error| self.error(error))
    }

    /// Compares the file from `start` on with the games of a journal. `text` returns a game by its number,
    /// from 0. Does not change the file.
    pub fn compare(
        &self,
        start: u64,
        games: usize,
        known: &MissingGames,
        mut text: impl FnMut(usize) -> Result<String, ArchiveError>,
    ) -> Result<RepairPlan, ArchiveError> {
        let mut plan = RepairPlan { keep: start, from: 0, skip: 0, surplus: Vec::new() };
        if !self.keeps {
            return Ok(RepairPlan { from: games, ..plan });
        }
        if self.size()? < start {
            return Err(ArchiveError::Changed(self.path.clone()));
        }
        let mut file = &self.file;
        file.seek(SeekFrom::Start(start)).map_err(|error| self.error(error))?;
        let mut window = Window::new(BufReader::new(file), start);
        for index in 0..games {
            let text = text(index)?;
            loop {
                let found = window.see(text.len()).map_err(|error| self.error(error))?;
                let agrees = plan.surplus.is_empty();
                if found == text.as_bytes() {
                    window.pass(text.len());
                    if agrees {
                        (plan.keep, plan.from) = (window.offset(), index + 1);
                    }
                    break;
                }
                // After a crash, zero bytes may follow what was written.
                let zeros = found.iter().rev().take_while(|&&byte| byte == 0).count();
                let written = &found[..found.len() - zeros];
                if written.len() < text.len() && text.as_bytes().starts_with(written) {
                    let length = written.len();
                    window.pass(length);
                    if agrees && plan.from == index && plan.skip == 0 {
                        (plan.keep, plan.skip) = (window.offset(), length);
                    }
                    break;
                }
                self.pass_surplus(&mut window, known, &mut plan)?;
            }
        }
        while !window.see(1).map_err(|error| self.error(error))?.is_empty() {
            self.pass_surplus(&mut window, known, &mut plan)?;
        }
        Ok(plan)
    }

    /// Skips a game that is not in the journal. Anything else than a game of this tournament is an error.
    fn pass_surplus(
        &self,
        window: &mut Window<impl Read>,
        known: &MissingGames,
        plan: &mut RepairPlan,
    ) -> Result<(), ArchiveError> {
        let start = window.offset();
        let mut count = 1 << 12;
        let seen = loop {
            let seen = window.see(count).map_err(|error| self.error(error))?;
            if seen.len() < count || count >= LONGEST || known.another_follows(seen) {
                break window.see(count).map_err(|error| self.error(error))?;
            }
            count *= 2;
        };
        if seen.len() < count && seen.iter().all(|&byte| byte == 0) {
            let length = seen.len();
            window.pass(length);
            return Ok(());
        }
        let valid = seen.utf8_chunks().next().map_or("", |chunk| chunk.valid());
        // A game may be cut off within a character.
        let cut = seen.len() < count && seen.len() - valid.len() < 4;
        let length = match known.length(valid) {
            Some(length) if length == valid.len() => cut.then_some(seen.len()),
            length => length,
        };
        let lacking = plan.surplus.len() < known.lacking;
        let length = length.filter(|&length| lacking && 0 < length && length <= seen.len());
        let length = length.ok_or_else(|| ArchiveError::Changed(self.path.clone()))?;
        window.pass(length);
        plan.surplus.push(start..start + length as u64);
        Ok(())
    }

    /// Repairs the file by a plan. `text` returns a game by its number. Returns a message about games that
    /// were moved aside.
    pub fn follow(
        &mut self,
        plan: &RepairPlan,
        games: usize,
        mut text: impl FnMut(usize) -> Result<String, ArchiveError>,
    ) -> Result<Option<String>, ArchiveError> {
        let moved = self.move_aside(&plan.surplus)?;
        if self.keeps {
            self.file.set_len(plan.keep).map_err(|error| self.error(error))?;
        }
        for index in plan.from..games {
            let text = text(index)?;
            let skip = if index == plan.from { plan.skip } else { 0 };
            self.append(&text.as_bytes()[skip..])?;
        }
        Ok(moved)
    }

    /// Copies parts of the file to the end of another file beside it.
    fn move_aside(&self, parts: &[Range<u64>]) -> Result<Option<String>, ArchiveError> {
        if parts.is_empty() {
            return Ok(None);
        }
        let mut name = self.path.clone().into_os_string();
        name.push(".surplus");
        let aside = PathBuf::from(name);
        let copied = dhow_files::open_to_append(&aside).and_then(|mut aside| {
            for part in parts {
                let mut file = &self.file;
                file.seek(SeekFrom::Start(part.start))?;
                io::copy(&mut file.take(part.end - part.start), &mut aside)?;
            }
            aside.sync_data()
        });
        copied.map_err(|error| ArchiveError::File { path: aside.clone(), error })?;
        let (path, count) = (self.path.display(), parts.len());
        let games = if count == 1 { "a game".into() } else { format!("{count} games") };
        Ok(Some(format!("{path} has {games} that the journal lacks; moved to {}", aside.display())))
    }
}
