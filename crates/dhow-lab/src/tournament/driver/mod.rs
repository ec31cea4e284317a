//! The languages of engines, behind one trait.

mod uci;
mod xboard;

pub use uci::Uci;
pub use xboard::XBoard;

use super::config::{EngineConfig, FenForm, Protocol};
use super::process::{Process, Silence, Timer};
use super::thought::Thought;
use dhow_play::clock::Clock;
use dhow_play::pgn::GameResult;
use dhow_rules::game::Game;
use dhow_rules::pieces::Color;
use dhow_rules::variant::Variant;
use std::sync::Arc;
use std::time::Duration;

/// What went wrong with an engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// It cannot play this tournament at all.
    #[error("{0}")]
    Unfit(String),
    /// The system has no room for it now.
    #[error("{0}")]
    Refused(String),
    /// It has ended.
    #[error("the engine has ended")]
    Disconnected,
    /// It does not answer.
    #[error("no answer to `{command}` within {} s", .patience.as_secs_f64())]
    Stalled {
        /// What it should have answered.
        command: String,
        /// How long it was waited for.
        patience: Duration,
    },
    /// Its clock has run out.
    #[error("time forfeit")]
    OutOfTime,
    /// The tournament is called off.
    #[error("interrupted")]
    Interrupted,
}

/// A player's turn.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The game so far; it is not over.
    pub game: &'a Game,
    /// Clocks of both sides, White's first.
    pub clocks: &'a [Clock; 2],
    /// Whether the opponent has offered a draw.
    pub draw_offered: bool,
}

impl Turn<'_> {
    /// The side to move.
    pub fn side(&self) -> Color {
        self.game.side_to_move()
    }

    /// The player's clock.
    pub fn own(&self) -> &Clock {
        &self.clocks[self.side().index()]
    }

    /// The opponent's clock.
    pub fn other(&self) -> &Clock {
        &self.clocks[(!self.side()).index()]
    }
}

/// What a player does at its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It makes a move, given as text.
    Move(String),
    /// It gives up.
    Resigns,
    /// It agrees to a draw that was offered.
    AgreesToDraw,
    /// It says that the game is over.
    Claims(GameResult, String),
    /// It refuses the move before.
    Rejects(String),
}

/// What a player does at its turn, how long it took, and what it thinks.
#[derive(Clone, Debug)]
pub struct Reply {
    /// What it does.
    pub answer: Answer,
    /// The time from the order to the answer.
    pub used: Duration,
    /// What it told about its search.
    pub thought: Thought,
    /// Whether it offers a draw with its move.
    pub offers_draw: bool,
}

/// How to play with an engine in its language.
pub trait Driver: Send {
    /// Says hello, sets all options, and sees to it that the engine knows the variant.
    fn greet(&mut self, process: &Process) -> Result<(), Trouble>;

    /// What is odd about the engine's options, for the user; known after [`Driver::greet`].
    fn remarks(&self) -> &[String];

    /// What the engine calls itself, after [`Driver::greet`].
    fn own_name(&self) -> Option<&str>;

    /// Whether the engine must be started anew for the next game.
    fn plays_once(&self) -> bool;

    /// Turns to another variant, which the engine must know.
    fn choose(&mut self, process: &Process, variant: &Arc<Variant>) -> Result<(), Trouble>;

    /// Prepares for a game, of whichever variant, in which the moves of `game` are made already.
    fn begin(&mut self, process: &Process, game: &Game, opponent: &str) -> Result<(), Trouble>;

    /// Lets the engine think about its move.
    fn think(&mut self, process: &Process, turn: &Turn) -> Result<Reply, Trouble>;

    /// Lets the engine, if it shall ponder, think about what it expects while the opponent has its
    /// turn.
    fn ponder(&mut self, process: &Process, turn: &Turn);

    /// Brings an engine to its senses that has not moved in time. Returns whether it has answered;
    /// some cannot be asked to.
    fn settle(&mut self, process: &Process) -> Result<bool, Trouble>;

    /// Tells the engine how the game ended.
    fn end(&mut self, process: &Process, result: GameResult, reason: &str);
}

