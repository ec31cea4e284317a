//! The occupancy of each rank, file and diagonal as an integer, for counting mobility.
//!
//! An evaluation needs the number of squares that a slider sees, not the set. If the occupancy of
//! each line is kept as a small integer, the number is one table lookup and one population count
//! for each line, and no bits are gathered from or spread to sets of squares. Keeping the lines up
//! to date costs four writes for each square that a move changes.

use super::{Axis, Geometry};
use crate::bitboard::SquareSet;
use crate::square::Square;
use std::ops::{Add, AddAssign, Sub};

/// The number of squares that a piece sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mobility {
    /// Empty squares.
    pub empty: u32,
    /// Squares of a zone that the caller chose, empty or not.
    pub zone: u32,
}

impl Add for Mobility {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { empty: self.empty + other.empty, zone: self.zone + other.zone }
    }
}

impl Sub for Mobility {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self { empty: self.empty - other.empty, zone: self.zone - other.zone }
    }
}

impl AddAssign for Mobility {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// The occupied squares of a board in a form that counts mobility quickly.
pub trait LineBoard<G: Geometry>:
    Copy + Default + PartialEq + Eq + std::fmt::Debug + Send + Sync
{
    /// A zone of squares in the form that the counting needs.
    type Zone: Clone + std::fmt::Debug + Send + Sync;
    /// Converts a set of squares to that form.
    fn zone(squares: G::Set) -> Self::Zone;
    /// Adds a piece on an empty square, or removes the piece from an occupied one.
    fn toggle(&mut self, square: Square);
    /// Counts what a Rook on `from` sees, the first piece on each line included.
    fn rook(&self, from: Square, zone: &Self::Zone) -> Mobility;
    /// Counts what a Bishop on `from` sees, the first piece on each line included.
    fn bishop(&self, from: Square, zone: &Self::Zone) -> Mobility;
    /// Counts what a hopper along ranks and files sees: the squares behind exactly one piece.
    fn rook_hop(&self, from: Square, zone: &Self::Zone) -> Mobility;
    /// Counts what a hopper along diagonals sees: the squares behind exactly one piece.
    fn bishop_hop(&self, from: Square, zone: &Self::Zone) -> Mobility;
    /// Counts what an Eagle on `from` sees.
    fn eagle(&self, from: Square, zone: &Self::Zone) -> Mobility;
    /// Counts what a Rhinoceros on `from` sees.
    fn rhinoceros(&self, from: Square, zone: &Self::Zone) -> Mobility;
}

/// A board of any size that counts from sets of squares.
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

    fn rook(&self, from: Square, zone: &G::Set) -> Mobility {
        self.mobility(
            G::slide(Axis::Rank, from, self.0) | G::slide(Axis::File, from, self.0),
            *zone,
        )
    }

    fn bishop(&self, from: Square, zone: &G::Set) -> Mobility {
        let seen = G::slide(Axis::Diagonal, from, self.0);
        self.mobility(seen | G::slide(Axis::Antidiagonal, from, self.0), *zone)
    }

    fn rook_hop(&self, from: Square, zone: &G::Set) -> Mobility {
        self.mobility(G::hop(Axis::Rank, from, self.0) | G::hop(Axis::File, from, self.0), *zone)
    }

    fn bishop_hop(&self, from: Square, zone: &G::Set) -> Mobility {
        let seen = G::hop(Axis::Diagonal, from, self.0);
        self.mobility(seen | G::hop(Axis::Antidiagonal, from, self.0), *zone)
    }

    fn eagle(&self, from: Square, zone: &G::Set) -> Mobility {
        self.mobility(G::eagle(from, self.0), *zone)
    }

    fn rhinoceros(&self, from: Square, zone: &G::Set) -> Mobility {
        self.mobility(G::rhinoceros(from, self.0), *zone)
    }
}

impl<S: SquareSet> SetBoard<S> {
    fn mobility(&self, seen: S, zone: S) -> Mobility {
        Mobility { empty: (seen - self.0).count(), zone: (seen & zone).count() }
    }
}
