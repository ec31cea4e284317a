//! The numbers of the evaluation.
//!
//! What games decide stands in `weights/all-games.txt`, which `dhow tune` writes; here is the rest,
//! in centipawns.

use super::Tapered;
use super::features::Feature;
use once_cell::sync::Lazy;

/// Steps of the evaluation's own scale to a centipawn.
pub const GRAIN: i32 = 16;

/// Base of the score against a bare King, beside material and how far the King is driven.
pub const LONE_KING: i32 = 2000;

/// Danger for each square around the King that an officer attacks, by a hundredth of its value.
pub const KING_ATTACK: i32 = 2;
/// Divides the square of the danger.
pub const KING_DANGER_DIVISOR: i32 = 24;
/// The most that danger to the King counts.
pub const KING_DANGER_LIMIT: i32 = 900;

/// For each step the bare King stands nearer to the edge.
pub const DRIVEN_TO_EDGE: i32 = 24;
/// For each step the bare King stands nearer to a corner along the edge.
pub const DRIVEN_TO_CORNER: i32 = 8;
/// For each step the Kings stand nearer to each other.
pub const KINGS_NEAR: i32 = 10;

/// A weight of the file, in centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Weight {
    /// With all pieces on the board.
    pub middlegame: f64,
    /// With few pieces left.
    pub endgame: f64,
}

static TEXT: &str = include_str!("weights/all-games.txt");

/// The weights on the evaluation's own scale.
pub static WEIGHTS: Lazy<Box<[Tapered; Feature::COUNT]>> = Lazy::new(|| {
    let mut weights = Box::new([Tapered::default(); Feature::COUNT]);
    for (feature, weight) in built_in() {
        let grains = |centipawns: f64| (centipawns * GRAIN as f64).round() as i32;
        weights[feature.index()] =
            Tapered { middlegame: grains(weight.middlegame), endgame: grains(weight.endgame) };
    }
    weights
});

/// The weights that the program is built with.
///
/// # Panics
/// If the file is no list of weights, which a test excludes.
pub fn built_in() -> Vec<(Feature, Weight)> {
    match parse(TEXT) {
        Ok(weights) => weights,
        Err(error) => panic!("the built-in weights: {error}"),
    }
}

/// Reads a list of weights: on each line a feature, its weight in the middlegame and in the
/// endgame; what follows `#` is a comment.
pub fn parse(text: &str) -> Result<Vec<(Feature, Weight)>, String> {
    let mut weights: Vec<(Feature, Weight)> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("").trim();
        if line.is_empty() {
            continue;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let read = || {
            let &[group, name, middlegame, endgame] = words.as_slice() else { return None };
            let feature = Feature::parse(&format!("{group} {name}"))?;
            let number = |text: &str| text.parse().ok().filter(|n: &f64| n.abs() < 1e5);
            let (middlegame, endgame) = (number(middlegame)?, number(endgame)?);
            Some((feature, Weight { middlegame, endgame }))
        };
        let weight = read().ok_or_else(|| format!("line {}: `{line}` is no weight", index + 1))?;
        if weights.iter().any(|(feature, _)| *feature == weight.0) {
            return Err(format!("line {}: a second weight for `{}`", index + 1, weight.0));
        }
        weights.push(weight);
    }
    Ok(weights)
}
