//! `dhow variants`: the games and their pieces.

use super::table::table;
use super::{CliResult, args};
use crate::game::Game;
use crate::variant::{Command, PieceDef, Setup, Variant};
use clap::Args;
use std::io::Write;
use std::sync::Arc;

const LONG: &str = "\
Without a name, lists the games. With one, shows its pieces: the letter in positions, the name and
other names, the moves in Betza's notation (as XBoard extends it), the worth in hundredths of a
fifth of a Rook, and what is special. Of a game with leaders it also tells what each may activate, how
many moves a turn may have, and the options.";

const EXAMPLES: &str = "\
Examples:
  dhow variants
  dhow variants zanzibar-xl
  dhow variants grand-chieftain";

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
    let head = ["id", "game", "board", "pieces", "kinds", "moves a turn", "setups", "about"];
    let mut rows = vec![head.map(String::from)];
    for variant in args::catalogue().iter() {
        let game = Game::new(variant);
        let letters = variant.start.split(' ').next().unwrap_or("");
        let white = letters.chars().filter(char::is_ascii_uppercase).count();
        let setups = Setup::all(variant).iter().filter(|setup| setup.king_on_left()).count();
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

/// How many kinds of pieces a game from the start array may have.
fn kinds(variant: &Variant) -> usize {
    let placement = variant.start.split(' ').next().unwrap_or("");
    let promotions = variant.all_promotions();
    let occurs =
        |piece: &&PieceDef| placement.contains(piece.letter) || promotions.contains(piece.letter);
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
    for piece in &variant.pieces {
        rows.push([
            piece.letter.into(),
            piece.name.clone(),
            piece.other_names.clone(),
            piece.betza.clone(),
            if piece.value == 0 { "-".into() } else { piece.value.to_string() },
            variant.special(piece).join(", "),
        ]);
    }
    table(&rows, out)?;
    match &variant.command {
        Some(command) => turns(variant, command, out),
        None => Ok(()),
    }
}

/// What the leaders of a game activate, how long a turn is, and the options.
fn turns(variant: &Arc<Variant>, command: &Command, out: &mut impl Write) -> CliResult {
    writeln!(out)?;
    let mut rows = vec![["leader", "activates a turn", "of these pieces"].map(String::from)];
    for leader in &command.leaders {
        let pieces = match leader.activations {
            1 => "1 piece".into(),
            number => format!("{number} pieces"),
        };
        rows.push([leader.letter.into(), pieces, leader.commanded()]);
    }
    table(&rows, out)?;
    let most = Game::new(variant).position().moves_left();
    writeln!(
        out,
        "\nA turn has as many moves as leaders can be assigned to, one activation to each piece moved, and\n\
         none moves twice: up to {most} from the start array. Whoever loses the last leader has lost."
    )?;
    for option in command.options() {
        writeln!(out, "option {}: {}", option.name(), option.summary())?;
    }
    Ok(())
}
