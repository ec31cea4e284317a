//! Searches for a win within the turn: the capture of all enemy leaders.
//!
//! A piece moves at most once in a turn, so it captures a leader only if the leader's square is
//! within its movement from its present square. Only two kinds of other actions can help: moves of
//! a leader that brings such a piece into command, and moves of pieces that leave a square on its
//! path. These are few enough to try them all.

use super::{CommandPosition, LONGEST_TURN};
use crate::bitboard::SquareSet;
use crate::geometry::Geometry;
use crate::movegen::{MoveList, Wanted};
use crate::position::{Move, MoveKind};
use crate::square::Square;
use arrayvec::ArrayVec;

/// Limits of the search for a win within the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The greatest number of actions that are not captures of leaders.
    pub support: usize,
    /// The greatest number of visited states of the turn.
    pub states: u32,
}

impl Effort {
    /// Finds a win if there is one, except in artificial positions.
    pub const GREAT: Self = Self { support: LONGEST_TURN, states: 2_000 };
    /// Cheap enough for every node of a search.
    pub const SMALL: Self = Self { support: 2, states: 60 };
}

impl<G: Geometry> CommandPosition<G> {
    /// Finds actions, all in this turn, that capture the enemy's last leader. Prefers those with
    /// the fewest supporting actions. `None` if no win is found within the limits.
    pub fn winning_turn(&mut self, effort: Effort) -> Option<ArrayVec<Move, LONGEST_TURN>> {
        let targets = self.leaders(!self.side_to_move);
        let most = self.moves_left().checked_sub(targets.count() as usize)?.min(effort.support);
        // Usually some leader is too far away from all pieces.
        if targets.into_iter().any(|target| self.attackers(target).is_empty()) {
            return None;
        }
        let mut states = effort.states;
        let mut actions = ArrayVec::new();
        let mut wins = |support| self.assault(support, &mut states, &mut actions);
        (0..=most).any(&mut wins).then_some(actions)
    }

    /// Searches for captures of all leaders with `support` other actions.
    fn assault(
        &mut self,
        support: usize,
        states: &mut u32,
        actions: &mut ArrayVec<Move, LONGEST_TURN>,
    ) -> bool {
        let side = self.side_to_move;
        let targets = self.leaders(!side);
        let needed = targets.count() as usize + support;
        if targets.is_empty() || needed > self.moves_left() || *states == 0 {
            return false;
        }
        *states -= 1;
        let movers = self.movers();
        let mut attackers = G::Set::EMPTY;
        let mut ways = G::Set::EMPTY;
        for target in targets {
            let attacking = self.attackers_in_time(target, movers);
            if attacking.is_empty() {
                return false;
            }
            attackers |= attacking;
            for from in attacking {
                ways |= self.rules.around(from) & self.rules.around(target);
            }
        }
        for from in attackers & movers {
            for to in self.targets(from) & targets {
                let capture = Move::new(from, to, MoveKind::Normal);
                if self.attempt(capture, support, states, actions) {
                    return true;
                }
            }
        }
        if support == 0 {
            return false;
        }
        let leaders = self.leaders(side);
        let mut helpers = MoveList::new();
        self.add_moves((leaders | ways) & movers, Wanted::All, &mut helpers);
        for help in helpers {
            let (from, to) = (help.from(), help.to());
            let useful = support > 1
                || ways.contains(from)
                || help.kind() == MoveKind::Exchange
                || self.brings(from, to).intersects(attackers - movers);
            if useful
                && help.kind() != MoveKind::End
                && !targets.contains(to)
                && self.attempt(help, support - 1, states, actions)
            {
                return true;
            }
        }
        false
    }

    fn attempt(
        &mut self,
        action: Move,
        support: usize,
        states: &mut u32,
        actions: &mut ArrayVec<Move, LONGEST_TURN>,
    ) -> bool {
        let side = self.side_to_move;
        actions.push(action);
        let ended = self.make(action);
        let wins = self.winner() == Some(side) || !ended && self.assault(support, states, actions);
        self.unmake(action);
        if !wins {
            actions.pop();
        }
        wins
    }

    /// The pieces not yet moved that could capture on `target` on an empty board.
    pub(super) fn attackers(&self, target: Square) -> G::Set {
        let mut attackers = G::Set::EMPTY;
        for kind in self.rules.army().kinds() {
            let pieces = self.placement.of_kind(kind);
            attackers |= pieces & self.rules.sources(kind, self.side_to_move, target);
        }
        (attackers & self.placement.side(self.side_to_move)) - self.turn.moved
    }

    /// The subset of [`Self::attackers`] that could capture in this turn: those in command and, if
    /// another move can come first, those that a leader might bring into command.
    fn attackers_in_time(&self, target: Square, movers: G::Set) -> G::Set {
        let attackers = self.attackers(target);
        if self.moves_left() > 1 && !attackers.is_empty() {
            attackers & (movers | self.within_a_move())
        } else {
            attackers & movers
        }
    }
}
