//! Merges tournaments between the same engines, such as a match that was played on several machines.

use super::config::{Config, EngineConfig};
use super::journal::{JournalError, JournalOverview, difference, look};
use super::runner::{Tournament, TournamentError};
use super::schedule::Pairing;
use super::scoreboard::Scoreboard;
use crate::stats::SprtTest;
use dhow_rules::variant::{Catalogue, Variant};
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

/// Settings that may differ between parts: the number of games, the openings, and the SPRT.
const FREE: [&str; 3] = ["games", "openings", "sprt"];
/// Settings of engines with names that may also differ, because they depend on the machine.
const FREE_OF_NAMED: [&str; 2] = ["cmd", "dir"];

/// Why tournaments cannot be merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// An invalid journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Journals that do not belong together.
    #[error("{} and {}: {what}", .first.display(), .other.display())]
    Apart {
        /// One journal.
        first: PathBuf,
        /// The other journal.
        other: PathBuf,
        /// The difference.
        what: String,
    },
    /// A journal with impossible content.
    #[error("{}: {what}", .path.display())]
    Content {
        /// The journal.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// A tournament that cannot be reported.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
}

/// A merged tournament.
pub struct Merged {
    /// The tournament, with all its games finished.
    pub tournament: Tournament,
    /// The results.
    pub board: Scoreboard,
    /// The seeds of the parts.
    pub seeds: Vec<u64>,
    /// Warnings for the user.
    pub remarks: Vec<String>,
}

/// Merges the tournaments of journals, at least one. `test` is the SPRT for the total.
pub fn merge(
    paths: &[PathBuf],
    catalogue: &Catalogue,
    test: Option<SprtTest>,
) -> Result<Merged, MergeError> {
    let parts: Vec<JournalOverview> =
        paths.iter().map(|path| look(path)).collect::<Result<_, _>>()?;
    for (index, part) in parts.iter().enumerate().skip(1) {
        let apart = |first: usize, what| {
            let (first, other) = (paths[first].clone(), paths[index].clone());
            Err(MergeError::Apart { first, other, what })
        };
        if let Some(what) = difference("", &comparable(&parts[0]), &comparable(part)) {
            return apart(0, format!("are of different matches: {what}"));
        }
        let twin = parts[..index].iter().position(|other| source(other) == source(part));
        if let Some(first) = twin {
            let what = "have the same openings: give each part an -srand, or a start=, of its own";
            return apart(first, what.into());
        }
    }
    let (Some(first), Some(path)) = (parts.first(), paths.first()) else {
        let what = "no journal is named".into();
        return Err(MergeError::Content { path: PathBuf::new(), what });
    };
    let content = |what| MergeError::Content { path: path.clone(), what };
    if first.settings["tournament"] == "Knockout" {
        return Err(content("is of a knockout, which is played in one piece".into()));
    }
    let mut config = config(&first.settings, catalogue).map_err(content)?;
    let engines = config.engines.len();
    if test.is_some() && engines != 2 {
        return Err(content(format!("has {engines} engines, and a test is of two")));
    }
    config.sprt = test;
    let (mut schedule, mut board, mut base) = (Vec::new(), Scoreboard::default(), 0);
    let mut names = BTreeMap::new();
    for (part, path) in parts.iter().zip(paths) {
        let pairs = PairRule::of(&part.settings, config.engines.len());
        for record in &part.records {
            let other = match record {
                _ if record.variant >= config.variants.len() => Some("another game"),
                _ if record.players.iter().any(|&player| player >= engines) => {
                    Some("other players")
                }
                _ => None,
            };
            if let Some(other) = other {
                let what = format!("game {} is of {other}", record.number + 1);
                return Err(MergeError::Content { path: path.clone(), what });
            }
            let pair = pairs.of_game(record.number).map(|pair| base + pair);
            let (number, players, variant) = (schedule.len(), record.players, record.variant);
            let pairing = Pairing { number, round: 0, players, opening: number, variant, pair };
            board.add_record(&pairing, record);
            schedule.push(pairing);
        }
        base += part.records.iter().map(|record| record.number + 1).max().unwrap_or(0);
        names.extend(part.names.clone());
    }
    let name =
        |engine| names.get(&engine).cloned().unwrap_or_else(|| format!("engine {}", engine + 1));
    let names = (0..config.engines.len()).map(name).collect();
    let tournament = Tournament::of_the_past(config, names, schedule)?;
    let seeds = parts.iter().map(|part| part.seed).collect();
    Ok(Merged { tournament, board, seeds, remarks: remarks(paths, &parts) })
}

