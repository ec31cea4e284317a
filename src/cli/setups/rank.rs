//! `dhow setups --rank`: which setups are good for Black.

mod report;

use crate::cli::progress::Progress;
use crate::cli::{CliError, CliResult, args, end_on_signals};
use clap::Args;
use dhow_lab::ranking::{RankingConfig, rank, sample, trials};
use dhow_lab::training::LONGEST;
use dhow_rules::variant::{Setup, Variant};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

#[derive(Args)]
#[command(next_help_heading = "Ranking (with --rank)")]
pub struct RankArgs {
    /// Rank only this many setups, chosen at random
    #[arg(long, value_name = "N", requires = "rank", value_parser = at_least_one)]
    sample: Option<usize>,
    /// Openings for each setup in the first round
    #[arg(long, value_name = "N", requires = "rank", default_value_t = 100, value_parser = openings)]
    openings: usize,
    /// Random moves by each side in an opening
    #[arg(long, value_name = "N", requires = "rank", default_value_t = 2, value_parser = random_moves)]
    random_moves: usize,
    /// Nodes of each search
    #[arg(long, value_name = "N", requires = "rank", default_value_t = 2000, value_parser = args::from_one)]
    nodes: u64,
    /// Plies to play after the opening before the score counts as the result; 600 plays games to their end
    #[arg(long, value_name = "N", requires = "rank", default_value_t = 0, value_parser = plies)]
    plies: usize,
    /// Halve the field until this many setups are left
    #[arg(long, value_name = "N", requires = "rank", default_value_t = 4, value_parser = at_least_one)]
    best: usize,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", requires = "rank", default_value_t = 1)]
    seed: u64,
    /// Setups to try in parallel
    #[arg(long, value_name = "N", requires = "rank", default_value_t = 1, value_parser = args::threads)]
    threads: usize,
    /// Write JSON
    #[arg(long, requires = "rank")]
    json: bool,
}

fn at_least_one(text: &str) -> Result<usize, String> {
    args::number_in(text, 1, 1_000_000)
}

fn openings(text: &str) -> Result<usize, String> {
    args::number_in(text, 3, 1_000_000)
}

fn random_moves(text: &str) -> Result<usize, String> {
    args::number_in(text, 1, 20)
}

fn plies(text: &str) -> Result<usize, String> {
    args::number_in(text, 0, LONGEST)
}

/// Ranks the setups and prints the ranking.
pub fn run(
    variant: &Arc<Variant>,
    setups: Vec<Setup>,
    args: &RankArgs,
    out: &mut impl Write,
) -> CliResult {
    let setups = match args.sample {
        Some(count) => sample(setups, count, args.seed),
        None => setups,
    };
    let config = RankingConfig {
        variant: variant.clone(),
        setups,
        openings: args.openings,
        finalists: args.best,
        random_moves: args.random_moves,
        nodes: args.nodes,
        plies: args.plies,
        seed: args.seed,
    };
    let interrupt = Arc::new(AtomicBool::new(false));
    let handler = interrupt.clone();
    end_on_signals(move || handler.swap(true, Relaxed))?;
    let total = trials(&config);
    let (progress, mut done) = (Progress::new("trials", total as u64, 0), 0);
    let ranking = rank(config, args.threads, &interrupt, || {
        done += 1;
        progress.advance(1);
    });
    let ranking = ranking.map_err(|error| CliError::Input(format!("threads: {error}")))?;
    progress.finish();
    match args.json {
        true => report::write_json(&ranking, out)?,
        false => report::write_tables(&ranking, out)?,
    }
    match ranking.is_complete() {
        true => Ok(()),
        false => Err(CliError::Failed(format!("interrupted after {done} of {total} trials"))),
    }
}
