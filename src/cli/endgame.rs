//! `dhow endgame`: solves endings against a bare King.

mod choice;
mod report;

use super::args::{self, catalogue};
use super::{CliError, CliResult, FOOTER};
use choice::Choice;
use clap::Args;
use dhow_engine::endgame::{AnyTables, DEFAULT_MEMORY, Ending, SolverRound};
use dhow_engine::search::Engine;
use dhow_rules::game::Game;
use dhow_rules::variant::Variant;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::ThreadPool;
use report::{EndgameTableStyle, Report};
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

const LONG: &str = "\
Solves endings of a King and one or two pieces against a bare King by retrograde analysis: finds for
every position whether it is won, and in how many moves. An ending with one piece takes a fraction of a
second; one with two pieces takes some seconds and about 175 MiB.

Percentages are of all legal positions with White, who has the pieces, or Black to move. Verdicts:
`always` means always, except if the bare King can capture at once and draw, or is stalemated; `almost
always` and `almost never` have exceptions in at most 5% of White's positions; `never` has no exceptions.
If two pieces are bound to squares of one colour, the cases of equal and different colours are separate.
The solver ignores the 50-move rule: `beyond` is the percentage of the wins that take more than 50 moves.
The example is one of the longest wins, with best play by both sides. The Kings have no right to jump.

Pieces that promote are solved alone, together with their promotions.";

const EXAMPLES: &str = "\
Examples:
  dhow endgame Q                the Queen
  dhow endgame B+N W+W          two endings
  dhow endgame --all            every piece of every game
  dhow endgame --all -v maasai  every piece of one game
  dhow endgame --pairs          pairs of which neither wins alone: some minutes
  dhow endgame I --no-promotion
  dhow endgame --fen \"12/12/12/12/5k6/12/12/3K8/12/2L9/12/12 w - - 0 1\"";

#[derive(Args)]
#[command(long_about = LONG, after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{FOOTER}"))]
#[command(override_usage = "dhow endgame [OPTIONS] <PIECES>...
       dhow endgame [OPTIONS] --all
       dhow endgame [OPTIONS] --pairs
       dhow endgame [OPTIONS] --fen <FEN>")]
pub struct EndgameArgs {
    /// Letters of the pieces that help the King, joined by `+`
    #[arg(value_name = "PIECES", required_unless_present_any = ["all", "pairs", "fen"])]
    endings: Vec<String>,
    /// The variant; without it, every variant with these pieces
    #[arg(short, long, value_name = "ID", value_parser = args::variant)]
    variant: Option<Arc<Variant>>,
    /// Solve the endings of all single pieces
    #[arg(long, conflicts_with = "fen")]
    all: bool,
    /// Solve the endings of all pairs of pieces of which neither wins alone
    #[arg(long, conflicts_with = "fen")]
    pairs: bool,
    /// Solve this position, and show best play
    #[arg(long, conflicts_with = "endings")]
    fen: Option<String>,
    /// Disable promotion
    #[arg(long, conflicts_with = "fen")]
    no_promotion: bool,
    /// Maximum memory for an ending, in MiB
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_MEMORY)]
    memory: u64,
    /// Number of threads; 0 for all processors
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = threads)]
    threads: usize,
    /// Write JSON
    #[arg(long, conflicts_with_all = ["fen", "markdown"])]
    json: bool,
    /// Write a table in Markdown
    #[arg(long, conflicts_with = "fen")]
    markdown: bool,
}

fn threads(text: &str) -> Result<usize, String> {
    args::number_in(text, 0, Engine::MAX_THREADS)
}

pub fn run(args: EndgameArgs, out: &mut impl Write) -> CliResult {
    let given = args.variant.as_ref().unwrap_or(&catalogue()[0]);
    if let Some(fen) = &args.fen {
        return judge(&args, &args::game_from_fen(given, fen)?, out);
    }
    let variants = match &args.variant {
        Some(variant) => vec![variant.clone()],
        None => catalogue().to_vec(),
    };
    // Endings on different boards have nothing in common.
    let size = |variant: &Variant| (variant.files, variant.ranks);
    let same = variants.iter().filter(|variant| size(variant) == size(given)).cloned().collect();
    solve(&mut Solver::new(&args, same)?, out)
}

