//! The results of a tournament so far.

use super::record::Record;
use super::referee::Termination;
use super::schedule::Pairing;
use crate::stats::{Pairs, Results};
use dhow_play::pgn::GameResult;
use dhow_rules::pieces::Color;
use std::collections::BTreeMap;

/// The results between engines, of single games and of pairs.
#[derive(Clone, Debug, Default)]
pub struct Scoreboard {
    /// White's results, by the indices of White, Black and the variant.
    games: BTreeMap<([usize; 2], usize), Results>,
    /// For pairs with only one game ended: its players and White's half points.
    halves: BTreeMap<usize, ([usize; 2], usize)>,
    /// The results of pairs from the first engine's side, by the two engines, the lower index first.
    pairs: BTreeMap<[usize; 2], Pairs>,
    /// How often each engine lost for a reason other than the game itself, by engine and reason.
    faults: BTreeMap<usize, BTreeMap<String, u64>>,
    /// How often the games of each engine ended for each reason.
    reasons: BTreeMap<usize, BTreeMap<String, u64>>,
    finished: usize,
}

impl Scoreboard {
    /// Adds a finished game.
    pub fn add_record(&mut self, pairing: &Pairing, record: &Record) {
        let result = record.game_result();
        self.add(pairing, result);
        let [white, black] = pairing.players;
        for (engine, points) in
            [(white, result.white_points()), (black, 1.0 - result.white_points())]
        {
            let word = match points {
                1.0 => "Win: ",
                0.0 => "Loss: ",
                _ => "",
            };
            let reasons = self.reasons.entry(engine).or_default();
            *reasons.entry(format!("{word}{}", record.reason)).or_default() += 1;
        }
        let loser = match result {
            GameResult::WhiteWins => black,
            GameResult::BlackWins => white,
            GameResult::Draw | GameResult::Unknown => return,
        };
        if Termination::FAULTS.iter().any(|fault| fault.text() == record.termination) {
            let faults = self.faults.entry(loser).or_default();
            *faults.entry(record.termination.clone()).or_default() += 1;
        }
    }

    /// Adds a result.
    fn add(&mut self, pairing: &Pairing, result: GameResult) {
        let (outcome, points) = match result {
            GameResult::WhiteWins => (Results { wins: 1, ..Results::default() }, 2),
            GameResult::BlackWins => (Results { losses: 1, ..Results::default() }, 0),
            GameResult::Draw => (Results { draws: 1, ..Results::default() }, 1),
            GameResult::Unknown => return,
        };
        self.finished += 1;
        *self.games.entry((pairing.players, pairing.variant)).or_default() += outcome;
        let Some(number) = pairing.pair else { return };
        match self.halves.remove(&number) {
            None => {
                self.halves.insert(number, (pairing.players, points));
            }
            Some((players, first)) => {
                let [white, black] = players;
                // White of the first game is Black in the second.
                let points = first + 2 - points;
                let (key, points) = match white < black {
                    true => ([white, black], points),
                    false => ([black, white], 4 - points),
                };
                self.pairs.entry(key).or_default().0[points] += 1;
            }
        }
    }

    /// The number of finished games.
    pub fn finished(&self) -> usize {
        self.finished
    }

    /// How often an engine lost for a reason other than the game itself, by PGN's Termination value.
    pub fn faults(&self, engine: usize) -> BTreeMap<String, u64> {
        self.faults.get(&engine).cloned().unwrap_or_default()
    }

    /// How often an engine's games ended for each reason, such as `Win: White mates`.
    pub fn reasons(&self, engine: usize) -> BTreeMap<String, u64> {
        self.reasons.get(&engine).cloned().unwrap_or_default()
    }

    /// An engine's results with White.
    pub fn with_white(&self, engine: usize) -> Results {
        self.with(Color::White, engine, |_| true)
    }

    /// An engine's results with Black.
    pub fn with_black(&self, engine: usize) -> Results {
        self.with(Color::Black, engine, |_| true)
    }

    /// An engine's results with both colours.
    pub fn of(&self, engine: usize) -> Results {
        self.with_either(engine, |_| true)
    }

    /// An engine's results in one variant.
    pub fn of_in(&self, engine: usize, variant: usize) -> Results {
        self.with_either(engine, |game| game == variant)
    }

    /// The results of the pairs between two engines, from the side of the lower index.
    pub fn pairs(&self, engines: [usize; 2]) -> Pairs {
        self.pairs.get(&engines).copied().unwrap_or_default()
    }

    fn with_either(&self, engine: usize, wanted: impl Fn(usize) -> bool) -> Results {
        let mut results = self.with(Color::White, engine, &wanted);
        results += self.with(Color::Black, engine, &wanted);
        results
    }

    /// An engine's results with this colour in the variants for which `wanted` holds.
    fn with(&self, color: Color, engine: usize, wanted: impl Fn(usize) -> bool) -> Results {
        let mut sum = Results::default();
        for (&(players, variant), &results) in &self.games {
            if players[color.index()] == engine && wanted(variant) {
                sum += results;
            }
        }
        if color == Color::White { sum } else { sum.mirrored() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairing(players: [usize; 2], pair: usize) -> Pairing {
        Pairing { number: 0, round: 0, players, opening: 0, variant: 0, pair: Some(pair) }
    }

    #[test]
    fn games_and_pairs_are_counted_from_either_side() {
        use GameResult::{BlackWins, Draw, WhiteWins};
        let mut board = Scoreboard::default();
        for (pair, first, second) in [
            (0, WhiteWins, BlackWins),
            (2, WhiteWins, WhiteWins),
            (4, Draw, WhiteWins),
            (6, Draw, Draw),
            (8, BlackWins, WhiteWins),
        ] {
            board.add(&pairing([0, 1], pair), first);
            board.add(&pairing([1, 0], pair), second);
        }
        // Games may end in any order.
        board.add(&pairing([1, 0], 10), BlackWins);
        assert_eq!(board.pairs([0, 1]), Pairs([1, 1, 2, 0, 1]));
        board.add(&pairing([0, 1], 10), Draw);
        assert_eq!(board.pairs([0, 1]), Pairs([1, 1, 2, 1, 1]));
        assert_eq!(board.finished(), 12);
        let results = |wins, losses, draws| Results { wins, losses, draws };
        assert_eq!(board.with_white(0), results(2, 1, 3));
        assert_eq!(board.with_black(0), results(2, 3, 1));
        assert_eq!(board.of(0), results(4, 4, 4));
        assert_eq!(board.of(1), board.of(0).mirrored());
        board.add(&pairing([0, 1], 12), GameResult::Unknown);
        assert_eq!(board.finished(), 12);
    }
}