/// The driver for an engine that shall play a variant.
pub fn driver(config: &EngineConfig, variant: &Arc<Variant>) -> Box<dyn Driver> {
    match config.protocol {
        Protocol::Uci => Box::new(Uci::new(config.clone(), variant)),
        Protocol::XBoard => Box::new(XBoard::new(config.clone(), variant)),
    }
}

/// A FEN in the form that the engine knows; `None` if it knows none.
fn fen_for(config: &EngineConfig, fen: &str) -> Option<String> {
    match config.fen {
        FenForm::Jumps => Some(fen.into()),
        FenForm::StartPos => None,
        FenForm::Dashes => {
            let mut fields: Vec<&str> = fen.split(' ').collect();
            if let Some(jumps) = fields.get_mut(2) {
                *jumps = "-";
            }
            Some(fields.join(" "))
        }
    }
}

/// No engine has a reason to declare more, in bytes.
const MOST_DECLARED: usize = 1 << 20;

/// Adds what an engine declares to what it has declared so far, and refuses what has no end.
fn declare(declared: &mut usize, line: &str) -> Result<(), Trouble> {
    *declared += line.len();
    match *declared > MOST_DECLARED {
        true => Err(Trouble::Unfit(format!("it declares more than {MOST_DECLARED} bytes"))),
        false => Ok(()),
    }
}

/// A wait for answers to one command that no clock limits.
struct Wait<'a> {
    process: &'a Process,
    command: &'a str,
    timer: Timer,
}

impl<'a> Wait<'a> {
    /// Sends a command and waits for answers to it from now on.
    fn send(process: &'a Process, command: &'a str, patience: Duration) -> Self {
        process.send(command);
        Self::quietly(process, command, patience)
    }

    /// Waits for answers to a command that was sent before.
    fn quietly(process: &'a Process, command: &'a str, patience: Duration) -> Self {
        Self { process, command, timer: Timer::start(patience) }
    }

    /// The next line.
    fn line(&mut self) -> Result<String, Trouble> {
        match self.process.receive(&mut self.timer) {
            Ok(line) => Ok(line.text),
            Err(silence) => Err(self.trouble(silence)),
        }
    }

    fn trouble(&self, silence: Silence) -> Trouble {
        match silence {
            Silence::Ended => Trouble::Disconnected,
            Silence::Interrupted => Trouble::Interrupted,
            Silence::Late => {
                Trouble::Stalled { command: self.command.into(), patience: self.timer.limit() }
            }
        }
    }
}

/// How long an engine may take to come to its senses when it has not moved in time.
const SETTLING: Duration = Duration::from_secs(10);

/// A wait for the answer to the order to think.
struct Thinking<'a> {
    process: &'a Process,
    /// As long as the clock allows, or else the engine's patience.
    timer: Timer,
    timed: bool,
    command: &'a str,
}

impl<'a> Thinking<'a> {
    /// Sends the order and starts the clock.
    fn start(process: &'a Process, command: &'a str, clock: &Clock, patience: Duration) -> Self {
        let allowance = clock.allowance();
        let (limit, timed) = (allowance.unwrap_or(patience), allowance.is_some());
        let timer = Timer::new(process.send_timed(command), limit);
        Self { process, timer, timed, command }
    }

    /// The next line, with the time since the order.
    fn line(&mut self) -> Result<(String, Duration), Trouble> {
        match self.process.receive(&mut self.timer) {
            Ok(line) => Ok((line.text, self.timer.passed(line.at))),
            Err(Silence::Ended) => Err(Trouble::Disconnected),
            Err(Silence::Interrupted) => Err(Trouble::Interrupted),
            Err(Silence::Late) => Err(self.late()),
        }
    }

    fn late(&self) -> Trouble {
        match self.timed {
            true => Trouble::OutOfTime,
            false => {
                Trouble::Stalled { command: self.command.into(), patience: self.timer.limit() }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_fen() {
        let fen = "6k5/12/12 w Kk a4 3 9";
        let form = |fen_form| fen_for(&EngineConfig { fen: fen_form, ..Default::default() }, fen);
        assert_eq!(form(FenForm::Jumps).as_deref(), Some(fen));
        assert_eq!(form(FenForm::Dashes).as_deref(), Some("6k5/12/12 w - a4 3 9"));
        assert_eq!(form(FenForm::StartPos), None);
    }
}
