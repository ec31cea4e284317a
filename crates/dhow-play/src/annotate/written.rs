//! Judgements in the text of a game.

use super::{Better, Judgement, Mark, Tally, tally};
use crate::pgn::{Evaluation, GameResult, PgnGame, PgnMove, Variation, sign_of, split_sign};
use dhow_engine::eval::Score;
use dhow_rules::game::Game;
use dhow_rules::pieces::Color;
use dhow_rules::position::Move;

/// The tag of games that are annotated, and its value.
pub const ANNOTATOR: (&str, &str) = ("Annotator", concat!("Dhow ", env!("CARGO_PKG_VERSION")));

/// What the comment that sums a game up begins with.
const SUMMARY: &str = "Average loss of winning chances:";

/// Writes what was thought of a game's turns into its text: a sign for what was bad, the score after
/// each turn, the better turn as a variation, and before the first turn how well each side played. The
/// marks, scores and variations that were written here before are replaced, other comments and
/// variations stay.
pub fn write(pgn: &mut PgnGame, game: &Game, judgements: &[Judgement]) {
    pgn.set_tag(ANNOTATOR.0, ANNOTATOR.1);
    pgn.comments.retain(|comment| !comment.starts_with(SUMMARY));
    pgn.comments.insert(0, summary(&tally(judgements)));
    let Ok(mut at) = Game::from_fen(game.variant(), game.start_fen()) else { return };
    let turns = game.turns_so_far();
    for ((mv, judgement), turn) in pgn.moves.iter_mut().zip(judgements).zip(turns) {
        write_turn(mv, &at, judgement);
        at.play_moves(turn);
    }
}

/// Writes what was thought of a turn from the position `at` behind it.
fn write_turn(mv: &mut PgnMove, at: &Game, judgement: &Judgement) {
    mv.text.truncate(split_sign(&mv.text).0.len());
    mv.nags.retain(|&nag| sign_of(nag).is_none());
    if let Some(mark) = judgement.mark() {
        mv.nags.insert(0, mark.nag());
    }
    let other = |comment: &String| Evaluation::split_off(comment).1;
    mv.comments = mv.comments.iter().map(other).filter(|comment| !comment.is_empty()).collect();
    if let Some(score) = judgement.score {
        mv.comments.insert(0, evaluation(score).comment());
    }
    if let Some(better) = &judgement.better
        && let Some(variation) = variation(at, better)
    {
        let first = &variation.moves[0].text;
        mv.variations.retain(|old| !is_written_here(old) || old.moves[0].text != *first);
        mv.variations.push(variation);
    }
}

/// Whether a variation holds nothing but what this module writes: moves, and the score behind the first.
fn is_written_here(variation: &Variation) -> bool {
    let [first, rest @ ..] = &variation.moves[..] else { return false };
    let scored = match &first.comments[..] {
        // The game is over behind it.
        [] => rest.is_empty(),
        [comment] => {
            let (score, words) = Evaluation::split_off(comment);
            score.is_some() && words.is_empty()
        }
        _ => false,
    };
    let silent = |mv: &PgnMove| {
        mv.nags.is_empty() && mv.variations.is_empty() && split_sign(&mv.text).1.is_empty()
    };
    scored
        && variation.comments.is_empty()
        && variation.moves.iter().all(silent)
        && rest.iter().all(|mv| mv.comments.is_empty())
}

/// A score of White as games tell it.
fn evaluation(score: Score) -> Evaluation {
    score.mate_in_moves().map_or(Evaluation::Centipawns(score.0), Evaluation::Mate)
}

/// A better line; `None` if it cannot be written.
fn variation(at: &Game, better: &Better) -> Option<Variation> {
    let line: Vec<Move> = better.line.concat();
    let written = PgnGame::of_moves(at.variant(), &at.fen(), &line, GameResult::Unknown).ok()?;
    let mut moves = written.moves;
    let score = better.score.map(|score| evaluation(score).comment());
    moves.first_mut()?.comments.extend(score);
    Some(Variation { comments: Vec::new(), moves })
}

/// Reads what [`summary`] says of a game; the turns are not told.
pub fn read_summary(text: &str) -> Option<[Tally; 2]> {
    // A side without a turn was once said to have lost -0.
    let text = text.replace(" -0.0%", " 0.0%");
    let numbers = text.strip_prefix(SUMMARY)?.split([' ', ',', '%']);
    let mut numbers = numbers.filter_map(|word| word.parse::<f64>().ok());
    let mut tallies = [Tally::default(); 2];
    for tally in &mut tallies {
        tally.mean_loss = numbers.next()?;
    }
    for count in tallies.iter_mut().flat_map(|tally| &mut tally.marks) {
        *count = numbers.next()? as usize;
    }
    // Whatever else begins so is what somebody wrote.
    (summary(&tallies) == text).then_some(tallies)
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
