//! Numbers for the placements of an ending, one for all that a symmetry makes equal.
//!
//! A *config* is a placement of the strong side: its King on a *home*, one square of each orbit
//! under the symmetries that every piece shares, and its pieces anywhere. For each config the bare
//! King's squares are the bits of a set. On 12x12 with eight symmetries there are 21 homes, so that
//! King and two pieces have 21 * 144 * 144 = 435456 configs.

use super::ending::{Ending, MAX_PIECES};
use super::routes::Routes;
use super::symmetry::Symmetry;
use crate::bitboard::SquareSet;
use crate::geometry::{Geometry, Square};
use arrayvec::ArrayVec;

/// The squares of the pieces, in the order of the ending.
pub(super) type Squares = ArrayVec<Square, MAX_PIECES>;

/// One square for the strong King of all that are equal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Home {
    pub square: Square,
    /// How many squares it stands for.
    pub weight: u64,
}

/// A symmetry as a table.
#[derive(Clone, Debug)]
struct Map {
    /// Where each square comes to lie, by its index.
    image: Box<[Square]>,
    /// Which square comes to lie there, by the index of the image.
    source: Box<[Square]>,
}

/// The configs of an ending.
#[derive(Clone, Debug)]
pub(super) struct Space {
    /// All squares in order: the number of a square is its place here.
    squares: Vec<Square>,
    /// By the index of a square.
    numbers: Box<[u16]>,
    maps: Vec<Map>,
    homes: Vec<Home>,
    /// By the index of the King's square: its home, and the map that leads there.
    home_of: Box<[(u16, u8)]>,
    /// Whether each piece is of the same kind as the one before.
    same: ArrayVec<bool, MAX_PIECES>,
}

/// Which symmetry a board is turned by; the first leaves it as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn(u8);

impl Space {
    /// The space of an ending; `routes` are those of its pieces and of the King.
    pub fn new<'a, G: Geometry>(
        ending: &Ending,
        routes: impl Iterator<Item = &'a Routes<G>> + Clone,
    ) -> Self {
        let symmetries: Vec<Symmetry> = Symmetry::all::<G>()
            .filter(|symmetry| routes.clone().all(|routes| symmetry.keeps(routes)))
            .collect();
        let squares: Vec<Square> = G::squares().collect();
        let mut numbers = vec![0; G::INDEX_SPACE].into_boxed_slice();
        for (number, square) in squares.iter().enumerate() {
            numbers[square.index()] = number as u16;
        }
        let maps = symmetries.iter().map(|&symmetry| Map::new::<G>(symmetry)).collect::<Vec<_>>();
        let mut homes: Vec<Home> = Vec::new();
        let mut home_of = vec![(0, 0); G::INDEX_SPACE].into_boxed_slice();
        for &square in &squares {
            let images = maps.iter().map(|map| map.image[square.index()]);
            let found = images.enumerate().find_map(|(map, image)| {
                Some((homes.iter().position(|home| home.square == image)?, map))
            });
            let (home, map) = found.unwrap_or_else(|| {
                homes.push(Home { square, weight: 0 });
                (homes.len() - 1, 0)
            });
            homes[home].weight += 1;
            home_of[square.index()] = (home as u16, map as u8);
        }
        let kinds = ending.kinds();
        let same = (0..kinds.len()).map(|i| i > 0 && kinds[i] == kinds[i - 1]).collect();
        Self { squares, numbers, maps, homes, home_of, same }
    }

    /// All squares in order.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// The place of a square in [`Space::squares`].
    #[inline(always)]
    pub fn number(&self, square: Square) -> usize {
        self.numbers[square.index()] as usize
    }

    pub fn pieces(&self) -> usize {
        self.same.len()
    }

    /// Configs that differ in the last piece's square only stand together in a row.
    pub fn row_length(&self) -> usize {
        self.squares.len()
    }

    pub fn rows(&self) -> usize {
        self.homes.len() * self.squares.len().pow(self.pieces() as u32 - 1)
    }

    pub fn configs(&self) -> usize {
        self.rows() * self.row_length()
    }

    /// How many symmetries the pieces share.
    pub fn symmetries(&self) -> usize {
        self.maps.len()
    }

    pub fn homes(&self) -> &[Home] {
        &self.homes
    }

    /// The home of a row's King and the squares of all pieces but the last.
    pub fn row(&self, row: usize) -> (usize, Squares) {
        let mut rest = row;
        let mut pieces: Squares = ArrayVec::new();
        for _ in 1..self.pieces() {
            pieces.push(self.squares[rest % self.squares.len()]);
            rest /= self.squares.len();
        }
        pieces.reverse();
        (rest, pieces)
    }

    /// Whether pieces of one kind stand in the order in which they are numbered.
    pub fn is_ordered(&self, pieces: &[Square]) -> bool {
        (1..pieces.len()).all(|i| !self.same[i] || pieces[i - 1] < pieces[i])
    }

    /// The row of a King on its home, and the number of the last piece's square.
    #[inline(always)]
    pub fn row_and_last(&self, home: usize, pieces: &[Square]) -> (usize, usize) {
        let mut squares: Squares = pieces.iter().copied().collect();
        // Insertion within runs of one kind.
        for i in 1..squares.len() {
            let mut j = i;
            while self.same[j] && squares[j - 1] > squares[j] {
                squares.swap(j - 1, j);
                j -= 1;
            }
        }
        let (last, others) = match squares.split_last() {
            Some((&last, others)) => (self.number(last), others),
            None => unreachable!("an ending has pieces"),
        };
        let row =
            others.iter().fold(home, |row, &square| row * self.row_length() + self.number(square));
        (row, last)
    }

    /// The config of a King on its home.
    #[inline(always)]
    pub fn config(&self, home: usize, pieces: &[Square]) -> usize {
        let (row, last) = self.row_and_last(home, pieces);
        row * self.row_length() + last
    }

    /// Turns the board so that the King comes to its home: the home, the turn, the pieces' squares.
    #[inline(always)]
    pub fn turned(&self, king: Square, pieces: &[Square]) -> (usize, Turn, Squares) {
        let (home, map) = self.home_of[king.index()];
        let image = &self.maps[map as usize].image;
        let squares = pieces.iter().map(|square| image[square.index()]).collect();
        (home as usize, Turn(map), squares)
    }

    /// The config of any placement, and how the board has to be turned to become it.
    #[inline(always)]
    pub fn config_of(&self, king: Square, pieces: &[Square]) -> (usize, Turn) {
        let (home, turn, squares) = self.turned(king, pieces);
        (self.config(home, &squares), turn)
    }

    /// The number of a square on the turned board.
    #[inline(always)]
    pub fn number_turned(&self, turn: Turn, square: Square) -> usize {
        self.number(self.maps[turn.0 as usize].image[square.index()])
    }

    /// A set of the turned board as the unturned board sees it.
    #[inline(always)]
    pub fn unturned<G: Geometry>(&self, turn: Turn, set: G::Set) -> G::Set {
        if turn == Turn(0) {
            return set;
        }
        let source = &self.maps[turn.0 as usize].source;
        let mut unturned = G::Set::EMPTY;
        set.into_iter().for_each(|square| unturned.insert(source[square.index()]));
        unturned
    }
}

impl Map {
    fn new<G: Geometry>(symmetry: Symmetry) -> Self {
        let corner = Square::from_index(0);
        let mut image = vec![corner; G::INDEX_SPACE].into_boxed_slice();
        let mut source = image.clone();
        for square in G::squares() {
            let there = symmetry.of::<G>(square);
            image[square.index()] = there;
            source[there.index()] = square;
        }
        Self { image, source }
    }
}
