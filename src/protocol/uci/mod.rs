//! UCI, with the extensions of Fairy-Stockfish for variants.
//!
//! Search and perft run in the background, so the session answers `isready` and `stop` at once. A command that needs
//! the board or the engine (`position`, `go`, `ucinewgame`, and `setoption` for an option of the search) first ends a
//! running search, and the `bestmove` of that search is the first answer. It also ends a running perft; only a script,
//! whose next command comes at once, waits for its perft.
//!
//! A refused command changes nothing, and an `info string` says why. Every search has a `bestmove`: a refused
//! search answers with the null move. After a game or a position was refused there is nothing to search, see
//! `request_state`.

mod describe;
mod refusal;
mod request_state;
mod tasks;
mod turn;

use super::divide::Divide;
use super::options::{self, OptionSetting};
use super::output::Output;
use dhow_engine::bench;
use dhow_engine::search::{Engine, EvaluationChoice, LearnedNetworks};
use dhow_files::{LearnedFolder, LineError};
use dhow_play::uci::position;
use dhow_rules::game::Game;
use dhow_rules::pieces::Color;
use dhow_rules::text::excerpt;
use dhow_rules::variant::ini::VariantFiles;
use dhow_rules::variant::{Catalogue, CommandOption, Setup, Variant};
use refusal::UciError;
use request_state::RequestState;
use std::fmt::Display;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::str::SplitAsciiWhitespace;
use std::sync::Arc;
use std::time::{Duration, Instant};

const HELP: &[&str] = &[
    "Dhow speaks UCI and, after the line `xboard`, the XBoard protocol. Commands beyond UCI:",
    "  go perft N          counts the positions N plies below this one, for each move",
    "  d                   shows the board, its FEN and key, and the pieces that give check; in games",
    "                      with leaders also which of them may activate, and which pieces may move",
    "  d json [svg [flip]] [moves MOVE...]",
    "                      the position for programs, on one line; with its picture; after these moves,",
    "                      which in games with leaders are single ones, or `end`",
    "  bench               searches fixed positions, to measure speed; nothing else meanwhile",
    "  eval                shows the static evaluation of this position",
    "  help                shows this",
    "In games with leaders a move is a turn: its moves with commas between them, such as f1e3,g5f6.",
    "Games are chosen by `setoption name UCI_Variant value ID`, their start arrays by",
    "`setoption name Setup value CODE`: Black's chiefs, such as QK/LG, or default, or random.",
];

/// The commands of UCI. Unknown words before a command are ignored.
const COMMANDS: [&str; 11] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
];

/// A UCI session. Dropping it ends a running search and perft.
pub struct UciSession {
    output: Output,
    /// The games known from the start.
    usual: Catalogue,
    /// The games to choose from.
    catalogue: Catalogue,
    engine: Engine,
    game: Game,
    /// The variant of the next game, which is also the variant of `game`.
    variant: Arc<Variant>,
    /// The options for rules that are on; they count in games that have them.
    switches: Vec<CommandOption>,
    /// The setup of `startpos`.
    setup: Setup,
    multi_pv: usize,
    /// Whether lines report the chances of win, draw and loss.
    shows_wdl: bool,
    divide: Option<Divide>,
    request_state: RequestState,
    /// Whether the host has sent `uci`.
    introduced: bool,
}

impl UciSession {
    /// A session with the games of a catalogue and the learned networks of a folder, writing to `output`.
    pub fn new(output: Output, catalogue: Catalogue, learned: Option<PathBuf>) -> Self {
        let variant = catalogue[0].clone();
        let mut engine = Engine::new();
        let info = output.clone();
        let tell = move |line: &str| info.line(format_args!("info string {line}"));
        let learned: Arc<dyn LearnedNetworks> = Arc::new(LearnedFolder::new(learned, tell));
        engine.set_evaluation(EvaluationChoice {
            learned: Some(learned),
            ..EvaluationChoice::default()
        });
        engine.set_contempt(Engine::DEFAULT_CONTEMPT);
        Self {
            output,
            engine,
            usual: catalogue.clone(),
            catalogue,
            game: Game::new(&variant),
            setup: Setup::default_of(&variant),
            variant,
            switches: Vec::new(),
            multi_pv: 1,
            shows_wdl: false,
            divide: None,
            request_state: RequestState::default(),
            introduced: false,
        }
    }

    /// Whether the host has sent `uci`.
    pub fn is_introduced(&self) -> bool {
        self.introduced
    }

    /// Executes a line of the input. Breaks at `quit`.
    pub fn hear(&mut self, line: Result<String, LineError>) -> ControlFlow<()> {
        match line {
            Ok(line) => self.obey(&line),
            Err(error) => {
                self.pass_over(&error);
                ControlFlow::Continue(())
            }
        }
    }

