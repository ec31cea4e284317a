//! Results of a ranking.

use super::{Estimate, Ranking, RankingConfig, Round, Spread};
use dhow_rules::pieces::Letter;
use dhow_rules::square::Coordinates;
use dhow_rules::variant::Setup;
use std::collections::BTreeMap;

/// The result of a setup.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The setup.
    pub setup: Setup,
    /// The last round in which it took part, from 1.
    pub round: usize,
    /// Black's expected score, from 0 to 1, in that round alone. Earlier rounds are not included:
    /// they selected the setup, so their scores are biased upwards.
    pub points: Estimate,
    /// How far it is behind the first setup. Set only for setups of the last round.
    pub behind: Option<Estimate>,
}

/// The effect of a chief's square on Black's score.
#[derive(Clone, Copy, Debug)]
pub struct ChiefEffect {
    /// The chief's upper-case letter.
    pub chief: Letter,
    /// Its square on Black's side.
    pub square: Coordinates,
    /// The number of setups with the chief on this square.
    pub setups: usize,
    /// The mean score of these setups minus the mean score of all.
    pub effect: Estimate,
}

impl Ranking {
    /// The configuration of the ranking.
    pub fn config(&self) -> &RankingConfig {
        &self.config
    }

    /// The completed rounds. The last one may be shortened if the ranking was interrupted.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// Whether the ranking ran to its end.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The setups, best for Black first: sorted by the last round they reached, then by score.
    pub fn standings(&self) -> Vec<Standing> {
        let mut standings = Vec::new();
        for (number, round) in self.rounds.iter().enumerate() {
            let next = self.rounds.get(number + 1);
            let stays = |setup: &usize| next.is_none_or(|next| !next.setups.contains(setup));
            for (&setup, points) in round.setups.iter().zip(&round.points) {
                if stays(&setup) {
                    standings.push((number, points, setup));
                }
            }
        }
        let mean = |points: &[f64]| Estimate::of(points).mean;
        standings.sort_by(|(round, points, setup), (other_round, other_points, other_setup)| {
            let by_points = mean(other_points).total_cmp(&mean(points));
            other_round.cmp(round).then(by_points).then(setup.cmp(other_setup))
        });
        let leader = standings.first().map(|&(_, points, setup)| (points, setup));
        let behind = |round: usize, points: &[f64], setup: usize| {
            let (best, first) = leader?;
            let compared = round + 1 == self.rounds.len() && setup != first;
            compared.then(|| Estimate::of(&differences(best, points)))
        };
        let standing = |&(round, points, setup): &(usize, &Vec<f64>, usize)| Standing {
            setup: self.config.setups[setup].clone(),
            round: round + 1,
            points: Estimate::of(points),
            behind: behind(round, points, setup),
        };
        standings.iter().map(standing).collect()
    }

    /// The indices of the `count` best setups of the last completed round, or of all setups before
    /// the first round.
    pub(super) fn best(&self, count: usize) -> Vec<usize> {
        let Some(round) = self.rounds.last() else {
            return (0..self.config.setups.len()).collect();
        };
        let mut order: Vec<(f64, usize)> = round
            .setups
            .iter()
            .zip(&round.points)
            .map(|(&setup, points)| (Estimate::of(points).mean, setup))
            .collect();
        order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut best: Vec<usize> = order.into_iter().map(|(_, setup)| setup).take(count).collect();
        best.sort_unstable();
        best
    }

    /// Black's expected score on average over all setups, from the first round, in which all took
    /// part. `None` before that round.
    pub fn overall(&self) -> Option<Estimate> {
        let round = self.rounds.first()?;
        Some(Estimate::of(&means(round, |_| true)))
    }

    /// The spread of the setups' scores in the first round.
    pub fn spread(&self) -> Option<Spread> {
        Spread::of(&self.rounds.first()?.points)
    }

    /// The effect of each chief on each square in the first round, in the order of chiefs in the
    /// variant and of squares in a setup's name.
    pub fn chief_effects(&self) -> Vec<ChiefEffect> {
        let Some(round) = self.rounds.first() else { return Vec::new() };
        let setup = |row: usize| &self.config.setups[round.setups[row]];
        let groups = self.config.variant.setup.iter();
        let letters: String = groups.map(|group| group.chiefs.as_str()).collect();
        let mut places = BTreeMap::new();
        for row in 0..round.setups.len() {
            for (position, (square, chief)) in setup(row).chiefs().enumerate() {
                places.insert((letters.find(chief.plain()), position), (square, chief));
            }
        }
        let all = means(round, |_| true);
        let effect = |place: (Coordinates, Letter)| {
            let stands = |&row: &usize| setup(row).chiefs().any(|other| other == place);
            ChiefEffect {
                chief: place.1,
                square: place.0,
                setups: (0..round.setups.len()).filter(stands).count(),
                effect: Estimate::of(&differences(&means(round, |row| stands(&row)), &all)),
            }
        };
        places.into_values().map(effect).collect()
    }
}

