//! Finds the forced mates of `mate-data` in games that the engine played against itself.
//!
//! `find_mates GAMES.dat [EVERY]` reads a file of `dhow datagen`, searches the last positions of every
//! so many-th game for mates, proves those that it needs by trying everything, and writes the suite to
//! stdout. With the same file it finds the same.

#[path = "../tests/common/mate_suite.rs"]
mod mate_suite;
#[path = "../tests/common/mates.rs"]
mod mates;
#[path = "../tests/common/positions.rs"]
mod positions;

use dhow::bitboard::SquareSet;
use dhow::game::Game;
use dhow::position::{FIFTY_MOVES, Move};
use dhow::search::{Engine, Limits};
use dhow::training::{GameFile, GameRecord};
use dhow::variant::{VARIANTS, Variant};
use mate_suite::Problem;
use mates::MateSearch;
use rayon::prelude::*;
use std::path::Path;

/// Lengths wanted, in moves.
const LENGTHS: std::ops::RangeInclusive<u32> = 2..=8;
/// Problems wanted of each length and variant.
const EACH: usize = 2;
/// Halfmoves before the end of a game that are looked at.
const LAST_PLIES: usize = 24;
/// Nodes for the search of a position.
const NODES: u64 = 60_000;
/// Positions for one question to the proof.
const PROOF: u64 = 400_000;
/// Candidates tried for a problem before it goes without.
const TRIES: usize = 12;

/// A position with a mate, according to the engine.
struct Candidate {
    game: Game,
    number: u32,
    ply: usize,
    moves: u32,
    /// Whether the engine's move gives neither check nor captures.
    quiet: bool,
    men: u32,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, rest @ ..] = &arguments[..] else {
        eprintln!("usage: find_mates GAMES.dat [EVERY]");
        std::process::exit(2);
    };
    let every: u32 = rest.first().map_or(Ok(1), |text| text.parse()).unwrap_or_else(|error| {
        eprintln!("EVERY is no number: {error}");
        std::process::exit(2)
    });
    let mut games = Vec::new();
    let read = GameFile::read(Path::new(file), |variant, record| {
        if record.number.is_multiple_of(every.max(1)) {
            games.push((variant, record));
        }
        Ok(())
    });
    let settings = read.unwrap_or_else(|error| {
        eprintln!("{file}: {error}");
        std::process::exit(2)
    });
    games.sort_by_key(|(_, record)| record.number);
    let found: Vec<Candidate> =
        games.par_iter().map(|(variant, record)| candidates(variant, record)).flatten().collect();
    eprintln!("{} games, {} mates", games.len(), found.len());
    println!("# Dhow: forced mates.");
    println!("#");
    println!("# One position a line: FEN ;variant ID ;dm MOVES ;proof exact|at-most ;quiet N ;id ORIGIN");
    println!("# The side to move mates in at most MOVES moves of its own, against every defence; `exact`:");
    println!("# and in no fewer, by exhaustive search. There is such a mate with at most N moves in any line");
    println!("# that give no check. The positions come from games that the engine played against itself");
    println!("# ({settings}).");
    for variant in &VARIANTS {
        let of_variant: Vec<&Candidate> =
            found.iter().filter(|candidate| candidate.game.variant().id == variant.id).collect();
        let problems: Vec<Vec<Problem>> = LENGTHS
            .collect::<Vec<_>>()
            .par_iter()
            .map(|&moves| choose(&of_variant, moves))
            .collect();
        println!();
        problems.iter().flatten().for_each(|problem| println!("{problem}"));
    }
}

/// The positions near the end of a game in which the engine finds a mate.
fn candidates(variant: &'static Variant, record: &GameRecord) -> Vec<Candidate> {
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
    for (ply, fen) in positions.into_iter().rev() {
        let game = Game::from_fen(variant, &fen).expect("a position of a game");
        engine.clear();
        let limits =
            Limits { mate: Some(*LENGTHS.end()), nodes: Some(NODES), ..Limits::default() };
        let summary = engine.search(&game, limits);
        let (Some(best), Some(moves)) = (summary.best, summary.score.mate_in_moves()) else { break };
        if moves < 1 {
            break;
        }
        let clock = u32::from(game.position().halfmove_clock());
        if clock + 2 * *LENGTHS.end() < u32::from(FIFTY_MOVES) {
            let (quiet, men) = (is_quiet(&game, best), game.position().occupied().count() as u32);
            let number = record.number;
            found.push(Candidate { game, number, ply, moves: moves as u32, quiet, men });
        }
    }
    found
}

fn is_quiet(game: &Game, mv: Move) -> bool {
    let mut position = game.position().clone();
    let captures = position.on(mv.to()).is_some();
    position.make(mv);
    !captures && !position.in_check()
}

/// Problems of one length: by turns one with many men and one that starts quietly, of different
/// games.
fn choose(candidates: &[&Candidate], moves: u32) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut games = Vec::new();
    for turn in 0..EACH {
        let mut rest: Vec<_> =
            candidates.iter().filter(|candidate| candidate.moves == moves).collect();
        rest.sort_by_key(|candidate| {
            let first = turn % 2 == 0 && candidate.quiet;
            (!first, std::cmp::Reverse(candidate.men), candidate.number, candidate.ply)
        });
        for candidate in rest.into_iter().take(TRIES) {
            if games.contains(&candidate.number) {
                continue;
            }
            if let Some(problem) = prove(candidate).filter(|problem| problem.moves == moves) {
                games.push(candidate.number);
                found.push(problem);
                break;
            }
        }
    }
    found
}

/// Proves a candidate, as far as the limits go.
fn prove(candidate: &Candidate) -> Option<Problem> {
    let mut position = candidate.game.position().clone();
    let mut exact = true;
    for moves in 1..=candidate.moves {
        for quiet in 0..moves {
            match MateSearch::with_limit(PROOF).mates_with(&mut position, moves, quiet) {
                Ok(true) => {
                    let origin = format!("game {} ply {}", candidate.number, candidate.ply);
                    let game = candidate.game.clone();
                    return Some(Problem { game, moves, exact, quiet, origin });
                }
                Ok(false) => {}
                Err(_) => {
                    exact = exact && moves == candidate.moves;
                    break;
                }
            }
        }
    }
    None
}
