//! Driving an engine by the Universal Chess Interface, in Fairy-Stockfish's form for variants.

use super::{Answer, Driver, Reply, SETTLING, Thinking, Trouble, Turn, Wait, declare, fen_for};
use crate::game::Game;
use crate::pgn::GameResult;
use crate::tournament::clock::{Clock, Pace};
use crate::tournament::config::EngineConfig;
use crate::tournament::process::Process;
use crate::tournament::thought::Thought;
use crate::variant::Variant;
use std::sync::Arc;
use std::time::Duration;

/// The option that chooses the game.
const VARIANT: &str = "UCI_Variant";
/// The option that names a file of further games.
const VARIANT_PATH: &str = "VariantPath";

/// An option as the engine declares it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Declared {
    name: String,
    kind: String,
    least: Option<i64>,
    most: Option<i64>,
    choices: Vec<String>,
}

/// An engine that speaks UCI.
pub struct Uci {
    config: EngineConfig,
    variant: Arc<Variant>,
    name: Option<String>,
    options: Vec<Declared>,
    remarks: Vec<String>,
    /// Whether an answer to `go` is outstanding.
    thinking: bool,
}

impl Uci {
    /// A driver for an engine that shall play a variant.
    pub fn new(config: EngineConfig, variant: &Arc<Variant>) -> Self {
        let (options, remarks) = (Vec::new(), Vec::new());
        Self { config, variant: variant.clone(), name: None, options, remarks, thinking: false }
    }

    /// Says `uci` and takes in what the engine declares.
    fn introduce(&mut self, process: &Process) -> Result<(), Trouble> {
        let wait = Wait::send(process, "uci", self.config.patience);
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
        let wait = Wait::send(process, "isready", self.config.patience);
        while wait.line()?.trim() != "readyok" {}
        Ok(())
    }

    fn option(&self, name: &str) -> Option<&Declared> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Sets the options asked for; `VariantPath` first, since it brings more variants.
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

    fn choose_variant(&mut self, process: &Process) -> Result<(), Trouble> {
        let wanted = self.config.variant_name.clone().unwrap_or_else(|| self.variant.id.clone());
        let knows = |option: Option<&Declared>| {
            option.is_some_and(|option| option.kind == "string" || option.offers(&wanted))
        };
        let by_file = self.config.options.iter().any(|(name, _)| {
            name.eq_ignore_ascii_case(VARIANT_PATH) && self.option(VARIANT_PATH).is_some()
        });
        if by_file && !knows(self.option(VARIANT)) {
            // Its file may have brought it more variants.
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
            None => Err(Trouble::Unfit(format!(
                "the engine has no option {VARIANT}, so that it cannot play `{wanted}`"
            ))),
        }
    }

    /// Switches on what the game is played with.
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

    fn position(&self, game: &Game) -> String {
        let mut text = match fen_for(&self.config, game.start_fen()) {
            Some(fen) => format!("position fen {fen}"),
            None => "position startpos".into(),
        };
        if !game.moves().is_empty() {
            text += " moves";
            game.turns_so_far().iter().for_each(|turn| text.extend([" ", &game.turn_text(turn)]));
        }
        text
    }
}

