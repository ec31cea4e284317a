//! Plays with an engine by UCI, with the extensions of Fairy-Stockfish for variants.

mod options;

use super::{
    Answer, Driver, EngineReply, MoveWait, PlayerTurn, SETTLING, Trouble, Wait, declare, fen_for,
};
use crate::tournament::config::EngineConfig;
use crate::tournament::process::Process;
use crate::tournament::thought::Thought;
use dhow_play::clock::Clock;
use dhow_play::pgn::GameResult;
use dhow_play::time_control::Time;
use dhow_rules::game::Game;
use dhow_rules::pieces::Letter;
use dhow_rules::variant::Variant;
use options::{Declared, declared};
use std::sync::Arc;
use std::time::Duration;

/// The option for the variant.
const VARIANT: &str = "UCI_Variant";
/// The variant that every engine plays.
const CHESS: &str = "chess";
/// The option that announces pondering.
const PONDER: &str = "Ponder";
/// The option for a file with more variants.
const VARIANT_PATH: &str = "VariantPath";

/// An engine that speaks UCI.
pub struct Uci {
    config: EngineConfig,
    variant: Arc<Variant>,
    name: Option<String>,
    options: Vec<Declared>,
    remarks: Vec<String>,
    /// Whether a `bestmove` is due.
    thinking: bool,
    /// The opponent's turn that the engine expects.
    expected: Option<String>,
    /// The game of the position that the engine is pondering.
    pondering: Option<Game>,
    /// Whether pondering was stopped at the end of the game and its `bestmove` is still due.
    owes_answer: bool,
}

impl Uci {
    /// A driver for an engine that must play a variant.
    pub fn new(config: EngineConfig, variant: &Arc<Variant>) -> Self {
        Self {
            config,
            variant: variant.clone(),
            name: None,
            options: Vec::new(),
            remarks: Vec::new(),
            thinking: false,
            expected: None,
            pondering: None,
            owes_answer: false,
        }
    }

    /// Sends `uci` and reads the engine's options.
    fn introduce(&mut self, process: &Process) -> Result<(), Trouble> {
        let mut wait = Wait::send(process, "uci", self.config.patience);
        self.options.clear();
        let mut declared_bytes = 0;
        loop {
            let line = wait.line()?;
            let line = line.trim();
            if line == "uciok" {
                return Ok(());
            } else if let Some(name) = line.strip_prefix("id name ") {
                self.name = Some(name.trim().into());
            } else if let Some(option) = line.strip_prefix("option ") {
                declare(&mut declared_bytes, option)?;
                self.options.extend(declared(option));
            }
        }
    }

    fn synchronise(&self, process: &Process) -> Result<(), Trouble> {
        let mut wait = Wait::send(process, "isready", self.config.patience);
        while wait.line()?.trim() != "readyok" {}
        Ok(())
    }

    fn option(&self, name: &str) -> Option<&Declared> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Sets the configured options. `VariantPath` comes first, because it adds variants.
    fn set_options(&mut self, process: &Process) -> Result<(), Trouble> {
        let mut options = self.config.options.clone();
        options.sort_by_key(|(name, _)| !name.eq_ignore_ascii_case(VARIANT_PATH));
        let switches = self.variant.options();
        for (name, value) in options {
            if name.eq_ignore_ascii_case(VARIANT) {
                let remark = format!("option.{VARIANT} is set by -variant, not by `{value}`");
                self.remarks.push(remark);
                continue;
            }
            if switches.iter().any(|switch| name.eq_ignore_ascii_case(switch.name())) {
                self.remarks.push(format!("option.{name} is set by -option, not by `{value}`"));
                continue;
            }
            let Some(option) = self.option(&name) else {
                self.remarks.push(format!("the engine has no option `{name}`"));
                continue;
            };
            if let Some(flaw) = option.flaw(&value) {
                return Err(Trouble::Unfit(format!("option.{name}={value}: {flaw}")));
            }
            process.send(&match option.kind.as_str() {
                "button" => format!("setoption name {}", option.name),
                _ => format!("setoption name {} value {value}", option.name),
            });
        }
        Ok(())
    }

