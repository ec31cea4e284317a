//! Whether the enemy's leaders can all be captured in this turn.
//!
//! A piece moves once, so who captures a leader has its square within its own movement from where it
//! stands now. All else that may help is a leader that brings it into command, or a piece that leaves
//! a square on its way. That leaves few enough actions to try them all.

use super::CommandPosition;
use crate::bitboard::SquareSet;
use crate::geometry::Geometry;
use crate::movegen::{MoveList, Wanted};
use crate::position::{Move, MoveKind};
use crate::square::Square;
use arrayvec::ArrayVec;

/// The longest turn: 8 leaders of two activations, and its end.
pub const LONGEST_TURN: usize = 17;

/// So many states of the turn are looked at before giving up.
const MOST_STATES: u32 = 4000;

impl<G: Geometry> CommandPosition<G> {
    /// Actions from here on, all in this turn, that capture the enemy's last leader; `None` if there
    /// are none, or none among the first few thousand states of the turn.
    pub fn winning_turn(&mut self) -> Option<ArrayVec<Move, LONGEST_TURN>> {
        let mut actions = ArrayVec::new();
        let mut states = MOST_STATES;
        self.assault(&mut states, &mut actions).then_some(actions)
    }

    fn assault(&mut self, states: &mut u32, actions: &mut ArrayVec<Move, LONGEST_TURN>) -> bool {
        let side = self.side_to_move;
        let targets = self.leaders(!side);
        let Some(support) = self.moves_left().checked_sub(targets.count() as usize) else {
            return false;
        };
        if targets.is_empty() || *states == 0 {
            return false;
        }
        *states -= 1;
        // Mostly some leader is too far from everybody.
        if targets.into_iter().any(|target| self.attackers(target).is_empty()) {
            return false;
        }
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
                if self.attempt(Move::new(from, to, MoveKind::Normal), states, actions) {
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
                && self.attempt(help, states, actions)
            {
                return true;
            }
        }
        false
    }

    fn attempt(
        &mut self,
        action: Move,
        states: &mut u32,
        actions: &mut ArrayVec<Move, LONGEST_TURN>,
    ) -> bool {
        let side = self.side_to_move;
        actions.push(action);
        self.make(action);
        let wins = self.winner() == Some(side)
            || self.side_to_move == side && self.assault(states, actions);
        self.unmake(action);
        if !wins {
            actions.pop();
        }
        wins
    }

    /// The pieces not yet moved that could capture on a square if nothing were in their way.
    fn attackers(&self, target: Square) -> G::Set {
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
            let mut near = movers;
            for leader in self.leaders(self.side_to_move) - self.turn.moved {
                if let Some(piece) = self.placement.on(leader) {
                    near |= self.rules.zone_after(piece.kind(), leader);
                }
            }
            attackers & near
        } else {
            attackers & movers
        }
    }

    /// The squares within the range that a leader has after its move; none for other pieces.
    fn brings(&self, from: Square, to: Square) -> G::Set {
        let kind = self.placement.on(from).map(|piece| piece.kind());
        kind.map_or(G::Set::EMPTY, |kind| self.rules.zone(kind, to))
    }
}
