//! Measures how often a side that is far ahead does not win in the end, to choose when games of `dhow datagen` may end
//! before the rules end them.
//!
//! `verdicts GAMES NODES [SEED]` plays GAMES games of each game with one move a turn to their end (or 600 plies), each
//! from eight or nine random moves. A rule ends a game as won if a side is ahead by C centipawns for N plies. For each
//! rule the program prints how many games it ends, the share of the plies that it saves, and how many of these games
//! were drawn or lost in the end. The same arguments give the same output.

use dhow::pgn::GameResult;
use dhow::pieces::Color;
use dhow::search::Engine;
use dhow::training::{LONGEST, limits, open};
use dhow::variant::{VARIANTS, Variant};
use rayon::prelude::*;
use std::sync::Arc;

/// Centipawns and plies.
const RULES: [(i32, usize); 9] = [
    (1000, 4),
    (1000, 8),
    (1200, 4),
    (1200, 8),
    (1500, 2),
    (1500, 4),
    (1500, 8),
    (2000, 4),
    (2000, 8),
];
const RANDOM_PLIES: usize = 8;

/// Plays a game to its end. Returns the scores from White's view, one per ply, and the result.
fn play(variant: &Arc<Variant>, nodes: u32, mut seed: u64) -> (Vec<i32>, GameResult) {
    let mut engine = Engine::new();
    let _ = engine.set_hash(2);
    let limits = limits(nodes);
    let mut game = open(&mut engine, variant, RANDOM_PLIES, &limits, &mut seed);
    let mut scores = Vec::new();
    while scores.len() < LONGEST {
        if let Some(outcome) = game.outcome() {
            return (scores, outcome.into());
        }
        let summary = engine.search(&game, limits.clone());
        let white = if game.side_to_move() == Color::White { 1 } else { -1 };
        scores.push(white * summary.score.0);
        game.play_moves(summary.turn.as_deref().unwrap_or_default());
    }
    (scores, game.outcome().map_or(GameResult::Draw, GameResult::from))
}

/// The ply at which a rule ends a game with these scores, and the winner by the rule.
fn verdict(scores: &[i32], (ahead, plies): (i32, usize)) -> Option<(usize, GameResult)> {
    let windows = scores.windows(plies).enumerate();
    windows
        .filter_map(|(start, window)| {
            let winner = if window.iter().all(|&score| score >= ahead) {
                Color::White
            } else if window.iter().all(|&score| score <= -ahead) {
                Color::Black
            } else {
                return None;
            };
            Some((start + plies, GameResult::won_by(winner)))
        })
        .next()
}

fn main() {
    let arguments: Vec<u32> =
        std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let (games, nodes, seed) = match arguments[..] {
        [games, nodes] => (games, nodes, 1),
        [games, nodes, seed] => (games, nodes, seed),
        _ => {
            eprintln!("usage: verdicts GAMES NODES [SEED]");
            std::process::exit(2);
        }
    };
    println!("game, ahead by, for plies: ended by it, plies saved, wrong verdicts (drawn, lost)");
    for variant in VARIANTS.iter().filter(|variant| variant.command.is_none()) {
        let played: Vec<_> = (0..games)
            .into_par_iter()
            .map(|number| play(variant, nodes, (u64::from(seed) << 32) ^ u64::from(number)))
            .collect();
        let all: usize = played.iter().map(|(scores, _)| scores.len()).sum();
        for rule in RULES {
            let (mut ended, mut saved, mut drawn, mut lost) = (0, 0, 0, 0);
            for (scores, result) in &played {
                if let Some((ply, winner)) = verdict(scores, rule) {
                    ended += 1;
                    saved += scores.len() - ply;
                    drawn += usize::from(*result == GameResult::Draw);
                    lost += usize::from(*result != GameResult::Draw && *result != winner);
                }
            }
            println!(
                "{}, {}, {}: {ended} of {games}, {:.0}%, {} ({drawn}, {lost})",
                variant.id,
                rule.0,
                rule.1,
                100.0 * saved as f64 / all.max(1) as f64,
                drawn + lost
            );
        }
    }
}
