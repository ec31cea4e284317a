//! UCI on the calling thread: a search ends before its command returns.

use crate::setting::{self, BrowserSetting, BrowserSettingError, HASH, NumberSetting};
use dhow_engine::bench::{self, BenchGroup};
use dhow_engine::clock::Instant;
use dhow_engine::perft::divide_until;
use dhow_engine::search::{Engine, Limits, SearchEvent};
use dhow_play::board_picture;
use dhow_play::uci::go::{self, GoCommand, Work};
use dhow_play::uci::{position, report};
use dhow_rules::game::Game;
use dhow_rules::text::{excerpt, printable_line};
use dhow_rules::variant::{CommandOption, Setup, VARIANTS, Variant};
use std::error::Error;
use std::sync::Arc;

/// The answer to a `go` that is refused.
const NO_MOVE: &str = "bestmove 0000";

/// Receives the lines of an answer.
pub type LineSink = Arc<dyn Fn(&str) + Send + Sync>;

/// A dialogue in UCI.
pub struct UciLines {
    say: LineSink,
    stopped: Arc<dyn Fn() -> bool + Send + Sync>,
    engine: Engine,
    variant: Arc<Variant>,
    switches: Vec<CommandOption>,
    setup: Setup,
    game: Game,
    multi_pv: usize,
    /// Why there is nothing to search: the last game or position was refused.
    refused: Option<String>,
}

impl UciLines {
    /// A dialogue that answers by `say`, and calls `stopped` to see whether to end a search or a count.
    pub fn new(say: LineSink, stopped: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        let variant = VARIANTS[0].clone();
        let stopped: Arc<dyn Fn() -> bool + Send + Sync> = Arc::new(stopped);
        // If the memory is refused, the engine searches with a smaller hash table.
        let mut engine = Engine::with_hash(HASH);
        let asked = stopped.clone();
        engine.interrupt_by(move || asked());
        engine.set_contempt(Engine::DEFAULT_CONTEMPT);
        Self {
            say,
            stopped,
            engine,
            switches: Vec::new(),
            setup: Setup::default_of(&variant),
            game: Game::new(&variant),
            variant,
            multi_pv: 1,
            refused: None,
        }
    }

    /// Answers a line.
    pub fn hear(&mut self, line: &str) {
        let mut words = line.split_ascii_whitespace();
        let Some(command) = words.next() else { return };
        match command {
            "uci" => self.introduce(),
            "isready" => (self.say)("readyok"),
            "ucinewgame" => self.engine.clear(),
            "setoption" => {
                if let Err(error) = self.set_option(&words.collect::<Vec<&str>>()) {
                    self.tell(&error.to_string());
                }
            }
            "position" => match position::read(words, &self.variant, &self.setup) {
                Ok(game) => (self.game, self.refused) = (game, None),
                Err(error) => self.refuse(error.to_string()),
            },
            "go" => {
                if let Err(error) = self.go(line) {
                    self.tell(&error.to_string());
                    if !line.contains("perft") {
                        (self.say)(NO_MOVE);
                    }
                }
            }
            "bench" => self.bench(words.next()),
            "d" => (self.say)(&board_picture::json(&self.game, None)),
            // The host can send these only when no search is running.
            "stop" | "ponderhit" | "debug" | "register" | "quit" => {}
            _ => self.tell(&format!("unknown command `{}`", line.trim())),
        }
    }

    fn introduce(&self) {
        (self.say)(concat!("id name Dhow ", env!("CARGO_PKG_VERSION")));
        (self.say)("id author the Dhow authors");
        setting::lines(&VARIANTS).iter().for_each(|line| (self.say)(line));
        (self.say)("uciok");
    }

    fn refuse(&mut self, why: String) {
        self.tell(&why);
        self.refused = Some(why);
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), BrowserSettingError> {
        match setting::read(words)? {
            BrowserSetting::Variant(id) => {
                match VARIANTS.iter().find(|variant| variant.id.eq_ignore_ascii_case(&id)) {
                    Some(variant) => self.set_variant(variant.with_options(&self.switches)),
                    None => self.refuse(format!("there is no game `{}`", excerpt(&id))),
                }
            }
            BrowserSetting::Setup(text) => {
                self.setup = Setup::choose(&self.variant, &text)?;
                self.begin();
            }
            BrowserSetting::Number(NumberSetting::Lines, lines) => self.multi_pv = lines,
            BrowserSetting::Number(number, value) => {
                setting::apply(number, value, &mut self.engine)?;
            }
            BrowserSetting::LimitStrength(on) => self.engine.handicap().limit_to_elo(on),
            BrowserSetting::ClearHash => self.engine.clear(),
            BrowserSetting::Switch(switch, on) => {
                self.switches.retain(|&other| other != switch);
                if on {
                    self.switches.push(switch);
                }
                if self.variant.options().contains(&switch) && self.variant.option(switch) != on {
                    self.set_variant(self.variant.with_options(&self.switches));
                }
            }
        }
        Ok(())
    }

    fn set_variant(&mut self, variant: Variant) {
        self.engine.clear();
        if *self.variant != variant {
            self.variant = Arc::new(variant);
            self.setup = Setup::default_of(&self.variant);
        }
        self.begin();
    }

    fn begin(&mut self) {
        self.game = Game::with_setup(&self.variant, &self.setup);
        self.refused = None;
    }

