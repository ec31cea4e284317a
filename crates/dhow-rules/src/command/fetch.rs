//! Fetching moves: a leader moves so that it can activate a piece that could capture something.

use super::CommandPosition;
use crate::bitboard::SquareSet;
use crate::geometry::Geometry;
use crate::movegen::MoveList;
use crate::position::{Move, MoveKind};
use crate::square::Square;

impl<G: Geometry> CommandPosition<G> {
    /// The pieces not yet moved that could capture on one of `targets` on an empty board and are
    /// not in `movers`, but that some leader might activate after one move of its own. Empty if the
    /// turn has fewer than two moves left. Command by a leader's movement pattern is not
    /// considered.
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

    /// The squares that a leader of the side to move could have in its range after one move of that
    /// leader.
    pub(super) fn within_a_move(&self) -> G::Set {
        let mut near = G::Set::EMPTY;
        for leader in self.leaders(self.side_to_move) - self.turn.moved {
            if let Some(piece) = self.placement.on(leader) {
                near |= self.rules.zone_after(piece.kind(), leader);
            }
        }
        near
    }

    /// Adds the quiet moves of leaders in `movers` after which one of the pieces `stray` is in
    /// range.
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

    /// The squares in the range of a leader on `from` after its move to `to`; empty for other
    /// pieces.
    #[inline]
    pub fn brings(&self, from: Square, to: Square) -> G::Set {
        let kind = self.placement.on(from).map(|piece| piece.kind());
        kind.map_or(G::Set::EMPTY, |kind| self.rules.zone(kind, to))
    }
}
