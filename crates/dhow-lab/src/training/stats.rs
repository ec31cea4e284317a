//! Statistics of game files.

use super::samples::is_quiet;
use super::{GameRecord, RecordError, scale};
use dhow_engine::eval::{Score, WdlModel};
use dhow_play::pgn::GameResult;
use dhow_rules::pieces::Color;
use dhow_rules::variant::Variant;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The limits of the score classes in centipawns. A score belongs to the first class whose limit is
/// at least its absolute value, or to one more class beyond all limits.
pub const SCORES: [i16; 5] = [50, 200, 500, 1500, Score::MATE_BOUND.0 as i16 - 1];

/// Scores are rounded to this number of centipawns to count results by score.
const STEP: i16 = 10;
/// Positions with greater scores do not inform about the chances of smaller ones.
const DECIDED: i16 = 1500;

/// The number of classes by the fraction of pieces left.
pub const MEN: usize = 5;

/// Statistics of the games of one variant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameStats {
    /// The numbers of games that White won, that were drawn, and that Black won.
    pub results: [u64; 3],
    /// The number of moves, which is the number of positions.
    pub moves: u64,
    /// The numbers of positions by the fraction of the start array's pieces that are left: up to
    /// 1/5, up to 2/5 and so on.
    pub men: [u64; MEN],
    /// The numbers of positions by score class, see [`SCORES`]; the last class is mate scores.
    pub scores: [u64; SCORES.len() + 1],
    /// The number of quiet positions. `dhow tune` uses those of them that are not decided.
    pub quiet: u64,
    /// For undecided positions, by rounded score of the side to move: the numbers of games that it
    /// won, drew and lost.
    outcomes: BTreeMap<i16, [u64; 3]>,
}

impl GameStats {
    /// The number of games.
    pub fn games(&self) -> u64 {
        self.results.iter().sum()
    }

    /// The chances of winning and drawing as a function of the score, fitted to the games. `None`
    /// if no game was won or none was lost.
    pub fn chances(&self) -> Option<WdlModel> {
        let outcomes = self.outcomes.iter();
        let results: Vec<_> =
            outcomes.map(|(&step, &counts)| (f64::from(step * STEP), counts)).collect();
        scale::chances(&results)
    }

    /// Counts a game. If it fails, nothing is counted.
    pub fn add(&mut self, variant: &Arc<Variant>, record: &GameRecord) -> Result<(), RecordError> {
        let men_of = |fen: &str| {
            let placement = fen.split(' ').next().unwrap_or_default();
            placement.chars().filter(char::is_ascii_alphabetic).count()
        };
        let most = men_of(&variant.start).max(1);
        let mut men = men_of(&record.start);
        let mut counted = self.clone();
        record.replay(variant, |game, mv, score| {
            counted.moves += 1;
            counted.men[(men * MEN).div_ceil(most).clamp(1, MEN) - 1] += 1;
            let class = SCORES.iter().position(|limit| score.saturating_abs() <= *limit);
            counted.scores[class.unwrap_or(SCORES.len())] += 1;
            if score.saturating_abs() <= DECIDED {
                let step = (score + score.signum() * STEP / 2) / STEP;
                let outcome = match record.result {
                    GameResult::WhiteWins => usize::from(game.side_to_move() == Color::Black) * 2,
                    GameResult::BlackWins => usize::from(game.side_to_move() == Color::White) * 2,
                    _ => 1,
                };
                counted.outcomes.entry(step).or_default()[outcome] += 1;
            }
            counted.quiet += u64::from(is_quiet(game, mv));
            men -= usize::from(game.position().victim(mv).is_some());
        })?;
        counted.results[match record.result {
            GameResult::WhiteWins => 0,
            GameResult::BlackWins => 2,
            _ => 1,
        }] += 1;
        *self = counted;
        Ok(())
    }
}
