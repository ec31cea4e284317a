//! The protocols of engines, behind one trait.

mod uci;
mod xboard;

pub use uci::Uci;
pub use xboard::XBoard;

use super::config::{EngineConfig, FenForm, Protocol};
use super::process::{Process, ReceiveError, Timer};
use super::thought::Thought;
use dhow_play::clock::Clock;
use dhow_play::pgn::GameResult;
use dhow_rules::game::Game;
use dhow_rules::pieces::Color;
use dhow_rules::variant::Variant;
use std::sync::Arc;
use std::time::Duration;

/// A problem with an engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// It cannot play in this tournament.
    #[error("{0}")]
    Unfit(String),
    /// The system has no resources for it at the moment.
    #[error("{0}")]
    Refused(String),
    /// It has exited.
    #[error("the engine has ended")]
    Disconnected,
    /// It does not answer.
    #[error("no answer to `{command}` within {} s", .patience.as_secs_f64())]
    Stalled {
        /// The command that it does not answer.
        command: String,
        /// How long the driver waited.
        patience: Duration,
    },
    /// It ran out of time.
    #[error("time forfeit")]
    OutOfTime,
    /// The tournament was interrupted.
    #[error("interrupted")]
    Interrupted,
}

/// A player's turn.
#[derive(Clone, Copy, Debug)]
pub struct PlayerTurn<'a> {
    /// The game so far; it is not over.
    pub game: &'a Game,
    /// The clocks, White's first.
    pub clocks: &'a [Clock; 2],
    /// Whether the opponent has offered a draw.
    pub draw_offered: bool,
}

impl PlayerTurn<'_> {
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

/// A player's answer at its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A move, as text.
    Move(String),
    /// It resigns.
    Resigns,
    /// It accepts a draw offer.
    AgreesToDraw,
    /// It claims that the game is over.
    Claims(GameResult, String),
    /// It refuses the opponent's move.
    Rejects(String),
}

/// A player's answer, its time, and what it reported about its search.
#[derive(Clone, Debug)]
pub struct EngineReply {
    /// The answer.
    pub answer: Answer,
    /// The time from the command to the answer.
    pub used: Duration,
    /// Search information.
    pub thought: Thought,
    /// Whether it offers a draw with its move.
    pub offers_draw: bool,
}

/// Plays with an engine by its protocol.
pub trait Driver: Send {
    /// Starts the protocol, sets all options, and checks that the engine knows the variant.
    fn greet(&mut self, process: &Process) -> Result<(), Trouble>;

    /// Warnings about the engine's options for the user; known after [`Driver::greet`].
    fn remarks(&self) -> &[String];

    /// The engine's own name, known after [`Driver::greet`].
    fn own_name(&self) -> Option<&str>;

    /// Whether the engine must be restarted for the next game.
    fn plays_once(&self) -> bool;

    /// Changes to another variant, which the engine must know.
    fn choose(&mut self, process: &Process, variant: &Arc<Variant>) -> Result<(), Trouble>;

    /// Starts a game of any variant, in which the moves of `game` have been made.
    fn begin(&mut self, process: &Process, game: &Game, opponent: &str) -> Result<(), Trouble>;

    /// Asks the engine for its move.
    fn think(&mut self, process: &Process, turn: &PlayerTurn) -> Result<EngineReply, Trouble>;

    /// Starts pondering during the opponent's turn, if configured.
    fn ponder(&mut self, process: &Process, turn: &PlayerTurn);

    /// Resynchronises an engine that overstepped its time. Returns whether it answered; some engines cannot be
    /// resynchronised.
    fn settle(&mut self, process: &Process) -> Result<bool, Trouble>;

    /// Sends the engine the result of the game.
    fn end(&mut self, process: &Process, result: GameResult, reason: &str);
}

/// The driver for an engine that must play a variant.
pub fn driver(config: &EngineConfig, variant: &Arc<Variant>) -> Box<dyn Driver> {
    match config.protocol {
        Protocol::Uci => Box::new(Uci::new(config.clone(), variant)),
        Protocol::XBoard => Box::new(XBoard::new(config.clone(), variant)),
    }
}

/// A FEN in the engine's form; `None` if the engine reads no FEN.
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

/// The maximum size of an engine's declarations in bytes; no engine needs more.
const MOST_DECLARED: usize = 1 << 20;

/// Counts the size of an engine's declarations, and fails if they do not end.
fn declare(declared: &mut usize, line: &str) -> Result<(), Trouble> {
    *declared += line.len();
    match *declared > MOST_DECLARED {
        true => Err(Trouble::Unfit(format!("it declares more than {MOST_DECLARED} bytes"))),
        false => Ok(()),
    }
}

/// A wait for the answers to a command outside a turn, without a clock.
struct Wait<'a> {
    process: &'a Process,
    command: &'a str,
    timer: Timer,
}

impl<'a> Wait<'a> {
    /// Sends a command and starts to wait.
    fn send(process: &'a Process, command: &'a str, patience: Duration) -> Self {
        process.send(command);
        Self::quietly(process, command, patience)
    }

    /// Waits for the answers to a command that was sent before.
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

    fn trouble(&self, silence: ReceiveError) -> Trouble {
        match silence {
            ReceiveError::Ended => Trouble::Disconnected,
            ReceiveError::Interrupted => Trouble::Interrupted,
            ReceiveError::Late => {
                Trouble::Stalled { command: self.command.into(), patience: self.timer.limit() }
            }
        }
    }
}

/// How long an engine may take to answer after it overstepped its time.
const SETTLING: Duration = Duration::from_secs(10);

/// A wait for the engine's move.
struct MoveWait<'a> {
    process: &'a Process,
    /// Limited by the clock, otherwise by `patience`.
    timer: Timer,
    timed: bool,
    command: &'a str,
}

impl<'a> MoveWait<'a> {
    /// Sends the command and starts the clock.
    fn start(process: &'a Process, command: &'a str, clock: &Clock, patience: Duration) -> Self {
        let allowance = clock.allowance();
        let (limit, timed) = (allowance.unwrap_or(patience), allowance.is_some());
        let timer = Timer::new(process.send_timed(command), limit);
        Self { process, timer, timed, command }
    }

    /// The next line, with the time since the command.
    fn line(&mut self) -> Result<(String, Duration), Trouble> {
        match self.process.receive(&mut self.timer) {
            Ok(line) => Ok((line.text, self.timer.passed(line.at))),
            Err(ReceiveError::Ended) => Err(Trouble::Disconnected),
            Err(ReceiveError::Interrupted) => Err(Trouble::Interrupted),
            Err(ReceiveError::Late) => Err(self.late()),
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
