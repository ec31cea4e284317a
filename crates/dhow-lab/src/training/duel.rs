//! A duel: pairs of games between two players that differ in what evaluates positions.

use super::pair::{Experiment, ExperimentError, Pair, PairSettings};
use crate::stats::{Elo, Pairs, Results, Sprt, SprtState, SprtTest};
use serde::{Deserialize, Serialize};

/// How a duel is played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DuelSettings {
    /// How pairs are played, and how many at most.
    pub play: PairSettings,
    /// The time for each move in milliseconds; `None` for the nodes of the pairs.
    pub move_time: Option<u32>,
    /// The hypotheses H0 and H1 of the test that ends the duel, in Elo; the second is greater.
    /// `None` for all pairs.
    pub hypotheses: Option<[f64; 2]>,
}

/// A running duel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Duel {
    settings: DuelSettings,
    /// The numbers of pairs in which the first player scored 0, 1/2, 1, 3/2 and 2 points.
    points: [u64; 5],
}

impl Duel {
    /// The results of the first player.
    pub fn pairs(&self) -> Pairs {
        Pairs(self.points)
    }

    /// By how much the first player is stronger. A duel that a test ends early exaggerates it.
    pub fn elo(&self) -> Elo {
        Elo::of(&self.pairs().distribution())
    }

    /// The state of the test, if there is one.
    pub fn standing(&self) -> Option<Sprt> {
        let [elo0, elo1] = self.settings.hypotheses?;
        Some(SprtTest::logistic(elo0, elo1).standing(Results::default(), Some(self.pairs())))
    }

    /// Whether no more pairs are needed.
    pub fn is_over(&self) -> bool {
        self.ended() >= self.settings.play.pairs
            || self.standing().is_some_and(|standing| standing.state != SprtState::Continue)
    }

    /// Whether the first player has won: the test has accepted H1, or is undecided after all pairs,
    /// and H1 is the likelier hypothesis.
    pub fn is_won(&self) -> bool {
        self.standing().is_some_and(|standing| match standing.state {
            SprtState::AcceptH1 => true,
            SprtState::AcceptH0 => false,
            SprtState::Continue => self.is_over() && standing.llr > 0.0,
        })
    }
}

impl Experiment for Duel {
    type Settings = DuelSettings;

    fn new(settings: DuelSettings) -> Result<Self, ExperimentError> {
        let duel = Self { settings, points: [0; 5] };
        duel.check().map(|()| duel)
    }

    fn settings(&self) -> &DuelSettings {
        &self.settings
    }

    fn check(&self) -> Result<(), ExperimentError> {
        let in_order = self.settings.hypotheses.is_none_or(|[elo0, elo1]| elo0 < elo1);
        let few = self.points.iter().all(|&count| count <= u32::MAX.into());
        if in_order && few { Ok(()) } else { Err(ExperimentError::Values) }
    }

    fn pair(&self, index: u32) -> Option<Pair> {
        let more = index < self.settings.play.pairs && !self.is_over();
        more.then(|| Pair { index, signs: Vec::new(), players: Default::default() })
    }

    fn end(&mut self, _: &Pair, points: f64) {
        // Games that other threads play when the test is decided do not count.
        if !self.is_over() {
            self.points[(2.0 * points) as usize] += 1;
        }
    }

    fn ended(&self) -> u32 {
        self.pairs().count().min(u32::MAX.into()) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::score_of_elo;
    use crate::training::pair::{play_by_chance, quick};

    fn duel(pairs: u32, hypotheses: Option<[f64; 2]>, elo: f64) -> Duel {
        let settings = DuelSettings { play: quick(pairs), move_time: None, hypotheses };
        let mut duel = Duel::new(settings).expect("settings");
        play_by_chance(&mut duel, |_, _| score_of_elo(elo));
        duel
    }

    #[test]
    fn the_better_player_wins() {
        let test = Some([0.0, 20.0]);
        let [better, worse] = [60.0, -60.0].map(|elo| duel(5000, test, elo));
        assert!(better.is_over() && better.is_won() && better.ended() < 5000);
        assert!(worse.is_over() && !worse.is_won() && worse.ended() < 5000);
        // Too few pairs to decide.
        let [better, worse] = [100.0, -100.0].map(|elo| duel(12, test, elo));
        assert_eq!((better.ended(), better.is_won(), worse.is_won()), (12, true, false));
        let all = duel(3000, None, 100.0);
        let Elo { difference, margin } = all.elo();
        assert!((difference - 100.0).abs() < 1.5 * margin && margin < 12.0, "{difference}");
        assert!(all.is_over() && !all.is_won(), "there is no test");
    }

    #[test]
    fn it_goes_on_with_the_same_settings_only() {
        let done = duel(8, None, 0.0);
        let saved = done.to_bytes().expect("text");
        assert_eq!(Duel::resume(&saved, done.settings()).expect("saved"), done);
        let other = DuelSettings { move_time: Some(10), ..done.settings().clone() };
        assert!(matches!(Duel::resume(&saved, &other), Err(ExperimentError::Other)));
        let wrong = DuelSettings { hypotheses: Some([5.0, 5.0]), ..other };
        assert!(matches!(Duel::new(wrong), Err(ExperimentError::Values)));
    }
}
