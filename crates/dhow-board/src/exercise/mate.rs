//! Forced mates, by trying all moves.

use super::ProofEffort;
use dhow_rules::game::Play;
use dhow_rules::position::Move;
use std::collections::HashMap;

/// Proves and refutes forced mates. Every move of the defender is tried, always; of the attacker's,
/// those that give no check can be limited in number along each line.
#[derive(Default)]
pub struct MateProver {
    /// By position, moves, and moves without check.
    known: HashMap<(u64, u32, u32), bool>,
    /// Replies that lately averted a mate, by the moves left, the last one first.
    defences: Vec<Vec<Move>>,
}

/// The most replies that are remembered for each number of moves left.
const DEFENCES: usize = 8;

impl MateProver {
    /// A move by which the side to move mates in at most this number of its own moves, of which at most
    /// `quiet` give no check in any line.
    pub fn mating_move(
        &mut self,
        position: &mut dyn Play,
        moves: u32,
        quiet: u32,
        effort: &mut ProofEffort,
    ) -> Result<Option<Move>, super::TooLong> {
        if moves == 0 {
            return Ok(None);
        }
        effort.spend()?;
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
        // The last move gives check.
        let quiet = quiet.min(moves - 1);
        let checks = checks.into_iter().map(|(_, mv)| (mv, quiet));
        let others = others.into_iter().filter(|_| quiet > 0).map(|mv| (mv, quiet - 1));
        for (mv, quiet) in checks.chain(others) {
            position.make(mv);
            let mates = self.is_mated(position, moves - 1, quiet, effort);
            position.unmake(mv);
            if mates? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// Whether the side to move is checkmated, or will be after at most this number of moves of the other
    /// side, of which at most `quiet` give no check in any line.
    pub fn is_mated(
        &mut self,
        position: &mut dyn Play,
        moves: u32,
        quiet: u32,
        effort: &mut ProofEffort,
    ) -> Result<bool, super::TooLong> {
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
            let mates = self.mates(position, moves, quiet, effort);
            position.unmake(mv);
            if !mates? {
                let defences = &mut self.defences[level];
                defences.retain(|&other| other != mv);
                defences.insert(0, mv);
                defences.truncate(DEFENCES);
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn mates(
        &mut self,
        position: &mut dyn Play,
        moves: u32,
        quiet: u32,
        effort: &mut ProofEffort,
    ) -> Result<bool, super::TooLong> {
        let quiet = quiet.min(moves.saturating_sub(1));
        let key = (position.key(), moves, quiet);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let mates = self.mating_move(position, moves, quiet, effort)?.is_some();
        self.known.insert(key, mates);
        Ok(mates)
    }

    /// The reply of a side that is mated after at most this number of moves by which it lasts longest; of
    /// these one that leaves the fewest mating moves. `None` if it has no legal move.
    pub fn best_defence(
        &mut self,
        position: &mut dyn Play,
        moves: u32,
        quiet: u32,
        effort: &mut ProofEffort,
    ) -> Option<Move> {
        let replies = position.legal_moves();
        let mut best: Option<((u32, usize), Move)> = None;
        for &mv in &replies {
            position.make(mv);
            let mut length = moves;
            while length > 1 && self.mates(position, length - 1, quiet, effort).unwrap_or(false) {
                length -= 1;
            }
            // Fewer moves to choose from make it harder.
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
