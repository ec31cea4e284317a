//! `dhow tune`: weights of the evaluation from games.

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
Fits the weights of the evaluation to games that `dhow datagen` played, by gradient descent from the
weights of the 12x12 games that the program is built with, and writes them in the form of
crates/dhow-engine/src/eval/weights/all-games.txt; with -v those of the pieces of these games alone. Games with leaders have
weights of their own, those of crates/dhow-engine/src/eval/weights/leader-games.txt, so that files must not hold both
sorts unless -v chooses. Only quiet positions count; every eleventh game is kept apart, and the loss over its
positions tells whether the
weights are good for others than those they were fitted to. The same files and arguments lead to the
same weights. Damaged games are told and left out.

With --errors the weights are fitted again to draws of as many games as there are, each game drawn any
number of times (the bootstrap); what is told are the limits of 95% by which the worth of pieces
differs from draw to draw. What is seldom in the games stays where it was, and scatters little. A
leader's worth as the second of its side, third and so on is its material and what the number
of leaders makes of it.";

#[derive(Args)]
#[command(
    long_about = LONG,
    after_help = "Example:\n  dhow tune games.dat --out weights.txt --svg loss.svg"
)]
pub struct TuneArgs {
    /// Files of games
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// A game to fit the weights to; may be given several times [default: all in the files]
    #[arg(short, long = "variant", value_name = "ID", value_parser = args::variant)]
    variants: Vec<Arc<Variant>>,
    #[command(flatten)]
    options: args::OptionArgs,
    /// Where to write the weights [default: stdout]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Where to draw the loss
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Steps of the descent
    #[arg(long, value_name = "N", default_value = "300", value_parser = args::positive)]
    steps: NonZeroU32,
    /// Centipawns by which a step moves a weight at most, about; it shrinks to a tenth in the end
    #[arg(long, value_name = "CP", default_value_t = 2.0)]
    rate: f64,
    /// How strongly weights are drawn to where they were: less for more games
    #[arg(long, value_name = "X", default_value_t = DEFAULT_PULL)]
    pull: f64,
    /// Tell how sure the worth of pieces is, by fitting the weights again to so many draws of the games
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

/// What the files hold.
struct Games {
    samples: Samples,
    /// How many games were taken.
    count: usize,
    /// How they were made, as comments.
    settings: String,
}

fn read(args: &TuneArgs) -> Result<Games, CliError> {
    let chosen = args.variants.iter().map(|variant| args.options.of(variant));
    let chosen = chosen.collect::<Result<Vec<_>, _>>()?;
    if args.options.any() && chosen.is_empty() {
        return Err(CliError::Input("--option: say with -v which game has it".into()));
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
        let read = read.map_err(|error| CliError::Input(format!("{}: {error}", file.display())))?;
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

/// How far each of so many steps goes: they shrink to a tenth of the rate.
fn rates(steps: u32, rate: f64) -> impl Iterator<Item = f64> {
    (0..steps).map(move |step| rate * (1.0 - 0.9 * f64::from(step) / f64::from(steps)))
}

/// So many steps; the losses before the first and after each.
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
    let error = |error| CliError::Input(format!("{}: {error}", file.display()));
    dhow_files::replace(file, text.as_bytes()).map_err(error)
}
