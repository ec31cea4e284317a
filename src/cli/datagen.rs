//! `dhow datagen`: games of the engine against itself, to tune it by.

use super::progress::Progress;
use super::{CliError, CliResult, args, warn_of_damage};
use crate::search::Engine;
use crate::text::printable_line;
use crate::training::{DataError, GameFile, GameRecord, Settings, play};
use crate::variant::Variant;
use clap::Args;
use rayon::ThreadPoolBuilder;
use std::collections::HashSet;
use std::io::Write;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::{Mutex, PoisonError, mpsc};

const LONG: &str = "\
Plays games of the engine against itself and adds them to a file: the start position, every move
with the score that the search gave it, and the result. The format is described in docs/data.md.

Each game starts from a random setup and a few random moves. If the file holds games already, only
those are played that it lacks; a game that was being written when the program was killed is cut
off, and what is damaged is told and left as it is. The settings must then be those with which the
file was begun.";

#[derive(Args)]
#[command(
    long_about = LONG,
    after_help = "Example:\n  dhow datagen --games 1000 --nodes 3000 --threads 2 games.dat"
)]
pub struct DatagenArgs {
    /// The file to add games to
    file: PathBuf,
    /// How many games the file shall hold in the end
    #[arg(long, value_name = "N", default_value = "1000", value_parser = args::positive)]
    games: NonZeroU32,
    /// Nodes to search for every move, or turn
    #[arg(long, value_name = "N", default_value = "3000", value_parser = args::positive)]
    nodes: NonZeroU32,
    /// Random moves at the start of each game; turns, where a turn has several moves
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = random_moves)]
    random_moves: u16,
    /// A game to play; may be given several times [default: all of one move a turn]
    #[arg(short, long = "variant", value_name = "ID", value_parser = args::variant)]
    variants: Vec<Arc<Variant>>,
    #[command(flatten)]
    options: args::OptionArgs,
    /// Where the random numbers start
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games to play at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = args::threads)]
    threads: usize,
}

fn random_moves(text: &str) -> Result<u16, String> {
    args::number_in(text, 0, 200)
}

/// MiB of hash table for each game.
const HASH: usize = 2;

pub fn run(args: DatagenArgs, out: &mut impl Write) -> CliResult {
    let all = args::catalogue().iter().filter(|variant| variant.command.is_none());
    let variants = match &args.variants[..] {
        [] if args.options.any() => {
            return Err(CliError::Input("--option: say with -v which game has it".into()));
        }
        [] => all.cloned().collect(),
        chosen => {
            chosen.iter().map(|variant| args.options.of(variant)).collect::<Result<_, _>>()?
        }
    };
    let settings = Settings {
        seed: args.seed,
        nodes: args.nodes.get(),
        random_plies: args.random_moves,
        variants,
    };
    let fail = |error: DataError| CliError::Input(format!("{}: {error}", args.file.display()));
    let mut file = GameFile::append(&args.file, &settings, args::catalogue()).map_err(fail)?;
    if file.cut_off() > 0 {
        writeln!(out, "cut off {} bytes of an unfinished game", file.cut_off())?;
    }
    warn_of_damage(
        &args.file,
        file.damaged(),
        "left as it is, and games that are missing are played",
    );
    let games = args.games.get();
    let held: HashSet<u32> = file.games().filter(|&number| number < games).collect();
    let progress = Progress::new("games", games.into(), held.len() as u64);
    let missing = Mutex::new((0..games).filter(|number| !held.contains(number)));
    let pool =
        ThreadPoolBuilder::new().num_threads(args.threads).build().map_err(CliError::input)?;
    let (sender, games) = mpsc::channel::<GameRecord>();
    let written: Result<(), DataError> = std::thread::scope(|scope| {
        let settings = &settings;
        let take = || missing.lock().unwrap_or_else(PoisonError::into_inner).next();
        scope.spawn(move || {
            pool.broadcast(|_| {
                let sender = sender.clone();
                let mut engine = Engine::new();
                // The default table serves as well, if that little memory cannot be had.
                let _ = engine.set_hash(HASH);
                while let Some(number) = take() {
                    if sender.send(play(&mut engine, settings, number)).is_err() {
                        return;
                    }
                }
            });
        });
        for record in games {
            file.add(&record)?;
            progress.advance(1);
        }
        Ok(())
    });
    written.and_then(|()| file.sync()).map_err(fail)?;
    progress.finish();
    let name = args.file.display().to_string();
    writeln!(out, "{} games in {}", file.games().len(), printable_line(&name))?;
    Ok(())
}
