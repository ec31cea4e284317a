//! `dhow play`: a game in the terminal.

mod input;
mod legend;
mod moves;
mod piece;
mod record;
mod session;
mod thinking;

use super::args::{EngineArgs, PositionArgs, catalogue, positive};
use super::{CliError, CliResult, FOOTER};
use crate::pgn::GameResult;
use crate::pieces::Color;
use crate::search::Engine;
use clap::{Args, ValueEnum};
pub use record::read as read_record;
use session::Session;
use std::io::{BufRead, Write};
use std::num::NonZeroU32;
use std::time::Duration;
use thinking::Thinking;

const LONG: &str = "\
Plays a game in the terminal. Moves are given by their squares (e3e5, a11a12q) or in short notation
(Nd4, Rac12, a12=Q). The person who plays Black is asked for the setup first, where there is a choice.
In games with leaders a turn has several moves, given one by one and finished by `end`, or all at once
with commas between them (b2c4,g2f4). Type `help` in the game for its commands.";

const EXAMPLES: &str = "\
Examples:
  dhow play                                    White against the engine, Metamachy
  dhow play -v zanzibar-xl --side black        choose the setup, then answer
  dhow play -v chieftain                       several moves a turn
  dhow play --pgn game.pgn                     go on with a saved game
  dhow play --time 10 --threads 4              a stronger opponent
  dhow play --clock 5+3                        5 minutes and 3 seconds a move for the engine
  dhow play --side both --setup random         two people at one keyboard";

/// The time for a move if nothing is said about it.
const DEFAULT_TIME: Duration = Duration::from_secs(2);

/// Who is at the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    /// You play White
    White,
    /// You play Black
    Black,
    /// You play both sides
    Both,
    /// The engine plays both sides
    None,
}

impl Side {
    fn people(self) -> Vec<Color> {
        match self {
            Self::White => vec![Color::White],
            Self::Black => vec![Color::Black],
            Self::Both => Color::ALL.to_vec(),
            Self::None => Vec::new(),
        }
    }
}

#[derive(Args)]
#[command(long_about = LONG, after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{FOOTER}"))]
pub struct PlayArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Go on with the first game of this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "setup"])]
    pgn: Option<String>,
    /// Which side you play
    #[arg(long, value_enum, default_value = "white")]
    side: Side,
    /// Seconds the engine thinks for a move, or for a turn of several (2 if nothing is said)
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with = "clock")]
    time: Option<Duration>,
    /// The engine's clock: minutes for the game and seconds added for every move or turn
    #[arg(long, value_name = "MIN+INC", value_parser = clock)]
    clock: Option<(Duration, Duration)>,
    /// The engine looks no deeper than this many plies
    #[arg(long, value_name = "N", value_parser = positive)]
    depth: Option<NonZeroU32>,
    #[command(flatten)]
    engine: EngineArgs,
    /// No colours
    #[arg(long)]
    ascii: bool,
}

/// A day: longer is surely a mistake.
const LONGEST: f64 = 86_400.0;

fn duration(text: &str, unit: f64) -> Option<Duration> {
    let number: f64 = text.trim().parse().ok()?;
    (0.0..=LONGEST).contains(&(number * unit)).then(|| Duration::from_secs_f64(number * unit))
}

fn seconds(text: &str) -> Result<Duration, String> {
    duration(text, 1.0)
        .filter(|time| !time.is_zero())
        .ok_or_else(|| "expected seconds, such as 2 or 0.5".into())
}

fn clock(text: &str) -> Result<(Duration, Duration), String> {
    let (minutes, increment) = text.split_once('+').unwrap_or((text, "0"));
    let (minutes, increment) = (duration(minutes, 60.0), duration(increment, 1.0));
    minutes
        .filter(|time| !time.is_zero())
        .zip(increment)
        .ok_or_else(|| "expected minutes and seconds, such as 5+3".into())
}

pub fn run(args: PlayArgs, input: &mut impl BufRead, out: &mut impl Write) -> CliResult {
    let mut game = args.position.game()?;
    let mut recorded = GameResult::Unknown;
    if let Some(file) = &args.pgn {
        (game, recorded) = record::read(file, game.variant(), catalogue())
            .map_err(|error| CliError::Input(format!("cannot load {file}: {error}")))?;
    }
    let depth = args.depth.map(NonZeroU32::get);
    let thinking = match (args.time, args.clock) {
        (_, Some((base, increment))) => Thinking::with_clock(base, increment, depth),
        (Some(time), None) => Thinking { move_time: Some(time), clock: None, depth },
        // A depth alone is limit enough.
        (None, None) => {
            Thinking { move_time: depth.is_none().then_some(DEFAULT_TIME), clock: None, depth }
        }
    };
    let given = [args.position.fen.is_some(), args.position.setup.is_some(), args.pgn.is_some()];
    let asks_setup = !given.contains(&true);
    let mut engine = args.engine.engine()?;
    engine.set_contempt(Engine::DEFAULT_CONTEMPT);
    let mut session = Session::new(game, engine, thinking, args.side.people(), args.ascii);
    session.set_recorded(recorded);
    session.run(asks_setup, input, out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(clock("5+3"), Ok((Duration::from_secs(300), Duration::from_secs(3))));
        assert_eq!(clock("0.5"), Ok((Duration::from_secs(30), Duration::ZERO)));
        for text in ["", "0", "-1", "nan", "inf", "1e9", "x"] {
            assert!(seconds(text).is_err() && clock(text).is_err(), "{text}");
        }
        assert!(clock("5+").is_err() && clock("5+-1").is_err());
    }
}
