//! One game of the engine against itself.

use super::file::Settings;
use super::record::{GameRecord, Ply};
use crate::eval::Score;
use crate::game::Game;
use crate::pgn::GameResult;
use crate::pieces::Color;
use crate::position::Move;
use crate::position::zobrist::split_mix;
use crate::search::{Engine, Limits};
use crate::variant::Setup;
use std::ops::ControlFlow;

/// Openings in which the engine sees more for one side are passed over.
pub const BALANCED: i32 = 250;
/// A side that is so far ahead for so many turns is taken to win.
const DECIDED: (i32, usize) = (2000, 8);
/// Games of more turns than this are drawn. A turn is mostly one move.
pub const LONGEST: usize = 600;

/// A search of fewer nodes finds no score, so that no opening would ever be balanced.
const LEAST_NODES: u32 = 2;
/// The search of a move ends at the latest after so many times the nodes after which it goes no deeper.
const HARD_LIMIT: u64 = 8;

/// Plays the game with this number. The engine should hash little and forgets what it knew.
pub fn play(engine: &mut Engine, settings: &Settings, number: u32) -> GameRecord {
    let mut seed = settings.seed ^ (number as u64) << 32;
    let index = number as usize % settings.variants.len();
    let nodes = u64::from(settings.nodes.max(LEAST_NODES));
    let limits =
        Limits { soft_nodes: Some(nodes), nodes: Some(HARD_LIMIT * nodes), ..Limits::default() };
    let variant = &settings.variants[index];
    let setups = Setup::all(variant);
    let mut game = loop {
        engine.clear();
        let mut random = |below: usize| (split_mix(&mut seed) % below as u64) as usize;
        let setup = &setups[random(setups.len())];
        // One more now and then, so that either side is to move.
        let plies = settings.random_plies as usize + random(2);
        if let Some(game) = Game::after_random_moves(variant, setup, plies, |game, moves| {
            let sound = sound_moves(game, moves);
            sound[random(sound.len())]
        }) && engine.search(&game, limits.clone()).score.0.abs() < BALANCED
        {
            break game;
        }
    };
    let start = game.fen();
    let mut plies = Vec::new();
    let result = play_out(engine, &mut game, &limits, LONGEST, |game, best, score| {
        plies.push(Ply::of(game, best, score.0 as i16));
        ControlFlow::Continue(())
    });
    let result = result.unwrap_or(GameResult::Draw);
    GameRecord { number, variant: index as u8, result, start, plies }
}

/// Of the legal moves those that do not lose material where they end; all if there is no such move, or
/// if it takes a whole turn to tell.
fn sound_moves(game: &Game, moves: &[Move]) -> Vec<Move> {
    let one_move_a_turn = game.variant().command.is_none();
    let sound = |mv: &&Move| one_move_a_turn && game.position().see_ge(**mv, 0);
    let sound: Vec<Move> = moves.iter().filter(sound).copied().collect();
    if sound.is_empty() { moves.to_vec() } else { sound }
}

/// Lets the engine play both sides, for so many turns at most; each is searched once. `visit` is shown
/// every position with the move to be made there and the score of the turn, and may break off.
///
/// The result is that of the rules, or a win for a side that is decidedly ahead for some
/// turns; `None` if the game is still going on.
pub fn play_out(
    engine: &mut Engine,
    game: &mut Game,
    limits: &Limits,
    turns: usize,
    mut visit: impl FnMut(&Game, Move, Score) -> ControlFlow<()>,
) -> Option<GameResult> {
    let (mut ahead, mut leader) = (0, Color::White);
    for turn in 0.. {
        match game.outcome() {
            Some(outcome) => return Some(outcome.into()),
            None if turn == turns => break,
            None => {}
        }
        let summary = engine.search(game, limits.clone());
        if summary.turn.is_empty() {
            unreachable!("the game is not over");
        }
        let side = game.side_to_move();
        for &mv in &summary.turn {
            if visit(game, mv, summary.score).is_break() {
                return None;
            }
            game.play(mv);
        }
        let better = if summary.score.0 > 0 { side } else { !side };
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
            return Some(GameResult::won_by(leader));
        }
    }
    None
}
