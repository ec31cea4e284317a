//! Which games are played: by whom, with which colours, from which opening.

use super::config::{Config, Kind};

/// A game of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The number of the game, from 0.
    pub number: usize,
    /// The round, from 0.
    pub round: usize,
    /// Index of the engine that plays White, and of the one that plays Black.
    pub players: [usize; 2],
    /// The number of the opening, from 0.
    pub opening: usize,
    /// Games of the same pair differ in nothing but the colours; no more than two have the same
    /// number.
    pub pair: Option<usize>,
}

/// All games of a tournament, in their order.
pub fn schedule(config: &Config) -> Vec<Pairing> {
    let count = config.engines.len();
    let encounters: Vec<(usize, usize)> = match config.kind {
        Kind::Gauntlet => (1..count).map(|other| (0, other)).collect(),
        Kind::RoundRobin => (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect(),
    };
    let swaps = !config.no_swap;
    let pairs = swaps && config.repeat.is_multiple_of(2);
    let mut games: Vec<Pairing> = Vec::new();
    // Games of the current encounter from the current opening.
    let mut repeated = 0usize;
    for round in 0..config.rounds {
        for &(a, b) in &encounters {
            // A new encounter has a new opening, unless it is the only one there is.
            if encounters.len() > 1 {
                repeated = 0;
            }
            for game in 0..config.games {
                let fresh = repeated == 0;
                let index = round * config.games + game;
                let last = games.last();
                let opening = last.map_or(0, |last| last.opening + usize::from(fresh));
                // The first game of a pair opens it.
                let pair = (repeated.is_multiple_of(2)).then_some(games.len());
                let pair = pair.or_else(|| last.and_then(|last| last.pair)).filter(|_| pairs);
                let players = if swaps && index % 2 == 1 { [b, a] } else { [a, b] };
                games.push(Pairing { number: games.len(), round, players, opening, pair });
                repeated = (repeated + 1) % config.repeat;
            }
        }
    }
    games
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::tests::config;

    fn games(change: impl FnOnce(&mut Config)) -> Vec<([usize; 2], usize, Option<usize>)> {
        let mut config = config(2);
        change(&mut config);
        schedule(&config).iter().map(|game| (game.players, game.opening, game.pair)).collect()
    }

    #[test]
    fn two_engines_swap_colours_from_the_same_opening() {
        let expected = [
            ([0, 1], 0, Some(0)),
            ([1, 0], 0, Some(0)),
            ([0, 1], 1, Some(2)),
            ([1, 0], 1, Some(2)),
        ];
        assert_eq!(games(|config| config.games = 4), expected);
        assert_eq!(games(|config| config.rounds = 4), expected);
        let without = games(|config| (config.games, config.repeat) = (3, 1));
        assert_eq!(without, [([0, 1], 0, None), ([1, 0], 1, None), ([0, 1], 2, None)]);
        let kept = games(|config| (config.games, config.no_swap) = (2, true));
        assert_eq!(kept, [([0, 1], 0, None), ([0, 1], 0, None)]);
        let four = games(|config| (config.games, config.repeat) = (5, 4));
        assert_eq!(four.iter().map(|game| game.1).collect::<Vec<_>>(), [0, 0, 0, 0, 1]);
        assert_eq!(four.iter().map(|game| game.2).collect::<Vec<_>>(), [0, 0, 2, 2, 4].map(Some));
    }

    #[test]
    fn everybody_plays_everybody() {
        let games = games(|changed| {
            *changed = config(3);
            (changed.games, changed.rounds) = (2, 2);
        });
        let players: Vec<[usize; 2]> = games.iter().map(|game| game.0).collect();
        let round = [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]];
        assert_eq!(players, [round, round].concat());
        let openings: Vec<usize> = games.iter().map(|game| game.1).collect();
        assert_eq!(openings, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
    }

    #[test]
    fn a_gauntlet_is_run_by_the_first() {
        let games = games(|changed| {
            *changed = config(4);
            changed.kind = Kind::Gauntlet;
        });
        let players: Vec<[usize; 2]> = games.iter().map(|game| game.0).collect();
        assert_eq!(players, [[0, 1], [0, 2], [0, 3]]);
    }

    #[test]
    fn colours_alternate_over_rounds_of_one_game() {
        let games = games(|changed| {
            *changed = config(3);
            changed.rounds = 2;
        });
        let players: Vec<[usize; 2]> = games.iter().map(|game| game.0).collect();
        assert_eq!(players, [[0, 1], [0, 2], [1, 2], [1, 0], [2, 0], [2, 1]]);
    }

    #[test]
    fn longer_tournaments_begin_alike() {
        let long = games(|config| (config.rounds, config.games) = (9, 2));
        let short = games(|config| (config.rounds, config.games) = (4, 2));
        assert_eq!(long[..8], short);
    }
}
