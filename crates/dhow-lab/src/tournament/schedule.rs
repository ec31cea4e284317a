//! The games of a tournament: players, colours and openings.

mod knockout;
#[cfg(test)]
mod tests;

use super::config::{Config, Kind, Policy};
use dhow_play::pgn::GameResult;
use std::collections::BTreeMap;

/// A game of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The number of the game, from 0.
    pub number: usize,
    /// The round, from 0.
    pub round: usize,
    /// The indices of the engines with White and with Black.
    pub players: [usize; 2],
    /// The number of the opening, from 0.
    pub opening: usize,
    /// The index of the variant, from 0, which the opening determines.
    pub variant: usize,
    /// The number of the game's pair. The two games of a pair differ only in their colours.
    pub pair: Option<usize>,
}

/// The results of the finished games, by number.
pub type Ended = BTreeMap<usize, GameResult>;

/// The games of a tournament that are known so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedule {
    /// The known games, in order.
    pub games: Vec<Pairing>,
    /// The minimum number of games that will follow these.
    pub later: usize,
    /// The winner of a finished knockout.
    pub winner: Option<usize>,
}

impl Schedule {
    /// The games of a tournament with these results so far. Only in a knockout do games depend on results.
    pub fn of(config: &Config, ended: &Ended) -> Self {
        match config.kind {
            Kind::Knockout => knockout::schedule(config, ended),
            _ => Self { games: all_games(config), ..Self::default() },
        }
    }

    /// The number of games, as far as known.
    pub fn total(&self) -> usize {
        self.games.len() + self.later
    }
}

/// The encounters of each round, except in a knockout.
pub fn encounters(config: &Config) -> Vec<(usize, usize)> {
    let count = config.engines.len();
    match config.kind {
        Kind::Gauntlet => {
            let seeds = config.seeds.clamp(1, count.saturating_sub(1).max(1));
            (0..seeds).flat_map(|a| (seeds..count).map(move |b| (a, b))).collect()
        }
        Kind::Pyramid => (0..count).flat_map(|a| (0..a).map(move |b| (a, b))).collect(),
        Kind::RoundRobin | Kind::Knockout => {
            (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect()
        }
    }
}

fn all_games(config: &Config) -> Vec<Pairing> {
    let encounters = encounters(config);
    let mut plan = ScheduleBuilder::new(config);
    for round in 0..config.rounds {
        for (index, &players) in encounters.iter().enumerate() {
            // A new encounter gets a new opening, unless it is the only one.
            if encounters.len() > 1 || config.policy != Policy::Repeat {
                plan.repeated = 0;
            }
            let keeps_opening = config.policy == Policy::Round && index > 0;
            plan.encounter(round, players, round * config.games, config.games, keeps_opening);
        }
    }
    plan.games
}

/// Builds a schedule, one encounter after the other.
struct ScheduleBuilder<'a> {
    config: &'a Config,
    games: Vec<Pairing>,
    /// Games of the current encounter with the current opening.
    repeated: usize,
    /// The number of openings used in encounters of these two players.
    openings: BTreeMap<(usize, usize), usize>,
}

impl<'a> ScheduleBuilder<'a> {
    fn new(config: &'a Config) -> Self {
        Self { config, games: Vec::new(), repeated: 0, openings: BTreeMap::new() }
    }

    /// Adds games of an encounter in which `before` games were played already.
    fn encounter(
        &mut self,
        round: usize,
        (a, b): (usize, usize),
        before: usize,
        count: usize,
        keeps_opening: bool,
    ) {
        let Config { repeat, policy, .. } = *self.config;
        let swaps = !self.config.no_swap;
        let lasting = policy != Policy::Repeat;
        let pairs = swaps && (lasting || repeat.is_multiple_of(2));
        for game in 0..count {
            let fresh = if lasting { game == 0 && !keeps_opening } else { self.repeated == 0 };
            let number = self.games.len();
            let last = self.games.last();
            let opening = last.map_or(0, |last| last.opening + usize::from(fresh));
            let variant = match last {
                Some(last) if !fresh => last.variant,
                _ => variant_of(self.config, self.openings.get(&(a, b)).copied().unwrap_or(0)),
            };
            // The first game of a pair starts it, if a second one follows.
            let first = self.repeated.is_multiple_of(2);
            let alone = lasting && game + 1 == count;
            let pair =
                if first { (!alone).then_some(number) } else { last.and_then(|last| last.pair) };
            let pair = pair.filter(|_| pairs);
            let swapped = (swaps && (before + game) % 2 == 1) != self.config.reverse;
            let players = if swapped { [b, a] } else { [a, b] };
            self.games.push(Pairing { number, round, players, opening, variant, pair });
            *self.openings.entry((a, b)).or_default() += usize::from(fresh);
            self.repeated += 1;
            if !lasting {
                self.repeated %= repeat;
            }
        }
    }
}

/// The variant of the next opening in an encounter with `before` openings. If an opening has an odd number of
/// games, the colours change from one opening to the next, so each variant is used for two openings in a row:
/// otherwise an engine might have White in all games of a variant.
fn variant_of(config: &Config, before: usize) -> usize {
    let games = if config.policy == Policy::Repeat { config.repeat } else { config.games };
    let times = if games.is_multiple_of(2) { 1 } else { 2 };
    before / times % config.variants.len()
}