    /// Announces pondering if it is configured and the engine supports it.
    fn allow_pondering(&mut self, process: &Process) {
        if self.config.ponder && self.option(PONDER).is_none() {
            self.remarks
                .push(format!("the engine has no option `{PONDER}`, so it does not ponder"));
            self.config.ponder = false;
        }
        if self.config.ponder {
            process.send(&format!("setoption name {PONDER} value true"));
        }
    }

    fn choose_variant(&mut self, process: &Process) -> Result<(), Trouble> {
        let wanted = self.config.variant_name.clone().unwrap_or_else(|| self.variant.id.clone());
        let knows = |option: Option<&Declared>| {
            option.is_some_and(|option| option.kind == "string" || option.offers(&wanted))
        };
        let by_file = self.config.options.iter().any(|(name, _)| {
            name.eq_ignore_ascii_case(VARIANT_PATH) && self.option(VARIANT_PATH).is_some()
        });
        let mut may_know_more = by_file;
        if !by_file
            && !knows(self.option(VARIANT))
            && self.option(VARIANT_PATH).is_some()
            && let Some(file) = &self.config.variant_file
        {
            process.send(&format!("setoption name {VARIANT_PATH} value {}", file.display()));
            may_know_more = true;
        }
        if may_know_more && !knows(self.option(VARIANT)) {
            // The file may have added variants.
            self.introduce(process)?;
        }
        match self.option(VARIANT) {
            option if knows(option) => {
                process.send(&format!("setoption name {VARIANT} value {wanted}"));
                Ok(())
            }
            Some(option) => Err(Trouble::Unfit(format!(
                "the engine does not know the variant `{wanted}`; its {VARIANT} offers: {}",
                option.choices.join(", ")
            ))),
            // Without the option `UCI_Variant` an engine plays chess.
            None if wanted == CHESS => Ok(()),
            None => Err(Trouble::Unfit(format!(
                "the engine has no option {VARIANT}, so that it cannot play `{wanted}`"
            ))),
        }
    }

    /// Sets the options for the rules of the game.
    fn choose_options(&mut self, process: &Process) -> Result<(), Trouble> {
        for name in self.variant.option_names() {
            let Some(option) = self.option(name).filter(|option| option.kind == "check") else {
                let game = self.variant.title();
                return Err(Trouble::Unfit(format!(
                    "the engine has no option `{name}`, so that it cannot play {game}"
                )));
            };
            process.send(&format!("setoption name {} value true", option.name));
        }
        Ok(())
    }

    /// Stops a search and drops its `bestmove`.
    fn stop(&mut self, process: &Process) -> Result<(), Trouble> {
        if self.thinking {
            let mut wait = Wait::send(process, "stop", SETTLING.min(self.config.patience));
            while !wait.line()?.starts_with("bestmove") {}
            self.thinking = false;
        }
        Ok(())
    }

    fn position(&self, game: &Game) -> String {
        let mut text = match fen_for(&self.config, game.start_fen()) {
            Some(fen) => format!("position fen {fen}"),
            None => "position startpos".into(),
        };
        let turns = match self.option(VARIANT_PATH) {
            Some(_) => turns_with_plus(game),
            None => game.turns_so_far().iter().map(|turn| game.turn_text(turn)).collect(),
        };
        if !turns.is_empty() {
            text += " moves ";
            text += &turns.join(" ");
        }
        text
    }
}

/// The turns of a game in Fairy-Stockfish's notation: a promotion ends with `+` if the piece has only one
/// promotion and is not a Pawn.
fn turns_with_plus(game: &Game) -> Vec<String> {
    let turns = game.turns_so_far();
    let variant = game.variant();
    let by_plus = |letter: Letter| {
        let piece = variant.pieces.iter().find(|piece| piece.letter == letter);
        piece.is_some_and(|piece| !piece.role.promotes() && piece.promotes_to.len() == 1)
    };
    let mut texts: Vec<String> = turns.iter().map(|turn| game.turn_text(turn)).collect();
    if !variant.pieces.iter().any(|piece| by_plus(piece.letter)) {
        return texts;
    }
    let mut before = game.clone();
    for (turn, text) in turns.iter().zip(&mut texts).rev() {
        before.undo_turn();
        if let [mv] = turn[..]
            && mv.promotion().is_some()
            && let Some(piece) = before.position().on(before.position().squares(mv).0)
            && by_plus(variant.pieces[piece.kind().index()].letter)
        {
            text.pop();
            text.push('+');
        }
    }
    texts
}

