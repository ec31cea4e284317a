//! Evaluation of positions.
//!
//! The score tapers from middlegame to endgame by the material left. Material and piece-square
//! terms are kept up while moves are made (an [`Accumulator`] watches them); mobility, attacks on
//! the King and the structure of the Pawns are computed from the position.

mod features;
mod lone_king;
mod score;
mod squares;
mod terms;
#[cfg(test)]
mod tests;
pub mod weights;

use features::Scorer;
pub use features::{Feature, Group, Trace};
pub use score::{MAX_PLY, Score};
use weights::WEIGHTS;

use crate::bitboard::SquareSet;
use crate::cpu::{self, Task};
use crate::endgame::{Background, Tables, Value};
use crate::geometry::Geometry;
use crate::geometry::line_board::LineBoard;
use crate::pieces::{Color, MAX_PIECE_TYPES, Piece};
use crate::position::{Observer, Position};
use crate::square::Square;
use crate::variant::{MatingMaterial, Rules};
use std::sync::Arc;

/// The most pieces, Kings included, of an ending that is solved.
const MOST_SOLVED: u32 = 2 + crate::endgame::MAX_PIECES as u32;

/// A middlegame and an endgame value on the evaluation's own scale.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tapered {
    /// With all pieces on the board.
    pub middlegame: i32,
    /// With few pieces left.
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

/// What is known of a position from its pieces and their squares alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accumulator<G: Geometry> {
    /// Material and piece-square terms, White's minus Black's.
    score: Tapered,
    /// Material of officers of both sides, in centipawns.
    phase: i32,
    /// Officers' material of each side.
    officers: [i32; 2],
    /// The occupied squares, line by line.
    lines: G::Lines,
}

/// The evaluation of one game's positions.
#[derive(Debug)]
pub struct Evaluator<G: Geometry> {
    /// White's view: positive for White's pieces.
    piece_squares: Box<[Tapered]>,
    /// The material that counts towards the phase, by kind.
    officer_values: [i32; MAX_PIECE_TYPES],
    /// What mates a bare King.
    mating: MatingMaterial,
    /// The average reach of each kind on the empty board.
    reaches: Vec<i32>,
    /// The phase at the start of the game.
    full_phase: i32,
    /// Halfmoves to a draw by the limit of moves; 0 if there is none.
    halfmove_limit: i32,
    terms: terms::Terms<G>,
    tables: Arc<Tables<G>>,
    pairs: Background<G>,
}

impl<G: Geometry> Evaluator<G> {
    /// Derives the evaluation of a game from its rules.
    pub fn new(rules: &Arc<Rules<G>>) -> Self {
        let mut officer_values = [0; MAX_PIECE_TYPES];
        for kind in rules.kinds() {
            if !rules.role(kind).promotes() {
                officer_values[kind.index()] = rules.value(kind);
            }
        }
        let tables = Arc::new(Tables::new(rules.clone()));
        let mut evaluator = Self {
            piece_squares: squares::piece_squares(rules, &WEIGHTS),
            officer_values,
            mating: MatingMaterial::new(rules),
            reaches: rules.kinds().map(|kind| squares::average_reach(rules, kind)).collect(),
            full_phase: 1,
            halfmove_limit: rules.variant().end.move_limit.map_or(0, |moves| 2 * i32::from(moves)),
            terms: terms::Terms::new(rules),
            pairs: Background::new(tables.clone()),
            tables,
        };
        if let Ok(start) = Position::start(rules.clone()) {
            evaluator.full_phase = evaluator.accumulate(&start).phase.max(1);
        }
        evaluator
    }

    /// Solves the endings that a position with few pieces may come down to, so that
    /// [`Evaluator::solved`] knows them, as long as it is told to go on. To be called before a
    /// search. Returns whether it was not broken off.
    pub fn prepare(&self, position: &Position<G>, go_on: &(dyn Fn() -> bool + Sync)) -> bool {
        self.tables.prepare_while(position, go_on)
    }

    /// Endings of two pieces, which are solved beside a search.
    pub fn pairs(&self) -> &Background<G> {
        &self.pairs
    }

    /// The accumulator of a position, computed from nothing.
    pub fn accumulate(&self, position: &Position<G>) -> Accumulator<G> {
        let mut accumulator = Accumulator::default();
        let mut watch = self.watch(&mut accumulator);
        for (square, piece) in position.placement().pieces() {
            watch.put(piece, square);
        }
        accumulator
    }

    /// An observer that keeps an accumulator up to date while a move is made.
    #[inline(always)]
    pub fn watch<'a>(&'a self, accumulator: &'a mut Accumulator<G>) -> Watch<'a, G> {
        Watch { evaluator: self, accumulator }
    }

