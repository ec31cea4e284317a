//! A session of `dhow play`: a game, the engine, and a person who types.

mod commands;
mod end;
mod files;
mod help;
mod level;
mod setups;
mod show;
mod think;

use super::super::board::{read_moves, style};
use super::super::go::whole_turn;
use super::super::{CliError, CliResult, screen};
use super::autosave::Autosave;
use super::input::meant;
use super::keyboard::Keyboard;
use super::record::EventTags;
use super::time_controls::TimeControls;
use super::{legend, moves};
use dhow_engine::eval::Score;
use dhow_engine::search::Engine;
use dhow_play::board_picture::position_text;
use dhow_play::clock::clock_face;
use dhow_play::contest::Contest;
use dhow_play::pgn::setup_of_game_courier;
use dhow_rules::game::{Game, Turn};
use dhow_rules::pieces::Color;
use dhow_rules::position::Move;
use dhow_rules::text::printable_lines;
pub use level::level;
use std::io::Write;
use std::time::Instant;
use think::{InterruptState, Strength};

/// The next step after a line of input.
enum AfterLine {
    /// The person's turn continues.
    Ask,
    /// The position, or who plays it, has changed: the player to move moves.
    Continue,
    Quit,
}

/// The settings of a session.
pub struct PlaySettings {
    /// The sides that people play.
    pub people: Vec<Color>,
    /// The time controls.
    pub time_controls: TimeControls,
    /// Whether to use no colours.
    pub ascii: bool,
    /// Where games are saved during play.
    pub autosave: Option<Autosave>,
    /// Where and when the game began.
    pub event_tags: EventTags,
}

/// A game between a person and the engine, or between two people.
pub struct PlaySession {
    contest: Contest,
    engine: Engine,
    attention: InterruptState,
    settings: PlaySettings,
    flipped: bool,
    /// The engine's scores of its own moves, for its answer to a draw offer.
    scores: Vec<Score>,
    /// The turns at the start of the session, and whether the game was over: nobody needs a copy of that.
    begun_with: (Vec<Move>, bool),
}

impl PlaySession {
    /// A session that starts with a game in its current state.
    pub fn new(contest: Contest, engine: Engine, settings: PlaySettings) -> Self {
        let flipped = settings.people == [Color::Black];
        let attention = InterruptState::default();
        let begun_with = (contest.recorded().to_vec(), contest.end().is_some());
        let scores = Vec::new();
        Self { contest, engine, attention, settings, flipped, scores, begun_with }
    }

    /// Plays until the person quits or the input ends.
    pub fn run(
        mut self,
        asks_setup: bool,
        input: &mut Keyboard,
        out: &mut impl Write,
    ) -> CliResult {
        if input.is_terminal() {
            self.attention.begin()?;
        }
        say(out, &format!("{}. Type `help` for the commands.", self.game().variant().name))?;
        if !screen::is_seen() {
            writeln!(out, "{}", legend::legend(self.game().variant()))?;
        }
        if !asks_setup || !self.chooses_setup() || self.ask_setup(input, out)? {
            self.show_first(out)?;
            self.play(input, out)?;
        }
        self.keep(out)?;
        self.say_where_kept(out)
    }

    fn play(&mut self, input: &mut Keyboard, out: &mut impl Write) -> CliResult {
        loop {
            while self.end().is_none() && !self.people().contains(&self.game().side_to_move()) {
                self.engine_moves(out)?;
                self.keep(out)?;
                if self.attention.is_lost() {
                    return Ok(());
                }
            }
            if self.end().is_some() && self.people().is_empty() {
                return Ok(());
            }
            match self.ask(input, out)? {
                AfterLine::Ask | AfterLine::Continue => {}
                AfterLine::Quit => return Ok(()),
            }
            self.keep(out)?;
        }
    }

    fn people(&self) -> &[Color] {
        &self.settings.people
    }

    fn game(&self) -> &Game {
        self.contest.game()
    }

    /// Whether a turn may have several moves.
    fn has_turns(&self) -> bool {
        self.game().variant().command.is_some()
    }

    /// Starts a new game, or continues one from a file.
    fn start(&mut self, game: Game) {
        self.contest =
            Contest::new(game, self.settings.time_controls.clocks(&self.settings.people));
        self.begun_with = (self.contest.recorded().to_vec(), self.end().is_some());
        self.settings.event_tags = EventTags::now();
        self.scores.clear();
        if let Some(autosave) = &mut self.settings.autosave {
            autosave.release();
        }
        self.engine.clear();
    }

    fn engine_moves(&mut self, out: &mut impl Write) -> CliResult {
        let side = self.game().side_to_move();
        self.contest.run_clock(Instant::now());
        let summary = self.think(&format!("{side} thinks"), Strength::OfLevel, out)?;
        if self.attention.is_lost() {
            return Ok(());
        }
        let now = Instant::now();
        if self.contest.look_at_clock(now) {
            return self.announce_end(out);
        }
        // A search with legal moves always has a best turn; any legal one is better than none.
        let any = || self.game().first_turn(self.game().legal_moves().get(..1)?);
        let Some(turn) = summary.turn.or_else(any) else { return Ok(()) };
        self.scores.push(summary.score);
        if self.has_turns() {
            for (number, words) in (1..).zip(moves::turn_in_words(self.game(), &turn)) {
                writeln!(out, "  {number}. {words}")?;
            }
        }
        let played = format!("{side} plays {}", self.turn_text(&turn));
        turn.iter().for_each(|&mv| self.contest.play(mv, now));
        let played = format!("{played} ({} for {side})", summary.score);
        if self.end().is_none() {
            self.show(out)?;
            return say(out, &played);
        }
        self.show_board(self.game(), out)?;
        say(out, &played)?;
        self.announce_end(out)
    }

