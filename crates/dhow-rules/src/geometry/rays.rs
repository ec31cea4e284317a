//! Lookups along lines for boards of any size (the classical ray approach: find the first blocker
//! on each ray).

use super::{Axis, Bend, Geometry, walk};
use crate::bitboard::SquareSet;
use crate::square::{Delta, Square};

/// The number of directions: the four steps of the axes, which lead to higher indices, then their
/// opposites.
const DIRECTIONS: usize = 8;

/// For each square, the squares in each direction.
#[derive(Debug)]
pub struct Rays<S> {
    /// Indexed by square and direction.
    rays: Box<[[S; DIRECTIONS]]>,
    /// The neighbour in each direction, if there is one.
    next: Box<[[Option<Square>; DIRECTIONS]]>,
}

fn steps() -> impl Iterator<Item = Delta> {
    let up = Axis::ALL.into_iter().map(Axis::step);
    let down = Axis::ALL.into_iter().map(|axis| -axis.step());
    up.chain(down)
}

/// The number of a step's direction, below `DIRECTIONS`.
const fn direction(files: i8, ranks: i8) -> usize {
    match (files, ranks) {
        (1, 0) => 0,
        (0, 1) => 1,
        (1, 1) => 2,
        (-1, 1) => 3,
        (-1, 0) => 4,
        (0, -1) => 5,
        (-1, -1) => 6,
        _ => 7,
    }
}

impl<S: SquareSet> Rays<S> {
    /// Computes the rays of a board.
    pub fn new<G: Geometry<Set = S>>() -> Self {
        let mut rays = vec![[S::EMPTY; DIRECTIONS]; G::INDEX_SPACE].into_boxed_slice();
        let mut next = vec![[None; DIRECTIONS]; G::INDEX_SPACE].into_boxed_slice();
        for square in G::squares() {
            for step in steps() {
                let number = direction(step.files, step.ranks);
                for seen in walk::ray::<G>(square, step) {
                    rays[square.index()][number].insert(seen);
                }
                next[square.index()][number] = G::offset(square, step);
            }
        }
        Self { rays, next }
    }

    /// The nearest occupied square in a direction.
    #[inline(always)]
    fn nearest(&self, direction: usize, from: Square, occupied: S) -> Option<Square> {
        let blockers = self.rays[from.index()][direction] & occupied;
        if direction < 4 { blockers.first() } else { blockers.last() }
    }

    /// The squares in a direction, up to and including the nearest occupied one.
    #[inline(always)]
    fn see(&self, direction: usize, from: Square, occupied: S) -> S {
        let ray = self.rays[from.index()][direction];
        if direction < 4 {
            ray.up_to_first(ray & occupied)
        } else {
            ray.last_and_on(ray & occupied)
        }
    }

    #[inline(always)]
    fn see_behind_one(&self, direction: usize, from: Square, occupied: S) -> S {
        match self.nearest(direction, from, occupied) {
            Some(hurdle) => self.see(direction, hurdle, occupied),
            None => S::EMPTY,
        }
    }

    /// Implements [`Geometry::slide`].
    #[inline(always)]
    pub fn slide(&self, axis: Axis, from: Square, occupied: S) -> S {
        self.see(axis as usize, from, occupied) | self.see(axis as usize + 4, from, occupied)
    }

    /// Implements [`Geometry::hop`].
    #[inline(always)]
    pub fn hop(&self, axis: Axis, from: Square, occupied: S) -> S {
        self.see_behind_one(axis as usize, from, occupied)
            | self.see_behind_one(axis as usize + 4, from, occupied)
    }

    /// Implements [`Geometry::bent`].
    #[inline(always)]
    pub fn bent(&self, bends: &[Bend], from: Square, occupied: S) -> S {
        let mut seen = S::EMPTY;
        for &Bend { first, then } in bends {
            let next = self.next[from.index()][direction(first.files, first.ranks)];
            let Some(next) = next else { continue };
            seen.insert(next);
            if !occupied.contains(next) {
                seen |= self.see(direction(then.files, then.ranks), next, occupied);
            }
        }
        seen
    }
}
