//! The engine's scores and lines in the form for pages.

use super::message::{BestLine, Eval, LineTurn};
use dhow_engine::eval::{MAX_PLY, Score};
use dhow_engine::search::PvInfo;
use dhow_play::pgn::Evaluation;
use dhow_rules::game::Game;
use dhow_rules::pieces::Color;
use dhow_rules::position::Outcome;

/// The maximum number of turns in a line.
const TURNS: usize = 12;

/// A score of the side to move, from White's side.
pub fn eval(score: Score, depth: u32, side: Color) -> Eval {
    let score = score.for_white(side);
    let share = match score.mate_in_moves() {
        Some(_) => f32::from(u8::from(score.0 > 0)),
        None => score.winning_chance() as f32,
    };
    Eval { depth, score: score.to_string(), share }
}

/// A score from a text. Without a depth it counts as depth 1.
pub fn eval_read(found: Evaluation, depth: Option<u32>) -> Eval {
    let plies = |moves: i32| 2 * moves.unsigned_abs().min(MAX_PLY as u32 / 2 - 1) as usize;
    let known = Score::MATE_BOUND.0 - 1;
    let score = match found {
        Evaluation::Centipawns(score) => Score(score.clamp(-known, known)),
        Evaluation::Mate(moves @ 1..) => Score::mates_in(plies(moves) - 1),
        Evaluation::Mate(moves) => Score::mated_in(plies(moves)),
    };
    eval(score, depth.unwrap_or(1).clamp(1, MAX_PLY as u32), Color::White)
}

/// The score of a position in which the game is over.
pub fn ended(outcome: Outcome) -> Eval {
    let share = match outcome.winner() {
        Some(Color::White) => 1.0,
        Some(Color::Black) => 0.0,
        None => 0.5,
    };
    Eval { depth: 0, score: outcome.result().into(), share }
}

/// A line of play from a game's position.
pub fn best_line(game: &Game, line: &PvInfo) -> BestLine {
    let mut game = game.clone();
    let eval = eval(line.score, line.depth, game.side_to_move());
    let (mut turns, mut arrows) = (Vec::new(), Vec::new());
    for turn in game.turns(&line.pv).into_iter().take(TURNS) {
        let words = match game.variant().command {
            None => game.position().san(turn.first()),
            Some(_) => game.turn_text(&turn),
        };
        let first = turns.is_empty();
        let mut moves = Vec::new();
        for &mv in &turn {
            let text = game.move_text(mv);
            let ((from, to), over) = (game.position().squares(mv), game.position().passed_over(mv));
            let legs = over.map_or(vec![[from, to]], |over| vec![[from, over], [over, to]]);
            let shown = legs.into_iter().filter(|[from, to]| first && from != to);
            arrows.extend(shown.map(|leg| leg.map(|square| square.to_string())));
            moves.push(text);
            game.play(mv);
        }
        turns.push(LineTurn { moves, words });
    }
    BestLine { eval, turns, arrows }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_of_texts_are_read() {
        for (text, score, share) in [
            ("0.35", "+0.35", 0.521),
            ("-12", "-12.00", 0.053),
            ("#3", "#3", 1.0),
            ("#-3", "#-3", 0.0),
            ("#1", "#1", 1.0),
            ("99999", "+317.99", 1.0),
            ("#99999", "#99", 1.0),
        ] {
            let found = Evaluation::read(text).expect("a score");
            let eval = eval_read(found, None);
            assert_eq!((eval.score.as_str(), eval.depth), (score, 1), "{text}");
            assert!((eval.share - share).abs() < 0.001, "{text}: {}", eval.share);
        }
        assert_eq!(eval_read(Evaluation::Centipawns(0), Some(12)).depth, 12);
    }

    #[test]
    fn scores_are_shown_as_white_sees_them() {
        let even = eval(Score(0), 1, Color::Black);
        assert_eq!((even.score.as_str(), even.share), ("+0.00", 0.5));
        let better = eval(Score(-250), 9, Color::Black);
        assert_eq!(better.score, "+2.50");
        assert!((better.share - 0.646).abs() < 0.001, "{}", better.share);
        assert_eq!(eval(Score::mates_in(3), 9, Color::Black).share, 0.0);
        assert_eq!(eval(Score::mated_in(0), 9, Color::Black).share, 1.0);
    }
}
