//! Whether the enemy's leaders can all be captured in this turn.
//!
//! A piece moves once, so who captures a leader has its square within its own movement from where it
//! stands now. All else that may help is a leader that brings it into command, or a piece that leaves
//! a square on its way. That leaves few enough actions to try them all.

use super::{CommandPosition, LONGEST_TURN};
use crate::bitboard::SquareSet;
use crate::geometry::Geometry;
use crate::movegen::{MoveList, Wanted};
use crate::position::{Move, MoveKind};
use crate::square::Square;
use arrayvec::ArrayVec;

/// How hard a win is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many actions other than captures of leaders may help.
    pub support: usize,
    /// How many states of the turn are looked at before giving up.
    pub states: u32,
}

impl Effort {
    /// Until all was tried, in all but strange positions.
    pub const GREAT: Self = Self { support: LONGEST_TURN, states: 2_000 };
    /// What a search can afford at every step.
    pub const SMALL: Self = Self { support: 2, states: 60 };
}

impl<G: Geometry> CommandPosition<G> {
    /// Actions from here on, all in this turn, that capture the enemy's last leader, those that need
    /// the least help first; `None` if the effort finds none.
    pub fn winning_turn(&mut self, effort: Effort) -> Option<ArrayVec<Move, LONGEST_TURN>> {
        let targets = self.leaders(!self.side_to_move);
        let most = self.moves_left().checked_sub(targets.count() as usize)?.min(effort.support);
        // Mostly some leader is too far from everybody.
        if targets.into_iter().any(|target| self.attackers(target).is_empty()) {
            return None;
        }
        let mut states = effort.states;
        let mut actions = ArrayVec::new();
        let mut wins = |support| self.assault(support, &mut states, &mut actions);
        (0..=most).any(&mut wins).then_some(actions)
    }

    /// Whether the leaders can be captured with the support of so many other actions.
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
        self.make(action);
        let wins = self.winner() == Some(side)
            || self.side_to_move == side && self.assault(support, states, actions);
        self.unmake(action);
        if !wins {
            actions.pop();
        }
        wins
    }

    /// The pieces not yet moved that could capture on a square if nothing were in their way.
    pub(super) fn attackers(&self, target: Square) -> G::Set {
        let mut attackers = G::Set::EMPTY;
        for kind in self.rules.army().kinds() {
            let pieces = self.placement.of_kind(kind);
            attackers |= pieces & self.rules.sources(kind, self.side_to_move, target);
        }
        (attackers & self.placement.side(self.side_to_move)) - self.turn.moved
    }

    /// Those of them that might do so in this turn: the ones in command, and, if there is a move before,
    /// those that a leader might bring into command.
    fn attackers_in_time(&self, target: Square, movers: G::Set) -> G::Set {
        let attackers = self.attackers(target);
        if self.moves_left() > 1 && !attackers.is_empty() {
            attackers & (movers | self.within_a_move())
        } else {
            attackers & movers
        }
    }
}
