//! Numbers for the placements of an ending; placements equal by symmetry share one.
//!
//! A *config* is a placement of the strong side: its King on a *home*, which is one square of each orbit under the
//! symmetries that all pieces share, and its pieces anywhere. For each config the squares of the bare King are the
//! bits of a set. On 12x12 with eight symmetries there are 21 homes, so King and two pieces have 21 * 144 * 144 =
//! 435456 configs.

use super::ending::{Ending, MAX_PIECES};
use super::routes::Routes;
use super::symmetry::BoardSymmetry;
use arrayvec::ArrayVec;
use dhow_rules::bitboard::SquareSet;
use dhow_rules::geometry::{Board, Geometry};
use dhow_rules::square::Square;

/// The squares of the pieces, in the order of the ending.
pub(super) type PieceSquares = ArrayVec<Square, MAX_PIECES>;

/// A square of the strong King that stands for all that are equal by symmetry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Home {
    pub square: Square,
    /// Number of squares that it stands for.
    pub weight: u64,
}

/// A symmetry as a table.
#[derive(Clone, Debug)]
struct Map {
    /// The image of each square, by its index.
    image: Box<[Square]>,
    /// The square with this image, by the index of the image.
    source: Box<[Square]>,
}

/// The configs of an ending.
#[derive(Clone, Debug)]
pub(super) struct Space {
    /// All squares in order. The number of a square is its index here.
    squares: Vec<Square>,
    /// Numbers by the index of a square.
    numbers: Box<[u16]>,
    maps: Vec<Map>,
    homes: Vec<Home>,
    /// By the index of the King's square: its home, and the index of the map that leads there.
    home_of: Box<[(u16, u8)]>,
    /// Whether each piece is of the same kind as the one before.
    same: ArrayVec<bool, MAX_PIECES>,
}

/// The index of a symmetry; 0 leaves the board as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardTurn(u8);

impl Space {
    /// The space of an ending with the routes of its pieces and of the King.
    pub fn new<'a, G: Geometry>(
        board: &Board<G>,
        ending: &Ending,
        routes: impl Iterator<Item = &'a Routes<G>> + Clone,
    ) -> Self {
        let symmetries: Vec<BoardSymmetry> = BoardSymmetry::all(board)
            .filter(|symmetry| routes.clone().all(|routes| symmetry.keeps(board, routes)))
            .collect();
        let squares: Vec<Square> = board.squares().collect();
        let mut numbers = vec![0; G::INDEX_SPACE].into_boxed_slice();
        for (number, square) in squares.iter().enumerate() {
            numbers[square.index()] = number as u16;
        }
        let maps = symmetries.iter().map(|&symmetry| Map::new(board, symmetry)).collect::<Vec<_>>();
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

    /// The index of a square in [`Space::squares`].
    #[inline(always)]
    pub fn number(&self, square: Square) -> usize {
        self.numbers[square.index()] as usize
    }

    pub fn pieces(&self) -> usize {
        self.same.len()
    }

    /// Number of configs with the King on one home.
    pub fn configs_of_home(&self) -> usize {
        self.squares.len().pow(self.pieces() as u32)
    }

    pub fn configs(&self) -> usize {
        self.homes.len() * self.configs_of_home()
    }

    /// Number of symmetries that the pieces share.
    pub fn symmetries(&self) -> usize {
        self.maps.len()
    }

    pub fn homes(&self) -> &[Home] {
        &self.homes
    }

    /// The squares of the pieces at a place among the configs of a home.
    #[inline(always)]
    pub fn pieces_at(&self, place: usize) -> PieceSquares {
        let mut rest = place;
        let mut pieces: PieceSquares = ArrayVec::new();
        for _ in 0..self.pieces() {
            pieces.push(self.squares[rest % self.squares.len()]);
            rest /= self.squares.len();
        }
        pieces.reverse();
        pieces
    }

    /// The home of the King and the squares of the pieces in a config.
    pub fn placement(&self, config: usize) -> (usize, PieceSquares) {
        let per_home = self.configs_of_home();
        (config / per_home, self.pieces_at(config % per_home))
    }

    /// Whether pieces of the same kind are in order.
    pub fn is_ordered(&self, pieces: &[Square]) -> bool {
        (1..pieces.len()).all(|i| !self.same[i] || pieces[i - 1] < pieces[i])
    }

    /// The place of pieces among the configs of a home.
    #[inline(always)]
    pub fn place(&self, pieces: &[Square]) -> usize {
        let mut squares: PieceSquares = pieces.iter().copied().collect();
        // Insertion sort of pieces of the same kind.
        for i in 1..squares.len() {
            let mut j = i;
            while self.same[j] && squares[j - 1] > squares[j] {
                squares.swap(j - 1, j);
                j -= 1;
            }
        }
        let shift = |place, &square: &Square| place * self.squares.len() + self.number(square);
        squares.iter().fold(0, shift)
    }

    /// The home of a King, and the turn of the board that leads there.
    #[inline(always)]
    pub fn home_of(&self, king: Square) -> (usize, BoardTurn) {
        let (home, map) = self.home_of[king.index()];
        (home as usize, BoardTurn(map))
    }

    /// The config of any placement, and the turn of the board that leads there.
    #[inline(always)]
    pub fn config_of(&self, king: Square, pieces: &[Square]) -> (usize, BoardTurn) {
        let (home, turn) = self.home_of(king);
        let image = &self.maps[turn.0 as usize].image;
        let turned: PieceSquares = pieces.iter().map(|square| image[square.index()]).collect();
        (home * self.configs_of_home() + self.place(&turned), turn)
    }

    #[inline(always)]
    pub fn number_turned(&self, turn: BoardTurn, square: Square) -> usize {
        self.number(self.maps[turn.0 as usize].image[square.index()])
    }

    /// The squares of pieces before a turn of the board.
    #[inline(always)]
    pub fn pieces_unturned(&self, turn: BoardTurn, pieces: &[Square]) -> PieceSquares {
        let source = &self.maps[turn.0 as usize].source;
        pieces.iter().map(|square| source[square.index()]).collect()
    }

    /// A set of squares before a turn of the board.
    #[inline(always)]
    pub fn unturned<G: Geometry>(&self, turn: BoardTurn, set: G::Set) -> G::Set {
        if turn == BoardTurn(0) {
            return set;
        }
        let source = &self.maps[turn.0 as usize].source;
        let mut unturned = G::Set::EMPTY;
        set.into_iter().for_each(|square| unturned.insert(source[square.index()]));
        unturned
    }
}

impl Map {
    fn new<G: Geometry>(board: &Board<G>, symmetry: BoardSymmetry) -> Self {
        let corner = Square::from_index(0);
        let mut image = vec![corner; G::INDEX_SPACE].into_boxed_slice();
        let mut source = image.clone();
        for square in board.squares() {
            let there = symmetry.of(board, square);
            image[square.index()] = there;
            source[there.index()] = square;
        }
        Self { image, source }
    }
}
