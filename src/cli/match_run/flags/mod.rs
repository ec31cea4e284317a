//! Combines the flags of `dhow match`.

mod list;
#[cfg(test)]
mod tests;

pub use list::{FlagDef, GROUPS};

use super::engine_flags::{DEFAULT_FILE, EngineSettings, read_file};
use super::flag::{Flag, FlagError};
use super::reporter::Reports;
use crate::cli::args::{catalogue, variant, variant_of_book};
use dhow_lab::tournament::archive::Paths;
use dhow_lab::tournament::config::{Config, EngineConfig, Kind, Policy};
use dhow_lab::tournament::schedule::encounters;
use dhow_rules::variant::Variant;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The maximum number of games, rounds, moves and so on; larger ones must be errors.
pub const MOST: usize = 100_000_000;

/// The word of chess programs for the usual game. Here openings or engines say which one it is.
const STANDARD: &str = "standard";

/// The option of UCI engines that names the game.
const VARIANT_OPTION: &str = "UCI_Variant";

/// The content of all flags.
#[derive(Clone, Debug)]
pub struct MatchOptions {
    /// The tournament.
    pub config: Config,
    /// The paths of its files.
    pub paths: Paths,
    /// Whether to resume an interrupted tournament.
    pub resume: bool,
    /// The file for the summary.
    pub json_out: Option<PathBuf>,
    /// What to report in addition to the games.
    pub reports: Reports,
    /// Whether to show all lines of engines.
    pub debug: bool,
}

/// Reads the flags.
pub fn parse(flags: &[(&FlagDef, Flag)]) -> Result<MatchOptions, FlagError> {
    let mut draft = FlagsSoFar::new();
    flags.iter().try_for_each(|(known, flag)| (known.take)(&mut draft, flag))?;
    draft.finish()
}

/// The variant that the option `UCI_Variant` of the engines names; otherwise the one in the name of the file of
/// openings; otherwise the default one.
fn usual_variant(
    engines: &[EngineConfig],
    openings: Option<&Path>,
) -> Result<Arc<Variant>, FlagError> {
    let flaw = |what| FlagError { flag: "-variant".into(), what };
    let options = engines.iter().flat_map(|engine| &engine.options);
    let mut ids = options.filter(|(name, _)| name.eq_ignore_ascii_case(VARIANT_OPTION));
    let Some((_, id)) = ids.next() else {
        return Ok(openings.and_then(variant_of_book).unwrap_or_else(|| catalogue()[0].clone()));
    };
    if let Some((_, other)) = ids.find(|(_, other)| other != id) {
        let what = format!("{STANDARD}: the engines' UCI_Variant is `{id}` and `{other}`");
        return Err(flaw(what));
    }
    variant(id).map_err(|error| flaw(format!("{STANDARD}: UCI_Variant `{id}`: {error}")))
}

/// The complete settings of the engines, some of which may come from the file of engines.
fn finish_engines(
    engines: Vec<EngineSettings>,
    each: &EngineSettings,
    file: Option<PathBuf>,
) -> Result<Vec<EngineConfig>, FlagError> {
    let flaw = |flag: &str, what| FlagError { flag: flag.into(), what };
    let wanted: Vec<&str> = engines.iter().filter_map(EngineSettings::named).collect();
    let is_read = file.is_some() || !wanted.is_empty();
    let file = file.unwrap_or_else(|| DEFAULT_FILE.into());
    let known = match is_read {
        true => read_file(&file, &wanted).map_err(|what| flaw("-engines", what))?,
        false => BTreeMap::new(),
    };
    let finish = |(number, engine): (usize, EngineSettings)| {
        let nothing = EngineSettings::default();
        let described = match engine.named() {
            None => &nothing,
            Some(name) => known.get(name).ok_or_else(|| {
                let what = format!("conf={name}: no such engine in {}", file.display());
                flaw("-engine", what)
            })?,
        };
        engine.finish(described, each, number)
    };
    (1..).zip(engines).map(finish).collect()
}

