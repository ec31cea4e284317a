//! What the search wants of an evaluation.

use super::Score;
use crate::position::Observer;

/// How good positions are, by whatever means.
///
/// What can be kept up while moves are made stands in an accumulator; `P` is the position.
pub trait Evaluation<P>: Send + Sync {
    /// What is known of a position before it is evaluated.
    type Accumulator: Default + Clone + Send;

    /// The accumulator of a position, computed from nothing.
    fn accumulate(&self, position: &P) -> Self::Accumulator;

    /// An observer that keeps an accumulator up to date while a move is made.
    fn watch<'a>(&'a self, accumulator: &'a mut Self::Accumulator) -> impl Observer + 'a;

    /// The score of a position from the view of the side to move, never a mate score.
    fn evaluate(&self, position: &P, accumulator: &Self::Accumulator) -> Score;

    /// The same where a solved ending says that mate is `plies` away, but the rules end the game
    /// before. Unless an evaluation makes something of that, it counts for nothing.
    fn evaluate_distant_mate(
        &self,
        position: &P,
        accumulator: &Self::Accumulator,
        _plies: usize,
    ) -> Score {
        self.evaluate(position, accumulator)
    }
}
