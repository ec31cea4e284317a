//! `dhow tune`: fits the weights of the hand-crafted evaluation (HCE) to games.

mod errors;

use super::curve::curve;
use super::progress::Progress;
use super::{CliError, CliResult, args, pool, warn_of_damage};
use clap::Args;
use dhow_lab::training::{DEFAULT_PULL, GameFile, Loss, RecordError, Samples, Tuner};
use dhow_rules::variant::Variant;
use std::fmt::Write as _;
use std::io::Write;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const LONG: &str = "\
Fits the weights of the hand-crafted evaluation (HCE) to games of `dhow datagen` by gradient descent,
starting from the built-in weights of the 12x12 variants. Writes them in the form of
crates/dhow-engine/src/eval/weights/all-games.txt; with -v only those of the pieces of these variants.
Games with leaders have their own weights, in crates/dhow-engine/src/eval/weights/leader-games.txt, so
files must not contain both kinds unless -v selects one. Only quiet positions count. Every eleventh game
is kept for validation: its loss shows whether the weights are also good for games to which they were not
fitted. The same files and arguments give the same weights. Damaged games are reported and left out.

With --errors the weights are fitted again to random draws of as many games, in which a game may occur
several times (the bootstrap); the output is the 95% range by which the values of pieces differ between
draws. Pieces that are rare in the games keep their old value and vary little. The value of a leader as
the second, third and so on of its side is its material value and the correction for the number of
leaders.";

#[derive(Args)]
#[command(
    long_about = LONG,
    after_help = "Example:\n  dhow tune games.dat --out weights.txt --svg loss.svg"
)]
pub struct TuneArgs {
    /// Files with games
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// A variant to fit the weights to; can be given several times [default: all in the files]
    #[arg(short, long = "variant", value_name = "ID", value_parser = args::variant)]
    variants: Vec<Arc<Variant>>,
    #[command(flatten)]
    options: args::OptionArgs,
    /// File for the weights [default: stdout]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// File for a graph of the loss (SVG)
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Number of gradient steps
    #[arg(long, value_name = "N", default_value = "300", value_parser = args::positive)]
    steps: NonZeroU32,
    /// Learning rate: about the largest change of a weight in a step, in centipawns; falls to a tenth
    #[arg(long, value_name = "CP", default_value_t = 2.0)]
    rate: f64,
    /// Strength of the pull towards the initial weights; use less for more games
    #[arg(long, value_name = "X", default_value_t = DEFAULT_PULL)]
    pull: f64,
    /// Estimate the error of the piece values by fitting the weights to this many random draws of the games
    #[arg(long, value_name = "N", value_parser = draws)]
    errors: Option<u32>,
}

fn draws(text: &str) -> Result<u32, String> {
    args::number_in(text, 2, 1000)
}

