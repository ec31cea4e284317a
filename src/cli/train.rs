//! `dhow train`: trains a network (NNUE) on games.

use super::curve::curve;
use super::progress::Progress;
use super::table::table;
use super::{CliError, CliResult, args, pool, tell, warn_of_damage};
use clap::Args;
use dhow_engine::network::{Inputs, Network};
use dhow_lab::training::network::{Epoch, Packer, Positions, Training, TrainingSettings};
use dhow_lab::training::{GameFile, GameRecord, Loss};
use dhow_rules::variant::Variant;
use rayon::prelude::*;
use std::io::Write;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

const LONG: &str = "\
Trains a network (NNUE) that evaluates positions on games of `dhow datagen`, and writes it to a file;
docs/network.md describes the format. All variants must have boards of one size and one move per turn.

The network learns positions in which the side to move is not in check and the best move was neither a
capture nor a promotion. Every eleventh game is kept for validation. The output shows the loss in these
games beside that of the hand-crafted evaluation (HCE); the network of the epoch with the smallest one is
written.

After each epoch the state of the training is written to a file beside the network, so that the same
command continues after an interruption. The same files and arguments, including the number of threads,
give the same network.";

#[derive(Args)]
#[command(
    long_about = LONG,
    after_help = "Example:\n  dhow train games.dat --out dhow.nnue --threads 2 --svg loss.svg"
)]
pub struct TrainArgs {
    /// Files with games
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// A variant to train on; can be given several times [default: all in the files]
    #[arg(short, long = "variant", value_name = "ID", value_parser = args::variant)]
    variants: Vec<Arc<Variant>>,
    /// File for the network
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// File for a graph of the loss (SVG)
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Train a network that is added to the hand-crafted evaluation (HCE) as a correction
    #[arg(long)]
    correct: bool,
    /// Network to start from, made for the same variants; it determines `--correct`, and has at most
    /// `--units` units
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Hidden units per side, a multiple of 32 [default: those of `--from`, otherwise 128]
    #[arg(long, value_name = "N", value_parser = units)]
    units: Option<usize>,
    /// Number of epochs
    #[arg(long, value_name = "N", default_value = "15", value_parser = args::positive)]
    epochs: NonZeroU32,
    /// Positions per step (batch size)
    #[arg(long, value_name = "N", default_value_t = 16384, value_parser = batch)]
    batch: usize,
    /// Initial learning rate
    #[arg(long, value_name = "X", default_value_t = 0.001, value_parser = rate)]
    rate: f32,
    /// Share of the later course of the game in a position's target value, from 0 to 1; the rest is the score
    /// of its search
    #[arg(long, value_name = "X", default_value_t = 0.4, value_parser = share)]
    later_share: f32,
    /// Decay per ply of the weight of later scores, from 0 to 1; with 1, only the result of the game counts
    #[arg(long, value_name = "X", default_value_t = 0.97, value_parser = share)]
    lambda: f32,
    /// Additional positions per position, a few random moves away, with the hand-crafted evaluation (HCE) as
    /// target
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = neighbours)]
    neighbours: usize,
    /// Epochs without improvement of the validation loss after which training ends
    #[arg(long, value_name = "N", default_value = "4", value_parser = args::positive)]
    patience: NonZeroU32,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = args::threads)]
    threads: usize,
}

fn units(text: &str) -> Result<usize, String> {
    let units = args::number_in(text, Network::UNIT_STEP, Network::MOST_UNITS)?;
    match units.is_multiple_of(Network::UNIT_STEP) {
        true => Ok(units),
        false => Err(format!("expected a multiple of {}", Network::UNIT_STEP)),
    }
}

fn batch(text: &str) -> Result<usize, String> {
    args::number_in(text, 16, 1 << 20)
}

fn rate(text: &str) -> Result<f32, String> {
    args::number_in(text, 1e-6, 1.0)
}

fn neighbours(text: &str) -> Result<usize, String> {
    args::number_in(text, 0, 100)
}

