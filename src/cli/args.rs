//! Arguments that several subcommands share.

use super::CliError;
use clap::Args;
use dhow_engine::search::{Engine, EvaluationChoice, Limits};
use dhow_files::LearnedFolder;
use dhow_lab::training::LEAST_NODES;
use dhow_rules::game::Game;
use dhow_rules::variant::ini::VariantFiles;
use dhow_rules::variant::{Catalogue, Setup, VARIANTS, Variant};
use std::ffi::OsString;
use std::fmt::Display;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The variant.
#[derive(Args, Clone)]
pub struct VariantArg {
    /// The variant
    #[arg(short, long, value_name = "ID", default_value = catalogue()[0].id.as_str(), value_parser = variant)]
    variant: Arc<Variant>,
    #[command(flatten)]
    options: OptionArgs,
}

impl VariantArg {
    /// The variant with its options.
    pub fn variant(&self) -> Result<Arc<Variant>, CliError> {
        self.options.of(&self.variant)
    }
}

/// Options of the variant.
#[derive(Args, Clone)]
pub struct OptionArgs {
    /// Switch an option of the variant on (`dhow variants ID` lists them); can be given several times
    #[arg(long = "option", value_name = "NAME")]
    names: Vec<String>,
}

impl OptionArgs {
    /// Whether any option is given.
    pub fn any(&self) -> bool {
        !self.names.is_empty()
    }

    /// The names of the options.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// A variant with these options.
    pub fn of(&self, variant: &Arc<Variant>) -> Result<Arc<Variant>, CliError> {
        variant
            .with_option_names(self.names())
            .map_err(|error| CliError::Input(format!("--option: {error}")))
    }
}

/// The known variants, if `--variants` adds to the built-in ones.
static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();

/// The known variants.
pub fn catalogue() -> &'static Catalogue {
    CATALOGUE.get().unwrap_or(&VARIANTS)
}

/// The files of `--variants`, as absolute paths.
static VARIANT_FILES: OnceLock<Vec<PathBuf>> = OnceLock::new();

/// The files of `--variants`, as absolute paths, in order.
pub fn variant_files() -> &'static [PathBuf] {
    VARIANT_FILES.get().map_or(&[], |files| files)
}

/// The arguments with which another process of this program knows the same variants.
pub fn variant_files_again() -> impl Iterator<Item = String> {
    variant_files().iter().map(|file| format!("--{VARIANTS_OPTION}={}", file.display()))
}

/// The option of all commands for a file of variants.
pub const VARIANTS_OPTION: &str = "variants";

/// Why files of `--variants` are refused, one line for each mistake.
static REFUSED_FILES: OnceLock<Vec<String>> = OnceLock::new();

/// Why files of `--variants` are refused, one line for each mistake.
pub fn refused_files() -> &'static [String] {
    REFUSED_FILES.get().map_or(&[], |lines| lines)
}

/// Reads the files of `--variants` before the other arguments, which may name their variants.
pub fn open_variants(arguments: &[OsString]) {
    let long = format!("--{VARIANTS_OPTION}");
    let mut games = VariantFiles::default();
    let mut files = Vec::new();
    let mut rest = arguments.iter().filter_map(|argument| argument.to_str()).skip(1);
    while let Some(argument) = rest.next() {
        if argument == long || argument == &long[1..] {
            files.extend(rest.next());
        } else if let Some(file) = argument.strip_prefix(&long) {
            files.extend(file.strip_prefix('='));
        }
    }
    let mut refused = Vec::new();
    for file in files.iter().map(Path::new) {
        match dhow_files::open_variants(&mut games, file) {
            Ok(notes) => {
                notes.iter().for_each(|note| super::tell(&format!("{}: {note}", file.display())));
            }
            Err(error) => refused.extend(error.of(file).lines().map(String::from)),
        }
    }
    let _ = REFUSED_FILES.set(refused);
    if !files.is_empty() {
        let _ = CATALOGUE.set(VARIANTS.with(games.games()));
        let absolute = |file: &&str| std::path::absolute(file).unwrap_or_else(|_| file.into());
        let _ = VARIANT_FILES.set(files.iter().map(absolute).collect());
    }
}

