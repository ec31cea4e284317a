//! Positions with a bare King.

use super::{Accumulator, Evaluator, Score, weights};
use arrayvec::ArrayVec;
use dhow_rules::bitboard::SquareSet;
use dhow_rules::geometry::Geometry;
use dhow_rules::pieces::{Color, PieceType};
use dhow_rules::position::Position;
use dhow_rules::square::Square;

/// With at most this many pieces, it is checked whether they can mate; more always can.
const FEW: usize = 3;

impl<G: Geometry> Evaluator<G> {
    /// The score of a position with a bare King: a known draw, or a win that grows as the King is driven to the edge.
    /// If `mate` is the number of plies to a mate that comes too late by the rules, the win grows as the mate comes
    /// nearer.
    pub(super) fn lone_king(
        &self,
        position: &Position<G>,
        accumulator: &Accumulator<G>,
        mate: Option<usize>,
    ) -> Option<Score> {
        let placement = position.placement();
        let bare = placement.bare_side()?;
        let rules = position.rules();
        let variant = rules.variant();
        if rules.several_royals().is_some() || variant.facing.is_some() || variant.confines() {
            // Not analysed are endings with several Kings of a side, with Kings that may not face each other, and with
            // pieces that may not leave some squares.
            return None;
        }
        let winner = !bare;
        let army = placement.side(winner);
        if !army.has_many() {
            return Some(Score::DRAW);
        }
        let officers = army - G::Set::single(position.king(winner));
        if officers.count() as usize <= FEW {
            let pieces = officers.into_iter();
            let pieces = pieces.filter_map(|from| Some((position.on(from)?.kind(), from)));
            let pieces: ArrayVec<(PieceType, Square), FEW> = pieces.collect();
            if !self.mating.suffices::<G>(&pieces) {
                return Some(Score::DRAW);
            }
        }
        let won = position.side_to_move() == winner;
        let near = match mate {
            Some(plies) => -(plies as i32),
            None => self.terms.driven(position.king(bare), position.king(winner)),
        };
        let material = match winner {
            Color::White => accumulator.score.endgame / weights::GRAIN,
            Color::Black => -accumulator.score.endgame / weights::GRAIN,
        };
        let halfmoves = self.counted_halfmoves(position);
        let score = (weights::LONE_KING + material + near - halfmoves).min(Score::KNOWN_WIN.0 - 1);
        Some(Score(if won { score } else { -score }))
    }
}
