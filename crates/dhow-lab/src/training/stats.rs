//! What files of games hold, counted.

use super::samples::is_quiet;
use super::{GameRecord, RecordError, scale};
use dhow_engine::eval::{Score, WdlModel};
use dhow_play::pgn::GameResult;
use dhow_rules::pieces::Color;
use dhow_rules::variant::Variant;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Limits of the classes of scores in centipawns: a score counts in the first class whose limit is not
/// below its size, and in one more if it is beyond all.
pub const SCORES: [i16; 5] = [50, 200, 500, 1500, Score::MATE_BOUND.0 as i16 - 1];

/// Scores of one step in centipawns are counted together where results are.
const STEP: i16 = 10;
/// Positions with larger scores say nothing about the chances of smaller ones.
const DECIDED: i16 = 1500;

/// Classes by the share of the men that are left.
pub const MEN: usize = 5;

/// What the games of one variant are like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameStats {
    /// Games that White won, that were drawn, and that Black won.
    pub results: [u64; 3],
    /// Moves of all games, which are positions, too.
    pub moves: u64,
    /// Positions by the men that are left of those of the start array: up to a fifth, two fifths and so on.
    pub men: [u64; MEN],
    /// Positions by the size of their score: see [`SCORES`]; the last are mates.
    pub scores: [u64; SCORES.len() + 1],
    /// Quiet positions, of which `dhow tune` takes those that are not decided.
    pub quiet: u64,
    /// By the score of the side to move in steps, in positions that are not decided, how many of the games
    /// it won, drew and lost.
    outcomes: BTreeMap<i16, [u64; 3]>,
}

impl GameStats {
    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.results.iter().sum()
    }

    /// What scores mean, by the results of the games; `None` if all ended alike.
    pub fn chances(&self) -> Option<WdlModel> {
        let outcomes = self.outcomes.iter();
        let results: Vec<_> =
            outcomes.map(|(&step, &counts)| (f64::from(step * STEP), counts)).collect();
        scale::chances(&results)
    }

    /// Counts a game; nothing of it if it is an error.
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
