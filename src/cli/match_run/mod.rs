//! `dhow match`: tournaments between engines.

mod engine_flags;
mod flag;
mod flags;
mod reporter;
mod rule_flags;
mod screen;

use super::{CliError, CliResult, end_on_signals};
use crate::files;
use crate::tournament::archive::Archive;
use crate::tournament::driver::Trouble;
use crate::tournament::process::{Direction, Interrupt};
use crate::tournament::runner::{Ending, Tapper, Tournament, TournamentError};
use crate::tournament::summary::summary;
use clap::Args;
use flags::MatchOptions;
use reporter::Reporter;
use screen::{Note, Screen};
use std::ffi::OsString;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

/// Lines that may wait to be printed before the games have to wait, too.
const WAITING_LINES: usize = 10_000;

const LONG: &str = "\
Lets engines play each other, and judges their games by the rules. Flags, output lines and score
table are those of cutechess-cli, as far as these games have a use for them.

  -engine KEY=VALUE...   an engine; give two or more
  -each KEY=VALUE...     settings of all engines, where an engine has none of its own
      cmd=COMMAND        the program; `self` is this one
      arg=ARGUMENT       an argument for it; may be repeated
      dir=FOLDER         the folder it runs in
      name=NAME          its name in results
      proto=uci|xboard   its language (uci)
      option.NAME=VALUE  an option of the engine
      tc=TIME            moves/seconds+increment: 40/60+0.6, 10+0.1, 1:30+1, inf
      st=SECONDS         time for each move
      timemargin=MS      how far either may be exceeded (0)
      depth=N, nodes=N   how far it searches
      fen=jumps|dashes|startpos
                         how positions are told: with the rights to jump (jumps), with `-` in
                         their place, or as the start array and moves
      ep=legs|step       en passant to an XBoard engine: a6b6,b6b7 (legs) or a6b7
      variant=NAME       the engine's own name of the game
      restart=on         start it anew for each game
      patience=SECONDS   how long it may leave unanswered what no clock limits (60)
      whitepov           its scores are from White's point of view
      stderr=FILE        where its standard error goes

  -variant ID            the game (metamachy)
  -games N               games of each encounter (1)
  -rounds N              how often all encounters take place (1)
  -tournament TYPE       round-robin (default), or gauntlet: the first engine against the others
  -concurrency N         games at once (1)
  -openings file=FILE format=epd|pgn order=sequential|random plies=N start=N
                         positions to start from. Without a file: a random setup and 6 (plies=N)
                         random moves after which neither side is ahead
  -repeat [N]            games in a row with the same opening (2; with a file 1)
  -noswap                engines keep their colours
  -srand N               seed of random choices

  -draw movenumber=N movecount=N score=CP
                         draw if both engines find the game level for so many moves
  -resign movecount=N score=CP [twosided=true]
                         loss if an engine finds itself so far behind for so many moves
  -maxmoves N            draw after so many moves
  -sprt elo0=E elo1=E [alpha=P] [beta=P] [model=logistic|normalized|bayesian|cutechess]
                         stop as soon as it is known whether the first engine is better

  -pgnout FILE [min]     append the games to a file; min without comments
  -epdout FILE           append their last positions to a file
  -jsonout FILE          write the results to a file at the end, for scripts
  -journal FILE          what is needed to go on after a break (-pgnout's file with `.journal`)
  -resume                go on with a tournament that was broken off, or begin it; give the same
                         flags again
  -event NAME, -site NAME
                         tags of the games
  -ratinginterval N      show the table every N games
  -recover               go on when an engine crashed or stalled, with a new one
  -wait MS               pause before each game
  -debug                 show all that is said to and by engines";

const EXAMPLES: &str = "\
Examples:
  dhow match -engine cmd=self name=small option.Hash=1 -engine cmd=self name=large option.Hash=64 \\
      -each tc=2+0.02 -variant zanzibar-xl -games 100 -concurrency 2 -pgnout games.pgn
  dhow match -engine cmd=./new name=new -engine cmd=./old name=old -each tc=1+0.01 \\
      -games 10000 -concurrency 2 -sprt elo0=0 elo1=10 alpha=0.05 beta=0.05 -recover

An engine that crashes, stalls, oversteps its time, moves illegally or claims what is not so loses
its game; what happened is told with the position.";

#[derive(Args)]
#[command(long_about = LONG, after_help = EXAMPLES)]
#[command(override_usage = "dhow match -engine KEY=VALUE... -engine KEY=VALUE... [FLAGS]")]
pub struct MatchArgs {
    /// The engines and how they play; `--help` lists all flags
    #[arg(value_name = "FLAGS", trailing_var_arg = true, allow_hyphen_values = true)]
    #[arg(required = true)]
    flags: Vec<OsString>,
}

/// Runs a tournament.
pub fn run(args: MatchArgs, out: &mut impl Write) -> CliResult {
    let texts: Result<Vec<String>, _> = args.flags.into_iter().map(OsString::into_string).collect();
    let texts = texts
        .map_err(|text| CliError::Input(format!("`{}` is not UTF-8", text.to_string_lossy())))?;
    let options = flags::parse(&texts).map_err(CliError::input)?;
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
    // Printing never keeps a game waiting: it is done here, the tournament goes on beside.
    let (games_stop, games_interrupt) = (interrupt.clone(), interrupt);
    let games = thread::spawn(move || play(options, games_interrupt, sender));
    let mut screen = Screen::new();
    let shown = notes.iter().try_for_each(|note| screen.show(note, out));
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
        Err(_) => Err(CliError::Failed("the tournament has broken off".into())),
    }
}

/// No two flags may name the same file: what one writes would spoil the other.
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
                && files::same(path, others)
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

/// Plays the tournament. What there is to be shown of it goes to `notes`, which end with it.
fn play(options: MatchOptions, interrupt: Interrupt, notes: SyncSender<Note>) -> CliResult {
    let MatchOptions { mut config, paths, resume, json_out, rating_interval, debug } = options;
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
    let reporter = Reporter::new(notes, rating_interval);
    let (ending, board) = tournament.run(&reporter, &mut archive);
    reporter.end(&tournament, &board);
    if let Some(path) = json_out {
        let text = format!("{:#}\n", summary(&tournament, &board, &ending));
        files::replace(&path, text.as_bytes()).map_err(|error| {
            CliError::Failed(format!("-jsonout: cannot write {}: {error}", path.display()))
        })?;
    }
    let (finished, total) = (board.finished(), tournament.schedule().len());
    match ending {
        Ending::Complete | Ending::Decided(_) => Ok(()),
        Ending::Failed(reason) => Err(CliError::Failed(reason)),
        Ending::Interrupted => {
            Err(CliError::Failed(format!("interrupted after {finished} of {total} games")))
        }
    }
}

/// Shows all lines of engines, with the milliseconds since the start and a number for each process.
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
            // If nobody listens any more, the tournament is ending.
            let _ = notes.send(Note::Line(text));
        })
    })
}
