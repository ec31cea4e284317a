//! `dhow pgn`: replaying games.

use super::{CliError, CliResult, args};
use clap::{Args, ValueEnum};
use dhow_play::pgn::{CheckedGame, MoveReason, PgnError, PgnErrorKind, PgnGame, games, parse};
use dhow_rules::game::Game;
use dhow_rules::variant::Variant;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

const LONG: &str = "\
Replays every game of a PGN file and prints one line for each. Stops at the first illegal move and shows
it with its position, and at a result that contradicts a mate or a stalemate on the board. The exit code
is then 1.

The Variant tag names the variant, and VariantOptions the options that are on; -v and --option are for
files without these tags. In games with leaders a turn consists of moves joined by commas, such as
f1e3,g5f6; a turn that ends early has fewer. XBoard's notation is accepted: en passant captures in two
legs (a8xb8-b9), promotions of Princes without the piece (which follows from later moves), files as jump
rights, and the Cardinal called A. `Standard` and `From Position`, which lichess writes, are chess. A
text that is not UTF-8 is read as Windows-1252.

Moves may also be written as on Game Courier, the server of the Chess Variant Pages: `P e3-e5`,
`n c11-d9`, `P a11-a12; Q-a12`, `N b2-c4; N g2-f4`, Black's placing of the chiefs before the first move,
and comments after `//`. --to game-courier writes games in this notation; -v names the game of a text that
comes from there. docs/game-courier.md has the details. With --to an invalid game has the exit code 2.";

const EXAMPLES: &str = "\
Examples:
  dhow pgn games.pgn
  dhow pgn -v zanzibar-xl moves.txt
  dhow pgn --to game-courier game.pgn";

/// A notation other than PGN.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OtherNotation {
    GameCourier,
}

#[derive(Args)]
#[command(long_about = LONG, after_help = EXAMPLES)]
pub struct PgnArgs {
    #[command(flatten)]
    games: GamesArgs,
    /// Write the games in this notation, in place of a line for each
    #[arg(long, value_name = "NOTATION")]
    to: Option<OtherNotation>,
}

/// Arguments for a file of games.
#[derive(Args)]
pub struct GamesArgs {
    /// The file with the games; `-` for stdin
    pub file: PathBuf,
    /// The variant of games without a Variant tag
    #[arg(short, long, value_name = "ID", value_parser = args::variant)]
    variant: Option<Arc<Variant>>,
    #[command(flatten)]
    options: args::OptionArgs,
}

impl GamesArgs {
    /// The text of the file.
    fn text(&self) -> Result<String, CliError> {
        let cannot =
            |error| CliError::Input(format!("cannot read {}: {error}", self.file.display()));
        dhow_files::read_text_or_stdin(&self.file).map_err(cannot)
    }

    /// The variant of games without a Variant tag.
    fn default(&self) -> Result<Option<Arc<Variant>>, CliError> {
        if self.options.any() && self.variant.is_none() {
            return Err(CliError::Input("--option: name its variant with -v".into()));
        }
        self.variant.as_ref().map(|variant| self.options.of(variant)).transpose()
    }

    fn none(&self) -> CliError {
        CliError::Input(format!("{} holds no games", self.file.display()))
    }

    /// The games, at least one, and the variant of those without a Variant tag.
    pub fn read(&self) -> Result<(Vec<PgnGame>, Option<Arc<Variant>>), CliError> {
        let default = self.default()?;
        let games = parse(&self.text()?).map_err(CliError::input)?;
        if games.is_empty() { Err(self.none()) } else { Ok((games, default)) }
    }

    /// The games as they are written, and as they are played.
    pub fn replayed(&self) -> Result<(Vec<PgnGame>, Vec<Game>), CliError> {
        let (mut written, default) = self.read()?;
        let played = (1..).zip(&mut written).map(|(number, game)| {
            let checked = game.replay(number, args::catalogue(), default.as_ref());
            checked.map(|checked| checked.game).map_err(input)
        });
        let played = played.collect::<Result<_, _>>()?;
        Ok((written, played))
    }
}

pub fn run(args: PgnArgs, out: &mut impl Write) -> CliResult {
    let (default, text) = (args.games.default()?, args.games.text()?);
    let mut number = 0;
    // A file may have more games than fit into memory.
    for game in games(&text) {
        number += 1;
        let mut game = game.map_err(CliError::input)?;
        let checked = game.replay(number, args::catalogue(), default.as_ref()).map_err(
            |error| match error.kind {
                PgnErrorKind::NoVariant
                | PgnErrorKind::Variant(_)
                | PgnErrorKind::Option(_)
                | PgnErrorKind::Placing(_) => input(error),
                PgnErrorKind::Move { ref reason, .. }
                    if matches!(**reason, MoveReason::Courier(_)) =>
                {
                    input(error)
                }
                _ if args.to.is_some() => input(error),
                _ => CliError::Failed(error.to_string()),
            },
        )?;
        match args.to {
            Some(OtherNotation::GameCourier) => {
                write!(out, "{}", game.game_courier(&checked.game))?
            }
            None => writeln!(out, "game {number}: {}", describe(&checked))?,
        }
    }
    if number == 0 { Err(args.games.none()) } else { Ok(()) }
}

/// An error about an invalid game. If the variant is missing, it says how to give it.
pub fn input(error: PgnError) -> CliError {
    match error.kind {
        PgnErrorKind::NoVariant => CliError::Input(format!("{error}; name it with -v")),
        _ => CliError::input(error),
    }
}

fn describe(game: &CheckedGame) -> String {
    let variant = game.game.variant();
    let plies = match (game.game.turns_made(), variant.command.is_some()) {
        (1, false) => "1 ply".into(),
        (number, false) => format!("{number} plies"),
        (1, true) => "1 turn".into(),
        (number, true) => format!("{number} turns"),
    };
    let end = game.outcome.map_or("not decided on the board".into(), |outcome| outcome.to_string());
    format!("{}, {plies}, {}, {end}", variant.title(), game.result)
}
