//! The evaluation of a game on any board.

use super::command::CommandEvaluator;
use super::{Evaluate, Evaluator, Score, Trace};
use dhow_rules::command::CommandPosition;
use dhow_rules::game::{Game, Visitor};
use dhow_rules::geometry::Geometry;
use dhow_rules::position::Position;
use dhow_rules::variant::Variant;
use std::sync::Arc;

/// Evaluates the positions of one game.
pub trait AnyEvaluator: Send + Sync {
    /// The features of a game's position.
    fn trace(&self, game: &Game) -> Trace;
    /// The score of a game's position for the side to move.
    fn score(&self, game: &Game) -> Score;
}

impl dyn AnyEvaluator {
    /// The hand-crafted evaluation of a game, with its built-in weights.
    pub fn of(variant: &Arc<Variant>) -> Arc<dyn AnyEvaluator> {
        Game::new(variant).position().visit(NewEvaluator)
    }
}

impl<G: Geometry> AnyEvaluator for Evaluator<G> {
    fn trace(&self, game: &Game) -> Trace {
        game.position().downcast().map_or_else(Trace::default, |position| self.trace(position))
    }

    fn score(&self, game: &Game) -> Score {
        let score = |position| self.evaluate_afresh(position);
        game.position().downcast::<Position<G>>().map_or(Score::DRAW, score)
    }
}

impl<G: Geometry> AnyEvaluator for CommandEvaluator<G> {
    fn trace(&self, game: &Game) -> Trace {
        game.position().downcast().map_or_else(Trace::default, |position| self.trace(position))
    }

    fn score(&self, game: &Game) -> Score {
        let score = |position| self.evaluate_afresh(position);
        game.position().downcast::<CommandPosition<G>>().map_or(Score::DRAW, score)
    }
}

struct NewEvaluator;

impl Visitor for NewEvaluator {
    type Output = Arc<dyn AnyEvaluator>;
    fn visit<G: Geometry>(self, position: &Position<G>) -> Self::Output {
        Arc::new(Evaluator::new(&position.shared_rules()))
    }
    fn visit_command<G: Geometry>(self, position: &CommandPosition<G>) -> Self::Output {
        Arc::new(CommandEvaluator::new(&position.shared_rules()))
    }
}
