//! Black's choice of a setup, and new games.

use super::super::super::args::setup;
use super::super::super::{CliError, CliResult};
use super::super::keyboard::Keyboard;
use super::super::legend::in_columns;
use super::help::SETUP_HELP;
use super::{AfterLine, PlaySession, say};
use dhow_play::pgn::setup_of_game_courier;
use dhow_rules::game::Game;
use dhow_rules::pieces::Color;
use dhow_rules::variant::{Setup, Variant};
use std::io::Write;

impl PlaySession {
    /// Whether the person is Black and may choose the setup.
    pub(super) fn chooses_setup(&self) -> bool {
        self.people() == [Color::Black] && !self.game().variant().setup.is_empty()
    }

    /// Whether the game began with a setup.
    pub(super) fn began_with_setup(&self) -> bool {
        let placement = self.game().start_fen().split(' ').next().unwrap_or("");
        Setup::of_placement(self.game().variant(), placement).is_some()
    }

    /// Asks Black for the setup. Returns false at the end of the input.
    pub(super) fn ask_setup(
        &mut self,
        input: &mut Keyboard,
        out: &mut impl Write,
    ) -> Result<bool, CliError> {
        let variant = self.game().variant().clone();
        let default = Setup::default_of(&variant).name();
        say(out, "You choose the setup: Black's chiefs on rank 12, then rank 11, from the left.")?;
        let another = example(self.game());
        let choices = format!(
            "Enter for {default}, `random`, or another such as {another}; `list` shows all."
        );
        say(out, &choices)?;
        loop {
            let line = self.attention.while_asking(|| input.read("setup", out))?;
            let Some(line) = line else { return Ok(false) };
            let code = if line.is_empty() { default.as_str() } else { line.as_str() };
            if ["quit", "exit"].contains(&code) {
                return Ok(false);
            }
            match code {
                "list" => {
                    let names = Setup::all(&variant).into_iter().map(|setup| setup.name());
                    writeln!(out, "{}", in_columns(&names.collect::<Vec<_>>()))?;
                    continue;
                }
                "help" | "?" => {
                    writeln!(out, "{SETUP_HELP}")?;
                    continue;
                }
                _ => {}
            }
            match chosen(&variant, code) {
                Ok(setup) => {
                    self.start(Game::with_setup(&variant, &setup));
                    return Ok(true);
                }
                Err(error) => say(out, &error)?,
            }
        }
    }

    pub(super) fn change_setup(&mut self, code: &str, out: &mut impl Write) -> CliResult {
        if self.game().variant().setup.is_empty() {
            return Ok(writeln!(out, "this game has one start array")?);
        }
        let begun = self.game().moves().len();
        let allowed = match self.people() {
            // The engine, as White, has made its first move at once.
            [Color::Black] => begun <= 1,
            [Color::White] => return Ok(writeln!(out, "Black chooses the setup")?),
            _ => begun == 0,
        };
        if !allowed {
            return Ok(writeln!(out, "the game has begun; `new` starts another")?);
        }
        let variant = self.game().variant();
        match chosen(variant, code) {
            Ok(setup) => {
                self.start(Game::with_setup(variant, &setup));
                self.show(out)
            }
            Err(error) => say(out, &error),
        }
    }

    /// A game from the same position as this one, or from a new setup of Black's choice.
    pub(super) fn new_game(
        &mut self,
        input: &mut Keyboard,
        out: &mut impl Write,
    ) -> Result<AfterLine, CliError> {
        let (variant, from_array) = (self.game().variant(), self.began_with_setup());
        match Game::from_fen(variant, self.game().start_fen()) {
            Ok(game) => self.start(game),
            Err(error) => say(out, &error.to_string())?,
        }
        if from_array && self.chooses_setup() && !self.ask_setup(input, out)? {
            return Ok(AfterLine::Quit);
        }
        self.show_first(out)?;
        Ok(AfterLine::Continue)
    }
}

/// A setup by its name, or by Black's placing of the chiefs as on Game Courier.
fn chosen(variant: &Variant, text: &str) -> Result<Setup, String> {
    setup_of_game_courier(variant, text)
        .unwrap_or_else(|| setup(variant, text).map_err(|error| error.to_string()))
}

/// The name of a setup other than the default, as an example.
fn example(game: &Game) -> String {
    let variant = game.variant();
    let default = Setup::default_of(variant);
    let setups = Setup::all(variant);
    setups.into_iter().find(|setup| *setup != default).unwrap_or(default).name()
}
