//! An engine that is ready to play: its process and its driver.

use super::config::EngineConfig;
use super::driver::{Driver, EngineReply, PlayerTurn, Trouble, driver};
use super::process::{Interrupt, Process, Tap};
use dhow_play::pgn::GameResult;
use dhow_rules::game::Game;
use dhow_rules::text::excerpt;
use dhow_rules::text::printable_line;
use dhow_rules::variant::Variant;
use std::io;
use std::sync::Arc;

/// A running engine that knows what to play.
pub struct EnginePlayer {
    name: String,
    process: Process,
    driver: Box<dyn Driver>,
    restart: bool,
}

impl EnginePlayer {
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

    /// The engine's own name, if known, with control characters made printable.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Warnings about its options, for the user.
    pub fn remarks(&self) -> &[String] {
        self.driver.remarks()
    }

    /// Whether it must be restarted for another game.
    pub fn plays_once(&self) -> bool {
        self.restart || self.driver.plays_once()
    }

    /// Changes the variant; an error if the engine does not know it.
    pub fn choose(&mut self, variant: &Arc<Variant>) -> Result<(), Trouble> {
        self.driver.choose(&self.process, variant)
    }

    /// Starts a game of any variant.
    pub fn begin(&mut self, game: &Game, opponent: &str) -> Result<(), Trouble> {
        self.driver.begin(&self.process, game, opponent)
    }

    /// Asks for its move.
    pub fn think(&mut self, turn: &PlayerTurn) -> Result<EngineReply, Trouble> {
        self.driver.think(&self.process, turn)
    }

    /// Ponders during the opponent's turn, if configured.
    pub fn ponder(&mut self, turn: &PlayerTurn) {
        self.driver.ponder(&self.process, turn);
    }

    /// Resynchronises an engine that overstepped its time. Returns whether it answered; some engines cannot
    /// be asked to.
    pub fn settle(&mut self) -> Result<bool, Trouble> {
        self.driver.settle(&self.process)
    }

    /// Sends the engine the result of the game.
    pub fn end(&mut self, result: GameResult, reason: &str) {
        self.driver.end(&self.process, result, reason);
    }

    /// Kills the process.
    pub fn kill(&mut self) {
        self.process.kill();
    }

    /// How the process exited, for a message.
    pub fn ending(&mut self) -> String {
        self.process.ending()
    }
}

/// Whether the system has reached a limit of processes, threads, open files or memory.
fn is_want_of_room(error: &io::Error) -> bool {
    #[cfg(unix)]
    if let Some(code) = error.raw_os_error() {
        use rustix::io::Errno;
        return [Errno::AGAIN, Errno::NOMEM, Errno::MFILE, Errno::NFILE]
            .contains(&Errno::from_raw_os_error(code));
    }
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::OutOfMemory)
}
