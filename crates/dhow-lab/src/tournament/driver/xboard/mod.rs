//! Plays with an engine by the Chess Engine Communication Protocol, version 2.

mod features;

use super::{
    Answer, Driver, EngineReply, MoveWait, PlayerTurn, SETTLING, Trouble, Wait, declare, fen_for,
};
use crate::tournament::config::{EnPassantForm, EngineConfig, FenForm};
use crate::tournament::process::Process;
use crate::tournament::thought::Thought;
use dhow_play::pgn::GameResult;
use dhow_play::xboard::{CHESS, NORMAL, can_play, letters, level, moves, ranks};
use dhow_rules::game::Game;
use dhow_rules::variant::Variant;
use features::{Features, features};
use std::sync::Arc;
use std::time::Duration;

/// How long an engine may take until its first feature. The protocol asks for less.
const FEATURE_TIME: Duration = Duration::from_secs(4);

/// An engine that speaks the XBoard protocol.
pub struct XBoard {
    config: EngineConfig,
    variant: Arc<Variant>,
    features: Features,
    remarks: Vec<String>,
    pings: u32,
    /// How many moves of the game the engine has received.
    told: usize,
    /// Whether the engine answers a move with its own.
    playing: bool,
    /// The engine's answer outside its turn.
    unasked: Option<Answer>,
}

impl XBoard {
    /// A driver for an engine that must play a variant.
    pub fn new(config: EngineConfig, variant: &Arc<Variant>) -> Self {
        Self {
            config,
            variant: variant.clone(),
            features: Features::default(),
            remarks: Vec::new(),
            pings: 0,
            told: 0,
            playing: false,
            unasked: None,
        }
    }

    /// The engine's name for the variant. Chess is `normal` for engines that do not list it as `chess`.
    fn variant_name(&self) -> &str {
        let id = &self.variant.id;
        let lists_it = self.features.variants.as_ref().is_some_and(|known| known.contains(id));
        let usual = if id == CHESS && !lists_it { NORMAL } else { id };
        self.config.variant_name.as_deref().unwrap_or(usual)
    }

    /// Sends `protover 2` and reads the features.
    fn introduce(&mut self, process: &Process) -> Result<(), Trouble> {
        process.send("xboard");
        let patience = self.config.patience;
        let mut wait = Wait::send(process, "protover 2", patience.min(FEATURE_TIME));
        let mut any = false;
        let mut declared = 0;
        loop {
            let line = match wait.line() {
                // An engine that has sent its features need not send `done`.
                Err(Trouble::Stalled { .. }) if any && wait.timer.limit() < patience => {
                    return Ok(());
                }
                line => line?,
            };
            let Some(text) = line.trim().strip_prefix("feature ") else { continue };
            any = true;
            declare(&mut declared, text)?;
            for (name, value) in features(text) {
                match (name.as_str(), value.as_str()) {
                    ("done", "1") => return Ok(()),
                    ("done", _) => wait.timer.set_limit(patience),
                    _ => {
                        let word =
                            if self.features.take(&name, value) { "accepted" } else { "rejected" };
                        process.send(&format!("{word} {name}"));
                    }
                }
            }
        }
    }

    fn expect_single_moves(&self) -> Result<(), Trouble> {
        if can_play(&self.variant) {
            return Ok(());
        }
        let id = &self.variant.id;
        Err(Trouble::Unfit(format!(
            "XBoard's language has one move a turn, and in {id} a turn has several: use proto=uci"
        )))
    }

    fn set_options(&mut self, process: &Process) {
        for (name, value) in &self.config.options {
            let known = self.features.options.iter().find(|known| known.eq_ignore_ascii_case(name));
            let line = match known {
                Some(known) => format!("option {known}={value}"),
                None if name == "Hash" && self.features.memory => format!("memory {value}"),
                None if name == "Threads" && self.features.smp => format!("cores {value}"),
                None => {
                    self.remarks.push(format!("the engine has no option `{name}`"));
                    continue;
                }
            };
            process.send(&line);
        }
    }

