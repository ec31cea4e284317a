//! `dhow match`: tournaments between engines.

mod engine_flags;
pub mod flag;
mod flags;
mod merge;
mod reporter;
mod rule_flags;
mod screen;

use super::{CliError, CliResult, end_on_signals};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use dhow_lab::tournament::archive::Archive;
use dhow_lab::tournament::driver::Trouble;
use dhow_lab::tournament::process::{Direction, Interrupt};
use dhow_lab::tournament::runner::{Tapper, Tournament, TournamentEnd, TournamentError};
use dhow_lab::tournament::summary::summary;
use engine_flags::EngineKey;
use flag::Flag;
use flags::{FlagDef, GROUPS, MatchOptions};
use reporter::Reporter;
use screen::{Note, Screen};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// The maximum number of lines that wait for output before the games have to wait.
const WAITING_LINES: usize = 10_000;

/// How often the bar updates the elapsed time.
const TICK: Duration = Duration::from_secs(1);

const INTRODUCTION: &str = "\
Lets engines play each other, and judges their games by the rules. Flags, output lines and score
table are those of cutechess-cli, as far as these games have a use for them; one dash is enough.
";

const EXAMPLES: &str = "\
Examples:
  dhow match -engine cmd=self name=small option.Hash=1 \\
      -engine cmd=self name=large option.Hash=64 -each tc=2+0.02 \\
      -variant zanzibar-xl -games 100 -concurrency 2 -pgnout games.pgn
  dhow match -engine cmd=./new name=new -engine cmd=./old name=old \\
      -each tc=1+0.01 -games 10000 -concurrency 2 -recover \\
      -sprt elo0=0 elo1=10 alpha=0.05 beta=0.05
  dhow match -merge part-*.journal -sprt elo0=0 elo1=10
      the results of a match in parts, each with its own -srand and -journal

An engine that crashes, stalls, oversteps its time, makes an illegal move or a wrong claim loses the
game; the reason is reported with the position.";

const USAGE: &str = "dhow match -engine KEY=VALUE... -engine KEY=VALUE... [FLAGS]";

