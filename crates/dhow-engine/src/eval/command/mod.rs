//! Evaluation of games with leaders.
//!
//! The score is a sum of features times weights, tapered by the remaining material. An accumulator updates material
//! and piece-square terms while actions are made; command, attacks and distances to enemy leaders are computed from
//! the position.

mod terms;
#[cfg(test)]
mod tests;

use super::features::{MOST_LEADERS, Scorer};
use super::weights::{GRAIN, WeightList};
use super::{Evaluate, Feature, Score, Tapered, Trace};
use dhow_rules::command::{CommandPosition, CommandRules};
use dhow_rules::cpu::{self, Task};
use dhow_rules::geometry::Geometry;
use dhow_rules::pieces::{Color, MAX_PIECE_TYPES, Piece, PieceType};
use dhow_rules::position::Observer;
use dhow_rules::square::Square;
use std::sync::Arc;

/// The part of the evaluation that depends on the pieces and their squares only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CommandAccumulator {
    /// Material and piece-square terms, White's minus Black's.
    score: Tapered,
    /// Material of both sides in centipawns.
    phase: i32,
}

/// The evaluation of one game's positions.
#[derive(Debug)]
pub struct CommandEvaluator<G: Geometry> {
    rules: Arc<CommandRules<G>>,
    weights: Box<[Tapered; Feature::COUNT]>,
    /// Values by piece and square; positive for White's pieces.
    piece_squares: Box<[Tapered]>,
    values: [i32; MAX_PIECE_TYPES],
    /// Phase at the start of the game.
    full_phase: i32,
    /// Turns until the limit of turns makes a draw; 0 without a limit.
    turn_limit: i32,
    /// By square, the squares within 1, 2, ... King steps.
    within: [Box<[G::Set]>; terms::STEPS],
    /// Kinds by reach: those that reach 1, 2, ... King steps.
    reaches: Vec<Vec<PieceType>>,
}

impl<G: Geometry> CommandEvaluator<G> {
    /// The evaluation of a game.
    pub fn new(rules: &Arc<CommandRules<G>>) -> Self {
        let army = rules.army();
        let variant = rules.variant();
        let weights = WeightList::for_game(variant).of_game(&variant.pieces);
        let mut piece_squares =
            vec![Tapered::default(); 2 * MAX_PIECE_TYPES * G::INDEX_SPACE].into_boxed_slice();
        let mut values = [0; MAX_PIECE_TYPES];
        for kind in army.kinds() {
            values[kind.index()] = army.value(kind);
            for color in Color::ALL {
                for square in rules.board().squares() {
                    let piece = Piece::new(kind, color);
                    let mut scorer = Scorer { weights: &weights, score: Tapered::default() };
                    let leads = rules.leader(kind).is_some();
                    terms::count_place(rules.board(), piece, square, leads, &mut scorer);
                    piece_squares[piece.index() * G::INDEX_SPACE + square.index()] = scorer.score;
                }
            }
        }
        let mut evaluator = Self {
            rules: rules.clone(),
            weights,
            piece_squares,
            values,
            full_phase: 1,
            turn_limit: i32::try_from(rules.turn_limit()).unwrap_or(0),
            within: std::array::from_fn(|steps| rules.board().neighbourhoods(steps as i8 + 1)),
            reaches: terms::by_reach(rules),
        };
        if let Ok(start) = CommandPosition::from_fen(rules.clone(), &variant.start) {
            evaluator.full_phase = evaluator.accumulate(&start).phase.max(1);
        }
        evaluator
    }

    /// The features of a position. The sum of counts times weights, tapered and reduced by the limit of turns, is the
    /// score.
    pub fn trace(&self, position: &CommandPosition<G>) -> Trace {
        let mut trace = Trace::default();
        for (square, piece) in position.placement().pieces() {
            let leads = self.rules.leader(piece.kind()).is_some();
            terms::count_place(self.rules.board(), piece, square, leads, &mut trace);
        }
        self.count(position, &mut trace);
        let phase = self.accumulate(position).phase.min(self.full_phase);
        trace.phase = f64::from(phase) / f64::from(self.full_phase);
        let (left, whole) = self.left(position);
        trace.left = f64::from(left) / f64::from(whole);
        trace
    }

