//! The records of the root moves during a search.

use super::root_moves::ThreadResult;
use super::tree::TurnRules;
use super::worker::Worker;
use crate::eval::{Evaluate, Score};
use dhow_rules::position::Move;

impl<P: TurnRules, E: Evaluate<P>> Worker<'_, P, E> {
    /// Whether a root move may start the present line: no better line starts with it.
    pub fn wanted_at_root(&self, mv: Move) -> bool {
        self.root_moves[self.lines_done..].iter().any(|root| root.first() == mv)
    }

    /// Records score and line of a root move. Scores that did not raise alpha are bounds, and do not change the
    /// order.
    pub fn note_root_move(&mut self, mv: Move, score: Score, exact: bool, nodes: u64) {
        let selective_depth = self.selective_depth as u32;
        let line = self.stack[1].pv.clone();
        let noise_offset = self.noise.of(mv) + self.stack[1].noise_offset;
        let Some(root) = self.root_moves.iter_mut().find(|root| root.first() == mv) else {
            return;
        };
        root.nodes += nodes;
        if exact {
            root.score = score;
            root.noise_offset = noise_offset;
            root.selective_depth = selective_depth;
            // A bound has no line, but the rest of the turn is worth keeping.
            if P::ALTERNATES || !line.is_empty() {
                root.pv.truncate(1);
            }
            for next in line {
                if root.pv.try_push(next).is_err() {
                    break;
                }
            }
            self.note_best();
        } else {
            root.score = -Score::INFINITE;
        }
    }

    /// Records what this thread would play if the search ended now, in the middle of an iteration.
    pub fn note_best(&self) {
        if self.lines_done > 0 {
            return;
        }
        // Among equals the first, as when the moves are sorted.
        if let Some(best) = self.root_moves.iter().rev().max_by_key(|root| root.score) {
            self.shared.note(self.index, ThreadResult::new(best, self.root_depth - 1));
        }
    }
}
