//! Measures the effect of several changes of the search's numbers at once.
//!
//! This is a factorial experiment (Fisher, 1935). In each pair of games, each change is assigned at
//! random to one of the two players. So every game is evidence about every change, as much as if it
//! had been played for that change alone, as long as the changes hardly interact. Each change may
//! have its own sequential test (SPRT); once it has decided, no player has the change any more.

use super::pair::{Experiment, ExperimentError, Pair, PairSettings};
use crate::stats::{Pairs, Results, Sprt, SprtState, SprtTest};
use dhow_engine::search::{SearchParamChanges, SearchParamsError};
use serde::{Deserialize, Serialize};

/// The parameters that determine the result, apart from chance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComparisonSettings {
    /// How pairs are played.
    pub play: PairSettings,
    /// The numbers that both players have, in the syntax of the option `Search Numbers`.
    pub base: String,
    /// The changes, in the same syntax.
    pub changes: Vec<String>,
    /// The hypotheses H0 and H1 of each change's test, in Elo; the second is greater. `None` for no
    /// tests: each change is then in all pairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hypotheses: Option<[f64; 2]>,
}

/// A running experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    settings: ComparisonSettings,
    ended: u32,
    /// For each change, the numbers of pairs in which the player with it scored 0, 1/2, 1, 3/2 and
    /// 2 points.
    points: Vec<[u64; 5]>,
}

impl Comparison {
    /// For each change, the results of the player with it, and the state of its test if there is
    /// one.
    pub fn effects(&self) -> impl Iterator<Item = (&str, Pairs, Option<Sprt>)> {
        let changes = self.settings.changes.iter().enumerate();
        changes.map(|(place, change)| {
            (change.as_str(), Pairs(self.points[place]), self.standing(place))
        })
    }

    fn standing(&self, place: usize) -> Option<Sprt> {
        let [elo0, elo1] = self.settings.hypotheses?;
        let pairs = Pairs(self.points[place]);
        Some(SprtTest::logistic(elo0, elo1).standing(Results::default(), Some(pairs)))
    }

    /// Whether a change needs more pairs.
    fn is_open(&self, place: usize) -> bool {
        self.standing(place).is_none_or(|standing| standing.state == SprtState::Continue)
    }

    /// The base numbers with some of the changes.
    fn with(&self, places: &[usize]) -> Result<SearchParamChanges, SearchParamsError> {
        let changes = places.iter().map(|&place| self.settings.changes[place].as_str());
        let parts: Vec<&str> =
            std::iter::once(self.settings.base.as_str()).chain(changes).collect();
        parts.join(",").parse()
    }
}

impl Experiment for Comparison {
    type Settings = ComparisonSettings;

    fn new(settings: ComparisonSettings) -> Result<Self, ExperimentError> {
        let points = vec![[0; 5]; settings.changes.len()];
        let comparison = Self { settings, ended: 0, points };
        comparison.check().map(|()| comparison)
    }

    fn settings(&self) -> &ComparisonSettings {
        &self.settings
    }

    fn check(&self) -> Result<(), ExperimentError> {
        if self.points.len() != self.settings.changes.len() {
            return Err(ExperimentError::Values);
        }
        (0..self.points.len()).try_for_each(|place| self.with(&[place]).map(|_| ()))?;
        Ok(())
    }

    fn pair(&self, index: u32) -> Option<Pair> {
        let changes = self.settings.changes.len();
        let open: Vec<bool> = (0..changes).map(|place| self.is_open(place)).collect();
        if index >= self.settings.play.pairs || !open.contains(&true) {
            return None;
        }
        let mut signs = self.settings.play.signs(index, changes);
        for (sign, _) in signs.iter_mut().zip(open).filter(|(_, open)| !open) {
            *sign = 0.0;
        }
        let of = |sign: f64| -> Vec<usize> {
            (0..signs.len()).filter(|&place| signs[place] == sign).collect()
        };
        // Each change alone has been checked.
        let players = [self.with(&of(1.0)).ok()?, self.with(&of(-1.0)).ok()?];
        Some(Pair { index, signs, players })
    }