    /// Reduces a score as the limit of turns comes near.
    fn damped(&self, position: &CommandPosition<G>, score: i32) -> i32 {
        let (left, whole) = self.left(position);
        score * left / whole
    }

    /// The part of a score that the limit of turns leaves, as a fraction.
    #[inline(always)]
    fn left(&self, position: &CommandPosition<G>) -> (i32, i32) {
        let whole = self.turn_limit.max(1);
        (whole - i32::from(position.clock()).min(self.turn_limit), whole)
    }
}

/// Updates a [`CommandAccumulator`].
struct CommandWatch<'a, G: Geometry> {
    evaluator: &'a CommandEvaluator<G>,
    accumulator: &'a mut CommandAccumulator,
}

impl<G: Geometry> CommandWatch<'_, G> {
    #[inline(always)]
    fn worth(&self, piece: Piece, square: Square) -> (Tapered, i32) {
        let place = piece.index() * G::INDEX_SPACE + square.index();
        (self.evaluator.piece_squares[place], self.evaluator.value(piece.kind()))
    }
}

impl<G: Geometry> CommandEvaluator<G> {
    #[inline(always)]
    fn value(&self, kind: PieceType) -> i32 {
        self.values[kind.index()]
    }
}

impl<G: Geometry> Observer for CommandWatch<'_, G> {
    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        let (worth, value) = self.worth(piece, square);
        self.accumulator.score += worth;
        self.accumulator.phase += value;
    }

    #[inline(always)]
    fn take(&mut self, piece: Piece, square: Square) {
        let (worth, value) = self.worth(piece, square);
        self.accumulator.score -= worth;
        self.accumulator.phase -= value;
    }
}

impl<G: Geometry> CommandEvaluator<G> {
    /// The accumulator of a position.
    fn accumulate(&self, position: &CommandPosition<G>) -> CommandAccumulator {
        let mut accumulator = CommandAccumulator::default();
        let mut watcher = CommandWatch { evaluator: self, accumulator: &mut accumulator };
        for (square, piece) in position.placement().pieces() {
            watcher.put(piece, square);
        }
        accumulator
    }
}

impl<G: Geometry> Evaluate<CommandPosition<G>> for CommandEvaluator<G> {
    type Accumulators = Vec<CommandAccumulator>;

    fn accumulators(&self, start: &CommandPosition<G>) -> Vec<CommandAccumulator> {
        vec![self.accumulate(start)]
    }

    #[inline(always)]
    fn watch<'a>(
        &'a self,
        accumulators: &'a mut Vec<CommandAccumulator>,
        ply: usize,
    ) -> impl Observer + 'a {
        CommandWatch { evaluator: self, accumulator: super::evaluation::follow(accumulators, ply) }
    }

    fn evaluate(
        &self,
        position: &CommandPosition<G>,
        accumulators: &mut Vec<CommandAccumulator>,
        ply: usize,
    ) -> Score {
        cpu::perform(CommandHceTask { evaluator: self, position, accumulator: &accumulators[ply] })
    }
}

/// [`Evaluate::evaluate`], compiled for the processor at hand.
struct CommandHceTask<'a, G: Geometry> {
    evaluator: &'a CommandEvaluator<G>,
    position: &'a CommandPosition<G>,
    accumulator: &'a CommandAccumulator,
}

impl<G: Geometry> Task for CommandHceTask<'_, G> {
    type Output = Score;

    #[inline(always)]
    fn run(self) -> Score {
        let Self { evaluator, position, accumulator } = self;
        let mut scorer = Scorer { weights: &evaluator.weights, score: accumulator.score };
        evaluator.count(position, &mut scorer);
        let (score, full) = (scorer.score, evaluator.full_phase);
        let phase = accumulator.phase.min(full);
        let tapered = (i64::from(score.middlegame) * i64::from(phase)
            + i64::from(score.endgame) * i64::from(full - phase))
            / i64::from(full * GRAIN);
        let white = evaluator.damped(position, tapered as i32);
        let own = if position.side_to_move() == Color::White { white } else { -white };
        let most = Score::KNOWN_WIN.0 - 1;
        Score(own.clamp(-most, most))
    }
}
