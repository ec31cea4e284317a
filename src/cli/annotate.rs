//! `dhow annotate`: annotates games.

use super::args::EngineArgs;
use super::pgn::GamesArgs;
use super::progress::Progress;
use super::{CliError, CliResult, end_on_signals, tell};
use clap::Args;
use dhow_engine::search::Limits;
use dhow_play::annotate::{annotate, summary, tally, write};
use dhow_rules::game::Game;
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

const LONG: &str = "\
Searches every position of the games in a PGN file, and writes the games with annotations: after each
turn the score from White's side, as [%eval 0.35] in pawns (a Rook is worth 5) or [%eval #3] for a mate;
the signs ?! ? ?? (as $6 $2 $4) after turns that lose at least 5, 10 or 20 percentage points of winning
chances; after these, the better turn and its continuation as a variation; and before the first move the
average loss of each side and the number of its marked turns. docs/annotate.md has more details.

All games are read before the first is annotated; if one of them is invalid, nothing is written. Comments
and variations of the file stay; scores and signs are replaced. Ctrl-C stops the work and writes the
games finished so far.";

const EXAMPLES: &str = "\
Examples:
  dhow annotate game.pgn                          about half a minute per game
  dhow annotate games.pgn --out annotated.pgn --movetime 1000 --threads 4
  dhow annotate games.pgn --nodes 20000 | dhow pgn -";

/// The default number of nodes per position.
const DEFAULT_NODES: u64 = 100_000;

#[derive(Args)]
#[command(long_about = LONG, after_help = EXAMPLES)]
pub struct AnnotateArgs {
    #[command(flatten)]
    games: GamesArgs,
    /// File for the annotated games; replaces an existing file [default: stdout]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Nodes to search in every position (100000 if there is no limit)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "movetime")]
    nodes: Option<u64>,
    /// Milliseconds to search in every position
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    #[command(flatten)]
    engine: EngineArgs,
}

impl AnnotateArgs {
    fn limits(&self) -> Limits {
        match self.movetime {
            Some(time) => {
                Limits { move_time: Some(Duration::from_millis(time)), ..Limits::default() }
            }
            None => {
                Limits { nodes: Some(self.nodes.unwrap_or(DEFAULT_NODES)), ..Limits::default() }
            }
        }
    }

    /// The file for the games, which is not changed yet; `None` for stdout.
    fn output(&self) -> Result<Option<File>, CliError> {
        let Some(path) = &self.out else { return Ok(None) };
        let name = path.display();
        if self.games.file.as_os_str() != "-" && dhow_files::same(&self.games.file, path) {
            return Err(CliError::Input(format!("--out: {name} is the file with the games")));
        }
        let created = File::options().create(true).append(true).open(path);
        created.map(Some).map_err(|error| CliError::Input(format!("cannot write {name}: {error}")))
    }
}

pub fn run(args: AnnotateArgs, out: &mut impl Write) -> CliResult {
    let (mut written, games) = args.games.replayed()?;
    let mut engine = args.engine.engine()?;
    let mut file = args.output()?;
    let stop = Arc::new(AtomicBool::new(false));
    let handler = stop.clone();
    end_on_signals(move || handler.swap(true, Relaxed))?;
    let total = games.iter().map(Game::turns_made).sum::<usize>() as u64;
    let progress = Progress::new("turns", total, 0);
    let mut done = 0;
    for (pgn, game) in written.iter_mut().zip(&games) {
        let told = |_: &_| progress.advance(1);
        let Some(judgements) = annotate(&mut engine, game, 0, &args.limits(), &stop, told) else {
            break;
        };
        write(pgn, game, &judgements);
        let text = format!("{}{pgn}", if done == 0 { "" } else { "\n" });
        match &mut file {
            Some(file) => {
                // An existing file is kept until there is a game to replace it.
                if done == 0 {
                    file.set_len(0)?;
                }
                file.write_all(text.as_bytes())?;
            }
            None => send(out, &text)?,
        }
        done += 1;
        // On stdout, the games themselves contain the summaries.
        if file.is_some() {
            writeln!(out, "game {done}: {}", summary(&tally(&judgements)))?;
            out.flush()?;
        }
    }
    progress.finish();
    if done < games.len() {
        tell(&format!("interrupted: {done} of {} games are annotated and written", games.len()));
        return Err(CliError::Failed("not all games are annotated".into()));
    }
    Ok(())
}

/// Writes a game at once, so that it is not lost if the next one is interrupted.
fn send(out: &mut impl Write, text: &str) -> io::Result<()> {
    out.write_all(text.as_bytes())?;
    out.flush()
}
