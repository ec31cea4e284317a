//! Judgements in the text of a game.

use super::{Better, Judgement, Mark, Tally, tally};
use crate::eval::Score;
use crate::game::Game;
use crate::pgn::{GameResult, PgnGame, PgnMove, Variation};
use crate::pieces::Color;
use crate::position::Move;

/// What the comment that sums a game up begins with.
const SUMMARY: &str = "Average loss of winning chances:";

/// What the comment of a score begins with.
const SCORE: &str = "[%eval ";

/// Writes what was thought of a game's turns into its text: a sign for what was bad, the score after
/// each turn, the better turn as a variation, and before the first turn how well each side played. The
/// marks and scores that were there are replaced, other comments and variations stay.
pub fn write(pgn: &mut PgnGame, game: &Game, judgements: &[Judgement]) {
    pgn.set_tag("Annotator", concat!("Dhow ", env!("CARGO_PKG_VERSION")));
    pgn.comments.retain(|comment| !comment.starts_with(SUMMARY));
    pgn.comments.insert(0, summary(&tally(judgements)));
    let Ok(mut at) = Game::from_fen(game.variant(), game.start_fen()) else { return };
    let turns = game.turns_so_far();
    for ((mv, judgement), turn) in pgn.moves.iter_mut().zip(judgements).zip(turns) {
        write_turn(mv, &at, judgement);
        turn.iter().for_each(|&mv| at.play(mv));
    }
}

/// Writes what was thought of a turn from the position `at` behind it.
fn write_turn(mv: &mut PgnMove, at: &Game, judgement: &Judgement) {
    mv.text.truncate(mv.text.trim_end_matches(['!', '?']).len());
    mv.nags.retain(|nag| !(1..=6).contains(nag));
    if let Some(mark) = judgement.mark() {
        mv.nags.insert(0, mark.nag());
    }
    let other = |comment: &String| without_score(comment);
    mv.comments = mv.comments.iter().map(other).filter(|comment| !comment.is_empty()).collect();
    if let Some(score) = judgement.score {
        mv.comments.insert(0, score_text(score));
    }
    if let Some(better) = &judgement.better
        && let Some(variation) = variation(at, better)
    {
        let first = &variation.moves[0].text;
        mv.variations.retain(|old| old.moves.first().is_none_or(|mv| mv.text != *first));
        mv.variations.push(variation);
    }
}

/// A comment without the score in it.
fn without_score(comment: &str) -> String {
    let Some((before, rest)) = comment.split_once(SCORE) else { return comment.into() };
    let after = rest.split_once(']').map_or("", |(_, after)| after);
    [before.trim(), after.trim()].join(" ").trim().into()
}

/// A score as programs that show games read it.
fn score_text(score: Score) -> String {
    match score.mate_in_moves() {
        Some(moves) => format!("{SCORE}#{moves}]"),
        None => format!("{SCORE}{:.2}]", f64::from(score.0) / 100.0),
    }
}

/// A better line; `None` if it cannot be written.
fn variation(at: &Game, better: &Better) -> Option<Variation> {
    let line: Vec<Move> = better.line.concat();
    let written = PgnGame::of_moves(at.variant(), &at.fen(), &line, GameResult::Unknown).ok()?;
    let mut moves = written.moves;
    let score = better.score.map(score_text);
    moves.first_mut()?.comments.extend(score);
    Some(Variation { comments: Vec::new(), moves })
}

/// How well each side played, in words.
pub fn summary(tallies: &[Tally; 2]) -> String {
    let sides = |of: fn(&Tally) -> String| {
        let both = Color::ALL.into_iter().zip(tallies);
        both.map(|(side, tally)| format!("{side} {}", of(tally))).collect::<Vec<_>>().join(", ")
    };
    let losses = sides(|tally| format!("{:.1}%", tally.mean_loss));
    let marks = sides(|tally| tally.marks.map(|count| count.to_string()).join(" "));
    let signs = Mark::ALL.map(Mark::sign).join(" ");
    format!("{SUMMARY} {losses}; {signs}: {marks}")
}
