//! `dhow pgn`: replaying games.

use super::{CliError, CliResult, args};
use crate::files;
use crate::pgn::{CheckedGame, PgnErrorKind, parse};
use crate::variant::Variant;
use clap::Args;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::sync::Arc;

const LONG: &str = "\
Replays every game of a PGN file, move by move, and prints a line for each. The first illegal move
ends it, shown with its position; so does a result that contradicts a mate or a stalemate on the
board. The exit code is then 1.

The Variant tag says which game it is; -v is for files that lack it. What XBoard writes is read as
XBoard means it: en passant captures in two legs (a8xb8-b9), Princes' promotions that do not say
what to (the rest of the game tells), file letters as jump rights, the Cardinal called A.";

#[derive(Args)]
#[command(long_about = LONG, after_help = "Example:\n  dhow pgn games.pgn")]
pub struct PgnArgs {
    /// The games; `-` is stdin
    file: PathBuf,
    /// The game where no Variant tag says it
    #[arg(short, long, value_name = "ID", value_parser = args::variant)]
    variant: Option<Arc<Variant>>,
}

pub fn run(args: PgnArgs, out: &mut impl Write) -> CliResult {
    let name = args.file.display();
    let bytes = match args.file.as_os_str() == "-" {
        true => {
            let mut bytes = Vec::new();
            std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
        }
        false => files::read(&args.file),
    }
    .map_err(|error| CliError::Input(format!("cannot read {name}: {error}")))?;
    // Names of players may be in any encoding; moves are ASCII.
    let text = String::from_utf8_lossy(&bytes);
    let games = parse(&text).map_err(CliError::input)?;
    for (number, game) in (1..).zip(&games) {
        let checked =
            game.replay(number, args::catalogue(), args.variant.as_ref()).map_err(|error| {
                match error.kind {
                    PgnErrorKind::NoVariant => CliError::Input(format!("{error}; say it with -v")),
                    PgnErrorKind::Variant(_) => CliError::input(error),
                    _ => CliError::Failed(error.to_string()),
                }
            })?;
        writeln!(out, "game {number}: {}", describe(&checked))?;
    }
    if games.is_empty() {
        return Err(CliError::Input(format!("{name} holds no games")));
    }
    Ok(())
}

fn describe(game: &CheckedGame) -> String {
    let plies = match game.game.moves().len() {
        1 => "1 ply".into(),
        number => format!("{number} plies"),
    };
    let end = game.outcome.map_or("not decided on the board".into(), |outcome| outcome.to_string());
    format!("{}, {plies}, {}, {end}", game.game.variant().id, game.result)
}
