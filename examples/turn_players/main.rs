//! Three simple players of the games with leaders, as opponents to measure an engine by. They speak UCI.
//!
//! `turn_players random|greedy [SEED]` or `turn_players beam [SEED [WIDTH]]`
//!
//! | player | each turn |
//! |---|---|
//! | `random` | draws action after action; each legal action, the end of the turn included, is equally likely. So whole
//! turns are not equally likely: most have as many moves as allowed |
//! | `greedy` | chooses action after action: the capture of a leader if there is one, otherwise the capture that gains
//! most; otherwise the piece that then is nearest to an enemy leader, or else to any enemy, comes nearer, a leader only
//! if nothing else can; otherwise it draws an action. It ends no turn in which it could still capture |
//! | `beam` | builds turns action by action. At each length it continues the WIDTH (24) turns with the best count, or
//! all turns if a side has at most two moves a turn. Then it takes the turn with the best count after the opponent's
//! best series of captures in reply |
//!
//! `count.rs` defines the count. The seed (1) is for random actions and for the choice among equals. Each position
//! draws its own random numbers, so that a player's turns depend on its seed and the game, not on the turns before,
//! unless `beam` runs out of time. It thinks at most a second, and less than `movetime` or its share of the clock.
//!
//! Forty games of Dhow against one of them:
//!
//! ```text
//! cargo build --release --bin dhow --example turn_players
//! target/release/dhow match -variant chieftain -games 40 -each st=1 \
//!     -engine cmd=self name=dhow \
//!     -engine cmd=target/release/examples/turn_players arg=beam arg=7 name=beam
//! ```

mod beam;
mod count;
mod simple;

use dhow::command::CommandPosition;
use dhow::game::{Game, Visitor};
use dhow::geometry::Geometry;
use dhow::pieces::Color;
use dhow::position::{Move, Position};
use dhow::variant::{VARIANTS, Variant};
use std::io::{BufRead, Write, stdin, stdout};
use std::process::ExitCode;
use std::str::SplitAsciiWhitespace;
use std::sync::Arc;
use std::time::{Duration, Instant};

const USAGE: &str =
    "usage: turn_players random|greedy [SEED]\n       turn_players beam [SEED [WIDTH]]";

/// The longest time for a turn.
const LONGEST: Duration = Duration::from_secs(1);
/// The part of the allowed time that is not used for thinking.
const OVERHEAD: Duration = Duration::from_millis(30);
/// A clock is divided among this number of turns.
const TURNS_TO_GO: u32 = 30;

#[derive(Clone, Copy)]
enum Kind {
    Random,
    Greedy,
    Beam { width: usize },
}

#[derive(Clone, Copy)]
struct Player {
    kind: Kind,
    seed: u64,
}

impl Player {
    /// The player that the command line asks for.
    fn from_arguments(arguments: &[String]) -> Option<Self> {
        let (name, numbers) = arguments.split_first()?;
        let number = |place: usize, default| match numbers.get(place) {
            Some(text) => text.parse().ok(),
            None => Some(default),
        };
        let (kind, most) = match name.as_str() {
            "random" => (Kind::Random, 1),
            "greedy" => (Kind::Greedy, 1),
            "beam" => {
                let width = usize::try_from(number(1, beam::WIDTH)?).ok()?;
                (Kind::Beam { width: (width > 0).then_some(width)? }, 2)
            }
            _ => return None,
        };
        (numbers.len() <= most).then_some(())?;
        Some(Self { kind, seed: number(0, 1)? })
    }

    fn name(self) -> &'static str {
        match self.kind {
            Kind::Random => "random",
            Kind::Greedy => "greedy",
            Kind::Beam { .. } => "beam",
        }
    }
}

/// A turn to be chosen.
struct Choice {
    player: Player,
    deadline: Instant,
}

impl Visitor for Choice {
    /// The actions of the turn; none if there is no legal one.
    type Output = Vec<Move>;

    /// These games are not offered.
    fn visit<G: Geometry>(self, _: &Position<G>) -> Vec<Move> {
        Vec::new()
    }

