//! Evaluation of games with leaders.
//!
//! What counts is material, who can be commanded, how far the army has come, and how safe the
//! leaders stand.

use super::{Evaluation, Score};
use crate::command::{CommandPosition, CommandRules, MAX_LEADERS};
use crate::geometry::Geometry;
use crate::pieces::{Color, MAX_PIECE_TYPES, Piece};
use crate::position::Observer;
use crate::square::Square;
use std::sync::Arc;

/// What a piece out of command is worth less, in percent of its value.
const UNCOMMANDED: i32 = 35;
/// For each rank that a piece has come forward.
const ADVANCE: i32 = 3;
/// For each file that a piece stands nearer to the middle, up to the fourth.
const CENTRE: i32 = 1;
/// For each action that is left to the side to move.
const ACTION: i32 = 12;
/// What leaders are worth more when so many are left, beside the worth of each.
const FEW_LEADERS: [i32; MAX_LEADERS + 1] = [0, -900, -350, -100, 0, 0, 0, 0, 0];

/// The evaluation of one game's positions.
#[derive(Debug)]
pub struct CommandEvaluator<G: Geometry> {
    rules: Arc<CommandRules<G>>,
    /// Worth and place of a piece on a square, positive for White's.
    piece_squares: Box<[i32]>,
    values: [i32; MAX_PIECE_TYPES],
}

impl<G: Geometry> CommandEvaluator<G> {
    /// Derives the evaluation of a game from its rules.
    pub fn new(rules: &Arc<CommandRules<G>>) -> Self {
        let army = rules.army();
        let mut piece_squares = vec![0; 2 * MAX_PIECE_TYPES * G::INDEX_SPACE].into_boxed_slice();
        let mut values = [0; MAX_PIECE_TYPES];
        for kind in army.kinds() {
            values[kind.index()] = army.value(kind);
            for square in G::squares() {
                for color in Color::ALL {
                    let rank = match color {
                        Color::White => G::rank(square),
                        Color::Black => G::RANKS - 1 - G::rank(square),
                    };
                    let file = G::file(square).min(G::FILES - 1 - G::file(square)).min(4);
                    let leads = rules.leader(kind).is_some();
                    let advance = if leads { 0 } else { ADVANCE * rank as i32 };
                    let worth = army.value(kind) + advance + CENTRE * file as i32;
                    let worth = if color == Color::White { worth } else { -worth };
                    let piece = Piece::new(kind, color);
                    piece_squares[piece.index() * G::INDEX_SPACE + square.index()] = worth;
                }
            }
        }
        Self { rules: rules.clone(), piece_squares, values }
    }

    #[inline(always)]
    fn piece_square(&self, piece: Piece, square: Square) -> i32 {
        self.piece_squares[piece.index() * G::INDEX_SPACE + square.index()]
    }

    /// What a side's command is worth: leaders left, and the pieces out of their reach.
    fn command(&self, position: &CommandPosition<G>, color: Color) -> i32 {
        let placement = position.placement();
        let own = placement.side(color);
        let leaders = position.leaders(color);
        let mut commanded = leaders;
        let mut number = 0;
        for square in leaders {
            if let Some(piece) = placement.on(square) {
                commanded |= self.rules.commanded(piece, square, placement);
                number += 1;
            }
        }
        let mut score = FEW_LEADERS[number.min(MAX_LEADERS)];
        for square in own - commanded {
            if let Some(piece) = placement.on(square) {
                score -= self.values[piece.kind().index()] * UNCOMMANDED / 100;
            }
        }
        score
    }
}

/// Keeps up worth and places of the pieces.
struct Watcher<'a, G: Geometry> {
    evaluator: &'a CommandEvaluator<G>,
    score: &'a mut i32,
}

impl<G: Geometry> Observer for Watcher<'_, G> {
    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        *self.score += self.evaluator.piece_square(piece, square);
    }

    #[inline(always)]
    fn take(&mut self, piece: Piece, square: Square) {
        *self.score -= self.evaluator.piece_square(piece, square);
    }
}

impl<G: Geometry> Evaluation<CommandPosition<G>> for CommandEvaluator<G> {
    type Accumulator = i32;

    fn accumulate(&self, position: &CommandPosition<G>) -> i32 {
        let pieces = position.placement().pieces();
        pieces.map(|(square, piece)| self.piece_square(piece, square)).sum()
    }

    fn watch<'a>(&'a self, accumulator: &'a mut i32) -> impl Observer + 'a {
        Watcher { evaluator: self, score: accumulator }
    }

    fn evaluate(&self, position: &CommandPosition<G>, &accumulator: &i32) -> Score {
        let white = accumulator + self.command(position, Color::White)
            - self.command(position, Color::Black);
        let own = if position.side_to_move() == Color::White { white } else { -white };
        let score = own + ACTION * position.moves_left() as i32;
        let most = Score::KNOWN_WIN.0 - 1;
        Score(score.clamp(-most, most))
    }
}
