//! `dhow bench`: searches fixed positions.

use super::args;
use super::{CliError, CliResult};
use clap::{Args, ValueEnum};
use dhow_engine::bench::{BenchGroup, DEFAULT_HASH, run as run_bench};
use dhow_engine::search::Engine;
use std::io::Write;
use std::num::NonZeroU32;

const LONG: &str = "\
Searches fixed positions of every variant of a group to a fixed depth, each with an empty hash table. The
last line is `N nodes M nps`. With one thread, N is always the same: it changes only if the search
changes.";

const EXAMPLES: &str = "\
Examples:
  dhow bench --depth 6 --threads 2
  dhow bench --group leaders";

/// The group of positions.
#[derive(Clone, Copy, ValueEnum)]
enum GroupArg {
    /// Positions of the games with one move per turn
    Main,
    /// Positions of the games with leaders
    Leaders,
}

impl From<GroupArg> for BenchGroup {
    fn from(group: GroupArg) -> Self {
        match group {
            GroupArg::Main => Self::Main,
            GroupArg::Leaders => Self::Leaders,
        }
    }
}

#[derive(Args)]
#[command(long_about = LONG, after_help = EXAMPLES)]
pub struct BenchArgs {
    /// The group of positions
    #[arg(long, value_enum, default_value = "main")]
    group: GroupArg,
    /// Depth in plies [default: 12; for the group leaders 3, which are actions]
    #[arg(long, value_name = "N", value_parser = args::positive)]
    depth: Option<NonZeroU32>,
    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = args::threads)]
    threads: usize,
    /// Size of the hash table in MiB
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_HASH, value_parser = args::hash)]
    hash: usize,
    #[command(flatten)]
    evaluation: args::EvaluationArgs,
}

pub fn run(args: BenchArgs, out: &mut impl Write) -> CliResult {
    let mut engine = Engine::new();
    engine.set_hash(args.hash).map_err(CliError::input)?;
    engine.set_threads(args.threads).map_err(CliError::input)?;
    engine.set_evaluation(args.evaluation.repeatable_choice()?);
    let mut number = 0;
    let mut written = Ok(());
    let group = BenchGroup::from(args.group);
    let depth = args.depth.map_or(group.default_depth(), NonZeroU32::get);
    let total = run_bench(&mut engine, group, depth, |game, summary| {
        number += 1;
        let best = summary.turn.as_ref().map_or("-".into(), |turn| game.turn_text(turn));
        if written.is_ok() {
            written = writeln!(
                out,
                "{number:2} {:19} {:>10} nodes {:>7} ms {:>7} {best:7} {}",
                game.variant().id,
                summary.nodes,
                summary.time.as_millis(),
                summary.score.to_string(),
                game.start_fen()
            )
            .and_then(|()| out.flush());
        }
    });
    written?;
    writeln!(out, "time {:.3} s", total.time.as_secs_f64())?;
    writeln!(out, "{} nodes {} nps", total.nodes, total.nps())?;
    Ok(())
}