/// Solves a position.
fn judge(args: &EndgameArgs, game: &Game, out: &mut impl Write) -> CliResult {
    let mut solver = Solver::new(args, Vec::new())?;
    solver.progress = progress(1);
    let pool = solver.pool.clone();
    let tables = solver.tables(game.variant())?;
    let value = pool.install(|| tables.judge(game)).map_err(CliError::input)?;
    report::write_position(tables, game, value, out)?;
    solver.progress.finish_and_clear();
    Ok(())
}

fn solve(solver: &mut Solver<'_>, out: &mut impl Write) -> CliResult {
    let args = solver.args;
    let choices = choice::choose(solver)?;
    solver.progress = progress(choices.len());
    let style = match () {
        () if args.json => None,
        () if args.markdown => Some(EndgameTableStyle::Markdown),
        () if args.all || args.pairs => {
            Some(EndgameTableStyle::columns(choices.iter().map(|choice| choice.name.as_str())))
        }
        () => None,
    };
    if let Some(style) = style {
        writeln!(out, "{}", style.head())?;
    }
    let mut reports = Vec::new();
    for choice in choices {
        let report = solver.report(choice)?;
        solver.progress.suspend(|| {
            match style {
                Some(style) => {
                    let mut rows = report.rows().into_iter();
                    rows.try_for_each(|row| writeln!(out, "{}", style.row(&row)))?;
                }
                None if args.json => {}
                None => report.write_detail(out)?,
            }
            out.flush()
        })?;
        reports.push(report);
        solver.progress.inc(1);
    }
    solver.progress.finish_and_clear();
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &reports).map_err(std::io::Error::from)?;
        writeln!(out)?;
    }
    Ok(())
}

/// Solves endings of the variants of one board size.
struct Solver<'a> {
    args: &'a EndgameArgs,
    /// The variants.
    variants: Vec<Arc<Variant>>,
    /// Tables, one per variant.
    tables: Vec<Box<dyn AnyTables>>,
    progress: ProgressBar,
    pool: Arc<ThreadPool>,
}

impl<'a> Solver<'a> {
    fn new(args: &'a EndgameArgs, variants: Vec<Arc<Variant>>) -> Result<Self, CliError> {
        let pool = super::pool(args.threads)?;
        Ok(Self { args, variants, tables: Vec::new(), progress: ProgressBar::hidden(), pool })
    }

    /// The tables of a variant.
    fn tables(&mut self, variant: &Arc<Variant>) -> Result<&dyn AnyTables, CliError> {
        let index = match self.tables.iter().position(|tables| tables.variant() == variant) {
            Some(index) => index,
            None => {
                let tables =
                    <dyn AnyTables>::of(variant, self.args.memory, !self.args.no_promotion);
                self.tables.push(tables.ok_or_else(|| {
                    CliError::Input(format!(
                        "{} has no Kings, and its endings are not solved",
                        variant.id
                    ))
                })?);
                self.tables.len() - 1
            }
        };
        Ok(&*self.tables[index])
    }

    /// Solves an ending. Frees its table unless it is small.
    fn report(&mut self, choice: Choice) -> Result<Report, CliError> {
        let (pool, progress) = (self.pool.clone(), self.progress.clone());
        let tables = self.tables(&choice.variant)?;
        let start = Instant::now();
        let tell = &mut |ending: &Ending, round: SolverRound| {
            progress.set_message(format!("{}: mates in {}", tables.letters(ending), round.moves));
        };
        let solved =
            pool.install(|| tables.solve(&choice.ending, tell)).map_err(CliError::input)?;
        let ending = choice.ending.clone();
        let report = Report::new(tables, solved, choice, start.elapsed());
        if report.pieces > 1 {
            tables.forget(&ending);
        }
        Ok(report)
    }
}

/// A progress bar on stderr, if that is a terminal.
fn progress(endings: usize) -> ProgressBar {
    let bar = ProgressBar::new(endings as u64);
    let form = "{spinner} {bar:30} {pos} of {len} endings, {elapsed} {msg}";
    if let Ok(style) = ProgressStyle::with_template(form) {
        bar.set_style(style);
    }
    bar
}
