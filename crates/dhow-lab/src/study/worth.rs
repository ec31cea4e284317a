//! What pieces are worth, in the opening and in the ending.
//!
//! A logistic regression: the expected points of a position are the logistic function of the sum of the values of
//! White's pieces minus those of Black's, and of a value for the right to move. Values change linearly with the share
//! of the men that are left. Two fits use the same positions: one fits the scores of the searches, converted to points,
//! the other the results of the games. Each game has the same weight, however many positions it has.

use super::facts::{GameFacts, WorthSample};
use crate::least_squares::{Coefficient, Equations, jackknife, sum_of};
use crate::training::best_scale;

/// The least number of decided games for a fit of piece values.
pub const LEAST_DECIDED: usize = 30;
/// Groups of games, of which each is left out once for the margins.
const GROUPS: usize = 20;
/// The share of the men that are left in the opening, and that in the ending, for which values are given.
const PHASES: [f64; 2] = [0.9, 0.3];
/// Newton steps of a fit; three to five are enough.
const STEPS: usize = 12;
/// The standard deviation of values that the ridge assumes, in centipawns: far more than any piece is worth.
const LIKELY: f64 = 3000.0;
/// The least weight of a position. A clearly decided position has almost no weight.
const LEAST_WEIGHT: f64 = 1e-4;

/// The values of a piece in the opening and in the ending, in centipawns.
pub type PieceWorth = [Coefficient; 2];

/// What a kind of piece, or the right to move, is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorthRow {
    /// The index of the kind in the game's list; `None` for the right to move.
    pub kind: Option<usize>,
    /// The value fitted to the scores of searches.
    pub by_scores: PieceWorth,
    /// The value fitted to the results of games.
    pub by_results: PieceWorth,
}

/// What pieces are worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Worths {
    /// The most valuable kinds first, by scores in the opening; the right to move at the end. Kinds of which both sides
    /// had equal numbers in all positions are left out.
    pub rows: Vec<WorthRow>,
    /// The number of games with a position.
    pub games: usize,
    /// The number of positions.
    pub positions: usize,
    /// The points that a centipawn adds to the argument of the logistic function.
    pub scale: f64,
}

/// A position: its count for each coefficient, and its expected points.
struct Observation {
    group: usize,
    counts: Vec<f64>,
    weight: f64,
    /// The expected points by the search, and the points of the game.
    targets: [f64; 2],
}

/// What pieces are worth by these games; `None` if fewer than [`LEAST_DECIDED`] of them were decided.
pub fn worths(games: &[GameFacts]) -> Option<Worths> {
    let decided = games.iter().filter(|game| game.white_points != 0.5).count();
    if decided < LEAST_DECIDED {
        return None;
    }
    let with_samples: Vec<&GameFacts> =
        games.iter().filter(|game| !game.samples.is_empty()).collect();
    let scale = scale_of(&with_samples);
    let kinds = with_samples.first()?.kinds.len();
    let mut observations = Vec::new();
    for (place, game) in with_samples.iter().enumerate() {
        let weight = 1.0 / game.samples.len() as f64;
        observations.extend(game.samples.iter().map(|sample| Observation {
            group: place % GROUPS,
            counts: counts_of(sample),
            weight,
            targets: [points(f64::from(sample.score) * scale), game.white_points],
        }));
    }
    let fits = [0, 1].map(|target| fit(&observations, 2 * (kinds + 1), target, scale));
    let [by_scores, by_results] = fits;
    let (by_scores, varies) = by_scores;
    let row = |kind: usize| {
        let of = |fitted: &[Coefficient]| [fitted[2 * kind], fitted[2 * kind + 1]];
        let index = (kind < kinds).then_some(kind);
        WorthRow { kind: index, by_scores: of(&by_scores), by_results: of(&by_results.0) }
    };
    let mut rows: Vec<WorthRow> =
        (0..kinds).filter(|&kind| varies[2 * kind] || varies[2 * kind + 1]).map(row).collect();
    rows.sort_by(|one, other| other.by_scores[0].value.total_cmp(&one.by_scores[0].value));
    rows.push(row(kinds));
    Some(Worths { rows, games: with_samples.len(), positions: observations.len(), scale })
}

/// The logistic function.
fn points(argument: f64) -> f64 {
    1.0 / (1.0 + (-argument).exp())
}

/// The scale with which scores predict the results of these games best.
fn scale_of(games: &[&GameFacts]) -> f64 {
    best_scale(|scale| {
        let error = |game: &&GameFacts| {
            let error = |sample: &WorthSample| {
                (points(f64::from(sample.score) * scale) - game.white_points).powi(2)
            };
            game.samples.iter().map(error).sum::<f64>() / game.samples.len() as f64
        };
        games.iter().map(error).sum()
    })
}

/// How a position counts for the values of each kind, and of the right to move, in the opening and in the ending.
fn counts_of(sample: &WorthSample) -> Vec<f64> {
    let [opening, ending] = PHASES;
    let share = ((sample.men - ending) / (opening - ending)).clamp(0.0, 1.0);
    let move_right = if sample.white_moves { 1.0 } else { -1.0 };
    let differences = sample.difference.iter().map(|&difference| f64::from(difference));
    let all = differences.chain([move_right]);
    all.flat_map(|count| [count * share, count * (1.0 - share)]).collect()
}

/// The coefficients, in centipawns, of a logistic fit by Newton's method, which is least squares with new weights at
/// each step. Also returns which coefficients have any counts.
fn fit(
    observations: &[Observation],
    size: usize,
    target: usize,
    scale: f64,
) -> (Vec<Coefficient>, Vec<bool>) {
    let ridge = (LIKELY * scale).powi(-2);
    let mut values = vec![0.0; size];
    let mut groups = Vec::new();
    for _ in 0..STEPS {
        groups = vec![Equations::new(size); GROUPS];
        for observation in observations {
            let pairs = observation.counts.iter().zip(&values);
            let sum: f64 = pairs.map(|(count, value)| count * value).sum();
            let expected = points(sum);
            let slope = (expected * (1.0 - expected)).max(LEAST_WEIGHT);
            let aim = sum + (observation.targets[target] - expected) / slope;
            let weight = slope * observation.weight;
            groups[observation.group].add(&observation.counts, aim, weight);
        }
        if let Some(all) = sum_of(&groups) {
            values = all.solve(ridge);
        }
    }
    let varies = |place| groups.iter().any(|group| group.has(place));
    let fitted = jackknife(&groups, ridge).into_iter();
    let in_centipawns = |Coefficient { value, margin }| Coefficient {
        value: value / scale,
        margin: margin / scale,
    };
    (fitted.map(in_centipawns).collect(), (0..size).map(varies).collect())
}
