//! What a journal tells to those who do not write it.

use super::read::read;
use super::{Flaw, JournalError, record_at};
use crate::tournament::record::Record;
use dhow_play::pgn;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// What a journal holds. Its tournament may still be going on.
#[derive(Clone, Debug)]
pub struct JournalOverview {
    /// The seed of its random choices.
    pub seed: u64,
    /// What is played, as [`Journal::begin`](super::Journal::begin) writes it.
    pub settings: Value,
    /// The names of the engines that have played, by index.
    pub names: BTreeMap<usize, String>,
    /// The games that have ended, without their texts, in that order.
    pub records: Vec<Record>,
    /// The openings that were begun, as text.
    pub openings: Vec<String>,
    /// How the tournament has come to its end, if it has: as [`super::Journal::end`] was told.
    pub ended: Option<String>,
    /// How many lines are damaged.
    pub damaged: usize,
}

/// Reads a journal without changing or locking it. One that has no beginning, or a game twice, is an error.
pub fn look(path: &Path) -> Result<JournalOverview, JournalError> {
    found(path).map_err(|flaw| JournalError { path: path.into(), flaw })
}

fn found(path: &Path) -> Result<JournalOverview, Flaw> {
    let mut file = dhow_files::open_to_read(path)?;
    let contents = read(&mut file)?.ok_or(Flaw::Header)?;
    let (mut names, mut lines) = (BTreeMap::new(), BTreeMap::new());
    for game in &contents.games {
        let (record, line) = (&game.record, game.line);
        let flaw = |what| Flaw::Line { line, what };
        if let Some(other) = lines.insert(record.number, line) {
            let number = record.number + 1;
            return Err(flaw(format!("game {number} stands in line {other}, too")));
        }
        if record.players.iter().any(|player| !names.contains_key(player)) {
            let pgn = record_at(&mut file, game.place)?.pgn;
            let parsed = pgn::parse(&pgn).map_err(|error| flaw(error.to_string()))?;
            let tag = |name| parsed.first().and_then(|game| game.tag(name)).unwrap_or("?");
            names.insert(record.players[0], tag("White").into());
            names.insert(record.players[1], tag("Black").into());
        }
    }
    Ok(JournalOverview {
        seed: contents.seed,
        settings: contents.settings,
        names,
        records: contents.games.into_iter().map(|game| game.record).collect(),
        openings: contents.openings.values().map(|opening| opening.text()).collect(),
        ended: contents.ended,
        damaged: contents.damaged.len(),
    })
}