/// The settings that must be equal in all parts.
fn comparable(part: &JournalOverview) -> Value {
    let mut settings = part.settings.clone();
    if let Some(members) = settings.as_object_mut() {
        members.retain(|name, _| !FREE.contains(&name.as_str()));
    }
    for engine in settings["engines"].as_array_mut().into_iter().flatten() {
        let named = !engine["name"].is_null();
        if let Some(members) = engine.as_object_mut().filter(|_| named) {
            members.retain(|name, _| !FREE_OF_NAMED.contains(&name.as_str()));
        }
    }
    settings
}

/// The source of the openings of a part: the file and, unless they are taken in order, the seed.
fn source(part: &JournalOverview) -> (String, Option<u64>) {
    let openings = part.settings["openings"].to_string();
    let seed = (!openings.contains("Sequential")).then_some(part.seed);
    (openings, seed)
}

/// The part of the configuration that reports need.
fn config(settings: &Value, catalogue: &Catalogue) -> Result<Config, String> {
    let titles = match &settings["variant"] {
        Value::Array(titles) => &titles[..],
        title => std::slice::from_ref(title),
    };
    let known = |title: &Value| variant(title.as_str().unwrap_or(""), catalogue);
    let variants = titles.iter().map(known).collect::<Result<Vec<_>, _>>()?;
    let first = variants.first().ok_or("is of no game")?;
    let engines = settings["engines"].as_array().map_or(0, Vec::len);
    if engines < 2 {
        return Err("has no engines".into());
    }
    let engines = vec![EngineConfig::default(); engines];
    Ok(Config { variants: variants.clone(), ..Config::new(first, engines) })
}

/// The variant with this title, which contains its id and options.
fn variant(title: &str, catalogue: &Catalogue) -> Result<Arc<Variant>, String> {
    let (id, options) = title.split_once(" with ").unwrap_or((title, ""));
    let variant = catalogue.find(id).ok_or_else(|| format!("is of an unknown game, `{title}`"))?;
    let names = options.split(" and ").filter(|name| !name.is_empty());
    variant.with_option_names(names).map_err(|error| error.to_string())
}

/// Which games form pairs.
#[derive(Clone, Copy, Debug)]
struct PairRule {
    there_are: bool,
    /// The games of an encounter, if pairs start again with each encounter.
    encounter: Option<usize>,
    /// Whether the last game of an encounter has no partner if the number of games is odd.
    apart: bool,
}

impl PairRule {
    fn of(settings: &Value, engines: usize) -> Self {
        let number = |name: &str| settings[name].as_u64().and_then(|it| usize::try_from(it).ok());
        let repeat = number("repeat").filter(|&repeat| repeat > 0 && repeat.is_multiple_of(2));
        let games = number("games").filter(|&games| games > 0);
        // With any other policy all games of an encounter have the same opening.
        let apart = !settings["policy"].is_null();
        let known = if apart { games.is_some() } else { repeat.is_some() };
        let there_are = known && settings["noswap"] != true;
        Self { there_are, encounter: games.filter(|_| engines > 2 || apart), apart }
    }

    /// The number of a game's pair, which is the number of its first game.
    fn of_game(self, number: usize) -> Option<usize> {
        let place = self.encounter.map_or(number, |games| number % games);
        let alone = self.apart
            && place.is_multiple_of(2)
            && self.encounter.is_some_and(|games| place + 1 == games);
        (self.there_are && !alone).then_some(number - place % 2)
    }
}

fn remarks(paths: &[PathBuf], parts: &[JournalOverview]) -> Vec<String> {
    let mut remarks = Vec::new();
    let (mut seen, mut twice) = (HashSet::new(), 0);
    for (path, part) in paths.iter().zip(parts) {
        let path = path.display();
        match part.ended.as_deref() {
            None => {
                remarks.push(format!("{path}: has not ended; it has {} games", part.records.len()));
            }
            Some(ending) if ending.ends_with("accepted") => remarks.push(format!(
                "{path}: was ended by a test of its own ({ending}), so that the sum leans to its side"
            )),
            Some(_) => {}
        }
        if !part.settings["policy"].is_null() && part.settings["games"].is_null() {
            remarks.push(format!("{path}: does not say which games are pairs"));
        }
        if part.damaged > 0 {
            remarks.push(format!("{path}: {} lines are damaged and left out", part.damaged));
        }
        let own: HashSet<&str> = part.openings.iter().map(String::as_str).collect();
        twice += own.iter().filter(|&&opening| seen.contains(opening)).count();
        seen.extend(own);
    }
    if twice > 0 {
        remarks
            .push(format!("{twice} openings are in several parts, so that margins are too small"));
    }
    remarks
}

#[cfg(test)]
mod tests;
