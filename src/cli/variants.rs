//! `dhow variants`: the variants and their pieces.

use super::table::table;
use super::{CliResult, args, screen};
use clap::Args;
use dhow_rules::description::{self, Description, Rule};
use dhow_rules::game::Game;
use dhow_rules::variant::{PieceDef, Setup, Variant};
use std::io::Write;
use std::sync::Arc;

const LONG: &str = "\
Without an id, lists the variants. With an id, shows the variant's pieces: the letter in positions, the
name and other names, the moves in Betza's notation (as extended by XBoard), the value in centipawns (a
Rook is worth 500), and special properties. Then follow the rules in short, and the options.";

const EXAMPLES: &str = "\
Examples:
  dhow variants
  dhow variants zanzibar-xl
  dhow variants grand-chieftain";

#[derive(Args)]
#[command(long_about = LONG, after_help = EXAMPLES)]
pub struct VariantsArgs {
    /// The variant to describe
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
    let head = ["id", "game", "board", "pieces", "kinds", "moves a turn", "setups", "about"];
    let mut rows = vec![head.map(String::from)];
    for variant in args::catalogue().iter() {
        let game = Game::new(variant);
        let letters = variant.start.split(' ').next().unwrap_or("");
        let white = letters.chars().filter(char::is_ascii_uppercase).count();
        let setups = Setup::without_mirror_images(variant).len();
        rows.push([
            variant.id.clone(),
            variant.name.clone(),
            format!("{}x{}", variant.files, variant.ranks),
            white.to_string(),
            kinds(variant).to_string(),
            game.position().moves_left().to_string(),
            if variant.setup.is_empty() { "-".into() } else { setups.to_string() },
            variant.summary.clone(),
        ]);
    }
    table(&rows, out)
}

/// The number of kinds of pieces in games from the start array.
fn kinds(variant: &Variant) -> usize {
    let placement = variant.start.split(' ').next().unwrap_or("");
    let promotions = variant.all_promotions();
    let occurs =
        |piece: &&PieceDef| piece.letter.is_in(placement) || promotions.contains(&piece.letter);
    variant.pieces.iter().filter(occurs).count()
}

fn pieces(variant: &Arc<Variant>, out: &mut impl Write) -> CliResult {
    writeln!(out, "{} ({}): {}", variant.name, variant.id, variant.summary)?;
    match variant.setup.is_empty() {
        true => writeln!(out, "start {}", variant.start)?,
        false => {
            let setup = Setup::default_of(variant).name();
            writeln!(out, "default setup {setup}, start {}", variant.start)?;
        }
    }
    writeln!(out)?;
    let mut rows =
        vec![["letter", "name", "other names", "Betza", "worth", "special"].map(String::from)];
    let Description { rules, pieces, .. } = Description::of(variant);
    for (piece, words) in variant.pieces.iter().zip(pieces) {
        rows.push([
            piece.letter.to_string(),
            piece.name.clone(),
            piece.other_names.clone(),
            piece.betza.to_string(),
            if piece.value == 0 { "-".into() } else { piece.value.to_string() },
            words.special.join(", "),
        ]);
    }
    table(&rows, out)?;
    writeln!(out)?;
    writeln!(out, "{}", rules_in_lines(&rules, screen::width()))?;
    for option in variant.options() {
        let words = description::option(variant, option).unwrap_or_default();
        writeln!(out, "option {}: {words}", option.name())?;
    }
    Ok(())
}

/// Rules as a list, wrapped at a width.
pub fn rules_in_lines(rules: &[Rule], width: usize) -> String {
    let lines = rules.iter().map(|rule| screen::folded(&format!("- {}", rule.text), width));
    lines.collect::<Vec<_>>().join("\n")
}
