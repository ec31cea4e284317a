//! `dhow perft`: counts leaves, and verifies suites of counts.

mod share;

use super::args::{self, PositionArgs};
use super::suite::{self, MAX_DEPTH, PerftPosition};
use super::{CliError, CliResult, FOOTER, short_number, tell, warn_of_refused};
use clap::Args;
use dhow_engine::perft::{PerftCounter, PerftShare};
use dhow_engine::search::Engine;
use dhow_rules::game::Game;

use dhow_rules::variant::Variant;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

const LONG: &str = "\
Counts the leaves of the tree of legal moves, the usual check of a move generator. The last line is
`Nodes searched: N`; time and speed go to stderr.

With --epd, verifies a suite: one position per line, with the counts for some depths,

  FEN ;variant zanzibar-xl ;D1 48 ;D2 2304

and comment lines that begin with `#`. Without `;variant` the variant is that of -v; `;option exchange`
switches an option of the variant on. The exit code is 1 if any count differs.

With --split K/N only share K of N is counted, so that several machines can divide a count; --sum adds
the output of all shares, and fails if one is missing.";

const EXAMPLES: &str = "\
Examples:
  dhow perft 4
  dhow perft -v zanzibar-xl --divide 3
  dhow perft -v maasai --threads 4 --hash 256 6
  dhow perft --epd perft-data/metamachy.epd --depth 3
  dhow perft 7 --split 3/100 > share-3.txt
  dhow perft --sum share-*.txt";

#[derive(Args)]
#[command(long_about = LONG, after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{FOOTER}"))]
#[command(override_usage = "dhow perft [OPTIONS] <DEPTH>
       dhow perft [OPTIONS] --epd <FILE>
       dhow perft --sum <FILE>...")]
pub struct PerftArgs {
    /// Depth in plies
    #[arg(value_name = "DEPTH", required_unless_present_any = ["epd", "sum"])]
    #[arg(conflicts_with_all = ["epd", "sum"])]
    #[arg(value_parser = |text: &str| args::number_in(text, 0, MAX_DEPTH))]
    plies: Option<u32>,
    #[command(flatten)]
    position: PositionArgs,
    /// Show the count below each move
    #[arg(long, conflicts_with = "epd")]
    divide: bool,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = args::threads)]
    threads: usize,
    /// Size of the hash table of counts in MiB; 0 to count without one
    #[arg(long, value_name = "MB", default_value_t = 0, value_parser = megabytes)]
    hash: usize,
    /// Suite to verify
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "setup"])]
    epd: Option<PathBuf>,
    /// Maximum depth of counts to verify
    #[arg(long, value_name = "N", requires = "epd")]
    #[arg(value_parser = |text: &str| args::number_in(text, 1, MAX_DEPTH))]
    depth: Option<u32>,
    /// Count only share K of N
    #[arg(long, value_name = "K/N", conflicts_with_all = ["epd", "divide"], value_parser = share::read)]
    split: Option<PerftShare>,
    /// Add up the shares in these files (`-` for stdin)
    #[arg(long, value_name = "FILE", num_args = 1..)]
    #[arg(conflicts_with_all = ["epd", "split", "divide", "fen", "setup"])]
    sum: Vec<PathBuf>,
}

impl PerftArgs {
    /// Whether counts are verified, not only shown.
    pub fn verifies(&self) -> bool {
        self.epd.is_some() || !self.sum.is_empty()
    }
}

fn megabytes(text: &str) -> Result<usize, String> {
    args::number_in(text, 0, Engine::MAX_HASH)
}

pub fn run(args: PerftArgs, out: &mut impl Write) -> CliResult {
    if !args.sum.is_empty() {
        return share::sum(&args.sum, out);
    }
    let counter = PerftCounter::new(args.threads, args.hash).map_err(CliError::input)?;
    warn_of_refused(counter.threads(), args.threads);
    if let (Some(share), Some(plies)) = (args.split, args.plies) {
        return share::count(&args.position.game()?, plies, share, &counter, out);
    }
    match (&args.epd, args.plies) {
        (Some(file), _) => {
            let depth = args.depth.unwrap_or(MAX_DEPTH);
            verify(file, depth, &args.position.game.variant()?, &counter, out)
        }
        (None, plies) => {
            count(&args.position.game()?, plies.unwrap_or(0), args.divide, &counter, out)
        }
    }
}

fn count(
    game: &Game,
    depth: u32,
    divide: bool,
    counter: &PerftCounter,
    out: &mut impl Write,
) -> CliResult {
    let start = Instant::now();
    let leaves = if divide && depth > 0 {
        let moves = counter.divide(game, depth);
        for &(mv, leaves) in &moves {
            writeln!(out, "{}: {leaves}", game.move_text(mv))?;
        }
        writeln!(out)?;
        moves.iter().map(|&(_, leaves)| leaves).sum()
    } else {
        counter.count(game, depth)
    };
    writeln!(out, "Nodes searched: {leaves}")?;
    out.flush()?;
    report_speed(leaves, start.elapsed());
    Ok(())
}

fn report_speed(leaves: u64, time: Duration) {
    let seconds = time.as_secs_f64();
    let speed = short_number((leaves as f64 / seconds.max(1e-6)) as u64);
    tell(&format!("{seconds:.3} s, {speed} nodes/s"));
}

/// Reads the whole suite before it counts, so that an error in the suite does not show after an hour.
fn read_suite(
    file: &Path,
    default: &Arc<Variant>,
) -> Result<Vec<(usize, PerftPosition)>, CliError> {
    let name = file.display();
    let text = dhow_files::read_text(file)
        .map_err(|error| CliError::Input(format!("cannot read {name}: {error}")))?;
    suite::read(&text, default).map_err(|error| CliError::Input(format!("{name}{error}")))
}

fn verify(
    file: &Path,
    depth: u32,
    default: &Arc<Variant>,
    counter: &PerftCounter,
    out: &mut impl Write,
) -> CliResult {
    let entries = read_suite(file, default)?;
    let start = Instant::now();
    let (mut total, mut mismatches) = (0, 0);
    for (number, entry) in &entries {
        let mut wrong = Vec::new();
        for &(plies, expected) in entry.counts.iter().filter(|&&(plies, _)| plies <= depth) {
            let leaves = counter.count(&entry.game, plies);
            total += leaves;
            if leaves != expected {
                wrong.push(format!("D{plies} {leaves}, expected {expected}"));
            }
        }
        let (variant, fen) = (entry.game.variant().title(), entry.game.start_fen());
        if wrong.is_empty() {
            writeln!(out, "line {number}: ok {variant} {fen}")?;
        } else {
            mismatches += 1;
            writeln!(out, "line {number}: mismatch {variant} {fen}: {}", wrong.join("; "))?;
        }
        out.flush()?;
    }
    let checked = entries.len();
    writeln!(out, "{} of {checked} positions ok, {total} nodes", checked - mismatches)?;
    out.flush()?;
    report_speed(total, start.elapsed());
    if mismatches > 0 {
        return Err(CliError::Failed(format!("{mismatches} of {checked} positions differ")));
    }
    Ok(())
}