/// The mean score of some setups of a round, for each opening.
fn means(round: &Round, counts: impl Fn(usize) -> bool) -> Vec<f64> {
    let rows: Vec<&Vec<f64>> = round
        .points
        .iter()
        .enumerate()
        .filter(|(row, _)| counts(*row))
        .map(|(_, row)| row)
        .collect();
    let mean =
        |opening: usize| rows.iter().map(|row| row[opening]).sum::<f64>() / rows.len() as f64;
    (0..round.openings()).map(mean).collect()
}

/// The difference for each opening.
fn differences(values: &[f64], others: &[f64]) -> Vec<f64> {
    values.iter().zip(others).map(|(value, other)| value - other).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::find;

    fn ranking(rounds: Vec<Round>) -> Ranking {
        let variant = find("metamachy").expect("a built-in game");
        let setups = ["KQ/LG", "KQ/GL", "QG/KL", "LG/KQ"];
        let setups = setups.map(|name| Setup::parse(variant, name).expect("a setup")).to_vec();
        let config = RankingConfig {
            variant: variant.clone(),
            setups,
            openings: 3,
            finalists: 2,
            random_moves: 2,
            nodes: 1,
            plies: 0,
            seed: 1,
        };
        Ranking { config, rounds, complete: true }
    }

    fn two_rounds() -> Ranking {
        let first = [[0.1, 0.2, 0.3], [0.4, 0.6, 0.5], [0.5, 0.6, 0.7], [0.2, 0.3, 0.4]];
        let second = [[0.6, 0.5, 0.4, 0.7, 0.5, 0.6], [0.5, 0.4, 0.4, 0.5, 0.3, 0.3]];
        ranking(vec![
            Round { setups: vec![0, 1, 2, 3], points: first.map(Vec::from).to_vec() },
            Round { setups: vec![1, 2], points: second.map(Vec::from).to_vec() },
        ])
    }

    #[test]
    fn standings_by_the_last_round_of_each() {
        let standings = two_rounds().standings();
        let order: Vec<_> = standings
            .iter()
            .map(|standing| (standing.setup.name(), standing.round, standing.points.count))
            .collect();
        let expected = [("KQ/GL", 2, 6), ("QG/KL", 2, 6), ("LG/KQ", 1, 3), ("KQ/LG", 1, 3)];
        assert_eq!(order, expected.map(|(name, round, count)| (name.to_string(), round, count)));
        assert!((standings[0].points.mean - 0.55).abs() < 1e-12);
        // The differences for the openings are 0.1, 0.1, 0, 0.2, 0.2, 0.3.
        let behind = standings[1].behind.expect("the second of the last round");
        assert!((behind.mean - 0.15).abs() < 1e-12);
        // The sum of squares around their mean is 0.055. Student's t for five degrees of freedom is
        // 2.571.
        let error = 2.571 * (0.055f64 / 5.0 / 6.0).sqrt();
        assert!((behind.error.expect("values that differ") - error).abs() < 1e-3);
        assert!([0, 2, 3].iter().all(|&rank| standings[rank].behind.is_none()));
        assert!(ranking(Vec::new()).standings().is_empty());
    }

    #[test]
    fn the_best_go_on() {
        assert_eq!(ranking(Vec::new()).best(4), [0, 1, 2, 3]);
        let one = ranking(two_rounds().rounds[..1].to_vec());
        assert_eq!(one.best(2), [1, 2]);
        assert_eq!(one.best(3), [1, 2, 3]);
    }

    #[test]
    fn the_place_of_a_chief() {
        let ranking = two_rounds();
        let effects = ranking.chief_effects();
        let of = |chief, square: &str| {
            let found = |effect: &&ChiefEffect| {
                effect.chief == chief && effect.square.to_string() == square
            };
            effects.iter().find(found)
        };
        let king = of('K', "f12").expect("two setups have the King there");
        assert_eq!(king.setups, 2);
        // With it 0.25, 0.4, 0.4; for all 0.3, 0.425, 0.475.
        assert!((king.effect.mean + 0.05).abs() < 1e-12);
        assert_eq!(of('K', "f11").expect("two more").setups, 2);
        assert!(of('K', "g12").is_none());
        let letters: String = effects.iter().map(|effect| effect.chief).collect();
        assert_eq!(letters, "KKQQQLLLGGG");
        assert!((ranking.overall().expect("a round").mean - 0.4).abs() < 1e-12);
        assert!(ranking.spread().expect("a round").deviation > 0.1);
    }
}