    /// Reports a line that cannot be read. A host that waits for an answer gets one, but never a move from
    /// the position before the unread line.
    fn pass_over(&mut self, error: &LineError) {
        let words = match error {
            LineError::Encoding(text) => text.as_str(),
            // Only `position` can be so long.
            LineError::TooLong => "position",
        };
        let mut words = words.split_ascii_whitespace();
        match words.find(|word| COMMANDS.contains(word)) {
            Some("go") => return self.decline(error, words),
            Some("position") => self.request_state.refuse_position(),
            _ => {}
        }
        self.tell(error);
    }

    /// Handles the end of the input: a running search may continue for `patience`.
    pub fn finish(self, patience: Duration) {
        let begun = Instant::now();
        while self.engine.ends_by_itself() && begun.elapsed() < patience {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn obey(&mut self, line: &str) -> ControlFlow<()> {
        let came = Instant::now();
        let mut words = line.split_ascii_whitespace();
        let Some(mut command) = words.next() else { return ControlFlow::Continue(()) };
        if !self.knows(command)
            && let Some(unknown) =
                line.split_ascii_whitespace().position(|it| COMMANDS.contains(&it))
        {
            let passed_over: Vec<&str> = line.split_ascii_whitespace().take(unknown).collect();
            self.tell(excerpt(&format!("ignored {}", passed_over.join(" "))));
            command = words.nth(unknown - 1).unwrap_or(command);
        }
        let obeyed = match command {
            "quit" => return ControlFlow::Break(()),
            "setoption" => self.set_option(words),
            "position" => self.set_position(words),
            "go" => self.go(words, came),
            "d" => self.describe(words),
            _ => self.obey_bare(command, line),
        };
        if let Err(refusal) = obeyed {
            self.tell(excerpt(&refusal.to_string()));
        }
        ControlFlow::Continue(())
    }

    /// Whether this word begins a command, so that the other words of the line belong to it.
    fn knows(&self, word: &str) -> bool {
        COMMANDS.contains(&word)
            || ["d", "eval", "bench", "help"].contains(&word)
            || word.starts_with('#')
    }

    /// Executes a command without arguments.
    fn obey_bare(&mut self, command: &str, line: &str) -> Result<(), UciError> {
        match command {
            "uci" => self.introduce(),
            "isready" => self.output.line("readyok"),
            "ucinewgame" => {
                self.end_tasks();
                self.engine.clear();
            }
            "stop" => self.stop(),
            "ponderhit" => {
                self.engine.ponder_hit();
                self.pay();
            }
            "eval" => self.show_evaluation(),
            "bench" => self.bench(),
            "help" => self.output.lines(HELP),
            // Commands of UCI that need no action.
            "debug" | "register" => {}
            comment if comment.starts_with('#') => {}
            _ => return Err(UciError::Unknown(line.trim().into())),
        }
        Ok(())
    }

    fn introduce(&mut self) {
        self.introduced = true;
        let mut lines = vec![
            concat!("id name Dhow ", env!("CARGO_PKG_VERSION")).to_string(),
            "id author the Dhow authors".into(),
        ];
        lines.extend(options::OPTIONS.iter().map(|option| option.uci_line(&self.catalogue)));
        lines.push("uciok".into());
        self.output.lines(lines);
    }

    fn set_option(&mut self, mut words: SplitAsciiWhitespace) -> Result<(), UciError> {
        if words.next() != Some("name") {
            return Err(UciError::OptionForm);
        }
        let name: Vec<&str> = words.by_ref().take_while(|&word| word != "value").collect();
        if name.is_empty() {
            return Err(UciError::OptionForm);
        }
        let value: Vec<&str> = words.collect();
        let option = options::find(&name.join(" "))?;
        let setting = option.read(&value.join(" "), &self.catalogue);
        if setting.is_err() && matches!(option.kind, options::OptionKind::Variant) {
            self.request_state.refuse_game(&excerpt(&value.join(" ")));
        }
        self.apply(setting?)
    }

    fn apply(&mut self, setting: OptionSetting) -> Result<(), UciError> {
        match setting {
            OptionSetting::Variant(variant) => {
                self.request_state.accept_game();
                self.set_variant(Arc::new(variant.with_options(&self.switches)));
            }
            OptionSetting::VariantPath(path) => self.set_variant_path(&path),
            OptionSetting::Switch(switch, on) => self.set_switch(switch, on),
            OptionSetting::Setup(text) => {
                let setup = Setup::choose(&self.variant, &text)?;
                self.end_tasks();
                self.set_start(setup);
            }
            // The interface decides at every `go` whether to ponder.
            OptionSetting::Ponder(_) => {}
            OptionSetting::MultiPv(lines) => self.multi_pv = lines,
            OptionSetting::ShowWdl(on) => self.shows_wdl = on,
            setting => setting.apply(&mut self.engine)?,
        }
        Ok(())
    }

    /// Loads the games of a file, in addition to the built-in ones; they replace those of an earlier file.
    /// The current game stays. If the file has an error, nothing changes.
    fn set_variant_path(&mut self, path: &str) {
        let mut games = VariantFiles::default();
        if !path.is_empty() {
            match dhow_files::open_variants(&mut games, Path::new(path)) {
                Ok(notes) => notes.iter().for_each(|note| self.tell(excerpt(&note.to_string()))),
                Err(error) => {
                    error.of(Path::new(path)).lines().for_each(|line| self.tell(excerpt(line)));
                    return;
                }
            }
        }
        self.catalogue = self.usual.with(games.games());
        let ids: Vec<&str> = games.games().iter().map(|game| game.id.as_str()).collect();
        self.tell(match ids[..] {
            [] => "no games from a file".to_string(),
            _ => format!("games from the file: {}", ids.join(", ")),
        });
    }

    fn set_variant(&mut self, variant: Arc<Variant>) {
        // The data that searches gathered about another game are useless here, and its positions could be mistaken for
        // those of this game.
        self.end_tasks();
        self.engine.clear();
        let setup =
            if self.variant == variant { self.setup.clone() } else { Setup::default_of(&variant) };
        self.variant = variant;
        self.set_start(setup);
    }

    /// Switches a rule for all games that have it, and adapts the current game if it has it.
    fn set_switch(&mut self, switch: CommandOption, on: bool) {
        self.switches.retain(|&other| other != switch);
        if on {
            self.switches.push(switch);
        }
        if !self.variant.options().contains(&switch) {
            if on {
                let (id, name) = (&self.variant.id, switch.name());
                self.tell(format_args!(
                    "{id} has no option `{name}`; it will be on in games that have it"
                ));
            }
        } else if self.variant.option(switch) != on {
            self.set_variant(Arc::new(self.variant.with_options(&self.switches)));
        }
    }

    /// Sets up the start array of a setup and announces it as Fairy-Stockfish does.
    fn set_start(&mut self, setup: Setup) {
        self.game = Game::with_setup(&self.variant, &setup);
        self.request_state.accept_position();
        self.setup = setup;
        self.tell(format_args!(
            "variant {} files {} ranks {} pocket 0 template fairy startpos {}",
            self.variant.id,
            self.variant.files,
            self.variant.ranks,
            self.game.fen()
        ));
        let switches = self.variant.option_names();
        if !switches.is_empty() {
            self.tell(format_args!("options that are on: {}", switches.join(", ")));
        }
    }

    fn set_position(&mut self, words: SplitAsciiWhitespace) -> Result<(), UciError> {
        self.request_state.refuse_position();
        if let Some(name) = self.request_state.unknown_game() {
            return Err(UciError::Game(name.into()));
        }
        let game = position::read(words, &self.variant, &self.setup)?;
        self.request_state.accept_position();
        self.end_tasks();
        self.game = game;
        Ok(())
    }

    fn describe(&self, words: SplitAsciiWhitespace) -> Result<(), UciError> {
        self.output.lines(describe::answer(words, &self.game)?);
        Ok(())
    }

    /// Runs the benchmark with a separate engine.
    fn bench(&mut self) {
        self.end_tasks();
        let mut engine = Engine::new();
        if let Err(error) = engine.set_hash(bench::DEFAULT_HASH) {
            return self.tell(error);
        }
        let group = bench::BenchGroup::Main;
        let total = bench::run(&mut engine, group, group.default_depth(), |game, summary| {
            self.tell(format_args!("{} {} nodes", game.variant().id, summary.nodes));
        });
        self.output.line(format_args!("{} nodes {} nps", total.nodes, total.nps()));
    }

    fn show_evaluation(&mut self) {
        let own = self.engine.evaluate(&self.game);
        let white = match self.game.side_to_move() {
            Color::White => own,
            Color::Black => -own,
        };
        self.output.line(format_args!("Final evaluation {white} (white side)"));
    }

    /// Writes a message for the user.
    pub fn tell(&self, message: impl Display) {
        self.output.line(format_args!("info string {message}"));
    }
}

impl Drop for UciSession {
    fn drop(&mut self) {
        self.end_tasks();
    }
}
