//! Adjudication: ends games early by score or length.

use super::config::Adjudication;
use super::thought::ReportedScore;
use dhow_rules::game::Game;
use dhow_rules::pieces::Color;

/// An adjudicated result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// This side wins.
    Wins(Color),
    /// The game is a draw.
    Draw,
}

/// Follows the scores of a game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    /// The number of level scores in a row, of both sides.
    level: u32,
    /// For each side, the number of losing scores in a row, and of winning ones.
    lost: [u32; 2],
    won: [u32; 2],
}

impl Adjudicator {
    /// At the start of a game.
    pub fn new(rules: Adjudication) -> Self {
        Self { rules, level: 0, lost: [0; 2], won: [0; 2] }
    }

    /// Adds the score that a side reported with its move, from its own side. `game` includes the move. A move
    /// without score ends every count.
    pub fn add(&mut self, game: &Game, mover: Color, eval: Option<ReportedScore>) {
        let score = eval.map(ReportedScore::centipawns);
        let row = |count: &mut u32, holds: bool| *count = if holds { *count + 1 } else { 0 };
        if let Some(rule) = self.rules.draw {
            let quiet = game.position().halfmove_clock() > 0;
            row(&mut self.level, quiet && score.is_some_and(|score| score.abs() <= rule.score));
        }
        if let Some(rule) = self.rules.resign {
            let side = mover.index();
            row(&mut self.lost[side], score.is_some_and(|score| score <= -rule.score));
            row(&mut self.won[side], score.is_some_and(|score| score >= rule.score));
        }
    }

    /// The result, if a rule decides the game now.
    pub fn decision(&self, game: &Game) -> Option<Decision> {
        let plies = game.turns_made();
        if let Some(rule) = self.rules.resign {
            for loser in Color::ALL {
                let winner = !loser;
                let agreed = !rule.two_sided || self.won[winner.index()] >= rule.move_count;
                if self.lost[loser.index()] >= rule.move_count && agreed {
                    return Some(Decision::Wins(winner));
                }
            }
        }
        if let Some(rule) = self.rules.draw {
            let late = plies >= 2 * rule.move_number as usize;
            if late && self.level >= 2 * rule.move_count {
                return Some(Decision::Draw);
            }
        }
        let over = self.rules.max_moves.is_some_and(|most| plies >= 2 * most as usize);
        over.then_some(Decision::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::config::{DrawRule, ResignRule};
    use dhow_rules::variant::VARIANTS;

    /// Knights move to and fro with these scores, White's first. Returns the plies until the decision.
    fn play(rules: Adjudication, scores: &[Option<i32>]) -> Option<(usize, Decision)> {
        let mut game = Game::new(&VARIANTS[0]);
        let mut adjudicator = Adjudicator::new(rules);
        for (ply, score) in scores.iter().enumerate() {
            let mover = game.side_to_move();
            let text = ["c2d4", "c11d9", "d4c2", "d9c11"][ply % 4];
            game.play_text(text).unwrap();
            adjudicator.add(&game, mover, score.map(ReportedScore::Centipawns));
            if let Some(decision) = adjudicator.decision(&game) {
                return Some((ply + 1, decision));
            }
        }
        None
    }

    #[test]
    fn draws_by_score() {
        let draw = Some(DrawRule { move_number: 3, move_count: 2, score: 10 });
        let rules = Adjudication { draw, ..Adjudication::default() };
        assert_eq!(play(rules, &[Some(5); 9]), Some((6, Decision::Draw)));
        let late = [Some(50), Some(0), Some(50), Some(-10), Some(10), Some(0), Some(0), Some(0)];
        assert_eq!(play(rules, &late), Some((7, Decision::Draw)));
        let broken = [Some(0), Some(0), Some(0), None, Some(0), Some(0), Some(0)];
        assert_eq!(play(rules, &broken), None);
        assert_eq!(play(Adjudication::default(), &[Some(0); 40]), None);
    }

    #[test]
    fn a_pawns_move_breaks_the_row() {
        let draw = Some(DrawRule { move_number: 1, move_count: 1, score: 10 });
        let mut adjudicator = Adjudicator::new(Adjudication { draw, ..Adjudication::default() });
        let mut game = Game::new(&VARIANTS[0]);
        let level = Some(ReportedScore::Centipawns(0));
        for text in ["c2d4", "a10a9"] {
            let mover = game.side_to_move();
            game.play_text(text).unwrap();
            adjudicator.add(&game, mover, level);
        }
        assert_eq!(adjudicator.decision(&game), None);
    }

    #[test]
    fn wins_by_score() {
        let resign = |two_sided| {
            let rule = ResignRule { move_count: 2, score: 300, two_sided };
            Adjudication { resign: Some(rule), ..Adjudication::default() }
        };
        let lost = [Some(0), Some(-300), Some(100), Some(-900), Some(500)];
        assert_eq!(play(resign(false), &lost), Some((4, Decision::Wins(Color::White))));
        assert_eq!(play(resign(true), &lost), None);
        let agreed = [Some(-400), Some(300), Some(-300), Some(999)];
        assert_eq!(play(resign(true), &agreed), Some((4, Decision::Wins(Color::Black))));
        let hope = [Some(-400), Some(0), Some(-299), Some(0), Some(-400)];
        assert_eq!(play(resign(false), &hope), None);
    }

    #[test]
    fn the_longest_game() {
        let rules = Adjudication { max_moves: Some(2), ..Adjudication::default() };
        assert_eq!(play(rules, &[None; 9]), Some((4, Decision::Draw)));
    }
}