    /// The score of a position from the view of the side to move, never a mate score.
    pub fn evaluate(&self, position: &Position<G>, accumulator: &Accumulator<G>) -> Score {
        if let Some(score) = self.lone_king(position, accumulator) {
            return score;
        }
        cpu::perform(Evaluation { evaluator: self, position, accumulator })
    }

    /// What the evaluation counts in a position: the sum of the counts times their weights is the
    /// score, but for the 50-move count and positions with a bare King.
    pub fn trace(&self, position: &Position<G>) -> Trace {
        let mut trace = Trace::default();
        let accumulator = self.accumulate(position);
        let rules = position.rules();
        for (square, piece) in position.placement().pieces() {
            squares::count(rules, piece, square, self.reaches[piece.kind().index()], &mut trace);
        }
        self.terms.count(position, &accumulator.lines, &mut trace);
        trace.phase = accumulator.phase.min(self.full_phase) as f64 / self.full_phase as f64;
        trace
    }

    /// The score for the side to move, between middlegame and endgame.
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
        let white = self.faded(position, tapered as i32);
        let own = if position.side_to_move() == Color::White { white } else { -white };
        let limit = Score::KNOWN_WIN.0 - 1;
        Score(own.clamp(-limit, limit))
    }

    /// Draws the score towards zero as the count of moves to a draw fills.
    fn faded(&self, position: &Position<G>, score: i32) -> i32 {
        let whole = 2 * self.halfmove_limit.max(1);
        score * (whole - self.counted_halfmoves(position)) / whole
    }

    /// The halfmoves that count towards a draw by the limit of moves; none if there is no limit.
    #[inline(always)]
    fn counted_halfmoves(&self, position: &Position<G>) -> i32 {
        (position.halfmove_clock() as i32).min(self.halfmove_limit)
    }

    /// The exact score of a position of an ending that [`Evaluator::prepare`] has solved, `ply`
    /// plies below the root: a draw, or a mate if the 50-move rule leaves it.
    #[inline]
    pub fn solved(&self, position: &Position<G>, ply: usize) -> Option<Score> {
        if position.occupied().count() > MOST_SOLVED {
            return None;
        }
        let value = self.tables.probe_solved(position)?;
        let strong_to_move = position.placement().side(position.side_to_move()).has_many();
        match (value, value.plies(strong_to_move)) {
            (Value::Draw, _) => Some(Score::DRAW),
            (_, Some(plies)) => {
                let halfmoves = plies as u32 + u32::from(position.halfmove_clock());
                let in_time = halfmoves <= position.rules().halfmove_limit();
                let (wins, loses) = (Score::mates_in(ply + plies), Score::mated_in(ply + plies));
                in_time.then_some(if strong_to_move { wins } else { loses })
            }
            _ => None,
        }
    }

    /// Whether a side has officers worth at least a Rook: without them zugzwang is likely.
    #[inline]
    pub fn has_officers(&self, accumulator: &Accumulator<G>, color: Color) -> bool {
        accumulator.officers[color.index()] >= weights::ZUGZWANG_MATERIAL
    }
}

/// What [`Evaluator::evaluate`] does, compiled for the processor at hand.
struct Evaluation<'a, G: Geometry> {
    evaluator: &'a Evaluator<G>,
    position: &'a Position<G>,
    accumulator: &'a Accumulator<G>,
}

impl<G: Geometry> Task for Evaluation<'_, G> {
    type Output = Score;

    #[inline(always)]
    fn run(self) -> Score {
        let Self { evaluator, position, accumulator } = self;
        let mut scorer = Scorer { weights: &WEIGHTS, score: accumulator.score };
        evaluator.terms.count(position, &accumulator.lines, &mut scorer);
        evaluator.tapered(position, accumulator, scorer.score)
    }
}

/// Keeps an [`Accumulator`] up to date.
pub struct Watch<'a, G: Geometry> {
    evaluator: &'a Evaluator<G>,
    accumulator: &'a mut Accumulator<G>,
}

impl<G: Geometry> Observer for Watch<'_, G> {
    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        let value = self.evaluator.officer_values[piece.kind().index()];
        self.accumulator.score +=
            self.evaluator.piece_squares[piece.index() * G::INDEX_SPACE + square.index()];
        self.accumulator.lines.toggle(square);
        self.accumulator.phase += value;
        self.accumulator.officers[piece.color().index()] += value;
    }

    #[inline(always)]
    fn take(&mut self, piece: Piece, square: Square) {
        let value = self.evaluator.officer_values[piece.kind().index()];
        self.accumulator.score -=
            self.evaluator.piece_squares[piece.index() * G::INDEX_SPACE + square.index()];
        self.accumulator.lines.toggle(square);
        self.accumulator.phase -= value;
        self.accumulator.officers[piece.color().index()] -= value;
    }
}
