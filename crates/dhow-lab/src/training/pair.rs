//! Pairs of games between two settings of the search's numbers, and experiments made of them.

use super::selfplay::{LEAST_NODES, LONGEST, open, play_out};
use dhow_engine::search::{Engine, Limits, SearchParamChanges, SearchParamsError};
use dhow_play::pgn::GameResult;
use dhow_rules::pieces::Color;
use dhow_rules::position::zobrist::split_mix;
use dhow_rules::variant::Variant;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::sync::Arc;

/// How pairs are played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairSettings {
    /// The number of pairs in total.
    pub pairs: u32,
    /// The hard limit of nodes for each move. A soft limit, which lets the search finish its last
    /// iteration, would favour numbers that make iterations longer. Older files with a soft limit
    /// have another name for this field.
    #[serde(rename = "node_limit")]
    pub nodes: u32,
    /// The number of random moves at the start of each game.
    pub random_plies: u16,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The ids of the games, which the pairs take in turn.
    pub variants: Vec<String>,
}

impl PairSettings {
    /// The limits of a move by nodes.
    pub fn limits(&self) -> Limits {
        Limits { nodes: Some(self.nodes.max(LEAST_NODES).into()), ..Limits::default() }
    }

    /// `count` random signs (1 or -1) for the pair with this index.
    pub(super) fn signs(&self, index: u32, count: usize) -> Vec<f64> {
        let mut seed = self.seed ^ u64::from(index + 1) << 32;
        let sign = |_| if split_mix(&mut seed).is_multiple_of(2) { 1.0 } else { -1.0 };
        (0..count).map(sign).collect()
    }
}

/// A pair of games to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The index among all pairs, from 0.
    pub index: u32,
    /// For each change under test, 1 or -1: the player that has it, or the direction in which it is
    /// applied; 0 if no player has it.
    pub(super) signs: Vec<f64>,
    /// What each of the two players changes in the search parameters of the game.
    pub players: [SearchParamChanges; 2],
}

/// Why an experiment cannot be started or continued.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// The bytes are not a saved experiment of this kind.
    #[error("{0}")]
    Form(#[from] serde_json::Error),
    /// It was started with other settings.
    #[error("it was begun with other settings")]
    Other,
    /// A change is not valid.
    #[error("{0}")]
    SearchParams(#[from] SearchParamsError),
    /// The saved values are out of range, or their number is wrong.
    #[error("its numbers are too many, too few or out of range")]
    Values,
}

/// An experiment made of pairs of games. It is saved as JSON and can be continued. If several
/// threads play, a pair that was unfinished when the experiment was saved may be lost, and a later
/// one may be played twice.
pub trait Experiment: Serialize + DeserializeOwned + Send + Sized {
    /// The parameters that determine the result, apart from chance.
    type Settings: PartialEq;

    /// Starts an experiment.
    fn new(settings: Self::Settings) -> Result<Self, ExperimentError>;

    /// The parameters with which it was started.
    fn settings(&self) -> &Self::Settings;

    /// Whether a saved experiment makes sense.
    fn check(&self) -> Result<(), ExperimentError>;

    /// The pair with this index; `None` if no more pairs are needed.
    fn pair(&self, index: u32) -> Option<Pair>;

    /// Records the result of a pair: the first player's points, from 0 to 2.
    fn end(&mut self, pair: &Pair, points: f64);

    /// The number of finished pairs, which is the index with which a continued experiment goes on.
    fn ended(&self) -> u32;

    /// The experiment as JSON, to be continued later.
    fn to_bytes(&self) -> serde_json::Result<Vec<u8>> {
        serde_json::to_vec_pretty(self)
    }

    /// Continues from the result of [`Experiment::to_bytes`] with the same settings.
    fn resume(bytes: &[u8], settings: &Self::Settings) -> Result<Self, ExperimentError> {
        let saved: Self = serde_json::from_slice(bytes)?;
        if saved.settings() != settings {
            return Err(ExperimentError::Other);
        }
        saved.check().map(|()| saved)
    }
}

/// Plays a pair: two games from one opening, each player once with either colour, with these limits
/// for each move. Returns the points of the first player, from 0 to 2.
pub fn play_pair(
    engines: &mut [Engine; 2],
    settings: &PairSettings,
    pair: &Pair,
    variant: &Arc<Variant>,
    limits: &Limits,
) -> f64 {
    let mut seed = settings.seed.rotate_left(17) ^ u64::from(pair.index) << 32;
    for (engine, changes) in engines.iter_mut().zip(&pair.players) {
        engine.change_params(changes.clone());
    }
    let random = settings.random_plies.into();
    let opening = open(&mut engines[0], variant, random, &settings.limits(), &mut seed);
    let mut points = 0.0;
    for first in Color::ALL {
        let mut game = opening.clone();
        engines.iter_mut().for_each(Engine::clear);
        let result = play_out(
            |game| {
                let engine = &mut engines[usize::from(game.side_to_move() != first)];
                engine.search(game, limits.clone())
            },
            &mut game,
            LONGEST,
            |_, _, _| ControlFlow::Continue(()),
        );
        let white = result.unwrap_or(GameResult::Draw).white_points();
        points += if first == Color::White { white } else { 1.0 - white };
    }
    points
}

/// Settings for pairs of quick games.
#[cfg(test)]
pub(super) fn quick(pairs: u32) -> PairSettings {
    let variants = vec!["metamachy".into()];
    PairSettings { pairs, nodes: 20, random_plies: 4, seed: 7, variants }
}

/// Runs an experiment with random results. `expected` is the probability that the first player wins
/// a game.
#[cfg(test)]
pub(super) fn play_by_chance<T: Experiment>(
    experiment: &mut T,
    mut expected: impl FnMut(&T, &Pair) -> f64,
) {
    let mut seed = 3;
    for index in 0.. {
        let Some(pair) = experiment.pair(index) else { break };
        let expected = expected(experiment, &pair);
        let mut chance = || (split_mix(&mut seed) >> 11) as f64 / (1u64 << 53) as f64;
        let points = [(); 2].map(|()| f64::from(u8::from(chance() < expected)));
        experiment.end(&pair, points.iter().sum());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::player;
    use dhow_engine::search::EvaluationChoice;

    #[test]
    fn a_pair_is_played_with_both_colours_and_the_same_again() {
        let variant = dhow_rules::variant::find("metamachy").expect("a game");
        let settings = quick(2);
        let bold: SearchParamChanges = "see_quiet=90".parse().expect("numbers");
        let same = SearchParamChanges::default();
        let mut engines = [(); 2].map(|()| player(EvaluationChoice::default()).expect("a thread"));
        let mut play = |players| {
            let pair = Pair { index: 1, signs: Vec::new(), players };
            play_pair(&mut engines, &settings, &pair, variant, &settings.limits())
        };
        let points = play([bold.clone(), same.clone()]);
        assert!([0.0, 0.5, 1.0, 1.5, 2.0].contains(&points));
        assert_eq!(play([bold.clone(), same.clone()]), points);
        assert_eq!(play([same, bold.clone()]), 2.0 - points);
        // A player scores half the points against itself.
        assert_eq!(play([bold.clone(), bold]), 1.0);
    }
}
