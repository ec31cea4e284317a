//! The value of a position, by counting.

use crate::simple::distance;
use dhow::bitboard::SquareSet;
use dhow::command::CommandPosition;
use dhow::geometry::Geometry;
use dhow::pieces::Color;

/// The part of a piece's value that it loses out of reach of its leaders, in percent.
const UNCOMMANDED: i32 = 25;
/// The cost of each King step between a piece and the nearest enemy leader.
const FAR: i32 = 4;
/// The same for a leader.
const LEADER_FAR: i32 = 1;
/// A side with *n* leaders pays this divided by *n*.
const FEW: i32 = 1200;

/// The worth of a position for a side in centipawns: material, pieces that can be commanded, and how
/// near they have come to the enemy's leaders. Each side has a leader.
pub fn count<G: Geometry>(position: &CommandPosition<G>, side: Color) -> i32 {
    of_side(position, side) - of_side(position, !side)
}

fn of_side<G: Geometry>(position: &CommandPosition<G>, side: Color) -> i32 {
    let (rules, placement) = (position.rules(), position.placement());
    let (leaders, goals) = (position.leaders(side), position.leaders(!side));
    let commanded = position.commanded(leaders);
    let mut worth = -FEW / (leaders.count() as i32).max(1);
    for square in placement.side(side) {
        let Some(piece) = placement.on(square) else { continue };
        let value = rules.army().value(piece.kind());
        let far = if leaders.contains(square) { LEADER_FAR } else { FAR };
        worth += value - far * distance::<G>(square, goals);
        if !commanded.contains(square) {
            worth -= value * UNCOMMANDED / 100;
        }
    }
    worth
}
