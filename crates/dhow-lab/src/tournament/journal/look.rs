//! Reading a journal that another program may be writing.

use super::read::read;
use super::{Flaw, JournalError, record_at};
use crate::tournament::record::Record;
use dhow_play::pgn;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// The content of a journal. Its tournament may still be running.
#[derive(Clone, Debug)]
pub struct JournalOverview {
    /// The seed of its random choices.
    pub seed: u64,
    /// The settings of the tournament, as [`Journal::begin`](super::Journal::begin) writes them.
    pub settings: Value,
    /// The names of the engines that have played, by index.
    pub names: BTreeMap<usize, String>,
    /// The finished games, in the order in which they ended, without their texts.
    pub records: Vec<Record>,
    /// The openings used, as text.
    pub openings: Vec<String>,
    /// How the tournament ended, if it has: the text that [`super::Journal::end`] wrote.
    pub ended: Option<String>,
    /// The number of damaged lines.
    pub damaged: usize,
}

/// Reads a journal without changing or locking it. A journal without its first line, or with a game twice, is an error.
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
