//! The flags of `dhow match`, which are those of cutechess-cli: a dash and a word, then values,
//! often of the form `key=value`.

use super::engine_flags::EngineSettings;
use crate::tournament::archive::Paths;
use crate::tournament::config::{
    Adjudication, Config, DrawRule, Format, Kind, OpeningConfig, OpeningFile, Order, ResignRule,
};
use crate::tournament::openings::format_of;
use crate::tournament::stats::{Model, SprtTest};
use crate::variant::{VARIANTS, Variant};
use std::path::PathBuf;
use std::time::Duration;

/// The most games that are played at once.
const MOST_AT_ONCE: usize = 1024;
/// The most games, rounds, moves and the like: more cannot be meant.
const MOST: usize = 100_000_000;

/// A flag that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{flag}: {what}")]
pub struct FlagError {
    /// The flag.
    pub flag: String,
    /// What is wrong with it or its values.
    pub what: String,
}

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

/// A flag with its values.
#[derive(Clone, Copy, Debug)]
pub struct Flag<'a> {
    /// The flag, with its dash.
    pub name: &'a str,
    /// What stands between it and the next flag.
    pub values: &'a [String],
}

impl<'a> Flag<'a> {
    /// An error of this flag.
    pub fn error(&self, what: impl Into<String>) -> FlagError {
        FlagError { flag: self.name.into(), what: what.into() }
    }

    fn nothing(&self) -> Result<(), FlagError> {
        match self.values.first() {
            Some(value) => Err(self.error(format!("takes no value, but `{value}` follows"))),
            None => Ok(()),
        }
    }

    fn single(&self) -> Result<&'a str, FlagError> {
        match self.values {
            [value] => Ok(value),
            [] => Err(self.error("a value is missing")),
            [_, more, ..] => Err(self.error(format!("takes one value, but `{more}` follows"))),
        }
    }

    fn number(&self, least: usize, most: usize) -> Result<usize, FlagError> {
        self.number_in(self.single()?, least, most)
    }

    fn number_in(&self, text: &str, least: usize, most: usize) -> Result<usize, FlagError> {
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| {
            self.error(format!("`{text}` is not a whole number from {least} to {most}"))
        })
    }

    /// The values of the form `key=value`, each key at most once. A key alone stands for
    /// `key=true`.
    fn pairs(&self, keys: &[&str]) -> Result<Vec<(&'a str, &'a str)>, FlagError> {
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for text in self.values {
            let (key, value) = text.split_once('=').unwrap_or((text, "true"));
            if !keys.contains(&key) {
                let keys = keys.join("=, ");
                return Err(self.error(format!("`{text}` is none of {keys}=")));
            }
            if pairs.iter().any(|&(other, _)| other == key) {
                return Err(self.error(format!("{key}= is given twice")));
            }
            pairs.push((key, value));
        }
        Ok(pairs)
    }
}

/// The value of a key among pairs.
fn value<'a>(pairs: &[(&str, &'a str)], key: &str) -> Option<&'a str> {
    pairs.iter().find(|(name, _)| *name == key).map(|&(_, value)| value)
}

