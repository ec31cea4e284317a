//! SPSA: tuning the numbers of the search by game results.
//!
//! Simultaneous perturbation stochastic approximation (J. C. Spall, 1992) with gains as in the
//! tuning of chess engines. Each iteration perturbs all numbers at once, each up or down at random;
//! the engine plays two games against itself with the opposite perturbation; and all numbers move a
//! little in the direction of the winner.

use super::pair::{Experiment, Pair, PairSettings, Played};
use dhow_engine::search::{SearchParam, SearchParams};
use serde::{Deserialize, Serialize};

/// The exponents with which the gains decrease (Spall's choice).
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The final perturbation, as a fraction of a number's range.
const LAST_CHANGE: f64 = 0.05;
/// The final step of a number for each point of difference between the results of the two players of
/// a pair, as a fraction of the final perturbation.
const LAST_RATE: f64 = 0.005;

/// The parameters that determine the result, apart from chance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpsaSettings {
    /// How pairs are played. The gains depend on the total number of pairs.
    pub play: PairSettings,
    /// The names of the tuned numbers.
    pub numbers: Vec<String>,
}

/// A running SPSA tuning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spsa {
    settings: SpsaSettings,
    #[serde(rename = "ended")]
    played: Played,
    /// The present value of each number, not rounded.
    values: Vec<f64>,
}

/// Why a saved tuning cannot be continued.
#[derive(Debug, thiserror::Error)]
pub enum SpsaError {
    /// The bytes are not a saved tuning.
    #[error("{0}")]
    Form(#[from] serde_json::Error),
    /// It was started with other settings.
    #[error("it was begun with other settings")]
    Other,
    /// The values are out of range, or their number is wrong.
    #[error("its numbers are too many, too few or out of range")]
    Values,
}

impl Spsa {
    /// Starts from the default numbers. Unknown names are ignored.
    pub fn new(mut settings: SpsaSettings) -> Self {
        settings.numbers.retain(|name| SearchParams::place(name).is_some());
        let mut spsa = Self { settings, played: Played::default(), values: Vec::new() };
        spsa.values = spsa.numbers_of().map(|(_, number)| number.default.into()).collect();
        spsa
    }

    /// Continues from the result of [`Spsa::to_bytes`](Experiment::to_bytes) with the same
    /// settings.
    pub fn resume(bytes: &[u8], settings: &SpsaSettings) -> Result<Self, SpsaError> {
        let saved: Self = serde_json::from_slice(bytes)?;
        if saved.settings != *settings {
            return Err(SpsaError::Other);
        }
        let within = |((_, number), value): ((usize, SearchParam), &f64)| {
            (f64::from(number.least)..=f64::from(number.most)).contains(value)
        };
        let names = settings.numbers.len();
        if saved.numbers_of().count() != names
            || saved.values.len() != names
            || !saved.numbers_of().zip(&saved.values).all(within)
        {
            return Err(SpsaError::Values);
        }
        Ok(saved)
    }

    /// The present numbers, rounded.
    pub fn numbers(&self) -> SearchParams {
        self.changed(|_| 0.0)
    }

    /// Each tuned number with its present value, not rounded.
    pub fn values(&self) -> impl Iterator<Item = (SearchParam, f64)> {
        self.numbers_of().map(|(_, number)| number).zip(self.values.iter().copied())
    }

    /// The perturbation of a number for the pair with this index.
    fn change(&self, number: &SearchParam, index: u32) -> f64 {
        let pairs = f64::from(self.settings.play.pairs);
        last_change(number) * (pairs / f64::from(index + 1)).powf(GAMMA)
    }

    /// The tuned numbers with their index in the list of all numbers.
    fn numbers_of(&self) -> impl Iterator<Item = (usize, SearchParam)> {
        let places = self.settings.numbers.iter().filter_map(|name| SearchParams::place(name));
        places.map(|place| (place, SearchParams::LIST[place]))
    }

