//! Pairs of games between the engine and itself with other numbers of the search.

use super::selfplay::{LONGEST, limits, open, play_out};
use crate::pgn::GameResult;
use crate::pieces::Color;
use crate::search::{Engine, Numbers};
use crate::variant::Variant;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::sync::Arc;

/// How pairs are played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairSettings {
    /// Nodes after which the search of a move goes no deeper.
    pub nodes: u32,
    /// Random moves at the start of each game.
    pub random_plies: u16,
    /// Where the random numbers start.
    pub seed: u64,
    /// The ids of the games, of which each pair has the next.
    pub variants: Vec<String>,
}

/// Plays the pair with this index: two games from one opening, each player with either colour. Returns the
/// points of the first.
pub fn play_pair(
    engines: &mut [Engine; 2],
    settings: &PairSettings,
    index: u32,
    players: [Numbers; 2],
    variant: &Arc<Variant>,
) -> f64 {
    let limits = limits(settings.nodes);
    let mut seed = settings.seed.rotate_left(17) ^ u64::from(index) << 32;
    for (engine, numbers) in engines.iter_mut().zip(players) {
        engine.set_numbers(numbers);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::EvaluationChoice;
    use crate::training::player;

    #[test]
    fn a_pair_is_played_with_both_colours_and_the_same_again() {
        let variant = crate::variant::find("metamachy").expect("a game");
        let settings = PairSettings {
            nodes: 20,
            random_plies: 4,
            seed: 7,
            variants: vec![variant.id.clone()],
        };
        let bold = "see_quiet=90".parse().expect("numbers");
        let mut engines = [(); 2].map(|()| player(EvaluationChoice::default()));
        let mut play = |players| play_pair(&mut engines, &settings, 1, players, variant);
        let points = play([bold, Numbers::DEFAULT]);
        assert!([0.0, 0.5, 1.0, 1.5, 2.0].contains(&points));
        assert_eq!(play([bold, Numbers::DEFAULT]), points);
        assert_eq!(play([Numbers::DEFAULT, bold]), 2.0 - points);
        // Against itself everybody gets half.
        assert_eq!(play([bold; 2]), 1.0);
    }
}