/// Splits arguments into flags and their values: a flag starts with a dash and a letter.
fn split(arguments: &[String]) -> Result<Vec<Flag<'_>>, FlagError> {
    let is_flag = |text: &String| {
        let word = text.strip_prefix("--").or(text.strip_prefix('-'));
        word.and_then(|word| word.chars().next()).is_some_and(|first| first.is_ascii_alphabetic())
    };
    let mut flags = Vec::new();
    let mut rest = arguments;
    while let Some((name, after)) = rest.split_first() {
        if !is_flag(name) {
            let what = "is no flag; flags start with a dash, and engines with -engine";
            return Err(FlagError { flag: format!("`{name}`"), what: what.into() });
        }
        let count = after.iter().position(is_flag).unwrap_or(after.len());
        flags.push(Flag { name, values: &after[..count] });
        rest = &after[count..];
    }
    Ok(flags)
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
    variant: Option<&'static Variant>,
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
        if let (None, Some(pgn)) = (&self.paths.journal, &self.paths.pgn) {
            let mut name = pgn.clone().into_os_string();
            name.push(".journal");
            self.paths.journal = Some(name.into());
        }
        if self.resume && self.paths.journal.is_none() {
            return error("-resume", "needs the -journal, or the -pgnout, of the tournament");
        }
        let engines: Result<Vec<_>, _> = (1..)
            .zip(self.engines)
            .map(|(number, engine)| engine.or(&self.each).finish(number))
            .collect();
        let repeat = self.repeat.unwrap_or(if self.openings.file.is_some() { 1 } else { 2 });
        let config = Config {
            variant: self.variant.unwrap_or(&VARIANTS[0]),
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

fn variant(flag: &Flag) -> Result<&'static Variant, FlagError> {
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

fn openings(flag: &Flag) -> Result<OpeningConfig, FlagError> {
    let pairs = flag.pairs(&["file", "format", "order", "plies", "start"])?;
    let get = |key| value(&pairs, key);
    let start = get("start").map(|text| flag.number_in(text, 1, MOST)).transpose()?;
    let order = match get("order") {
        None | Some("sequential") => Order::Sequential(start.unwrap_or(1) - 1),
        Some("random") if start.is_none() => Order::Random,
        Some("random") => return Err(flag.error("start= needs order=sequential")),
        Some(other) => {
            return Err(flag.error(format!("order=`{other}` is neither random nor sequential")));
        }
    };
    let plies = get("plies").map(|text| flag.number_in(text, 0, 1000)).transpose()?;
    let Some(path) = get("file").map(PathBuf::from) else {
        // Without a file openings are random, and only their length can be chosen.
        return match pairs.iter().find(|(key, _)| *key != "plies") {
            Some((key, _)) => Err(flag.error(format!("{key}= needs file="))),
            None => Ok(OpeningConfig { file: None, plies }),
        };
    };
    let format = match get("format") {
        Some("epd") => Format::Epd,
        Some("pgn") => Format::Pgn,
        None => format_of(&path).unwrap_or(Format::Pgn),
        Some(other) => return Err(flag.error(format!("format=`{other}` is neither epd nor pgn"))),
    };
    Ok(OpeningConfig { file: Some(OpeningFile { path, format, order }), plies })
}

fn draw(flag: &Flag) -> Result<DrawRule, FlagError> {
    let pairs = flag.pairs(&["movenumber", "movecount", "score"])?;
    let get = |key| required(flag, &pairs, key);
    Ok(DrawRule {
        move_number: get("movenumber")? as u32,
        move_count: get("movecount")?.max(1) as u32,
        score: get("score")? as i32,
    })
}

fn resign(flag: &Flag) -> Result<ResignRule, FlagError> {
    let pairs = flag.pairs(&["movecount", "score", "twosided"])?;
    let two_sided = match value(&pairs, "twosided") {
        Some("true") => true,
        None | Some("false") => false,
        Some(other) => {
            return Err(flag.error(format!("twosided=`{other}` is neither true nor false")));
        }
    };
    let get = |key| required(flag, &pairs, key);
    let move_count = get("movecount")?.max(1) as u32;
    Ok(ResignRule { move_count, score: get("score")? as i32, two_sided })
}

fn required(flag: &Flag, pairs: &[(&str, &str)], key: &str) -> Result<usize, FlagError> {
    let text = value(pairs, key).ok_or_else(|| flag.error(format!("{key}= is missing")))?;
    flag.number_in(text, 0, 1_000_000)
}

fn sprt(flag: &Flag) -> Result<SprtTest, FlagError> {
    let pairs = flag.pairs(&["elo0", "elo1", "alpha", "beta", "model"])?;
    let get = |key: &str, default: Option<f64>| {
        let Some(text) = value(&pairs, key) else {
            return default.ok_or_else(|| flag.error(format!("{key}= is missing")));
        };
        let number = text.parse().ok().filter(|number: &f64| number.is_finite());
        number.ok_or_else(|| flag.error(format!("{key}=`{text}` is not a number")))
    };
    let probability = |key: &str| match get(key, Some(0.05)) {
        Ok(number) if number > 0.0 && number < 0.5 => Ok(number),
        Ok(number) => Err(flag.error(format!("{key}=`{number}` is not between 0 and 0.5"))),
        error => error,
    };
    let (elo0, elo1) = (get("elo0", None)?, get("elo1", None)?);
    if elo0 >= elo1 || elo0.abs() > 1000.0 || elo1.abs() > 1000.0 {
        return Err(flag.error("elo0= must be less than elo1=, both within 1000 of zero"));
    }
    let model = match value(&pairs, "model") {
        None | Some("logistic") => Model::Logistic,
        Some("normalized") => Model::Normalized,
        Some("bayesian") => Model::Bayesian,
        Some("cutechess") => Model::Cutechess,
        Some(other) => {
            let what =
                format!("model=`{other}` is none of logistic, normalized, bayesian, cutechess");
            return Err(flag.error(what));
        }
    };
    Ok(SprtTest { elo0, elo1, alpha: probability("alpha")?, beta: probability("beta")?, model })
}
