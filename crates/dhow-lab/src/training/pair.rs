//! Pairs of games between the engine and itself with other numbers of the search, and what such games tell.

use super::selfplay::{LEAST_NODES, LONGEST, open, play_out};
use dhow_engine::search::{Engine, Limits, SearchParams};
use dhow_play::pgn::GameResult;
use dhow_rules::pieces::Color;
use dhow_rules::position::zobrist::split_mix;
use dhow_rules::variant::Variant;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::sync::Arc;

/// How pairs are played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairSettings {
    /// How many to play in all.
    pub pairs: u32,
    /// Nodes of the search of each move. A limit that lets it end its last iteration would favour numbers
    /// with which iterations are longer. Files that were begun with such a limit have another name here.
    #[serde(rename = "node_limit")]
    pub nodes: u32,
    /// Random moves at the start of each game.
    pub random_plies: u16,
    /// Where the random numbers start.
    pub seed: u64,
    /// The ids of the games, of which each pair has the next.
    pub variants: Vec<String>,
}

impl PairSettings {
    /// What chance has decided for a pair about so many things: 1 or -1.
    pub(super) fn signs(&self, index: u32, count: usize) -> Vec<f64> {
        let mut seed = self.seed ^ u64::from(index + 1) << 32;
        let sign = |_| if split_mix(&mut seed).is_multiple_of(2) { 1.0 } else { -1.0 };
        (0..count).map(sign).collect()
    }
}

/// A pair of games to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// Its place among all, from 0.
    pub index: u32,
    /// 1 or -1 for each thing that is tried: which player has it, or which way it is changed; 0 if neither.
    pub(super) signs: Vec<f64>,
    /// The numbers of the two players.
    pub players: [SearchParams; 2],
}

/// How many pairs were begun and have ended. In a file there are none but those that have ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "u32", into = "u32")]
pub(super) struct Played {
    begun: u32,
    /// How many have ended.
    pub ended: u32,
}

impl Played {
    /// The index of the next pair; `None` if all were begun.
    pub fn begin(&mut self, settings: &PairSettings) -> Option<u32> {
        let index = self.begun;
        if index >= settings.pairs {
            return None;
        }
        self.begun += 1;
        Some(index)
    }
}

impl From<u32> for Played {
    fn from(ended: u32) -> Self {
        Self { begun: ended, ended }
    }
}

impl From<Played> for u32 {
    fn from(played: Played) -> u32 {
        played.ended
    }
}

/// Something that pairs of games tell. What it is as a file, it goes on from: with several threads a pair that
/// had not ended may be left out, and the one after it played again.
pub trait Experiment: Serialize + Send + Sized {
    /// The next pair; `None` if all were begun.
    fn begin(&mut self) -> Option<Pair>;

    /// A pair has ended, in which the first player got so many points of two.
    fn end(&mut self, pair: &Pair, points: f64);

    /// How many have ended.
    fn ended(&self) -> u32;

    /// All that is needed to go on.
    fn to_bytes(&self) -> serde_json::Result<Vec<u8>> {
        serde_json::to_vec_pretty(self)
    }
}

/// Plays a pair: two games from one opening, each player with either colour. Returns the points of the first.
pub fn play_pair(
    engines: &mut [Engine; 2],
    settings: &PairSettings,
    pair: &Pair,
    variant: &Arc<Variant>,
) -> f64 {
    let limits =
        Limits { nodes: Some(settings.nodes.max(LEAST_NODES).into()), ..Limits::default() };
    let mut seed = settings.seed.rotate_left(17) ^ u64::from(pair.index) << 32;
    for (engine, numbers) in engines.iter_mut().zip(pair.players) {
        engine.set_params(numbers);
    }
    let opening = open(&mut engines[0], variant, settings.random_plies.into(), &limits, &mut seed);
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

/// How pairs of quick games are played.
#[cfg(test)]
pub(super) fn quick(pairs: u32) -> PairSettings {
    let variants = vec!["metamachy".into()];
    PairSettings { pairs, nodes: 20, random_plies: 4, seed: 7, variants }
}

/// Plays all pairs of an experiment, of games that chance wins for the first player as often as `expected` says.
#[cfg(test)]
pub(super) fn play_by_chance<T: Experiment>(
    experiment: &mut T,
    mut expected: impl FnMut(&T, &Pair) -> f64,
) {
    let mut seed = 3;
    while let Some(pair) = experiment.begin() {
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
        let bold = "see_quiet=90".parse().expect("numbers");
        let mut engines = [(); 2].map(|()| player(EvaluationChoice::default()).expect("a thread"));
        let mut play = |players| {
            let pair = Pair { index: 1, signs: Vec::new(), players };
            play_pair(&mut engines, &settings, &pair, variant)
        };
        let points = play([bold, SearchParams::DEFAULT]);
        assert!([0.0, 0.5, 1.0, 1.5, 2.0].contains(&points));
        assert_eq!(play([bold, SearchParams::DEFAULT]), points);
        assert_eq!(play([SearchParams::DEFAULT, bold]), 2.0 - points);
        // Against itself everybody gets half.
        assert_eq!(play([bold; 2]), 1.0);
    }
}
