//! How well the engine plays, and whether it keeps its time, in whole games. These tests take
//! minutes: `cargo test --release --test dhow strength:: -- --ignored --nocapture` runs them all and
//! prints a table of each. At most two threads search at a time.

use crate::common::parallel::two_at_a_time;
use crate::common::positions::{ONE_MOVE_GAMES, Random, variant};
use crate::common::program::Program;
use dhow::game::Game;
use dhow::pieces::Color;
use dhow::position::{Move, MoveKind, Outcome};
use dhow::search::{Engine, Limits};
use dhow::variant::{VARIANTS, Variant};
use std::sync::Arc;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// One test at a time, for each uses two cores.
fn machine() -> MutexGuard<'static, ()> {
    static MACHINE: Mutex<()> = Mutex::new(());
    MACHINE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn engine() -> Engine {
    let mut engine = Engine::new();
    engine.set_hash(16).expect("16 MiB");
    engine
}

fn best_move(engine: &mut Engine, game: &Game, milliseconds: u64) -> Move {
    let move_time = Some(Duration::from_millis(milliseconds));
    let summary = engine.search(game, Limits { move_time, ..Limits::default() });
    let best = summary.best().expect("the game is not over");
    assert!(game.legal_moves().contains(&best), "{}: {}", game.fen(), game.move_text(best));
    best
}

fn winner(outcome: Option<Outcome>) -> Option<Color> {
    match outcome {
        Some(Outcome::Win(winner, _)) => Some(winner),
        _ => None,
    }
}

fn mean(numbers: impl IntoIterator<Item = usize>) -> f64 {
    let numbers: Vec<usize> = numbers.into_iter().collect();
    numbers.iter().sum::<usize>() as f64 / numbers.len().max(1) as f64
}

/// The game of an engine with 100 ms a move against a mover that picks any legal move.
fn game_against_random(variant: &Arc<Variant>, engine_color: Color, seed: u64) -> Game {
    let mut random = Random::new(seed);
    let mut engine = engine();
    let mut game = Game::new(variant);
    while game.outcome().is_none() && game.moves().len() < 1000 {
        let mv = if game.side_to_move() == engine_color {
            best_move(&mut engine, &game, 100)
        } else {
            *random.pick(&game.legal_moves())
        };
        game.play(mv);
    }
    game
}

/// `cargo test --release --test dhow wins_every_game -- --ignored --nocapture`
#[test]
#[ignore = "minutes"]
fn wins_every_game_against_random_moves() {
    let _machine = machine();
    println!("100 ms a move against random legal moves, 20 games a variant");
    println!("| variant | won | drawn | lost | mean plies | longest |");
    println!("|---|---|---|---|---|---|");
    let mut failures = Vec::new();
    for variant in ONE_MOVE_GAMES.iter() {
        let jobs: Vec<(Color, u64)> =
            (0..20).map(|n| (Color::ALL[n as usize % 2], 1000 + n)).collect();
        let games =
            two_at_a_time(&jobs, |&(color, seed)| game_against_random(variant, color, seed));
        let (mut won, mut drawn, mut lost) = (0, 0, 0);
        for (game, &(color, seed)) in games.iter().zip(&jobs) {
            match winner(game.outcome()) {
                Some(winner) if winner == color => won += 1,
                other => {
                    lost += other.is_some() as u32;
                    drawn += other.is_none() as u32;
                    failures.push(format!("{} seed {seed}: {}", variant.id, game.fen()));
                }
            }
        }
        let plies = || games.iter().map(|game| game.moves().len());
        let longest = plies().max().unwrap_or(0);
        let mean = mean(plies());
        println!("| {} | {won} | {drawn} | {lost} | {mean:.0} | {longest} |", variant.id);
    }
    assert!(failures.is_empty(), "not won:\n{}", failures.join("\n"));
}

/// One player of a game with clocks, connected by a protocol.
trait Player {
    /// Sets up a new game at 1 s + 0.05 s.
    fn begin(variant: &Arc<Variant>) -> Self;
    /// Its move, and the time it took by the test's clock. `clocks` are White's and Black's.
    fn choose(&mut self, game: &Game, clocks: [Duration; 2]) -> (Option<Move>, String, Duration);
}

