//! `dhow variants`: the games and their pieces.

use super::{CliResult, args};
use crate::betza::{Betza, Path, PathKind};
use crate::variant::{PieceDef, Role, Setup, Variant};
use clap::Args;
use std::io::Write;
use std::sync::Arc;

const LONG: &str = "\
Without a name, lists the games. With one, shows its pieces: the letter in positions, the name and
other names, the moves in Betza's notation (as XBoard extends it), the worth in hundredths of a
fifth of a Rook, and what is special.";

const EXAMPLES: &str = "\
Examples:
  dhow variants
  dhow variants zanzibar-xl";

#[derive(Args)]
#[command(long_about = LONG, after_help = EXAMPLES)]
pub struct VariantsArgs {
    /// The game to tell about
    #[arg(value_name = "ID", value_parser = args::variant)]
    id: Option<Arc<Variant>>,
}

pub fn run(args: VariantsArgs, out: &mut impl Write) -> CliResult {
    match args.id {
        None => games(out),
        Some(variant) => pieces(&variant, out),
    }
}

fn games(out: &mut impl Write) -> CliResult {
    let mut rows = vec![["id", "game", "pieces", "kinds", "setups", "about"].map(String::from)];
    for variant in args::catalogue().iter() {
        let letters = variant.start.split(' ').next().unwrap_or("");
        let white = letters.chars().filter(char::is_ascii_uppercase).count();
        let setups = Setup::all(variant).iter().filter(|setup| setup.king_on_left()).count();
        rows.push([
            variant.id.clone(),
            variant.name.clone(),
            white.to_string(),
            variant.pieces.len().to_string(),
            setups.to_string(),
            variant.summary.clone(),
        ]);
    }
    table(&rows, out)
}

fn pieces(variant: &Arc<Variant>, out: &mut impl Write) -> CliResult {
    writeln!(out, "{} ({}): {}", variant.name, variant.id, variant.summary)?;
    writeln!(out, "default setup {}, start {}", Setup::default_of(variant).name(), variant.start)?;
    writeln!(out)?;
    let mut rows =
        vec![["letter", "name", "other names", "Betza", "worth", "special"].map(String::from)];
    for piece in &variant.pieces {
        rows.push([
            piece.letter.into(),
            piece.name.clone(),
            piece.other_names.clone(),
            piece.betza.clone(),
            if piece.value == 0 { "-".into() } else { piece.value.to_string() },
            special(variant, piece).join(", "),
        ]);
    }
    table(&rows, out)
}

/// What a piece does beyond stepping, sliding and leaping, in words.
fn special(variant: &Variant, piece: &PieceDef) -> Vec<String> {
    // The built-in descriptions parse; a test compiles them all.
    let paths = piece.betza.parse::<Betza>().map(|betza| betza.paths()).unwrap_or_default();
    let mut special = Vec::new();
    if piece.role == Role::Royal {
        special.push("royal".into());
        if paths.iter().any(|path| path.initial) {
            special.push("may jump once, if it never moved".into());
        }
    }
    if piece.role.promotes() {
        let choices: Vec<String> = variant.promotions.chars().map(String::from).collect();
        special.push(format!("promotes to {}", choices.join(" ")));
    }
    let double = |path: &&Path| matches!(path.kind, PathKind::Lame { mark: true, .. });
    if let Some(path) = paths.iter().find(double) {
        let from = if path.initial { "its starting rank" } else { "any rank" };
        special.push(format!("double step from {from}"));
    }
    if paths.iter().any(|path| path.en_passant) {
        special.push("captures en passant".into());
    }
    special
}

/// Rows in columns, each as wide as its widest cell; the first row is underlined.
fn table<const N: usize>(rows: &[[String; N]], out: &mut impl Write) -> CliResult {
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..N).map(width).collect();
    let line = |cells: &[String; N]| {
        let padded: Vec<String> =
            cells.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}")).collect();
        padded.join("  ").trim_end().to_string()
    };
    for (index, row) in rows.iter().enumerate() {
        writeln!(out, "{}", line(row))?;
        if index == 0 {
            let underline = std::array::from_fn(|column| "-".repeat(widths[column]));
            writeln!(out, "{}", line(&underline))?;
        }
    }
    Ok(())
}
