//! Families of line movements: slides and hops that have lookups of their own.
//!
//! To add a family, add a variant to [`LineFamily`], an arm to each `match` that the compiler
//! reports, and, if none of the geometry's lookups fits, a lookup there. Everything else follows:
//! pieces that have all paths of the family move, check, pin and exchange by it. The evaluation
//! counts the mobility of families without a counter of their own from sets of squares.

use crate::betza::{Betza, Path};
use crate::bitboard::SquareSet;
use crate::geometry::line_board::{LineBoard, Mobility};
use crate::geometry::{Axis, Between, Board, Geometry};
use crate::square::{Delta, Square};
use std::sync::LazyLock;

/// A movement along lines that has a lookup of its own. It is the same for both sides and
/// reversible, and at most one of its paths leads from a square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineFamily {
    /// A slide along ranks and files.
    Rook,
    /// A slide along diagonals.
    Bishop,
    /// A hop along ranks and files over exactly one piece.
    RookHop,
    /// A hop along diagonals over exactly one piece.
    BishopHop,
    /// One diagonal step, then a slide outward along rank or file.
    Eagle,
    /// One orthogonal step, then a slide outward along a diagonal.
    Rhinoceros,
}

/// Evaluates an expression for each [`LineFamily`](crate::pieces::LineFamily) in turn. The family
/// is a constant in each copy, so lookups need no run-time choice.
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

    /// The movement in Betza notation. A piece that has all of these paths has the family.
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

    /// Whether the path must have exactly one piece on it. Otherwise it must be empty.
    #[inline(always)]
    pub const fn hops(self) -> bool {
        matches!(self, Self::RookHop | Self::BishopHop)
    }

    /// The squares that a piece on `from` sees: those it could move to if empty, and capture on if
    /// occupied.
    ///
    /// ```
    /// use dhow_rules::bitboard::SquareSet;
    /// use dhow_rules::geometry::{Layout8, Geometry};
    /// use dhow_rules::pieces::LineFamily;
    ///
    /// let (a1, _) = Layout8::parse_square("a1").expect("a square");
    /// let empty = <Layout8 as Geometry>::Set::EMPTY;
    /// assert_eq!(LineFamily::Rook.see::<Layout8>(a1, empty).count(), 14);
    /// assert_eq!(LineFamily::RookHop.see::<Layout8>(a1, empty).count(), 0);
    /// ```
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

    /// The squares between `from` and `to` on the path. `to` must be a square where a path from
    /// `from` may end.
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

    /// The number of squares that a piece on `from` sees, counted along the lines of the board.
    /// `None` for a family that the lines cannot count.
    #[inline(always)]
    pub fn count<G: Geometry>(
        self,
        lines: &G::Lines,
        from: Square,
        zone: &<G::Lines as LineBoard<G>>::Zone,
    ) -> Option<Mobility> {
        Some(match self {
            Self::Rook => lines.rook(from, zone),
            Self::Bishop => lines.bishop(from, zone),
            Self::RookHop => lines.rook_hop(from, zone),
            Self::BishopHop => lines.bishop_hop(from, zone),
            Self::Eagle => lines.eagle(from, zone),
            Self::Rhinoceros => lines.rhinoceros(from, zone),
        })
    }

    /// Whether the path is open, given the occupied squares on it.
    #[inline(always)]
    pub fn passes<S: SquareSet>(self, occupied: S) -> bool {
        if self.hops() { occupied.count() == 1 } else { occupied.is_empty() }
    }

    /// For each square of the board, what a piece there sees where nothing stands in the way, not
    /// even a missing square; for a hopper, what it might see with one more piece. As the family is
    /// reversible, these are also the squares from which it may lead to the square.
    pub fn sources<G: Geometry>(self, board: &Board<G>) -> Box<[G::Set]> {
        let slides = self.to_first_piece();
        board.per_square(|square| slides.see::<G>(square, G::Set::EMPTY) & board.all())
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

    /// The paths of the family, expanded from its Betza notation.
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

/// A set of line families.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FamilySet(u8);

const _: () = assert!(LineFamily::ALL.len() <= u8::BITS as usize);

impl FamilySet {
    /// The set of these families.
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

/// The line families of a kind of piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineKinds {
    /// The families by which it moves to empty squares.
    pub quiet: FamilySet,
    /// The families by which it captures.
    pub capture: FamilySet,
}

impl LineKinds {
    /// The families for quiet moves and for captures. Most pieces have the same for both.
    pub const fn new(quiet: &[LineFamily], capture: &[LineFamily]) -> Self {
        Self { quiet: FamilySet::of(quiet), capture: FamilySet::of(capture) }
    }

    /// The union of both sets.
    #[inline(always)]
    pub const fn all(self) -> FamilySet {
        FamilySet(self.quiet.0 | self.capture.0)
    }

    /// Whether the piece has any line family.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.all().0 != 0
    }
}

/// The path of an Eagle. The rank or file on which it slides is next to its own; a slider on that
/// line next to the Eagle passes the same squares.
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

/// The path of a Rhinoceros: one orthogonal step, then the diagonal to the target.
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
