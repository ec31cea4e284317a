//! `dhow play`: a game in the terminal.

mod autosave;
mod input;
mod keyboard;
mod legend;
mod moves;
mod piece;
mod quiet;
mod record;
mod session;
mod time_controls;

use super::args::{EngineArgs, PositionArgs, catalogue, positive};
use super::{CliError, CliResult, FOOTER};
use autosave::{Autosave, Unfinished, usual_folder, was_interrupted};
use clap::{Args, ValueEnum};
use dhow_engine::search::{Engine, Handicap};
use dhow_play::contest::Contest;
use dhow_play::time_control::Time;
use dhow_rules::pieces::Color;
use dhow_rules::variant::Variant;
use keyboard::Keyboard;
pub use record::read as read_record;
use record::{EventTags, RecordedGame};
use session::{PlaySession, PlaySettings, level};
use std::io::Write;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use time_controls::TimeControls;

const LONG: &str = "\
Plays a game in the terminal. Moves are given by their squares (e3e5, a11a12q) or in short notation \
(Nd4, Rac12, a12=Q). As Black, you are asked for the setup first, if there is a choice. \
In games with leaders a turn has several moves: give them one by one and then `end`, or all at once, \
joined by commas (b2c4,g2f4). Type `help` in the game for its commands.

On a terminal each game is saved during play to its own file in the folder `dhow/games` of your user \
data. After Ctrl-C, Ctrl-D or `quit`, `--resume` continues the last game.";

const EXAMPLES: &str = "\
Examples:
  dhow play                              White against the engine, Metamachy
  dhow play -v zanzibar-xl --side black  choose the setup, then answer
  dhow play -v chieftain                 several moves per turn
  dhow play --resume                     continue the last game
  dhow play --pgn game.pgn               continue a saved game
  dhow play --level 3                    a weaker opponent
  dhow play --time 10 --threads 4        a stronger one
  dhow play --tc 5+3                     5 minutes and 3 seconds per move
  dhow play --side both --setup random   two people at one keyboard";

/// The sides of the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PersonSide {
    /// You play White
    White,
    /// You play Black
    Black,
    /// You play both sides
    Both,
    /// The engine plays both sides
    None,
}

impl PersonSide {
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
    /// Continue the first game of this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "setup"])]
    pgn: Option<String>,
    /// Continue the last unfinished game
    #[arg(long, conflicts_with_all = ["pgn", "fen", "setup", "variant", "names"])]
    resume: bool,
    /// Folder where games are saved during play; on a terminal they are always saved
    #[arg(long, value_name = "FOLDER")]
    games: Option<PathBuf>,
    /// Do not save games
    #[arg(long, conflicts_with_all = ["games", "resume"])]
    no_keep: bool,
    /// Your side [default: white, or that of the continued game]
    #[arg(long, value_enum)]
    side: Option<PersonSide>,
    /// Seconds per move, or per turn of several moves, for the engine [default: 2, or as in the continued
    /// game]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with_all = ["tc", "clock"])]
    time: Option<Duration>,
    /// Clocks for both sides: minutes per game and an increment in seconds per move or turn; `5+3d` has a
    /// delay of 3 seconds instead
    #[arg(long, value_name = "MIN+INC", value_parser = clock, conflicts_with = "clock")]
    tc: Option<Time>,
    /// A clock for the engine only
    #[arg(long, value_name = "MIN+INC", value_parser = clock)]
    clock: Option<Time>,
    /// Maximum depth of the engine's search in plies
    #[arg(long, value_name = "N", value_parser = positive)]
    depth: Option<NonZeroU32>,
    /// Level of the engine, from 1, for beginners, to 10, full strength [default: 10, or that of the
    /// continued game]
    #[arg(long, value_name = "N", value_parser = level)]
    level: Option<usize>,
    #[command(flatten)]
    engine: EngineArgs,
    /// No colours
    #[arg(long)]
    ascii: bool,
}

/// A day in seconds: a longer time is surely a mistake.
const LONGEST: f64 = 86_400.0;

fn seconds(text: &str) -> Result<Duration, String> {
    const EXPECTED: &str = "expected seconds above 0, such as 2 or 0.5";
    let number = text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let number = number.filter(|&number| number >= 0.0).ok_or(EXPECTED)?;
    if number > LONGEST {
        return Err(format!("{text} is longer than a day; {EXPECTED}"));
    }
    let time = Duration::from_secs_f64(number);
    if time.is_zero() { Err(EXPECTED.into()) } else { Ok(time) }
}

fn clock(text: &str) -> Result<Time, String> {
    const EXPECTED: &str = "expected minutes and seconds, such as 5+3";
    let time = Time::of_minutes(text).ok_or(EXPECTED)?;
    let longest = time.first().unwrap_or_default().max(time.gain());
    match longest > Duration::from_secs_f64(LONGEST) {
        true => Err(format!("{text} is longer than a day; {EXPECTED}")),
        false => Ok(time),
    }
}

