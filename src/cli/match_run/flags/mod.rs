//! What the flags of `dhow match` say together.

mod list;
#[cfg(test)]
mod tests;

pub use list::{ENGINES, FlagDef, GROUPS};

use super::engine_flags::EngineSettings;
use super::flag::{Flag, FlagError, split};
use crate::cli::args::catalogue;
use crate::tournament::archive::Paths;
use crate::tournament::config::{Config, Kind};
use std::path::PathBuf;

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
    let mut draft = Draft::new();
    for flag in split(arguments)? {
        draft.take(&flag)?;
    }
    draft.finish()
}

/// What the flags have said so far.
struct Draft {
    /// The flags themselves.
    seen: Vec<String>,
    engines: Vec<EngineSettings>,
    each: EngineSettings,
    /// Unless said it depends on the openings.
    repeat: Option<usize>,
    /// Unless said it is another one each time.
    seed: Option<u64>,
    /// The names of the game's options that are on.
    options_on: Vec<String>,
    /// Everything else.
    options: MatchOptions,
}

impl Draft {
    fn new() -> Self {
        Self {
            seen: Vec::new(),
            engines: Vec::new(),
            each: EngineSettings::default(),
            repeat: None,
            seed: None,
            options_on: Vec::new(),
            options: MatchOptions {
                config: Config {
                    catalogue: catalogue().clone(),
                    ..Config::new(&catalogue()[0], Vec::new())
                },
                paths: Paths::default(),
                resume: false,
                json_out: None,
                rating_interval: 0,
                debug: false,
            },
        }
    }

    fn take(&mut self, flag: &Flag) -> Result<(), FlagError> {
        let Some(known) = FlagDef::find(flag.name) else {
            return Err(flag.error("is no flag of `dhow match`; see `dhow match --help`"));
        };
        if !known.repeats {
            if self.seen.iter().any(|seen| seen == flag.name) {
                return Err(flag.error("is given twice"));
            }
            self.seen.push(flag.name.into());
        }
        (known.take)(self, flag)
    }

    fn finish(self) -> Result<MatchOptions, FlagError> {
        let error =
            |flag: &str, what: &str| Err(FlagError { flag: flag.into(), what: what.into() });
        let Self { engines, each, repeat, seed, options_on, mut options, .. } = self;
        let MatchOptions { config, paths, resume, .. } = &mut options;
        let names = options_on.iter().map(String::as_str);
        config.variant = match config.variant.with_option_names(names) {
            Ok(variant) => variant,
            Err(flaw) => return error("-option", &flaw.to_string()),
        };
        if engines.len() < 2 {
            return error("-engine", "a match needs two engines at least");
        }
        if config.sprt.is_some() && engines.len() != 2 {
            return error("-sprt", "tests two engines, no more");
        }
        paths.journal = paths.journal.take().or_else(|| paths.default_journal());
        if *resume && paths.journal.is_none() {
            return error("-resume", "needs the -journal, or the -pgnout, of the tournament");
        }
        let engines = (1..).zip(engines).map(|(number, engine)| engine.finish(&each, number));
        config.engines = engines.collect::<Result<_, _>>()?;
        config.repeat = repeat.unwrap_or(if config.openings.file.is_some() { 1 } else { 2 });
        config.seed = seed.unwrap_or_else(|| fastrand::u64(..));
        let count = config.engines.len();
        let encounters = match config.kind {
            Kind::Gauntlet => count - 1,
            Kind::RoundRobin => count * (count - 1) / 2,
        };
        let games = encounters.saturating_mul(config.rounds).saturating_mul(config.games);
        if games > MOST {
            return error("-games", &format!("{games} games are more than {MOST}"));
        }
        Ok(options)
    }
}