/// Reads the id of a variant.
pub fn variant(id: &str) -> Result<Arc<Variant>, String> {
    catalogue()
        .find(&id.to_ascii_lowercase())
        .cloned()
        .ok_or_else(|| format!("unknown game; the games are {}", catalogue().ids(", ")))
}

/// The variant that the name of a file of openings begins with: `zanzibar-xl` of `zanzibar-xl_v2.epd`.
pub fn variant_of_book(path: &Path) -> Option<Arc<Variant>> {
    let name = path.file_name()?.to_str()?.to_ascii_lowercase();
    let leads = |variant: &&Arc<Variant>| {
        let rest = name.strip_prefix(variant.id.as_str());
        rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_alphanumeric()))
    };
    catalogue().iter().filter(leads).max_by_key(|variant| variant.id.len()).cloned()
}

/// A game for a session, which goes on without those of a refused file.
#[derive(Clone)]
pub enum SessionGame {
    /// A known game.
    Known(Arc<Variant>),
    /// A game that a refused file may have had.
    Missing(String),
}

/// Reads the id of a variant for a session.
pub fn session_game(id: &str) -> Result<SessionGame, String> {
    match variant(id) {
        Err(_) if !refused_files().is_empty() => Ok(SessionGame::Missing(id.into())),
        found => found.map(SessionGame::Known),
    }
}

/// The position.
#[derive(Args, Clone)]
pub struct PositionArgs {
    #[command(flatten)]
    pub game: VariantArg,
    /// The position, instead of the start array
    #[arg(long, conflicts_with = "setup")]
    pub fen: Option<String>,
    /// The setup of the start array, such as QK/LG (see `dhow setups`), `default` or `random`
    #[arg(long, value_name = "CODE")]
    pub setup: Option<String>,
}

impl PositionArgs {
    /// A game from the position.
    pub fn game(&self) -> Result<Game, CliError> {
        let variant = self.game.variant()?;
        match (&self.fen, &self.setup) {
            (Some(fen), _) => game_from_fen(&variant, fen),
            (None, Some(code)) => Ok(Game::with_setup(&variant, &setup(&variant, code)?)),
            (None, None) => Ok(Game::new(&variant)),
        }
    }
}

/// A game from a FEN, which must be valid.
pub fn game_from_fen(variant: &Arc<Variant>, fen: &str) -> Result<Game, CliError> {
    Game::from_fen(variant, fen).map_err(|error| CliError::Input(format!("FEN `{fen}`: {error}")))
}

/// Reads a setup: its name, `default` or `random`.
pub fn setup(variant: &Variant, code: &str) -> Result<Setup, CliError> {
    Setup::choose(variant, code).map_err(CliError::input)
}

/// Settings of the engine.
#[derive(Args, Clone)]
pub struct EngineArgs {
    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    pub threads: usize,
    /// Size of the hash table in MiB
    #[arg(long, value_name = "MB", default_value_t = Engine::DEFAULT_HASH, value_parser = hash)]
    pub hash: usize,
    #[command(flatten)]
    pub evaluation: EvaluationArgs,
}

impl EngineArgs {
    /// An engine with these settings.
    pub fn engine(&self) -> Result<Engine, CliError> {
        let mut engine = Engine::new();
        engine.set_hash(self.hash).map_err(CliError::input)?;
        engine.set_threads(self.threads).map_err(CliError::input)?;
        engine.set_evaluation(self.evaluation.choice()?);
        Ok(engine)
    }
}

/// Reads a number of random moves at the start of a game.
pub fn random_moves(text: &str) -> Result<u16, String> {
    number_in(text, 0, 200)
}

/// The number of threads that was given, or one for each processor.
pub fn threads_or_all(given: Option<usize>) -> usize {
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    given.unwrap_or_else(|| processors().min(Engine::MAX_THREADS))
}

/// Reads a number of threads.
pub fn threads(text: &str) -> Result<usize, String> {
    number_in(text, 1, Engine::MAX_THREADS)
}

