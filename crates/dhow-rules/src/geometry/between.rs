//! The squares between two squares.

use super::{Axis, Geometry, walk};
use crate::bitboard::SquareSet;
use crate::square::Square;

/// The squares strictly between any two squares of a board: a reference to the board's one table.
#[derive(Clone, Copy, Debug)]
pub struct Between<G: Geometry>(&'static [G::Set]);

impl<G: Geometry> Between<G> {
    /// The table of the board, made when it is first asked for.
    pub fn of_board() -> Self {
        Self(G::between())
    }

    /// The squares strictly between two squares of one rank, file or diagonal; else none.
    #[inline(always)]
    pub fn squares(self, a: Square, b: Square) -> G::Set {
        self.0[a.index() * G::INDEX_SPACE + b.index()]
    }
}

/// The table for [`Geometry::between`], by the index of one square times the index space plus that
/// of the other.
pub fn between<G: Geometry>() -> Box<[G::Set]> {
    let mut table = vec![G::Set::EMPTY; G::INDEX_SPACE * G::INDEX_SPACE].into_boxed_slice();
    for from in G::squares() {
        for axis in Axis::ALL {
            for step in [axis.step(), -axis.step()] {
                let mut passed = G::Set::EMPTY;
                for to in walk::ray::<G>(from, step) {
                    table[from.index() * G::INDEX_SPACE + to.index()] = passed;
                    passed.insert(to);
                }
            }
        }
    }
    table
}
