//! SPSA: tuning the numbers of the search by game results.
//!
//! Simultaneous perturbation stochastic approximation (J. C. Spall, 1992) with gains as in the
//! tuning of chess engines. Each iteration perturbs all numbers at once, each up or down at random;
//! the engine plays two games against itself with the opposite perturbation; and all numbers move a
//! little in the direction of the winner.

use super::pair::{Experiment, ExperimentError, Pair, PairSettings};
use dhow_engine::search::{SearchParam, SearchParamChanges, SearchParams};
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
    /// The numbers to start from where they are not the defaults, in the syntax of the option `Search Numbers`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub start: String,
}

/// A running SPSA tuning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spsa {
    settings: SpsaSettings,
    ended: u32,
    /// The present value of each number, not rounded.
    values: Vec<f64>,
}

impl Spsa {
    /// The present numbers, rounded.
    pub fn numbers(&self) -> SearchParamChanges {
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

    /// The tuned numbers, with `by` added to each.
    fn changed(&self, by: impl Fn(usize) -> f64) -> SearchParamChanges {
        let mut numbers = SearchParamChanges::default();
        for (index, ((place, _), value)) in self.numbers_of().zip(&self.values).enumerate() {
            numbers.set(place, (value + by(index)).round() as i32);
        }
        numbers
    }
}

impl Experiment for Spsa {
    type Settings = SpsaSettings;

    /// Unknown names are an error.
    fn new(settings: SpsaSettings) -> Result<Self, ExperimentError> {
        let start: SearchParamChanges = settings.start.parse()?;
        let mut spsa = Self { settings, ended: 0, values: Vec::new() };
        let numbers = spsa.numbers_of();
        spsa.values = numbers
            .map(|(place, number)| start.get(place).unwrap_or(number.default).into())
            .collect();
        spsa.check().map(|()| spsa)
    }

    fn settings(&self) -> &SpsaSettings {
        &self.settings
    }

    fn check(&self) -> Result<(), ExperimentError> {
        let within = |(number, value): (SearchParam, f64)| {
            (f64::from(number.least)..=f64::from(number.most)).contains(&value)
        };
        let names = self.settings.numbers.len();
        let whole = self.numbers_of().count() == names && self.values.len() == names;
        match whole && self.values().all(within) {
            true => Ok(()),
            false => Err(ExperimentError::Values),
        }
    }

    fn pair(&self, index: u32) -> Option<Pair> {
        if index >= self.settings.play.pairs {
            return None;
        }
        let signs = self.settings.play.signs(index, self.values.len());
        let changes: Vec<f64> = self.numbers_of().map(|(_, it)| self.change(&it, index)).collect();
        let players =
            [1.0, -1.0].map(|way| self.changed(|place| way * signs[place] * changes[place]));
        Some(Pair { index, signs, players })
    }

    fn end(&mut self, pair: &Pair, points: f64) {
        self.ended += 1;
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
        self.ended
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
            start: String::new(),
        }
    }

    /// If players closer to some target win more often, the tuning finds the target.
    #[test]
    fn numbers_go_where_games_are_won() {
        let mut spsa = Spsa::new(settings(20_000)).expect("numbers");
        let wanted = [("see_quiet", 70.0), ("razor_base", 300.0), ("history_most", 1000.0)];
        let far = |numbers: &SearchParamChanges| -> f64 {
            let distances = wanted.map(|(name, wanted)| {
                let place = SearchParams::place(name).expect("a number");
                let SearchParam { least, most, .. } = SearchParams::LIST[place];
                (f64::from(numbers.get(place).expect("a tuned number")) - wanted)
                    / f64::from(most - least)
            });
            distances.iter().map(|distance| distance * distance).sum()
        };
        play_by_chance(&mut spsa, |_, pair| {
            let [first, second] = pair.players.each_ref().map(far);
            1.0 / (1.0 + (20.0 * (first - second)).exp())
        });
        assert!(spsa.pair(20_000).is_none());
        for ((SearchParam { name, least, most, .. }, found), (_, wanted)) in
            spsa.values().zip(wanted)
        {
            let off = (found - wanted).abs() / f64::from(most - least);
            assert!(off < 0.1, "{name}: {found}, not {wanted}");
        }
    }

    #[test]
    fn a_tuning_starts_from_the_numbers_of_a_game() {
        let start = "razor_base=250".into();
        let spsa = Spsa::new(SpsaSettings { start, ..settings(3) }).expect("numbers");
        let values: Vec<f64> = spsa.values().map(|(_, value)| value).collect();
        assert_eq!(values[1], 250.0);
        let usual = Spsa::new(settings(3)).expect("numbers");
        assert_ne!(usual.values, values);
        let settings = SpsaSettings { start: "razor_base=x".into(), ..settings(3) };
        assert!(matches!(Spsa::new(settings), Err(ExperimentError::SearchParams(_))));
    }

    #[test]
    fn what_was_begun_and_not_ended_is_begun_again() {
        let mut spsa = Spsa::new(settings(3)).expect("numbers");
        let first = spsa.pair(0).expect("a pair");
        spsa.end(&first, 2.0);
        let second = spsa.pair(1);
        assert_ne!(Some(&first.players), second.as_ref().map(|pair| &pair.players));
        let saved = spsa.to_bytes().expect("text");
        let again = Spsa::resume(&saved, &settings(3)).expect("what was saved");
        assert_eq!((again.ended(), again.pair(1)), (1, second));
    }

    #[test]
    fn other_numbers_are_not_gone_on_with() {
        let saved = Spsa::new(settings(3)).expect("numbers").to_bytes().expect("text");
        let saved = String::from_utf8(saved).expect("UTF-8");
        let resume = |text: &str| Spsa::resume(text.as_bytes(), &settings(3));
        assert!(resume(&saved).is_ok());
        assert!(matches!(
            Spsa::resume(saved.as_bytes(), &settings(4)),
            Err(ExperimentError::Other)
        ));
        assert!(matches!(resume("{}"), Err(ExperimentError::Form(_))));
        for other in ["180.0, 170.0", "180000.0", "-1.0"] {
            let changed = saved.replace("180.0", other);
            assert_ne!(changed, saved);
            assert!(matches!(resume(&changed), Err(ExperimentError::Values)), "{other}");
        }
    }
}
