//! What the search asks of a position of a game with leaders. A ply is an action.

use super::super::endings::KnownEndings;
use super::{TreePosition, Verdict};
use crate::command::CommandPosition;
use crate::geometry::Geometry;
use crate::movegen::{MoveList, Wanted};
use crate::pieces::{Color, Piece, PieceType};
use crate::position::{Move, MoveKind, Observer};

/// Of the endings of these games nothing is known.
pub struct NoEndings;

impl<G: Geometry> KnownEndings<CommandPosition<G>> for NoEndings {
    fn new(_: &CommandPosition<G>) -> Self {
        Self
    }
}

impl<G: Geometry> TreePosition for CommandPosition<G> {
    type Board = G;
    /// The pieces that may be moved.
    type Constraints = G::Set;
    type Endings = NoEndings;

    const ALTERNATES: bool = false;

    fn kinds(&self) -> usize {
        self.rules().army().kinds().len()
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key()
    }

    #[inline(always)]
    fn side_to_move(&self) -> Color {
        self.side_to_move()
    }

    #[inline(always)]
    fn make_observed(&mut self, mv: Move, observer: &mut impl Observer) {
        self.make_observed(mv, observer);
    }

    #[inline(always)]
    fn unmake(&mut self, mv: Move) {
        self.unmake(mv);
    }

    /// A turn is passed whole: within it, its end is a move like others.
    fn may_pass(&self) -> bool {
        self.at_turn_start()
    }

    fn make_null(&mut self) {
        self.make_null();
    }

    fn unmake_null(&mut self) {
        self.unmake_null();
    }

    #[inline(always)]
    fn constraints(&self) -> G::Set {
        self.movers()
    }

    #[inline(always)]
    fn in_check(_: &G::Set) -> bool {
        false
    }

    #[inline(always)]
    fn is_legal(&self, mv: Move, movers: &G::Set) -> bool {
        self.is_legal(mv, *movers)
    }

    #[inline(always)]
    fn list(&self, movers: &G::Set, wanted: Wanted, moves: &mut MoveList) {
        self.add_moves(*movers, wanted, moves);
    }

    #[inline(always)]
    fn mover(&self, mv: Move) -> Option<Piece> {
        if mv.kind() == MoveKind::End { None } else { self.on(mv.from()) }
    }

    #[inline(always)]
    fn victim(&self, mv: Move) -> Option<PieceType> {
        self.victim(mv)
    }

    #[inline(always)]
    fn is_tactical(&self, mv: Move) -> bool {
        self.victim(mv).is_some()
    }

    #[inline(always)]
    fn gain(&self, mv: Move) -> i32 {
        self.gain(mv)
    }

    #[inline(always)]
    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        self.gain(mv) >= threshold
    }

    #[inline(always)]
    fn decided(&self, plies: usize) -> Option<Verdict> {
        if !self.at_turn_start() {
            return None;
        }
        match self.winner() {
            Some(winner) if winner == self.side_to_move() => Some(Verdict::Won),
            Some(_) => Some(Verdict::Lost),
            None => (self.turn_limit_reached() || self.repeats(plies)).then_some(Verdict::Drawn),
        }
    }

    #[inline(always)]
    fn decided_given(&self, has_moves: bool, _: bool) -> Option<Verdict> {
        (!has_moves).then_some(Verdict::Drawn)
    }
}
