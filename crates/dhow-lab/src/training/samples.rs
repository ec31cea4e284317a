//! Quiet positions of games, counted for tuning.

use super::{GameRecord, RecordError};
use dhow_engine::eval::AnyEvaluator;
use dhow_engine::eval::weights::WeightList;
use dhow_rules::game::Game;
use dhow_rules::pieces::Color;
use dhow_rules::position::Move;
use dhow_rules::variant::Variant;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Scores beyond this, in centipawns, are decided: nothing is to be learned from them.
const DECIDED: i16 = 1500;

/// A quiet position, reduced to what the evaluation counts.
pub(super) struct Sample {
    /// By place in the list of weights, White's counts minus Black's, as far as the count of moves to
    /// a draw leaves them.
    pub counts: Vec<(u16, f32)>,
    /// How far the score is that of the middlegame, from 0 to 1.
    pub phase: f32,
    /// White's points.
    pub result: f32,
    /// The score of the search from White's view, in centipawns.
    pub score: f32,
}

/// How the positions of a game are counted.
struct Counting {
    judge: Arc<dyn AnyEvaluator>,
    /// Places in the list of weights by feature.
    places: Vec<Option<usize>>,
}

impl Counting {
    /// The position of a game with its score.
    fn sample(&self, game: &Game, record: &GameRecord, score: i16) -> Sample {
        let trace = self.judge.trace(game);
        let counts = trace.counts.iter().zip(&self.places).filter(|(count, _)| **count != 0);
        let left = trace.left as f32;
        let counts =
            counts.filter_map(|(&count, place)| Some(((*place)? as u16, left * count as f32)));
        let white = if game.side_to_move() == Color::White { 1.0 } else { -1.0 };
        Sample {
            counts: counts.collect(),
            phase: trace.phase as f32,
            result: record.result.white_points() as f32,
            score: white * score as f32,
        }
    }
}

/// Quiet positions of games, those to fit and those to validate. In games with leaders they are
/// starts of turns.
pub struct Samples {
    pub(super) fitted: Vec<Sample>,
    /// Where the samples to fit of each game end among them.
    pub(super) ends: Vec<usize>,
    pub(super) validated: Vec<Sample>,
    /// Weights to start from, with places for all pieces of the games.
    pub(super) weights: WeightList,
    /// Whether the games are those with leaders.
    leaders: bool,
    /// By the title of the game.
    games: BTreeMap<String, Arc<Counting>>,
}

impl Samples {
    /// No positions yet, for tuning from the weights that the games of 12x12 share; for a game with leaders, from
    /// those that such games share.
    pub fn for_games_like(variant: &Variant) -> Self {
        let leaders = variant.command.is_some();
        let list = if leaders { WeightList::of_leaders() } else { WeightList::built_in() };
        Self::new(list.clone(), leaders)
    }

    /// No positions yet, for tuning from these weights.
    pub(super) fn new(weights: WeightList, leaders: bool) -> Self {
        let (fitted, validated) = (Vec::new(), Vec::new());
        Self { fitted, ends: Vec::new(), validated, weights, leaders, games: BTreeMap::new() }
    }

    /// Adds the quiet positions of a game; none of them if it is an error.
    pub fn add(&mut self, variant: &Arc<Variant>, record: &GameRecord) -> Result<(), RecordError> {
        if variant.command.is_some() != self.leaders {
            return Err(RecordError::OtherWeights);
        }
        let weights = &mut self.weights;
        let counting = self.games.entry(variant.title()).or_insert_with(|| {
            let judge = <dyn AnyEvaluator>::of(variant);
            Arc::new(Counting { judge, places: weights.make_places(&variant.pieces) })
        });
        let samples = if record.validates() { &mut self.validated } else { &mut self.fitted };
        let before = samples.len();
        let mut turn = before;
        let replayed = record.replay(variant, |game, mv, score| {
            let begins = game.position().moves_made() == 0;
            if begins {
                turn = samples.len();
            }
            if !is_quiet(game, mv) {
                samples.truncate(turn);
            } else if begins && score.abs() <= DECIDED {
                samples.push(counting.sample(game, record, score));
            }
        });
        if replayed.is_err() {
            samples.truncate(before);
        }
        let last = self.ends.last().copied().unwrap_or(0);
        self.ends.extend(Some(self.fitted.len()).filter(|&end| end > last));
        replayed
    }

    /// Numbers of positions to fit and to validate.
    pub fn len(&self) -> (usize, usize) {
        (self.fitted.len(), self.validated.len())
    }

    /// Whether there is nothing to fit or nothing to validate.
    pub fn is_empty(&self) -> bool {
        self.fitted.is_empty() || self.validated.is_empty()
    }
}

/// Whether the side to move is not in check, has no capture or promotion that wins material, and
/// found none of them best. With leaders, where something can nearly always be captured, whether the
/// move that was found best captures nothing.
pub(super) fn is_quiet(game: &Game, best: Move) -> bool {
    let position = game.position();
    if position.is_tactical(best) || position.in_check() {
        return false;
    }
    let wins = |&mv: &Move| position.is_tactical(mv) && position.see_ge(mv, 1);
    game.variant().command.is_some() || !game.legal_moves().iter().any(wins)
}
