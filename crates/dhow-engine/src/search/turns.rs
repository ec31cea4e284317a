//! What the search keeps of turns that have several moves: where they began, and which orders of their moves were
//! searched (sleep sets; Godefroid, 1996).

use super::params::SLEEP_DEPTH;
use super::tree::{NextToMove, TurnRules};
use super::worker::{SleepSet, StackEntry, Worker};
use crate::eval::Evaluate;
use dhow_rules::pieces::Piece;
use dhow_rules::position::Move;
use dhow_rules::position::zobrist::split_mix;

impl<P: TurnRules, E: Evaluate<P>> Worker<'_, P, E> {
    /// Notes what has become of the turn with the move made at a ply.
    #[inline(always)]
    pub fn note_turn(&mut self, ply: usize, next: NextToMove) {
        if !P::ALTERNATES {
            let StackEntry { turns, began, .. } = self.stack[ply];
            let after = &mut self.stack[ply + 1];
            (after.turns, after.began) = match next {
                NextToMove::Opponent => (turns + 1, ply + 1),
                NextToMove::SameSide => (turns, began),
            };
        }
    }

    /// Turns between the root and a ply, by which mates are counted.
    #[inline(always)]
    pub fn turns(&self, ply: usize) -> usize {
        if P::ALTERNATES { ply } else { self.stack[ply].turns }
    }

    /// The ply at which a turn began: so many turns before that of `ply`.
    #[inline(always)]
    pub fn beginning(&self, ply: usize, turns_back: usize) -> Option<usize> {
        if P::ALTERNATES {
            return ply.checked_sub(turns_back);
        }
        let mut began = self.stack[ply].began;
        for _ in 0..turns_back {
            began = self.stack[began.checked_sub(1)?].began;
        }
        Some(began)
    }

    /// The last move, and the piece that made it, of a turn: so many turns before that of `ply`, at
    /// least one. `None` within for a pass.
    #[inline(always)]
    pub fn last_move(&self, ply: usize, turns_back: usize) -> Option<Option<(Piece, Move)>> {
        let end = self.beginning(ply, turns_back - 1)?.checked_sub(1)?;
        Some(self.stack[end].moved)
    }

    /// The piece and target of the opponent's last move.
    pub fn previous_move(&self, ply: usize) -> Option<(Piece, Move)> {
        self.last_move(ply, 1)?
    }

    /// Puts to sleep what needs no search after a move at this ply: of the moves that sleep here, and
    /// those searched before it, whatever may as well be made in the other order (sleep sets: Godefroid,
    /// 1996). What follows is searched to `depth`: in short turns nothing sleeps near the leaves, where most
    /// moves are skipped, and what one order misses another one finds.
    #[inline(always)]
    pub fn put_to_sleep(&mut self, ply: usize, mv: Move, searched: &[Move], depth: i32) {
        if P::ALTERNATES {
            return;
        }
        let mut sleep_set = SleepSet::new();
        let awake = self.few_actions && depth < SLEEP_DEPTH;
        if self.position.moves_left() > 1 && !awake {
            let earlier = self.stack[ply].sleep_set.iter().chain(searched);
            for &other in earlier.filter(|&&other| other != mv) {
                if self.position.commute(other, mv) && sleep_set.try_push(other).is_err() {
                    break;
                }
            }
        }
        self.stack[ply + 1].sleep_set = sleep_set;
    }

    /// Whether a move needs no search here.
    #[inline(always)]
    pub fn sleeps(&self, ply: usize, mv: Move) -> bool {
        !P::ALTERNATES && self.stack[ply].sleep_set.contains(&mv)
    }

    /// Whether some moves sleep here, or below for what was searched before: that so much can be reached
    /// is known, but not that no more can.
    #[inline(always)]
    pub fn is_partial(&self, ply: usize) -> bool {
        !P::ALTERNATES && !self.stack[ply].sleep_set.is_empty()
    }

    /// Under what key the table has what is known of this ply while moves sleep, whatever their order.
    pub fn partial_key(&self, ply: usize) -> u64 {
        let keys = self.stack[ply].sleep_set.iter().map(|mv| split_mix(&mut u64::from(mv.bits())));
        self.key(ply) ^ keys.fold(0, u64::wrapping_add)
    }
}
