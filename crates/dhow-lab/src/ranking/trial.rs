//! A trial of one setup from one opening.

use super::RankingConfig;
use crate::training::{BALANCED, LONGEST, play_out};
use dhow_engine::eval::Score;
use dhow_engine::search::{Engine, Limits};
use dhow_play::pgn::GameResult;
use dhow_rules::game::Game;
use dhow_rules::pieces::Color;
use dhow_rules::position::Move;
use dhow_rules::position::zobrist::split_mix;
use dhow_rules::variant::Setup;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The number of openings that are tried until one is balanced. If none is, the most balanced one
/// is used.
const TRIES: u64 = 20;

/// Black's expected score with this setup from this opening, from 0 to 1. `None` if the trial was
/// interrupted.
pub fn points(
    engine: &mut Engine,
    config: &RankingConfig,
    setup: &Setup,
    opening: usize,
    interrupt: &AtomicBool,
) -> Option<f64> {
    let limits = Limits { nodes: Some(config.nodes), ..Limits::default() };
    let (mut game, score) = balanced(engine, config, setup, opening, &limits);
    if config.plies == 0 {
        return Some(black_points(&game, score));
    }
    let go_on = |_: &Game, _: Move, _: Score| match interrupt.load(Relaxed) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let search = |game: &Game| engine.search(game, limits.clone());
    match play_out(search, &mut game, config.plies.min(LONGEST), go_on) {
        Some(result) => Some(1.0 - result.white_points()),
        None if interrupt.load(Relaxed) => None,
        None if config.plies >= LONGEST => Some(1.0 - GameResult::Draw.white_points()),
        None => Some(black_points(&game, engine.search(&game, limits).score)),
    }
}

/// A position after random moves that the engine considers balanced, with its score.
fn balanced(
    engine: &mut Engine,
    config: &RankingConfig,
    setup: &Setup,
    opening: usize,
    limits: &Limits,
) -> (Game, Score) {
    let mut best: Option<(Game, Score)> = None;
    for attempt in 0..TRIES {
        let seed = mixed(mixed(config.seed, opening as u64), attempt);
        let Some(game) = random_moves(config, setup, seed) else { continue };
        engine.clear();
        let score = engine.search(&game, limits.clone()).score;
        if best.as_ref().is_none_or(|(_, least)| score.0.abs() < least.0.abs()) {
            best = Some((game, score));
        }
        if score.0.abs() < BALANCED {
            break;
        }
    }
    best.unwrap_or_else(|| (Game::with_setup(&config.variant, setup), Score::DRAW))
}

/// The position after random moves from the start array; `None` if they end the game.
///
/// Each move has a pseudo-random priority, and the legal move with the lowest priority is made. So
/// all legal moves are equally likely. The same seed gives the same move from all setups in which
/// it is legal, unless a move with a lower priority is legal only in some of them.
fn random_moves(config: &RankingConfig, setup: &Setup, seed: u64) -> Option<Game> {
    let mut ply = 0;
    Game::after_random_moves(&config.variant, setup, 2 * config.random_moves, |_, moves| {
        let seed = mixed(seed, ply);
        ply += 1;
        let first = moves.iter().min_by_key(|mv| mixed(seed, mv.bits() as u64));
        first.copied().unwrap_or(moves[0])
    })
}

/// A pseudo-random number that depends on both arguments.
fn mixed(seed: u64, number: u64) -> u64 {
    let mut state = seed ^ split_mix(&mut { number });
    split_mix(&mut state)
}

/// Black's expected score, from a score from the view of the side to move.
fn black_points(game: &Game, score: Score) -> f64 {
    let black = match game.side_to_move() {
        Color::White => -score,
        Color::Black => score,
    };
    black.winning_chance()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::find;
    use std::collections::BTreeMap;

    fn config(random_moves: usize) -> RankingConfig {
        let variant = find("metamachy").expect("a built-in game");
        RankingConfig {
            variant: variant.clone(),
            setups: Setup::all(variant),
            openings: 1,
            finalists: 1,
            random_moves,
            nodes: 100,
            plies: 0,
            seed: 1,
        }
    }

    #[test]
    fn scores_and_points() {
        let white = Game::new(find("metamachy").expect("a built-in game"));
        let mut black = white.clone();
        black.play_text("a3a5").expect("a legal move");
        assert_eq!(black_points(&white, Score::DRAW), 0.5);
        let points = black_points(&black, Score(100));
        assert!(points == Score(100).winning_chance() && points > 0.5);
        assert!((black_points(&white, Score(100)) + points - 1.0).abs() < 1e-12);
        assert!(black_points(&white, Score::MATE) < 1e-6);
    }

    #[test]
    fn all_moves_are_as_likely() {
        let config = RankingConfig { random_moves: 1, ..config(1) };
        let setup = Setup::default_of(&config.variant);
        let mut counts = BTreeMap::new();
        for opening in 0..5800 {
            let game = random_moves(&config, &setup, mixed(1, opening)).expect("a game goes on");
            *counts.entry(game.moves()[0].bits()).or_insert(0) += 1;
        }
        let legal = Game::new(&config.variant).legal_moves().len();
        assert_eq!(counts.len(), legal);
        let expected = 5800.0 / legal as f64;
        let chi_square: f64 =
            counts.values().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
        // More than five standard deviations above its mean.
        let freedom = (legal - 1) as f64;
        assert!(chi_square < freedom + 5.0 * (2.0 * freedom).sqrt(), "{chi_square} {freedom}");
    }

    #[test]
    fn setups_share_most_openings() {
        let config = config(2);
        let moves = |setup: &Setup, opening| {
            let game = random_moves(&config, setup, mixed(1, opening)).expect("a game goes on");
            assert_eq!(game.side_to_move(), Color::White);
            assert_eq!(game.moves().len(), 4);
            game.moves().iter().map(|mv| (mv.from(), mv.to())).collect::<Vec<_>>()
        };
        let (one, other) = (&config.setups[0], &config.setups[5]);
        let same = (0..200).filter(|&opening| moves(one, opening) == moves(other, opening)).count();
        assert!((60..200).contains(&same), "{same} of 200");
    }
}
