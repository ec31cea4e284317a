//! The squares that pieces see, computed square by square on a board of any size: the simple and slow reference for the
//! lookups.

use super::{Axis, Bend, Board, Geometry};
use crate::bitboard::SquareSet;
use crate::square::{Delta, Square};

/// The squares of a ray from `from` to the edge, nearest first. `from` itself is not included.
pub fn ray<G: Geometry>(from: Square, step: Delta) -> impl Iterator<Item = Square> {
    Board::<G>::whole().ray(from, step)
}

/// The squares of `path` up to and including the first occupied one.
pub(crate) fn until_blocked<S: SquareSet>(path: impl Iterator<Item = Square>, occupied: S) -> S {
    let mut seen = S::EMPTY;
    for square in path {
        seen.insert(square);
        if occupied.contains(square) {
            break;
        }
    }
    seen
}

/// The squares of `path` behind its first occupied one, up to and including the next occupied one.
pub(crate) fn behind_one<S: SquareSet>(path: impl Iterator<Item = Square>, occupied: S) -> S {
    until_blocked(path.skip_while(|&square| !occupied.contains(square)).skip(1), occupied)
}

/// [`Geometry::slide`], square by square.
pub fn slide<G: Geometry>(axis: Axis, from: Square, occupied: G::Set) -> G::Set {
    until_blocked(ray::<G>(from, axis.step()), occupied)
        | until_blocked(ray::<G>(from, -axis.step()), occupied)
}

/// [`Geometry::hop`], square by square.
pub fn hop<G: Geometry>(axis: Axis, from: Square, occupied: G::Set) -> G::Set {
    behind_one(ray::<G>(from, axis.step()), occupied)
        | behind_one(ray::<G>(from, -axis.step()), occupied)
}

/// [`Geometry::bent`], square by square.
pub fn bent<G: Geometry>(bends: &[Bend], from: Square, occupied: G::Set) -> G::Set {
    bends.iter().fold(G::Set::EMPTY, |seen, bend| {
        let path = Board::<G>::whole().bent_path(from, bend.first, bend.then);
        seen | until_blocked(path, occupied)
    })
}
