//! Leaders that go where a piece is that could capture something, if only it were in command.

use super::CommandPosition;
use crate::bitboard::SquareSet;
use crate::geometry::Geometry;
use crate::movegen::MoveList;
use crate::position::{Move, MoveKind};
use crate::square::Square;

impl<G: Geometry> CommandPosition<G> {
    /// The pieces of the side to move, not yet moved, that could capture on one of some squares if
    /// nothing were in their way, whom no leader can activate now, but some leader perhaps after a move
    /// of its own; none if the turn has no two moves left. Command by a leader's pattern is not looked
    /// at.
    pub fn stray_attackers(&self, targets: G::Set, movers: G::Set) -> G::Set {
        let mut stray = G::Set::EMPTY;
        if self.moves_left() < 2 {
            return stray;
        }
        for target in targets {
            stray |= self.attackers(target);
        }
        stray -= movers;
        if stray.is_empty() { stray } else { stray & self.within_a_move() }
    }

    /// The squares that come into the range of a leader of the side to move by one move of it.
    pub(super) fn within_a_move(&self) -> G::Set {
        let mut near = G::Set::EMPTY;
        for leader in self.leaders(self.side_to_move) - self.turn.moved {
            if let Some(piece) = self.placement.on(leader) {
                near |= self.rules.zone_after(piece.kind(), leader);
            }
        }
        near
    }

    /// Adds the quiet moves of leaders among `movers` that bring one of some pieces into range.
    pub fn add_fetching_moves(&self, stray: G::Set, movers: G::Set, moves: &mut MoveList) {
        if stray.is_empty() {
            return;
        }
        for from in movers & self.leaders(self.side_to_move) {
            for to in self.targets(from) - self.placement.occupied() {
                if self.brings(from, to).intersects(stray) {
                    moves.push(Move::new(from, to, MoveKind::Normal));
                }
            }
        }
    }

    /// The squares within the range that a leader has after its move; none for other pieces.
    #[inline]
    pub fn brings(&self, from: Square, to: Square) -> G::Set {
        let kind = self.placement.on(from).map(|piece| piece.kind());
        kind.map_or(G::Set::EMPTY, |kind| self.rules.zone(kind, to))
    }
}