impl Driver for Uci {
    fn greet(&mut self, process: &Process) -> Result<(), Trouble> {
        self.introduce(process)?;
        self.set_options(process)?;
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

    fn begin(&mut self, process: &Process, _: &Game, _: &str) -> Result<(), Trouble> {
        process.send("ucinewgame");
        self.synchronise(process)
    }

    fn think(&mut self, process: &Process, turn: &Turn) -> Result<Reply, Trouble> {
        // What came unasked is no answer.
        process.received().map_err(|_| Trouble::Disconnected)?;
        process.send(&self.position(turn.game));
        let order = go(turn);
        let thinking = Thinking::start(process, &order, turn.own(), self.config.patience);
        self.thinking = true;
        let mut thought = Thought::default();
        loop {
            let (line, used) = thinking.line()?;
            let line = line.trim();
            if line.starts_with("info") {
                thought.read_uci(line);
            } else if let Some(rest) = line.strip_prefix("bestmove") {
                self.thinking = false;
                let text = rest.split_ascii_whitespace().next().unwrap_or("");
                let answer = Answer::Move(text.into());
                return Ok(Reply { answer, used, thought, offers_draw: false });
            }
        }
    }

    fn settle(&mut self, process: &Process) -> Result<(), Trouble> {
        if self.thinking {
            let wait = Wait::send(process, "stop", SETTLING.min(self.config.patience));
            while !wait.line()?.starts_with("bestmove") {}
            self.thinking = false;
        }
        self.synchronise(process)
    }

    fn end(&mut self, _: &Process, _: GameResult, _: &str) {}
}

/// The `go` command for a turn.
fn go(turn: &Turn) -> String {
    let mut text = String::from("go");
    let mut add = |name: &str, value: u128| text += &format!(" {name} {value}");
    let control = turn.own().control();
    match control.pace {
        Pace::Clock { increment, .. } => {
            // A side without such a clock is taken to have as much.
            let milliseconds = |clock: &Clock| match clock.control().pace {
                Pace::Clock { increment, .. } => (whole_ms(clock.remaining()), increment),
                _ => (whole_ms(turn.own().remaining()), increment),
            };
            let [white, black] = turn.clocks.each_ref().map(milliseconds);
            add("wtime", white.0);
            add("btime", black.0);
            add("winc", white.1.as_millis());
            add("binc", black.1.as_millis());
            if let Some(moves) = turn.own().moves_to_go() {
                add("movestogo", moves.into());
            }
        }
        Pace::PerMove(time) => add("movetime", whole_ms(time)),
        Pace::Unlimited => {}
    }
    if let Some(depth) = control.depth {
        add("depth", depth.into());
    }
    if let Some(nodes) = control.nodes {
        add("nodes", nodes.into());
    }
    text
}

/// Whole milliseconds, one at least.
fn whole_ms(time: Duration) -> u128 {
    time.as_millis().max(1)
}

/// Reads what follows `option` in a declaration.
fn declared(text: &str) -> Option<Declared> {
    const KEYWORDS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];
    let mut option = Declared::default();
    let mut words = text.split_ascii_whitespace().peekable();
    while let Some(keyword) = words.next() {
        let mut value = Vec::new();
        // A name may hold any word but `type`.
        let ends = |word: &&str| match keyword {
            "name" => *word == "type",
            _ => KEYWORDS.contains(word),
        };
        while let Some(word) = words.next_if(|word| !ends(word)) {
            value.push(word);
        }
        let value = value.join(" ");
        match keyword {
            "name" => option.name = value,
            "type" => option.kind = value,
            "min" => option.least = value.parse().ok(),
            "max" => option.most = value.parse().ok(),
            "var" => option.choices.push(value),
            _ => {}
        }
    }
    (!option.name.is_empty()).then_some(option)
}

impl Declared {
    fn offers(&self, value: &str) -> bool {
        self.choices.iter().any(|choice| choice.eq_ignore_ascii_case(value))
    }

    /// What is wrong with a value.
    fn flaw(&self, value: &str) -> Option<String> {
        match self.kind.as_str() {
            "spin" => {
                let least = self.least.unwrap_or(i64::MIN);
                let most = self.most.unwrap_or(i64::MAX);
                let fits = value.parse().is_ok_and(|number| (least..=most).contains(&number));
                (!fits).then(|| format!("the engine takes a number from {least} to {most}"))
            }
            "check" => (!["true", "false"].contains(&value))
                .then(|| "the engine takes `true` or `false`".into()),
            "combo" => (!self.offers(value))
                .then(|| format!("the engine offers {}", self.choices.join(", "))),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::clock::TimeControl;

    #[test]
    fn declarations_of_options() {
        let option = declared("name Move Overhead type spin default 10 min 0 max 5000").unwrap();
        assert_eq!((option.name.as_str(), option.kind.as_str()), ("Move Overhead", "spin"));
        assert_eq!((option.least, option.most), (Some(0), Some(5000)));
        assert_eq!(option.flaw("5000"), None);
        assert!(option.flaw("5001").unwrap().contains("from 0 to 5000"));
        assert!(option.flaw("x").is_some());
        let option = declared("name UCI_Variant type combo default chess var chess var maasai");
        let option = option.unwrap();
        assert!(option.offers("Maasai") && !option.offers("metamachy"));
        assert!(option.flaw("x").unwrap().contains("chess, maasai"));
        let option = declared("name default max type check default true").unwrap();
        assert_eq!(option.name, "default max");
        assert!(option.flaw("yes").is_some());
        assert_eq!(declared("type spin"), None);
        assert_eq!(declared(""), None);
    }

    #[test]
    fn orders() {
        let game = Game::new(&crate::variant::VARIANTS[0]);
        let order = |white: &str, black: &str, depth| {
            let clock = |pace: &str| {
                let pace = match pace.strip_prefix("st=") {
                    Some(ms) => Pace::PerMove(Duration::from_millis(ms.parse().unwrap())),
                    None => pace.parse().unwrap(),
                };
                Clock::new(TimeControl { pace, depth, ..TimeControl::default() })
            };
            let clocks = [clock(white), clock(black)];
            go(&Turn { game: &game, clocks: &clocks, draw_offered: false })
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
    }
}
