//! What has happened in a tournament, in a file that survives the tournament: so that one that was
//! killed goes on where it stood.
//!
//! Each line is a JSON object with one member: `tournament` (what is played, and where the games
//! begin in the other files), `opening` (before its first game), `game` (the record of a finished
//! game), or `end`. A line counts once it is whole; a line without an end is of a tournament that
//! was killed while it wrote, and is taken away.

use super::config::Config;
use super::record::Record;
use crate::game::Game;
use crate::variant::Variant;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Why a journal is of no use.
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
    /// Another tournament writes it.
    #[error("is in use by a tournament that is still going on")]
    InUse,
    /// It is of a tournament that might go on.
    #[error("is of a tournament that has not ended: go on with -resume, or remove the file")]
    Unfinished,
    /// It is of another tournament.
    #[error("is of another tournament: {0}")]
    Other(String),
    /// A line of it makes no sense.
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
    /// Bytes that were in the PGN file.
    pub pgn: u64,
    /// Bytes that were in the EPD file.
    pub epd: u64,
}

/// A line.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Entry {
    Tournament { seed: u64, starts: Starts, settings: Value },
    Opening { number: usize, fen: String, moves: Vec<String> },
    Game(Box<Record>),
    End(String),
}

/// What a journal tells.
#[derive(Debug, Default)]
pub struct Past {
    /// The seed of the tournament.
    pub seed: u64,
    /// Where its games begin in the other files.
    pub starts: Starts,
    /// The openings used so far.
    pub openings: BTreeMap<usize, Game>,
    /// The games that have ended, in the order in which they did.
    pub records: Vec<Record>,
}

/// A journal being written.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens a journal: a new one, or with `resume` one that is there, if it has a beginning; then
    /// also what it tells.
    pub fn open(
        path: &Path,
        config: &Config,
        resume: bool,
    ) -> Result<(Self, Option<Past>), JournalError> {
        let wrong = |flaw| JournalError { path: path.into(), flaw };
        let file = OpenOptions::new().create(true).read(true).append(true).open(path);
        let mut file = file.map_err(|error| wrong(error.into()))?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => wrong(Flaw::InUse),
            TryLockError::Error(error) => wrong(error.into()),
        })?;
        let past = read(&mut file, config, resume).map_err(wrong)?;
        Ok((Self { path: path.into(), file }, past))
    }

    /// Notes what is played.
    pub fn begin(&mut self, config: &Config, starts: Starts) -> Result<(), JournalError> {
        self.write(&Entry::Tournament { seed: config.seed, starts, settings: settings(config) })
    }

    /// Notes an opening that is about to be used.
    pub fn opening(&mut self, number: usize, opening: &Game) -> Result<(), JournalError> {
        let moves = opening.moves().iter().map(|&mv| opening.move_text(mv)).collect();
        self.write(&Entry::Opening { number, fen: opening.start_fen().into(), moves })
    }

    /// Notes a game that has ended.
    pub fn game(&mut self, record: &Record) -> Result<(), JournalError> {
        self.write(&Entry::Game(Box::new(record.clone())))
    }

    /// Notes the end of the tournament.
    pub fn end(&mut self, how: &str) -> Result<(), JournalError> {
        self.write(&Entry::End(how.into()))
    }

    fn write(&mut self, entry: &Entry) -> Result<(), JournalError> {
        let text = serde_json::to_string(entry).map_err(io::Error::from);
        let written = text.and_then(|text| self.file.write_all(format!("{text}\n").as_bytes()));
        written.map_err(|error| JournalError { path: self.path.clone(), flaw: error.into() })
    }
}

/// Reads a journal up to its last whole line, and takes away what is behind. Without `resume`, one
/// of a tournament that has ended is emptied.
fn read(file: &mut File, config: &Config, resume: bool) -> Result<Option<Past>, Flaw> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    file.set_len(whole as u64)?;
    file.seek(SeekFrom::End(0))?;
    let text = String::from_utf8_lossy(&bytes[..whole]);
    let mut past: Option<Past> = None;
    let mut ended = false;
    for (number, line) in (1..).zip(text.lines()) {
        let flaw = |what: String| Flaw::Line { line: number, what };
        let entry = serde_json::from_str(line).map_err(|error| flaw(error.to_string()))?;
        ended = matches!(entry, Entry::End(_));
        match (entry, &mut past) {
            (Entry::Tournament { seed, starts, settings: theirs }, None) => {
                if let Some(what) = difference("", &theirs, &settings(config)).filter(|_| resume) {
                    return Err(Flaw::Other(what));
                }
                past = Some(Past { seed, starts, ..Past::default() });
            }
            (Entry::Opening { number, fen, moves }, Some(past)) => {
                let variant = config.variant;
                let opening = opening(variant, &fen, &moves).map_err(flaw)?;
                past.openings.insert(number, opening);
            }
            (Entry::Game(record), Some(past)) => past.records.push(*record),
            (Entry::End(_), Some(_)) => {}
            _ => return Err(flaw("out of place".into())),
        }
    }
    match (past, resume) {
        (Some(past), false) if !ended && !past.records.is_empty() => Err(Flaw::Unfinished),
        (past, true) => Ok(past),
        (_, false) => {
            file.set_len(0)?;
            Ok(None)
        }
    }
}

fn opening(variant: &'static Variant, fen: &str, moves: &[String]) -> Result<Game, String> {
    let mut game = Game::from_fen(variant, fen).map_err(|error| error.to_string())?;
    for text in moves {
        game.play_text(text).map_err(|error| error.to_string())?;
    }
    Ok(game)
}

/// What a tournament must have in common with the one whose games it takes over. Of two engines
/// more games may be played than was first intended.
fn settings(config: &Config) -> Value {
    let engines = config.engines.iter().map(|engine| {
        json!({
            "name": engine.name,
            "cmd": engine.command,
            "arg": engine.arguments,
            "dir": engine.directory,
            "proto": format!("{:?}", engine.protocol),
            "option": engine.options,
            "tc": engine.control.pace.to_string(),
            "depth": engine.control.depth,
            "nodes": engine.control.nodes,
            "fen": format!("{:?}", engine.fen),
            "variant": engine.variant_name,
        })
    });
    let duel = config.engines.len() == 2;
    json!({
        "variant": config.variant.id,
        "engines": engines.collect::<Vec<_>>(),
        "tournament": format!("{:?}", config.kind),
        "games": (!duel).then_some(config.games),
        "repeat": config.repeat,
        "noswap": config.no_swap,
        "openings": format!("{:?}", config.openings),
        "draw": format!("{:?}", config.adjudication.draw),
        "resign": format!("{:?}", config.adjudication.resign),
        "maxmoves": config.adjudication.max_moves,
        "sprt": format!("{:?}", config.sprt),
    })
}

/// The first place in which two values differ, for a message.
fn difference(place: &str, theirs: &Value, ours: &Value) -> Option<String> {
    match (theirs, ours) {
        (Value::Object(a), Value::Object(b)) if a.keys().eq(b.keys()) => {
            a.iter().find_map(|(key, value)| difference(&format!("{place} {key}"), value, &b[key]))
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => (1..)
            .zip(a.iter().zip(b))
            .find_map(|(number, (a, b))| difference(&format!("{place} {number}"), a, b)),
        _ if theirs == ours => None,
        _ => Some(format!("there{place} is {theirs}, here {ours}")),
    }
}
