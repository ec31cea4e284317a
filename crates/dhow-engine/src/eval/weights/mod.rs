//! Weights of the hand-crafted evaluation.
//!
//! Tuned weights are in files such as `weights/all-games.txt`, which `dhow tune` writes: a [`WeightList`]. The others
//! are here, in centipawns.

mod built_in;
mod guess;
mod list;
#[cfg(test)]
mod tests;
mod text;
mod traits;
mod worth;

pub use list::{PieceWeights, WeightList};
pub use traits::{Sort, Traits};

/// Steps of [`Tapered`](super::Tapered) values in a centipawn.
pub const GRAIN: i32 = 16;

/// Score against a bare King, without material and the position of the Kings.
pub const LONE_KING: i32 = 2000;

/// Danger for each square of the King's zone that an officer attacks, for each hundred centipawns of its value.
pub const KING_ATTACK: i32 = 2;
/// Divides the square of the danger.
pub const KING_DANGER_DIVISOR: i32 = 24;
/// The largest danger to a King.
pub const KING_DANGER_LIMIT: i32 = 900;

/// Centipawns for each step that a bare King is nearer to the edge.
pub const DRIVEN_TO_EDGE: i32 = 24;
/// Centipawns for each step that a bare King at the edge is nearer to a corner.
pub const DRIVEN_TO_CORNER: i32 = 8;
/// Centipawns for each step that the Kings are nearer to each other.
pub const KINGS_NEAR: i32 = 10;

/// A weight in centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Weight {
    /// Weight with all pieces on the board.
    pub middlegame: f64,
    /// Weight with few pieces left.
    pub endgame: f64,
}

impl Weight {
    /// Both parts times a factor.
    pub fn scaled(self, factor: f64) -> Self {
        Self { middlegame: self.middlegame * factor, endgame: self.endgame * factor }
    }
}

impl std::ops::Add for Weight {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            middlegame: self.middlegame + other.middlegame,
            endgame: self.endgame + other.endgame,
        }
    }
}
