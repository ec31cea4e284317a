//! Whether the engine wins won endings against a bare King, within the 50-move rule and against best defence. Takes
//! minutes: `cargo test --release --test dhow conversion:: -- --ignored --nocapture`.

use crate::common::positions::{Random, placement_text, variant};
use crate::common::positions::{of_game, rules};
use dhow::bitboard::SquareSet;
use dhow::endgame::{Ending, Tables, Value};
use dhow::game::Game;
use dhow::geometry::Layout12;
use dhow::position::Outcome;
use dhow::search::{Engine, Limits, TimeLeft};
use dhow::variant::Variant;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The engine's time.
#[derive(Clone, Copy)]
enum Pace {
    /// A time for each move.
    Move(Duration),
    /// A clock for the game, and the increment per move.
    Game(Duration, Duration),
}

impl std::fmt::Display for Pace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Move(time) => write!(f, "{} ms a move", time.as_millis()),
            Self::Game(time, more) => write!(f, "{:?} and {more:?} a move", time),
        }
    }
}

/// Wins that are longer leave the engine little room.
const LONGEST: u16 = 40;

/// A position of an ending that White or Black wins in at most [`LONGEST`] moves.
fn won_position(random: &mut Random, tables: &Tables<Layout12>, letters: &str) -> (Game, u16) {
    let variant = tables.rules().variant();
    loop {
        let mut board = [['.'; 12]; 12];
        let black_wins = random.one_in(2);
        let case = |letter: char, white: bool| {
            if white { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
        };
        let strong = letters.chars().filter(char::is_ascii_alphabetic).chain(['K']);
        let pieces: Vec<char> =
            strong.map(|letter| case(letter, !black_wins)).chain([case('K', black_wins)]).collect();
        for &piece in &pieces {
            board[random.below(12)][random.below(12)] = piece;
        }
        let side = *random.pick(&['w', 'b']);
        let fen = format!("{} {side} - - 0 1", placement_text(&board));
        let Ok(game) = Game::from_fen(variant, &fen) else { continue };
        let all_there = of_game(&game).occupied().count() as usize == pieces.len();
        match tables.judge(of_game(&game)) {
            Ok(Value::Win(moves)) if all_there && (1..=LONGEST).contains(&moves) => {
                return (game, moves);
            }
            _ => {}
        }
    }
}

/// The engine has the pieces. The bare King makes the moves that delay the mate longest.
fn play(tables: &Tables<Layout12>, start: &Game, engine: &mut Engine, pace: Pace) -> Game {
    let mut game = start.clone();
    let mut remaining = match pace {
        Pace::Move(_) => Duration::ZERO,
        Pace::Game(time, _) => time,
    };
    while game.outcome().is_none() {
        let placement = of_game(&game).placement();
        let strong = placement.side(game.side_to_move()).has_many();
        let best = (!strong).then(|| tables.line(of_game(&game))?.first().copied()).flatten();
        let mv = best.unwrap_or_else(|| {
            let mut limits = Limits::default();
            match pace {
                Pace::Move(time) => limits.move_time = Some(time),
                Pace::Game(_, increment) => {
                    limits.clock = Some(TimeLeft { remaining, increment, moves_to_go: None });
                }
            }
            let began = Instant::now();
            let best = engine.search(&game, limits).best().expect("the game is not over");
            if let Pace::Game(_, increment) = pace {
                let left = remaining.checked_sub(began.elapsed());
                remaining = left.expect("the engine keeps to its clock") + increment;
            }
            best
        });
        game.play(mv);
    }
    game
}

/// Plays from won positions of an ending, two games at a time. Each engine plays many games one after another. Returns
/// the games that were not won.
fn convert(variant: &Arc<Variant>, letters: &str, games: usize, pace: Pace) -> Vec<String> {
    let tables = Tables::new(rules(variant));
    tables.table(&Ending::parse(tables.rules(), letters).expect(letters)).expect(letters);
    let mut random = Random::new(letters.bytes().map(u64::from).sum());
    let starts: Vec<_> = (0..games).map(|_| won_position(&mut random, &tables, letters)).collect();
    let next = AtomicUsize::new(0);
    let results = Mutex::new((Vec::new(), 0, 0));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut engine = Engine::new();
                engine.set_hash(16).expect("16 MiB");
                while let Some((start, moves)) = starts.get(next.fetch_add(1, Relaxed)) {
                    let game = play(&tables, start, &mut engine, pace);
                    let outcome = game.outcome();
                    let mut results = results.lock().expect("no panic");
                    let (failures, used, needed) = &mut *results;
                    if matches!(outcome, Some(Outcome::Win(..))) {
                        *used += game.moves().len().div_ceil(2);
                        *needed += usize::from(*moves);
                    } else {
                        let end = outcome.map(|outcome| outcome.to_string()).unwrap_or_default();
                        let (from, to) = (start.start_fen(), game.fen());
                        failures.push(format!("{letters}: {end}, mate in {moves} {from}, {to}"));
                    }
                }
            });
        }
    });
    let (failures, used, needed) = results.into_inner().expect("no panic");
    let won = games - failures.len();
    let mean = |moves: usize| moves as f64 / won.max(1) as f64;
    let (used, needed) = (mean(used), mean(needed));
    println!("| {letters} | {} | {won} of {games} | {used:.1} | {needed:.1} |", variant.id);
    failures
}

fn check(endings: &[(&str, &str)], games: usize, pace: Pace) {
    println!("{pace} against best defence, moves on average");
    println!("| King and | game | won | used | needed |");
    println!("|---|---|---|---|---|");
    let converted = endings.iter().map(|(id, letters)| convert(variant(id), letters, games, pace));
    let failures = converted.collect::<Vec<_>>().concat();
    assert!(failures.is_empty(), "not won:\n{}", failures.join("\n"));
}

#[test]
#[ignore = "minutes"]
fn one_piece_wins() {
    let endings = [
        ("zanzibar-xl", "Q"),
        ("zanzibar-xl", "R"),
        ("zanzibar-xl", "L"),
        ("zanzibar-xl", "G"),
        ("zanzibar-xl", "F"),
        ("zanzibar-xl", "D"),
        ("zanzibar-xl", "I"),
        ("zanzibar-xl", "P"),
        ("maasai", "P"),
        ("zanzibar-xxl", "S"),
        ("zanzibar-xl-classic", "H"),
        ("zanzibar-xl-classic", "X"),
    ];
    check(&endings, 20, Pace::Move(Duration::from_millis(100)));
}

#[test]
#[ignore = "minutes"]
fn two_pieces_win() {
    let pairs = ["B+B", "U+U", "W+W", "O+U", "E+E", "C+B", "M+C", "N+W", "Z+O", "B+N"];
    let pace = Pace::Game(Duration::from_secs(60), Duration::from_millis(600));
    check(&pairs.map(|letters| ("zanzibar-xl", letters)), 10, pace);
}
