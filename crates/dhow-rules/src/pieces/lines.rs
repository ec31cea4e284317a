//! Families of line movements: slides and hops that have lookups of their own.
//!
//! A new family is one more variant here, an arm in each `match` that the compiler asks for, and a
//! lookup in the geometry if none that is there serves. All else follows: a piece with its paths
//! uses it to move, give check, pin and exchange. The evaluation counts from sets of squares what
//! has no form of its own there.

use crate::betza::{Betza, Path};
use crate::bitboard::SquareSet;
use crate::geometry::line_board::{LineBoard, Sight};
use crate::geometry::{Axis, Between, Geometry};
use crate::square::{Delta, Square};
use std::sync::LazyLock;

/// A way to move along lines. It is the same for both sides and from both ends, and at most one path of it leads from
/// a square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineFamily {
    /// Along ranks and files.
    Rook,
    /// Along diagonals.
    Bishop,
    /// Along ranks and files over exactly one piece.
    RookHop,
    /// Along diagonals over exactly one piece.
    BishopHop,
    /// One step diagonally, then outward along rank or file.
    Eagle,
    /// One step orthogonally, then outward diagonally.
    Rhinoceros,
}

/// Does something with each [`LineFamily`](crate::pieces::LineFamily) in turn. The compiler knows which it is, so that
/// lookups along a family cost no choice between them.
#[macro_export]
macro_rules! each_family {
    ($family:ident => $body:expr) => {
        $crate::each_family!($family => $body; Rook, Bishop, RookHop, BishopHop, Eagle, Rhinoceros)
    };
    ($family:ident => $body:expr; $($name:ident),*) => {
        $({
            let $family = $crate::pieces::LineFamily::$name;
            $body
        })*
    };
}

impl LineFamily {
    /// All families.
    pub const ALL: [Self; 6] = {
        let mut all = [Self::Rook; 6];
        let mut count = 0;
        each_family!(family => {
            all[count] = family;
            count += 1;
        });
        assert!(count == all.len());
        all
    };

    /// The movement in Betza notation: whoever has all of its paths has the family.
    pub const fn betza(self) -> &'static str {
        match self {
            Self::Rook => "R",
            Self::Bishop => "B",
            Self::RookHop => "pR",
            Self::BishopHop => "pB",
            Self::Eagle => "FyafsF",
            Self::Rhinoceros => "WyafsW",
        }
    }

    /// Whether it needs exactly one piece on its way; else its way must be empty.
    #[inline(always)]
    pub const fn hops(self) -> bool {
        matches!(self, Self::RookHop | Self::BishopHop)
    }

    /// The squares that a piece on `from` sees: where it could move if they are empty, and capture
    /// if they are not.
    #[inline(always)]
    pub fn see<G: Geometry>(self, from: Square, occupied: G::Set) -> G::Set {
        let slide = |axis| G::slide(axis, from, occupied);
        let hop = |axis| G::hop(axis, from, occupied);
        match self {
            Self::Rook => slide(Axis::Rank) | slide(Axis::File),
            Self::Bishop => slide(Axis::Diagonal) | slide(Axis::Antidiagonal),
            Self::RookHop => hop(Axis::Rank) | hop(Axis::File),
            Self::BishopHop => hop(Axis::Diagonal) | hop(Axis::Antidiagonal),
            Self::Eagle => G::eagle(from, occupied),
            Self::Rhinoceros => G::rhinoceros(from, occupied),
        }
    }

    /// The squares that a piece on `from` passes on its way to `to`, which must be a square where
    /// one of its paths may end.
    #[inline(always)]
    pub fn path<G: Geometry>(self, between: Between<G>, from: Square, to: Square) -> G::Set {
        match self {
            Self::Rook | Self::Bishop | Self::RookHop | Self::BishopHop => {
                between.squares(from, to)
            }
            Self::Eagle => eagle_path(between, from, to),
            Self::Rhinoceros => rhinoceros_path(between, from, to),
        }
    }

    /// What a piece on `from` sees, counted along the lines of the board; `None` if they do not tell.
    #[inline(always)]
    pub fn count<G: Geometry>(
        self,
        lines: &G::Lines,
        from: Square,
        zone: &<G::Lines as LineBoard<G>>::Zone,
    ) -> Option<Sight> {
        Some(match self {
            Self::Rook => lines.rook(from, zone),
            Self::Bishop => lines.bishop(from, zone),
            Self::RookHop => lines.rook_hop(from, zone),
            Self::BishopHop => lines.bishop_hop(from, zone),
            Self::Eagle => lines.eagle(from, zone),
            Self::Rhinoceros => lines.rhinoceros(from, zone),
        })
    }

    /// Whether the way is free if its occupied squares are these.
    #[inline(always)]
    pub fn passes<S: SquareSet>(self, occupied: S) -> bool {
        if self.hops() { occupied.count() == 1 } else { occupied.is_empty() }
    }

    /// By square: what a piece there sees on an empty board, or might see with one more piece if it
    /// hops. These are the squares, too, from where the family leads to the square.
    pub fn sources<G: Geometry>(self) -> Box<[G::Set]> {
        let slides = self.to_first_piece();
        G::per_square(|square| slides.see::<G>(square, G::Set::EMPTY))
    }

    /// The family that sees the same lines up to the first piece.
    #[inline(always)]
    pub(super) fn to_first_piece(self) -> Self {
        match self {
            Self::RookHop => Self::Rook,
            Self::BishopHop => Self::Bishop,
            _ => self,
        }
    }

    /// The paths of the family, as Betza notation has them.
    pub(super) fn paths(self) -> &'static [Path] {
        static PATHS: LazyLock<Vec<Vec<Path>>> = LazyLock::new(|| {
            let paths = |family: LineFamily| {
                let betza: Betza = family.betza().parse().expect("a family is Betza notation");
                betza.paths()
            };
            LineFamily::ALL.into_iter().map(paths).collect()
        });
        &PATHS[self as usize]
    }
}