fn share(text: &str) -> Result<f32, String> {
    args::number_in(text, 0.0, 1.0)
}

/// The default number of hidden units.
const UNITS: usize = 128;
/// Games packed at the same time, on all threads.
const PACKED_AT_ONCE: usize = 512;

pub fn run(args: TrainArgs, out: &mut impl Write) -> CliResult {
    let fail = |path: &Path, error: &dyn std::fmt::Display| CliError::of_file(path, error);
    let from = match &args.from {
        Some(path) => {
            Some((path, dhow_files::open_network(path).map_err(|error| fail(path, &error))?))
        }
        None => None,
    };
    let pool = pool(args.threads)?;
    let bound = from.as_ref().is_some_and(|(_, network)| network.inputs().is_bound());
    let positions = pool.install(|| read(&args, bound))?;
    let (fitted, validated) = positions.len();
    if positions.is_empty() {
        let what = format!("{fitted} positions to fit and {validated} to validate are too few");
        return Err(CliError::Input(what));
    }
    writeln!(out, "{fitted} positions to fit, {validated} to validate")?;
    let start = from.as_ref().map(|(_, network)| network);
    let settings = TrainingSettings {
        corrects: args.correct || start.is_some_and(Network::adds_to_hce),
        units: args.units.or(start.map(Network::units)).unwrap_or(UNITS),
        epochs: args.epochs.get(),
        batch: args.batch,
        rate: args.rate,
        later_share: args.later_share,
        patience: args.patience.get(),
        from: None,
        seed: args.seed,
        threads: args.threads,
    };
    let mut training = Training::new(&positions, settings, pool);
    if let Some((path, network)) = &from {
        training = training.starting_from(network).map_err(|error| fail(path, &error))?;
    }
    let saved = PathBuf::from(format!("{}.training", args.out.display()));
    if saved.exists() {
        resume(&mut training, &saved)?;
        writeln!(out, "resumed after epoch {}", training.epochs().len())?;
    }
    learn(&mut training, &saved, || true, out)?;
    let network = training.network();
    dhow_files::replace(&args.out, &network.to_bytes()).map_err(|error| fail(&args.out, &error))?;
    if let Some(file) = &args.svg {
        let loss = |epoch: &Epoch| Loss { fitted: epoch.fitted, validated: epoch.validated };
        let losses: Vec<Loss> = training.epochs().iter().map(loss).collect();
        dhow_files::replace(file, curve(&losses, "epochs", 1).as_bytes())
            .map_err(|error| fail(file, &error))?;
    }
    report(&training, out)?;
    let deviation = training.deviation(&network);
    writeln!(out, "integer arithmetic differs from floating point by at most {deviation:.1} cp")?;
    std::fs::remove_file(&saved).map_err(|error| fail(&saved, &error))
}

/// Continues a training whose state a file has.
pub fn resume(training: &mut Training, saved: &Path) -> CliResult {
    let fail = |error: &dyn std::fmt::Display| CliError::of_file(saved, error);
    let bytes = dhow_files::read(saved).map_err(|error| fail(&error))?;
    training.resume(&bytes).map_err(|error| fail(&error))
}

/// Trains to the end, or until `goes_on` returns false after an epoch. A file keeps the state after each epoch.
pub fn learn(
    training: &mut Training,
    saved: &Path,
    goes_on: impl Fn() -> bool,
    out: &mut impl Write,
) -> CliResult {
    let positions = training.positions();
    while !training.is_over() && goes_on() {
        let number = training.epochs().len() + 1;
        let progress = Progress::new("positions", positions as u64, 0);
        let began = Instant::now();
        let epoch = training.learn(|count| progress.advance(count as u64));
        progress.finish();
        let speed = positions as f64 / began.elapsed().as_secs_f64() / 1000.0;
        let Epoch { fitted, validated, .. } = epoch;
        writeln!(
            out,
            "epoch {number}: loss {fitted:.6}, validation {validated:.6}, {speed:.0} k positions/s"
        )?;
        out.flush()?;
        dhow_files::replace(saved, &training.to_bytes())
            .map_err(|error| CliError::of_file(saved, error))?;
    }
    Ok(())
}