const BASE: Duration = Duration::from_millis(1000);
const INCREMENT: Duration = Duration::from_millis(50);

struct Uci(Program);

impl Player for Uci {
    fn begin(variant: &Arc<Variant>) -> Self {
        let mut program = Program::start();
        program.send("uci");
        program.wait_for("uciok");
        program.send(&format!("setoption name UCI_Variant value {}", variant.id));
        program.send("setoption name Hash value 16");
        program.send("isready");
        program.wait_for("readyok");
        Self(program)
    }

    fn choose(&mut self, game: &Game, clocks: [Duration; 2]) -> (Option<Move>, String, Duration) {
        let mut replay = Game::new(game.variant());
        let mut position = "position startpos moves".to_string();
        for &mv in game.moves() {
            position += &format!(" {}", replay.move_text(mv));
            replay.play(mv);
        }
        self.0.send(&position);
        let [white, black] = clocks.map(|clock| clock.as_millis());
        let increment = INCREMENT.as_millis();
        let go = format!("go wtime {white} btime {black} winc {increment} binc {increment}");
        let sent = self.0.send(&go);
        let (came, answer) = self.0.wait_for("bestmove ");
        let text = answer.split(' ').next().unwrap_or_default().to_string();
        (game.parse_move(&text).ok(), text, came - sent)
    }
}

struct XBoard(Program);

impl Player for XBoard {
    fn begin(variant: &Arc<Variant>) -> Self {
        let mut program = Program::start();
        program.send("xboard");
        program.send("protover 2");
        program.wait_for("feature done=1");
        for line in ["memory 32", "new", &format!("variant {}", variant.id), "level 0 0:01 0.05"] {
            program.send(line);
        }
        for line in ["nopost", "easy", "ping 1"] {
            program.send(line);
        }
        program.wait_for("pong 1");
        Self(program)
    }

    fn choose(&mut self, game: &Game, clocks: [Duration; 2]) -> (Option<Move>, String, Duration) {
        let own = clocks[game.side_to_move() as usize].as_millis() / 10;
        let other = clocks[(!game.side_to_move()) as usize].as_millis() / 10;
        self.0.send(&format!("time {own}"));
        self.0.send(&format!("otim {other}"));
        let sent = match game.moves().last() {
            Some(&mv) => {
                let mut before = game.clone();
                before.undo();
                self.0.send(&format!("usermove {}", xboard_text(&before, mv)))
            }
            None => self.0.send("go"),
        };
        let (came, text) = self.0.wait_for("move ");
        let mv = game.legal_moves().into_iter().find(|&mv| xboard_text(game, mv) == text);
        (mv, text, came - sent)
    }
}

/// A move in XBoard's form: en passant in two legs, and the Cardinal as its picture's letter.
fn xboard_text(game: &Game, mv: Move) -> String {
    let text = game.move_text(mv);
    if mv.kind() == MoveKind::EnPassant {
        let victim = game.position().en_passant_victim().expect("an en passant capture");
        let (from, to) = game.position().squares(mv);
        return format!("{from}{victim},{victim}{to}");
    }
    match text.strip_suffix('x') {
        Some(squares) => format!("{squares}a"),
        None => text,
    }
}

/// The results of a game with clocks.
struct Timed {
    game: Game,
    /// The least time left on a clock after a move.
    least: Duration,
    /// The longest time for a move.
    longest: Duration,
    flaw: Option<String>,
}

/// Plies after which a game is broken off.
const ADJUDICATED: usize = 400;

fn timed_game<P: Player>(variant: &Arc<Variant>) -> Timed {
    let mut players = [P::begin(variant), P::begin(variant)];
    let mut clocks = [BASE; 2];
    let mut timed =
        Timed { game: Game::new(variant), least: BASE, longest: Duration::ZERO, flaw: None };
    while timed.game.outcome().is_none() && timed.game.moves().len() < ADJUDICATED {
        let side = timed.game.side_to_move() as usize;
        let (mv, text, took) = players[side].choose(&timed.game, clocks);
        timed.longest = timed.longest.max(took);
        let Some(mv) = mv else {
            timed.flaw = Some(format!("illegal move {text} in {}", timed.game.fen()));
            break;
        };
        let Some(left) = clocks[side].checked_sub(took) else {
            timed.flaw = Some(format!("{took:?} of {:?} in {}", clocks[side], timed.game.fen()));
            break;
        };
        timed.least = timed.least.min(left);
        clocks[side] = left + INCREMENT;
        timed.game.play(mv);
    }
    timed
}

