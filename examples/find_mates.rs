//! Finds the forced mates of `mate-data` in games that the engine played against itself.
//!
//! `find_mates GAMES.dat [FROM [TO [SHORTEST]]]` reads a file of `dhow datagen`, searches the last positions of its
//! games, or of those from one number up to another (not included), for mates. It proves the mates that it needs by
//! trying everything, and writes the suite to stdout: mates in 2 to 8 moves, or in SHORTEST to 8. The same games give
//! the same suite.

#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../tests/common/mate_suite.rs"]
#[allow(clippy::disallowed_methods, reason = "a tool of the project")]
mod mate_suite;
#[path = "../crates/dhow-rules/tests/common/parallel.rs"]
#[allow(clippy::disallowed_methods, reason = "a tool of the project")]
mod parallel;
#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../crates/dhow-rules/tests/common/positions.rs"]
mod positions;

use dhow::bitboard::SquareSet;
use dhow::game::Game;
use dhow::position::Move;
use dhow::proof::MateSearch;
use dhow::search::{Engine, Limits};
use dhow::training::{GameFile, GameRecord};
use dhow::variant::{VARIANTS, Variant};
use mate_suite::Problem;
use parallel::two_at_a_time;
use positions::of_game;
use std::cmp::Reverse;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

/// Halfmoves to a draw by the limit of moves in all the games.
const HALFMOVE_LIMIT: u32 = 100;
/// The shortest mates of the suite, in moves.
const SHORTEST: u32 = 2;
/// The longest.
const LONGEST: u32 = 8;
/// Problems wanted of each length and variant.
const EACH: usize = 2;
/// The number of last halfmoves of a game in which mates are searched.
const LAST_PLIES: usize = 24;
/// Nodes for the search of a position.
const NODES: u64 = 50_000;
/// Nodes for the search of a position in which the first search found no mate, if the position after it has one.
const MANY_NODES: u64 = 150_000;
/// Positions that one question to the proof may visit.
const PROOF: u64 = 20_000;
/// Candidates tried for a problem before it is given up.
const TRIES: usize = 4;

/// A position with a mate, according to the engine.
#[derive(Clone)]
struct Candidate {
    game: Game,
    number: u32,
    ply: usize,
    moves: u32,
    /// Whether the engine's move gives neither check nor captures.
    quiet: bool,
    /// Whether the engine needed many nodes.
    hard: bool,
    men: u32,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Result<Vec<u32>, _> = arguments.iter().skip(1).map(|text| text.parse()).collect();
    let (Some(file), Ok(numbers)) = (arguments.first(), numbers) else {
        eprintln!("usage: find_mates GAMES.dat [FROM [TO [SHORTEST]]]");
        std::process::exit(2);
    };
    let bound = |place: usize| numbers.get(place).copied();
    let lengths = bound(2).unwrap_or(SHORTEST)..=LONGEST;
    let numbers = bound(0).unwrap_or(0)..bound(1).unwrap_or(u32::MAX);
    let mut games = Vec::new();
    let read = GameFile::read(Path::new(file), &VARIANTS, |variant, record| {
        games.push((variant.clone(), record));
        Ok(())
    });
    let read = read.unwrap_or_else(|error| {
        eprintln!("{file}: {error}");
        std::process::exit(2)
    });
    read.damaged.iter().for_each(|damage| eprintln!("{file}: {damage}"));
    let settings = read.settings;
    games.retain(|(_, record)| numbers.contains(&record.number));
    games.sort_by_key(|(_, record)| record.number);
    let found = two_at_a_time(&games, |(variant, record)| candidates(variant, record)).concat();
    eprintln!("{} games, {} mates", games.len(), found.len());
    println!("# Dhow: forced mates.");
    println!("#");
    println!(
        "# One position a line: FEN ;variant ID ;dm MOVES ;proof exact|at-most ;quiet N ;id ORIGIN"
    );
    println!(
        "# The side to move mates in at most MOVES moves of its own, against every defence; `exact`:"
    );
    println!(
        "# and in no fewer, by exhaustive search. There is such a mate with at most N moves in any line"
    );
    println!(
        "# that give no check. The positions come from games that the engine played against itself"
    );
    println!("# ({settings}).");
    let problems = two_at_a_time(&VARIANTS, |variant| {
        let of_variant = |candidate: &&Candidate| candidate.game.variant().id == variant.id;
        choose(&found.iter().filter(of_variant).collect::<Vec<_>>(), &lengths)
    });
    for problems in problems {
        println!();
        problems.iter().for_each(|problem| println!("{problem}"));
    }
}

