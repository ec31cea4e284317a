//! Numbers of the search by the results of games.
//!
//! Simultaneous perturbation stochastic approximation (J. C. Spall, 1992), with the gains as those who tune
//! chess engines set them: all numbers are changed at a time, each up or down by chance; the engine plays two
//! games against itself changed the other way; and all numbers go a little the way of the side that won.

use super::pair::{Experiment, Pair, PairSettings, Played};
use dhow_engine::search::{SearchParam, SearchParams};
use serde::{Deserialize, Serialize};

/// How the gains shrink with the pairs played (Spall's choice).
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// A number is changed in the end by so much of its range, up or down.
const LAST_CHANGE: f64 = 0.05;
/// And goes in the end so much of that for each point by which one side has won a pair, twice.
const LAST_RATE: f64 = 0.005;

/// What decides, beside chance, where numbers go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpsaSettings {
    /// How pairs are played; the gains shrink by the number of all.
    pub play: PairSettings,
    /// The names of the numbers.
    pub numbers: Vec<String>,
}

/// Numbers on their way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spsa {
    settings: SpsaSettings,
    #[serde(rename = "ended")]
    played: Played,
    /// By number, as fractions.
    values: Vec<f64>,
}

/// Why numbers cannot be gone on with.
#[derive(Debug, thiserror::Error)]
pub enum SpsaError {
    /// The bytes are no numbers on their way.
    #[error("{0}")]
    Form(#[from] serde_json::Error),
    /// They are those of another search for numbers.
    #[error("it was begun with other settings")]
    Other,
    /// They are too many, too few or out of range.
    #[error("its numbers are too many, too few or out of range")]
    Values,
}

impl Spsa {
    /// Begins with the numbers as they are by default. Names of no number are left out.
    pub fn new(mut settings: SpsaSettings) -> Self {
        settings.numbers.retain(|name| SearchParams::place(name).is_some());
        let mut spsa = Self { settings, played: Played::default(), values: Vec::new() };
        spsa.values = spsa.numbers_of().map(|(_, number)| number.default.into()).collect();
        spsa
    }

    /// Goes on with what [`Spsa::to_bytes`] gave for the same settings.
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

    /// The numbers as they are now.
    pub fn numbers(&self) -> SearchParams {
        self.changed(|_| 0.0)
    }

    /// What is known of each number, and where it is now, as a fraction.
    pub fn values(&self) -> impl Iterator<Item = (SearchParam, f64)> {
        self.numbers_of().map(|(_, number)| number).zip(self.values.iter().copied())
    }

    /// By how much a number is changed for a pair.
    fn change(&self, number: &SearchParam, index: u32) -> f64 {
        let pairs = f64::from(self.settings.play.pairs);
        last_change(number) * (pairs / f64::from(index + 1)).powf(GAMMA)
    }

    /// The numbers with their places among all.
    fn numbers_of(&self) -> impl Iterator<Item = (usize, SearchParam)> {
        let places = self.settings.numbers.iter().filter_map(|name| SearchParams::place(name));
        places.map(|place| (place, SearchParams::LIST[place]))
    }

    /// All numbers, each of those tuned changed by something.
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

/// By how much a number is changed in the end.
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

    /// Players nearer to some numbers win more often: so these are found.
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
