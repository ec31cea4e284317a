//! Which setups are good for which side.

use super::plan::StudyPlan;
use crate::distributions::normal_at_most;
use crate::ranking::Estimate;
use dhow_rules::variant::Setup;
use std::collections::BTreeMap;

/// The most setups that are compared one by one. With more, chiefs on squares are compared instead.
const MOST_SETUPS: usize = 40;
/// The least number of games with a choice, and without it, to compare the choice.
const LEAST_GAMES: usize = 10;
/// The probability that any choice is marked if all choices are in fact equal.
const LEVEL: f64 = 0.05;

/// A setup, or a chief on a square.
#[derive(Clone, Debug, PartialEq)]
pub struct SetupEffect {
    /// The name of the setup, or the letter of the chief and its square on Black's side.
    pub name: String,
    /// White's points per game with it.
    pub white: Estimate,
    /// How much more White scores with it than without it, in points per game.
    pub difference: f64,
    /// The probability of at least this difference if both were equal.
    pub chance: f64,
    /// Whether the difference exceeds chance, given the number of choices (Holm, 1979).
    pub stands_out: bool,
}

/// The comparison of setups.
#[derive(Clone, Debug, PartialEq)]
pub struct SetupFindings {
    /// The number of setups of the game, without mirror images.
    pub setups: usize,
    /// Whether the choices are whole setups; otherwise they are chiefs on squares.
    pub whole: bool,
    /// The choices, the best for White first.
    pub choices: Vec<SetupEffect>,
}

/// Compares setups by White's points in games with these numbers; `None` if the game has only one setup, or there are
/// too few games.
pub fn setup_findings(plan: &StudyPlan, games: &[(u32, f64)]) -> Option<SetupFindings> {
    if plan.setups() < 2 {
        return None;
    }
    let whole = plan.setups() <= MOST_SETUPS;
    let names = |setup: &Setup| match whole {
        true => vec![setup.name()],
        false => setup.chiefs().map(|(square, chief)| format!("{chief} on {square}")).collect(),
    };
    let mut with: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (place, &(number, _)) in games.iter().enumerate() {
        for name in names(plan.setup(number)) {
            with.entry(name).or_default().push(place);
        }
    }
    let points: Vec<f64> = games.iter().map(|&(_, points)| points).collect();
    let compared = with.into_iter().filter_map(|(name, places)| choice(name, &places, &points));
    let mut choices: Vec<SetupEffect> = compared.collect();
    if choices.len() < 2 {
        return None;
    }
    mark(&mut choices);
    choices.sort_by(|one, other| other.difference.total_cmp(&one.difference));
    Some(SetupFindings { setups: plan.setups(), whole, choices })
}

/// Compares the games at some places with all others; `None` if either group is too small, or all games ended alike.
fn choice(name: String, places: &[usize], points: &[f64]) -> Option<SetupEffect> {
    let with: Vec<f64> = places.iter().map(|&place| points[place]).collect();
    let mut is_with = vec![false; points.len()];
    places.iter().for_each(|&place| is_with[place] = true);
    let others = points.iter().zip(&is_with).filter(|(_, with)| !**with);
    let without: Vec<f64> = others.map(|(&points, _)| points).collect();
    if with.len().min(without.len()) < LEAST_GAMES {
        return None;
    }
    let difference = mean(&with) - mean(&without);
    // The variance of all games: the few games with one setup may all have ended alike and then show no spread.
    let spread = variance(points) * (1.0 / with.len() as f64 + 1.0 / without.len() as f64);
    if spread <= 0.0 {
        return None;
    }
    let chance = 2.0 * normal_at_most(-(difference / spread.sqrt()).abs());
    Some(SetupEffect { name, white: Estimate::of(&with), difference, chance, stands_out: false })
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn variance(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    squares / (values.len() as f64 - 1.0).max(1.0)
}

/// Marks the choices whose differences exceed chance, by Holm's procedure: the k-th least probability must be below the
/// level divided by the number of choices from there on.
fn mark(choices: &mut [SetupEffect]) {
    choices.sort_by(|one, other| one.chance.total_cmp(&other.chance));
    let count = choices.len();
    for (place, choice) in choices.iter_mut().enumerate() {
        if choice.chance > LEVEL / (count - place) as f64 {
            break;
        }
        choice.stands_out = true;
    }
}
