//! Evaluation of positions: the hand-crafted evaluation (HCE), and its combination with the network.
//!
//! The score is tapered from middlegame to endgame by the remaining material. An [`Accumulator`] updates material and
//! piece-square terms while moves are made; mobility, danger to the King and pawn structure are computed from the
//! position.

mod any_evaluator;
pub mod command;
mod evaluation;
mod features;
mod lone_king;
mod score;
mod squares;
mod terms;
#[cfg(test)]
mod tests;
mod wdl;
pub mod weights;

pub use any_evaluator::AnyEvaluator;
pub use evaluation::Evaluate;
use features::Scorer;
pub use features::{Feature, FeatureGroup, Trace};
pub use score::{MAX_PLY, Score};
pub use wdl::WdlModel;
use weights::WeightList;

use crate::network::{GameNetwork, Network, NetworkAccumulators, NetworkWatch};
use dhow_rules::cpu::{self, Task};
use dhow_rules::geometry::Geometry;
use dhow_rules::geometry::line_board::LineBoard;
use dhow_rules::pieces::{Color, MAX_PIECE_TYPES, Piece};
use dhow_rules::position::{Observer, Position};
use dhow_rules::square::Square;
use dhow_rules::variant::{MatingMaterial, Rules};
use std::sync::Arc;

/// A middlegame and an endgame value, in [`weights::GRAIN`]ths of a centipawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tapered {
    /// Value with all pieces on the board.
    pub middlegame: i32,
    /// Value with few pieces left.
    pub endgame: i32,
}

impl Tapered {
    #[inline(always)]
    const fn scaled(self, factor: i32) -> Self {
        Self { middlegame: self.middlegame * factor, endgame: self.endgame * factor }
    }
}

impl std::ops::AddAssign for Tapered {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        self.middlegame += other.middlegame;
        self.endgame += other.endgame;
    }
}

impl std::ops::SubAssign for Tapered {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        self.middlegame -= other.middlegame;
        self.endgame -= other.endgame;
    }
}

/// The part of the evaluation that depends on the pieces and their squares only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accumulator<G: Geometry> {
    /// Material and piece-square terms, White's minus Black's.
    score: Tapered,
    /// Material of the officers of both sides, in centipawns.
    phase: i32,
    /// Occupied squares, line by line.
    lines: G::Lines,
}

/// The evaluation of one game's positions.
#[derive(Debug)]
pub struct Evaluator<G: Geometry> {
    /// Weights by feature index.
    weights: Box<[Tapered; Feature::COUNT]>,
    /// Values by piece and square; positive for White's pieces.
    piece_squares: Box<[Tapered]>,
    /// Material in centipawns that counts for the phase, by kind.
    officer_values: [i32; MAX_PIECE_TYPES],
    /// Which material can mate a bare King.
    mating: MatingMaterial,
    /// Average reach on the empty board, by kind.
    reaches: Vec<i32>,
    /// Phase at the start of the game.
    full_phase: i32,
    /// Halfmoves until the limit of moves makes a draw; 0 without a limit.
    halfmove_limit: i32,
    terms: terms::Terms<G>,
    /// The network, if it was trained for this game.
    network: Option<GameNetwork<G>>,
}

impl<G: Geometry> Evaluator<G> {
    /// The hand-crafted evaluation of a game.
    pub fn new(rules: &Arc<Rules<G>>) -> Self {
        Self::with_weights(rules, WeightList::for_game(rules.variant()))
    }

    fn with_weights(rules: &Arc<Rules<G>>, list: &WeightList) -> Self {
        let mut officer_values = [0; MAX_PIECE_TYPES];
        for kind in rules.kinds() {
            if !rules.role(kind).promotes() {
                officer_values[kind.index()] = rules.value(kind);
            }
        }
        let weights = list.of_game(&rules.variant().pieces);
        let mut evaluator = Self {
            piece_squares: squares::piece_squares(rules, &weights),
            weights,
            officer_values,
            mating: MatingMaterial::new(rules),
            reaches: rules.kinds().map(|kind| squares::average_reach(rules, kind)).collect(),
            full_phase: 1,
            halfmove_limit: i32::try_from(rules.halfmove_limit()).unwrap_or(0),
            terms: terms::Terms::new(rules),
            network: None,
        };
        if let Ok(start) = Position::start(rules.clone()) {
            evaluator.full_phase = evaluator.accumulate(&start).phase.max(1);
        }
        evaluator
    }

