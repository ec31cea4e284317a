//! Legality by trying moves out, where pins do not express it: where an enemy could capture on its
//! way, since such a capture depends on what stands on two squares, in games with several royal
//! pieces, and where Kings may not face each other, no move may give check, or squares win.

use super::{Constraints, Listing, Move, MoveKind, MoveList, Wanted};
use crate::bitboard::SquareSet;
use crate::cpu;
use crate::geometry::Geometry;
use crate::pieces::Color;
use crate::position::Position;
use crate::square::Square;
use crate::variant::SeveralRoyals;

/// The squares that a move changes.
struct SquareChanges<G: Geometry> {
    /// The squares that pieces leave, or on which they are captured on the way.
    gone: G::Set,
    /// The squares on which pieces arrive.
    came: G::Set,
}

impl<G: Geometry> Position<G> {
    /// Adds the legal moves that capture on the way or change nothing to a list, and removes the
    /// moves from the number `first` on that are not legal.
    #[cold]
    pub(super) fn try_out(
        &self,
        constraints: &Constraints<G>,
        wanted: Wanted,
        first: usize,
        moves: &mut MoveList,
    ) {
        if constraints.tries_out {
            let legal: MoveList =
                moves.drain(first..).filter(|&mv| self.passes_trial(mv)).collect();
            moves.extend(legal);
        }
        moves.extend(self.locust_moves(wanted, self.placement().side(self.side_to_move())));
    }

    /// The number of legal moves in a game whose moves are tried out.
    #[cold]
    pub(super) fn count_tried_out(&self, constraints: &Constraints<G>) -> u64 {
        let mut moves = MoveList::new();
        self.add_constrained_moves(constraints, Wanted::All, &mut moves);
        moves.len() as u64
    }

    /// Whether a pseudo-legal move that satisfies the constraints is legal.
    pub(super) fn passes_trial(&self, mv: Move) -> bool {
        !self.exposes_king(mv)
            && self.may_pass_over(mv)
            && self.may_trade(mv)
            && self.may_check_by(mv)
            && self.decided_by_flag().is_none()
    }

    /// Whether the side to move may capture on a square. Moves are not tried out, so the rules must be those of a game
    /// where that is not needed.
    #[cold]
    pub(crate) fn captures_on(&self, square: Square) -> bool {
        let constraints = Constraints::new(self);
        let (wanted, mut moves) = (Wanted::All, MoveList::new());
        cpu::perform(Listing {
            position: self,
            constraints: &constraints,
            wanted,
            moves: &mut moves,
        });
        moves.iter().any(|mv| mv.to() == square)
    }

    /// Whether a move gives no check, or may give check.
    fn may_check_by(&self, mv: Move) -> bool {
        if self.rules().checking() {
            return true;
        }
        let mut after = self.clone();
        after.make(mv);
        !after.in_check()
    }

    /// Whether a King's jump has a square to pass over that is not attacked; true for other moves.
    fn may_pass_over(&self, mv: Move) -> bool {
        let (side, from) = (self.side_to_move(), mv.from());
        let jump = self.rules().jumps(side, from).iter().find(|jump| jump.to == mv.to());
        mv.kind() != MoveKind::Jump
            || jump.is_some_and(|it| it.over.iter().any(|&over| !self.king_threatened_on(over)))
    }

    /// Whether a pseudo-legal move lets the enemy capture a King that the moving side must not lose, or lets Kings face
    /// each other that may not. In games with one King, only locust moves and passes are tested in full; for other
    /// moves, only captures on the way are.
    fn exposes_king(&self, mv: Move) -> bool {
        let side = self.side_to_move();
        if self.rules().several_royals().is_some_and(|rule| !rule.pseudo_royal) {
            return self.lost_royals(side);
        }
        let SquareChanges { gone, came } = self.change(mv);
        let occupied = (self.occupied() - gone) | came;
        let enemies = self.placement().side(!side) - gone - came;
        if let Some(rule) = self.rules().several_royals() {
            let royals = self.royals_after(mv);
            return self.lost_royals(side) || self.is_check(rule, royals, occupied, enemies);
        }
        if self.faces_after(mv.from(), mv.to(), occupied) {
            return true;
        }
        let king = if mv.from() == self.king(side) { mv.to() } else { self.king(side) };
        match mv.kind() {
            MoveKind::Locust | MoveKind::Pass => {
                !self.attackers(king, !side, occupied, enemies).is_empty()
            }
            _ => !self.locust_attackers(king, !side, occupied, enemies).is_empty(),
        }
    }

    /// Whether Kings that may not face each other would do so after a piece moves from `from` to `to`. `occupied` are
    /// the occupied squares after the move.
    pub(super) fn faces_after(&self, from: Square, to: Square, occupied: G::Set) -> bool {
        if self.rules().facing().is_empty() {
            return false;
        }
        let king = |color| if self.king(color) == from { to } else { self.king(color) };
        self.kings_face((king(Color::White), king(Color::Black)), occupied)
    }

    fn is_check(
        &self,
        rule: SeveralRoyals,
        royals: G::Set,
        occupied: G::Set,
        enemies: G::Set,
    ) -> bool {
        let by = !self.side_to_move();
        !self.attackers_of_royals(rule, royals, by, occupied, enemies).is_empty()
    }

    /// The own royal pieces after a pseudo-legal move, without one that it makes by promotion: that answers no check.
    fn royals_after(&self, mv: Move) -> G::Set {
        let (single, rules) = (G::Set::single, self.rules());
        let mut royals = self.royals(self.side_to_move());
        let moved = self.on(mv.from()).map(|piece| piece.kind());
        if moved.is_some_and(|kind| rules.royals().contains(&kind)) {
            royals = (royals - single(mv.from())) | single(mv.to());
        }
        royals
    }

    /// The changes of squares by a pseudo-legal move.
    fn change(&self, mv: Move) -> SquareChanges<G> {
        let single = G::Set::single;
        let mut gone = single(mv.from());
        let mut came = single(mv.to());
        let over: Option<Square> = match (mv.kind(), self.en_passant()) {
            (MoveKind::EnPassant, Some(en_passant)) => Some(en_passant.victim),
            _ => self.passed_over(mv),
        };
        over.into_iter().for_each(|over| gone.insert(over));
        if mv.kind() == MoveKind::Castling {
            let (other_from, other_to) = self.castling_move(mv).other;
            gone.insert(other_from);
            came.insert(other_to);
        }
        SquareChanges { gone, came }
    }
}