/// Prints the losses of the best epoch by variant.
fn report(training: &Training, out: &mut impl Write) -> CliResult {
    let Some(best) = training.best_epoch() else { return Ok(()) };
    let epoch = &training.epochs()[best];
    let (by_hand, by_hand_by_game) = training.by_hand();
    let head = ["validation", "cp of a point", "network", "HCE"].map(String::from);
    let mut rows = vec![head.to_vec()];
    let games = training.inputs().games().iter().zip(training.scales());
    for ((game, scale), (network, by_hand)) in games.zip(epoch.by_game.iter().zip(&by_hand_by_game))
    {
        let centipawns = format!("{:.0}", 1.0 / scale);
        rows.push(vec![game.clone(), centipawns, format!("{network:.6}"), format!("{by_hand:.6}")]);
    }
    let [network, by_hand] = [epoch.validated, by_hand].map(|loss| format!("{loss:.6}"));
    rows.push(vec!["all".into(), String::new(), network, by_hand]);
    table(&rows, out)
}

/// Reads the positions of the files, with the inputs of a network that is bound to the rules of its game, or of one for
/// several games.
fn read(args: &TrainArgs, bound: bool) -> Result<Positions, CliError> {
    let fail = |file: &Path, error: &dyn std::fmt::Display| CliError::of_file(file, error);
    let mut variants: Vec<Arc<Variant>> = Vec::new();
    for file in &args.files {
        let settings = GameFile::settings_of(file, args::catalogue());
        for variant in settings.map_err(|error| fail(file, &error))?.variants {
            let wanted = args.variants.is_empty() || args.variants.contains(&variant);
            if wanted && !variants.contains(&variant) {
                variants.push(variant);
            }
        }
    }
    let inputs = match &variants[..] {
        [only] if bound => Inputs::of_rules(only),
        _ => Inputs::of_games(&variants),
    };
    let mut positions = Positions::new(inputs.map_err(CliError::input)?);
    for file in &args.files {
        add_positions(&mut positions, file, &variants, args.neighbours)?;
    }
    positions.look_ahead(args.lambda);
    Ok(positions)
}

/// Adds the positions of a file's games of some variants, and reports the parts of the file that cannot be used. Games
/// are packed on the threads of the current pool.
pub fn add_positions(
    positions: &mut Positions,
    file: &Path,
    variants: &[Arc<Variant>],
    neighbours: usize,
) -> CliResult {
    let inputs = positions.inputs().clone();
    let packers: Vec<Packer> =
        variants.iter().filter_map(|variant| Packer::new(&inputs, variant, neighbours)).collect();
    let progress = Progress::new("games", 0, 0);
    let mut records: Vec<(usize, GameRecord)> = Vec::new();
    let mut pack = |records: &mut Vec<(usize, GameRecord)>| {
        let packed = records.par_iter().map(|(game, record)| {
            let packed = packers[*game].pack(&inputs, &variants[*game], record);
            packed.map_err(|error| format!("game {}: {error}", record.number))
        });
        for packed in packed.collect::<Vec<_>>() {
            match packed {
                Ok(packed) => positions.add(&packed),
                Err(why) => tell(&format!("warning: {}: {why} (left out)", file.display())),
            }
        }
        records.clear();
    };
    let read = GameFile::read(file, args::catalogue(), |variant, record| {
        progress.advance(1);
        if let Some(game) = variants.iter().position(|other| other == variant) {
            records.push((game, record));
        }
        if records.len() >= PACKED_AT_ONCE {
            pack(&mut records);
        }
        Ok(())
    });
    pack(&mut records);
    progress.finish();
    let read = read.map_err(|error| CliError::of_file(file, error))?;
    warn_of_damage(file, &read.damaged, "left out");
    Ok(())
}