    /// The evaluation of a game with a network; without it if it was trained for other games.
    pub fn with_network(rules: &Arc<Rules<G>>, network: &Arc<Network>) -> Self {
        Self { network: GameNetwork::new(network, rules), ..Self::new(rules) }
    }

    /// The features of a position. Except with a bare King, the sum of counts times weights, tapered and reduced by
    /// the limit of moves, is the score.
    pub fn trace(&self, position: &Position<G>) -> Trace {
        let mut trace = Trace::default();
        let accumulator = self.accumulate(position);
        let rules = position.rules();
        for (square, piece) in position.placement().pieces() {
            squares::count(rules, piece, square, self.reaches[piece.kind().index()], &mut trace);
        }
        self.terms.count(position, &accumulator.lines, &mut trace);
        trace.phase = accumulator.phase.min(self.full_phase) as f64 / self.full_phase as f64;
        let (left, whole) = self.left(position);
        trace.left = f64::from(left) / f64::from(whole);
        trace
    }

    /// The tapered score for the side to move.
    #[inline]
    fn tapered(
        &self,
        position: &Position<G>,
        accumulator: &Accumulator<G>,
        score: Tapered,
    ) -> Score {
        let phase = accumulator.phase.min(self.full_phase);
        let tapered = (score.middlegame as i64 * phase as i64
            + score.endgame as i64 * (self.full_phase - phase) as i64)
            / (self.full_phase * weights::GRAIN) as i64;
        let white = self.damped(position, tapered as i32);
        within_bounds(if position.side_to_move() == Color::White { white } else { -white })
    }

    /// The accumulator of a position.
    fn accumulate(&self, position: &Position<G>) -> Accumulator<G> {
        let mut accumulator = Accumulator::<G>::default();
        for wall in position.board().walls() {
            accumulator.lines.toggle(wall);
        }
        let mut watch = AccumulatorWatch { evaluator: self, accumulator: &mut accumulator };
        for (square, piece) in position.placement().pieces() {
            watch.put(piece, square);
        }
        accumulator
    }

    /// The score of a position without a bare King by the hand-crafted evaluation.
    fn hce(&self, position: &Position<G>, accumulator: &Accumulator<G>) -> Score {
        cpu::perform(HceTask { evaluator: self, position, accumulator })
    }

    /// Reduces a score as the limit of moves comes near.
    fn damped(&self, position: &Position<G>, score: i32) -> i32 {
        let (left, whole) = self.left(position);
        score * left / whole
    }

    /// The part of a score that the limit of moves leaves, as a fraction.
    #[inline(always)]
    fn left(&self, position: &Position<G>) -> (i32, i32) {
        let whole = 2 * self.halfmove_limit.max(1);
        (whole - self.counted_halfmoves(position), whole)
    }

    /// Halfmoves towards the limit of moves; 0 without a limit.
    #[inline(always)]
    fn counted_halfmoves(&self, position: &Position<G>) -> i32 {
        (position.halfmove_clock() as i32).min(self.halfmove_limit)
    }
}

/// The accumulators of a line, by ply.
#[derive(Debug)]
pub struct AccumulatorStack<G: Geometry> {
    hce: Vec<Accumulator<G>>,
    /// Empty without a network.
    network: NetworkAccumulators,
}

impl<G: Geometry> Evaluate<Position<G>> for Evaluator<G> {
    type Accumulators = AccumulatorStack<G>;

    fn accumulators(&self, start: &Position<G>) -> AccumulatorStack<G> {
        let network = self.network.as_ref().map(GameNetwork::accumulators).unwrap_or_default();
        AccumulatorStack { hce: vec![self.accumulate(start)], network }
    }

