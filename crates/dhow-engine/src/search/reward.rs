//! Updates the move order after a cut-off: killer moves, countermoves and histories.

use super::node::Node;
use super::tree::TurnRules;
use super::worker::Worker;
use crate::eval::Evaluate;
use arrayvec::ArrayVec;
use dhow_rules::position::Move;

/// Moves tried before a cut-off, which get a malus.
#[derive(Default)]
pub struct TriedMoves {
    pub quiet: ArrayVec<Move, 64>,
    /// Captures and promotions.
    pub tactical: ArrayVec<Move, 32>,
}

impl<P: TurnRules, E: Evaluate<P>> Worker<'_, P, E> {
    /// Gives a move that caused a cut-off its bonus, and those tried before it their malus.
    pub fn reward(&mut self, node: &Node, mv: Move, tactical: bool, tried: &TriedMoves) {
        let Node { ply, depth, .. } = *node;
        let params = &self.shared.params;
        let bonus = params.bonus(depth);
        let blame = -bonus * params.blame_scale / 100;
        if tactical {
            self.update_capture(mv, bonus);
        } else {
            // Killer moves: a quiet move that refutes one move of the opponent often refutes its siblings.
            let killers = &mut self.stack[ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            // Countermove: the reply to the opponent's last move, wherever it is made.
            if let Some((piece, previous)) = self.previous_move(ply) {
                self.histories.set_counter(piece, previous.to(), mv);
            }
            // History: moves that cause cut-offs come earlier elsewhere, those that failed to come later.
            self.update_quiet(node, mv, bonus);
            for &quiet in &tried.quiet {
                self.update_quiet(node, quiet, blame);
            }
        }
        // Capture history: captures that failed get a malus, whatever caused the cut-off.
        for &capture in &tried.tactical {
            self.update_capture(capture, blame);
        }
    }

    /// Adds a bonus (or a malus, below zero) for a quiet move.
    fn update_quiet(&self, node: &Node, mv: Move, bonus: i32) {
        if let Some(piece) = self.position.mover(mv) {
            self.histories.update_quiet(&node.context, piece, mv.to(), bonus);
        }
    }

    fn update_capture(&mut self, mv: Move, bonus: i32) {
        if let Some(piece) = self.position.mover(mv) {
            let victim = self.position.victim(mv);
            self.histories.update_capture(piece, victim, mv.to(), bonus);
        }
    }
}
