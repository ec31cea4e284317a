//! The commands of the XBoard protocol.

use super::choice::{self, SetupChoice};
use super::find;
use super::options::{EXPLAIN_SETUP, name_and_value};
use super::searching::SearchPurpose;
use super::session::{Mode, XboardSession};
use crate::protocol::options::{self, OptionSetting, SettingError};
use dhow_engine::search::Engine;
use dhow_play::pgn::read_xboard_position;
use dhow_play::xboard::{level, moves, ranks};
use dhow_rules::square::Coordinates;
use dhow_rules::text::excerpt;
use std::time::Instant;

/// Memory in MiB that `memory` must also cover, beside the hash table.
const OTHER_MEMORY: usize = 32;

/// Whether the session continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It continues.
    Continue,
    /// The interface sent `quit`.
    Quit,
}

/// Why a command was refused.
enum Refusal {
    /// A wrong command.
    Error(String),
    /// An illegal move.
    Illegal(String),
}

impl From<&str> for Refusal {
    fn from(reason: &str) -> Self {
        Self::Error(reason.into())
    }
}

type CommandResult = Result<(), Refusal>;

impl XboardSession {
    /// Executes a line of the interface, which arrived at the time `came`.
    pub fn obey(&mut self, line: &str, came: Instant) -> Flow {
        self.asked = came;
        let line = line.trim();
        if line == "quit" {
            return Flow::Quit;
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match self.command(word, rest) {
            Ok(()) => {}
            Err(Refusal::Error(reason)) => {
                self.say(format!("Error ({reason}): {}", excerpt(line)));
            }
            Err(Refusal::Illegal(reason)) => {
                let text = if word == "usermove" { rest } else { line };
                self.refuse_move(&reason, &excerpt(text));
            }
        }
        Flow::Continue
    }

    fn command(&mut self, word: &str, rest: &str) -> CommandResult {
        match word {
            "protover" => self.introduce(),
            "ping" => self.ping(rest),
            "new" => self.new_game(),
            "variant" => return self.variant(rest),
            "setboard" if rest.is_empty() => {
                self.say("tellusererror Illegal position: no FEN is given");
            }
            "setboard" => self.setboard(rest),
            "usermove" => return self.move_from_user(rest),
            "undo" => return self.undo(1),
            "remove" => return self.undo(2),
            "force" | "result" => self.force(),
            "go" => self.go(),
            "playother" => self.play_other(),
            "?" => self.move_now(),
            "pause" => self.pause(),
            "resume" => self.resume(),
            "hint" => self.hint(),
            "draw" => self.draw(),
            // Book lines begin with a space, and an empty line ends them.
            "bk" => [" There is no opening book.", ""].into_iter().for_each(|line| self.say(line)),
            _ => return self.analysis_command(word, rest),
        }
        Ok(())
    }

    fn analysis_command(&mut self, word: &str, rest: &str) -> CommandResult {
        match word {
            "analyze" => self.analyse(),
            "exit" => self.force(),
            "." if self.say_status() => {}
            "." => return Err("not analyzing".into()),
            "exclude" => return self.exclude(rest),
            "include" => return self.include(rest),
            "lift" => self
                .touch(rest, |session, square| session.hand.lift(session.contest.game(), square))?,
            "put" => self
                .touch(rest, |session, square| session.hand.put(session.contest.game(), square))?,
            _ => return self.setting(word, rest),
        }
        Ok(())
    }

    fn setting(&mut self, word: &str, rest: &str) -> CommandResult {
        match word {
            "level" => {
                self.set_time(level::read(rest).ok_or("expected moves, base time and increment")?)
            }
            "st" => self.set_time(level::read_per_move(rest).ok_or("expected seconds")?),
            "sd" => self.set_depth(number(rest)?),
            "time" => self.set_time_left(rest).ok_or("expected hundredths of a second")?,
            "hard" => self.set_pondering(true),
            "easy" => self.set_pondering(false),
            "post" => self.posting = true,
            "nopost" => self.posting = false,
            "computer" => self.against_computer = true,
            "memory" => return self.memory(number(rest)?),
            "cores" => {
                let threads = number_up_to(Engine::MAX_THREADS, rest)?;
                return self.set_engine(&OptionSetting::Threads(threads));
            }
            "option" => return self.option(rest),
            // Commands that change nothing in this engine.
            "" | "xboard" | "accepted" | "rejected" | "random" | "otim" | "nps" | "name"
            | "rating" | "ics" | "egtpath" | "hover" | "white" | "black" => {}
            _ if moves::looks_like_move(self.game().variant(), word) => {
                return self.move_from_user(word);
            }
            _ => return Err("unknown command".into()),
        }
        Ok(())
    }

    fn variant(&mut self, name: &str) -> CommandResult {
        if self.beyond.find(name).is_some() {
            return Err("in this game a turn has several moves, which XBoard cannot play".into());
        }
        let variant = find(&self.catalogue, name).cloned().ok_or("unknown variant")?;
        self.new_variant(&variant);
        Ok(())
    }

    fn setboard(&mut self, text: &str) {
        match read_xboard_position(self.game().variant(), text) {
            Ok(game) => self.set_game(game),
            Err(reason) => self.say(format!("tellusererror Illegal position: {reason}")),
        }
    }

    fn move_from_user(&mut self, text: &str) -> CommandResult {
        self.user_move(text).map_err(Refusal::Illegal)
    }

    /// Refuses a move. XBoard takes the move back without a reason, so the reason is also sent as a message
    /// to the user.
    fn refuse_move(&self, reason: &str, text: &str) {
        self.say(format!("Illegal move ({reason}): {text}"));
        if !self.against_computer {
            self.say(format!("telluser {text}: {reason}"));
        }
    }

    fn undo(&mut self, count: usize) -> CommandResult {
        if self.take_back(count) { Ok(()) } else { Err("no moves to take back".into()) }
    }

    fn force(&mut self) {
        self.abort();
        self.mode = Mode::Force;
    }

    fn play_other(&mut self) {
        self.abort();
        self.mode = Mode::Playing(!self.game().side_to_move());
        self.ponder_if_due();
    }

    fn draw(&mut self) {
        if matches!(self.mode, Mode::Playing(_)) && self.takes_draw() {
            self.say("offer draw");
        }
    }

    fn set_pondering(&mut self, on: bool) {
        self.pondering = on;
        if on {
            self.ponder_if_due();
        } else if matches!(self.purpose(), Some(SearchPurpose::Ponder(_))) {
            self.abort();
        }
    }

    fn analyse(&mut self) {
        self.abort();
        self.mode = Mode::Analysing;
        self.excluded.clear();
        self.analyse_again();
    }

    fn exclude(&mut self, text: &str) -> CommandResult {
        if text == "all" {
            self.excluded = self.game().legal_moves().into_iter().collect();
        } else {
            let mv = moves::from_gui(self.game(), text).map_err(Refusal::Error)?;
            if !self.excluded.contains(&mv) {
                self.excluded.push(mv);
            }
        }
        self.analyse_again();
        Ok(())
    }

    fn include(&mut self, text: &str) -> CommandResult {
        if text == "all" {
            self.excluded.clear();
        } else {
            let mv = moves::from_gui(self.game(), text).map_err(Refusal::Error)?;
            self.excluded.retain(|&other| other != mv);
        }
        self.analyse_again();
        Ok(())
    }

    /// Answers `lift` or `put` for a square. XBoard may write a comma after the square.
    fn touch(
        &mut self,
        text: &str,
        answers: impl FnOnce(&mut Self, Coordinates) -> Vec<String>,
    ) -> CommandResult {
        let text = ranks::from_gui(self.game().variant(), text);
        let square = match Coordinates::parse_prefix(&text) {
            Some((square, "" | ",")) if self.game().variant().has_square(square) => square,
            _ => return Err("expected a square".into()),
        };
        for line in answers(self, square) {
            self.say(line);
        }
        Ok(())
    }

    fn memory(&mut self, megabytes: usize) -> CommandResult {
        let hash = megabytes.saturating_sub(OTHER_MEMORY).max(megabytes / 2);
        self.set_engine(&OptionSetting::Hash(hash.clamp(1, Engine::MAX_HASH)))
    }

    fn set_engine(&mut self, setting: &OptionSetting) -> CommandResult {
        let result = self.with_idle_engine(|engine| setting.apply(engine));
        result.map_err(|error| Refusal::Error(error.to_string()))
    }

    fn option(&mut self, text: &str) -> CommandResult {
        let (name, value) = name_and_value(text);
        if name == EXPLAIN_SETUP {
            self.explain_setup();
            return Ok(());
        }
        let refused = |error: SettingError| Refusal::Error(error.to_string());
        let setting = options::find(name).and_then(|option| option.read(value, &self.catalogue));
        match setting.map_err(refused)? {
            setting if setting.is_of_engine() => return self.set_engine(&setting),
            OptionSetting::Setup(text) => return self.choose_setup(&text),
            OptionSetting::MultiPv(lines) => {
                self.options.lines = lines;
                self.analyse_again();
            }
            OptionSetting::Ponder(on) => self.set_pondering(on),
            OptionSetting::ShowWdl(_) => return Err("XBoard has no place for it".into()),
            OptionSetting::Switch(..) => return Err("no game that XBoard can play has it".into()),
            _ => return Err("use the command `variant`".into()),
        }
        Ok(())
    }

    /// Sets the option `Setup`. XBoard does not show the reason of an error, so the user also gets a message
    /// with the possible values.
    fn choose_setup(&mut self, text: &str) -> CommandResult {
        let Some(choice) = SetupChoice::parse(text, &self.catalogue) else {
            self.explain_setup();
            return Err("no such setup in any of the games".into());
        };
        // Before XBoard names a variant, the setup may be of any game.
        if self.variant_named && !choice.applies_to(self.game().variant()) {
            self.explain_setup();
        }
        self.options.setup = choice;
        Ok(())
    }

    fn explain_setup(&self) {
        self.say(format!("telluser {}", choice::explanation(self.game().variant())));
    }
}

fn number_up_to(most: usize, text: &str) -> Result<usize, Refusal> {
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| Refusal::Error(format!("expected a whole number from 1 to {most}")))
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, Refusal> {
    text.parse().map_err(|_| "expected a number".into())
}
