//! What each of several changes of the search's numbers is worth, by games that try all of them.
//!
//! A factorial experiment (Fisher, 1935): in each pair of games one player has a change and the other
//! has not, as chance will have it for each change. So every game tells of every change, as much as if it had
//! been played for this one alone, as long as changes do not depend on each other much.

use super::pair::PairSettings;
use crate::position::zobrist::split_mix;
use crate::search::{Numbers, NumbersError};
use serde::{Deserialize, Serialize};

/// What decides, beside chance, what is found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComparisonSettings {
    /// The pairs of games to play in all.
    pub pairs: u32,
    /// How each is played.
    pub play: PairSettings,
    /// What both players have, as `Search Numbers` has it.
    pub base: String,
    /// The changes, in the same way.
    pub changes: Vec<String>,
}

/// An experiment under way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    settings: ComparisonSettings,
    /// The pairs that were begun; in a file there are none but those that have ended.
    #[serde(skip)]
    begun: u32,
    ended: u32,
    /// By change, what players with it got more than half of the points of a game, summed over all pairs.
    gains: Vec<f64>,
    /// The sum of the squares of that, which is the same for all.
    squares: f64,
}

/// Why an experiment cannot be gone on with.
#[derive(Debug, thiserror::Error)]
pub enum ComparisonError {
    /// The bytes are no experiment.
    #[error("{0}")]
    Form(#[from] serde_json::Error),
    /// They are another one.
    #[error("it was begun with other settings")]
    Other,
    /// A change cannot be read.
    #[error("{0}")]
    Numbers(#[from] NumbersError),
}

/// A pair of games to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// Its place among all, from 0.
    pub index: u32,
    /// By change, whether the first player has it; the second has the others.
    first: Vec<bool>,
    /// The numbers of the two players.
    pub players: [Numbers; 2],
}

/// What is known of a change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// The share of the points that a player with it gets against one without.
    pub score: f64,
    /// Its standard error.
    pub error: f64,
}

impl Comparison {
    /// Begins. Changes that cannot be read are refused.
    pub fn new(settings: ComparisonSettings) -> Result<Self, ComparisonError> {
        let changes = settings.changes.len();
        let comparison =
            Self { settings, begun: 0, ended: 0, gains: vec![0.0; changes], squares: 0.0 };
        for place in 0..changes {
            comparison.with(&[place])?;
        }
        Ok(comparison)
    }

    /// Goes on with what [`Comparison::to_bytes`] gave for the same settings. With several threads a pair that had
    /// not ended may be left out, and the one after it played again.
    pub fn resume(bytes: &[u8], settings: &ComparisonSettings) -> Result<Self, ComparisonError> {
        let saved: Self = serde_json::from_slice(bytes)?;
        let fresh = Self::new(settings.clone())?;
        if saved.settings != *settings || saved.gains.len() != fresh.gains.len() {
            return Err(ComparisonError::Other);
        }
        Ok(Self { begun: saved.ended, ..saved })
    }

    /// All that is needed to go on.
    pub fn to_bytes(&self) -> serde_json::Result<Vec<u8>> {
        serde_json::to_vec_pretty(self)
    }

    /// The pairs that have ended.
    pub fn ended(&self) -> u32 {
        self.ended
    }

    /// The next pair; `None` if all were begun.
    pub fn begin(&mut self) -> Option<Trial> {
        let index = self.begun;
        if index >= self.settings.pairs {
            return None;
        }
        self.begun += 1;
        let mut seed = self.settings.play.seed ^ u64::from(index + 1) << 32;
        let changes = 0..self.settings.changes.len();
        let first: Vec<bool> = changes.map(|_| split_mix(&mut seed).is_multiple_of(2)).collect();
        let of = |player: bool| -> Vec<usize> {
            (0..first.len()).filter(|&place| first[place] == player).collect()
        };
        // They were read before, each alone.
        let players = [self.with(&of(true)).ok()?, self.with(&of(false)).ok()?];
        Some(Trial { index, first, players })
    }

