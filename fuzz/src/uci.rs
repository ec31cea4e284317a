//! The properties of every UCI session.

use crate::session::{Session, is_cheap};
use dhow::game::Game;
use dhow::variant::{VARIANTS, Variant, find};
use std::collections::VecDeque;
use std::sync::Arc;

/// Words and commands that bytes of an input stand for.
#[rustfmt::skip]
pub const WORDS: &[&str] = &[
    "uci", "isready", "ucinewgame", "setoption", "name", "value", "position", "startpos", "fen",
    "moves", "go", "perft", "depth", "nodes", "mate", "movetime", "wtime", "btime", "winc", "binc",
    "movestogo", "infinite", "ponder", "searchmoves", "stop", "ponderhit", "d", "d json svg", "json", "eval", "debug",
    "on", "UCI_Variant", "maasai", "zanzibar-xl", "zanzibar-xl-classic", "MultiPV", "Hash",
    "Threads", "Setup", "random", "default", "kq/lg", "Clear Hash", "Move Overhead",
    "Endgame Memory", "help", "0", "1", "2", "3", "-1", "99999999999999999999", "a3a5", "a10a8",
    "b1d2", "a3a12", "a11a12q", "a1", "z9", "w", "b", "Kk", "-", "\u{e9}", "\0",
    "go depth 2", "go nodes 50", "go infinite", "go ponder wtime 100 btime 100",
    "go movetime 1 searchmoves a3a5", "go depth 1 searchmoves", "go perft 1", "go mate 1 nodes 500",
    "UCI_Variant value mini-chieftain", "UCI_Variant value chess", "exchange value true", "b2c4", "g2f4,b2c4", "g11f9",
    "position startpos moves a3a5 a10a8 b3b4", "position startpos moves", "position fen",
    "k10Q/11Q/12/12/12/12/12/12/12/12/12/K11 b - - 0 1",
    "12/2P9/12/8k3/12/12/12/12/12/12/12/6K5 w - - 98 9999",
    "12/12/10k1/12/12/12/12/12/12/12/2RR8/6K5 w - - 0 1",
    "setoption name UCI_Variant value", "setoption name Setup value random",
    "setoption name MultiPV value", "setoption name Threads value 2", "setoption name Hash value 1",
];

/// The position of a session, as `d` reports it.
#[derive(Clone, PartialEq, Debug)]
struct Place {
    variant: String,
    fen: String,
    key: String,
}

/// A session under observation.
pub struct Observed {
    session: Session,
    variant: &'static Arc<Variant>,
    place: Place,
    /// The positions of the searches whose `bestmove` is still to come.
    searches: VecDeque<Place>,
    counts: usize,
    /// Whether a game, a position or a search was refused: then the answer to a search may be a null move.
    objected: bool,
}

impl Observed {
    /// A session that has said `uci`, with a small hash table.
    pub fn start() -> Self {
        let mut session = Session::start(&["uci", "setoption name Hash value 1"]);
        let variant = &VARIANTS[0];
        let place = place(variant, &answers_and_board(&mut session));
        Self { session, variant, place, searches: VecDeque::new(), counts: 0, objected: false }
    }

    /// Sends a line, unless it would take long, and checks the answers.
    pub fn obey(&mut self, line: &[u8]) {
        let text = String::from_utf8_lossy(line);
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let command = command(&words);
        let cheap = match command {
            "quit" | "bench" => false,
            "setoption" => is_cheap(&text, 4),
            "go" if words.contains(&"perft") => is_cheap(&text, 2),
            _ => true,
        };
        if !cheap {
            return;
        }
        self.session.send(line);
        let answers = answers_and_board(&mut self.session);
        let said = |start: &str| answers.iter().any(|line| line.starts_with(start));
        self.objected |= said("info string position:") || said("info string UCI_Variant:");
        let announced = answers.iter().find_map(|line| line.strip_prefix("info string variant "));
        if let Some(id) = announced.and_then(|rest| rest.split(' ').next()) {
            self.variant = find(id).expect("a built-in game");
        }
        let before = std::mem::replace(&mut self.place, place(self.variant, &answers));
        let may_change = match command {
            "position" => !said("info string position"),
            "setoption" => announced.is_some(),
            _ => false,
        };
        self.session.check(may_change || self.place == before, "the position changed");
        self.session.check(command != "uci" || said("uciok"), "no uciok");
        self.session.check(command != "isready" || said("readyok"), "no readyok");
        let ignored = "info string go: ignored";
        let refused = answers
            .iter()
            .any(|line| line.starts_with("info string go") && !line.starts_with(ignored));
        // Every search is answered, also one that is refused.
        let counts = words.contains(&"perft");
        let started = command == "go" && !(counts && refused);
        self.objected |= refused;
        if started && counts {
            self.counts += 1;
        } else if started {
            self.searches.push_back(before);
        }
        self.take(&answers);
        // Every other search continues while further lines are sent.
        if !self.searches.is_empty() && line.len().is_multiple_of(2) {
            if !(started && ends_soon(&words)) {
                self.session.send("stop");
            }
            let answers = self.session.until("bestmove");
            self.take(&answers);
        }
    }

