//! Moves that capture on the way or change nothing.

use super::{Move, MoveList, Scope, Wanted};
use crate::bitboard::SquareSet;
use crate::geometry::Geometry;
use crate::position::Position;

impl<G: Geometry> Position<G> {
    /// The legal moves of some own pieces that capture on the way or change nothing.
    pub(super) fn locust_moves(&self, wanted: Wanted, pieces: G::Set) -> MoveList {
        let rules = self.rules();
        let Scope { side, occupied, enemies, .. } = self.scope(wanted);
        let mut moves = MoveList::new();
        for &kind in rules.locust_users() {
            let Some(tables) = rules.movement(kind).locusts(side) else { continue };
            for from in self.placement().of_kind(kind) & pieces {
                let open = tables.moves[from.index()].iter();
                let open = open.filter(|locust| {
                    wanted != Wanted::Quiet && locust.is_open(from, occupied, enemies)
                });
                moves.extend(open.map(|it| Move::locust(from, G::delta(from, it.over), it.to)));
                let passes = wanted != Wanted::Tactical
                    && !(tables.passes[from.index()] - occupied).is_empty();
                moves.extend(passes.then(|| Move::pass(from)));
            }
        }
        moves.retain(|&mut mv| self.passes_trial(mv));
        moves
    }
}
