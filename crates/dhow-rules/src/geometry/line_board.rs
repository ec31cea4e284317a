//! Boards kept line by line, for counting what pieces see.
//!
//! An evaluation asks how many squares a slider sees, not which. If the occupancy of every rank,
//! file and diagonal is at hand as a small integer, the answer is a table lookup and a population
//! count a line, without gathering from and spreading to sets of squares; and keeping the lines up
//! while a move is made costs four words a square.

use super::{Axis, Geometry};
use crate::bitboard::SquareSet;
use crate::square::Square;
use std::ops::{Add, AddAssign, Sub};

/// What a piece sees, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sight {
    /// Empty squares.
    pub empty: u32,
    /// Squares of some zone, empty or not.
    pub zone: u32,
}

impl Add for Sight {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { empty: self.empty + other.empty, zone: self.zone + other.zone }
    }
}

impl Sub for Sight {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self { empty: self.empty - other.empty, zone: self.zone - other.zone }
    }
}

impl AddAssign for Sight {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// The occupied squares of a board in a form that counts quickly what pieces see.
pub trait LineBoard<G: Geometry>:
    Copy + Default + PartialEq + Eq + std::fmt::Debug + Send + Sync
{
    /// A zone, in the form that the counting wants.
    type Zone: Clone + std::fmt::Debug + Send + Sync;
    /// Brings a zone into its form.
    fn zone(squares: G::Set) -> Self::Zone;
    /// Puts a piece on an empty square, or takes one off.
    fn toggle(&mut self, square: Square);
    /// What a Rook sees, a piece it meets included.
    fn rook(&self, from: Square, zone: &Self::Zone) -> Sight;
    /// What a Bishop sees.
    fn bishop(&self, from: Square, zone: &Self::Zone) -> Sight;
    /// What a piece sees that hops along ranks and files over exactly one piece.
    fn rook_hop(&self, from: Square, zone: &Self::Zone) -> Sight;
    /// What a piece sees that hops along diagonals over exactly one piece.
    fn bishop_hop(&self, from: Square, zone: &Self::Zone) -> Sight;
    /// What an Eagle sees.
    fn eagle(&self, from: Square, zone: &Self::Zone) -> Sight;
    /// What a Rhinoceros sees.
    fn rhinoceros(&self, from: Square, zone: &Self::Zone) -> Sight;
}

/// A board of any size, counted from sets of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SetBoard<S>(S);

impl<G: Geometry> LineBoard<G> for SetBoard<G::Set> {
    type Zone = G::Set;

    fn zone(squares: G::Set) -> G::Set {
        squares
    }

    #[inline]
    fn toggle(&mut self, square: Square) {
        self.0 ^= G::Set::single(square);
    }

    fn rook(&self, from: Square, zone: &G::Set) -> Sight {
        self.sight(G::slide(Axis::Rank, from, self.0) | G::slide(Axis::File, from, self.0), *zone)
    }

    fn bishop(&self, from: Square, zone: &G::Set) -> Sight {
        let seen = G::slide(Axis::Diagonal, from, self.0);
        self.sight(seen | G::slide(Axis::Antidiagonal, from, self.0), *zone)
    }

    fn rook_hop(&self, from: Square, zone: &G::Set) -> Sight {
        self.sight(G::hop(Axis::Rank, from, self.0) | G::hop(Axis::File, from, self.0), *zone)
    }

    fn bishop_hop(&self, from: Square, zone: &G::Set) -> Sight {
        let seen = G::hop(Axis::Diagonal, from, self.0);
        self.sight(seen | G::hop(Axis::Antidiagonal, from, self.0), *zone)
    }

    fn eagle(&self, from: Square, zone: &G::Set) -> Sight {
        self.sight(G::eagle(from, self.0), *zone)
    }

    fn rhinoceros(&self, from: Square, zone: &G::Set) -> Sight {
        self.sight(G::rhinoceros(from, self.0), *zone)
    }
}

impl<S: SquareSet> SetBoard<S> {
    fn sight(&self, seen: S, zone: S) -> Sight {
        Sight { empty: (seen - self.0).count(), zone: (seen & zone).count() }
    }
}
