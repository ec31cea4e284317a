//! The command line.
//!
//! Each subcommand is a module with its arguments and a function that runs it. Results go to stdout, errors
//! to stderr. The exit code is 0, 1 for a failed verification, or 2 for bad input.

mod allocator;
mod annotate;
mod args;
mod bench;
mod board;
mod check_variants;
mod compare;
mod curve;
mod datagen;
mod diagrams;
mod endgame;
mod epd;
mod genfens;
mod go;
mod help;
mod json;
mod learn;
mod match_run;
mod pairs;
mod perft;
mod pgn;
mod play;
mod progress;
mod puzzles;
mod screen;
mod setups;
mod shells;
mod spsa;
mod study;
pub mod suite;
mod table;
mod train;
mod tune;
mod variants;
#[cfg(feature = "web")]
mod web;
mod xboard;

use crate::protocol::SessionStart;
use args::SessionGame;
use clap::{FromArgMatches, Parser, Subcommand};
use dhow_engine::threads;
use dhow_lab::training::DamagedBytes;
use dhow_rules::text::{excerpt, printable_line, printable_lines};
use help::FOOTER;
use rayon::ThreadPool;
use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  dhow play                              play Metamachy in this terminal
  dhow play -v zanzibar-xl --side black  choose the setup, then answer
  dhow go -v maasai --depth 8            find the best moves at the start
  dhow perft -v zanzibar-s 4             count positions, to check a generator
  dhow board --setup random --svg a.svg  draw a start array

Without a command, dhow waits for a graphical interface: the first line, `uci` or `xboard`, selects
the protocol.";

/// The greeting for a person who starts the program without a command.
const BANNER: &str = concat!(
    "Dhow ",
    env!("CARGO_PKG_VERSION"),
    " waits for `uci` or `xboard`. To play here: `quit`, then `dhow play`."
);

#[derive(Parser)]
#[command(name = "dhow", version, about = "An engine for great chess variants")]
#[command(after_help = EXAMPLES, max_term_width = 100)]
#[command(args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<CliCommand>,
    /// The variant for a graphical interface that names none
    #[arg(short, long, value_name = "ID", value_parser = args::session_game)]
    variant: Option<SessionGame>,
    /// Describe this variant to XBoard before XBoard names one
    #[arg(long = xboard::SHOWN, value_name = "ID", hide = true, value_parser = args::session_game)]
    shown: Option<SessionGame>,
    /// Add the variants of this file (can be given several times)
    #[arg(id = "variant-files", long = args::VARIANTS_OPTION, value_name = "FILE", global = true)]
    variant_files: Vec<PathBuf>,
}