/// The content of the flags so far.
struct FlagsSoFar {
    engines: Vec<EngineSettings>,
    each: EngineSettings,
    /// The file of engines.
    known: Option<PathBuf>,
    /// The default depends on the openings.
    repeat: Option<usize>,
    /// The default is a new one each time.
    seed: Option<u64>,
    /// The variants; if empty, the default one.
    variants: Vec<Arc<Variant>>,
    /// Whether openings or engines determine the variant.
    standard: bool,
    /// Whether OpenBench's worker gives the flags.
    test_environment: bool,
    /// The names of the variant's options that are on.
    options_on: Vec<String>,
    /// Everything else.
    options: MatchOptions,
}

impl FlagsSoFar {
    fn new() -> Self {
        Self {
            engines: Vec::new(),
            each: EngineSettings::default(),
            known: None,
            repeat: None,
            seed: None,
            variants: Vec::new(),
            standard: false,
            test_environment: false,
            options_on: Vec::new(),
            options: MatchOptions {
                config: Config {
                    catalogue: catalogue().clone(),
                    ..Config::new(&catalogue()[0], Vec::new())
                },
                paths: Paths::default(),
                resume: false,
                json_out: None,
                reports: Reports::default(),
                debug: false,
            },
        }
    }

    fn finish(self) -> Result<MatchOptions, FlagError> {
        let error =
            |flag: &str, what: &str| Err(FlagError { flag: flag.into(), what: what.into() });
        let Self { engines, each, known, repeat, seed, variants, options_on, .. } = self;
        let (standard, test_environment, mut options) =
            (self.standard, self.test_environment, self.options);
        let MatchOptions { config, paths, resume, .. } = &mut options;
        if engines.len() < 2 {
            return error("-engine", "a match needs two engines at least");
        }
        config.engines = finish_engines(engines, &each, known)?;
        if standard && !variants.is_empty() {
            return error("-variant", "`standard` goes with no other game");
        }
        if standard {
            let openings = config.openings.file.as_ref().map(|file| file.path.as_path());
            config.variants = vec![usual_variant(&config.engines, openings)?];
            // The engines receive the game in any case.
            for engine in &mut config.engines {
                engine.options.retain(|(name, _)| !name.eq_ignore_ascii_case(VARIANT_OPTION));
            }
        } else if !variants.is_empty() {
            config.variants = variants;
        }
        for variant in &mut config.variants {
            let names = options_on.iter().map(String::as_str);
            *variant = match variant.with_option_names(names) {
                Ok(variant) => variant,
                Err(flaw) => return error("-option", &flaw.to_string()),
            };
        }
        if config.sprt.is_some() && config.engines.len() != 2 {
            return error("-sprt", "tests two engines, no more");
        }
        paths.journal = paths.journal.take().or_else(|| paths.default_journal());
        if *resume && paths.journal.is_none() {
            return error("-resume", "needs the -journal, or the -pgnout, of the tournament");
        }
        let renamed = |engine: &EngineConfig| engine.variant_name.is_some();
        if config.variants.len() > 1 && config.engines.iter().any(renamed) {
            return error("-engine", "variant= goes with one -variant");
        }
        config.repeat = repeat.unwrap_or(if config.openings.file.is_some() { 1 } else { 2 });
        if test_environment && config.policy == Policy::default() {
            // Its `-games 2` is a pair, without `-repeat`.
            config.policy = Policy::Round;
        }
        config.seed = seed.unwrap_or_else(|| fastrand::u64(..));
        let encounters = match config.kind {
            Kind::Knockout => config.engines.len() - 1,
            _ => encounters(config).len(),
        };
        if config.kind == Kind::Knockout && config.rounds > 1 {
            return error("-rounds", "a knockout has the rounds that it needs");
        }
        if config.kind == Kind::Knockout && config.policy == Policy::Round {
            return error(
                "-openings",
                "policy=round: a knockout has new openings with each encounter",
            );
        }
        let games = encounters.saturating_mul(config.rounds).saturating_mul(config.games);
        if games > MOST {
            return error("-games", &format!("{games} games are more than {MOST}"));
        }
        Ok(options)
    }
}
