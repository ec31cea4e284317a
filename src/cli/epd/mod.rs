//! `dhow epd`: suites of test positions.

mod problem;

use super::args::{self, EngineArgs, VariantArg};
use super::json::{List, limits, score, turn};
use super::{CliError, CliResult, short_number, tell};
use clap::Args;
use dhow_engine::search::{Bound, Engine, Limits, SearchEvent, SearchResult};
use dhow_rules::game::Turn;
use problem::EpdProblem;
use serde_json::{Value, json};
use std::io::Write;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::mpsc;
use std::time::{Duration, Instant};

const LONG: &str = "\
Searches each position of a suite and reports whether the engine solved it: `bm` gives best moves, one of
which must be found; `am` gives moves to avoid; `dm N` asks for a mate in at most N moves, or in games
with leaders a win in N turns. If a position has several of them, all must hold at the end of the search.

A line is a position with EPD operations; `variant` names the variant if it is not that of -v, and
`option` the options that are on:

  PLACEMENT w Kk - bm Nd4 e5; id \"first\"; variant maasai;
  FEN ;variant mini-chieftain ;option exchange ;dm 2 ;id second

Moves are in short notation or given by their squares; turns of games with leaders are moves joined by
commas. Lines that begin with `#` are comments; other operations are ignored.

An invalid line is reported, and the others are searched.

The exit code is 0 whatever the results are; with --strict it is 1 unless all positions are solved. It is
2 if a line is invalid.";

const EXAMPLES: &str = "\
Examples:
  dhow epd mate-data/mates.epd --movetime 1000
  dhow epd mate-data/leaders.epd --nodes 100000 --json > solved.json
  dhow epd tactics.epd --depth 8 --strict";

/// The default time per position.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

#[derive(Args)]
#[command(long_about = LONG, after_help = EXAMPLES)]
pub struct EpdArgs {
    /// The suite; `-` for stdin
    file: PathBuf,
    #[command(flatten)]
    game: VariantArg,
    /// Stop after this many milliseconds (5000 if no limit is given)
    #[arg(long, value_name = "MS", value_parser = args::from_one)]
    movetime: Option<u64>,
    /// Stop after this many nodes
    #[arg(long, value_name = "N", value_parser = args::from_one)]
    nodes: Option<u64>,
    /// Stop at this depth in plies
    #[arg(long, value_name = "N", value_parser = args::positive)]
    depth: Option<NonZeroU32>,
    #[command(flatten)]
    engine: EngineArgs,
    /// Write JSON: an object with all positions, each written as soon as it has been searched
    #[arg(long)]
    json: bool,
    /// Exit with code 1 unless all positions are solved
    #[arg(long)]
    strict: bool,
}

impl EpdArgs {
    /// Whether the exit code depends on the results.
    pub fn verifies(&self) -> bool {
        self.strict
    }

    fn limits(&self) -> Limits {
        let unlimited = self.movetime.is_none() && self.nodes.is_none() && self.depth.is_none();
        let time = self.movetime.map(Duration::from_millis);
        Limits {
            move_time: time.or(unlimited.then_some(DEFAULT_TIME)),
            nodes: self.nodes,
            depth: self.depth.map(NonZeroU32::get),
            ..Limits::default()
        }
    }
}

/// The result of a problem.
struct Attempt {
    summary: SearchResult,
    solved: bool,
    /// The depth and time since which the best turn was correct all the time.
    since: Option<(u32, Duration)>,
}

