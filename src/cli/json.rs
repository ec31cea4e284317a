//! Searches as JSON.

use crate::eval::Score;
use crate::game::Game;
use crate::position::Move;
use crate::search::{Bound, Limits, Line, Summary};
use serde_json::{Value, json};

/// A score from the side to move: `{"cp": N}`, or `{"mate": N}` in moves, negative for the side that is
/// mated; in games with leaders, a win in turns.
pub fn score(score: Score) -> Value {
    match score.mate_in_moves() {
        Some(moves) => json!({ "mate": moves }),
        None => json!({ "cp": score.0 }),
    }
}

/// A turn by its squares; `end` is one in which nothing more is moved.
pub fn turn(game: &Game, turn: &[Move]) -> String {
    let text = game.turn_text(turn);
    if text.is_empty() && !turn.is_empty() { "end".into() } else { text }
}

/// The limits that are set.
pub fn limits(limits: &Limits) -> Value {
    json!({
        "depth": limits.depth,
        "movetime": limits.move_time.map(|time| time.as_millis() as u64),
        "nodes": limits.nodes,
        "mate": limits.mate,
    })
}

/// A line of a search; `pv` is its turns.
pub fn line(game: &Game, line: &Line) -> Value {
    let bound = match line.bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    };
    let mut played = game.clone();
    let mut turns = Vec::new();
    for moves in game.turns(&line.pv) {
        turns.push(turn(&played, &moves));
        moves.into_iter().for_each(|mv| played.play(mv));
    }
    json!({
        "depth": line.depth,
        "seldepth": line.selective_depth,
        "multipv": line.rank,
        "score": score(line.score),
        "bound": bound,
        "nodes": line.nodes,
        "nps": line.nps(),
        "time": line.time.as_millis() as u64,
        "hashfull": line.hash_full,
        "pv": turns,
    })
}

/// The end of a search.
pub fn summary(game: &Game, summary: &Summary) -> Value {
    let found = |text: String| (!text.is_empty()).then_some(text);
    let mut after = game.clone();
    summary.turn.iter().for_each(|&mv| after.play(mv));
    json!({
        "bestmove": found(turn(game, &summary.turn)),
        "ponder": found(turn(&after, &summary.reply)),
        "score": score(summary.score),
        "depth": summary.depth,
        "nodes": summary.nodes,
        "time": summary.time.as_millis() as u64,
    })
}