impl PlayArgs {
    /// Where to save games; `None` to save nothing.
    fn autosave(&self, on_terminal: bool) -> Option<Autosave> {
        let wanted = !self.no_keep && (on_terminal || self.resume || self.games.is_some());
        let folder = self.games.clone().or_else(usual_folder).filter(|_| wanted)?;
        Some(Autosave::new(folder))
    }

    /// The file of the game to continue.
    fn file(&self, autosave: &mut Option<Autosave>) -> Result<Option<String>, CliError> {
        if !self.resume {
            return Ok(self.pgn.clone());
        }
        let no_folder = || {
            CliError::Input("the folder of games is unknown; name it with `--games FOLDER`".into())
        };
        let autosave = autosave.as_mut().ok_or_else(no_folder)?;
        let unfinished = Unfinished::of(autosave.folder(), catalogue());
        let path = unfinished.path().map(|path| path.to_string_lossy().into_owned());
        match unfinished {
            Unfinished::Game(place) => autosave.resume(place),
            Unfinished::Refused(path, why) => {
                return Err(CliError::Input(format!("{} {why}", path.display())));
            }
            Unfinished::None => {
                let folder = autosave.folder().display();
                return Err(CliError::Input(format!("there is no unfinished game in {folder}")));
            }
        }
        Ok(path)
    }

    /// The game to continue, if any.
    fn record(
        &self,
        autosave: &mut Option<Autosave>,
        variant: &Arc<Variant>,
    ) -> Result<Option<RecordedGame>, CliError> {
        let Some(file) = self.file(autosave)? else { return Ok(None) };
        let read = read_record(&file, variant, catalogue())
            .map_err(|error| CliError::Input(format!("cannot load {file}: {error}")))?;
        if let Some(autosave) = autosave.as_mut().filter(|_| !self.resume) {
            autosave.adopt_record(&file, &read);
        }
        Ok(Some(read))
    }

    /// The time controls, if any are given.
    fn time_controls(&self) -> Option<TimeControls> {
        let time = self.time.map(Time::PerMove).or(self.tc).or(self.clock);
        time.map(|time| TimeControls::new(self.tc, Some(time), self.depth()))
    }

    fn depth(&self) -> Option<u32> {
        self.depth.map(NonZeroU32::get)
    }
}

pub fn run(args: PlayArgs, out: &mut impl Write) -> CliResult {
    let mut input = Keyboard::new();
    let mut autosave = args.autosave(input.is_terminal());
    let mut game = args.position.game()?;
    let recorded = args.record(&mut autosave, game.variant())?;
    if recorded.is_none()
        && let Some(autosave) = &autosave
        && was_interrupted(autosave.folder(), catalogue())
    {
        let command = autosave.resume_command();
        writeln!(out, "Your last game is not over: `{command}` continues it.")?;
    }
    let given = [args.position.fen.is_some(), args.position.setup.is_some(), recorded.is_some()];
    let asks_setup = !given.contains(&true);
    let (mut result, mut people, mut time, mut level) = (None, None, None, None);
    let mut event_tags = EventTags::now();
    if let Some(read) = recorded {
        (game, event_tags, result) = (read.game, read.event_tags, Some(read.result));
        (people, time, level) = (read.people, read.time, read.level);
    }
    let mut engine = args.engine.engine()?;
    engine.set_contempt(Engine::DEFAULT_CONTEMPT);
    engine.handicap().set_level(args.level.or(level).unwrap_or(Handicap::FULL));
    let people = args.side.map(PersonSide::people).or(people).unwrap_or(vec![Color::White]);
    let (time_controls, clocks) = match (args.time_controls(), time) {
        (None, Some((recorded, clocks))) => (recorded.with_depth(args.depth()), Some(clocks)),
        (given, _) => (given.unwrap_or(TimeControls::new(None, None, args.depth())), None),
    };
    let clocks = clocks.unwrap_or_else(|| time_controls.clocks(&people));
    let settings = PlaySettings { people, time_controls, ascii: args.ascii, autosave, event_tags };
    let mut session = PlaySession::new(Contest::new(game, clocks), engine, settings);
    if let Some(result) = result {
        session.set_recorded(result);
    }
    session.run(asks_setup, &mut input, out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        let time = |base, gain| Time::clock(Duration::from_secs(base), Duration::from_secs(gain));
        assert_eq!(clock("5+3"), Ok(time(300, 3)));
        assert_eq!(clock("0.5"), Ok(time(30, 0)));
        for text in ["", "0", "-1", "nan", "inf", "1e9", "x"] {
            assert!(seconds(text).is_err() && clock(text).is_err(), "{text}");
        }
        assert!(clock("5+").is_err() && clock("5+-1").is_err());
        let longer = |read: Result<(), String>| read.is_err_and(|it| it.contains("than a day"));
        assert!(longer(seconds("86401").map(|_| ())) && longer(clock("1500+1").map(|_| ())));
        assert!(seconds("86400").is_ok() && clock("1440+86400").is_ok());
    }
}
