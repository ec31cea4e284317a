//! Self-play: games of the engine against itself.

use super::file::SelfPlaySettings;
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

/// Openings with a greater score (in centipawns, absolute) are rejected.
pub const BALANCED: i32 = 250;
/// The score in centipawns, and the number of consecutive turns with at least that score, after
/// which the leading side is declared the winner.
const DECIDED: (i32, usize) = (2000, 8);
/// Games with more turns than this are draws. In most games a turn is one move.
pub const LONGEST: usize = 600;

/// The size of each player's hash table, in MiB.
const HASH: usize = 2;
/// With fewer nodes a search finds no score, so no opening would ever be balanced.
pub const LEAST_NODES: u32 = 2;
/// The ratio of the hard node limit of a move to its soft limit.
const HARD_LIMIT: u64 = 8;

/// An engine for self-play, with a small hash table.
///
/// # Errors
/// If the system grants it no thread. It would play other games then.
pub fn player(evaluation: EvaluationChoice) -> Result<Engine, ThreadsError> {
    let mut engine = Engine::new();
    engine.set_threads(1)?;
    // Without that much memory the default table is used.
    let _ = engine.set_hash(HASH);
    engine.set_evaluation(evaluation);
    Ok(engine)
}

/// Plays the game with this number and clears the engine before it. The same settings and number
/// give the same game.
pub fn play(engine: &mut Engine, settings: &SelfPlaySettings, number: u32) -> GameRecord {
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

/// Search limits with `nodes` as the soft limit: the search starts no new iteration after that many
/// nodes.
pub fn limits(nodes: u32) -> Limits {
    let nodes = u64::from(nodes.max(LEAST_NODES));
    Limits { soft_nodes: Some(nodes), nodes: Some(HARD_LIMIT * nodes), ..Limits::default() }
}

/// A random opening: a game from a random setup after `random_plies` sound random moves, or one
/// more, that the engine considers balanced. Clears the engine.
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
        // One more in half of the games, so that either side is to move.
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

/// The legal moves that do not lose material on their target square. All legal moves if there is
/// none, or in games with several moves a turn, where one move does not decide that.
fn sound_moves(game: &Game, moves: &[Move]) -> Vec<Move> {
    let one_move_a_turn = game.variant().command.is_none();
    let sound = |mv: &&Move| one_move_a_turn && game.position().see_ge(**mv, 0);
    let sound: Vec<Move> = moves.iter().filter(sound).copied().collect();
    if sound.is_empty() { moves.to_vec() } else { sound }
}

/// Plays both sides with the moves that `search` finds, once for each turn, for at most `turns`
/// turns. Calls `visit` with each position, the move about to be made, and the score of the turn;
/// `visit` may stop the game.
///
/// Returns the result by the rules, or a win for a side that is decisively ahead for several turns;
/// `None` if the game has not ended.
pub fn play_out(
    search: impl FnMut(&Game) -> SearchResult,
    game: &mut Game,
    turns: usize,
    visit: impl FnMut(&Game, Move, Score) -> ControlFlow<()>,
) -> Option<GameResult> {
    let (mut ahead, mut leader) = (0, Color::White);
    let decided = |side: Color, score: Score| {
        let better = if score.0 > 0 { side } else { !side };
        ahead = if score.0.abs() < DECIDED.0 {
            0
        } else if better == leader {
            ahead + 1
        } else {
            1
        };
        leader = better;
        (ahead >= DECIDED.1).then_some(leader)
    };
    match play_until(search, game, turns, visit, decided) {
        Some(winner) => Some(GameResult::won_by(winner)),
        None => game.outcome().map(GameResult::from),
    }
}

/// Plays as [`play_out`], but only the rules end the game.
pub fn play_to_end(
    search: impl FnMut(&Game) -> SearchResult,
    game: &mut Game,
    turns: usize,
    visit: impl FnMut(&Game, Move, Score) -> ControlFlow<()>,
) {
    play_until(search, game, turns, visit, |_, _| None);
}

/// Plays until the game is over, `visit` stops it, `turns` turns are made, or `decided` names a
/// winner, who is returned. `decided` gets each turn's side and score.
fn play_until(
    mut search: impl FnMut(&Game) -> SearchResult,
    game: &mut Game,
    turns: usize,
    mut visit: impl FnMut(&Game, Move, Score) -> ControlFlow<()>,
    mut decided: impl FnMut(Color, Score) -> Option<Color>,
) -> Option<Color> {
    for _ in 0..turns {
        if game.outcome().is_some() {
            return None;
        }
        let summary = search(game);
        let Some(turn) = &summary.turn else { unreachable!("the game is not over") };
        let side = game.side_to_move();
        for &mv in turn {
            if visit(game, mv, summary.score).is_break() {
                return None;
            }
            game.play(mv);
        }
        if let Some(winner) = decided(side, summary.score) {
            return Some(winner);
        }
    }
    None
}