/// The positions near the end of a game in which the engine finds a mate.
fn candidates(variant: &Arc<Variant>, record: &GameRecord) -> Vec<Candidate> {
    let mut positions = Vec::new();
    let mut ply = 0;
    let replayed = record.replay(variant, |game, _, score| {
        ply += 1;
        if ply + LAST_PLIES > record.plies.len() && score > 0 {
            positions.push((ply, game.fen()));
        }
    });
    if let Err(error) = replayed {
        eprintln!("game {}: {error}", record.number);
        return Vec::new();
    }
    let mut engine = Engine::new();
    engine.set_hash(4).expect("4 MiB");
    let mut found = Vec::new();
    let mut hard = false;
    for (ply, fen) in positions.into_iter().rev() {
        let game = Game::from_fen(variant, &fen).expect("a position of a game");
        let (mut best, mut moves) = search(&mut engine, &game, NODES);
        if moves < 1 && !found.is_empty() {
            hard = true;
            (best, moves) = search(&mut engine, &game, MANY_NODES);
        }
        if moves < 1 {
            break;
        }
        let clock = u32::from(game.position().halfmove_clock());
        if clock + 2 * LONGEST < HALFMOVE_LIMIT {
            let (quiet, men) = (is_quiet(&game, best), of_game(&game).occupied().count());
            let (number, moves) = (record.number, moves as u32);
            found.push(Candidate { game, number, ply, moves, quiet, hard, men });
        }
        if hard {
            break;
        }
    }
    found
}

/// The best move, and in how many moves it mates; 0 if no mate is found.
fn search(engine: &mut Engine, game: &Game, nodes: u64) -> (Move, i32) {
    engine.clear();
    let limits = Limits { mate: Some(LONGEST), nodes: Some(nodes), ..Limits::default() };
    let summary = engine.search(game, limits);
    let best = summary.best().expect("a move was made here");
    (best, summary.score.mate_in_moves().unwrap_or(0))
}

fn is_quiet(game: &Game, mv: Move) -> bool {
    let mut position = of_game(game).clone();
    let captures = position.on(mv.to()).is_some();
    position.make(mv);
    !captures && !position.in_check()
}

/// Problems of one game, at most one of each length, the longest first. For each length it prefers one that was hard to
/// find and one that starts with a quiet move, and otherwise those with most men.
fn choose(candidates: &[&Candidate], lengths: &RangeInclusive<u32>) -> Vec<Problem> {
    let mut found: Vec<Problem> = Vec::new();
    let mut games = Vec::new();
    for (moves, turn) in
        lengths.clone().rev().flat_map(|moves| (0..EACH).map(move |turn| (moves, turn)))
    {
        let count = |found: &[Problem], moves| found.iter().filter(|p| p.moves == moves).count();
        let mut rest: Vec<_> =
            candidates.iter().filter(|candidate| candidate.moves == moves).collect();
        rest.retain(|candidate| !games.contains(&candidate.number));
        rest.sort_by_key(|candidate| {
            let first = if turn == 0 { candidate.hard } else { candidate.quiet };
            (!first, Reverse(candidate.men), candidate.number, candidate.ply)
        });
        for candidate in rest.into_iter().take(TRIES) {
            if count(&found, moves) > turn {
                break;
            }
            let new = prove(candidate)
                .filter(|p| lengths.contains(&p.moves) && count(&found, p.moves) < EACH);
            if let Some(problem) = new.filter(|_| !games.contains(&candidate.number)) {
                games.push(candidate.number);
                found.push(problem);
            }
        }
    }
    found.sort_by_key(|problem| problem.moves);
    found
}

/// Proves a candidate within the limits. If a shorter mate cannot be ruled out, it looks for shorter mates by checks
/// only, and proves the mate that the engine found.
fn prove(candidate: &Candidate) -> Option<Problem> {
    let mut position = of_game(&candidate.game).clone();
    let mut exact = true;
    for moves in 1..=candidate.moves {
        for quiet in 0..moves {
            if !exact && quiet > 0 && moves < candidate.moves {
                break;
            }
            match MateSearch::with_limit(PROOF).mates_with(&mut position, moves, quiet) {
                Ok(true) => {
                    let origin = format!("game {} ply {}", candidate.number, candidate.ply);
                    let game = candidate.game.clone();
                    return Some(Problem { game, moves, exact, quiet, origin });
                }
                Ok(false) => {}
                Err(_) => {
                    exact = false;
                    break;
                }
            }
        }
    }
    None
}
