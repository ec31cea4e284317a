//! `dhow datagen`: games of the engine against itself, for tuning and training.

use super::progress::Progress;
use super::table::table;
use super::{CliError, CliResult, args, warn_of_damage};
use clap::Args;
use dhow_engine::eval::{Score, WdlModel};
use dhow_engine::search::{Engine, EvaluationChoice, ThreadsError};
use dhow_engine::threads;
use dhow_lab::training::{
    DataError, GameFile, GameRecord, GameStats, MEN, SCORES, SelfPlaySettings, play, player,
};
use dhow_rules::text::printable_line;
use dhow_rules::variant::{ONE_MOVE_GAMES, Variant};
use std::collections::{BTreeMap, HashSet};
use std::io::Write;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::{Mutex, PoisonError, mpsc};

const LONG: &str = "\
Plays games of the engine against itself and appends them to a file: the start position, every move with
its score, and the result. docs/data.md describes the format.

Each game starts from a random setup and a few random moves. If the file has games already, only the
missing ones are played. A game that was incomplete when the program was killed is cut off; damaged parts
are reported and left as they are. The settings must be those of the first games in the file.

With --stats the files are read instead. The output has, for each variant, the results, the number of
moves, the positions by the share of pieces left and by the size of the score in centipawns, how many of
them are quiet (as `dhow tune` needs), and the meaning of scores: the score with which the side to move
wins half of its games, how many more centipawns it needs to win 73%, and the numbers of wins, draws and
losses in 1000 games at some scores.";

#[derive(Args)]
#[command(
    long_about = LONG,
    after_help = "Examples:\n  dhow datagen --games 1000 --nodes 1000 --threads 2 games.dat\n  \
                  dhow datagen --stats games.dat"
)]
pub struct DatagenArgs {
    /// The file to append games to; with --stats, the files to read
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print statistics of files with games
    #[arg(long)]
    stats: bool,
    /// Number of games in the file at the end
    #[arg(long, value_name = "N", default_value = "1000", value_parser = args::positive)]
    games: NonZeroU32,
    /// Nodes per move, or turn, after which no new iteration begins; the search stops at eight times as many
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = args::self_play_nodes)]
    nodes: u32,
    /// Random moves at the start of each game; in games with several moves per turn, random turns
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = args::random_moves)]
    random_moves: u16,
    /// A variant to play; can be given several times [default: all of 12x12]
    #[arg(short, long = "variant", value_name = "ID", value_parser = args::variant)]
    variants: Vec<Arc<Variant>>,
    #[command(flatten)]
    options: args::OptionArgs,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games to play in parallel
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = args::threads)]
    threads: usize,
    #[command(flatten)]
    evaluation: args::EvaluationArgs,
}

pub fn run(args: DatagenArgs, out: &mut impl Write) -> CliResult {
    if args.stats {
        return stats(&args.files, out);
    }
    let [path] = &args.files[..] else {
        return Err(CliError::Input("several files: only --stats reads more than one".into()));
    };
    let variants = match &args.variants[..] {
        [] if args.options.any() => {
            return Err(CliError::Input("--option: name its variant with -v".into()));
        }
        [] => ONE_MOVE_GAMES.clone(),
        chosen => {
            chosen.iter().map(|variant| args.options.of(variant)).collect::<Result<_, _>>()?
        }
    };
    let settings = SelfPlaySettings {
        seed: args.seed,
        nodes: args.nodes,
        random_plies: args.random_moves,
        variants,
    };
    let evaluation = args.evaluation.repeatable_choice()?;
    let fail = |error: DataError| CliError::of_file(path, error);
    let mut file = GameFile::append(path, &settings, args::catalogue()).map_err(fail)?;
    if file.cut_off() > 0 {
        writeln!(out, "cut off {} bytes of an unfinished game", file.cut_off())?;
    }
    warn_of_damage(path, file.damaged(), "left as it is, and games that are missing are played");
    let missing = GamesToPlay {
        path,
        games: args.games.get(),
        threads: args.threads,
        evaluation: &evaluation,
        play: &|engine, number| play(engine, &settings, number),
    };
    missing.play(&mut file, || true, |_| Ok(()))?;
    let name = path.display().to_string();
    writeln!(out, "{} games in {}", file.games().len(), printable_line(&name))?;
    Ok(())
}

/// Games that a file lacks.
pub struct GamesToPlay<'a> {
    pub path: &'a Path,
    /// The number of games in the file at the end.
    pub games: u32,
    /// The number of games to play in parallel.
    pub threads: usize,
    pub evaluation: &'a EvaluationChoice,
    /// Plays the game with this number by the settings of the file.
    pub play: &'a (dyn Fn(&mut Engine, u32) -> GameRecord + Sync),
}

