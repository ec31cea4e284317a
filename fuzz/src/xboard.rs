//! The properties of every XBoard session: the board that its answers describe is the one that follows from the
//! commands.

use crate::session::{Session, is_cheap};
use dhow::game::Game;
use dhow::pgn::read_xboard_position;
use dhow::position::MoveKind;
use dhow::square::Coordinates;
use dhow::variant::{VARIANTS, Variant, find, piece_placement};
use dhow::xboard::moves::{from_gui, looks_like_move};
use dhow::xboard::ranks::to_gui;
use dhow::xboard::{CHESS, NORMAL};
use std::collections::BTreeSet;

/// Words and commands that bytes of an input stand for.
#[rustfmt::skip]
pub const WORDS: &[&str] = &[
    "new", "variant", "setboard", "usermove", "undo", "remove", "force", "result", "go",
    "playother", "?", "pause", "resume", "hint", "draw", "bk", "analyze", "exit", ".", "exclude",
    "include", "lift", "put", "level", "st", "sd", "time", "otim", "hard", "easy", "post", "nopost",
    "computer", "memory", "cores", "option", "random", "protover 2", "ping", "accepted", "name",
    "all", "metamachy", "maasai", "zanzibar-xl", "zanzibar-xl-classic", "Setup=random",
    "Setup=engine", "Setup=kq/lg", "MultiPV=2", "Clear Hash", "Explain Setup", "Move Overhead=0",
    "0", "1", "2", "3", "-1", "99999999999999999999", "a3a5", "a10a8", "e3e5", "b1d2", "a3a12",
    "a11a12q", "a8b8,b8b9", "a1", "e3", "z9", "\u{e9}", "\0", "level 40 0:01 0",
    "variant maasai", "usermove e3e5", "usermove e10e8", "setboard",
    "6k5/12/1p10/12/P11/12/12/12/12/12/12/6K5 b - - 0 1", "6k5/12/12/12/12/12/Pp10/12/12/12/12/6K5",
    "k10Q/11Q/12/12/12/12/12/12/12/12/12/K11 b - - 0 1",
    "12/2P9/12/8k3/12/12/12/12/12/12/12/6K5 w - - 98 9999",
    "12/P10k/12/12/12/12/12/12/12/12/12/6K5 w - - 0 1",
];

/// Commands that make moves come soon, and a time control that is quick enough with them.
const QUICK: &str = "st 0.02\nsd 2";
const QUICK_LEVEL: &str = "level 40 0:01 0";

/// A session under observation.
pub struct Observed {
    session: Session,
    /// The game that follows from the commands so far.
    game: Game,
    pings: usize,
    pongs: usize,
}

impl Observed {
    /// A session that has begun, with a small hash table and little time to think.
    pub fn start() -> Self {
        let session = Session::start(&["xboard", "protover 2", "memory 1", QUICK]);
        let mut observed = Self { session, game: Game::new(&VARIANTS[0]), pings: 0, pongs: 0 };
        let answers = observed.answers();
        let done = answers.iter().any(|line| line == "feature done=1");
        observed.session.check(done, "no end of the features");
        observed
    }

    /// Sends a line, unless it would take long, and checks the answers.
    pub fn obey(&mut self, line: &[u8]) {
        let text = String::from_utf8_lossy(line);
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let cheap = match word {
            "quit" => false,
            "memory" | "cores" | "option" => is_cheap(text, 4),
            _ => true,
        };
        if !cheap {
            return;
        }
        self.session.send(line);
        if word == "ping" && std::str::from_utf8(line).is_ok() {
            self.pings += 1;
        }
        let answers = self.answers();
        let slow = ["new", "level", "st", "sd", "time"].contains(&word) && text != QUICK_LEVEL;
        if slow {
            self.session.send(QUICK);
        }
        let said = |start: &str| answers.iter().any(|line| line.starts_with(start));
        let refused = ["Error (", "Illegal move (", "tellusererror"].into_iter().any(said);
        if !refused {
            self.follow(word, rest.trim(), &answers);
        }
        let moves: Vec<&str> =
            answers.iter().filter_map(|line| line.strip_prefix("move ")).collect();
        self.session.check(moves.len() <= 1, "two moves in a row");
        let over = ["1-0 {", "0-1 {", "1/2-1/2 {"].into_iter().any(said);
        self.session.check(word != "go" || over || moves.len() == 1, "no answer to `go`");
        if let Some(text) = moves.first() {
            self.play(text);
        }
        if refused {
            self.check_board();
        }
    }

