//! Quiet positions of games, reduced to feature counts for tuning.

use super::{GameRecord, RecordError};
use dhow_engine::eval::AnyEvaluator;
use dhow_engine::eval::weights::WeightList;
use dhow_rules::game::Game;
use dhow_rules::pieces::Color;
use dhow_rules::position::Move;
use dhow_rules::variant::Variant;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Positions with scores beyond this number of centipawns are decided and not used.
const DECIDED: i16 = 1500;

/// A quiet position, reduced to the feature counts of the evaluation.
pub(super) struct TuningSample {
    /// For indices of the weight list, White's count minus Black's, scaled by the part that the
    /// move limit leaves.
    pub counts: Vec<(u16, f32)>,
    /// The weight of the middlegame in the score, from 0 to 1.
    pub phase: f32,
    /// The points that White scored in the game.
    pub result: f32,
    /// The search score in centipawns from White's view.
    pub score: f32,
}

/// Computes the feature counts of the positions of a game.
struct FeatureCounting {
    judge: Arc<dyn AnyEvaluator>,
    /// For each feature, the index in the weight list.
    places: Vec<Option<usize>>,
}

impl FeatureCounting {
    /// The sample of a position with its search score.
    fn sample(&self, game: &Game, record: &GameRecord, score: i16) -> TuningSample {
        let trace = self.judge.trace(game);
        let counts = trace.counts.iter().zip(&self.places).filter(|(count, _)| **count != 0);
        let left = trace.left as f32;
        let counts =
            counts.filter_map(|(&count, place)| Some(((*place)? as u16, left * count as f32)));
        let white = if game.side_to_move() == Color::White { 1.0 } else { -1.0 };
        TuningSample {
            counts: counts.collect(),
            phase: trace.phase as f32,
            result: record.result.white_points() as f32,
            score: white * score as f32,
        }
    }
}

/// Quiet positions of games, to fit and to validate. In games with leaders they are starts of
/// turns.
pub struct Samples {
    pub(super) fitted: Vec<TuningSample>,
    /// The end of each game's samples in `fitted`.
    pub(super) ends: Vec<usize>,
    pub(super) validated: Vec<TuningSample>,
    /// The weights to start from, with entries for all pieces of the games.
    pub(super) weights: WeightList,
    /// Whether the games are games with leaders.
    leaders: bool,
    /// By the title of the game.
    games: BTreeMap<String, Arc<FeatureCounting>>,
}

impl Samples {
    /// An empty set for tuning the weights shared by the 12x12 games or, if `variant` has leaders,
    /// by the games with leaders.
    pub fn for_games_like(variant: &Variant) -> Self {
        let leaders = variant.command.is_some();
        let list = if leaders { WeightList::of_leaders() } else { WeightList::built_in() };
        Self::new(list.clone(), leaders)
    }

    /// An empty set for tuning these weights.
    pub(super) fn new(weights: WeightList, leaders: bool) -> Self {
        let (fitted, validated) = (Vec::new(), Vec::new());
        Self { fitted, ends: Vec::new(), validated, weights, leaders, games: BTreeMap::new() }
    }

    /// Adds the quiet positions of a game. If it fails, none is added.
    pub fn add(&mut self, variant: &Arc<Variant>, record: &GameRecord) -> Result<(), RecordError> {
        if variant.command.is_some() != self.leaders {
            return Err(RecordError::OtherWeights);
        }
        let weights = &mut self.weights;
        let counting = self.games.entry(variant.title()).or_insert_with(|| {
            let judge = <dyn AnyEvaluator>::of(variant);
            Arc::new(FeatureCounting { judge, places: weights.make_places(&variant.pieces) })
        });
        let samples = if record.validates() { &mut self.validated } else { &mut self.fitted };
        let before = samples.len();
        let mut turn = before;
        let replayed = record.replay(variant, |game, mv, score| {
            let begins = game.at_turn_start();
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

    /// The numbers of positions to fit and to validate.
    pub fn len(&self) -> (usize, usize) {
        (self.fitted.len(), self.validated.len())
    }

    /// Whether there are no positions to fit or none to validate.
    pub fn is_empty(&self) -> bool {
        self.fitted.is_empty() || self.validated.is_empty()
    }
}

/// Whether a position is quiet: the side to move is not in check, no capture or promotion wins
/// material, and the best move is not one. In games with leaders, where captures are nearly always
/// possible, only the last condition counts.
pub(crate) fn is_quiet(game: &Game, best: Move) -> bool {
    let position = game.position();
    if position.is_tactical(best) || position.in_check() {
        return false;
    }
    let wins = |&mv: &Move| position.is_tactical(mv) && position.see_ge(mv, 1);
    game.variant().command.is_some() || !game.legal_moves().iter().any(wins)
}
