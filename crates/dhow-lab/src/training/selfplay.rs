//! One game of the engine against itself.

use super::file::Settings;
use super::record::{GameRecord, Ply};
use dhow_engine::eval::Score;
use dhow_engine::search::{Engine, EvaluationChoice, Limits, SearchResult, ThreadsError};
use dhow_play::pgn::GameResult;
use dhow_rules::game::Game;
use dhow_rules::pieces::Color;
use dhow_rules::position::Move;
use dhow_rules::position::zobrist::split_mix;
use dhow_rules::variant::{Setup, Variant};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Openings in which the engine sees more for one side are passed over.
pub const BALANCED: i32 = 250;
/// A side that is so far ahead for so many turns is taken to win.
const DECIDED: (i32, usize) = (2000, 8);
/// Games of more turns than this are drawn. A turn is mostly one move.
pub const LONGEST: usize = 600;

/// MiB of hash table of each player.
const HASH: usize = 2;
/// A search of fewer nodes finds no score, so that no opening would ever be balanced.
pub const LEAST_NODES: u32 = 2;
/// The search of a move ends at the latest after so many times the nodes after which it goes no deeper.
const HARD_LIMIT: u64 = 8;

/// An engine that plays such games: it hashes little.
///
/// # Errors
/// If the system grants it no thread: it would play other games then.
pub fn player(evaluation: EvaluationChoice) -> Result<Engine, ThreadsError> {
    let mut engine = Engine::new();
    engine.set_threads(1)?;
    // The default table serves as well, if that little memory cannot be had.
    let _ = engine.set_hash(HASH);
    engine.set_evaluation(evaluation);
    Ok(engine)
}

/// Plays the game with this number. The engine should hash little and forgets what it knew.
pub fn play(engine: &mut Engine, settings: &Settings, number: u32) -> GameRecord {
    let mut seed = settings.seed ^ (number as u64) << 32;
    let index = number as usize % settings.variants.len();
    let limits = limits(settings.nodes);
    let variant = &settings.variants[index];
    let mut game = open(engine, variant, settings.random_plies.into(), &limits, &mut seed);
    let start = game.fen();
    let mut plies = Vec::new();
    let search = |game: &Game| engine.search(game, limits.clone());
    let result = play_out(search, &mut game, LONGEST, |game, best, score| {
        plies.push(Ply::of(game, best, score.0 as i16));
        ControlFlow::Continue(())
    });
    let result = result.unwrap_or(GameResult::Draw);
    GameRecord { number, variant: index as u8, result, start, plies }
}

/// The limits of a search that goes no deeper after so many nodes.
pub fn limits(nodes: u32) -> Limits {
    let nodes = u64::from(nodes.max(LEAST_NODES));
    Limits { soft_nodes: Some(nodes), nodes: Some(HARD_LIMIT * nodes), ..Limits::default() }
}

/// A game from a setup by chance, after so many sound moves by chance or one more, in which the engine sees
/// neither side far ahead. The engine forgets what it knew before.
pub fn open(
    engine: &mut Engine,
    variant: &Arc<Variant>,
    random_plies: usize,
    limits: &Limits,
    seed: &mut u64,
) -> Game {
    let setups = Setup::all(variant);
    loop {
        engine.clear();
        let mut random = |below: usize| (split_mix(seed) % below as u64) as usize;
        let setup = &setups[random(setups.len())];
        // One more now and then, so that either side is to move.
        let plies = random_plies + random(2);
        if let Some(game) = Game::after_random_moves(variant, setup, plies, |game, moves| {
            let sound = sound_moves(game, moves);
            sound[random(sound.len())]
        }) && engine.search(&game, limits.clone()).score.0.abs() < BALANCED
        {
            return game;
        }
    }
}

/// Of the legal moves those that do not lose material where they end; all if there is no such move, or
/// if it takes a whole turn to tell.
fn sound_moves(game: &Game, moves: &[Move]) -> Vec<Move> {
    let one_move_a_turn = game.variant().command.is_none();
    let sound = |mv: &&Move| one_move_a_turn && game.position().see_ge(**mv, 0);
    let sound: Vec<Move> = moves.iter().filter(sound).copied().collect();
    if sound.is_empty() { moves.to_vec() } else { sound }
}

/// Plays both sides by what `search` finds, for so many turns at most; each is searched once. `visit` is shown
/// every position with the move to be made there and the score of the turn, and may break off.
///
/// The result is that of the rules, or a win for a side that is decidedly ahead for some
/// turns; `None` if the game is still going on.
pub fn play_out(
    mut search: impl FnMut(&Game) -> SearchResult,
    game: &mut Game,
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
        let summary = search(game);
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
