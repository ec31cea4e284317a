//! Moves that capture on the way or change nothing, and the legality of all moves where an enemy
//! could capture the King so.
//!
//! Such captures depend on what stands on two squares, in ways that pins do not express. So each
//! move is tried out: no enemy may attack the King on the board that it leaves.

use super::{Constraints, Counter, Finder, Move, MoveKind, MoveList, Scope, Wanted};
use crate::bitboard::SquareSet;
use crate::geometry::Geometry;
use crate::position::Position;

/// Receives moves one by one.
pub(super) trait EachMove {
    /// Takes one more move.
    fn add(&mut self, mv: Move);
}

impl<G: Geometry> EachMove for Counter<G> {
    fn add(&mut self, _: Move) {
        self.promotions += 1;
    }
}

impl EachMove for MoveList {
    fn add(&mut self, mv: Move) {
        self.push(mv);
    }
}

impl EachMove for Finder {
    fn add(&mut self, mv: Move) {
        self.found |= self.wanted == mv;
    }
}

impl<G: Geometry> Position<G> {
    /// Removes the moves from the number `first` on that expose the King to captures on the way.
    #[cold]
    pub(super) fn try_out(&self, first: usize, moves: &mut MoveList) {
        let tried = moves.drain(first..).filter(|&mv| !self.exposes_king(mv));
        let safe: MoveList = tried.collect();
        moves.extend(safe);
    }

    /// The number of legal moves where each has to be tried out.
    #[cold]
    pub(super) fn count_tried(&self, constraints: &Constraints<G>) -> u64 {
        let mut moves = MoveList::new();
        self.add_constrained_moves(constraints, Wanted::All, &mut moves);
        moves.len() as u64
    }

    /// Generates the legal moves that capture on the way or change nothing.
    #[cold]
    #[inline(never)]
    pub(super) fn generate_locusts<S: EachMove>(
        &self,
        scope: Scope<G>,
        pieces: G::Set,
        sink: &mut S,
    ) {
        let rules = self.rules();
        let Scope { side, occupied, enemies, wanted, .. } = scope;
        for &kind in rules.locust_users() {
            let Some(tables) = rules.movement(kind).locusts(side) else { continue };
            for from in self.placement().of_kind(kind) & pieces {
                let open = tables.moves[from.index()].iter();
                let open = open.filter(|locust| {
                    wanted != Wanted::Quiet && locust.is_open(from, occupied, enemies)
                });
                let moves = open.map(|it| Move::locust(from, G::delta(from, it.over), it.to));
                let passes = wanted != Wanted::Tactical
                    && !(tables.passes[from.index()] - occupied).is_empty();
                for mv in moves.chain(passes.then(|| Move::pass(from))) {
                    if !self.exposes_king(mv) {
                        sink.add(mv);
                    }
                }
            }
        }
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
