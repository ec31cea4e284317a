//! Knockouts: the loser of an encounter is out.
//!
//! A round has stages. The first stage has the games of all encounters. Each further stage has two more games
//! (one, if an encounter has an odd number) for every encounter that is level. The games of a stage are known
//! when all games of the stage before have ended, so the numbers of games never depend on the order in which
//! they end.

use super::{Ended, Pairing, Schedule, ScheduleBuilder};
use crate::tournament::config::Config;
use fastrand::Rng;

/// After this many further stages of a level encounter, the player with the lower number in the bracket wins
/// it.
const MOST_STAGES: usize = 10;

/// The games of a knockout that are known, given the results so far.
pub fn schedule(config: &Config, ended: &Ended) -> Schedule {
    let ranked = ranked(config);
    let mut bracket: Vec<Option<usize>> =
        order(ranked.len()).into_iter().map(|place| ranked.get(place).copied()).collect();
    let rank = |player: usize| ranked.iter().position(|&other| other == player);
    let mut plan = ScheduleBuilder::new(config);
    let mut round = 0;
    while bracket.len() > 1 {
        let later_rounds = config.games * (bracket.len() / 2).saturating_sub(1);
        let encounters: Vec<_> = bracket.chunks(2).map(|two| [two[0], two[1]]).collect();
        let Some(winners) = play_round(&mut plan, round, &encounters, ended, &rank) else {
            return Schedule { games: plan.games, later: later_rounds, winner: None };
        };
        bracket = winners.into_iter().map(Some).collect();
        round += 1;
    }
    Schedule { games: plan.games, later: 0, winner: bracket.first().copied().flatten() }
}

/// Adds the games of a round, stage by stage. Returns the winners of the encounters, if they are known.
fn play_round(
    plan: &mut ScheduleBuilder,
    round: usize,
    encounters: &[[Option<usize>; 2]],
    ended: &Ended,
    rank: &impl Fn(usize) -> Option<usize>,
) -> Option<Vec<usize>> {
    let first = plan.games.len();
    for stage in 0..=MOST_STAGES {
        let start = plan.games.len();
        for encounter in encounters {
            let &[Some(a), Some(b)] = encounter else { continue };
            let played =
                plan.games[first..].iter().filter(|game| game.players.contains(&a)).count();
            let usual = plan.config.games;
            let count = match stage {
                0 => usual,
                _ if lead(&plan.games[first..start], ended, a) != 0 => continue,
                _ => 2 - usual % 2,
            };
            plan.repeated = 0;
            plan.encounter(round, (a, b), played, count, false);
        }
        if plan.games[start..].iter().any(|game| !ended.contains_key(&game.number)) {
            return None;
        }
        if plan.games.len() == start {
            break;
        }
    }
    let games = &plan.games[first..];
    let winner = |&encounter: &[Option<usize>; 2]| match encounter {
        [Some(a), Some(b)] => match lead(games, ended, a) {
            0 if rank(a) < rank(b) => Some(a),
            0 => Some(b),
            lead => Some(if lead > 0 { a } else { b }),
        },
        [a, b] => a.or(b),
    };
    encounters.iter().map(winner).collect()
}

/// A player's lead in its encounter, in half points.
fn lead(games: &[Pairing], ended: &Ended, player: usize) -> i64 {
    let points = |game: &Pairing| {
        let white = ended.get(&game.number).map_or(0.5, |result| result.white_points());
        let lead = (4.0 * white - 2.0) as i64;
        if game.players[0] == player { lead } else { -lead }
    };
    games.iter().filter(|game| game.players.contains(&player)).map(points).sum()
}

/// The players by rank: first the seeds in order, then the others in drawn order.
fn ranked(config: &Config) -> Vec<usize> {
    let mut players: Vec<usize> = (0..config.engines.len()).collect();
    let seeds = config.seeds.min(players.len());
    Rng::with_seed(config.seed).shuffle(&mut players[seeds..]);
    players
}

/// The ranks, from 0, in the order of the bracket, whose size is a power of two. The first two can meet only
/// in the last round, the first four only in the last two, and so on.
fn order(players: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < players {
        let last = 2 * order.len() - 1;
        order = order.into_iter().flat_map(|rank| [rank, last - rank]).collect();
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::config::Kind;
    use crate::tournament::tests::config;
    use dhow_play::pgn::GameResult::{self, BlackWins, Draw, WhiteWins};

    fn knockout(engines: usize, games: usize) -> Config {
        Config { kind: Kind::Knockout, seeds: engines, games, ..config(engines) }
    }

    /// Plays a whole knockout and returns the players of its games.
    fn played(config: &Config, result: impl Fn(&Pairing) -> GameResult) -> Vec<[usize; 2]> {
        let mut ended = Ended::new();
        loop {
            let schedule = schedule(config, &ended);
            let open = schedule.games.iter().find(|game| !ended.contains_key(&game.number));
            match open {
                Some(game) => drop(ended.insert(game.number, result(game))),
                None => {
                    assert_eq!(schedule.later, 0);
                    let last = schedule.games.last().expect("a game");
                    assert!(last.players.contains(&schedule.winner.expect("a winner")));
                    return schedule.games.iter().map(|game| game.players).collect();
                }
            }
        }
    }

    #[test]
    fn the_best_meet_last() {
        assert_eq!(order(2), [0, 1]);
        assert_eq!(order(8), [0, 7, 3, 4, 1, 6, 2, 5]);
        assert_eq!(order(5).len(), 8);
    }

    #[test]
    fn the_better_of_two_goes_on() {
        let better =
            |game: &Pairing| if game.players[0] < game.players[1] { WhiteWins } else { BlackWins };
        let games = played(&knockout(4, 2), better);
        assert_eq!(games, [[0, 3], [3, 0], [1, 2], [2, 1], [0, 1], [1, 0]]);
        // With five players, three have no opponent in the first round.
        assert_eq!(played(&knockout(5, 1), better), [[3, 4], [0, 3], [1, 2], [0, 1]]);
        let start = schedule(&knockout(5, 1), &Ended::new());
        assert_eq!(start.winner, None);
        assert_eq!((start.games.len(), start.later, start.total()), (1, 3, 4));
    }

    #[test]
    fn level_encounters_are_prolonged() {
        let later = |game: &Pairing| if game.number < 4 { Draw } else { WhiteWins };
        let games = played(&knockout(2, 3), later);
        assert_eq!(games, [[0, 1], [1, 0], [0, 1], [1, 0], [0, 1]]);
        let drawn = played(&knockout(2, 2), |_| Draw);
        assert_eq!(drawn.len(), 2 + 2 * MOST_STAGES);
    }

    #[test]
    fn numbers_and_pairs_agree() {
        let config = knockout(3, 2);
        let ended: Ended = [(0, Draw), (1, WhiteWins)].into();
        let games = schedule(&config, &ended).games;
        assert!(games.iter().enumerate().all(|(index, game)| game.number == index));
        let pairs: Vec<_> = games.iter().map(|game| (game.opening, game.pair)).collect();
        assert_eq!(pairs, [(0, Some(0)), (0, Some(0)), (1, Some(2)), (1, Some(2))]);
        assert_eq!(games[2].players, [0, 2]);
    }

    #[test]
    fn who_is_no_seed_is_drawn() {
        let mut config = Config { seeds: 1, ..knockout(16, 1) };
        let first = ranked(&config);
        assert_eq!(first[0], 0);
        config.seed += 1;
        assert_ne!(ranked(&config), first);
    }
}
