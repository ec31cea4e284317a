//! The dialogue of one sitting: a game, the engine, and a person who types.

use super::super::args::setup;
use super::super::board::{read_move, show_board, show_turn};
use super::super::{CliError, CliResult};
use crate::board_picture::View;
use crate::files;
use crate::game::Game;
use crate::pgn::{GameResult, PgnGame};
use crate::pieces::Color;
use crate::position::Move;
use crate::search::{Clock, Engine, Limits, Summary};
use crate::square::Coordinates;
use crate::text::printable_line;
use crate::variant::Setup;
use std::io::{BufRead, Write};
use std::time::Duration;

const HELP: &str = "Commands:
  e3e5, a11a12q, Nd4   make a move
  moves [SQUARE]       the legal moves, of one piece or all
  hint                 what the engine would play
  undo                 take back your last move
  board, flip          show the board, from the other side
  fen                  the position as text
  setup CODE           start anew with another setup, before your first move as Black
  go                   the engine makes this move; you play the other side
  new, resign          start a new game, give this one up
  save FILE            write the game as PGN
  help, quit";

/// How long the engine may think.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// Time for every move.
    pub move_time: Option<Duration>,
    /// Time the clock starts with, time added for every move, time left to White and Black.
    pub clock: Option<(Duration, Duration, [Duration; 2])>,
    /// Plies at most.
    pub depth: Option<u32>,
}

impl Thinking {
    /// By a clock.
    pub fn with_clock(base: Duration, increment: Duration, depth: Option<u32>) -> Self {
        Self { move_time: None, clock: Some((base, increment, [base; 2])), depth }
    }

    fn reset(&mut self) {
        if let Some((base, _, left)) = &mut self.clock {
            *left = [*base; 2];
        }
    }

    fn limits(&self, side: Color) -> Limits {
        let clock = self.clock.map(|(_, increment, left)| Clock {
            remaining: left[side.index()],
            increment,
            moves_to_go: None,
        });
        Limits { depth: self.depth, move_time: self.move_time, clock, ..Limits::default() }
    }