    /// A pair has ended, in which the first player got so many points of two.
    pub fn end(&mut self, trial: &Trial, points: f64) {
        self.ended += 1;
        let gain = (points - 1.0) / 2.0;
        self.squares += gain * gain;
        for (sum, &first) in self.gains.iter_mut().zip(&trial.first) {
            *sum += if first { gain } else { -gain };
        }
    }

    /// What is known of each change.
    pub fn effects(&self) -> impl Iterator<Item = (&str, Effect)> {
        let pairs = f64::from(self.ended.max(1));
        let error = (self.squares / pairs).sqrt() / pairs.sqrt();
        let names = self.settings.changes.iter().map(String::as_str);
        names
            .zip(&self.gains)
            .map(move |(name, gain)| (name, Effect { score: 0.5 + gain / pairs, error }))
    }

    /// The numbers with the changes in these places.
    fn with(&self, places: &[usize]) -> Result<Numbers, NumbersError> {
        let changes = places.iter().map(|&place| self.settings.changes[place].as_str());
        let parts: Vec<&str> =
            std::iter::once(self.settings.base.as_str()).chain(changes).collect();
        parts.join(",").parse()
    }
}

impl Effect {
    /// What the change is worth, and how far that may be off, in Elo: two standard errors.
    pub fn elo(&self) -> (f64, f64) {
        let score = self.score.clamp(1e-6, 1.0 - 1e-6);
        let slope = 400.0 / std::f64::consts::LN_10 / (score * (1.0 - score));
        (400.0 * (score / (1.0 - score)).log10(), 2.0 * slope * self.error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> ComparisonSettings {
        ComparisonSettings {
            pairs: 20_000,
            play: PairSettings {
                nodes: 20,
                random_plies: 4,
                seed: 7,
                variants: vec!["metamachy".into()],
            },
            base: "razor_base=200".into(),
            changes: ["see_quiet=90", "see_capture=5,razor_base=300", "history_most=900"]
                .map(String::from)
                .into(),
        }
    }

    /// Of changes tried together each is found to be worth what it is.
    #[test]
    fn each_change_is_told_from_the_others() {
        let mut comparison = Comparison::new(settings()).expect("numbers");
        let worth = |numbers: &Numbers| {
            assert!(numbers.razor_base >= 200);
            60.0 * f64::from(numbers.see_quiet == 90) - 100.0 * f64::from(numbers.see_capture == 5)
        };
        let mut seed = 3;
        for _ in 0..20_000 {
            let trial = comparison.begin().expect("a pair");
            let [first, second] = trial.players.each_ref().map(worth);
            let expected = 1.0 / (1.0 + 10f64.powf((second - first) / 400.0));
            let chance = |seed: &mut u64| (split_mix(seed) >> 11) as f64 / (1u64 << 53) as f64;
            let points = [(); 2].map(|()| f64::from(u8::from(chance(&mut seed) < expected)));
            comparison.end(&trial, points.iter().sum());
        }
        for ((name, effect), worth) in comparison.effects().zip([60.0, -100.0, 0.0]) {
            let (elo, error) = effect.elo();
            assert!((elo - worth).abs() < 2.0 * error && error < 6.0, "{name}: {elo} +-{error}");
        }
    }

    #[test]
    fn an_experiment_goes_on_and_is_not_mixed_with_another() {
        let mut comparison = Comparison::new(settings()).expect("numbers");
        let first = comparison.begin().expect("a pair");
        comparison.end(&first, 1.5);
        let second = comparison.begin().expect("a pair");
        let saved = comparison.to_bytes().expect("text");
        let mut again = Comparison::resume(&saved, &settings()).expect("what was saved");
        assert_eq!((again.ended(), again.begin().expect("a pair")), (1, second));
        let other = ComparisonSettings { base: String::new(), ..settings() };
        assert!(matches!(Comparison::resume(&saved, &other), Err(ComparisonError::Other)));
        assert!(matches!(Comparison::resume(b"{}", &other), Err(ComparisonError::Form(_))));
        let wrong = ComparisonSettings { changes: vec!["see_loud=3".into()], ..settings() };
        assert!(matches!(Comparison::new(wrong), Err(ComparisonError::Numbers(_))));
    }
}