    fn end(&mut self, pair: &Pair, points: f64) {
        self.ended += 1;
        let half_points = (2.0 * points) as usize;
        for (place, &sign) in pair.signs.iter().enumerate() {
            // A change that was decided while this pair was played gets no further results.
            if sign != 0.0 && self.is_open(place) {
                let points = if sign > 0.0 { half_points } else { 4 - half_points };
                self.points[place][points] += 1;
            }
        }
    }

    fn ended(&self) -> u32 {
        self.ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Elo, score_of_elo};
    use crate::training::pair::{play_by_chance, quick};
    use dhow_engine::search::SearchParams;

    fn settings() -> ComparisonSettings {
        ComparisonSettings {
            play: quick(20_000),
            base: "razor_base=200".into(),
            changes: ["see_quiet=90", "see_capture=5,razor_base=300", "history_most=900"]
                .map(String::from)
                .into(),
            hypotheses: None,
        }
    }

    /// The made-up strength of numbers in Elo.
    fn worth(changes: &SearchParamChanges) -> f64 {
        let numbers = SearchParams::DEFAULT.with(changes);
        assert!(numbers.razor_base >= 200);
        60.0 * f64::from(numbers.see_quiet == 90) - 100.0 * f64::from(numbers.see_capture == 5)
    }

    /// The expected score of the first player, from the numbers of both.
    fn expected(pair: &Pair) -> f64 {
        let [first, second] = pair.players.each_ref().map(worth);
        score_of_elo(first - second)
    }

    /// The experiment recovers the effect of each change.
    #[test]
    fn each_change_is_told_from_the_others() {
        let mut comparison = Comparison::new(settings()).expect("numbers");
        play_by_chance(&mut comparison, |_, pair| expected(pair));
        for ((name, pairs, _), worth) in comparison.effects().zip([60.0, -100.0, 0.0]) {
            let Elo { difference, margin } = Elo::of(&pairs.distribution());
            assert_eq!(pairs.count(), 20_000);
            assert!(
                (difference - worth).abs() < 2.0 * margin && margin < 6.0,
                "{name}: {difference} +-{margin}"
            );
        }
    }

    /// Each change is tested until it is decided, and no longer.
    #[test]
    fn tests_end_when_they_are_decided() {
        let settings = ComparisonSettings { hypotheses: Some([0.0, 20.0]), ..settings() };
        let mut comparison = Comparison::new(settings).expect("numbers");
        play_by_chance(&mut comparison, |comparison, pair| {
            for (place, sign) in pair.signs.iter().enumerate() {
                assert_eq!(*sign != 0.0, comparison.is_open(place));
            }
            let changed = pair
                .players
                .each_ref()
                .map(|numbers| SearchParams::DEFAULT.with(numbers).see_quiet == 90);
            assert_eq!(changed[0] != changed[1], comparison.is_open(0));
            expected(pair)
        });
        assert!(comparison.ended() < 20_000);
        let state = |place| comparison.standing(place).map(|standing| standing.state);
        let [better, worse] = [SprtState::AcceptH1, SprtState::AcceptH0].map(Some);
        assert_eq!([0, 1, 2].map(state), [better, worse, worse]);
        // A large effect is soon detected.
        let pairs: Vec<u64> = comparison.effects().map(|(_, pairs, _)| pairs.count()).collect();
        assert!(pairs[1] < pairs[2] && pairs[2] <= comparison.ended().into(), "{pairs:?}");
    }

    #[test]
    fn an_experiment_goes_on_and_is_not_mixed_with_another() {
        let mut comparison = Comparison::new(settings()).expect("numbers");
        let first = comparison.pair(0).expect("a pair");
        comparison.end(&first, 1.5);
        let second = comparison.pair(1).expect("a pair");
        let saved = comparison.to_bytes().expect("text");
        let again = Comparison::resume(&saved, &settings()).expect("what was saved");
        assert_eq!((again.ended(), again.pair(1).expect("a pair")), (1, second));
        let other = ComparisonSettings { base: String::new(), ..settings() };
        assert!(matches!(Comparison::resume(&saved, &other), Err(ExperimentError::Other)));
        assert!(matches!(Comparison::resume(b"{}", &other), Err(ExperimentError::Form(_))));
        let wrong = ComparisonSettings { changes: vec!["see_loud=3".into()], ..settings() };
        assert!(matches!(Comparison::new(wrong), Err(ExperimentError::SearchParams(_))));
    }
}