    /// All numbers, with `by` added to each tuned one.
    fn changed(&self, by: impl Fn(usize) -> f64) -> SearchParams {
        let mut numbers = SearchParams::DEFAULT;
        for (index, ((place, _), value)) in self.numbers_of().zip(&self.values).enumerate() {
            numbers.set(place, (value + by(index)).round() as i32);
        }
        numbers
    }
}

impl Experiment for Spsa {
    fn begin(&mut self) -> Option<Pair> {
        let index = self.played.begin(&self.settings.play)?;
        let signs = self.settings.play.signs(index, self.values.len());
        let changes: Vec<f64> = self.numbers_of().map(|(_, it)| self.change(&it, index)).collect();
        let players =
            [1.0, -1.0].map(|way| self.changed(|place| way * signs[place] * changes[place]));
        Some(Pair { index, signs, players })
    }

    fn end(&mut self, pair: &Pair, points: f64) {
        self.played.ended += 1;
        let (pairs, index) = (f64::from(self.settings.play.pairs), f64::from(pair.index));
        let delay = 0.1 * pairs;
        let shrunk = ((delay + pairs) / (delay + index + 1.0)).powf(ALPHA);
        let numbers: Vec<SearchParam> = self.numbers_of().map(|(_, number)| number).collect();
        for (place, number) in numbers.iter().enumerate() {
            let last = last_change(number);
            let step = LAST_RATE * last * last * shrunk / self.change(number, pair.index);
            let moved = self.values[place] + step * 2.0 * (points - 1.0) * pair.signs[place];
            self.values[place] = moved.clamp(number.least.into(), number.most.into());
        }
    }

    fn ended(&self) -> u32 {
        self.played.ended
    }
}

/// The final perturbation of a number.
fn last_change(number: &SearchParam) -> f64 {
    LAST_CHANGE * f64::from(number.most - number.least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::pair::{play_by_chance, quick};

    fn settings(pairs: u32) -> SpsaSettings {
        SpsaSettings {
            play: quick(pairs),
            numbers: ["see_quiet", "razor_base", "history_most"].map(String::from).into(),
        }
    }

    /// If players closer to some target win more often, the tuning finds the target.
    #[test]
    fn numbers_go_where_games_are_won() {
        let mut spsa = Spsa::new(settings(20_000));
        let wanted = [("see_quiet", 70.0), ("razor_base", 300.0), ("history_most", 1000.0)];
        let far = |numbers: &SearchParams| -> f64 {
            let distances = wanted.map(|(name, wanted)| {
                let place = SearchParams::place(name).expect("a number");
                let SearchParam { least, most, .. } = SearchParams::LIST[place];
                (f64::from(numbers.get(place)) - wanted) / f64::from(most - least)
            });
            distances.iter().map(|distance| distance * distance).sum()
        };
        play_by_chance(&mut spsa, |_, pair| {
            let [first, second] = pair.players.each_ref().map(far);
            1.0 / (1.0 + (20.0 * (first - second)).exp())
        });
        assert!(spsa.begin().is_none());
        for ((SearchParam { name, least, most, .. }, found), (_, wanted)) in
            spsa.values().zip(wanted)
        {
            let off = (found - wanted).abs() / f64::from(most - least);
            assert!(off < 0.1, "{name}: {found}, not {wanted}");
        }
    }

    #[test]
    fn what_was_begun_and_not_ended_is_begun_again() {
        let mut spsa = Spsa::new(settings(3));
        let first = spsa.begin().expect("a pair");
        spsa.end(&first, 2.0);
        let second = spsa.begin();
        assert_ne!(Some(first.players), second.as_ref().map(|pair| pair.players));
        let saved = spsa.to_bytes().expect("text");
        let mut again = Spsa::resume(&saved, &settings(3)).expect("what was saved");
        assert_eq!((again.ended(), again.begin()), (1, second));
    }

    #[test]
    fn other_numbers_are_not_gone_on_with() {
        let saved = String::from_utf8(Spsa::new(settings(3)).to_bytes().expect("text"));
        let saved = saved.expect("UTF-8");
        let resume = |text: &str| Spsa::resume(text.as_bytes(), &settings(3));
        assert!(resume(&saved).is_ok());
        assert!(matches!(Spsa::resume(saved.as_bytes(), &settings(4)), Err(SpsaError::Other)));
        assert!(matches!(resume("{}"), Err(SpsaError::Form(_))));
        for other in ["180.0, 170.0", "180000.0", "-1.0"] {
            let changed = saved.replace("180.0", other);
            assert_ne!(changed, saved);
            assert!(matches!(resume(&changed), Err(SpsaError::Values)), "{other}");
        }
    }
}