    fn go(&mut self, line: &str) -> Result<(), Box<dyn Error>> {
        if let Some(why) = &self.refused {
            return Err(format!("nothing to search: {why}").into());
        }
        let mut words = line.split_ascii_whitespace();
        words.next();
        let came = Instant::now();
        let GoCommand { work, ignored } = go::read(words, &self.game)?;
        if !ignored.is_empty() {
            self.tell(&format!("go: ignored {}", ignored.join(" ")));
        }
        match work {
            Work::Search(limits) => self.search(Limits { since: Some(came), ..limits }),
            Work::Perft(depth) => self.count(depth),
        }
        Ok(())
    }

    fn search(&mut self, limits: Limits) {
        let limits = Limits { multi_pv: self.multi_pv, ..limits };
        let (game, say) = (self.game.clone(), self.say.clone());
        self.engine.start(&self.game, limits, move |event| match event {
            SearchEvent::Line(line) => say(&report::info(&game, &line, None)),
            SearchEvent::Trouble(error) => say(&format!("info string {error}")),
            SearchEvent::Done(result) => {
                report::end(&game, &result).iter().for_each(|line| say(line));
            }
        });
        // Where there are threads, this one waits.
        self.engine.wait();
    }

    fn count(&self, depth: u32) {
        let mut told =
            |mv, leaves: u64| (self.say)(&format!("{}: {leaves}", self.game.move_text(mv)));
        (self.say)(&match divide_until(&self.game, depth, &*self.stopped, &mut told) {
            Some(leaves) => format!("Nodes searched: {leaves}"),
            None => "info string perft stopped".into(),
        });
    }

    /// Searches fixed positions, to measure speed.
    fn bench(&self, depth: Option<&str>) {
        let group = BenchGroup::Main;
        let depth = depth.map_or(Ok(group.default_depth()), str::parse);
        let Some(depth) = depth.ok().filter(|depth| *depth > 0) else {
            return self.tell("bench: the depth is not a whole number from 1");
        };
        let mut engine = Engine::with_hash(1);
        if let Err(error) = engine.set_hash(bench::DEFAULT_HASH) {
            return self.tell(&error.to_string());
        }
        let total = bench::run(&mut engine, group, depth, |game, result| {
            let took = result.time.as_millis();
            self.tell(&format!("{} {} nodes {took} ms", game.variant().id, result.nodes));
        });
        (self.say)(&format!("{} nodes {} nps", total.nodes, total.nps()));
    }

    fn tell(&self, text: &str) {
        (self.say)(&format!("info string {}", printable_line(&excerpt(text))));
    }
}

/// The lines that a dialogue sends, for tests.
#[cfg(test)]
pub fn said_by(dialogue: impl FnOnce(LineSink)) -> Vec<String> {
    let said = Arc::new(std::sync::Mutex::new(Vec::new()));
    let sink = said.clone();
    dialogue(Arc::new(move |line| sink.lock().unwrap().push(line.to_string())));
    said.lock().unwrap().clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dialogue(lines: &[&str]) -> Vec<String> {
        said_by(|say| {
            let mut uci = UciLines::new(say, || false);
            lines.iter().for_each(|line| uci.hear(line));
        })
    }

    #[test]
    fn a_game_is_searched() {
        let said = dialogue(&[
            "setoption name UCI_Variant value shako",
            "position startpos moves e3e5",
            "go depth 3",
        ]);
        assert!(said.iter().any(|line| line.starts_with("info depth 3 ")), "{said:?}");
        assert!(said.last().unwrap().starts_with("bestmove "), "{said:?}");
    }

    #[test]
    fn what_is_refused_is_not_searched() {
        let said = dialogue(&["position startpos moves a1a9", "go depth 1"]);
        assert!(said[0].starts_with("info string position: illegal move 1: "), "{said:?}");
        assert!(said[1].starts_with("info string nothing to search: "), "{said:?}");
        assert_eq!(said[2], NO_MOVE);
        let said = dialogue(&["setoption name UCI_Variant value chesss", "go depth 1"]);
        assert_eq!(
            (said[0].as_str(), said[2].as_str()),
            ("info string there is no game `chesss`", NO_MOVE)
        );
        let said = dialogue(&["go depth x"]);
        assert_eq!(said, ["info string go depth: `x` is not a whole number from 1", NO_MOVE]);
        assert_eq!(dialogue(&["jump"]), ["info string unknown command `jump`"]);
        let said = dialogue(&["bench x"]);
        assert_eq!(said, ["info string bench: the depth is not a whole number from 1"]);
    }

    #[test]
    fn moves_are_counted() {
        let said = dialogue(&["setoption name UCI_Variant value chess", "go perft 3"]);
        assert_eq!(said.last().unwrap(), "Nodes searched: 8902");
    }

    #[test]
    fn options_of_rules_count_in_games_that_have_them() {
        let on: Vec<String> = CommandOption::ALL
            .iter()
            .map(|switch| format!("setoption name {} value true", switch.name()))
            .collect();
        let mut lines: Vec<&str> = on.iter().map(String::as_str).collect();
        lines.extend(["setoption name UCI_Variant value mini-chieftain", "go depth 1"]);
        assert!(dialogue(&lines).last().unwrap().starts_with("bestmove "));
    }
}