/// Reads a size of the hash table.
pub fn hash(text: &str) -> Result<usize, String> {
    number_in(text, 1, Engine::MAX_HASH)
}

/// Reads a number of hours.
pub fn hours(text: &str) -> Result<f64, String> {
    number_in(text, 0.001, 10_000.0)
}

/// Reads a number within a range.
pub fn number_in<N: FromStr + PartialOrd + Display>(
    text: &str,
    least: N,
    most: N,
) -> Result<N, String> {
    match text.parse() {
        Ok(number) if (&least..=&most).contains(&&number) => Ok(number),
        _ => Err(format!("expected a number from {least} to {most}")),
    }
}

/// Reads a number of nodes per move, for games of the engine against itself.
pub fn self_play_nodes(text: &str) -> Result<u32, String> {
    number_in(text, LEAST_NODES, u32::MAX)
}

/// Reads a number above zero.
pub fn positive(text: &str) -> Result<NonZeroU32, String> {
    text.parse().map_err(|_| format!("expected a whole number from 1 to {}", u32::MAX))
}

/// Reads a number of things, at least one.
pub fn from_one(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| format!("expected a whole number from 1 to {}", u64::MAX))
}

/// Limits of a search.
#[derive(Args, Clone)]
pub struct LimitArgs {
    /// Stop at this depth in plies
    #[arg(long, value_name = "N", value_parser = positive)]
    pub depth: Option<NonZeroU32>,
    /// Stop after this many milliseconds
    #[arg(long, value_name = "MS", value_parser = from_one)]
    pub movetime: Option<u64>,
    /// Stop after this many nodes
    #[arg(long, value_name = "N", value_parser = from_one)]
    pub nodes: Option<u64>,
    /// Stop when a mate in this many moves is found
    #[arg(long, value_name = "N", value_parser = positive)]
    pub mate: Option<NonZeroU32>,
}

impl LimitArgs {
    /// Whether there is any limit.
    pub fn any(&self) -> bool {
        self.depth.is_some()
            || self.movetime.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
    }

    /// The limits in the form of the search.
    pub fn limits(&self) -> Limits {
        Limits {
            depth: self.depth.map(NonZeroU32::get),
            move_time: self.movetime.map(Duration::from_millis),
            nodes: self.nodes,
            mate: self.mate.map(NonZeroU32::get),
            ..Limits::default()
        }
    }
}

/// The evaluation.
#[derive(Args, Clone)]
pub struct EvaluationArgs {
    /// Evaluate by the network (NNUE) in this file, in the games that it was made for
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
    /// Use the hand-crafted evaluation (HCE) in all games, without a network
    #[arg(long, conflicts_with = "eval_file")]
    by_hand: bool,
}

impl EvaluationArgs {
    /// The arguments that choose the same evaluation; the file of a network by its name alone.
    pub fn words(&self) -> Vec<String> {
        let name =
            |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let file = self.eval_file.iter().flat_map(|path| ["--eval-file".into(), name(path)]);
        file.chain(self.by_hand.then(|| "--by-hand".to_string())).collect()
    }

    /// The chosen evaluation, for play and analysis: without a choice, what this machine has learned of a game. Reads
    /// the file of a network.
    pub fn choice(&self) -> Result<EvaluationChoice, CliError> {
        self.with_learned(dhow_files::learned_folder())
    }

    /// The chosen evaluation, for measurements and data, which must not depend on what this machine has learned.
    pub fn repeatable_choice(&self) -> Result<EvaluationChoice, CliError> {
        self.with_learned(None)
    }

    fn with_learned(&self, folder: Option<PathBuf>) -> Result<EvaluationChoice, CliError> {
        let open = |path: &PathBuf| {
            let fail = |error| CliError::of_file(path, error);
            dhow_files::open_network(path).map(Arc::new).map_err(fail)
        };
        let network = self.eval_file.as_ref().map(open).transpose()?;
        let tell = |line: &str| super::tell(&format!("warning: {line}"));
        let learned = Arc::new(LearnedFolder::new(folder, tell));
        Ok(EvaluationChoice { network, learned: Some(learned), hand_crafted: self.by_hand })
    }
}
