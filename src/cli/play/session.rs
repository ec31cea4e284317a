//! The dialogue of one sitting: a game, the engine, and a person who types.

mod commands;
mod help;

use super::super::args::setup;
use super::super::board::{read_moves, show_board, show_turn, style};
use super::super::go::whole_turn;
use super::super::{CliError, CliResult};
use super::input::meant;
use super::legend::{in_columns, legend};
use super::moves;
use super::thinking::Thinking;
use crate::board_picture::{View, position_text};
use crate::eval::Score;
use crate::game::Game;
use crate::pgn::GameResult;
use crate::pieces::Color;
use crate::position::Move;
use crate::search::{Engine, Summary};
use crate::text::printable_line;
use crate::variant::Setup;
use help::SETUP_HELP;
use std::io::{BufRead, Write};

/// How a game ended before the board ended it.
enum Ended {
    /// A side gave it up.
    Resigned(Color),
    /// Both agreed to a draw.
    Agreed,
    /// It was loaded with this result.
    Recorded(GameResult),
}

/// What a line typed leads to.
enum Next {
    /// The person's turn goes on.
    Ask,
    /// The position changed, or who plays: whoever is to move now moves.
    Continue,
    Quit,
}

/// A game between a person and the engine.
pub struct Session {
    game: Game,
    engine: Engine,
    thinking: Thinking,
    /// The sides that people play.
    people: Vec<Color>,
    flipped: bool,
    ascii: bool,
    /// The engine's scores of its own moves, by which it takes or refuses a draw.
    scores: Vec<Score>,
    ended: Option<Ended>,
}

impl Session {
    /// A session that starts with `game`.
    pub fn new(
        game: Game,
        engine: Engine,
        thinking: Thinking,
        people: Vec<Color>,
        ascii: bool,
    ) -> Self {
        let flipped = people == [Color::Black];
        Self { game, engine, thinking, people, flipped, ascii, scores: Vec::new(), ended: None }
    }

    /// Takes over the result of a game from a file, unless the board says it.
    pub fn set_recorded(&mut self, result: GameResult) {
        if result != GameResult::Unknown && self.game.outcome().is_none() {
            self.ended = Some(Ended::Recorded(result));
        }
    }

    /// Plays until the person quits or the input ends.
    pub fn run(
        mut self,
        asks_setup: bool,
        input: &mut impl BufRead,
        out: &mut impl Write,
    ) -> CliResult {
        let variant = self.game.variant();
        writeln!(out, "{}. Type `help` for the commands.", variant.name)?;
        writeln!(out, "{}", legend(variant))?;
        if asks_setup && self.chooses_setup() && !self.ask_setup(input, out)? {
            return Ok(());
        }
        self.show(out)?;
        loop {
            while self.end().is_none() && !self.people.contains(&self.game.side_to_move()) {
                self.engine_moves(out)?;
            }
            if self.end().is_some() && self.people.is_empty() {
                return Ok(());
            }
            match self.ask(input, out)? {
                Next::Ask | Next::Continue => {}
                Next::Quit => return Ok(()),
            }
        }
    }

    /// Whether a turn may have several moves.
    fn has_turns(&self) -> bool {
        self.game.variant().command.is_some()
    }

    /// Whether the person is Black in a game in which Black chooses the setup.
    fn chooses_setup(&self) -> bool {
        self.people == [Color::Black] && !self.game.variant().setup.is_empty()
    }

