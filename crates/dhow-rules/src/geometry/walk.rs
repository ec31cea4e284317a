//! What pieces see, computed square by square on a board of any size: the simple and slow reference
//! for the lookups.

use super::{Axis, Bend, Geometry};
use crate::bitboard::SquareSet;
use crate::square::{Delta, Square};

/// The squares of a ray from `from` to the edge, nearest first. `from` itself is not included.
pub fn ray<G: Geometry>(from: Square, step: Delta) -> impl Iterator<Item = Square> {
    std::iter::successors(G::offset(from, step), move |&square| G::offset(square, step))
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
        seen | until_blocked(bent_path::<G>(from, bend.first, bend.then), occupied)
    })
}

/// The square one `first` step away, then the squares of a ray along `then`.
pub(crate) fn bent_path<G: Geometry>(
    from: Square,
    first: Delta,
    then: Delta,
) -> impl Iterator<Item = Square> {
    G::offset(from, first)
        .into_iter()
        .flat_map(move |bend| std::iter::once(bend).chain(ray::<G>(bend, then)))
}