/// Runs a suite.
pub fn run(args: EpdArgs, out: &mut impl Write) -> CliResult {
    let is_stdin = args.file.as_os_str() == "-";
    let name = if is_stdin { "stdin".into() } else { args.file.display().to_string() };
    let text = dhow_files::read_text_or_stdin(&args.file)
        .map_err(|error| CliError::Input(format!("cannot read {name}: {error}")))?;
    let variant = args.game.variant()?;
    let suite = problem::read(&text, &variant)
        .map_err(|error| CliError::Input(format!("{name}{error}")))?;
    for (line, error) in &suite.bad {
        tell(&format!("{name}, line {line}: {error}"));
    }
    let mut engine = args.engine.engine()?;
    let mut list = List::default();
    if args.json {
        let before = json!({
            "file": args.file.display().to_string(),
            "limits": limits(&args.limits()),
            "threads": args.engine.threads,
            "hash": args.engine.hash,
        });
        list.begin(&before, "positions", out)?;
    }
    let (begun, mut nodes, mut solved) = (Instant::now(), 0, 0);
    for problem in &suite.problems {
        let attempt = attempt(problem, &mut engine, args.limits());
        nodes += attempt.summary.nodes;
        solved += usize::from(attempt.solved);
        if args.json {
            list.add(&in_json(problem, &attempt), out)?;
        } else {
            writeln!(out, "{}", in_text(problem, &attempt))?;
        }
        out.flush()?;
    }
    let (all, time) = (suite.problems.len(), begun.elapsed().as_secs_f64());
    if args.json {
        let bad = suite.bad.iter().map(|(line, error)| json!({ "line": line, "error": error }));
        let after = json!({
            "without_goal": suite.without_goal,
            "bad_lines": bad.collect::<Vec<_>>(),
            "total": all,
            "solved": solved,
            "nodes": nodes,
            "seconds": time,
        });
        list.end(&after, out)?;
    } else {
        let nodes = short_number(nodes);
        writeln!(out, "\n{solved} of {all} solved, {time:.1} s, {nodes} nodes")?;
        if suite.without_goal > 0 {
            writeln!(out, "{} without bm, am and dm ignored", suite.without_goal)?;
        }
    }
    if let [(line, _), ref more @ ..] = suite.bad[..] {
        let these = match more.len() {
            0 => format!("line {line} cannot be read and is ignored"),
            more => format!("{} lines cannot be read and are ignored", more + 1),
        };
        return Err(CliError::Input(format!("{name}: {these}")));
    }
    if args.strict && solved < all {
        return Err(CliError::Failed(format!("{} of {all} are not solved", all - solved)));
    }
    Ok(())
}

fn attempt(problem: &EpdProblem, engine: &mut Engine, limits: Limits) -> Attempt {
    engine.clear();
    let (sender, events) = mpsc::channel();
    // A mate in the required number of moves is enough, unless certain turns are required.
    let mate = problem.mate.filter(|_| problem.best.is_empty() && problem.avoided.is_empty());
    engine.start(&problem.game, Limits { mate, ..limits }, move |event| {
        // The receiver exists until the search ends.
        let _ = sender.send(event);
    });
    let mut since = None;
    for event in events {
        match event {
            SearchEvent::Line(line) if line.bound == Bound::Exact => {
                let turn = problem.game.first_turn(&line.pv);
                let solved = turn.is_some_and(|turn| problem.is_solved(&turn, line.score));
                since = solved.then(|| since.unwrap_or((line.depth, line.time)));
            }
            SearchEvent::Line(_) | SearchEvent::Trouble(_) => {}
            SearchEvent::Done(summary) => {
                let solved = summary
                    .turn
                    .as_ref()
                    .is_some_and(|turn| problem.is_solved(turn, summary.score));
                let last = (summary.depth, summary.time);
                let since = solved.then(|| since.unwrap_or(last));
                return Attempt { summary, solved, since };
            }
        }
    }
    unreachable!("a search ends with its summary")
}

fn in_text(problem: &EpdProblem, attempt: &Attempt) -> String {
    let Attempt { summary, solved, since } = attempt;
    let verdict = if *solved { "solved" } else { "FAILED" };
    let found = summary.turn.as_ref().map_or(String::new(), |it| turn(&problem.game, it));
    let (depth, time) = since.unwrap_or((summary.depth, summary.time));
    let text = format!(
        "{:>4} {verdict}  {}: {found} ({}), depth {depth}, {:.2} s",
        problem.line,
        problem.goal(),
        summary.score,
        time.as_secs_f64(),
    );
    if problem.id.is_empty() { text } else { format!("{text}, {}", problem.id) }
}

fn in_json(problem: &EpdProblem, attempt: &Attempt) -> Value {
    let Attempt { summary, solved, since } = attempt;
    let game = &problem.game;
    let turns = |turns: &[Turn]| turns.iter().map(|it| turn(game, it)).collect::<Vec<_>>();
    json!({
        "line": problem.line,
        "id": problem.id,
        "variant": game.variant().id,
        "options": game.variant().option_names(),
        "fen": game.start_fen(),
        "bm": turns(&problem.best),
        "am": turns(&problem.avoided),
        "dm": problem.mate,
        "solved": solved,
        "found": summary.turn.as_ref().map_or(String::new(), |it| turn(game, it)),
        "score": score(summary.score),
        "depth": summary.depth,
        "nodes": summary.nodes,
        "seconds": summary.time.as_secs_f64(),
        "solved_at": since.map(|(depth, time)| json!({
            "depth": depth,
            "seconds": time.as_secs_f64(),
        })),
    })
}
