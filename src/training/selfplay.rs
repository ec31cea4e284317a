//! One game of the engine against itself.

use super::file::Settings;
use super::record::{GameRecord, GameResult, Ply};
use crate::game::Game;
use crate::pieces::Color;
use crate::position::Outcome;
use crate::position::zobrist::split_mix;
use crate::search::{Engine, Limits};
use crate::variant::Setup;

/// Openings in which the engine sees more for one side are passed over.
const BALANCED: i32 = 250;
/// A side that is so far ahead for so many plies is taken to win.
const DECIDED: (i32, usize) = (2000, 8);
/// Games longer than this are drawn.
const LONGEST: usize = 600;

/// Plays the game with this number. The engine should hash little and forgets what it knew.
pub fn play(engine: &mut Engine, settings: &Settings, number: u32) -> GameRecord {
    let mut seed = settings.seed ^ (number as u64) << 32;
    let index = number as usize % settings.variants.len();
    let limits = Limits { nodes: Some(settings.nodes as u64), ..Limits::default() };
    let variant = settings.variants[index];
    let setups = Setup::all(variant);
    let mut game = loop {
        engine.clear();
        let mut random = |below: usize| (split_mix(&mut seed) % below as u64) as usize;
        let setup = &setups[random(setups.len())];
        // One more now and then, so that either side is to move.
        let plies = settings.random_plies as usize + random(2);
        if let Some(game) = Game::after_random_moves(variant, setup, plies, random)
            && engine.search(&game, limits.clone()).score.0.abs() < BALANCED
        {
            break game;
        }
    };
    let start = game.fen();
    let mut plies = Vec::new();
    let (mut ahead, mut leader) = (0, Color::White);
    let result = loop {
        if let Some(outcome) = game.outcome() {
            break match outcome {
                Outcome::Checkmate(Color::White) => GameResult::WhiteWins,
                Outcome::Checkmate(Color::Black) => GameResult::BlackWins,
                Outcome::Draw(_) => GameResult::Draw,
            };
        }
        if plies.len() >= LONGEST {
            break GameResult::Draw;
        }
        let summary = engine.search(&game, limits.clone());
        let Some(best) = summary.best else { unreachable!("the game is not over") };
        plies.push(Ply::of(&game, best, summary.score.0 as i16));
        let better = if summary.score.0 > 0 { game.side_to_move() } else { !game.side_to_move() };
        let decided = summary.score.0.abs() >= DECIDED.0;
        ahead = if !decided {
            0
        } else if better == leader {
            ahead + 1
        } else {
            1
        };
        leader = better;
        if ahead >= DECIDED.1 {
            break match leader {
                Color::White => GameResult::WhiteWins,
                Color::Black => GameResult::BlackWins,
            };
        }
        game.play(best);
    };
    GameRecord { number, variant: index as u8, result, start, plies }
}
