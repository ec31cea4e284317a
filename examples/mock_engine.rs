//! An engine that behaves in a given way, to test tournaments with.
//!
//! `mock_engine uci|xboard BEHAVIOUR [SEED]` plays random legal moves at once, but
//!
//! | behaviour | does |
//! |---|---|
//! | `legal` | nothing else |
//! | `illegal` | makes an illegal move in its third turn |
//! | `crash` | ends in its third turn |
//! | `stall` | says nothing any more from its third turn on |
//! | `slow` | takes a second for its third turn |
//! | `chatter` | writes a flood of lines, one of them endless, before each move |
//! | `flood` | writes lines in its third turn and does not stop |
//! | `halves` | writes each line in pieces |
//! | `half` | writes half a line in its third turn, and then no more |
//! | `mute` | answers nothing |
//! | `deaf` | never says that it is ready |
//! | `claim` | claims in its third turn to have won (UCI: to have no move) |
//! | `ignorant` | does not know any variant |
//! | `boardless` | accepts moves, but no position (XBoard) |
//! | `resign`, `reject`, `offer` | gives up, calls a move illegal, offers a draw (XBoard) |
//! | `terminal` | has escape sequences for a terminal in its name and in its third move |
//! | `boast` | declares options without end |
//! | `numb` | reads nothing more after it has introduced itself |
//! | `first` | makes the first legal move |
//! | `ponder` | expects the first legal move and ponders about it (UCI) |
//! | `san` | writes its moves in the short notation (XBoard) |
//! | `unnamed` | plays chess and does not say which games it knows (XBoard) |
//! | `en-passant` | captures en passant in one step if it can, `legs` in two |
//! | `lines` | makes a move of two legs if it can, and writes each leg in a line of its own (XBoard) |

use dhow::game::Game;
use dhow::position::{Move, MoveKind};
use dhow::variant::{VARIANTS, find};
use dhow::xboard::moves;
use std::io::{BufRead, Write, stdin, stdout};
use std::process::exit;
use std::thread::sleep;
use std::time::Duration;

/// Sequences that a terminal would obey: a title, a cleared screen, a right-to-left override, and C1; and the end of a
/// comment in PGN.
const ESCAPES: &str = "\x1b]0;x\x07\x1b[2J\u{202e}\u{9b}31m}";

/// The turn in which the behaviour begins.
const TURN: u32 = 3;

struct Mock {
    behaviour: String,
    random: fastrand::Rng,
    game: Game,
    turns: u32,
    /// Whether it answers moves (XBoard).
    playing: bool,
    /// Whether it ponders (UCI).
    pondering: bool,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [protocol, behaviour, rest @ ..] = arguments.as_slice() else {
        eprintln!("usage: mock_engine uci|xboard BEHAVIOUR [SEED]");
        exit(2);
    };
    let seed = rest.first().and_then(|text| text.parse().ok()).unwrap_or(1);
    let mut mock = Mock {
        behaviour: behaviour.clone(),
        random: fastrand::Rng::with_seed(seed),
        game: Game::new(&VARIANTS[0]),
        turns: 0,
        playing: false,
        pondering: false,
    };
    for line in stdin().lock().lines().map_while(Result::ok) {
        match protocol.as_str() {
            "xboard" => mock.xboard(line.trim()),
            _ => mock.uci(line.trim()),
        }
    }
}

impl Mock {
    fn is(&self, behaviour: &str) -> bool {
        self.behaviour == behaviour
    }

    /// Whether it is the turn in which the behaviour begins.
    fn now(&self, behaviour: &str) -> bool {
        self.is(behaviour) && self.turns == TURN
    }

    fn name(&self) -> &str {
        if self.is("terminal") { ESCAPES } else { "Mock" }
    }

    fn fall_numb(&self) {
        if self.is("numb") {
            sleep(Duration::from_secs(600));
        }
    }

