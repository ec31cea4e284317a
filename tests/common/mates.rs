//! Forced mates by trying everything: slow, but simple enough to be surely right.

use super::positions::Position;
use dhow::position::Move;
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

/// The search would have to visit more positions than allowed.
#[derive(Debug)]
pub struct TooMany;

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

    /// Whether the side to move can force checkmate in at most `moves` moves of its own.
    pub fn mates(&mut self, position: &mut Position, moves: u32) -> bool {
        self.mates_with(position, moves, moves).expect("no limit is set")
    }

    /// Whether the side to move is checkmated, or will be after at most `moves` more moves of the other side.
    pub fn is_mated(&mut self, position: &mut Position, moves: u32) -> bool {
        self.is_mated_with(position, moves, moves).expect("no limit is set")
    }

    /// Whether the side to move can force checkmate in at most `moves` moves of its own, at most `quiet` of which give
    /// no check in each line.
    pub fn mates_with(
        &mut self,
        position: &mut Position,
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
        self.left = self.left.checked_sub(1).ok_or(TooMany)?;
        let mates = self.any_mates(position, moves, quiet)?;
        if self.known.len() >= Self::MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(key, mates);
        Ok(mates)
    }

    /// Tries the attacker's moves: first the checks, those that leave the fewest replies first.
    fn any_mates(
        &mut self,
        position: &mut Position,
        moves: u32,
        quiet: u32,
    ) -> Result<bool, TooMany> {
        let (mut checks, mut others) = (Vec::new(), Vec::new());
        for mv in position.legal_moves() {
            position.make(mv);
            if position.in_check() {
                checks.push((position.count_legal_moves(), mv));
            } else {
                others.push(mv);
            }
            position.unmake(mv);
        }
        checks.sort_by_key(|&(replies, _)| replies);
        if checks.first().is_some_and(|&(replies, _)| replies == 0) {
            return Ok(true);
        }
        if moves == 1 {
            return Ok(false);
        }
        let checks = checks.into_iter().map(|(_, mv)| (mv, quiet));
        let others = others.into_iter().filter(|_| quiet > 0).map(|mv| (mv, quiet - 1));
        for (mv, quiet) in checks.chain(others) {
            position.make(mv);
            let mates = self.is_mated_with(position, moves - 1, quiet);
            position.unmake(mv);
            if mates? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the side to move is checkmated, or will be after at most `moves` more moves of the other side, at most
    /// `quiet` of which give no check in each line.
    pub fn is_mated_with(
        &mut self,
        position: &mut Position,
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
                let defences = &mut self.defences[level];
                defences.retain(|&other| other != mv);
                defences.insert(0, mv);
                defences.truncate(Self::DEFENCES);
                return Ok(false);
            }
        }
        Ok(true)
    }
}