impl Driver for Uci {
    fn greet(&mut self, process: &Process) -> Result<(), Trouble> {
        self.introduce(process)?;
        self.set_options(process)?;
        self.choose_variant(process)?;
        self.choose_options(process)?;
        self.allow_pondering(process);
        self.synchronise(process)
    }

    fn choose(&mut self, process: &Process, variant: &Arc<Variant>) -> Result<(), Trouble> {
        self.variant = variant.clone();
        self.choose_variant(process)?;
        self.choose_options(process)?;
        self.synchronise(process)
    }

    fn remarks(&self) -> &[String] {
        &self.remarks
    }

    fn own_name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn plays_once(&self) -> bool {
        false
    }

    fn begin(&mut self, process: &Process, game: &Game, _: &str) -> Result<(), Trouble> {
        self.expected = None;
        if std::mem::take(&mut self.owes_answer) {
            // `readyok` may come first; then the late `bestmove` would be taken for a move of the next game.
            let mut wait = Wait::quietly(process, "stop", SETTLING.min(self.config.patience));
            while !wait.line()?.starts_with("bestmove") {}
        }
        if *game.variant() != self.variant {
            self.choose(process, game.variant())?;
        }
        process.send("ucinewgame");
        self.synchronise(process)
    }

    fn think(&mut self, process: &Process, turn: &PlayerTurn) -> Result<EngineReply, Trouble> {
        let mut thought = Thought::default();
        // Earlier lines are not an answer, but after pondering they hold information on the search.
        let unasked = process.received().map_err(|_| Trouble::Disconnected)?;
        let mut early = None;
        let hit = self.pondering.take().is_some_and(|game| game.moves() == turn.game.moves());
        if self.thinking {
            for line in unasked.iter().map(|line| line.text.trim()) {
                if line.starts_with("info") {
                    thought.read_uci(line);
                }
                early = early.or(best_move(line));
            }
            self.thinking = early.is_none();
        }
        let reply = |thought, used, (text, _): &(String, Option<String>)| {
            let answer = Answer::Move(text.clone());
            EngineReply { answer, used, thought, offers_draw: false }
        };
        // After a ponder hit it has searched the right position to the end.
        if let Some(best) = early.filter(|_| hit) {
            let reply = reply(thought, Duration::ZERO, &best);
            self.expected = best.1;
            return Ok(reply);
        }
        let order = match hit {
            true => "ponderhit".into(),
            false => {
                self.stop(process)?;
                thought = Thought::default();
                process.send(&self.position(turn.game));
                go(turn.clocks, turn.own(), "")
            }
        };
        let mut thinking = MoveWait::start(process, &order, turn.own(), self.config.patience);
        self.thinking = true;
        loop {
            let (line, used) = thinking.line()?;
            let line = line.trim();
            if line.starts_with("info") {
                thought.read_uci(line);
            } else if let Some(best) = best_move(line) {
                self.thinking = false;
                let reply = reply(thought, used, &best);
                self.expected = best.1;
                return Ok(reply);
            }
        }
    }

    fn ponder(&mut self, process: &Process, turn: &PlayerTurn) {
        let expected = self.expected.take().filter(|_| self.config.ponder);
        let mut game = turn.game.clone();
        let Some(text) = expected else { return };
        if game.play_turn_text(&text).is_err() || game.outcome().is_some() {
            return;
        }
        process.send(&self.position(&game));
        process.send(&go(turn.clocks, turn.other(), " ponder"));
        (self.pondering, self.thinking) = (Some(game), true);
    }

    fn settle(&mut self, process: &Process) -> Result<bool, Trouble> {
        self.stop(process)?;
        self.synchronise(process).map(|()| true)
    }

    fn end(&mut self, process: &Process, _: GameResult, _: &str) {
        if self.pondering.take().is_some() && std::mem::take(&mut self.thinking) {
            let said = process.received().unwrap_or_default();
            if !said.iter().any(|line| line.text.starts_with("bestmove")) {
                process.send("stop");
                self.owes_answer = true;
            }
        }
    }
}

