//! The static evaluation of a node: computed, corrected and kept in the transposition table.

use super::bound::Bound;
use super::correction::{CorrectionHistory, CorrectionSlots};
use super::endings::KnownEndings;
use super::node::Node;
use super::params::SearchParams;
use super::transposition::TableEntry;
use super::tree::TurnRules;
use super::worker::Worker;
use crate::eval::{Evaluate, Score};
use dhow_rules::position::Move;

impl<P: TurnRules, E: Evaluate<P>> Worker<'_, P, E> {
    /// The static evaluation of the position, with contempt.
    #[inline]
    pub fn evaluate(&mut self, ply: usize) -> Score {
        let score =
            self.endings.evaluate(self.evaluation, &self.position, &mut self.accumulators, ply);
        let side = self.position.side_to_move();
        Score(score.0 + self.contempt.share(side, self.position.draw_clock()).0)
    }

    /// The static evaluation, from the table if it is there; `None` in check.
    pub fn static_evaluation(
        &mut self,
        in_check: bool,
        entry: Option<&TableEntry>,
        ply: usize,
    ) -> Option<Score> {
        if in_check {
            return None;
        }
        let known = entry.and_then(|entry| entry.evaluation);
        Some(known.unwrap_or_else(|| self.evaluate(ply)))
    }

    /// Stores the evaluation of a pruned node that has no table entry.
    pub fn store_evaluation(
        &self,
        ply: usize,
        evaluation: Option<Score>,
        entry: Option<&TableEntry>,
    ) {
        if !P::ALTERNATES || entry.is_some() {
            return;
        }
        // Without a bound the score means nothing.
        let (score, bound) = (Score::DRAW, None);
        let entry = TableEntry { best: None, score, evaluation, depth: 0, bound };
        self.shared.table.store(self.key(ply), self.turns(ply), entry);
    }

    /// Whether any correction has a weight.
    #[inline(always)]
    fn corrects(&self) -> bool {
        let SearchParams { correction_pawns, correction_pieces, correction_moves, .. } =
            self.shared.params;
        correction_pawns | correction_pieces | correction_moves != 0
    }

    /// The static evaluation of the position at `ply` plus its correction history.
    #[inline]
    pub fn corrected(&self, evaluation: Score, ply: usize) -> Score {
        if !self.corrects() || evaluation.0.abs() >= Score::KNOWN_WIN.0 {
            return evaluation;
        }
        let Some(slots) = self.slots(ply) else { return evaluation };
        let by = self.histories.corrections().of(&slots, &self.shared.params);
        let limit = Score::KNOWN_WIN.0 - 1;
        Score((evaluation.0 + by).clamp(-limit, limit))
    }

    /// Updates the correction history by the difference between search and evaluation, unless a capture or a bound
    /// explains it.
    pub fn learn_correction(&self, node: &Node, best: Option<Move>, score: Score, bound: Bound) {
        let Node { ply, depth, in_check, .. } = *node;
        let Some(evaluation) = self.stack[ply].evaluation else { return };
        if !self.corrects()
            || in_check
            || score.is_mate()
            || best.is_some_and(|mv| self.position.is_tactical(mv))
            || bound == Bound::Lower && score <= evaluation
            || bound == Bound::Upper && score >= evaluation
        {
            return;
        }
        let Some(slots) = self.slots(ply) else { return };
        let off = score.0 - evaluation.0;
        self.histories.corrections().learn(&slots, off, depth, &self.shared.params);
    }

    /// The averages of this position; `None` in games without correction history.
    #[inline(always)]
    fn slots(&self, ply: usize) -> Option<CorrectionSlots> {
        let keys = self.position.correction_keys()?;
        let side = self.position.side_to_move();
        Some(CorrectionHistory::slots(side, keys, &self.context(ply)))
    }
}
