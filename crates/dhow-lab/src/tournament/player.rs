//! An engine ready to play: its process and its language.

use super::config::EngineConfig;
use super::driver::{Driver, Reply, Trouble, Turn, driver};
use super::process::{Interrupt, Process, Tap};
use dhow_play::pgn::GameResult;
use dhow_rules::game::Game;
use dhow_rules::text::excerpt;
use dhow_rules::text::printable_line;
use dhow_rules::variant::Variant;
use std::io;
use std::sync::Arc;

/// A running engine that has been told what to play.
pub struct Player {
    name: String,
    process: Process,
    driver: Box<dyn Driver>,
    restart: bool,
}

impl Player {
    /// Starts an engine and prepares it for the tournament.
    pub fn start(
        config: &EngineConfig,
        variant: &Arc<Variant>,
        interrupt: Interrupt,
        tap: Option<Tap>,
    ) -> Result<Self, Trouble> {
        let command = config.command.display();
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::Interrupted => Trouble::Interrupted,
            _ if is_want_of_room(&error) => {
                Trouble::Refused(format!("the system refuses to start `{command}`: {error}"))
            }
            _ => Trouble::Unfit(format!("cannot start `{command}`: {error}")),
        };
        let process = Process::start(config, interrupt, tap).map_err(failed)?;
        let mut driver = driver(config, variant);
        driver.greet(&process)?;
        let own_name = || driver.own_name().map(excerpt);
        let name = config.name.clone().or_else(own_name).unwrap_or_else(|| command.to_string());
        let name = printable_line(&name).into_owned();
        Ok(Self { name, process, driver, restart: config.restart })
    }

    /// The name of the player, as far as it knows, made printable.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What is odd about its options, for the user.
    pub fn remarks(&self) -> &[String] {
        self.driver.remarks()
    }

    /// Whether another game needs the engine to be started anew.
    pub fn plays_once(&self) -> bool {
        self.restart || self.driver.plays_once()
    }

    /// Turns to another game from now on; an error if the engine does not know it.
    pub fn choose(&mut self, variant: &Arc<Variant>) -> Result<(), Trouble> {
        self.driver.choose(&self.process, variant)
    }

    /// Prepares for a game, of whichever variant.
    pub fn begin(&mut self, game: &Game, opponent: &str) -> Result<(), Trouble> {
        self.driver.begin(&self.process, game, opponent)
    }

    /// Thinks about the move at its turn.
    pub fn think(&mut self, turn: &Turn) -> Result<Reply, Trouble> {
        self.driver.think(&self.process, turn)
    }

    /// Thinks while the opponent has its turn, if it shall.
    pub fn ponder(&mut self, turn: &Turn) {
        self.driver.ponder(&self.process, turn);
    }

    /// Comes to its senses after it has not moved in time. Returns whether it has answered, which some
    /// engines cannot be asked for.
    pub fn settle(&mut self) -> Result<bool, Trouble> {
        self.driver.settle(&self.process)
    }

    /// Learns the end of the game.
    pub fn end(&mut self, result: GameResult, reason: &str) {
        self.driver.end(&self.process, result, reason);
    }

    /// Ends a process that is of no more use.
    pub fn kill(&mut self) {
        self.process.kill();
    }

    /// How the process ended, for a message.
    pub fn ending(&mut self) -> String {
        self.process.ending()
    }
}

/// Whether the system has too many processes, threads or open files, or too little memory.
fn is_want_of_room(error: &io::Error) -> bool {
    #[cfg(unix)]
    if let Some(code) = error.raw_os_error() {
        use rustix::io::Errno;
        return [Errno::AGAIN, Errno::NOMEM, Errno::MFILE, Errno::NFILE]
            .contains(&Errno::from_raw_os_error(code));
    }
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::OutOfMemory)
}