    /// A turn from here as text: all moves, or one move in both notations.
    fn turn_text(&self, turn: &Turn) -> String {
        if self.has_turns() {
            return whole_turn(self.game(), turn);
        }
        let mv = turn.first();
        format!("{} ({})", self.game().move_text(mv), self.game().position().san(mv))
    }

    /// The prompt: side to move and clocks.
    fn prompt(&self) -> String {
        if self.end().is_some() {
            return "over".into();
        }
        let side = self.game().side_to_move();
        let (clocks, now) = (self.contest.clocks(), Instant::now());
        let [own, other] = [side, !side].map(|side| clock_face(clocks.shown(side, now)));
        match (clocks.has(side), clocks.has(!side)) {
            (true, _) => format!("{side} {own} ({} {other})", !side),
            (false, true) => format!("{side} (engine {other})"),
            (false, false) => side.to_string(),
        }
    }

    fn ask(&mut self, input: &mut Keyboard, out: &mut impl Write) -> Result<AfterLine, CliError> {
        self.contest.run_clock(Instant::now());
        let line = self.attention.while_asking(|| input.read(&self.prompt(), out))?;
        let Some(line) = line else { return Ok(AfterLine::Quit) };
        if self.contest.look_at_clock(Instant::now()) {
            self.announce_end(out)?;
            // The line came too late; only a wish to quit still counts.
            return Ok(if ["quit", "exit"].contains(&&*line) {
                AfterLine::Quit
            } else {
                AfterLine::Ask
            });
        }
        let (command, argument) = match line.split_once(char::is_whitespace) {
            Some((command, argument)) => (command, argument.trim()),
            None => (line.as_str(), ""),
        };
        match command.to_ascii_lowercase().as_str() {
            "" => {}
            "quit" | "exit" => return Ok(AfterLine::Quit),
            // With more behind it, `h` is the label of a piece.
            "help" | "?" | "h" if command.len() > 1 || argument.is_empty() => {
                say(out, &help::text(self.has_turns(), style(self.settings.ascii)))?
            }
            "board" => self.show(out)?,
            "flip" => {
                self.flipped = !self.flipped;
                self.show(out)?;
            }
            "legend" | "pieces" => writeln!(out, "{}", legend::legend(self.game().variant()))?,
            "piece" => self.explain_piece(argument, out)?,
            "rules" => self.tell_rules(out)?,
            "history" => self.history(out)?,
            "eval" => self.evaluate(out)?,
            "fen" => writeln!(out, "{}", position_text(self.game()))?,
            "moves" => self.list_moves(argument, out)?,
            "hint" => self.hint(out)?,
            "undo" | "back" => self.undo(out)?,
            "last" => self.show_last_turn(out)?,
            "save" => self.save(argument, false, out)?,
            "save!" => self.save(argument, true, out)?,
            "load" => self.load(argument, out)?,
            "level" => self.set_level(argument, out)?,
            "draw" => self.offer_draw(out)?,
            "resign" => self.resign(out)?,
            "setup" => self.change_setup(argument, out)?,
            "go" => {
                self.switch_sides();
                return Ok(AfterLine::Continue);
            }
            "new" => return self.new_game(input, out),
            _ => self.person_moves(&line, out)?,
        }
        Ok(AfterLine::Ask)
    }

    fn person_moves(&mut self, text: &str, out: &mut impl Write) -> CliResult {
        if self.end().is_some() {
            self.announce_end(out)?;
            writeln!(out, "`undo`, `new`, `save FILE` or `quit`?")?;
            return Ok(());
        }
        let places = setup_of_game_courier(self.game().variant(), text).is_some();
        if places && self.game().moves().len() <= 1 && self.began_with_setup() {
            return self.change_setup(text, out);
        }
        let read = read_moves(self.game(), text);
        let read = read.or_else(|error| {
            let mut meant = meant(self.game().variant(), text).into_iter();
            let mut moves = |text: String| read_moves(self.game(), &text);
            // The error of the most likely meaning is the most helpful one.
            let likeliest = meant.next().filter(|meant| meant != text);
            let read = likeliest.map_or(Err(error), &mut moves);
            read.or_else(|error| meant.find_map(|meant| moves(meant).ok()).ok_or(error))
        });
        match read {
            Ok(moves) => {
                let now = Instant::now();
                moves.into_iter().for_each(|mv| self.contest.play(mv, now));
                self.show(out)
            }
            Err(error) => say(out, &format!("{error} (`help` lists the commands)")),
        }
    }
}

/// Writes a message that may repeat input, wrapped for the screen.
fn say(out: &mut impl Write, text: &str) -> CliResult {
    Ok(writeln!(out, "{}", screen::fitted(&printable_lines(text)))?)
}