/// The move of a `bestmove` line, and the expected reply.
fn best_move(line: &str) -> Option<(String, Option<String>)> {
    let mut words = line.strip_prefix("bestmove")?.split_ascii_whitespace();
    let best = words.next().unwrap_or("").to_string();
    let expected = words.next().filter(|&word| word == "ponder").and_then(|_| words.next());
    Some((best, expected.map(String::from)))
}

/// The `go` command for the side with the clock `own`, followed by `how`.
fn go(clocks: &[Clock; 2], own: &Clock, how: &str) -> String {
    let mut text = format!("go{how}");
    let mut add = |name: &str, value: u128| text += &format!(" {name} {value}");
    let control = own.control();
    if let Some(told) = own.told() {
        // A side without a clock gets the time of the other side.
        let [white, black] = clocks.each_ref().map(|clock| clock.told().unwrap_or(told));
        add("wtime", whole_ms(white.remaining));
        add("btime", whole_ms(black.remaining));
        add("winc", white.increment.as_millis());
        add("binc", black.increment.as_millis());
        if let Some(moves) = told.moves_to_go {
            add("movestogo", moves.into());
        }
    } else if let Time::PerMove(time) = control.time {
        add("movetime", whole_ms(time));
    }
    if let Some(depth) = control.depth {
        add("depth", depth.into());
    }
    if let Some(nodes) = control.nodes {
        add("nodes", nodes.into());
    }
    text
}

/// Whole milliseconds, at least one.
fn whole_ms(time: Duration) -> u128 {
    time.as_millis().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_play::time_control::TimeControl;

    #[test]
    fn orders() {
        let order = |white: &str, black: &str, depth| {
            let clock = |time: &str| {
                let time = match time.strip_prefix("st=") {
                    Some(ms) => Time::PerMove(Duration::from_millis(ms.parse().unwrap())),
                    None => time.parse().unwrap(),
                };
                Clock::new(TimeControl { depth, ..time.into() })
            };
            let clocks = [clock(white), clock(black)];
            go(&clocks, &clocks[0], "")
        };
        assert_eq!(
            order("40/60+0.5", "30", None),
            "go wtime 60000 btime 30000 winc 500 binc 0 movestogo 40"
        );
        assert_eq!(
            order("10+1", "inf", Some(3)),
            "go wtime 10000 btime 10000 winc 1000 binc 1000 depth 3"
        );
        assert_eq!(order("st=100", "10", None), "go movetime 100");
        assert_eq!(order("inf", "10", Some(5)), "go depth 5");
        let read = |line| best_move(line).unwrap();
        assert_eq!(read("bestmove a3a5 ponder a10a8"), ("a3a5".into(), Some("a10a8".into())));
        assert_eq!(read("bestmove a3a5 ponder"), ("a3a5".into(), None));
        assert_eq!(best_move("info depth 1"), None);
    }

    #[test]
    fn promotions_of_pieces_as_fairy_stockfish_reads_them() {
        let mut games = dhow_rules::variant::ini::VariantFiles::default();
        let text = "[knightpromo:chess]\narchbishop = a\npromotedPieceType = n:a p:q\n\
                    mandatoryPiecePromotion = true";
        dhow_rules::game::read_variants(&mut games, text).expect("a game");
        let variant = &games.games()[0];
        let fen = "k7/6P1/2N5/8/8/5n2/8/7K w - - 0 1";
        let mut game = Game::from_fen(variant, fen).expect("a position");
        for mv in ["c6d8a", "f3d2", "g7g8q", "d2f1a"] {
            game.play_text(mv).expect("a legal move");
        }
        let mut driver = Uci::new(EngineConfig::default(), variant);
        let told =
            |driver: &Uci| driver.position(&game).split_once(" moves ").unwrap().1.to_string();
        assert_eq!(told(&driver), "c6d8a f3d2 g7g8q d2f1a");
        driver.options.extend(declared("name VariantPath type string default <empty>"));
        assert_eq!(told(&driver), "c6d8+ f3d2 g7g8q d2f1+");
    }
}
