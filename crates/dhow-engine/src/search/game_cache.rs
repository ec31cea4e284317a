//! The data that an engine keeps of a game from one search to the next.

use super::contempt::Contempt;
use super::endings::KnownEndings;
use super::evaluation_choice::EvaluationChoice;
use super::handicap::SkillNoise;
use super::history::Histories;
use super::job::SearchJob;
use super::root_position::RootPosition;
use super::tree::TurnRules;
use crate::eval::command::CommandEvaluator;
use crate::eval::{Evaluate, Evaluator, Score};
use dhow_rules::command::CommandPosition;
use dhow_rules::game::{Game, Visitor};
use dhow_rules::geometry::Geometry;
use dhow_rules::position::Position;
use std::sync::Arc;

/// [`GameCache`] of a game on any board.
pub trait AnyGameCache: Send {
    /// Limits the memory of endings solved during a search, in MiB.
    fn set_endgame_memory(&self, megabytes: u64);
    fn forget_histories(&mut self);
    /// The static evaluation of the game's position for the side to move.
    fn evaluate(&self, game: &Game) -> Score;
    /// A search of the game's position with this contempt, in centipawns, and this skill noise.
    fn job(&mut self, game: &Game, contempt: i32, noise: SkillNoise) -> Box<dyn SearchJob>;
}

/// An empty cache for a game that is evaluated as chosen.
pub fn open(game: &Game, choice: &EvaluationChoice) -> Box<dyn AnyGameCache> {
    struct OpenCache<'a>(&'a EvaluationChoice);
    impl Visitor for OpenCache<'_> {
        type Output = Box<dyn AnyGameCache>;
        fn visit<G: Geometry>(self, position: &Position<G>) -> Self::Output {
            let rules = position.shared_rules();
            let evaluation = match self.0.network_of(rules.variant()) {
                Some(network) => Evaluator::with_network(&rules, &network),
                None => Evaluator::new(&rules),
            };
            Box::new(GameCache::new(position, evaluation))
        }
        fn visit_command<G: Geometry>(self, position: &CommandPosition<G>) -> Self::Output {
            let evaluation = CommandEvaluator::new(&position.shared_rules());
            Box::new(GameCache::new(position, evaluation))
        }
    }
    game.position().visit(OpenCache(choice))
}

impl<P: TurnRules, E: Evaluate<P> + 'static> AnyGameCache for GameCache<P, E> {
    fn set_endgame_memory(&self, megabytes: u64) {
        self.endings.set_memory(megabytes);
    }

    fn forget_histories(&mut self) {
        self.histories = None;
    }

    fn evaluate(&self, game: &Game) -> Score {
        let position = position(game);
        let mut line = self.evaluation.accumulators(position);
        self.endings.evaluate(&*self.evaluation, position, &mut line, 0)
    }

    fn job(&mut self, game: &Game, contempt: i32, noise: SkillNoise) -> Box<dyn SearchJob> {
        Box::new(RootPosition {
            noise,
            ..self.root_position(position::<P>(game).clone(), contempt)
        })
    }
}

fn position<P: TurnRules>(game: &Game) -> &P {
    match game.position().downcast() {
        Some(position) => position,
        None => unreachable!("what is known of a game is asked about that game"),
    }
}

/// Evaluator, endings and histories of the game with positions `P`.
pub struct GameCache<P: TurnRules, E> {
    evaluation: Arc<E>,
    endings: Arc<P::Endings>,
    /// `None` before the first search.
    histories: Option<Arc<Histories<P::Board>>>,
}

impl<P: TurnRules, E: Evaluate<P>> GameCache<P, E> {
    pub fn new(position: &P, evaluation: E) -> Self {
        let endings = Arc::new(P::Endings::new(position));
        Self { evaluation: Arc::new(evaluation), endings, histories: None }
    }

    /// A position of the game to be searched. The contempt, in centipawns, counts in games with turns of several
    /// moves only.
    pub fn root_position(&mut self, position: P, contempt: i32) -> RootPosition<P, E> {
        let new = || Arc::new(Histories::new(position.kinds()));
        let contempt = if P::ALTERNATES { 0 } else { contempt };
        RootPosition {
            contempt: Contempt::new(position.side_to_move(), contempt),
            noise: SkillNoise::default(),
            winning: position.clone().winning_moves(),
            evaluation: self.evaluation.clone(),
            endings: self.endings.clone(),
            histories: self.histories.get_or_insert_with(new).clone(),
            position,
        }
    }
}
