//! The interface of an evaluation for the search.

use super::Score;
use dhow_rules::position::Observer;

/// An evaluation of positions `P`, with accumulators that follow the moves of a line.
pub trait Evaluate<P>: Send + Sync {
    /// The data that the evaluation keeps for each ply of a line.
    type Accumulators: Send;

    /// The accumulators of a line that starts at a position, at ply 0.
    fn accumulators(&self, start: &P) -> Self::Accumulators;

    /// An observer for the move from `ply` to the next one. It resets the accumulators of the next ply.
    fn watch<'a>(
        &'a self,
        accumulators: &'a mut Self::Accumulators,
        ply: usize,
    ) -> impl Observer + 'a;

    /// Copies the accumulators of `ply` to the next one for a null move.
    fn pass(&self, accumulators: &mut Self::Accumulators, ply: usize) {
        drop(self.watch(accumulators, ply));
    }

    /// The score of the position at `ply` for the side to move; never a mate score.
    fn evaluate(&self, position: &P, accumulators: &mut Self::Accumulators, ply: usize) -> Score;

    /// The score where a solved ending has a mate in `plies`, but the rules end the game before. By default, that does
    /// not count.
    fn evaluate_distant_mate(
        &self,
        position: &P,
        accumulators: &mut Self::Accumulators,
        ply: usize,
        _plies: usize,
    ) -> Score {
        self.evaluate(position, accumulators, ply)
    }

    /// The score of a position without accumulators of its line.
    fn evaluate_afresh(&self, position: &P) -> Score {
        self.evaluate(position, &mut self.accumulators(position), 0)
    }
}

/// Copies the accumulator of `ply` to the next one and returns that.
#[inline(always)]
pub(super) fn follow<A: Copy>(accumulators: &mut Vec<A>, ply: usize) -> &mut A {
    let known = accumulators[ply];
    if accumulators.len() == ply + 1 {
        accumulators.push(known);
    }
    accumulators[ply + 1] = known;
    &mut accumulators[ply + 1]
}