// A doc comment on a variant would replace the long description of its arguments.
#[derive(Subcommand)]
enum CliCommand {
    #[command(about = "Play a game in the terminal")]
    Play(play::PlayArgs),
    #[cfg(feature = "web")]
    #[command(about = "Play on a board in the browser")]
    Web(web::WebArgs),
    #[command(about = "Start XBoard with the settings for these variants")]
    Xboard(xboard::XboardArgs),
    #[command(about = "Let engines play each other and judge their games")]
    Match(match_run::MatchArgs),
    #[command(about = "Analyse a position")]
    Go(go::GoArgs),
    #[command(about = "Run a suite of test positions")]
    Epd(epd::EpdArgs),
    #[command(about = "Show a position, as text or as an SVG picture")]
    Board(board::BoardArgs),
    #[command(about = "List the variants, or explain one and its pieces")]
    Variants(variants::VariantsArgs),
    #[command(about = "Check files of variants, and show their pieces")]
    CheckVariants(check_variants::CheckVariantsArgs),
    #[command(about = "Read Interactive Diagrams, and print a file of variants")]
    Import(diagrams::ImportArgs),
    #[command(about = "Print a variant as an Interactive Diagram")]
    Export(diagrams::ExportArgs),
    #[command(about = "List the setups for Black, or rank them")]
    Setups(setups::SetupsArgs),
    #[command(about = "Replay the games of a PGN file and report the first illegal move")]
    Pgn(pgn::PgnArgs),
    #[command(about = "Annotate the games of a PGN file: scores, mistakes, better turns")]
    Annotate(annotate::AnnotateArgs),
    #[command(about = "Find puzzles in the games of a PGN file: positions with one winning turn")]
    Puzzles(puzzles::PuzzlesArgs),
    #[command(about = "Count the leaves of the tree of legal moves, or verify a suite of counts")]
    Perft(perft::PerftArgs),
    #[command(about = "Solve endings of a King and one or two pieces against a bare King")]
    Endgame(endgame::EndgameArgs),
    #[command(about = "Search fixed positions, to measure speed")]
    Bench(bench::BenchArgs),
    #[command(about = "Play games against itself, as training data")]
    Datagen(datagen::DatagenArgs),
    #[command(about = "Train a network (NNUE) on games")]
    Train(train::TrainArgs),
    #[command(about = "Learn a game: games against itself, training, matches, again and again")]
    Learn(learn::LearnArgs),
    #[command(about = "Study a game: what games against itself say about it, as a page")]
    Study(study::StudyArgs),
    #[command(about = "Fit the weights of the hand-crafted evaluation (HCE) to games")]
    Tune(tune::TuneArgs),
    #[command(about = "Tune parameters of the search by SPSA")]
    Spsa(spsa::SpsaArgs),
    #[command(about = "Measure changes of the search parameters in games")]
    Compare(compare::CompareArgs),
    #[command(about = "Print completions of commands and options for a shell")]
    Completions(shells::CompletionsArgs),
    #[command(about = "Print or write the manual pages")]
    Man(shells::ManArgs),
}

impl CliCommand {
    /// Whether the exit code is the answer, so that a closed pipe must not count as success.
    fn verifies(&self) -> bool {
        match self {
            Self::Pgn(_) | Self::Match(_) | Self::CheckVariants(_) => true,
            Self::Perft(args) => args.verifies(),
            Self::Epd(args) => args.verifies(),
            _ => false,
        }
    }
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
enum CliError {
    /// The input is wrong, or cannot be handled.
    #[error("{0}")]
    Input(String),
    /// A verification failed.
    #[error("{0}")]
    Failed(String),
    /// Nothing more can be written.
    #[error("the results cannot be written: {0}")]
    Output(#[from] io::Error),
}

impl CliError {
    /// An error of a file.
    fn of_file(path: &Path, error: impl std::fmt::Display) -> Self {
        Self::Input(format!("{}: {error}", path.display()))
    }

    fn input(error: impl std::fmt::Display) -> Self {
        Self::Input(error.to_string())
    }

