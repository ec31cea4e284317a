//! `dhow tune`: weights of the evaluation from games.

use super::progress::Progress;
use super::{CliError, CliResult, args, warn_of_damage};
use crate::eval::weights::WeightList;
use crate::files;
use crate::training::{GameFile, Loss, Samples, Tuner};
use crate::variant::Variant;
use clap::Args;
use std::fmt::Write as _;
use std::io::Write;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;

const LONG: &str = "\
Fits the weights of the evaluation to games that `dhow datagen` played, by gradient descent from the
weights that the program is built with, and writes them in the form of
src/eval/weights/all-games.txt. Only quiet positions count; every eleventh game is kept apart, and the
loss over its positions tells whether the weights are good for others than those they were fitted to.
The same files and arguments lead to the same weights. Damaged games are told and left out.";

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
    /// Where to write the weights [default: stdout]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Where to draw the loss
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Steps of the descent
    #[arg(long, value_name = "N", default_value = "300")]
    steps: NonZeroU32,
    /// Centipawns by which a step moves a weight at most, about; it shrinks to a tenth in the end
    #[arg(long, value_name = "CP", default_value_t = 2.0)]
    rate: f64,
}

pub fn run(args: TuneArgs, out: &mut impl Write) -> CliResult {
    if !(args.rate > 0.0 && args.rate <= 100.0) {
        return Err(CliError::Input(format!("--rate {}: expected 0 to 100", args.rate)));
    }
    let mut samples = Samples::new(WeightList::built_in().clone());
    let (mut games, mut made) = (0, String::new());
    for file in &args.files {
        let progress = Progress::new("games", 0, 0);
        let read = GameFile::read(file, args::catalogue(), |variant, record| {
            progress.advance(1);
            let chosen = |other: &Arc<Variant>| other == variant;
            if !args.variants.is_empty() && !args.variants.iter().any(chosen) {
                return Ok(());
            }
            samples.add(variant, &record)?;
            games += 1;
            Ok(())
        });
        progress.finish();
        let read = read.map_err(|error| CliError::Input(format!("{}: {error}", file.display())))?;
        warn_of_damage(file, &read.damaged, "left out");
        let _ = writeln!(made, "#   {}", read.settings);
    }
    let (fitted, validated) = samples.len();
    if samples.is_empty() {
        return Err(CliError::Input("no quiet positions to fit and to validate".into()));
    }
    writeln!(out, "{games} games, {fitted} quiet positions to fit, {validated} to validate")?;
    let mut tuner = Tuner::new(&samples);
    writeln!(out, "scale {:.5} a centipawn", tuner.scale())?;
    let mut losses = vec![tuner.loss()];
    let steps = args.steps.get();
    let progress = Progress::new("steps", steps as u64, 0);
    for step in 0..steps {
        tuner.descend(args.rate * (1.0 - 0.9 * step as f64 / steps as f64));
        losses.push(tuner.loss());
        progress.advance(1);
    }
    progress.finish();
    let (first, last) = (losses[0], losses[losses.len() - 1]);
    writeln!(out, "loss {:.6} to {:.6}", first.fitted, last.fitted)?;
    writeln!(out, "validation {:.6} to {:.6}", first.validated, last.validated)?;
    let mut text = format!(
        "# Weights of the evaluation in centipawns: middlegame, endgame. Pieces are found by role, \
         movement and value.\n\
         # Regenerate as docs/strength.md says. Written by `dhow tune --steps {steps} --rate {}` from {games} games of `dhow datagen`:\n{made}\
         # {fitted} quiet positions, loss {:.6}; validation on {validated} others {:.6}.\n",
        args.rate, last.fitted, last.validated
    );
    let _ = write!(text, "{}", tuner.weights());
    let write = |file: &PathBuf, text: &str| {
        let error = |error| CliError::Input(format!("{}: {error}", file.display()));
        files::replace(file, text.as_bytes()).map_err(error)
    };
    if let Some(file) = &args.svg {
        write(file, &curve(&losses))?;
    }
    match &args.out {
        Some(file) => write(file, &text)?,
        None => out.write_all(text.as_bytes())?,
    }
    Ok(())
}

/// A picture of both losses over the steps.
fn curve(losses: &[Loss]) -> String {
    const SIZE: (f64, f64) = (640.0, 320.0);
    const MARGIN: f64 = 60.0;
    let values = || losses.iter().flat_map(|loss| [loss.fitted, loss.validated]);
    let low = values().fold(f64::INFINITY, f64::min);
    let span = (values().fold(0.0, f64::max) - low).max(1e-9);
    let x = |step: usize| MARGIN + SIZE.0 * step as f64 / (losses.len() - 1).max(1) as f64;
    let y = |loss: f64| MARGIN + SIZE.1 * (1.0 - (loss - low) / span);
    let (width, height) = (SIZE.0 + 2.0 * MARGIN, SIZE.1 + 2.0 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
         <rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"grey\"/>\n",
        SIZE.0, SIZE.1
    );
    let mut line = |name: &str, colour: &str, row: f64, value: fn(&Loss) -> f64| {
        let points: Vec<String> = losses
            .iter()
            .enumerate()
            .map(|(step, loss)| format!("{:.1},{:.1}", x(step), y(value(loss))))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline fill=\"none\" stroke=\"{colour}\" points=\"{}\"/>\n\
             <text x=\"{}\" y=\"{}\" fill=\"{colour}\" text-anchor=\"end\">{name}</text>",
            points.join(" "),
            MARGIN + SIZE.0 - 8.0,
            MARGIN + row
        );
    };
    line("loss", "#1f6fb4", 18.0, |loss| loss.fitted);
    line("validation", "#c0392b", 34.0, |loss| loss.validated);
    for value in [low, low + span] {
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{value:.4}</text>",
            MARGIN - 6.0,
            y(value) + 4.0
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">steps, 0 to {}</text>\n</svg>",
        MARGIN + SIZE.0 / 2.0,
        height - MARGIN / 2.0,
        losses.len() - 1
    );
    svg
}
