//! What pieces are worth to a network: the regression of its verdicts on material.

use super::train::{Training, said_by};
use crate::distributions::normal_95;
use dhow_engine::network::Network;
use dhow_rules::pieces::PieceType;
use dhow_rules::variant::Variant;
use serde::{Deserialize, Serialize};

/// Groups of games, of which each is left out once for the margins (jackknife).
const GROUPS: usize = 20;
/// About the number of positions that are judged.
const JUDGED: usize = 300_000;
/// Keeps the equations solvable where two pieces only occur together. It counts like one position.
const RIDGE: f64 = 1.0;

/// What a piece is worth to a network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PieceValue {
    /// The letter of the piece.
    pub letter: char,
    /// Its value in centipawns: by so much a position with one more is better, other things being
    /// as they are in games.
    pub value: f64,
    /// Half the width of its 95% interval due to the choice of games.
    pub margin: f64,
}

/// The normal equations of a least squares fit.
#[derive(Clone)]
struct Equations {
    size: usize,
    /// Row by row, with the right side at the end of each.
    rows: Vec<f64>,
}

impl Equations {
    fn new(size: usize) -> Self {
        Self { size, rows: vec![0.0; size * (size + 1)] }
    }

    fn add(&mut self, counts: &[f64], score: f64) {
        let rows = self.rows.chunks_exact_mut(self.size + 1);
        for (row, &count) in rows.zip(counts).filter(|(_, count)| **count != 0.0) {
            row.iter_mut().zip(counts).for_each(|(sum, other)| *sum += count * other);
            row[self.size] += count * score;
        }
    }

    fn combine(&mut self, other: &Self, sign: f64) {
        self.rows.iter_mut().zip(&other.rows).for_each(|(sum, part)| *sum += sign * part);
    }

    /// The solution, by Gauss's elimination. The matrix is positive definite with its ridge.
    fn solve(mut self) -> Vec<f64> {
        let (size, width) = (self.size, self.size + 1);
        for place in 0..size {
            self.rows[place * width + place] += RIDGE;
        }
        for pivot in 0..size {
            let (above, below) = self.rows.split_at_mut((pivot + 1) * width);
            let row = &above[pivot * width..];
            for other in below.chunks_exact_mut(width) {
                let factor = other[pivot] / row[pivot];
                other.iter_mut().zip(row).for_each(|(sum, part)| *sum -= factor * part);
            }
        }
        let mut solution = vec![0.0; size];
        for place in (0..size).rev() {
            let row = &self.rows[place * width..][..width];
            let known: f64 = (place + 1..size).map(|other| row[other] * solution[other]).sum();
            solution[place] = (row[size] - known) / row[place];
        }
        solution
    }
}

/// What the pieces of a game are worth to a network, by regression of its scores on the difference
/// of men and the right to move, over the positions of a training for this game. The most valuable
/// ones come first; pieces of which both sides always have as many are left out.
pub fn piece_values(training: &Training, network: &Network, variant: &Variant) -> Vec<PieceValue> {
    let positions = training.positions;
    let inputs = positions.inputs();
    let Some(seen) = inputs.of_game(variant) else { return Vec::new() };
    let (kinds, squares) = (inputs.kinds().len(), inputs.squares());
    let mut groups = vec![Equations::new(kinds + 1); GROUPS];
    let step = (positions.fitted.len() + positions.validated.len()).div_ceil(JUDGED).max(1);
    let sets = [&positions.fitted, &positions.validated];
    let games = sets.into_iter().flat_map(|set| set.games()).enumerate();
    for (number, game) in games.filter(|(number, _)| number.is_multiple_of(step)) {
        for sample in game.filter(|sample| sample.game() == seen.game) {
            let [own, _] = sample.views();
            let mut counts = vec![0.0; kinds + 1];
            counts[kinds] = 1.0;
            for &man in sample.men {
                let input = inputs.seen(own, usize::from(man));
                let enemy = input >= kinds * squares;
                counts[input / squares % kinds] += if enemy { -1.0 } else { 1.0 };
            }
            let said = f64::from(said_by(network, positions, &sample)) * f64::from(sample.left());
            let by_hand = if network.adds_to_hce() { sample.by_hand().into() } else { 0.0 };
            groups[number / step % GROUPS].add(&counts, said + by_hand);
        }
    }
    let mut all = Equations::new(kinds + 1);
    groups.iter().for_each(|group| all.combine(group, 1.0));
    let without = |group: &Equations| {
        let mut rest = all.clone();
        rest.combine(group, -1.0);
        rest.solve()
    };
    let parts: Vec<Vec<f64>> = groups.iter().map(without).collect();
    let whole = all.clone().solve();
    let varies = |kind: usize| all.rows[kind * (kinds + 2) + kind] > 0.0;
    let pieces = variant
        .pieces
        .iter()
        .enumerate()
        .map(|(place, piece)| (piece.letter, seen.kind(PieceType::from_index(place))));
    let mut values: Vec<PieceValue> = pieces
        .filter(|&(_, kind)| varies(kind))
        .map(|(letter, kind)| {
            let mean = parts.iter().map(|part| part[kind]).sum::<f64>() / GROUPS as f64;
            let squares: f64 = parts.iter().map(|part| (part[kind] - mean).powi(2)).sum();
            let error = (squares * (GROUPS - 1) as f64 / GROUPS as f64).sqrt();
            PieceValue { letter, value: whole[kind], margin: normal_95() * error }
        })
        .collect();
    values.sort_by(|one, other| other.value.total_cmp(&one.value));
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::position::zobrist::split_mix;

    #[test]
    fn known_values_are_found() {
        let mut equations = Equations::new(3);
        let mut seed = 5;
        let mut count = || (split_mix(&mut seed) % 5) as f64 - 2.0;
        for _ in 0..2000 {
            // The third count is always that of the second: they share its value.
            let (one, other) = (count(), count());
            equations.add(&[one, other, other], 500.0 * one + 300.0 * other + 7.0 * count());
        }
        let found = equations.solve();
        for (found, wanted) in found.iter().zip([500.0, 150.0, 150.0]) {
            assert!((found - wanted).abs() < 2.0, "{found}, not {wanted}");
        }
    }
}