    fn say(&self, line: &str) {
        let mut out = stdout().lock();
        // Nobody reads the output any more, so the engine ends.
        let mut write = |text: &str| {
            if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
                exit(0);
            }
        };
        if self.is("halves") {
            let (head, tail) = line.split_at(line.len() / 2);
            write(head);
            sleep(Duration::from_millis(1));
            write(tail);
            write("\n");
        } else {
            write(&format!("{line}\n"));
        }
    }

    fn uci(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "uci" if self.is("mute") => {}
            "uci" => {
                self.say(&format!("id name {}", self.name()));
                while self.is("boast") {
                    self.say("option name And more type string default of it");
                }
                if !self.is("ignorant") {
                    let ids: Vec<&str> =
                        VARIANTS.iter().map(|variant| variant.id.as_str()).collect();
                    let choices = ids.join(" var ");
                    self.say(&format!(
                        "option name UCI_Variant type combo default {} var {choices}",
                        ids[0]
                    ));
                }
                if self.is("ponder") {
                    self.say("option name Ponder type check default false");
                }
                self.say("option name Hash type spin default 1 min 1 max 100");
                self.say("uciok");
                self.fall_numb();
            }
            "isready" if self.is("deaf") => {}
            "isready" => self.say("readyok"),
            "ucinewgame" => self.turns = 0,
            "setoption" => {
                let variant = rest.strip_prefix("name UCI_Variant value ").and_then(find);
                if let Some(variant) = variant {
                    self.game = Game::new(variant);
                }
            }
            "position" => self.position(rest),
            "go" if rest.starts_with("ponder") => self.pondering = true,
            "go" => self.uci_turn(),
            "ponderhit" | "stop" if self.pondering => {
                self.pondering = false;
                self.uci_turn();
            }
            "quit" => exit(0),
            _ => {}
        }
    }

    fn uci_turn(&mut self) {
        self.turn(|mock, text| {
            let mut line = format!("bestmove {text}");
            if let (true, Ok(mv)) = (mock.is("ponder"), mock.game.parse_move(text)) {
                let mut after = mock.game.clone();
                after.play(mv);
                if let Some(&reply) = after.legal_moves().first() {
                    line += &format!(" ponder {}", after.move_text(reply));
                }
            }
            mock.say(&line);
        });
    }

    fn position(&mut self, text: &str) {
        let (start, moves) = text.split_once(" moves ").unwrap_or((text, ""));
        let variant = self.game.variant();
        self.game = match start.strip_prefix("fen ") {
            Some(fen) => Game::from_fen(variant, fen).expect("a position"),
            None => Game::new(variant),
        };
        for mv in moves.split(' ').filter(|mv| !mv.is_empty()) {
            self.game.play_turn_text(mv).expect("a legal move");
        }
    }

    fn xboard(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "protover" if self.is("mute") => {}
            "protover" => {
                let ids: Vec<&str> = VARIANTS.iter().map(|variant| variant.id.as_str()).collect();
                let ids = if self.is("ignorant") { "normal".into() } else { ids.join(",") };
                let name = self.name();
                let setboard = u8::from(!self.is("boardless"));
                self.say(&format!(
                    "feature done=0 myname=\"{name}\" ping=1 setboard={setboard} usermove=1"
                ));
                while self.is("boast") {
                    self.say("feature option=\"And more -string of it\" variants=\"a,b,c\"");
                }
                if !self.is("unnamed") {
                    self.say(&format!("feature variants=\"{ids}\""));
                }
                self.say("feature sigint=0 option=\"Hash -spin 1 1 9\"");
                self.say("feature done=1");
                self.fall_numb();
            }
            "ping" if self.is("deaf") => {}
            "ping" => self.say(&format!("pong {rest}")),
            "variant" => {
                self.game = Game::new(find(rest).expect("a variant"));
                self.say("setup (PNBRQKpnbrqk) 12x12+0_fairy whatever w - - 0 1");
                self.say("piece P& fmWfcF");
            }
            "new" => {
                self.turns = 0;
                self.game = Game::new(find("chess").expect("a game"));
            }
            "force" => self.playing = false,
            "setboard" if !self.is("boardless") => {
                self.game = Game::from_fen(self.game.variant(), rest).expect("a position");
            }
            "usermove" => {
                let mv = moves::from_gui(&self.game, rest).expect("a legal move");
                self.game.play(mv);
                if self.playing {
                    self.xboard_turn();
                }
            }
            "go" => {
                self.playing = true;
                self.xboard_turn();
            }
            "draw" if self.is("offer") => self.say("offer draw"),
            "quit" => exit(0),
            _ => {}
        }
    }

    fn xboard_turn(&mut self) {
        match self.behaviour.as_str() {
            "resign" if self.turns + 1 == TURN => return self.say("resign"),
            "reject" if self.turns + 1 == TURN => return self.say("Illegal move: your last"),
            "offer" => self.say("offer draw"),
            _ => {}
        }
        self.turn(|mock, text| {
            mock.say("5 12 1 100\tnothing");
            mock.say(&match mock.now("claim") {
                true => format!(
                    "{} {{I win}}",
                    if mock.game.side_to_move().letter() == 'w' { "1-0" } else { "0-1" }
                ),
                false if mock.is("lines") => format!("move {}", text.replace(',', ",\nmove ")),
                false => format!("move {text}"),
            });
            let mv = moves::from_gui(&mock.game, text);
            let mv = mv.ok().or_else(|| mock.game.position().parse_san(text).ok());
            mock.game.play_moves(mv.as_slice());
        });
    }

    /// Chooses a move and answers with it, unless the behaviour demands something else.
    fn turn(&mut self, answer: impl FnOnce(&mut Self, &str)) {
        self.turns += 1;
        let moves = self.game.legal_moves();
        let captures = moves.iter().find(|mv| mv.kind() == MoveKind::EnPassant);
        let castling = moves.iter().find(|mv| mv.kind() == MoveKind::Castling);
        let first = moves.first().filter(|_| self.is("first"));
        let is_long = |mv: &&Move| moves::to_gui(&self.game, **mv).contains(',');
        let long = moves.iter().filter(|_| self.is("lines")).find(is_long);
        let chosen = long
            .or(captures)
            .or(castling)
            .or(first)
            .or_else(|| self.random.choice(moves.iter()))
            .copied();
        let text = chosen.map_or("(none)".into(), |mv| self.text(mv));
        if self.now("crash") {
            exit(3);
        } else if self.now("stall") {
            sleep(Duration::from_secs(600));
        } else if self.now("slow") {
            sleep(Duration::from_secs(1));
        } else if self.now("half") {
            let _ = stdout().write_all(b"bestmo").and_then(|()| stdout().flush());
            let _ = stdout().write_all(b"ve").and_then(|()| stdout().flush());
            return;
        }
        while self.now("flood") {
            self.say("info string and on and on");
        }
        if self.is("chatter") {
            (0..3000).for_each(|_| self.say("info string and on and on"));
            self.say(&"x".repeat(3 << 20));
        }
        let text = if self.now("illegal") { "a1a1".into() } else { text };
        let text = if self.now("claim") { "(none)".into() } else { text };
        let text = if self.now("terminal") { format!("{text}{ESCAPES}") } else { text };
        self.say("info depth 5 score cp 12 nodes 100");
        answer(self, &text);
    }

    fn text(&self, mv: Move) -> String {
        match self.behaviour.as_str() {
            "legs" | "lines" => moves::to_gui(&self.game, mv),
            "san" => self.game.position().san(mv),
            _ => self.game.move_text(mv),
        }
    }
}