    fn check(&self) -> Result<(), Trouble> {
        let unfit = |reason: String| Err(Trouble::Unfit(reason));
        let wanted = self.variant_name();
        match &self.features.variants {
            Some(known) if known.iter().any(|known| known == wanted) => {}
            Some(known) => {
                let known = known.join(", ");
                return unfit(format!(
                    "the engine does not know the variant `{wanted}`; it knows: {known}"
                ));
            }
            // Every engine plays chess.
            None if wanted == NORMAL => {}
            None => {
                return unfit(format!(
                    "the engine names no variants, so that it cannot play `{wanted}`"
                ));
            }
        }
        if !self.features.setboard && self.config.fen != FenForm::StartPos {
            return unfit(
                "the engine has no `setboard`, so that it cannot receive a start position; with \
                 fen=startpos all games start from the default array, and it receives moves alone"
                    .into(),
            );
        }
        if self.config.control.nodes.is_some() {
            return unfit("nodes= cannot be sent to an engine by the XBoard protocol".into());
        }
        Ok(())
    }

    /// Waits until the engine has executed all commands so far.
    fn synchronise(&mut self, process: &Process, patience: Duration) -> Result<(), Trouble> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        let (ping, pong) = (format!("ping {}", self.pings), format!("pong {}", self.pings));
        let mut wait = Wait::send(process, &ping, patience);
        while wait.line()?.trim() != pong {}
        Ok(())
    }

    fn move_command(&self, text: &str) -> String {
        if self.features.usermove { format!("usermove {text}") } else { text.into() }
    }

    /// The moves of a game that the engine has not received yet.
    fn news(&mut self, game: &Game) -> Vec<String> {
        let mut before = game.clone();
        let mut texts = Vec::new();
        while before.moves().len() > self.told {
            let Some(mv) = before.undo() else { break };
            texts.push(match self.config.en_passant {
                EnPassantForm::TwoLegs => moves::to_gui(&before, mv),
                EnPassantForm::OneStep => moves::to_gui_in_one_step(&before, mv),
            });
        }
        texts.reverse();
        self.told = game.moves().len();
        texts.into_iter().map(|text| self.move_command(&text)).collect()
    }

    fn set_position(&mut self, process: &Process, game: &Game) {
        if let Some(fen) = fen_for(&self.config, game.start_fen()) {
            let (placement, rest) = fen.split_once(' ').unwrap_or((&fen, ""));
            let placement = letters::placement_to_gui(&self.variant, placement);
            process.send(&format!("setboard {placement} {rest}"));
        }
        self.told = 0;
        self.news(game).iter().for_each(|line| process.send(line));
    }

    /// Sends the time of both clocks.
    fn send_clocks(&self, process: &Process, turn: &PlayerTurn) {
        let Some(own) = turn.own().told().filter(|_| self.features.time) else { return };
        let other = turn.other().told().unwrap_or(own);
        for (command, clock) in [("time", own), ("otim", other)] {
            process.send(&format!("{command} {}", clock.remaining.as_millis() / 10));
        }
    }

    /// Converts a move to the referee's notation. The protocol lets an engine choose between squares and SAN.
    fn own_notation(&self, game: &Game, text: &str) -> String {
        let squares = ranks::from_gui(&self.variant, text);
        if moves::read(game, &squares).is_ok() {
            return squares;
        }
        match game.position().parse_san(&squares) {
            Ok(mv) => game.move_text(mv),
            // The referee says why it is illegal.
            Err(_) => moves::joined_legs(&squares).unwrap_or(squares),
        }
    }

    /// Interprets a line.
    fn read(&self, line: &str, draw_offered: bool) -> LineMeaning {
        let answer = |answer| LineMeaning::Answer(answer);
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match first {
            "move" => answer(Answer::Move(rest.trim().into())),
            "resign" => answer(Answer::Resigns),
            "offer" if rest.trim() == "draw" && draw_offered => answer(Answer::AgreesToDraw),
            "offer" if rest.trim() == "draw" => LineMeaning::OffersDraw,
            "1-0" | "0-1" | "1/2-1/2" => {
                let result = GameResult::of_text(first).unwrap_or_default();
                let reason = rest.trim().trim_start_matches('{').trim_end_matches('}');
                answer(Answer::Claims(result, reason.trim().into()))
            }
            "Illegal" if rest.trim_start().starts_with("move") => {
                answer(Answer::Rejects(line.into()))
            }
            _ => LineMeaning::Other,
        }
    }
}

/// The meaning of a line.
enum LineMeaning {
    Answer(Answer),
    OffersDraw,
    Other,
}

