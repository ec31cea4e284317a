//! The squares between two squares of a line.

use super::{Axis, Geometry, walk};
use crate::bitboard::SquareSet;
use crate::square::Square;

/// The squares strictly between any two squares of a board. A copy is a reference to the one table
/// of the board.
#[derive(Clone, Copy, Debug)]
pub struct Between<G: Geometry>(&'static [G::Set]);

impl<G: Geometry> Between<G> {
    /// The table of the board. The first call builds it.
    pub fn of_board() -> Self {
        Self(G::between())
    }

    /// The squares strictly between two squares that share a rank, file or diagonal; the empty set
    /// for any other two.
    #[inline(always)]
    pub fn squares(self, a: Square, b: Square) -> G::Set {
        self.0[a.index() * G::INDEX_SPACE + b.index()]
    }
}

/// Builds the table for [`Geometry::between`]. The entry for squares `a` and `b` is at index `a *
/// INDEX_SPACE + b`.
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
