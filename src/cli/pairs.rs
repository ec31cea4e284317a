//! Plays pairs of games of the engine against itself with different search parameters, on several threads.

use super::progress::Progress;
use super::{CliError, CliResult, args, warn_of_refused};
use clap::Args;
use dhow_engine::search::{EvaluationChoice, Limits, ThreadsError};
use dhow_engine::threads;
use dhow_lab::training::{Experiment, PairSettings, play_pair, player};
use dhow_rules::variant::{ONE_MOVE_GAMES, Variant};
use std::fmt::Display;
use std::io;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

#[derive(Args)]
pub struct PairsArgs {
    /// The file that keeps the results
    file: PathBuf,
    /// Number of pairs of games to play in all
    #[arg(long, value_name = "N", default_value = "10000", value_parser = args::positive)]
    pairs: NonZeroU32,
    /// Nodes to search for each move
    #[arg(long, value_name = "N", default_value_t = 2500, value_parser = args::self_play_nodes)]
    nodes: u32,
    /// Random moves at the start of each pair
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = args::random_moves)]
    random_moves: u16,
    /// A variant to play; can be given several times [default: all of 12x12]
    #[arg(short, long = "variant", value_name = "ID", value_parser = args::variant)]
    variants: Vec<Arc<Variant>>,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Pairs to play in parallel
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = args::threads)]
    threads: usize,
    #[command(flatten)]
    evaluation: args::EvaluationArgs,
}

/// The data that all threads share.
struct PairsRun<T> {
    experiment: T,
    /// The index of the next pair.
    next: u32,
    progress: Progress,
    /// The result of the last write.
    written: CliResult,
    /// Why an engine has fewer threads.
    refused: Option<ThreadsError>,
}

impl PairsArgs {
    /// The settings of the pairs.
    pub fn settings(&self) -> PairSettings {
        PairSettings {
            pairs: self.pairs.get(),
            nodes: self.nodes,
            random_plies: self.random_moves,
            seed: self.seed,
            variants: self.games().iter().map(|variant| variant.id.clone()).collect(),
        }
    }

    /// The games that the pairs take in turn, at least one.
    pub fn games(&self) -> Vec<Arc<Variant>> {
        match &self.variants[..] {
            [] => ONE_MOVE_GAMES.clone(),
            chosen => chosen.to_vec(),
        }
    }

    /// Continues an experiment whose results a file keeps, or starts one if there is no such file, and plays the rest
    /// of it.
    pub fn play<T: Experiment>(&self, settings: T::Settings) -> Result<T, CliError> {
        let evaluation = self.evaluation.repeatable_choice()?;
        let play = self.settings();
        let match_of_pairs = PairsMatch {
            file: &self.file,
            limits: play.limits(),
            play,
            variants: &self.games(),
            evaluations: [evaluation.clone(), evaluation],
            threads: self.threads,
            goes_on: &|| true,
        };
        match_of_pairs.play(settings)
    }
}

/// How the pairs of an experiment are played.
pub struct PairsMatch<'a> {
    /// The file that keeps the results.
    pub file: &'a Path,
    pub play: PairSettings,
    pub variants: &'a [Arc<Variant>],
    /// The evaluations of the two players.
    pub evaluations: [EvaluationChoice; 2],
    /// The limits of each move.
    pub limits: Limits,
    /// Pairs to play in parallel.
    pub threads: usize,
    /// Whether to start another pair.
    pub goes_on: &'a (dyn Fn() -> bool + Sync),
}

impl PairsMatch<'_> {
    /// Continues an experiment whose results the file keeps, or starts one if there is no such file, and plays the rest
    /// of it while `goes_on` returns true.
    pub fn play<T: Experiment>(&self, settings: T::Settings) -> Result<T, CliError> {
        let failed = |error: &dyn Display| CliError::of_file(self.file, error);
        let experiment = match self.file.exists() {
            false => T::new(settings).map_err(CliError::input)?,
            true => {
                let bytes = dhow_files::read(self.file).map_err(|error| failed(&error))?;
                T::resume(&bytes, &settings).map_err(|error| failed(&error))?
            }
        };
        let (variants, settings) = (self.variants, &self.play);
        let next = experiment.ended();
        let progress = Progress::new("pairs", settings.pairs.into(), next.into());
        let state =
            Mutex::new(PairsRun { experiment, next, progress, written: Ok(()), refused: None });
        let lock = || -> MutexGuard<'_, PairsRun<T>> {
            state.lock().unwrap_or_else(PoisonError::into_inner)
        };
        let begin = || {
            let mut state = lock();
            let pair = state
                .experiment
                .pair(state.next)
                .filter(|_| state.written.is_ok() && (self.goes_on)());
            state.next += u32::from(pair.is_some());
            pair
        };
        let work = || {
            let [first, second] = self.evaluations.clone();
            let engines = player(first).and_then(|first| Ok([first, player(second)?]));
            let mut engines = match engines {
                Ok(engines) => engines,
                // The other threads may continue.
                Err(error) => {
                    lock().refused = Some(error);
                    return;
                }
            };
            while let Some(pair) = begin() {
                let variant = &variants[pair.index as usize % variants.len()];
                let points = play_pair(&mut engines, settings, &pair, variant, &self.limits);
                let mut state = lock();
                state.experiment.end(&pair, points);
                let bytes = state.experiment.to_bytes().map_err(io::Error::from);
                let written = bytes.and_then(|bytes| dhow_files::replace(self.file, &bytes));
                // The first failure ends all threads.
                if state.written.is_ok() {
                    state.written = written.map_err(|error| failed(&error));
                }
                state.progress.advance(1);
            }
        };
        threads::share(self.threads, |granted, _| warn_of_refused(granted, self.threads), work);
        let PairsRun { experiment, progress, written, refused, .. } =
            state.into_inner().unwrap_or_else(PoisonError::into_inner);
        progress.finish();
        written?;
        match refused {
            Some(error) if experiment.ended() < settings.pairs => Err(CliError::input(error)),
            _ => Ok(experiment),
        }
    }
}
