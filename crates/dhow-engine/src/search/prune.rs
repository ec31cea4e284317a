//! Pruning: which nodes and moves are not searched.

use super::node::{Node, NonPv};
use super::params::*;
use super::tree::TurnRules;
use super::worker::Worker;
use crate::eval::{Evaluate, Score};
use dhow_rules::position::Move;

/// Whether to search a move.
pub enum Pruning {
    /// Search it.
    Keep,
    /// Skip it.
    Skip,
    /// Skip it and all later quiet moves.
    SkipQuiets,
}

impl<P: TurnRules, E: Evaluate<P>> Worker<'_, P, E> {
    /// Prunes a non-PV node that is not in check by its static evaluation: reverse futility pruning and razoring.
    pub fn prune_node(&mut self, node: &Node, alpha: Score) -> Option<Score> {
        let Node { depth, beta, evaluation, ply, .. } = *node;
        if !P::SELECTIVITY.by_evaluation || beta.is_mate() || alpha.is_mate() {
            return None;
        }
        let params = &self.shared.params;
        // Reverse futility pruning (static null move pruning): the evaluation is so far above beta that the opponent
        // will hardly win it back in the remaining plies.
        let margin = params.reverse_futility_margin * (depth - node.improving as i32).max(0);
        // A lost side is above a lost beta only until it is mated.
        let lost = beta.0 <= -P::SELECTIVITY.decided;
        if depth <= params.reverse_futility_depth && !lost && evaluation.0 - margin >= beta.0 {
            return Some(Score((evaluation.0 + beta.0) / 2));
        }
        // Razoring (Birmingham and Kent, 1977): so far below alpha only captures can help, and the quiescence search
        // tries them.
        let hopeless = evaluation.0 + params.razor_base + params.razor_margin * depth < alpha.0;
        if depth <= RAZOR_DEPTH && hopeless && alpha.0 < P::SELECTIVITY.decided {
            let score = self.quiesce::<NonPv>(alpha, Score(alpha.0 + 1), ply, 0);
            if score <= alpha {
                return Some(score);
            }
        }
        None
    }

    /// Null move pruning (Beal, 1989; Donninger, 1993): if a reduced search fails high even after a pass, the best
    /// move would fail high, too. A side with few officers may be in zugzwang and does not pass. A search without
    /// null moves verifies deep cut-offs (Tabibi and Netanyahu, 2002).
    pub fn try_null_move(&mut self, node: &Node) -> Option<Score> {
        let Node { ply, depth, beta, evaluation, .. } = *node;
        let params = &self.shared.params;
        let passed_before = self.last_move(ply, 1) == Some(None);
        if depth < NULL_DEPTH
            || evaluation.0 < beta.0 + params.null_margin
            || beta.is_mate()
            || passed_before
            || ply < self.no_null_before
            || !self.position.may_pass()
        {
            return None;
        }
        let surplus =
            ((evaluation.0 - beta.0) / params.null_evaluation_step).clamp(0, NULL_SURPLUS);
        let reduction = params.null_reduction / PLY + depth / params.null_depth_step + surplus;
        let below = Score(beta.0 - 1);
        let score = self.pass(ply, |worker, next| {
            worker.search_made::<NonPv>(next, below, beta, depth - reduction, ply)
        });
        if self.must_stop() {
            return Some(Score::DRAW);
        }
        if score < beta {
            return None;
        }
        let score = if score.is_mate() { beta } else { score };
        if depth < NULL_VERIFICATION_DEPTH {
            return Some(score);
        }
        self.no_null_before = ply + (depth - reduction).max(1) as usize;
        let verified = self.search::<NonPv>(below, beta, depth - reduction, ply);
        self.no_null_before = 0;
        (verified >= beta).then_some(score)
    }

    /// Whether to search a move, the `count`th of `legal` ones as far as known: late move pruning, futility pruning
    /// and SEE pruning. In check, and if alpha is a decisive advantage, no move is pruned.
    pub fn prune_move(
        &self,
        node: &Node,
        alpha: Score,
        mv: Move,
        tactical: bool,
        count: usize,
        legal: usize,
    ) -> Pruning {
        let Node { depth, in_check, improving, evaluation, .. } = *node;
        let params = &self.shared.params;
        if in_check || alpha.0 >= P::SELECTIVITY.decided {
            return Pruning::Keep;
        }
        // SEE pruning of captures, by static exchange evaluation: the capture loses too much material for the
        // remaining depth.
        if tactical {
            let loses = depth <= SEE_DEPTH
                && !self.position.see_ge(mv, -params.see_capture * depth * depth);
            return if loses { Pruning::Skip } else { Pruning::Keep };
        }
        // Late move pruning (LMP, move count pruning): near the leaves late quiet moves hardly ever raise alpha.
        let selectivity = &P::SELECTIVITY;
        if depth <= selectivity.late_move_depth
            && selectivity.late_moves.exceeded(
                params,
                count,
                legal,
                depth,
                improving,
                self.few_actions,
            )
        {
            return Pruning::SkipQuiets;
        }
        // Futility pruning (Schaeffer, 1986; Heinz, 1998): the evaluation is too far below alpha for a quiet move to
        // help.
        let hopeless =
            evaluation.0 + params.futility_base + params.futility_margin * depth <= alpha.0;
        let futile = selectivity.by_evaluation && depth <= FUTILITY_DEPTH && hopeless;
        if futile && !alpha.is_mate() {
            return Pruning::SkipQuiets;
        }
        // SEE pruning of quiet moves: the opponent captures the moved piece for too little.
        if depth <= SEE_DEPTH && !self.position.see_ge(mv, -params.see_quiet * depth) {
            return Pruning::Skip;
        }
        Pruning::Keep
    }
}