impl GamesToPlay<'_> {
    /// Plays the games and adds them to the file; starts no game once `goes_on` returns false. `added` receives each
    /// game; if it fails, the games end.
    pub fn play(
        &self,
        file: &mut GameFile,
        goes_on: impl Fn() -> bool + Sync,
        mut added: impl FnMut(GameRecord) -> CliResult,
    ) -> CliResult {
        let Self { path, games, threads, evaluation, play } = *self;
        let fail = |error: DataError| CliError::of_file(path, error);
        let held: HashSet<u32> = file.games().filter(|&number| number < games).collect();
        let progress = Progress::new("games", games.into(), held.len() as u64);
        let missing = Mutex::new((0..games).filter(|number| !held.contains(number)));
        let (sender, games) = mpsc::channel::<Result<GameRecord, ThreadsError>>();
        let take =
            || missing.lock().unwrap_or_else(PoisonError::into_inner).next().filter(|_| goes_on());
        let work = |sender: mpsc::Sender<_>| {
            let mut engine = match player(evaluation.clone()) {
                Ok(engine) => engine,
                Err(error) => {
                    // The other threads may continue.
                    let _ = sender.send(Err(error));
                    return;
                }
            };
            while let Some(number) = take() {
                if sender.send(Ok(play(&mut engine, number))).is_err() {
                    return;
                }
            }
        };
        let work = &work;
        let mut refused = None;
        let workers = std::iter::repeat_n(sender, threads).map(|sender| move || work(sender));
        let written = threads::beside(workers, || -> CliResult {
            // If nothing can be written, the receiver is dropped, and the games end.
            for game in games {
                match game {
                    Ok(record) => {
                        file.add(&record).map_err(fail)?;
                        added(record)?;
                        progress.advance(1);
                    }
                    Err(error) => refused = Some(error),
                }
            }
            Ok(())
        });
        let written = written.map_err(|error| CliError::Input(format!("threads: {error}")))?;
        written.and_then(|()| file.sync().map_err(fail))?;
        if let Some(error) = refused.filter(|_| take().is_some()) {
            return Err(CliError::input(error));
        }
        progress.finish();
        Ok(())
    }
}

/// Prints statistics of files with games.
fn stats(files: &[PathBuf], out: &mut impl Write) -> CliResult {
    let mut games: BTreeMap<String, GameStats> = BTreeMap::new();
    for path in files {
        let count = |variant: &Arc<Variant>, record: GameRecord| {
            games.entry(variant.title()).or_default().add(variant, &record)
        };
        let read = GameFile::read(path, args::catalogue(), count)
            .map_err(|error| CliError::of_file(path, error))?;
        warn_of_damage(path, &read.damaged, "left out");
    }
    let percent = |part: u64, whole: u64| match whole {
        0 => "-".to_string(),
        _ => format!("{:.1}%", 100.0 * part as f64 / whole as f64),
    };
    let head = ["game", "games", "White won", "drawn", "Black won", "moves", "a game", "quiet"];
    let mut rows = vec![head.map(String::from)];
    for (name, stats) in &games {
        let [white, drawn, black] = stats.results.map(|count| percent(count, stats.games()));
        let length = format!("{:.0}", stats.moves as f64 / stats.games().max(1) as f64);
        let (count, moves) = (stats.games().to_string(), stats.moves.to_string());
        let quiet = percent(stats.quiet, stats.moves);
        rows.push([name.clone(), count, white, drawn, black, moves, length, quiet]);
    }
    table(&rows, out)?;
    writeln!(out)?;
    let up_to: [String; MEN] =
        std::array::from_fn(|class| format!("to {}% of men", 100 * (class + 1) / MEN));
    let shares = |classes: &[String], counts: &dyn Fn(&GameStats) -> Vec<u64>| {
        let mut rows = vec![[&["game".to_string()], classes].concat()];
        for (name, stats) in &games {
            let shares = counts(stats).into_iter().map(|count| percent(count, stats.moves));
            rows.push(std::iter::once(name.clone()).chain(shares).collect());
        }
        rows
    };
    table(&shares(&up_to, &|stats| stats.men.to_vec()), out)?;
    writeln!(out)?;
    let mut limits: Vec<String> = SCORES.iter().map(|limit| format!("to {limit}")).collect();
    limits.truncate(SCORES.len() - 1);
    limits.extend(["more", "mate"].map(String::from));
    table(&shares(&limits, &|stats| stats.scores.to_vec()), out)?;
    writeln!(out)?;
    table(&meanings(&games), out)
}

/// The meaning of scores in each variant: the chances of win, draw and loss.
fn meanings(games: &BTreeMap<String, GameStats>) -> Vec<Vec<String>> {
    let head = ["game", "even", "spread", "0 cp", "100 cp", "500 cp"];
    let mut rows = vec![head.map(String::from).to_vec()];
    for (name, stats) in games {
        let Some(chances) = stats.chances() else { continue };
        let at = |centipawns| {
            let [won, drawn, lost] = chances.per_mille(Score(centipawns));
            format!("{won} {drawn} {lost}")
        };
        let WdlModel { even, spread } = chances;
        let parameters = [even, spread].map(|value| format!("{value:.0}"));
        rows.push(
            [vec![name.clone()], parameters.to_vec(), [0, 100, 500].map(at).to_vec()].concat(),
        );
    }
    rows
}
