//! Terms of the evaluation of games with leaders.

use super::{CommandEvaluator, Feature, MOST_LEADERS};
use crate::eval::features::{FeatureGroup, FeatureSink, RANKS};
use dhow_rules::bitboard::SquareSet;
use dhow_rules::command::{CommandPosition, CommandRules};
use dhow_rules::geometry::{Board, Geometry};
use dhow_rules::pieces::{Color, Piece, PieceType};
use dhow_rules::square::{Delta, Square};

/// Largest number of King steps at which a piece is near an enemy leader.
const NEAR: usize = 4;

/// Largest number of King steps to an enemy leader that counts.
pub const STEPS: usize = 12;

/// Steps within which a piece must come to an enemy leader to count positive.
const FARTHEST: i32 = 7;

/// Files from the edge beyond which a square is not more central.
const CENTRAL: usize = 4;

/// Counts the features of a piece on a square.
pub fn count_place<G: Geometry>(
    board: &Board<G>,
    piece: Piece,
    square: Square,
    leads: bool,
    sink: &mut impl FeatureSink,
) {
    let color = piece.color();
    let (last_file, last_rank) = (board.files() - 1, board.ranks() - 1);
    let rank = match color {
        Color::White => G::rank(square),
        Color::Black => last_rank - G::rank(square),
    };
    let advanced = (rank * (RANKS - 1) / last_rank) as i32;
    let from_side = G::file(square).min(last_file - G::file(square)).min(CENTRAL);
    let from_end = G::rank(square).min(last_rank - G::rank(square));
    // A leader is driven to any edge; other pieces are better on the middle files.
    let from_edge = if leads { from_side.min(from_end) } else { from_side };
    let mut add = |group, count| sink.add(color, Feature::of_kind(group, piece.kind()), count);
    add(FeatureGroup::Material, 1);
    add(FeatureGroup::Advance, advanced);
    add(FeatureGroup::AdvanceSquared, advanced * advanced / 4);
    add(FeatureGroup::Centre, from_edge as i32);
}

impl<G: Geometry> CommandEvaluator<G> {
    /// Counts the features of a position.
    // Loops instead of closures: those would not be compiled for the processor at hand.
    #[inline(always)]
    pub(super) fn count(&self, position: &CommandPosition<G>, sink: &mut impl FeatureSink) {
        for color in Color::ALL {
            let commanded = position.commanded(position.leaders(color));
            self.count_command(position, color, commanded, sink);
            self.count_attacks(position, color, commanded, sink);
        }
        let side = position.side_to_move();
        sink.add(side, Feature::ACTION, position.moves_left() as i32);
    }

    /// The number of leaders, the pieces out of command, and the distances to enemy leaders.
    #[inline(always)]
    fn count_command(
        &self,
        position: &CommandPosition<G>,
        color: Color,
        commanded: G::Set,
        sink: &mut impl FeatureSink,
    ) {
        let placement = position.placement();
        let (leaders, goals) = (position.leaders(color), position.leaders(!color));
        sink.add(color, Feature::leaders((leaders.count() as usize).min(MOST_LEADERS)), 1);
        let alone = placement.side(color) - commanded;
        count_kinds(position, alone, color, FeatureGroup::Uncommanded, sink);
        let army = commanded - leaders;
        let (mut approach, mut escort) =
            (-FARTHEST * army.count() as i32, -FARTHEST * leaders.count() as i32);
        for (steps, within) in self.within.iter().enumerate() {
            let mut near = G::Set::EMPTY;
            for square in goals {
                near |= within[square.index()];
            }
            approach += (army & near).count() as i32;
            escort += (leaders & near).count() as i32;
            if steps + 1 == NEAR {
                count_kinds(position, commanded & near, color, FeatureGroup::Near, sink);
            }
        }
        sink.add(color, Feature::APPROACH, approach);
        sink.add(color, Feature::ESCORT, escort);
    }

    /// The pieces that a side could capture with one action.
    #[inline(always)]
    fn count_attacks(
        &self,
        position: &CommandPosition<G>,
        color: Color,
        commanded: G::Set,
        sink: &mut impl FeatureSink,
    ) {
        let placement = position.placement();
        let (occupied, enemies) = (placement.occupied(), placement.side(!color));
        let mut attacked = G::Set::EMPTY;
        let mut near = enemies;
        for kinds in &self.reaches {
            near = grown::<G>(near);
            for &kind in kinds {
                for from in commanded & near & placement.of_kind(kind) {
                    attacked |= self.rules.movement(kind).threats(color, from, occupied);
                }
            }
        }
        count_kinds(position, attacked & enemies, !color, FeatureGroup::Attacked, sink);
    }
}

/// Counts the pieces of a side on a set of squares, all of them its own, by kind.
#[inline(always)]
fn count_kinds<G: Geometry>(
    position: &CommandPosition<G>,
    squares: G::Set,
    color: Color,
    group: FeatureGroup,
    sink: &mut impl FeatureSink,
) {
    for square in squares {
        if let Some(piece) = position.placement().on(square) {
            sink.add(color, Feature::of_kind(group, piece.kind()), 1);
        }
    }
}

/// A set and the squares one King step around it.
#[inline(always)]
fn grown<G: Geometry>(squares: G::Set) -> G::Set {
    let row = squares | G::shift(squares, Delta::new(1, 0)) | G::shift(squares, Delta::new(-1, 0));
    row | G::shift(row, Delta::new(0, 1)) | G::shift(row, Delta::new(0, -1))
}

/// The kinds of a game by the most King steps that they reach, from 1 on.
pub fn by_reach<G: Geometry>(rules: &CommandRules<G>) -> Vec<Vec<PieceType>> {
    let mut reaches = Vec::new();
    for kind in rules.army().kinds() {
        let mut most = 1;
        for from in rules.board().squares() {
            let place = G::coordinates(from);
            for to in rules.movement(kind).threats(Color::White, from, rules.board().walls()) {
                most = most.max(usize::from(place.steps_to(G::coordinates(to))));
            }
        }
        if reaches.len() < most {
            reaches.resize(most, Vec::new());
        }
        reaches[most - 1].push(kind);
    }
    reaches
}
