//! Writing judgements into the text of a game.

use super::{Judgement, Mark, Tally, is_reason, tally};
use crate::pgn::{Evaluation, GameResult, PgnGame, PgnMove, Variation, sign_of, split_sign};
use dhow_engine::eval::Score;
use dhow_rules::game::{Game, Turn};
use dhow_rules::pieces::Color;
use dhow_rules::position::Move;

/// The tag of annotated games, and its value.
pub const ANNOTATOR: (&str, &str) = ("Annotator", concat!("Dhow ", env!("CARGO_PKG_VERSION")));

/// The first words of the comment with the summary.
const SUMMARY: &str = "Average loss of winning chances:";

/// Annotates the text of a game: a sign for each bad turn and the reason for it, the score after each turn, the better
/// turn and the refutation as variations, and before the first turn a summary of both sides' play. This replaces an
/// earlier annotation by Dhow; other comments and variations stay.
pub fn write(pgn: &mut PgnGame, game: &Game, judgements: &[Judgement]) {
    let again = pgn.tag(ANNOTATOR.0).is_some_and(|name| name.starts_with("Dhow "));
    pgn.set_tag(ANNOTATOR.0, ANNOTATOR.1);
    pgn.comments.retain(|comment| !comment.starts_with(SUMMARY));
    pgn.comments.insert(0, summary(&tally(judgements)));
    let Ok(mut at) = Game::from_fen(game.variant(), game.start_fen()) else { return };
    let turns = game.turns_so_far();
    let mut refutation: Option<(&[Turn], Option<Score>)> = None;
    for ((mv, judgement), turn) in pgn.moves.iter_mut().zip(judgements).zip(turns) {
        if again {
            mv.comments.retain(|comment| !is_reason(comment, game.variant()));
        }
        write_turn(mv, &at, judgement);
        // A game that went on as the refutation needs no variation.
        if let Some((line, score)) = refutation
            && line.first().is_some_and(|first| first[..] != *turn)
        {
            add_variation(mv, &at, line, score);
        }
        refutation = judgement.mark().map(|_| (&judgement.refutation[..], judgement.score));
        at.play_moves(turn);
    }
}

/// Annotates one turn. `at` is the position before it.
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
    let reason = judgement.reason.iter().find(|reason| !mv.comments.contains(reason));
    mv.comments.extend(reason.cloned());
    if let Some(better) = &judgement.better {
        add_variation(mv, at, &better.line, better.score);
    }
}

/// Adds a line of play instead of a turn, with the score after its first turn.
fn add_variation(mv: &mut PgnMove, at: &Game, line: &[Turn], score: Option<Score>) {
    let Some(variation) = variation(at, line, score) else { return };
    let first = &variation.moves[0].text;
    mv.variations.retain(|old| !is_written_here(old) || old.moves[0].text != *first);
    mv.variations.push(variation);
}

/// Whether a variation was written by this module: only moves, and a score after the first.
fn is_written_here(variation: &Variation) -> bool {
    let [first, rest @ ..] = &variation.moves[..] else { return false };
    let scored = match &first.comments[..] {
        // The first turn ended the game, so it has no score.
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

/// A score from White's side, in the form of PGN comments.
fn evaluation(score: Score) -> Evaluation {
    score.mate_in_moves().map_or(Evaluation::Centipawns(score.0), Evaluation::Mate)
}

/// A line of play as a variation; `None` if it cannot be written.
fn variation(at: &Game, line: &[Turn], score: Option<Score>) -> Option<Variation> {
    let line: Vec<Move> = line.iter().flatten().copied().collect();
    let written = PgnGame::of_moves(at.variant(), &at.fen(), &line, GameResult::Unknown).ok()?;
    let mut moves = written.moves;
    let score = score.map(|score| evaluation(score).comment());
    moves.first_mut()?.comments.extend(score);
    Some(Variation { comments: Vec::new(), moves })
}

/// Reads the text of [`summary`]. It does not contain the number of turns.
pub fn read_summary(text: &str) -> Option<[Tally; 2]> {
    // Older versions wrote -0 for a side without a turn.
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
    // Any other text with this beginning is a person's.
    (summary(&tallies) == text).then_some(tallies)
}

/// A sentence on how well each side played.
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