fn keeps_its_time<P: Player>(games: usize) {
    println!("| variant | plies | end | least left on a clock | longest move |");
    println!("|---|---|---|---|---|");
    let jobs: Vec<&Arc<Variant>> =
        (0..games).map(|number| &ONE_MOVE_GAMES[number % ONE_MOVE_GAMES.len()]).collect();
    let flaws: Vec<String> = two_at_a_time(&jobs, |variant| {
        let Timed { game, least, longest, flaw } = timed_game::<P>(variant);
        let end = match (&flaw, game.outcome()) {
            (Some(flaw), _) => flaw.clone(),
            (None, Some(Outcome::Win(winner, _))) => format!("{winner} mates"),
            (None, Some(Outcome::Draw(reason))) => format!("draw: {reason}"),
            (None, None) => "broken off".into(),
        };
        let (least, longest) = (least.as_millis(), longest.as_millis());
        let plies = game.moves().len();
        println!("| {} | {plies} | {end} | {least} ms | {longest} ms |", variant.id);
        flaw.map(|flaw| format!("{}: {flaw}", variant.id))
    })
    .into_iter()
    .flatten()
    .collect();
    assert!(flaws.is_empty(), "{}", flaws.join("\n"));
}

/// `cargo test --release --test dhow under_uci -- --ignored --nocapture`
#[test]
#[ignore = "minutes"]
fn keeps_its_time_under_uci() {
    let _machine = machine();
    println!("20 games between UCI processes at 1 s + 0.05 s, two at once");
    keeps_its_time::<Uci>(20);
}

/// `cargo test --release --test dhow under_xboard -- --ignored --nocapture`
#[test]
#[ignore = "minutes"]
fn keeps_its_time_under_xboard() {
    let _machine = machine();
    println!("6 games between XBoard processes at 1 s + 0.05 s, two at once");
    keeps_its_time::<XBoard>(6);
}

/// While another engine keeps both cores busy, two threads reach a fixed depth in several positions
/// of every game.
///
/// `cargo test --release --test dhow two_threads -- --ignored --nocapture`
#[test]
#[ignore = "minutes"]
fn two_threads_reach_their_depth_under_load() {
    const DEPTH: u32 = 7;
    let _machine = machine();
    let mut load = engine();
    load.set_threads(2).expect("threads");
    load.start(&Game::new(&VARIANTS[0]), Limits { infinite: true, ..Limits::default() }, |_| {});
    println!("2 threads to depth {DEPTH} beside 2 others");
    println!("| variant | position | move | score | nodes | ms |");
    println!("|---|---|---|---|---|---|");
    for (id, positions) in dhow::bench::POSITIONS {
        for (number, fen) in positions.iter().enumerate() {
            let game = Game::from_fen(variant(id), fen).expect("a position of the benchmark");
            let mut engine = engine();
            engine.set_threads(2).expect("threads");
            let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
            let summary = engine.search(&game, limits);
            let best = summary.best().expect("the game is not over");
            let (score, nodes, time) = (summary.score, summary.nodes, summary.time.as_millis());
            let text = game.move_text(best);
            println!("| {id} | {} | {text} | {score} | {nodes} | {time} |", number + 1);
            assert!(game.legal_moves().contains(&best), "{fen}: {text}");
            assert!(summary.depth >= DEPTH, "{fen}: depth {}", summary.depth);
            let mut after = game.clone();
            after.play(best);
            let reply_is_legal =
                summary.reply.is_none_or(|reply| after.legal_moves().contains(&reply.first()));
            assert!(reply_is_legal, "{fen}: the expected reply to {text}");
        }
    }
    assert!(load.is_searching());
}
