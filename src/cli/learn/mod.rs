//! `dhow learn`: trains a network for one game.

mod report;
mod round;
mod state;

use super::{CliError, CliResult, args, tell};
use clap::Args;
use dhow_engine::network::Inputs;
use dhow_lab::stats::SprtTest;
use dhow_lab::training::GameFile;
use dhow_rules::variant::Variant;
use round::Learning;
use state::LearnFolder;
use std::io::Write;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

const LONG: &str = "\
Learns a game of one move a turn: plays games against itself, trains a network (NNUE) on them, and plays a match
between this network and the best one so far, with equal times. If the new one is better, it is kept, and every
command uses it from then on wherever this game is played. Then it plays the next games, until the time is over.
Before there is a network, the hand-crafted evaluation (HCE) plays. Games that have a network in the program
begin with it.

Everything is kept in the user's data folder, so the same command continues after an interruption. The network
belongs to the rules of the game: if a file changes them, a warning says that the network is not used.

The output has the loss of each network beside that of HCE, the results of both matches, and what the pieces
are worth to the network. docs/learn.md has the details.";

#[derive(Args)]
#[command(
    long_about = LONG,
    after_help = "Examples:\n  dhow learn -v shako --hours 4\n  \
                  dhow learn --variants omega.html -v omega --threads 2 --out omega.nnue"
)]
pub struct LearnArgs {
    /// The variant
    #[arg(short, long, value_name = "ID", value_parser = args::variant)]
    variant: Arc<Variant>,
    /// Hours after which this run ends
    #[arg(long, value_name = "H", default_value_t = 4.0, value_parser = args::hours)]
    hours: f64,
    /// Threads to play, to train and to test with [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = args::threads)]
    threads: Option<usize>,
    /// Files with games of `dhow datagen` to learn from, too
    #[arg(long, value_name = "FILE", num_args = 1..)]
    data: Vec<PathBuf>,
    /// File for the best network, for others to use with `--eval-file`
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Rounds in all after which learning ends, however much time is left
    #[arg(long, value_name = "N", value_parser = args::positive)]
    rounds: Option<NonZeroU32>,
    #[command(flatten)]
    numbers: LearnNumbers,
}

/// Settings that seldom need a change.
#[derive(Args, Clone)]
struct LearnNumbers {
    /// Games that each round plays
    #[arg(long, value_name = "N", default_value = "10000", value_parser = args::positive)]
    games: NonZeroU32,
    /// Nodes per move in these games, as of `dhow datagen`
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = args::self_play_nodes)]
    nodes: u32,
    /// Milliseconds for each move in matches
    #[arg(long, value_name = "MS", default_value = "30", value_parser = args::positive)]
    movetime: NonZeroU32,
    /// Limit matches by this number of nodes for each move instead, so that they can be repeated exactly
    #[arg(long, value_name = "N", value_parser = args::self_play_nodes)]
    match_nodes: Option<u32>,
    /// Most pairs of games between a new network and the best one
    #[arg(long, value_name = "N", default_value = "300", value_parser = args::positive)]
    pairs: NonZeroU32,
    /// Pairs of games of a better network against HCE, which measure how much stronger it is
    #[arg(long, value_name = "N", default_value = "60", value_parser = args::positive)]
    gauge_pairs: NonZeroU32,
    /// Elo gain of the hypothesis H0 in the SPRT against the best network
    #[arg(long, value_name = "E", default_value_t = 0.0, allow_negative_numbers = true, value_parser = elo)]
    elo0: f64,
    /// Elo gain of the hypothesis H1
    #[arg(long, value_name = "E", default_value_t = 20.0, allow_negative_numbers = true, value_parser = elo)]
    elo1: f64,
}

fn elo(text: &str) -> Result<f64, String> {
    args::number_in(text, -SprtTest::MOST_ELO, SprtTest::MOST_ELO)
}

pub fn run(args: LearnArgs, out: &mut impl Write) -> CliResult {
    let end = Instant::now() + Duration::from_secs_f64(3600.0 * args.hours);
    if args.numbers.elo0 >= args.numbers.elo1 {
        return Err(CliError::Input("--elo1 must be more than --elo0".into()));
    }
    let variant = args.variant;
    let inputs = Inputs::of_rules(&variant).map_err(CliError::input)?;
    for file in &args.data {
        check_data(file, &variant)?;
    }
    let learned = dhow_files::learned_folder().ok_or_else(|| {
        let why = "there is no folder to keep what is learned: DHOW_LEARNED names one";
        CliError::Input(why.into())
    })?;
    let folder = LearnFolder::open(&learned, &variant)?;
    let learning = Learning {
        threads: args::threads_or_all(args.threads),
        goes_on: &|| Instant::now() < end,
        variant,
        inputs,
        folder,
        data: args.data,
        numbers: args.numbers,
    };
    let mut rounds = learning.folder.rounds()?;
    give(&learning.folder, args.out.as_deref())?;
    while args.rounds.is_none_or(|most| rounds.rounds.len() < most.get() as usize) {
        let number = rounds.rounds.len() + 1;
        let Some(round) = learning.round(number, out)? else {
            tell("the time is over; the same command goes on from here");
            break;
        };
        let kept = round.kept;
        rounds.rounds.push(round);
        learning.folder.keep(&rounds)?;
        if kept {
            give(&learning.folder, args.out.as_deref())?;
        }
    }
    report::of_all(&rounds, out)?;
    if learning.folder.best()?.is_none() {
        writeln!(out, "no network is better than the evaluation so far")?;
    }
    Ok(())
}

/// Writes the best network to a file for other users, if there is a best network.
fn give(folder: &LearnFolder, file: Option<&Path>) -> CliResult {
    let (Some(file), Some(best)) = (file, folder.best()?) else { return Ok(()) };
    dhow_files::replace(file, &best.to_bytes()).map_err(|error| CliError::of_file(file, error))
}

/// Refuses a file that has no games of the variant.
fn check_data(file: &Path, variant: &Arc<Variant>) -> CliResult {
    let settings = GameFile::settings_of(file, args::catalogue());
    let settings = settings.map_err(|error| CliError::of_file(file, error))?;
    match settings.variants.contains(variant) {
        true => Ok(()),
        false => Err(CliError::of_file(file, format!("no games of {}", variant.id))),
    }
}
