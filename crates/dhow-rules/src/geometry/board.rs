//! The board of a game: its size and its missing squares.

use super::{Axis, Geometry, walk};
use crate::bitboard::SquareSet;
use crate::square::{Coordinates, Delta, Square};

/// The board of a game on the layout `G`: at most as many files and ranks as the layout has, and
/// possibly missing squares.
///
/// The squares of the layout that do not belong to the board are its *walls*. They count as
/// occupied, by no side. So lookups along lines stop there, and nothing moves there.
///
/// ```
/// use dhow_rules::bitboard::SquareSet;
/// use dhow_rules::geometry::{Board, Layout8};
///
/// let board = Board::<Layout8>::new(6, 5, &[]).expect("a board that fits");
/// assert_eq!((board.all().count(), board.walls().count()), (30, 34));
/// assert!(Board::<Layout8>::new(9, 8, &[]).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board<G: Geometry> {
    files: usize,
    ranks: usize,
    all: G::Set,
    walls: G::Set,
}

impl<G: Geometry> Board<G> {
    /// The board with this size, without the squares `holes`. `None` if the layout is too small for
    /// it, or if it would have no square.
    pub fn new(files: usize, ranks: usize, holes: &[Coordinates]) -> Option<Self> {
        if files > G::FILES || ranks > G::RANKS {
            return None;
        }
        let mut all = G::Set::EMPTY;
        for rank in 0..ranks {
            for file in 0..files {
                all |= G::Set::single(G::square(file as i32, rank as i32)?);
            }
        }
        let holes = holes.iter().filter_map(|&hole| G::at(hole));
        holes.for_each(|hole| all -= G::Set::single(hole));
        (!all.is_empty()).then_some(Self { files, ranks, all, walls: G::all() - all })
    }

    /// The board that has all squares of the layout.
    pub fn whole() -> Self {
        Self { files: G::FILES, ranks: G::RANKS, all: G::all(), walls: G::Set::EMPTY }
    }

    /// The number of files.
    #[inline(always)]
    pub fn files(&self) -> usize {
        self.files
    }

    /// The number of ranks.
    #[inline(always)]
    pub fn ranks(&self) -> usize {
        self.ranks
    }

    /// The set of all squares.
    #[inline(always)]
    pub fn all(&self) -> G::Set {
        self.all
    }

    /// The squares of the layout that the board does not have.
    #[inline(always)]
    pub fn walls(&self) -> G::Set {
        self.walls
    }

    /// All squares, rank by rank from a1.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<G> {
        self.all.into_iter()
    }

    /// The square on `file` and `rank`, both counted from 0; `None` if it is not on the board.
    #[inline]
    pub fn square(&self, file: i32, rank: i32) -> Option<Square> {
        G::square(file, rank).filter(|&square| self.all.contains(square))
    }

    /// The square with this file and rank; `None` if it is not on the board.
    #[inline]
    pub fn at(&self, place: Coordinates) -> Option<Square> {
        self.square(place.file.into(), place.rank.into())
    }

    /// The square that is nearest to the middle.
    pub fn middle(&self) -> Square {
        let middle = [(self.files - 1) / 2, (self.ranks - 1) / 2];
        let aside = |square: &Square| {
            let steps =
                [G::file(*square).abs_diff(middle[0]), G::rank(*square).abs_diff(middle[1])];
            (steps[0].max(steps[1]), steps[0] + steps[1])
        };
        self.squares().min_by_key(aside).expect("a board has squares")
    }

    /// The square that is `delta` away; `None` if it is not on the board.
    #[inline]
    pub fn offset(&self, square: Square, delta: Delta) -> Option<Square> {
        G::offset(square, delta).filter(|&square| self.all.contains(square))
    }

    /// The squares of a ray from `from`, nearest first, up to the edge or the first missing square.
    /// `from` itself is not included.
    pub fn ray(self, from: Square, step: Delta) -> impl Iterator<Item = Square> {
        std::iter::successors(self.offset(from, step), move |&square| self.offset(square, step))
    }

    /// The square one `first` step away, then the squares of a ray along `then`.
    pub fn bent_path(
        self,
        from: Square,
        first: Delta,
        then: Delta,
    ) -> impl Iterator<Item = Square> {
        let whole = move |bend| std::iter::once(bend).chain(self.ray(bend, then));
        self.offset(from, first).into_iter().flat_map(whole)
    }

    /// The square on the same file whose rank is counted from the other side. On a board with
    /// missing squares it may be missing.
    pub fn mirrored(&self, square: Square) -> Square {
        G::square(G::file(square) as i32, (self.ranks - 1 - G::rank(square)) as i32)
            .expect("the mirror image of a square is on the layout")
    }

    /// Reads a square's name at the start of `text` and returns the square and the remaining text.
    /// `None` if there is no name or the square is not on the board.
    pub fn parse_square<'a>(&self, text: &'a str) -> Option<(Square, &'a str)> {
        let (square, rest) = G::parse_square(text)?;
        self.all.contains(square).then_some((square, rest))
    }

    /// Builds a table of one set for each square, by the square's index.
    pub fn per_square(&self, value: impl Fn(Square) -> G::Set) -> Box<[G::Set]> {
        let mut table = vec![G::Set::EMPTY; G::INDEX_SPACE].into_boxed_slice();
        for square in self.squares() {
            table[square.index()] = value(square);
        }
        table
    }

    /// The squares at most `distance` King moves away, the square itself included.
    pub fn neighbourhood(&self, square: Square, distance: i8) -> G::Set {
        let mut near = G::Set::EMPTY;
        for files in -distance..=distance {
            for ranks in -distance..=distance {
                if let Some(other) = self.offset(square, Delta::new(files, ranks)) {
                    near.insert(other);
                }
            }
        }
        near
    }

    /// All squares of the ranks, counted from 0, that `wanted` chooses.
    pub fn on_ranks(&self, wanted: impl Fn(usize) -> bool) -> G::Set {
        self.squares().filter(|&square| wanted(G::rank(square))).collect()
    }

    /// For each square, its [neighbourhood](Board::neighbourhood).
    pub fn neighbourhoods(&self, distance: i8) -> Box<[G::Set]> {
        self.per_square(|square| self.neighbourhood(square, distance))
    }

    /// The squares within the files and ranks of the board that are missing.
    pub fn holes(&self) -> G::Set {
        let inside =
            |square: &Square| G::file(*square) < self.files && G::rank(*square) < self.ranks;
        self.walls.into_iter().filter(inside).collect()
    }

    /// Whether the board has the mirror image of each of its squares.
    pub fn is_symmetric(&self) -> bool {
        self.squares().all(|square| self.all.contains(self.mirrored(square)))
    }

    /// Whether missing squares lie between two squares of a rank, file or diagonal.
    pub fn has_gaps(&self) -> bool {
        let crosses = |from: Square, axis: Axis| {
            let mut beyond = walk::ray::<G>(from, axis.step())
                .skip_while(|&square| self.all.contains(square))
                .skip_while(|&square| !self.all.contains(square));
            beyond.next().is_some()
        };
        self.squares().any(|from| Axis::ALL.into_iter().any(|axis| crosses(from, axis)))
    }
}
