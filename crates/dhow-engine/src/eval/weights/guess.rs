//! Guessed weights of pieces that were not tuned.
//!
//! A guess uses the most similar tuned pieces: of the same role and sort, else of the same role, else of the same
//! sort, else all. It interpolates their weights by value, and is constant below the least and above the greatest
//! value. For material it interpolates the ratio of weight to value.

use super::{Traits, Weight, WeightList};
use crate::eval::features::FeatureGroup;

/// The weight of a group for a piece, guessed from those of other pieces.
pub fn guess(list: &WeightList, piece: &Traits, group: FeatureGroup) -> Weight {
    let likeness = |other: &Traits| (other.role == piece.role, other.sort() == piece.sort());
    let Some(best) = list.weighed(group).map(|(other, _)| likeness(&other)).max() else {
        return Weight::default();
    };
    let alike = list.weighed(group).filter(|(other, _)| likeness(other) == best);
    if group == FeatureGroup::Material {
        let parts = alike.filter(|(other, _)| other.value > 0);
        let parts: Vec<(i32, Weight)> = parts
            .map(|(other, weight)| (other.value, weight.scaled(1.0 / other.value as f64)))
            .collect();
        interpolate(&parts, piece.value).scaled(piece.value as f64)
    } else {
        let weights: Vec<(i32, Weight)> = alike.map(|(other, w)| (other.value, w)).collect();
        interpolate(&weights, piece.value)
    }
}

/// The weight at a value, interpolated between the nearest points; zero without points.
fn interpolate(points: &[(i32, Weight)], value: i32) -> Weight {
    let values = || points.iter().map(|&(at, _)| at);
    let below = values().filter(|&at| at <= value).max();
    let above = values().filter(|&at| at >= value).min();
    match (below.or(above), above.or(below)) {
        (Some(low), Some(high)) if low < high => {
            let share = (value - low) as f64 / (high - low) as f64;
            mean_at(points, low).scaled(1.0 - share) + mean_at(points, high).scaled(share)
        }
        (Some(at), _) => mean_at(points, at),
        _ => Weight::default(),
    }
}

/// The mean of the weights at one value, of which there must be one.
fn mean_at(points: &[(i32, Weight)], value: i32) -> Weight {
    let weights: Vec<Weight> =
        points.iter().filter(|&&(at, _)| at == value).map(|&(_, weight)| weight).collect();
    let sum = weights.iter().fold(Weight::default(), |sum, &weight| sum + weight);
    sum.scaled(1.0 / weights.len() as f64)
}
