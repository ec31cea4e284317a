//! The flags of `dhow match`.

use super::engine_flags::EngineSettings;
use super::flag::{Flag, FlagError, split};
use super::rule_flags::{draw, openings, resign, sprt};
use crate::cli::args::catalogue;
use crate::tournament::archive::Paths;
use crate::tournament::config::{Adjudication, Config, Kind, OpeningConfig};
use crate::tournament::stats::SprtTest;
use crate::variant::Variant;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The most games that are played at once.
const MOST_AT_ONCE: usize = 1024;
/// The most games, rounds, moves and the like: more cannot be meant.
pub const MOST: usize = 100_000_000;

/// Everything that the flags say.
#[derive(Clone, Debug)]
pub struct MatchOptions {
    /// The tournament.
    pub config: Config,
    /// Where it is kept.
    pub paths: Paths,
    /// Whether a tournament that was broken off goes on.
    pub resume: bool,
    /// Where the summary goes.
    pub json_out: Option<PathBuf>,
    /// After how many games the table is shown; only at the end if 0.
    pub rating_interval: usize,
    /// Whether all lines of engines are shown.
    pub debug: bool,
}

/// Reads the flags.
pub fn parse(arguments: &[String]) -> Result<MatchOptions, FlagError> {
    let mut draft = Draft::default();
    for flag in split(arguments)? {
        draft.take(&flag)?;
    }
    draft.finish()
}

/// What the flags have said so far.
#[derive(Default)]
struct Draft {
    seen: Vec<String>,
    variant: Option<Arc<Variant>>,
    engines: Vec<EngineSettings>,
    each: EngineSettings,
    kind: Kind,
    rounds: Option<usize>,
    games: Option<usize>,
    repeat: Option<usize>,
    no_swap: bool,
    openings: OpeningConfig,
    seed: Option<u64>,
    adjudication: Adjudication,
    sprt: Option<SprtTest>,
    concurrency: Option<usize>,
    wait: Duration,
    recover: bool,
    event: Option<String>,
    site: Option<String>,
    paths: Paths,
    resume: bool,
    json_out: Option<PathBuf>,
    minimal: bool,
    rating_interval: usize,
    debug: bool,
}

impl Draft {
    fn take(&mut self, flag: &Flag) -> Result<(), FlagError> {
        if flag.name != "-engine" {
            if self.seen.iter().any(|seen| seen == flag.name) {
                return Err(flag.error("is given twice"));
            }
            self.seen.push(flag.name.into());
        }
        match flag.name {
            "-engine" => self.engines.push(EngineSettings::read(flag)?),
            "-each" => self.each = EngineSettings::read(flag)?,
            "-variant" | "-v" | "--variant" => self.variant = Some(variant(flag)?),
            "-tournament" => self.kind = kind(flag)?,
            "-rounds" => self.rounds = Some(flag.number(1, MOST)?),
            "-games" => self.games = Some(flag.number(1, MOST)?),
            "-repeat" => {
                self.repeat = Some(if flag.values.is_empty() { 2 } else { flag.number(1, MOST)? });
            }
            "-noswap" => {
                flag.nothing()?;
                self.no_swap = true;
            }
            "-openings" => self.openings = openings(flag)?,
            "-srand" => self.seed = Some(seed(flag)?),
            "-concurrency" => self.concurrency = Some(flag.number(1, MOST_AT_ONCE)?),
            "-wait" => self.wait = Duration::from_millis(flag.number(0, MOST)? as u64),
            "-event" => self.event = Some(flag.single()?.into()),
            "-site" => self.site = Some(flag.single()?.into()),
            "-recover" => {
                flag.nothing()?;
                self.recover = true;
            }
            _ => return self.take_rule_or_output(flag),
        }
        Ok(())
    }

