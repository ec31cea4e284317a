//! Turns of several moves: where they began, and sleep sets (Godefroid, 1996), which avoid searching the same moves
//! in another order.

use super::params::SLEEP_DEPTH;
use super::tree::{NextToMove, TurnRules};
use super::worker::{SleepSet, StackEntry, Worker};
use crate::eval::Evaluate;
use dhow_rules::pieces::Piece;
use dhow_rules::position::Move;
use dhow_rules::position::zobrist::split_mix;

impl<P: TurnRules, E: Evaluate<P>> Worker<'_, P, E> {
    /// Records whose move it is after the move made at `ply`.
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

    /// Turns between the root and `ply`; mates count in turns.
    #[inline(always)]
    pub fn turns(&self, ply: usize) -> usize {
        if P::ALTERNATES { ply } else { self.stack[ply].turns }
    }

    /// The ply at which the turn began that is `turns_back` before that of `ply`.
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

    /// The last move of the turn that is `turns_back`, at least 1, before that of `ply`, with its piece. `Some(None)`
    /// for a null move.
    #[inline(always)]
    pub fn last_move(&self, ply: usize, turns_back: usize) -> Option<Option<(Piece, Move)>> {
        let end = self.beginning(ply, turns_back - 1)?.checked_sub(1)?;
        Some(self.stack[end].moved)
    }

    /// The opponent's last move with its piece.
    pub fn previous_move(&self, ply: usize) -> Option<(Piece, Move)> {
        self.last_move(ply, 1)?
    }

    /// Sets the sleep set after a move: the moves of this node's sleep set and those searched before, if they commute
    /// with the move. In short turns nothing sleeps where less than [`SLEEP_DEPTH`] remains: most moves are pruned
    /// there, and one order finds what another misses.
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

    /// Whether a move is in the sleep set.
    #[inline(always)]
    pub fn sleeps(&self, ply: usize, mv: Move) -> bool {
        !P::ALTERNATES && self.stack[ply].sleep_set.contains(&mv)
    }

    /// Whether the sleep set is not empty: then the score is a lower bound only.
    #[inline(always)]
    pub fn is_partial(&self, ply: usize) -> bool {
        !P::ALTERNATES && !self.stack[ply].sleep_set.is_empty()
    }

    /// The table key of this node with its sleep set, in whatever order.
    pub fn partial_key(&self, ply: usize) -> u64 {
        let keys = self.stack[ply].sleep_set.iter().map(|mv| split_mix(&mut u64::from(mv.bits())));
        self.key(ply) ^ keys.fold(0, u64::wrapping_add)
    }
}
