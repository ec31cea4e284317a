//! Whether the table's move is the only good one, and captures that are good enough.

use super::bound::Bound;
use super::node::{Node, NodeKind, NonPv};
use super::order::Picker;
use super::params::{CHECK_EXTENSION_REACH, PROBCUT_DEPTH, PROBCUT_REDUCTION, SINGULAR_TRUST};
use super::transposition::Entry;
use super::tree::TreePosition;
use super::worker::Worker;
use crate::eval::{Evaluation, Score};

/// What a search without the table's move tells of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Singularity {
    /// It is searched so many plies deeper.
    Extend(i32),
    /// Other moves are too good as well: the node's score.
    Cut(Score),
    /// The search was stopped.
    Stopped,
}

impl<P: TreePosition, E: Evaluation<P>> Worker<'_, P, E> {
    /// Searches a node without the table's move, to find out whether that is the only good one.
    pub fn singularity<N: NodeKind>(&mut self, node: &Node, entry: &Entry) -> Singularity {
        let Node { ply, depth, beta, cut, .. } = *node;
        let numbers = &self.shared.numbers;
        if !P::ALTERNATES
            || depth < numbers.singular_depth
            || node.excluded.is_some()
            || ply >= CHECK_EXTENSION_REACH * self.root_depth as usize
            || !matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
            || entry.depth < depth - SINGULAR_TRUST
            || entry.score.is_mate()
        {
            return Singularity::Extend(0);
        }
        let singular_beta = Score(entry.score.0 - numbers.singular_margin * depth / 16);
        let below = Score(singular_beta.0 - 1);
        self.plies[ply].excluded = entry.best;
        let evaluation = self.plies[ply].evaluation;
        let score = self.search::<NonPv>(below, singular_beta, (depth - 1) / 2, ply);
        self.plies[ply].excluded = None;
        self.plies[ply].evaluation = evaluation;
        if self.must_stop() {
            return Singularity::Stopped;
        }
        let numbers = &self.shared.numbers;
        if score < singular_beta {
            let further = numbers.singular_double;
            let double = !N::PV && further != 0 && score.0 < singular_beta.0 - further;
            return Singularity::Extend(1 + double as i32);
        }
        if numbers.singular_cut != 0 && singular_beta >= beta && !N::PV {
            return Singularity::Cut(singular_beta);
        }
        if entry.score >= beta || cut {
            return Singularity::Extend(-numbers.singular_negative);
        }
        Singularity::Extend(0)
    }

    /// If a capture is far too good in a shallow search, the node need not be searched in full
    /// (Buro, "ProbCut", 1995).
    pub fn try_captures(
        &mut self,
        node: &Node,
        constraints: &P::Constraints,
        entry: Option<&Entry>,
    ) -> Option<Score> {
        let Node { ply, depth, beta, .. } = *node;
        let margin = self.shared.numbers.probcut_margin;
        let target = Score(beta.0 + margin);
        if margin == 0 || !P::ALTERNATES || depth < PROBCUT_DEPTH || beta.is_mate() {
            return None;
        }
        let reduced = depth - PROBCUT_REDUCTION;
        if entry.is_some_and(|it| it.depth >= reduced && it.bound.is_some() && it.score < target) {
            return None;
        }
        let threshold = target.0 - self.plies[ply].evaluation?.0;
        let table_move = entry.and_then(|entry| entry.best);
        let table_move = table_move.filter(|&mv| {
            self.position.is_legal(mv, constraints)
                && self.position.is_tactical(mv)
                && self.position.see_ge(mv, threshold)
        });
        let mut picker = Picker::tactical(table_move, threshold);
        let below = Score(target.0 - 1);
        loop {
            let numbers = &self.shared.numbers;
            let mv = picker.next(&self.position, constraints, self.histories, numbers)?;
            self.plies[ply].quiet = false;
            let score = self.child(mv, ply, |worker, turn| {
                let quick = turn.look(below, target, |alpha, beta| {
                    worker.quiesce::<NonPv>(alpha, beta, ply + 1, 0)
                });
                if quick < target || worker.must_stop() {
                    return quick;
                }
                worker.search_made::<NonPv>(turn, below, target, reduced, ply, !node.cut)
            });
            if self.must_stop() {
                return Some(Score::DRAW);
            }
            if score >= target {
                let turns = self.turns(ply);
                let evaluation = node.static_evaluation;
                let (best, bound) = (Some(mv), Some(Bound::Lower));
                let entry = Entry { best, score, evaluation, depth: reduced + 1, bound, pv: false };
                self.shared.table.store(self.key(ply), turns, entry);
                return Some(if score.is_mate() { score } else { Score(score.0 - margin) });
            }
        }
    }
}
