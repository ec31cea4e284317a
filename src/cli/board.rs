//! `dhow board`: shows a position.

use super::args::{PositionArgs, catalogue};
use super::play::read_record;
use super::{CliError, CliResult, FOOTER, screen, wants_colours};
use clap::Args;
use dhow_play::board_picture::{TextStyle, View, position_text, svg, text, text_within};
use dhow_play::pgn::{of_game_courier, read_move};
use dhow_rules::game::Game;
use dhow_rules::position::Move;
use dhow_rules::variant::Setup;
use std::io::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  dhow board
  dhow board e3e5 e10e8 Nd4              the position after some moves
  dhow board --pgn game.pgn --ply 12     a position of a game
  dhow board -v maasai --setup random --svg maasai.svg
  dhow board -v chieftain b2c4,g2f4 o11n9 --command
                                         a turn, a move, and what may move next
  dhow board --flip --svg - > black.svg";

#[derive(Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{FOOTER}"))]
pub struct BoardArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Show the last position of the first game in this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "setup"])]
    pgn: Option<String>,
    /// Show the position after this many plies (in games with leaders, turns) of that game
    #[arg(long, value_name = "N", requires = "pgn")]
    ply: Option<usize>,
    /// Write an SVG picture to this file; `-` for stdout
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Show the board from Black's side
    #[arg(long)]
    flip: bool,
    /// No colours
    #[arg(long)]
    ascii: bool,
    /// In games with leaders, mark the pieces that may still move in this turn (M), and the leaders that may
    /// still activate <C>
    #[arg(long)]
    command: bool,
    /// Moves to make first, as squares (e3e5) or in short notation (Nd4); in games with leaders moves (b2c4),
    /// the end of a turn (end) or whole turns (b2c4,g2f4)
    moves: Vec<String>,
}

pub fn run(args: BoardArgs, out: &mut impl Write) -> CliResult {
    let mut game = args.position.game()?;
    if let Some(file) = &args.pgn {
        game = from_record(file, args.ply, &game)?;
    }
    for (index, text) in args.moves.iter().enumerate() {
        let moves = read_moves(&game, text)
            .map_err(|error| CliError::Input(format!("move {}: {error}", index + 1)))?;
        game.play_moves(&moves);
    }
    let view = View { flipped: args.flip, last_turn: true, command: args.command };
    match args.svg {
        Some(file) if file.as_os_str() == "-" => out.write_all(svg(&game, view).as_bytes())?,
        Some(file) => {
            let written = dhow_files::replace(&file, svg(&game, view).as_bytes());
            written.map_err(|error| {
                CliError::Input(format!("cannot write {}: {error}", file.display()))
            })?
        }
        None => show(&game, view, args.ascii, out)?,
    }
    Ok(())
}

/// The first game of a file, after a number of turns or at its end. A game without Variant tag gets the
/// variant of `usual`.
fn from_record(file: &str, turns: Option<usize>, usual: &Game) -> Result<Game, CliError> {
    let mut game = read_record(file, usual.variant(), catalogue())
        .map_err(|error| CliError::Input(format!("cannot load {file}: {error}")))?
        .game;
    let made = game.turns_made();
    let wanted = turns.unwrap_or(made);
    if wanted > made {
        return Err(CliError::Input(format!("--ply {wanted}: the game has {made}")));
    }
    (wanted..made).for_each(|_| {
        game.undo_turn();
    });
    Ok(game)
}

/// Writes the board and the state of the game.
pub fn show(game: &Game, view: View, ascii: bool, out: &mut impl Write) -> CliResult {
    show_board(game, view, ascii, out)?;
    writeln!(out, "fen: {}", position_text(game))?;
    let placement = game.start_fen().split(' ').next().unwrap_or("");
    let setup = Setup::of_placement(game.variant(), placement);
    let has_setups = !game.variant().setup.is_empty();
    if let Some(setup) = setup.filter(|_| has_setups && game.moves().is_empty()) {
        writeln!(out, "setup: {}", setup.name())?;
    }
    show_turn(game, out)
}

/// Writes the board in its [`style`].
fn show_board(game: &Game, view: View, ascii: bool, out: &mut impl Write) -> CliResult {
    let style = style(ascii);
    let picture = match screen::is_seen() {
        true => text_within(game, view, style, screen::width()),
        false => text(game, view, style),
    };
    Ok(writeln!(out, "{picture}")?)
}

/// The style of boards: coloured if the terminal has colours, unless `ascii` is set.
pub fn style(ascii: bool) -> TextStyle {
    if wants_colours() && !ascii { TextStyle::Coloured } else { TextStyle::Plain }
}

/// Writes the side to move, or the end of the game.
pub fn show_turn(game: &Game, out: &mut impl Write) -> CliResult {
    match game.outcome() {
        Some(outcome) => writeln!(out, "{outcome} ({})", outcome.result())?,
        None => {
            let check = if game.position().in_check() { ", in check" } else { "" };
            writeln!(out, "{} to move{check}", game.side_to_move())?;
            if game.variant().command.is_some() {
                writeln!(out, "{}", turn_text(game))?;
            }
        }
    }
    Ok(())
}

/// The state of the turn in a game with leaders, with the leaders that may still activate.
fn turn_text(game: &Game) -> String {
    let position = game.position();
    let made = position.moves_made();
    let leaders: Vec<String> = position.free_leaders().iter().map(ToString::to_string).collect();
    let leaders = if leaders.is_empty() { "none".into() } else { leaders.join(" ") };
    let most = made + position.moves_left();
    format!("turn: {made} of {most} moves made; leaders free: {leaders}")
}

/// Reads a move by its squares, in short notation (SAN) or as on Game Courier. In a game with leaders it is one
/// move of the turn, `end`, or several moves joined by commas or semicolons, which are a whole turn or the rest of
/// one.
pub fn read_moves(game: &Game, text: &str) -> Result<Vec<Move>, String> {
    if game.variant().command.is_some() {
        let turn = of_game_courier(game.variant(), text).map_err(|error| error.to_string())?;
        let turn = turn.as_deref().unwrap_or(text);
        if turn.contains(',') {
            let turn: String = turn.split_whitespace().collect();
            return Ok(game.parse_turn(&turn).map_err(|error| error.to_string())?.to_vec());
        }
    }
    Ok(vec![read_move(game, text).map_err(|error| error.to_string())?])
}