pub fn run(args: TuneArgs, out: &mut impl Write) -> CliResult {
    if !(args.rate > 0.0 && args.rate <= 100.0) {
        return Err(CliError::Input(format!("--rate {}: expected 0 to 100", args.rate)));
    }
    if !(args.pull >= 0.0 && args.pull <= 1000.0) {
        return Err(CliError::Input(format!("--pull {}: expected 0 to 1000", args.pull)));
    }
    let Games { samples, count, settings } = read(&args)?;
    let (fitted, validated) = samples.len();
    writeln!(out, "{count} games, {fitted} quiet positions to fit, {validated} to validate")?;
    let pool = pool(0)?;
    let mut tuner = Tuner::new(&samples, &pool);
    tuner.set_pull(args.pull);
    writeln!(out, "scale {:.5} a centipawn", tuner.scale())?;
    let losses = descend(&mut tuner, args.steps.get(), args.rate);
    let (first, last) = (losses[0], losses[losses.len() - 1]);
    writeln!(out, "loss {:.6} to {:.6}", first.fitted, last.fitted)?;
    writeln!(out, "validation {:.6} to {:.6}", first.validated, last.validated)?;
    let TuneArgs { steps, rate, pull, .. } = &args;
    if let Some(draws) = args.errors {
        let fit =
            |drawn: &mut Tuner| rates(steps.get(), *rate).for_each(|rate| drawn.descend(rate));
        out.write_all(errors::table(&tuner, draws, fit).as_bytes())?;
    }
    let mut weights = tuner.weights();
    if !args.variants.is_empty() {
        weights = weights.of_pieces(args.variants.iter().flat_map(|variant| &variant.pieces));
    }
    let text = format!(
        "# Weights of the evaluation in centipawns: middlegame, endgame. Pieces are found by role, \
         movement and value.\n\
         # Regenerate as docs/strength.md says. Written by `dhow tune --steps {steps} --rate {rate} --pull {pull}` from {count} games of `dhow datagen`:\n{settings}\
         # {fitted} quiet positions, loss {:.6}; validation on {validated} others {:.6}.\n{}",
        last.fitted, last.validated, weights
    );
    if let Some(file) = &args.svg {
        write(file, &curve(&losses, "steps", 0))?;
    }
    match &args.out {
        Some(file) => write(file, &text)?,
        None => out.write_all(text.as_bytes())?,
    }
    Ok(())
}

/// The content of the files.
struct Games {
    samples: Samples,
    /// The number of games used.
    count: usize,
    /// The settings with which they were made, as comments.
    settings: String,
}

fn read(args: &TuneArgs) -> Result<Games, CliError> {
    let chosen = args.variants.iter().map(|variant| args.options.of(variant));
    let chosen = chosen.collect::<Result<Vec<_>, _>>()?;
    if args.options.any() && chosen.is_empty() {
        return Err(CliError::Input("--option: name its variant with -v".into()));
    }
    let mut samples: Option<Samples> = None;
    let (mut count, mut settings) = (0, String::new());
    let mut mixed = None;
    for file in &args.files {
        let progress = Progress::new("games", 0, 0);
        let read = GameFile::read(file, args::catalogue(), |variant, record| {
            progress.advance(1);
            if mixed.is_some() || !chosen.is_empty() && !chosen.contains(variant) {
                return Ok(());
            }
            let samples = samples.get_or_insert_with(|| Samples::for_games_like(variant));
            match samples.add(variant, &record) {
                Err(error @ RecordError::OtherWeights) => mixed = Some((variant.title(), error)),
                added => {
                    added?;
                    count += 1;
                }
            }
            Ok(())
        });
        progress.finish();
        let read = read.map_err(|error| CliError::of_file(file, error))?;
        if let Some((game, error)) = mixed {
            return Err(CliError::Input(format!("{}: {game}: {error}", file.display())));
        }
        warn_of_damage(file, &read.damaged, "left out");
        let _ = writeln!(settings, "#   {}", read.settings);
    }
    let samples = samples.filter(|samples| !samples.is_empty());
    let none = || CliError::Input("no quiet positions to fit and to validate".into());
    Ok(Games { samples: samples.ok_or_else(none)?, count, settings })
}

/// The learning rates of all steps, which fall to a tenth of `rate`.
fn rates(steps: u32, rate: f64) -> impl Iterator<Item = f64> {
    (0..steps).map(move |step| rate * (1.0 - 0.9 * f64::from(step) / f64::from(steps)))
}

/// Does `steps` steps. Returns the losses before the first and after each.
fn descend(tuner: &mut Tuner, steps: u32, rate: f64) -> Vec<Loss> {
    let mut losses = vec![tuner.loss()];
    let progress = Progress::new("steps", steps as u64, 0);
    for rate in rates(steps, rate) {
        tuner.descend(rate);
        losses.push(tuner.loss());
        progress.advance(1);
    }
    progress.finish();
    losses
}

fn write(file: &Path, text: &str) -> CliResult {
    let error = |error| CliError::of_file(file, error);
    dhow_files::replace(file, text.as_bytes()).map_err(error)
}