    #[inline(always)]
    fn watch<'a>(
        &'a self,
        accumulators: &'a mut AccumulatorStack<G>,
        ply: usize,
    ) -> impl Observer + 'a {
        let network = &mut accumulators.network;
        WatchBoth {
            hce: AccumulatorWatch {
                evaluator: self,
                accumulator: evaluation::follow(&mut accumulators.hce, ply),
            },
            network: self.network.as_ref().map(|own| own.watch(network, ply)),
        }
    }

    fn evaluate(
        &self,
        position: &Position<G>,
        accumulators: &mut AccumulatorStack<G>,
        ply: usize,
    ) -> Score {
        let accumulator = &accumulators.hce[ply];
        if let Some(score) = self.lone_king(position, accumulator, None) {
            return score;
        }
        match &self.network {
            Some(network) => {
                let score =
                    self.damped(position, network.score(position, &mut accumulators.network, ply));
                let hce = match network.adds_to_hce() {
                    true => self.hce(position, accumulator),
                    false => Score::DRAW,
                };
                within_bounds(hce.0 + score)
            }
            None => self.hce(position, accumulator),
        }
    }

    fn evaluate_distant_mate(
        &self,
        position: &Position<G>,
        accumulators: &mut AccumulatorStack<G>,
        ply: usize,
        plies: usize,
    ) -> Score {
        match self.lone_king(position, &accumulators.hce[ply], Some(plies)) {
            Some(score) => score,
            None => self.evaluate(position, accumulators, ply),
        }
    }
}

/// [`Evaluator::hce`], compiled for the processor at hand.
struct HceTask<'a, G: Geometry> {
    evaluator: &'a Evaluator<G>,
    position: &'a Position<G>,
    accumulator: &'a Accumulator<G>,
}

impl<G: Geometry> Task for HceTask<'_, G> {
    type Output = Score;

    #[inline(always)]
    fn run(self) -> Score {
        let Self { evaluator, position, accumulator } = self;
        let mut scorer = Scorer { weights: &evaluator.weights, score: accumulator.score };
        evaluator.terms.count(position, &accumulator.lines, &mut scorer);
        evaluator.tapered(position, accumulator, scorer.score)
    }
}

/// A score, clipped so that it does not mean a known win.
fn within_bounds(score: i32) -> Score {
    let limit = Score::KNOWN_WIN.0 - 1;
    Score(score.clamp(-limit, limit))
}

/// Updates the accumulators of the HCE and of the network.
struct WatchBoth<'a, G: Geometry> {
    hce: AccumulatorWatch<'a, G>,
    network: Option<NetworkWatch<'a, G>>,
}

impl<G: Geometry> Observer for WatchBoth<'_, G> {
    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        self.hce.put(piece, square);
        if let Some(network) = &mut self.network {
            network.put(piece, square);
        }
    }

    #[inline(always)]
    fn take(&mut self, piece: Piece, square: Square) {
        self.hce.take(piece, square);
        if let Some(network) = &mut self.network {
            network.take(piece, square);
        }
    }
}

/// Updates an [`Accumulator`].
struct AccumulatorWatch<'a, G: Geometry> {
    evaluator: &'a Evaluator<G>,
    accumulator: &'a mut Accumulator<G>,
}

impl<G: Geometry> Observer for AccumulatorWatch<'_, G> {
    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        let value = self.evaluator.officer_values[piece.kind().index()];
        self.accumulator.score +=
            self.evaluator.piece_squares[piece.index() * G::INDEX_SPACE + square.index()];
        self.accumulator.lines.toggle(square);
        self.accumulator.phase += value;
    }

    #[inline(always)]
    fn take(&mut self, piece: Piece, square: Square) {
        let value = self.evaluator.officer_values[piece.kind().index()];
        self.accumulator.score -=
            self.evaluator.piece_squares[piece.index() * G::INDEX_SPACE + square.index()];
        self.accumulator.lines.toggle(square);
        self.accumulator.phase -= value;
    }
}
