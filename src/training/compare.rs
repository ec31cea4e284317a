//! What each of several changes of the search's numbers is worth, by games that try all of them.
//!
//! A factorial experiment (Fisher, 1935): in each pair of games one player has a change and the other
//! has not, as chance will have it for each change. So every game tells of every change, as much as if it had
//! been played for this one alone, as long as changes do not depend on each other much.

use super::pair::{Experiment, Pair, PairSettings, Played};
use crate::search::{Numbers, NumbersError};
use serde::{Deserialize, Serialize};

/// What decides, beside chance, what is found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComparisonSettings {
    /// How pairs are played.
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
    #[serde(rename = "ended")]
    played: Played,
    /// By change, in how many pairs a player with it got 0, half a point, 1, 1.5 and 2.
    points: Vec<[u64; 5]>,
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

impl Comparison {
    /// Begins. Changes that cannot be read are refused.
    pub fn new(settings: ComparisonSettings) -> Result<Self, ComparisonError> {
        let changes = settings.changes.len();
        let comparison =
            Self { settings, played: Played::default(), points: vec![[0; 5]; changes] };
        for place in 0..changes {
            comparison.with(&[place])?;
        }
        Ok(comparison)
    }

    /// Goes on with what [`Comparison::to_bytes`] gave for the same settings.
    pub fn resume(bytes: &[u8], settings: &ComparisonSettings) -> Result<Self, ComparisonError> {
        let saved: Self = serde_json::from_slice(bytes)?;
        let fresh = Self::new(settings.clone())?;
        if saved.settings != *settings || saved.points.len() != fresh.points.len() {
            return Err(ComparisonError::Other);
        }
        Ok(saved)
    }

    /// The changes, and in how many pairs a player with each got 0, half a point, 1, 1.5 and 2.
    pub fn effects(&self) -> impl Iterator<Item = (&str, [u64; 5])> {
        let names = self.settings.changes.iter().map(String::as_str);
        names.zip(self.points.iter().copied())
    }

    /// The numbers with the changes in these places.
    fn with(&self, places: &[usize]) -> Result<Numbers, NumbersError> {
        let changes = places.iter().map(|&place| self.settings.changes[place].as_str());
        let parts: Vec<&str> =
            std::iter::once(self.settings.base.as_str()).chain(changes).collect();
        parts.join(",").parse()
    }
}

impl Experiment for Comparison {
    fn begin(&mut self) -> Option<Pair> {
        let index = self.played.begin(&self.settings.play)?;
        let signs = self.settings.play.signs(index, self.settings.changes.len());
        let of = |sign: f64| -> Vec<usize> {
            (0..signs.len()).filter(|&place| signs[place] == sign).collect()
        };
        // They were read before, each alone.
        let players = [self.with(&of(1.0)).ok()?, self.with(&of(-1.0)).ok()?];
        Some(Pair { index, signs, players })
    }

    fn end(&mut self, pair: &Pair, points: f64) {
        self.played.ended += 1;
        let half_points = (2.0 * points) as usize;
        for (counts, &sign) in self.points.iter_mut().zip(&pair.signs) {
            counts[if sign > 0.0 { half_points } else { 4 - half_points }] += 1;
        }
    }

    fn ended(&self) -> u32 {
        self.played.ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::zobrist::split_mix;

    fn settings() -> ComparisonSettings {
        ComparisonSettings {
            play: PairSettings {
                pairs: 20_000,
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
        let expected = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let mut seed = 3;
        for _ in 0..20_000 {
            let trial = comparison.begin().expect("a pair");
            let [first, second] = trial.players.each_ref().map(worth);
            let expected = expected(first - second);
            let chance = |seed: &mut u64| (split_mix(seed) >> 11) as f64 / (1u64 << 53) as f64;
            let points = [(); 2].map(|()| f64::from(u8::from(chance(&mut seed) < expected)));
            comparison.end(&trial, points.iter().sum());
        }
        for ((name, counts), worth) in comparison.effects().zip([60.0, -100.0, 0.0]) {
            let pairs: u64 = counts.iter().sum();
            let moment = |power| -> f64 {
                let of = |(count, share): (&u64, f64)| *count as f64 * f64::powi(share, power);
                counts.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]).map(of).sum::<f64>() / pairs as f64
            };
            let score = moment(1);
            let margin = 2.0 * ((moment(2) - score * score) / pairs as f64).sqrt();
            let off = (score - expected(worth)).abs();
            assert_eq!(pairs, 20_000);
            assert!(
                off < 2.0 * margin && margin < expected(6.0) - 0.5,
                "{name}: {score} +-{margin}"
            );
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