impl Driver for XBoard {
    fn greet(&mut self, process: &Process) -> Result<(), Trouble> {
        self.expect_single_moves()?;
        self.introduce(process)?;
        self.check()?;
        self.set_options(process);
        self.synchronise(process, self.config.patience)
    }

    fn remarks(&self) -> &[String] {
        &self.remarks
    }

    fn own_name(&self) -> Option<&str> {
        self.features.myname.as_deref()
    }

    fn plays_once(&self) -> bool {
        !self.features.reuse
    }

    fn choose(&mut self, _: &Process, variant: &Arc<Variant>) -> Result<(), Trouble> {
        self.variant = variant.clone();
        self.expect_single_moves()?;
        self.check()
    }

    fn begin(&mut self, process: &Process, game: &Game, opponent: &str) -> Result<(), Trouble> {
        if *game.variant() != self.variant {
            self.choose(process, game.variant())?;
        }
        // `force` ends a search of the last game.
        process.send("force");
        process.send("new");
        // The game after `new` is chess.
        if self.variant_name() != NORMAL {
            process.send(&format!("variant {}", self.variant_name()));
        }
        let control = &self.config.control;
        if let Some(command) = level::command(&control.time) {
            process.send(&command);
        }
        if let Some(depth) = control.depth {
            process.send(&format!("sd {depth}"));
        }
        let ponder = if self.config.ponder { "hard" } else { "easy" };
        for line in ["post", ponder, "force"] {
            process.send(line);
        }
        self.set_position(process, game);
        if self.features.name {
            process.send(&format!("name {opponent}"));
        }
        process.send("computer");
        self.playing = false;
        // Remaining lines of the last game come before the answer.
        self.synchronise(process, self.config.patience)?;
        self.unasked = None;
        Ok(())
    }

    fn think(&mut self, process: &Process, turn: &PlayerTurn) -> Result<EngineReply, Trouble> {
        for line in process.received().map_err(|_| Trouble::Disconnected)? {
            if let LineMeaning::Answer(answer) = self.read(&line.text, false) {
                // An unasked move is ignored.
                let word = !matches!(answer, Answer::Move(_));
                self.unasked = self.unasked.take().or(word.then_some(answer));
            }
        }
        if let Some(answer) = self.unasked.take() {
            let (used, thought) = (Duration::ZERO, Thought::default());
            return Ok(EngineReply { answer, used, thought, offers_draw: false });
        }
        let mut news = self.news(turn.game);
        let order = match news.pop() {
            Some(last) if self.playing => last,
            last => {
                news.extend(last);
                "go".into()
            }
        };
        news.iter().for_each(|line| process.send(line));
        if self.playing && turn.draw_offered && self.features.draw {
            process.send("draw");
        }
        self.send_clocks(process, turn);
        let mut thinking = MoveWait::start(process, &order, turn.own(), self.config.patience);
        self.playing = true;
        let mut thought = Thought::default();
        let mut offers_draw = false;
        // The first leg of a move, `e4e5,`: some engines send the second one in a line of its own.
        let mut first_leg = None;
        loop {
            let (line, used) = thinking.line()?;
            let line = line.trim();
            match self.read(line, turn.draw_offered) {
                LineMeaning::Answer(Answer::Move(leg))
                    if leg.ends_with(',') && first_leg.is_none() =>
                {
                    first_leg = Some(leg);
                }
                LineMeaning::Answer(answer) => {
                    let answer = match answer {
                        Answer::Move(last) => {
                            self.told += 1;
                            let text = first_leg.unwrap_or_default() + &last;
                            Answer::Move(self.own_notation(turn.game, &text))
                        }
                        other => other,
                    };
                    return Ok(EngineReply { answer, used, thought, offers_draw });
                }
                LineMeaning::OffersDraw => offers_draw = true,
                LineMeaning::Other => {
                    thought.read_xboard(line);
                }
            }
        }
    }

    /// After `hard` the engine ponders by itself.
    fn ponder(&mut self, _: &Process, _: &PlayerTurn) {}

    fn settle(&mut self, process: &Process) -> Result<bool, Trouble> {
        process.send("force");
        self.synchronise(process, SETTLING.min(self.config.patience))?;
        Ok(self.features.ping)
    }

    fn end(&mut self, process: &Process, result: GameResult, reason: &str) {
        process.send(&format!("result {result} {{{reason}}}"));
        process.send("force");
        self.playing = false;
    }
}
