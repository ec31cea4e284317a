//! The numbers of the evaluation.
//!
//! What games decide stands in files such as `weights/all-games.txt`, which `dhow tune` writes: a
//! [`WeightList`]. Here is the rest, in centipawns.

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

/// A weight in centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Weight {
    /// With all pieces on the board.
    pub middlegame: f64,
    /// With few pieces left.
    pub endgame: f64,
}

impl Weight {
    /// Each part times a factor.
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