    /// Applies an accepted command to the game.
    fn follow(&mut self, word: &str, rest: &str, answers: &[String]) {
        let variant = self.game.variant().clone();
        match word {
            "usermove" => self.play(rest),
            _ if looks_like_move(self.game.variant(), word) => self.play(word),
            "undo" => self.take_back(1),
            "remove" => self.take_back(2),
            "new" => self.game = Game::new(&variant),
            "variant" => {
                let id = if rest == NORMAL { CHESS } else { rest };
                let variant = find(id).expect("it was accepted");
                let setup = answers.iter().find_map(|line| line.split_once("+0_fairy "));
                let (_, fen) = setup.expect("the array is sent");
                self.set(
                    read_xboard_position(variant, fen).expect("the array is one").fen(),
                    &variant.id,
                );
            }
            "setboard" => {
                let read = read_xboard_position(&variant, rest).expect("it was accepted");
                self.set(read.fen(), &variant.id);
            }
            _ => {}
        }
    }

    fn take_back(&mut self, count: usize) {
        let taken = (0..count).filter_map(|_| self.game.undo()).count();
        self.session.check(taken == count, "took back more moves than were made");
    }

    fn set(&mut self, fen: String, variant: &str) {
        let variant = find(variant).expect("a built-in game");
        self.game = Game::from_fen(variant, &fen).expect("it was printed");
    }

    fn play(&mut self, text: &str) {
        let mv = from_gui(&self.game, text);
        self.session.check(mv.is_ok(), &format!("{text} is not legal in {}", self.game.fen()));
        if let Ok(mv) = mv {
            self.game.play(mv);
        }
    }

    /// Compares the highlighted squares of every piece with the legal moves.
    fn check_board(&mut self) {
        let position = self.game.position();
        let ours = |&square: &Coordinates| {
            position.on(square).is_some_and(|piece| piece.color() == position.side_to_move())
        };
        let variant = &self.game.variant().clone();
        let own: Vec<Coordinates> = squares(variant).filter(ours).collect();
        let lift = |square: &Coordinates| format!("lift {}", to_gui(variant, &square.to_string()));
        own.iter().for_each(|square| self.session.send(lift(square)));
        let answers = self.answers();
        let lit = answers.iter().filter_map(|line| line.strip_prefix("highlight "));
        let lit: Vec<BTreeSet<Coordinates>> = lit.map(|line| marked(variant, line)).collect();
        let expected: Vec<_> = own.iter().map(|&from| targets(&self.game, from)).collect();
        self.session.check(lit == expected, &format!("not the moves of {}", self.game.fen()));
    }

    /// The answers up to the answer to a `ping`, which waits for the engine's move.
    fn answers(&mut self) -> Vec<String> {
        self.pings += 1;
        let number = 1_000_000 + self.pings;
        self.session.send(format!("ping {number}"));
        let answers = self.session.until(&format!("pong {number}"));
        self.pongs += answers.iter().filter(|line| line.starts_with("pong")).count();
        answers
    }

    /// Ends the session, in which no answer may be missing.
    pub fn end(mut self) {
        self.check_board();
        self.session.check(self.pongs == self.pings, "not one `pong` for each `ping`");
        self.session.end();
    }
}

/// The squares that are highlighted when the piece on a square is lifted: targets, or the piece captured en passant.
fn targets(game: &Game, from: Coordinates) -> BTreeSet<Coordinates> {
    let victim = game.position().en_passant_victim();
    let moves = game.legal_moves().into_iter().filter(|&mv| game.position().squares(mv).0 == from);
    let lit = |mv: dhow::position::Move| match mv.kind() {
        MoveKind::EnPassant => victim.expect("an en passant capture has a victim"),
        _ => game.position().squares(mv).1,
    };
    moves.map(lit).collect()
}

/// All squares of the board.
fn squares(variant: &Variant) -> impl Iterator<Item = Coordinates> {
    let (files, ranks) = (variant.files as u8, variant.ranks as u8);
    (0..ranks).flat_map(move |rank| (0..files).map(move |file| Coordinates { file, rank }))
}

/// The squares that a `highlight` line marks.
fn marked(variant: &Variant, placement: &str) -> BTreeSet<Coordinates> {
    let mut squares = BTreeSet::new();
    let mark = |file, rank, _| {
        squares.insert(Coordinates { file: file as u8, rank: rank as u8 });
        true
    };
    piece_placement::read(placement, variant.files, variant.ranks, mark).expect("a placement");
    squares
}