    fn visit_command<G: Geometry>(self, position: &CommandPosition<G>) -> Vec<Move> {
        let mut position = position.clone();
        let seed = self.player.seed ^ position.key() ^ u64::from(position.fullmove()) << 32;
        let mut random = fastrand::Rng::with_seed(seed);
        match self.player.kind {
            Kind::Random => simple::turn(&mut position, |now| simple::random(now, &mut random)),
            Kind::Greedy => simple::turn(&mut position, |now| simple::greedy(now, &mut random)),
            Kind::Beam { width } => beam::turn(&mut position, width, self.deadline, &mut random),
        }
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(player) = Player::from_arguments(&arguments) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let Some(variant) = games().next() else { return ExitCode::FAILURE };
    let mut session = Session { player, game: Game::new(variant) };
    for line in stdin().lock().lines().map_while(Result::ok) {
        if line.trim() == "quit" || session.hear(&line).is_err() {
            break;
        }
    }
    ExitCode::SUCCESS
}

/// The games that are played.
fn games() -> impl Iterator<Item = &'static Arc<Variant>> {
    VARIANTS.iter().filter(|variant| variant.command.is_some())
}

fn say(text: &str) -> std::io::Result<()> {
    let mut out = stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
}

struct Session {
    player: Player,
    game: Game,
}

impl Session {
    /// Obeys a line. Reports an invalid line as `info string` and then changes nothing. An error means that nobody
    /// reads the output.
    fn hear(&mut self, line: &str) -> std::io::Result<()> {
        let started = Instant::now();
        let mut words = line.split_ascii_whitespace();
        let done = match words.next() {
            Some("uci") => return self.introduce(),
            Some("isready") => return say("readyok"),
            Some("go") => {
                let deadline = started + time_for_turn(words, self.game.side_to_move());
                return say(&format!("bestmove {}", self.choose(deadline)));
            }
            Some("setoption") => self.set_option(words),
            Some("position") => self.set_position(words),
            _ => Ok(()),
        };
        done.or_else(|flaw| say(&format!("info string {flaw}")))
    }

    fn introduce(&self) -> std::io::Result<()> {
        say(&format!("id name {}", self.player.name()))?;
        let ids: Vec<&str> = games().map(|variant| variant.id.as_str()).collect();
        let (first, ids) = (ids[0], ids.join(" var "));
        say(&format!("option name UCI_Variant type combo default {first} var {ids}"))?;
        say("uciok")
    }

    fn set_option(&mut self, words: SplitAsciiWhitespace) -> Result<(), String> {
        let words: Vec<&str> = words.collect();
        let ["name", name, "value", id] = words[..] else {
            return Err("setoption: expected `name UCI_Variant value GAME`".into());
        };
        if !name.eq_ignore_ascii_case("UCI_Variant") {
            return Err(format!("No such option: {name}"));
        }
        let variant = games().find(|variant| variant.id == id);
        self.game = Game::new(variant.ok_or_else(|| format!("No such game: {id}"))?);
        Ok(())
    }

    fn set_position(&mut self, mut words: SplitAsciiWhitespace) -> Result<(), String> {
        let variant = self.game.variant();
        let start = words.next();
        let before: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
        let mut game = match (start, before.is_empty()) {
            (Some("startpos"), true) => Game::new(variant),
            (Some("fen"), _) => Game::from_fen(variant, &before.join(" "))
                .map_err(|error| format!("position: {error}"))?,
            _ => return Err("position: expected `startpos` or `fen FEN`, then `moves`".into()),
        };
        for text in words {
            game.play_turn_text(text).map_err(|error| format!("position: {error}"))?;
        }
        self.game = game;
        Ok(())
    }

    /// The text of the turn to be played.
    fn choose(&self, deadline: Instant) -> String {
        let turn = match self.game.outcome() {
            None => self.game.position().visit(Choice { player: self.player, deadline }),
            Some(_) => Vec::new(),
        };
        if turn.is_empty() { "(none)".into() } else { self.game.turn_text(&turn) }
    }
}

/// The time for a turn, by the words after `go`. Ignores words that are not about time.
fn time_for_turn(mut words: SplitAsciiWhitespace, side: Color) -> Duration {
    let (clock, increment) = match side {
        Color::White => ("wtime", "winc"),
        Color::Black => ("btime", "binc"),
    };
    let (mut exact, mut left, mut more, mut turns) = (None, None, Duration::ZERO, TURNS_TO_GO);
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|text| text.parse::<i64>().ok()).unwrap_or(0);
        let mut time = || Duration::from_millis(number().max(0) as u64);
        match word {
            "movetime" => exact = Some(time()),
            word if word == clock => left = Some(time()),
            word if word == increment => more = time(),
            "movestogo" => turns = (number().clamp(1, TURNS_TO_GO.into()) as u32).max(2),
            _ => {}
        }
    }
    let share = left.map(|left| (left / turns + more).min(left / 2));
    let allowed = exact.or(share).map_or(LONGEST, |time| time.saturating_sub(OVERHEAD));
    allowed.min(LONGEST)
}