    /// Ends the session, in which no answer may be missing.
    pub fn end(mut self) {
        self.session.send("isready");
        let answers = self.session.until("readyok");
        self.take(&answers);
        let Self { session, mut searches, mut counts, objected, .. } = self;
        for line in session.end() {
            take(&line, &mut searches, &mut counts, objected);
        }
        assert!(searches.is_empty() && counts == 0, "{searches:?} and {counts} counts are missing");
    }

    fn take(&mut self, answers: &[String]) {
        for line in answers {
            take(line, &mut self.searches, &mut self.counts, self.objected);
        }
    }
}

/// The command of a line: the first word, or the first known command after unknown words.
fn command<'a>(words: &[&'a str]) -> &'a str {
    const OWN: [&str; 4] = ["d", "eval", "bench", "help"];
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
    let first = words.first().copied().unwrap_or("");
    if OWN.contains(&first) || first.starts_with('#') {
        return first;
    }
    words.iter().copied().find(|word| COMMANDS.contains(word)).unwrap_or(first)
}

/// The answers of a session so far, followed by the answer to `d`.
fn answers_and_board(session: &mut Session) -> Vec<String> {
    // A command that no input contains, and whose answer repeats it.
    const MARK: &str = "~that-was-all~";
    session.send("d");
    session.send(MARK);
    session.until(&format!("info string Unknown command: {MARK}"))
}

/// Notes the end of a search or a count, which must have been asked for.
fn take(line: &str, searches: &mut VecDeque<Place>, counts: &mut usize, objected: bool) {
    let words: Vec<&str> = line.split(' ').collect();
    match words[..] {
        ["bestmove", best, ref ponder @ ..] => {
            let place = searches.pop_front().unwrap_or_else(|| panic!("not asked for: {line}"));
            if best == "0000" {
                return assert!(objected, "{place:?}: {line}");
            }
            let mut game = game(&place);
            if best == "(none)" {
                return assert!(game.legal_moves().is_empty(), "{place:?}: {line}");
            }
            game.play_turn_text(best).unwrap_or_else(|error| panic!("{place:?}: {line}: {error}"));
            if let ["ponder", reply] = ponder {
                game.play_turn_text(reply)
                    .unwrap_or_else(|error| panic!("{place:?}: {line}: {error}"));
            }
        }
        ["Nodes", "searched:", _] | ["info", "string", "perft", "stopped"] => {
            *counts = counts.checked_sub(1).expect("a count that was asked for");
        }
        _ => {}
    }
}

/// Whether a search ends by itself, and soon.
fn ends_soon(words: &[&str]) -> bool {
    let small = |pair: &[&str]| match pair {
        ["depth", number] => number.parse().is_ok_and(|depth: u32| depth <= 3),
        ["nodes", number] => number.parse().is_ok_and(|nodes: u32| nodes <= 1000),
        _ => false,
    };
    let limits = words.windows(2).filter(|pair| ["depth", "nodes"].contains(&pair[0]));
    !words.contains(&"infinite")
        && !words.contains(&"ponder")
        && limits.clone().count() > 0
        && limits.into_iter().all(small)
}

/// Reads the answer to `d`, whose key must be the key of its FEN.
fn place(variant: &Variant, answers: &[String]) -> Place {
    let field = |name: &str| {
        let found = answers.iter().rev().find_map(|line| line.strip_prefix(name));
        found.expect("d reports it").to_string()
    };
    let place = Place { variant: variant.id.clone(), fen: field("Fen: "), key: field("Key: ") };
    assert_eq!(format!("{:016X}", game(&place).position().key()), place.key, "{}", place.fen);
    place
}

fn game(place: &Place) -> Game {
    let variant = find(&place.variant).expect("a built-in game");
    let game = Game::from_fen(variant, &place.fen);
    game.unwrap_or_else(|error| panic!("{}: {error}", place.fen))
}
