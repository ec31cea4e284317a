//! `dhow board`: a picture of a position.

use super::args::PositionArgs;
use super::{CliError, CliResult, FOOTER, wants_colours};
use crate::board_picture::{TextStyle, View, svg, text};
use crate::files;
use crate::game::Game;
use crate::movegen::MoveTextError;
use crate::position::Move;
use crate::variant::Setup;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  dhow board
  dhow board e3e5 e10e8 Nd4              the position after some moves
  dhow board -v maasai --setup random --svg maasai.svg
  dhow board --flip --svg - > black.svg";

#[derive(Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{FOOTER}"))]
pub struct BoardArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Write an SVG picture to this file; `-` is stdout
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Show it as Black sees it
    #[arg(long)]
    flip: bool,
    /// No colours
    #[arg(long)]
    ascii: bool,
    /// Moves to make first, as squares (e3e5) or in short notation (Nd4)
    moves: Vec<String>,
}

pub fn run(args: BoardArgs, out: &mut impl Write) -> CliResult {
    let mut game = args.position.game()?;
    for (index, text) in args.moves.iter().enumerate() {
        let mv = read_move(&game, text)
            .map_err(|error| CliError::Input(format!("move {}: {error}", index + 1)))?;
        game.play(mv);
    }
    let view = View { flipped: args.flip, last_move: game.moves().last().copied() };
    match args.svg {
        Some(file) if file.as_os_str() == "-" => out.write_all(svg(&game, view).as_bytes())?,
        Some(file) => {
            let written = files::replace(&file, svg(&game, view).as_bytes());
            written.map_err(|error| {
                CliError::Input(format!("cannot write {}: {error}", file.display()))
            })?
        }
        None => show(&game, view, args.ascii, out)?,
    }
    Ok(())
}

/// Writes the board and what must be known beside it.
pub fn show(game: &Game, view: View, ascii: bool, out: &mut impl Write) -> CliResult {
    show_board(game, view, ascii, out)?;
    writeln!(out, "fen: {}", game.fen())?;
    let placement = game.start_fen().split(' ').next().unwrap_or("");
    let setup = Setup::of_placement(game.variant(), placement);
    if let Some(setup) = setup.filter(|_| game.moves().is_empty()) {
        writeln!(out, "setup: {}", setup.name())?;
    }
    show_turn(game, out)
}

/// Writes the board, in colours if the terminal has them and `ascii` does not forbid it.
pub fn show_board(game: &Game, view: View, ascii: bool, out: &mut impl Write) -> CliResult {
    let style = if wants_colours() && !ascii { TextStyle::Coloured } else { TextStyle::Plain };
    Ok(writeln!(out, "{}", text(game, view, style))?)
}

/// Writes whose turn it is, or how the game ended.
pub fn show_turn(game: &Game, out: &mut impl Write) -> CliResult {
    match game.outcome() {
        Some(outcome) => writeln!(out, "{outcome} ({})", outcome.result())?,
        None => {
            let check = if game.position().in_check() { ", in check" } else { "" };
            writeln!(out, "{} to move{check}", game.side_to_move())?;
        }
    }
    Ok(())
}

/// Reads a move by its squares or in short notation.
pub fn read_move(game: &Game, text: &str) -> Result<Move, String> {
    match game.parse_move(text) {
        Ok(mv) => Ok(mv),
        Err(MoveTextError::Form(_)) => {
            game.position().parse_san(text).map_err(|error| error.to_string())
        }
        Err(error) => Err(error.to_string()),
    }
}