    fn exit_code(&self) -> ExitCode {
        match self {
            Self::Failed(_) => ExitCode::from(1),
            _ => ExitCode::from(2),
        }
    }
}

type CliResult = Result<(), CliError>;

/// The maximum number of places to list.
const PLACES_TOLD: usize = 10;

/// Warns about parts of a file that are not games, and says what will happen to them.
fn warn_of_damage(file: &Path, damaged: &[DamagedBytes], fate: &str) {
    let file = file.display();
    for damage in damaged.iter().take(PLACES_TOLD) {
        tell(&format!("warning: {file}: {damage} ({fate})"));
    }
    if let Some(more @ 1..) = damaged.len().checked_sub(PLACES_TOLD) {
        tell(&format!("warning: {file}: {more} more such places"));
    }
}

/// Runs the program with the arguments of its process.
pub fn main() -> ExitCode {
    allocator::keep_large_apart();
    let arguments = arguments();
    args::open_variants(&arguments);
    let parsed = parse(&arguments);
    let refused_files = args::refused_files();
    // A session goes on without a refused file; nothing else does.
    if !refused_files.is_empty() && !parsed.as_ref().is_ok_and(|cli| cli.command.is_none()) {
        tell(&format!("error: {}", refused_files.join("\n")));
        return ExitCode::from(2);
    }
    if let Some(request) = genfens::asked(&arguments) {
        let mut out = BufWriter::new(io::stdout().lock());
        let result = request.and_then(|request| genfens::run(&request, &mut out));
        return end(result, &mut out, false);
    }
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => return refuse(error, &arguments),
    };
    let Some(command) = cli.command else {
        let start = session_start(cli.variant, cli.shown);
        // A person gets a greeting; a graphical interface does not.
        if io::stdin().is_terminal() && io::stdout().is_terminal() {
            tell(BANNER);
            start.complaints.iter().for_each(|line| tell(line));
        }
        // The protocols write from several threads, so stdout must not be locked.
        crate::protocol::run_process(start);
        return ExitCode::SUCCESS;
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let verifies = command.verifies();
    let result = run(command, &mut out);
    end(result, &mut out, verifies)
}

/// Writes what remains and the error, and returns the exit code. `verifies` is whether the exit code is an answer.
fn end(result: CliResult, out: &mut impl Write, verifies: bool) -> ExitCode {
    // Output before an error must appear before it.
    match result.and_then(|()| out.flush().map_err(CliError::from)) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output has seen enough.
        Err(CliError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe && !verifies => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            let _ = out.flush();
            tell(&format!("error: {error}"));
            if verifies && matches!(error, CliError::Output(_)) {
                return ExitCode::from(1);
            }
            error.exit_code()
        }
    }
}

/// The start of a protocol session: the games that could be read, and why others could not.
fn session_start(variant: Option<SessionGame>, shown: Option<SessionGame>) -> SessionStart {
    let games = args::catalogue();
    let mut complaints: Vec<String> =
        args::refused_files().iter().map(|line| excerpt(&printable_line(line))).collect();
    let catalogue = match variant {
        None => games.clone(),
        Some(SessionGame::Known(variant)) => games.led_by(&variant),
        Some(SessionGame::Missing(id)) => {
            let (id, default) = (excerpt(&printable_line(&id)), &games[0].id);
            complaints.push(format!("-v {id}: no such game without the file; {default} instead"));
            games.clone()
        }
    };
    let shown = shown.and_then(|game| match game {
        SessionGame::Known(variant) => Some(variant),
        SessionGame::Missing(_) => None,
    });
    SessionStart { catalogue, shown, learned: dhow_files::learned_folder(), complaints }
}

/// Shows a message on stderr. Its text may be from outside. A failure does not matter.
fn tell(text: &str) {
    let _ = writeln!(io::stderr(), "{}", printable_lines(text));
}

/// Parses the arguments.
fn parse(arguments: &[OsString]) -> Result<Cli, clap::Error> {
    let mut matches = help::command().try_get_matches_from(arguments)?;
    Cli::from_arg_matches_mut(&mut matches)
}

/// Shows an error in the arguments, or the help if they ask for it.
fn refuse(error: clap::Error, arguments: &[OsString]) -> ExitCode {
    let code = u8::try_from(error.exit_code()).unwrap_or(2);
    let printable: Vec<OsString> = arguments
        .iter()
        .map(|text| printable_line(&text.to_string_lossy()).into_owned().into())
        .collect();
    // The message repeats arguments, so it is made from their printable form.
    let error = if printable == arguments { Some(error) } else { parse(&printable).err() };
    match error {
        // A failure to print does not matter.
        Some(error) => drop(help::suggesting(error).print()),
        None => tell("error: the arguments contain unprintable characters"),
    }
    ExitCode::from(code)
}

/// The arguments of the process. After a command in quotes, which it needs for a path with spaces, XBoard
/// passes an empty one.
fn arguments() -> Vec<OsString> {
    let mut arguments: Vec<_> = std::env::args_os().collect();
    let called = arguments.first().and_then(|name| Path::new(name).file_stem());
    if called.is_some_and(|name| name == "fastchess" || name == "fastchess-ob")
        && arguments.get(1).is_some_and(|first| first != "--version" && first != "match")
    {
        // OpenBench's worker knows the program that plays its matches by this name.
        arguments.insert(1, "match".into());
    }
    if arguments.len() == 2 && arguments[1].is_empty() {
        arguments.pop();
    }
    match_run::flag::add_dashes(&mut arguments);
    arguments
}

fn run(command: CliCommand, out: &mut impl Write) -> CliResult {
    match command {
        CliCommand::Play(args) => play::run(args, out),
        #[cfg(feature = "web")]
        CliCommand::Web(args) => web::run(args, out),
        CliCommand::Xboard(args) => xboard::run(args),
        CliCommand::Match(args) => match_run::run(args, out),
        CliCommand::Go(args) => go::run(args, out),
        CliCommand::Epd(args) => epd::run(args, out),
        CliCommand::Board(args) => board::run(args, out),
        CliCommand::Variants(args) => variants::run(args, out),
        CliCommand::CheckVariants(args) => check_variants::run(args, out),
        CliCommand::Import(args) => diagrams::import(args, out),
        CliCommand::Export(args) => diagrams::export(args, out),
        CliCommand::Setups(args) => setups::run(args, out),
        CliCommand::Pgn(args) => pgn::run(args, out),
        CliCommand::Annotate(args) => annotate::run(args, out),
        CliCommand::Puzzles(args) => puzzles::run(args, out),
        CliCommand::Perft(args) => perft::run(args, out),
        CliCommand::Endgame(args) => endgame::run(args, out),
        CliCommand::Bench(args) => bench::run(args, out),
        CliCommand::Datagen(args) => datagen::run(args, out),
        CliCommand::Train(args) => train::run(args, out),
        CliCommand::Learn(args) => learn::run(args, out),
        CliCommand::Study(args) => study::run(args, out),
        CliCommand::Tune(args) => tune::run(args, out),
        CliCommand::Spsa(args) => spsa::run(args, out),
        CliCommand::Compare(args) => compare::run(args, out),
        CliCommand::Completions(args) => shells::completions(args, out),
        CliCommand::Man(args) => shells::man(args, out),
    }
}

/// Handles termination signals: calls `end`, which must end the current work and return whether it was called
/// before. At the second call the program ends at once.
fn end_on_signals(mut end: impl FnMut() -> bool + Send + 'static) -> CliResult {
    let handler = move || {
        if end() {
            std::process::exit(130);
        }
    };
    ctrlc::set_handler(handler).map_err(|error| match error {
        ctrlc::Error::System(error) => {
            CliError::Input(format!("the system grants no thread to hear signals: {error}"))
        }
        error => CliError::Failed(format!("signals: {error}")),
    })
}

/// A pool with *n* threads; 0 for one per processor. Warns if the system grants fewer.
fn pool(count: usize) -> Result<Arc<ThreadPool>, CliError> {
    let pool =
        threads::pool(count).map_err(|error| CliError::Input(format!("threads: {error}")))?;
    warn_of_refused(pool.current_num_threads(), count);
    Ok(pool)
}

/// Warns if the system grants fewer threads than asked for.
fn warn_of_refused(granted: usize, asked: usize) {
    if granted < asked {
        tell(&format!("warning: the system grants {granted} of {asked} threads"));
    }
}

/// Whether stdout is a terminal with colours.
fn wants_colours() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// A number with a unit prefix and about three digits: `1.23M`.
fn short_number(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{:.0}k", number as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.2}M", number as f64 / 1e6),
        _ => format!("{:.2}G", number as f64 / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_numbers() {
        let short = [9_999, 10_000, 1_234_567, 2_000_000_000].map(short_number);
        assert_eq!(short, ["9999", "10k", "1.23M", "2.00G"]);
    }
}
