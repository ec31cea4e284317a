//! What the evaluation of games with leaders counts.

use super::{CommandEvaluator, Feature, MOST_LEADERS};
use crate::bitboard::SquareSet;
use crate::command::CommandPosition;
use crate::eval::features::{Group, RANKS, Sink};
use crate::geometry::Geometry;
use crate::pieces::{Color, Piece};
use crate::square::Square;

/// From how many King steps a piece counts as near an enemy leader.
const NEAR: usize = 4;

/// Distances from an enemy leader up to this many King steps are told apart.
pub const STEPS: usize = 12;

/// A piece counts neither way when so many of them are behind it.
const FARTHEST: i32 = 7;

/// From how many King steps a piece can capture at most.
const REACH: i8 = 4;

/// Files from the edge beyond which nothing is more central.
const CENTRAL: usize = 4;

/// What a piece's square alone counts.
pub fn count_place<G: Geometry>(piece: Piece, square: Square, leads: bool, sink: &mut impl Sink) {
    let color = piece.color();
    let rank = match color {
        Color::White => G::rank(square),
        Color::Black => G::RANKS - 1 - G::rank(square),
    };
    let advanced = (rank * (RANKS - 1) / (G::RANKS - 1)) as i32;
    let from_side = G::file(square).min(G::FILES - 1 - G::file(square)).min(CENTRAL);
    let from_end = G::rank(square).min(G::RANKS - 1 - G::rank(square));
    // A leader is driven to any edge, others stand better in the middle files.
    let from_edge = if leads { from_side.min(from_end) } else { from_side };
    let mut add = |group, count| sink.add(color, Feature::of_kind(group, piece.kind()), count);
    add(Group::Material, 1);
    add(Group::Advance, advanced);
    add(Group::AdvanceSquared, advanced * advanced / 4);
    add(Group::Centre, from_edge as i32);
}

impl<G: Geometry> CommandEvaluator<G> {
    /// What is counted in the position as it stands.
    #[inline(always)]
    pub(super) fn count(&self, position: &CommandPosition<G>, sink: &mut impl Sink) {
        let placement = position.placement();
        let commanded = Color::ALL.map(|color| {
            let mut commanded = G::Set::EMPTY;
            let leaders = position.leaders(color);
            let mut number = 0;
            for square in leaders {
                if let Some(piece) = placement.on(square) {
                    commanded |= self.rules.commanded(piece, square, placement);
                    number += 1;
                }
            }
            sink.add(color, Feature::leaders(number.min(MOST_LEADERS)), 1);
            let mut each = |group, squares: G::Set| {
                for square in squares {
                    if let Some(piece) = placement.on(square) {
                        sink.add(color, Feature::of_kind(group, piece.kind()), 1);
                    }
                }
            };
            each(Group::Uncommanded, placement.side(color) - commanded);
            let army = commanded - leaders;
            let (mut approach, mut escort) =
                (-FARTHEST * army.count() as i32, -FARTHEST * leaders.count() as i32);
            for (steps, within) in self.within.iter().enumerate() {
                let mut near = G::Set::EMPTY;
                for square in position.leaders(!color) {
                    near |= within[square.index()];
                }
                approach += (army & near).count() as i32;
                escort += (leaders & near).count() as i32;
                if steps + 1 == NEAR {
                    each(Group::Near, commanded & near);
                }
            }
            sink.add(color, Feature::APPROACH, approach);
            sink.add(color, Feature::ESCORT, escort);
            commanded
        });
        let occupied = placement.occupied();
        for color in Color::ALL {
            let enemies = placement.side(!color);
            let mut attacked = G::Set::EMPTY;
            for from in commanded[color.index()] & around::<G>(enemies) {
                if let Some(piece) = placement.on(from) {
                    let movement = self.rules.movement(piece.kind());
                    attacked |= movement.threats(color, from, occupied) & enemies;
                }
            }
            for square in attacked {
                if let Some(piece) = placement.on(square) {
                    let feature = Feature::of_kind(Group::Attacked, piece.kind());
                    sink.add(!color, feature, 1);
                }
            }
        }
        let side = position.side_to_move();
        sink.add(side, Feature::ACTION, position.moves_left() as i32);
    }
}

/// The squares from which a piece might capture one of a set.
#[inline(always)]
fn around<G: Geometry>(squares: G::Set) -> G::Set {
    use crate::square::Delta;
    let mut near = squares;
    for _ in 0..REACH {
        near |= G::shift(near, Delta::new(1, 0)) | G::shift(near, Delta::new(-1, 0));
    }
    for _ in 0..REACH {
        near |= G::shift(near, Delta::new(0, 1)) | G::shift(near, Delta::new(0, -1));
    }
    near
}
