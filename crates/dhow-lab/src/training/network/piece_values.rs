//! What pieces are worth to a network: the regression of its verdicts on material.

use super::train::{Training, said_by};
use crate::least_squares::{Coefficient, Equations, jackknife, sum_of};
use dhow_engine::network::Network;
use dhow_rules::pieces::{Letter, PieceType};
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
    pub letter: Letter,
    /// Its value in centipawns: how much the score rises with one more such piece, other things being as they are in
    /// games.
    pub value: f64,
    /// Half the width of its 95% interval due to the choice of games.
    pub margin: f64,
}

/// What the pieces of a game are worth to a network, by regression of its scores on the difference of men and the right
/// to move, over the positions of a training for this game. The most valuable ones come first; pieces of which both
/// sides always have equal numbers are left out.
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
            groups[number / step % GROUPS].add(&counts, said + by_hand, 1.0);
        }
    }
    let all = sum_of(&groups);
    let varies = |kind: usize| all.as_ref().is_some_and(|all| all.has(kind));
    let fitted = jackknife(&groups, RIDGE);
    let pieces = variant
        .pieces
        .iter()
        .enumerate()
        .map(|(place, piece)| (piece.letter, seen.kind(PieceType::from_index(place))));
    let mut values: Vec<PieceValue> = pieces
        .filter(|&(_, kind)| varies(kind))
        .map(|(letter, kind)| {
            let Coefficient { value, margin } = fitted[kind];
            PieceValue { letter, value, margin }
        })
        .collect();
    values.sort_by(|one, other| other.value.total_cmp(&one.value));
    values
}
