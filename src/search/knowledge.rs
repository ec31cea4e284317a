//! What is known of a game from one search to the next.

use super::endings::KnownEndings;
use super::game_tree::GameTree;
use super::history::Histories;
use super::tree::TreePosition;
use crate::eval::{Evaluation, Score};
use std::sync::Arc;

/// What is known of the game whose positions are `P`.
pub struct Knowledge<P: TreePosition, E> {
    evaluation: Arc<E>,
    endings: Arc<P::Endings>,
    /// `None` before the first search.
    histories: Option<Arc<Histories<P::Board>>>,
}

impl<P: TreePosition, E: Evaluation<P>> Knowledge<P, E> {
    /// What is known before any search of the game of this position.
    pub fn new(position: &P, evaluation: E) -> Self {
        let endings = Arc::new(P::Endings::new(position));
        Self { evaluation: Arc::new(evaluation), endings, histories: None }
    }

    /// Endings that are solved beside a search may take so many MiB.
    pub fn set_endgame_memory(&self, megabytes: u64) {
        self.endings.set_memory(megabytes);
    }

    /// Forgets what searches learned about the order of moves.
    pub fn forget_histories(&mut self) {
        self.histories = None;
    }

    /// The static evaluation of a position from the view of the side to move.
    pub fn evaluate(&self, position: &P) -> Score {
        let accumulator = self.evaluation.accumulate(position);
        self.endings.evaluate(&*self.evaluation, position, &accumulator)
    }

    /// A position of the game, to be searched.
    pub fn tree(&mut self, position: P) -> GameTree<P, E> {
        let new = || Arc::new(Histories::new(position.kinds()));
        GameTree {
            evaluation: self.evaluation.clone(),
            endings: self.endings.clone(),
            histories: self.histories.get_or_insert_with(new).clone(),
            position,
        }
    }
}
