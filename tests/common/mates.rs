//! Forced mates by trying everything: slow, and right by its simplicity.

#![allow(dead_code, reason = "each test uses a part of this")]

use super::positions::Position;
use std::collections::HashMap;

/// Looks for forced mates and remembers what it found. Draws by repetition or by the 50-move rule
/// are left out: the shortest mate repeats nothing, and positions come with a low count.
#[derive(Default)]
pub struct MateSearch {
    known: HashMap<(u64, u32), bool>,
}

impl MateSearch {
    /// Whether the side to move can force checkmate in at most so many moves of its own.
    pub fn mates(&mut self, position: &mut Position, moves: u32) -> bool {
        if moves == 0 {
            return false;
        }
        let key = (position.key(), moves);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mates = position.legal_moves().into_iter().any(|mv| {
            position.make(mv);
            let mates = self.is_mated(position, moves - 1);
            position.unmake(mv);
            mates
        });
        self.known.insert(key, mates);
        mates
    }

    /// Whether the side to move is checkmated, or will be in so many more moves of the other side.
    pub fn is_mated(&mut self, position: &mut Position, moves: u32) -> bool {
        if moves == 0 {
            return position.in_check() && !position.has_legal_moves();
        }
        let replies = position.legal_moves();
        if replies.is_empty() {
            return position.in_check();
        }
        replies.into_iter().all(|mv| {
            position.make(mv);
            let mated = self.mates(position, moves);
            position.unmake(mv);
            mated
        })
    }
}
