//! What the search wants of an evaluation.

use super::Score;
use dhow_rules::position::Observer;

/// How good positions are, by whatever means.
///
/// What can be kept up while moves are made is known of each position of a line; `P` is the position.
pub trait Evaluate<P>: Send + Sync {
    /// What is known of the positions of a line, by ply.
    type Accumulators: Send;

    /// A line that begins at a position, its ply 0.
    fn accumulators(&self, start: &P) -> Self::Accumulators;

    /// An observer of the move that leads from a ply to the next one. What was known of the next one is
    /// forgotten.
    fn watch<'a>(
        &'a self,
        accumulators: &'a mut Self::Accumulators,
        ply: usize,
    ) -> impl Observer + 'a;

    /// A pass leads from a ply to the next one.
    fn pass(&self, accumulators: &mut Self::Accumulators, ply: usize) {
        drop(self.watch(accumulators, ply));
    }

    /// The score of the position at a ply of a line from the view of the side to move, never a mate
    /// score.
    fn evaluate(&self, position: &P, accumulators: &mut Self::Accumulators, ply: usize) -> Score;

    /// The same where a solved ending says that mate is `plies` away, but the rules end the game
    /// before. Unless an evaluation makes something of that, it counts for nothing.
    fn evaluate_distant_mate(
        &self,
        position: &P,
        accumulators: &mut Self::Accumulators,
        ply: usize,
        _plies: usize,
    ) -> Score {
        self.evaluate(position, accumulators, ply)
    }

    /// The score of a position of which nothing is known yet.
    fn evaluate_afresh(&self, position: &P) -> Score {
        self.evaluate(position, &mut self.accumulators(position), 0)
    }
}

/// Makes what is known at a ply known at the next one, and returns it.
#[inline(always)]
pub(super) fn follow<A: Copy>(accumulators: &mut Vec<A>, ply: usize) -> &mut A {
    let known = accumulators[ply];
    if accumulators.len() == ply + 1 {
        accumulators.push(known);
    }
    accumulators[ply + 1] = known;
    &mut accumulators[ply + 1]
}