    /// The next line typed; `None` at the end of the input.
    fn read(
        prompt: &str,
        input: &mut impl BufRead,
        out: &mut impl Write,
    ) -> Result<Option<String>, CliError> {
        write!(out, "{prompt}> ")?;
        out.flush()?;
        let mut bytes = Vec::new();
        let length = input
            .read_until(b'\n', &mut bytes)
            .map_err(|error| CliError::Input(format!("cannot read the input: {error}")))?;
        if length == 0 {
            writeln!(out)?;
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&bytes).trim().to_string()))
    }

    /// Lets Black choose the setup; false at the end of the input.
    fn ask_setup(
        &mut self,
        input: &mut impl BufRead,
        out: &mut impl Write,
    ) -> Result<bool, CliError> {
        let variant = self.game.variant();
        let default = Setup::default_of(variant).name();
        writeln!(
            out,
            "You choose the setup: Black's chiefs on rank 12, then rank 11, from the left."
        )?;
        writeln!(
            out,
            "Enter for {default}, `random`, or another such as {}; `list` shows all.",
            example(&self.game)
        )?;
        loop {
            let Some(line) = Self::read("setup", input, out)? else { return Ok(false) };
            let code = if line.is_empty() { default.as_str() } else { line.as_str() };
            if ["quit", "exit"].contains(&code) {
                return Ok(false);
            }
            match code {
                "list" => {
                    let names = Setup::all(variant).into_iter().map(|setup| setup.name());
                    writeln!(out, "{}", in_columns(&names.collect::<Vec<_>>()))?;
                    continue;
                }
                "help" | "?" => {
                    writeln!(out, "{SETUP_HELP}")?;
                    continue;
                }
                _ => {}
            }
            match setup(variant, code) {
                Ok(setup) => {
                    self.start(Game::with_setup(variant, &setup));
                    return Ok(true);
                }
                Err(error) => say(out, &error.to_string())?,
            }
        }
    }

    fn start(&mut self, game: Game) {
        self.game = game;
        self.ended = None;
        self.scores.clear();
        self.thinking.reset();
        self.engine.clear();
    }

    fn show(&self, out: &mut impl Write) -> CliResult {
        self.show_game(&self.game, out)
    }

    fn show_game(&self, game: &Game, out: &mut impl Write) -> CliResult {
        let view = View { flipped: self.flipped, last_turn: true, command: true };
        writeln!(out)?;
        show_board(game, view, self.ascii, out)?;
        show_turn(game, out)
    }

    /// The result and why, if the game is over.
    fn end(&self) -> Option<(GameResult, String)> {
        match self.ended {
            Some(Ended::Resigned(side)) => {
                Some((GameResult::won_by(!side), format!("{side} resigns")))
            }
            Some(Ended::Agreed) => Some((GameResult::Draw, "draw by agreement".into())),
            Some(Ended::Recorded(result)) => Some((result, "as the file says".into())),
            None => self.game.outcome().map(|outcome| (outcome.into(), outcome.to_string())),
        }
    }

    fn announce_end(&self, out: &mut impl Write) -> CliResult {
        if let Some((result, reason)) = self.end() {
            writeln!(out, "The game is over: {reason}, {result}.")?;
        }
        Ok(())
    }

    fn engine_moves(&mut self, out: &mut impl Write) -> CliResult {
        out.flush()?;
        let side = self.game.side_to_move();
        let summary = self.think();
        self.thinking.spend(side, summary.time);
        // A search of a position with moves has a best turn; any legal one is better than none.
        let turn = match summary.turn.is_empty() {
            false => summary.turn,
            true => {
                let Some(&first) = self.game.legal_moves().first() else { return Ok(()) };
                self.game.first_turn(&[first])
            }
        };
        self.scores.push(summary.score);
        if self.has_turns() {
            for (number, words) in (1..).zip(moves::turn_in_words(&self.game, &turn)) {
                writeln!(out, "  {number}. {words}")?;
            }
        }
        let played = format!("{side} plays {}", self.turn_text(&turn));
        turn.into_iter().for_each(|mv| self.game.play(mv));
        self.show(out)?;
        writeln!(out, "{played} ({} for {side})", summary.score)?;
        if let Some(left) = self.thinking.left(side).filter(|_| !self.people.is_empty()) {
            writeln!(out, "the engine's clock: {:.1} s", left.as_secs_f64())?;
        }
        self.announce_end(out)
    }

    /// Searches the position as long as the engine may.
    fn think(&mut self) -> Summary {
        let limits = self.thinking.limits(self.game.side_to_move());
        self.engine.search(&self.game, limits)
    }

    /// A turn from here: whole, or one move in both notations.
    fn turn_text(&self, turn: &[Move]) -> String {
        match turn.first() {
            Some(&mv) if !self.has_turns() => {
                format!("{} ({})", self.game.move_text(mv), self.game.position().san(mv))
            }
            _ => whole_turn(&self.game, turn),
        }
    }

    fn ask(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> Result<Next, CliError> {
        let prompt = match self.end() {
            Some(_) => "over".into(),
            None => self.game.side_to_move().to_string(),
        };
        let Some(line) = Self::read(&prompt, input, out)? else { return Ok(Next::Quit) };
        let (command, argument) = match line.split_once(char::is_whitespace) {
            Some((command, argument)) => (command, argument.trim()),
            None => (line.as_str(), ""),
        };
        match command.to_ascii_lowercase().as_str() {
            "" => {}
            "quit" | "exit" => return Ok(Next::Quit),
            "help" | "?" | "h" => {
                writeln!(out, "{}", help::text(self.has_turns(), style(self.ascii)))?
            }
            "board" => self.show(out)?,
            "flip" => {
                self.flipped = !self.flipped;
                self.show(out)?;
            }
            "legend" | "pieces" => writeln!(out, "{}", legend(self.game.variant()))?,
            "piece" => self.explain_piece(argument, out)?,
            "history" => self.history(out)?,
            "eval" => self.evaluate(out)?,
            "fen" => writeln!(out, "{}", position_text(&self.game))?,
            "moves" => self.list_moves(argument, out)?,
            "hint" => self.hint(out)?,
            "undo" | "back" => self.undo(out)?,
            "last" => self.show_last_turn(out)?,
            "save" => self.save(argument, false, out)?,
            "save!" => self.save(argument, true, out)?,
            "load" => self.load(argument, out)?,
            "draw" => self.offer_draw(out)?,
            "resign" => self.resign(out)?,
            "setup" => self.change_setup(argument, out)?,
            "go" => {
                self.switch_sides();
                return Ok(Next::Continue);
            }
            "new" => return self.new_game(input, out),
            _ => self.person_moves(&line, out)?,
        }
        Ok(Next::Ask)
    }

    fn person_moves(&mut self, text: &str, out: &mut impl Write) -> CliResult {
        if self.end().is_some() {
            self.announce_end(out)?;
            writeln!(out, "`undo`, `new`, `save FILE` or `quit`?")?;
            return Ok(());
        }
        let read = read_moves(&self.game, text);
        let read = read.or_else(|error| {
            let meant = meant(self.game.variant(), text);
            if meant == text { Err(error) } else { read_moves(&self.game, &meant) }
        });
        match read {
            Ok(moves) => {
                moves.into_iter().for_each(|mv| self.game.play(mv));
                self.show(out)?;
                self.announce_end(out)
            }
            Err(error) => say(out, &format!("{error} (`help` lists the commands)")),
        }
    }
}

/// Says a line that may repeat what was typed.
fn say(out: &mut impl Write, text: &str) -> CliResult {
    Ok(writeln!(out, "{}", printable_line(text))?)
}

/// The name of a setup that is not the default one.
fn example(game: &Game) -> String {
    let variant = game.variant();
    let default = Setup::default_of(variant);
    let setups = Setup::all(variant);
    setups.into_iter().find(|setup| *setup != default).unwrap_or(default).name()
}