    fn spend(&mut self, side: Color, time: Duration) {
        if let Some((_, increment, left)) = &mut self.clock {
            let left = &mut left[side.index()];
            *left = left.saturating_sub(time) + *increment;
        }
    }
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
    /// Who gave the game up.
    resigned: Option<Color>,
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
        Self { game, engine, thinking, people, flipped, ascii, resigned: None }
    }

    /// Plays until the person quits or the input ends.
    pub fn run(
        mut self,
        asks_setup: bool,
        input: &mut impl BufRead,
        out: &mut impl Write,
    ) -> CliResult {
        writeln!(out, "{}. Type `help` for the commands.", self.game.variant().name)?;
        if asks_setup && self.people == [Color::Black] && !self.ask_setup(input, out)? {
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
            "Enter for {default}, `random`, or another such as {}.",
            example(&self.game)
        )?;
        loop {
            let Some(line) = Self::read("setup", input, out)? else { return Ok(false) };
            let code = if line.is_empty() { default.as_str() } else { line.as_str() };
            if ["quit", "exit"].contains(&code) {
                return Ok(false);
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
        self.resigned = None;
        self.thinking.reset();
        self.engine.clear();
    }

    fn show(&self, out: &mut impl Write) -> CliResult {
        let view = View { flipped: self.flipped, last_move: self.game.moves().last().copied() };
        writeln!(out)?;
        show_board(&self.game, view, self.ascii, out)?;
        show_turn(&self.game, out)
    }

    /// The result and why, if the game is over.
    fn end(&self) -> Option<(GameResult, String)> {
        if let Some(side) = self.resigned {
            return Some((GameResult::won_by(!side), format!("{side} resigns")));
        }
        self.game.outcome().map(|outcome| (outcome.into(), outcome.to_string()))
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
        // A search of a position with moves has a best one; any legal move is better than none.
        let Some(mv) = summary.best().or_else(|| self.game.legal_moves().first().copied()) else {
            return Ok(());
        };
        let played = format!("{} plays {}", side, self.both_notations(mv));
        self.game.play(mv);
        self.show(out)?;
        writeln!(out, "{played} ({} for {side})", summary.score)?;
        if let Some((_, _, left)) = self.thinking.clock.filter(|_| !self.people.is_empty()) {
            writeln!(out, "the engine's clock: {:.1} s", left[side.index()].as_secs_f64())?;
        }
        self.announce_end(out)
    }

    /// Searches the position as long as the engine may.
    fn think(&mut self) -> Summary {
        let limits = self.thinking.limits(self.game.side_to_move());
        self.engine.search(&self.game, limits)
    }

    fn both_notations(&self, mv: Move) -> String {
        format!("{} ({})", self.game.move_text(mv), self.game.position().san(mv))
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
            "help" | "?" => writeln!(out, "{HELP}")?,
            "board" => self.show(out)?,
            "flip" => {
                self.flipped = !self.flipped;
                self.show(out)?;
            }
            "fen" => writeln!(out, "{}", self.game.fen())?,
            "moves" => self.list_moves(argument, out)?,
            "hint" => self.hint(out)?,
            "undo" => self.undo(out)?,
            "save" => self.save(argument, out)?,
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
        match read_move(&self.game, text) {
            Ok(mv) => {
                self.game.play(mv);
                self.show(out)?;
                self.announce_end(out)
            }
            Err(error) => say(out, &format!("{error} (`help` lists the commands)")),
        }
    }

    fn list_moves(&self, square: &str, out: &mut impl Write) -> CliResult {
        let on_board = |square: &Coordinates| self.game.variant().has_square(*square);
        let wanted = match (square, Coordinates::parse(square).filter(on_board)) {
            ("", _) => None,
            (_, Some(square)) => Some(square),
            _ => return say(out, &format!("`{square}` is not a square")),
        };
        let moves = self.game.legal_moves();
        let from = |mv: Move| self.game.position().squares(mv).0;
        let moves = moves.iter().filter(|&&mv| wanted.is_none_or(|square| from(mv) == square));
        let texts: Vec<String> = moves.map(|&mv| self.game.move_text(mv)).collect();
        if texts.is_empty() {
            return Ok(writeln!(out, "no legal moves")?);
        }
        for line in texts.chunks(12) {
            writeln!(out, "{}", line.join(" "))?;
        }
        Ok(writeln!(out, "{} moves", texts.len())?)
    }

    fn hint(&mut self, out: &mut impl Write) -> CliResult {
        if self.end().is_some() {
            return self.announce_end(out);
        }
        match self.think().best() {
            Some(mv) => writeln!(out, "hint: {}", self.both_notations(mv))?,
            None => writeln!(out, "no hint")?,
        }
        Ok(())
    }

    /// Takes back moves until the person is to move again, or gives back a resigned game.
    fn undo(&mut self, out: &mut impl Write) -> CliResult {
        if self.resigned.take().is_some() {
            return self.show(out);
        }
        let made_by_person = |game: &Game, people: &[Color], back: usize| {
            let side = if back % 2 == 1 { !game.side_to_move() } else { game.side_to_move() };
            people.contains(&side)
        };
        let made = self.game.moves().len();
        let back = (1..=made).find(|&back| made_by_person(&self.game, &self.people, back));
        let Some(back) = back else { return Ok(writeln!(out, "nothing to take back")?) };
        (0..back).for_each(|_| {
            self.game.undo();
        });
        self.show(out)
    }

    fn resign(&mut self, out: &mut impl Write) -> CliResult {
        if self.end().is_none() {
            self.resigned = Some(self.game.side_to_move());
        }
        self.announce_end(out)
    }

    fn change_setup(&mut self, code: &str, out: &mut impl Write) -> CliResult {
        let begun = self.game.moves().len();
        let allowed = match self.people[..] {
            // The engine, being White, has made its first move at once.
            [Color::Black] => begun <= 1,
            [Color::White] => return Ok(writeln!(out, "Black chooses the setup")?),
            _ => begun == 0,
        };
        if !allowed {
            return Ok(writeln!(out, "the game has begun; `new` starts another")?);
        }
        let variant = self.game.variant();
        match setup(variant, code) {
            Ok(setup) => {
                self.start(Game::with_setup(variant, &setup));
                self.show(out)
            }
            Err(error) => say(out, &error.to_string()),
        }
    }

    fn switch_sides(&mut self) {
        if self.end().is_none() {
            self.people = vec![!self.game.side_to_move()];
        }
    }

    /// A game from the same position as this one, or from a new setup of Black's.
    fn new_game(
        &mut self,
        input: &mut impl BufRead,
        out: &mut impl Write,
    ) -> Result<Next, CliError> {
        let variant = self.game.variant();
        let placement = self.game.start_fen().split(' ').next().unwrap_or("");
        let from_array = Setup::of_placement(variant, placement).is_some();
        match Game::from_fen(variant, self.game.start_fen()) {
            Ok(game) => self.start(game),
            Err(error) => say(out, &error.to_string())?,
        }
        if from_array && self.people == [Color::Black] && !self.ask_setup(input, out)? {
            return Ok(Next::Quit);
        }
        self.show(out)?;
        Ok(Next::Continue)
    }

    fn save(&self, file: &str, out: &mut impl Write) -> CliResult {
        if file.is_empty() {
            return Ok(writeln!(out, "save where? `save FILE`")?);
        }
        match self.pgn().and_then(|pgn| {
            files::replace(file.as_ref(), pgn.as_bytes()).map_err(|error| error.to_string())
        }) {
            Ok(()) => say(out, &format!("saved to {file}"))?,
            Err(error) => say(out, &format!("cannot save to {file}: {error}"))?,
        }
        Ok(())
    }

    fn pgn(&self) -> Result<String, String> {
        let end = self.end();
        let result = end.as_ref().map_or(GameResult::Unknown, |&(result, _)| result);
        let (variant, start) = (self.game.variant(), self.game.start_fen());
        let mut pgn = PgnGame::of_moves(variant, start, self.game.moves(), result)
            .map_err(|error| error.to_string())?;
        for (side, tag) in Color::ALL.into_iter().zip(["White", "Black"]) {
            let engine = concat!("Dhow ", env!("CARGO_PKG_VERSION"));
            pgn.set_tag(tag, if self.people.contains(&side) { "Player" } else { engine });
        }
        if let Some((_, reason)) = end {
            match pgn.moves.last_mut() {
                Some(mv) => mv.comments.push(reason),
                None => pgn.comments.push(reason),
            }
        }
        Ok(pgn.to_string())
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
