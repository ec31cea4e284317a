//! How the pieces move, whoever may let them move.

use super::board::{Board, Square};
use super::games::PieceType;

/// Files and ranks to go.
type Step = (i32, i32);

/// One square along a rank or file (W), and along a diagonal (F).
pub(super) const STRAIGHT: &[Step] = &[(1, 0), (-1, 0), (0, 1), (0, -1)];
pub(super) const DIAGONAL: &[Step] = &[(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// Two squares along a rank or file (D), and along a diagonal (A).
pub(super) const DABBABAH: &[Step] = &[(2, 0), (-2, 0), (0, 2), (0, -2)];
pub(super) const ALFIL: &[Step] = &[(2, 2), (2, -2), (-2, 2), (-2, -2)];

/// The leaps of the Knight (N).
#[rustfmt::skip]
pub(super) const KNIGHT: &[Step] =
    &[(2, 1), (2, -1), (-2, 1), (-2, -1), (1, 2), (1, -2), (-1, 2), (-1, -2)];

/// Hero and Shaman: "step 1, or leap 2, or step 1 then leap 2, or leap 2 then step 1".
pub(super) const HERO_PARTS: &[&[i32]] = &[&[1], &[2], &[1, 2], &[2, 1]];

/// Oliphant and Lightning Warmachine: "one or two parts", "each a step of 1 or a leap of 2".
pub(super) const OLIPHANT_PARTS: &[&[i32]] = &[&[1], &[2], &[1, 1], &[1, 2], &[2, 1], &[2, 2]];

/// One way of moving.
#[derive(Clone, Copy, Debug)]
pub(super) enum Movement {
    /// Straight to squares at fixed distances, over anything.
    Leap(&'static [Step]),
    /// In these directions up to this number of squares, not over anything.
    Slide(&'static [Step], i32),
    /// In one of these directions, one of these lists of parts. A part is a leap by its number of squares; the squares
    /// between the parts must be empty.
    Parts(&'static [Step], &'static [&'static [i32]]),
    /// "One or two King steps, the second in any direction but not back to its starting square; no
    /// leaping: the first square must be empty to go on."
    TwoKingSteps,
}

fn add(square: Square, step: Step, times: i32) -> Square {
    (square.0 + times * step.0, square.1 + times * step.1)
}

impl Board {
    /// The squares where a whole move of such a piece from `from` may end, each once, if what
    /// stands there does not hinder it.
    pub(super) fn reach(&self, piece: &PieceType, from: Square) -> Vec<Square> {
        let mut squares = Vec::new();
        for movement in piece.movements {
            match *movement {
                Movement::Leap(steps) => {
                    squares.extend(steps.iter().map(|step| add(from, *step, 1)));
                }
                Movement::Slide(directions, most) => {
                    for direction in directions {
                        squares.extend(self.slide(from, *direction, most));
                    }
                }
                Movement::Parts(directions, lists) => {
                    for direction in directions {
                        for parts in lists {
                            squares.extend(self.in_parts(from, *direction, parts));
                        }
                    }
                }
                Movement::TwoKingSteps => squares.extend(self.two_king_steps(from)),
            }
        }
        squares.retain(|square| self.contains(*square));
        squares.sort();
        squares.dedup();
        squares
    }

    /// The squares of one direction up to the first that is not empty.
    fn slide(&self, from: Square, direction: Step, most: i32) -> Vec<Square> {
        let mut squares = Vec::new();
        for times in 1..=most {
            let square = add(from, direction, times);
            squares.push(square);
            if !self.contains(square) || !self.is_empty(square) {
                break;
            }
        }
        squares
    }

    /// Where the parts lead, one after the other, if every square between two of them is empty.
    fn in_parts(&self, from: Square, direction: Step, parts: &[i32]) -> Option<Square> {
        let (last, others) = parts.split_last().expect("a part");
        let mut square = from;
        for length in others {
            square = add(square, direction, *length);
            if !self.contains(square) || !self.is_empty(square) {
                return None;
            }
        }
        Some(add(square, direction, *last))
    }

    fn two_king_steps(&self, from: Square) -> Vec<Square> {
        let mut squares = Vec::new();
        for first in king_neighbours(from) {
            squares.push(first);
            if self.contains(first) && self.is_empty(first) {
                squares.extend(king_neighbours(first).into_iter().filter(|second| *second != from));
            }
        }
        squares
    }
}

/// The eight squares around, on the board or not.
fn king_neighbours(square: Square) -> Vec<Square> {
    STRAIGHT.iter().chain(DIAGONAL).map(|step| add(square, *step, 1)).collect()
}

/// The four squares beside, on the board or not.
pub(super) fn orthogonal_neighbours(square: Square) -> Vec<Square> {
    STRAIGHT.iter().map(|step| add(square, *step, 1)).collect()
}