/// The flags, as they are given.
pub struct MatchArgs(Vec<(&'static FlagDef, Flag)>);

impl Args for MatchArgs {
    fn augment_args(command: Command) -> Command {
        let arguments = GROUPS.into_iter().flat_map(|(heading, group)| {
            group.iter().map(move |flag| flag.argument().help_heading(heading))
        });
        let settings = |engine: Arg| {
            engine.long_help(format!(
                "an engine; give two or more. Its settings:\n{}",
                EngineKey::list()
            ))
        };
        let command = command.args(arguments).mut_arg("engine", settings);
        let command = command.mut_arg("variant", |variant| variant.short('v'));
        command.long_about(INTRODUCTION).after_help(EXAMPLES).override_usage(USAGE)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for MatchArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = |flag: &'static FlagDef| {
            flag.given(matches).into_iter().map(move |given| (flag, given))
        };
        Ok(Self(FlagDef::all().flat_map(given).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Runs a tournament.
pub fn run(MatchArgs(flags): MatchArgs, out: &mut impl Write) -> CliResult {
    if let Some(options) = merge::asked(&flags) {
        return merge::run(options.map_err(CliError::input)?, out);
    }
    let options = flags::parse(&flags).map_err(CliError::input)?;
    expect_different_files(&options)?;
    let interrupt = Interrupt::default();
    let handler = interrupt.clone();
    end_on_signals(move || {
        let again = handler.is_set();
        handler.set();
        if again {
            handler.kill_engines();
        }
        again
    })?;
    let (sender, notes) = sync_channel(WAITING_LINES);
    // Output never delays a game: this thread writes it, and another one runs the tournament.
    let (games_stop, games_interrupt) = (interrupt.clone(), interrupt);
    let games = Builder::new()
        .name("games".into())
        .spawn(move || play(options, games_interrupt, sender))
        .map_err(|error| CliError::Input(format!("no thread to play games on: {error}")))?;
    let mut screen = Screen::new();
    let shown = loop {
        match notes.recv_timeout(TICK) {
            Ok(note) => match screen.show(note, out) {
                Ok(()) => {}
                Err(error) => break Err(error),
            },
            Err(RecvTimeoutError::Timeout) => screen.tick(),
            Err(RecvTimeoutError::Disconnected) => break Ok(()),
        }
    };
    screen.finish();
    if let Err(error) = shown {
        games_stop.set();
        drop(notes);
        let games = match games.join() {
            Ok(Err(error)) => error.to_string(),
            _ => "all games were played".into(),
        };
        return Err(CliError::Failed(format!("{}; {games}", CliError::Output(error))));
    }
    match games.join() {
        Ok(result) => result,
        Err(_) => Err(CliError::Failed("the tournament has failed".into())),
    }
}

/// Checks that no two flags name the same file.
fn expect_different_files(options: &MatchOptions) -> CliResult {
    let MatchOptions { config, paths, json_out, .. } = options;
    let openings = config.openings.file.as_ref().map(|file| &file.path);
    let named = [
        ("-openings", openings),
        ("-pgnout", paths.pgn.as_ref()),
        ("-epdout", paths.epd.as_ref()),
        ("-journal", paths.journal.as_ref()),
        ("-jsonout", json_out.as_ref()),
    ];
    for (index, (flag, path)) in named.iter().enumerate() {
        for (other, others) in &named[index + 1..] {
            if let (Some(path), Some(others)) = (path, others)
                && dhow_files::same(path, others)
            {
                let (path, others) = (path.display(), others.display());
                return Err(CliError::Input(format!(
                    "{flag} {path} and {other} {others} are the same file"
                )));
            }
        }
    }
    Ok(())
}

/// Plays the tournament. Sends everything to show to `notes`, which it closes at the end.
fn play(options: MatchOptions, interrupt: Interrupt, notes: SyncSender<Note>) -> CliResult {
    let MatchOptions { mut config, paths, resume, json_out, reports, debug } = options;
    let tapper = debug.then(|| tapper(notes.clone()));
    let opened = Archive::open(&paths, &mut config, resume);
    let (mut archive, past) = opened.map_err(CliError::input)?;
    let prepared = Tournament::prepare(config, past, interrupt, tapper);
    let tournament = prepared.map_err(|error| match error {
        TournamentError::Engine { trouble: Trouble::Interrupted, .. } => {
            CliError::Failed("interrupted before the first game".into())
        }
        _ => CliError::input(error),
    })?;
    let reporter = Reporter::new(notes, reports);
    let (ending, board) = tournament.run(&reporter, &mut archive);
    reporter.end(&tournament, &board);
    if let Some(path) = json_out {
        let text = format!("{:#}\n", summary(&tournament, &board, &ending));
        dhow_files::replace(&path, text.as_bytes()).map_err(|error| {
            CliError::Failed(format!("-jsonout: cannot write {}: {error}", path.display()))
        })?;
    }
    let (finished, total) = (board.finished(), tournament.total());
    match ending {
        TournamentEnd::Complete | TournamentEnd::Decided(_) => Ok(()),
        TournamentEnd::Failed(reason) => Err(CliError::Failed(reason)),
        TournamentEnd::Interrupted => {
            Err(CliError::Failed(format!("interrupted after {finished} of {total} games")))
        }
    }
}

/// Shows all lines of engines, with the milliseconds since the start and the number of the process.
fn tapper(notes: SyncSender<Note>) -> Tapper {
    let (start, processes) = (Instant::now(), AtomicUsize::new(0));
    Box::new(move |name| {
        let label = format!("{name}({})", processes.fetch_add(1, Relaxed));
        let notes = notes.clone();
        Arc::new(move |direction: Direction, line: &str| {
            let arrow = match direction {
                Direction::To => '>',
                Direction::From => '<',
            };
            let text = format!("{} {arrow}{label}: {line}", start.elapsed().as_millis());
            // Without a receiver, the tournament is ending.
            let _ = notes.send(Note::Line(text));
        })
    })
}
