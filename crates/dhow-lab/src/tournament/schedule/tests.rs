//! Tests of pairings, colours and openings.

use super::*;
use crate::tournament::tests::config;
use dhow_rules::variant::VARIANTS;

fn schedule(config: &Config) -> Vec<Pairing> {
    Schedule::of(config, &Ended::new()).games
}

fn games(change: impl FnOnce(&mut Config)) -> Vec<([usize; 2], usize, Option<usize>)> {
    let mut config = config(2);
    change(&mut config);
    schedule(&config).iter().map(|game| (game.players, game.opening, game.pair)).collect()
}

#[test]
fn two_engines_swap_colours_from_the_same_opening() {
    let expected =
        [([0, 1], 0, Some(0)), ([1, 0], 0, Some(0)), ([0, 1], 1, Some(2)), ([1, 0], 1, Some(2))];
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

#[test]
fn colours_can_be_reversed() {
    let reversed = games(|config| (config.games, config.reverse) = (2, true));
    assert_eq!(reversed, [([1, 0], 0, Some(0)), ([0, 1], 0, Some(0))]);
}

#[test]
fn pyramids_and_gauntlets_of_several() {
    let players = |kind, seeds| {
        let games = games(|changed| *changed = Config { kind, seeds, ..config(4) });
        games.iter().map(|game| game.0).collect::<Vec<_>>()
    };
    let pyramid = [[1, 0], [2, 0], [2, 1], [3, 0], [3, 1], [3, 2]];
    assert_eq!(players(Kind::Pyramid, 0), pyramid);
    assert_eq!(players(Kind::Gauntlet, 2), [[0, 2], [0, 3], [1, 2], [1, 3]]);
    assert_eq!(players(Kind::Gauntlet, 9), [[0, 3], [1, 3], [2, 3]]);
}

#[test]
fn openings_last_for_an_encounter_or_a_round() {
    let openings = |policy| {
        let games = games(|changed| {
            *changed = Config { policy, games: 4, rounds: 2, repeat: 1, ..config(3) };
        });
        games.iter().map(|game| game.1).collect::<Vec<_>>()
    };
    let encounters: Vec<usize> = (0..6).flat_map(|number| [number; 4]).collect();
    assert_eq!(openings(Policy::Encounter), encounters);
    assert_eq!(openings(Policy::Round), [[0; 12], [1; 12]].concat());
    let pairs = games(|config| (config.policy, config.games) = (Policy::Encounter, 4));
    assert_eq!(pairs.iter().map(|game| game.2).collect::<Vec<_>>(), [0, 0, 2, 2].map(Some));
}

#[test]
fn several_games_take_turns_with_either_colour() {
    let several = |change: &dyn Fn(&mut Config)| {
        let mut config = Config { variants: VARIANTS[..3].to_vec(), ..config(2) };
        change(&mut config);
        schedule(&config)
    };
    let variants = |games: &[Pairing]| games.iter().map(|game| game.variant).collect::<Vec<_>>();
    let pairs = several(&|config| (config.games, config.rounds) = (2, 4));
    assert_eq!(variants(&pairs), [0, 0, 1, 1, 2, 2, 0, 0]);
    let single = several(&|config| (config.games, config.repeat) = (7, 1));
    assert_eq!(variants(&single), [0, 0, 1, 1, 2, 2, 0]);
    let knockout =
        several(&|config| (config.kind, config.games, config.seeds) = (Kind::Knockout, 4, 2));
    assert_eq!(variants(&knockout), [0, 0, 1, 1]);
    // In every encounter each variant comes equally often, and with both colours.
    for (games, repeat) in [(1, 1), (1, 2), (2, 2), (3, 3), (4, 2)] {
        for policy in [Policy::Repeat, Policy::Encounter, Policy::Round] {
            for engines in [2, 3, 4] {
                let games = several(&|changed| {
                    changed.engines = config(engines).engines;
                    (changed.games, changed.repeat, changed.policy) = (games, repeat, policy);
                    changed.rounds = 24;
                });
                let mut counts = BTreeMap::new();
                for game in &games {
                    *counts.entry((game.players, game.variant)).or_insert(0) += 1;
                    let first = games.iter().find(|other| other.opening == game.opening);
                    assert_eq!(first.map(|first| first.variant), Some(game.variant));
                }
                assert_eq!(counts.len(), engines * (engines - 1) * 3, "{repeat} {policy:?}");
                assert!(counts.values().all(|count| *count == games.len() / counts.len()));
            }
        }
    }
}