    fn take_rule_or_output(&mut self, flag: &Flag) -> Result<(), FlagError> {
        match flag.name {
            "-draw" => self.adjudication.draw = Some(draw(flag)?),
            "-resign" => self.adjudication.resign = Some(resign(flag)?),
            "-maxmoves" => {
                let moves = flag.number(0, MOST)? as u32;
                self.adjudication.max_moves = (moves > 0).then_some(moves);
            }
            "-sprt" => self.sprt = Some(sprt(flag)?),
            "-pgnout" => self.pgn_output(flag)?,
            "-epdout" => self.paths.epd = Some(flag.single()?.into()),
            "-jsonout" => self.json_out = Some(flag.single()?.into()),
            "-journal" => self.paths.journal = Some(flag.single()?.into()),
            "-resume" => {
                flag.nothing()?;
                self.resume = true;
            }
            "-ratinginterval" => self.rating_interval = flag.number(0, MOST)?,
            "-debug" => {
                flag.nothing()?;
                self.debug = true;
            }
            _ => return Err(flag.error("is no flag of `dhow match`; see `dhow match --help`")),
        }
        Ok(())
    }

    fn pgn_output(&mut self, flag: &Flag) -> Result<(), FlagError> {
        let (file, words) =
            flag.values.split_first().ok_or_else(|| flag.error("a file is missing"))?;
        self.paths.pgn = Some(file.into());
        for word in words {
            match word.as_str() {
                "min" => self.minimal = true,
                // Only finished games are written in any case.
                "fi" => {}
                _ => return Err(flag.error(format!("`{word}` is neither min nor fi"))),
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<MatchOptions, FlagError> {
        let error =
            |flag: &str, what: &str| Err(FlagError { flag: flag.into(), what: what.into() });
        if self.engines.len() < 2 {
            return error("-engine", "a match needs two engines at least");
        }
        if self.sprt.is_some() && self.engines.len() != 2 {
            return error("-sprt", "tests two engines, no more");
        }
        let journal = self.paths.journal.take();
        self.paths.journal = journal.or_else(|| self.paths.default_journal());
        if self.resume && self.paths.journal.is_none() {
            return error("-resume", "needs the -journal, or the -pgnout, of the tournament");
        }
        let engines: Result<Vec<_>, _> = (1..)
            .zip(self.engines)
            .map(|(number, engine)| engine.or(&self.each).finish(number))
            .collect();
        let repeat = self.repeat.unwrap_or(if self.openings.file.is_some() { 1 } else { 2 });
        let config = Config {
            variant: self.variant.unwrap_or_else(|| catalogue()[0].clone()),
            catalogue: catalogue().clone(),
            engines: engines?,
            kind: self.kind,
            rounds: self.rounds.unwrap_or(1),
            games: self.games.unwrap_or(1),
            repeat,
            no_swap: self.no_swap,
            openings: self.openings,
            seed: self.seed.unwrap_or_else(|| fastrand::u64(..)),
            adjudication: self.adjudication,
            sprt: self.sprt,
            concurrency: self.concurrency.unwrap_or(1),
            wait: self.wait,
            recover: self.recover,
            event: self.event.unwrap_or_else(|| "?".into()),
            site: self.site.unwrap_or_else(|| "?".into()),
            minimal_records: self.minimal,
        };
        let count = config.engines.len();
        let encounters = match config.kind {
            Kind::Gauntlet => count - 1,
            Kind::RoundRobin => count * (count - 1) / 2,
        };
        let games = encounters.saturating_mul(config.rounds).saturating_mul(config.games);
        if games > MOST {
            return error("-games", &format!("{games} games are more than {MOST}"));
        }
        Ok(MatchOptions {
            config,
            paths: self.paths,
            resume: self.resume,
            json_out: self.json_out,
            rating_interval: self.rating_interval,
            debug: self.debug,
        })
    }
}

fn variant(flag: &Flag) -> Result<Arc<Variant>, FlagError> {
    let id = flag.single()?;
    crate::cli::args::variant(id).map_err(|error| flag.error(format!("`{id}`: {error}")))
}

fn kind(flag: &Flag) -> Result<Kind, FlagError> {
    match flag.single()? {
        "round-robin" => Ok(Kind::RoundRobin),
        "gauntlet" => Ok(Kind::Gauntlet),
        other => Err(flag.error(format!("`{other}` is neither round-robin nor gauntlet"))),
    }
}

fn seed(flag: &Flag) -> Result<u64, FlagError> {
    let text = flag.single()?;
    text.parse().map_err(|_| flag.error(format!("`{text}` is not a whole number")))
}

#[cfg(test)]
mod tests;
