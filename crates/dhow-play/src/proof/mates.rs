//! Forced mates.

use super::{TooMany, remember, visit};
use dhow_rules::game::Play;
use dhow_rules::position::Move;
use std::collections::HashMap;

/// Searches for forced mates and remembers its results.
///
/// All of the defender's moves are always tried. The number of the attacker's moves without check can be limited along
/// each line. Every mate found is a mate, but only a search without a limit can prove that there is no mate.
///
/// Repetitions are ignored. That changes nothing, because the shortest mate repeats no position. The 50-move rule is
/// ignored, too, so positions must have a low count.
pub struct MateSearch {
    /// Results by position, number of moves and number of moves without check.
    known: HashMap<(u64, u32, u32), bool>,
    /// Replies that recently averted a mate, by the number of moves left, the latest first.
    defences: Vec<Vec<Move>>,
    /// The number of positions with the attacker to move that may still be visited.
    left: u64,
}

impl Default for MateSearch {
    fn default() -> Self {
        Self::with_limit(u64::MAX)
    }
}

impl MateSearch {
    /// The greatest number of results kept; then all are forgotten at once.
    const MOST_KNOWN: usize = 6_000_000;
    /// Defences kept for each number of moves left.
    const DEFENCES: usize = 8;

    /// A search that gives up after `positions` positions with the attacker to move.
    pub fn with_limit(positions: u64) -> Self {
        Self { known: HashMap::new(), defences: Vec::new(), left: positions }
    }

    /// Whether the side to move can force checkmate in at most `moves` moves of its own, at most `quiet` of which give
    /// no check in each line.
    ///
    /// # Errors
    /// If the limit is reached.
    pub fn mates_with(
        &mut self,
        position: &mut dyn Play,
        moves: u32,
        quiet: u32,
    ) -> Result<bool, TooMany> {
        if moves == 0 {
            return Ok(false);
        }
        // The last move must give check.
        let quiet = quiet.min(moves - 1);
        let key = (position.key(), moves, quiet);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let mates = self.mating_move(position, moves, quiet)?.is_some();
        if self.known.len() >= Self::MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(key, mates);
        Ok(mates)
    }

    /// A move by which the side to move forces checkmate as [`Self::mates_with`] says; `None` if there is none. Checks
    /// are tried first, beginning with those that leave the fewest replies.
    ///
    /// # Errors
    /// If the limit is reached.
    pub fn mating_move(
        &mut self,
        position: &mut dyn Play,
        moves: u32,
        quiet: u32,
    ) -> Result<Option<Move>, TooMany> {
        if moves == 0 {
            return Ok(None);
        }
        visit(&mut self.left)?;
        // The last move must give check.
        let quiet = quiet.min(moves - 1);
        let (mut checks, mut others) = (Vec::new(), Vec::new());
        for mv in position.legal_moves() {
            position.make(mv);
            if position.in_check() {
                checks.push((position.legal_moves().len(), mv));
            } else {
                others.push(mv);
            }
            position.unmake(mv);
        }
        checks.sort_by_key(|&(replies, _)| replies);
        if let Some(&(0, mv)) = checks.first() {
            return Ok(Some(mv));
        }
        if moves == 1 {
            return Ok(None);
        }
        let checks = checks.into_iter().map(|(_, mv)| (mv, quiet));
        let others = others.into_iter().filter(|_| quiet > 0).map(|mv| (mv, quiet - 1));
        for (mv, quiet) in checks.chain(others) {
            position.make(mv);
            let mates = self.is_mated_with(position, moves - 1, quiet);
            position.unmake(mv);
            if mates? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// Whether the side to move is checkmated, or will be after at most `moves` more moves of the other side, at most
    /// `quiet` of which give no check in each line.
    ///
    /// # Errors
    /// If the limit is reached.
    pub fn is_mated_with(
        &mut self,
        position: &mut dyn Play,
        moves: u32,
        quiet: u32,
    ) -> Result<bool, TooMany> {
        let replies = position.legal_moves();
        if replies.is_empty() {
            return Ok(position.in_check());
        }
        if moves == 0 {
            return Ok(false);
        }
        let level = moves as usize;
        if self.defences.len() <= level {
            self.defences.resize(level + 1, Vec::new());
        }
        let proven = self.defences[level].clone();
        let first = proven.iter().copied().filter(|mv| replies.contains(mv));
        let others = replies.iter().copied().filter(|mv| !proven.contains(mv));
        for mv in first.chain(others) {
            position.make(mv);
            let mates = self.mates_with(position, moves, quiet);
            position.unmake(mv);
            if !mates? {
                remember(&mut self.defences[level], mv, Self::DEFENCES);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The reply by which a side that is mated after at most `moves` moves lasts longest; of several, one that leaves
    /// the attacker the fewest moves. `None` if it has no legal move. Where the limit is reached, a mate counts as not
    /// found.
    pub fn best_defence(
        &mut self,
        position: &mut dyn Play,
        moves: u32,
        quiet: u32,
    ) -> Option<Move> {
        let mut best: Option<((u32, usize), Move)> = None;
        for mv in position.legal_moves() {
            position.make(mv);
            let mut length = moves;
            while length > 1 && self.mates_with(position, length - 1, quiet).unwrap_or(false) {
                length -= 1;
            }
            let freedom = position.legal_moves().len();
            position.unmake(mv);
            let worth = (length, usize::MAX - freedom);
            if best.is_none_or(|(other, _)| worth > other) {
                best = Some((worth, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }
}