/// A set of families.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FamilySet(u8);

const _: () = assert!(LineFamily::ALL.len() <= u8::BITS as usize);

impl FamilySet {
    /// The set of some families.
    pub const fn of(mut families: &[LineFamily]) -> Self {
        let mut set = 0;
        while let [family, rest @ ..] = families {
            set |= 1 << *family as u8;
            families = rest;
        }
        Self(set)
    }

    /// Whether a family is in the set.
    #[inline(always)]
    pub const fn contains(self, family: LineFamily) -> bool {
        self.0 >> family as u8 & 1 != 0
    }

    /// The families in the set, in the order of [`LineFamily::ALL`].
    pub fn families(self) -> impl Iterator<Item = LineFamily> {
        LineFamily::ALL.into_iter().filter(move |&family| self.contains(family))
    }
}

/// The families along which a kind of piece moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineKinds {
    /// Those with which it goes to empty squares.
    pub quiet: FamilySet,
    /// Those with which it captures.
    pub capture: FamilySet,
}

impl LineKinds {
    /// Moves along some families, and captures along some, mostly the same.
    pub const fn new(quiet: &[LineFamily], capture: &[LineFamily]) -> Self {
        Self { quiet: FamilySet::of(quiet), capture: FamilySet::of(capture) }
    }

    /// All families, for whatever they serve.
    #[inline(always)]
    pub const fn all(self) -> FamilySet {
        FamilySet(self.quiet.0 | self.capture.0)
    }

    /// Whether there are any.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.all().0 != 0
    }
}

/// The rank or file on which an Eagle slides is beside its own, and a slider standing on that line
/// next to the Eagle would pass the same squares.
#[inline(always)]
fn eagle_path<G: Geometry>(between: Between<G>, from: Square, to: Square) -> G::Set {
    let (files, ranks) = (G::file(to) as i32, G::rank(to) as i32);
    let beside = if G::rank(from).abs_diff(G::rank(to)) == 1 {
        G::square(G::file(from) as i32, ranks)
    } else {
        G::square(files, G::rank(from) as i32)
    };
    beside.map_or(G::Set::EMPTY, |beside| between.squares(beside, to))
}

/// One orthogonal step, then the diagonal to the target.
#[inline(always)]
fn rhinoceros_path<G: Geometry>(between: Between<G>, from: Square, to: Square) -> G::Set {
    let delta = G::delta(from, to);
    let first = if delta.files.abs() > delta.ranks.abs() {
        Delta::new(delta.files.signum(), 0)
    } else {
        Delta::new(0, delta.ranks.signum())
    };
    match G::offset(from, first) {
        Some(bend) if bend != to => between.squares(bend, to) | G::Set::single(bend),
        _ => G::Set::EMPTY,
    }
}
