//! Moves that capture on the way or change nothing, and the legality of all moves where an enemy
//! could capture the King so.
//!
//! Such captures depend on what stands on two squares, in ways that pins do not express. So each
//! move is tried out: no enemy may attack the King on the board that it leaves.

use super::{Constraints, Move, MoveKind, MoveList, Scope, Wanted};
use crate::bitboard::SquareSet;
use crate::geometry::Geometry;
use crate::position::Position;

impl<G: Geometry> Position<G> {
    /// Adds the legal moves that capture on the way or change nothing to a list, and removes the
    /// moves from the number `first` on that expose the King to such captures.
    #[cold]
    pub(super) fn with_locusts(
        &self,
        constraints: &Constraints<G>,
        wanted: Wanted,
        first: usize,
        moves: &mut MoveList,
    ) {
        if constraints.tries_out {
            let is_safe = |mv: Move| !self.exposes_king(mv) && self.may_pass_over(mv);
            let safe: MoveList = moves.drain(first..).filter(|&mv| is_safe(mv)).collect();
            moves.extend(safe);
        }
        moves.extend(self.locust_moves(wanted, self.placement().side(self.side_to_move())));
    }

    /// The number of legal moves in a game with moves that capture on the way or change nothing.
    #[cold]
    pub(super) fn count_with_locusts(&self, constraints: &Constraints<G>) -> u64 {
        let mut moves = MoveList::new();
        self.add_constrained_moves(constraints, Wanted::All, &mut moves);
        moves.len() as u64
    }

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
        moves.retain(|&mut mv| !self.exposes_king(mv));
        moves
    }

    /// Whether a King's jump has a square to pass over that is not attacked; true for other moves.
    pub(super) fn may_pass_over(&self, mv: Move) -> bool {
        let (side, from) = (self.side_to_move(), mv.from());
        let jump = self.rules().jumps(side, from).iter().find(|jump| jump.to == mv.to());
        mv.kind() != MoveKind::Jump
            || jump.is_some_and(|it| it.over.iter().any(|&over| !self.king_threatened_on(over)))
    }

    /// Whether after a pseudo-legal move the enemy could capture the King of the side that makes
    /// it. Of moves that are not locust moves or passes, only captures on the way are looked for.
    pub(super) fn exposes_king(&self, mv: Move) -> bool {
        let side = self.side_to_move();
        let single = G::Set::single;
        let (from, to) = (mv.from(), mv.to());
        let moved_king = from == self.king(side);
        let king = if moved_king { to } else { self.king(side) };
        let mut gone = single(from);
        let over = match (mv.kind(), self.en_passant()) {
            (MoveKind::EnPassant, Some(en_passant)) => Some(en_passant.victim),
            _ => self.passed_over(mv),
        };
        over.into_iter().for_each(|over| gone.insert(over));
        let mut came = single(to);
        if mv.kind() == MoveKind::Castling {
            let (other_from, other_to) = self.castling_move(mv).other;
            gone.insert(other_from);
            came.insert(other_to);
        }
        let occupied = (self.occupied() - gone) | came;
        let enemies = self.placement().side(!side) - gone - came;
        match mv.kind() {
            MoveKind::Locust | MoveKind::Pass => {
                !self.attackers(king, !side, occupied, enemies).is_empty()
            }
            _ => !self.locust_attackers(king, !side, occupied, enemies).is_empty(),
        }
    }
}
