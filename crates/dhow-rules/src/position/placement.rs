//! The piece placement, stored redundantly by square, side and kind.

use super::zobrist;
use crate::bitboard::SquareSet;
use crate::geometry::{Board, Geometry};
use crate::pieces::{Color, MAX_PIECE_TYPES, Piece, PieceType};
use crate::square::Square;

/// The pieces on a board, by square, by side and by kind, with their Zobrist key. Only
/// [`Placement::put`] and [`Placement::take`] change it, so that all forms agree.
#[derive(Clone, Debug)]
pub struct Placement<G: Geometry> {
    board: Board<G>,
    sides: [G::Set; 2],
    kinds: [G::Set; MAX_PIECE_TYPES],
    squares: Box<[Option<Piece>]>,
    key: u64,
}

impl<G: Geometry> Placement<G> {
    /// An empty board.
    pub fn new(board: &Board<G>) -> Self {
        Self {
            board: *board,
            sides: [G::Set::EMPTY; 2],
            kinds: [G::Set::EMPTY; MAX_PIECE_TYPES],
            squares: vec![None; G::INDEX_SPACE].into_boxed_slice(),
            key: 0,
        }
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub fn put(&mut self, piece: Piece, square: Square) {
        debug_assert!(self.squares[square.index()].is_none());
        self.squares[square.index()] = Some(piece);
        self.toggle(piece, square);
    }

    /// Removes and returns the piece on a square, if there is one.
    #[inline(always)]
    pub fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.squares[square.index()].take()?;
        self.toggle(piece, square);
        Some(piece)
    }

    #[inline(always)]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let bit = G::Set::single(square);
        self.sides[piece.color().index()] ^= bit;
        self.kinds[piece.kind().index()] ^= bit;
        self.key ^= zobrist::piece(piece, square);
    }

    /// The piece on a square, if there is one.
    #[inline(always)]
    pub fn on(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// The squares of one side's pieces.
    #[inline(always)]
    pub fn side(&self, color: Color) -> G::Set {
        self.sides[color.index()]
    }

    /// A side that has nothing but its King; White if both have.
    #[inline(always)]
    pub fn bare_side(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| !self.side(color).has_many())
    }

    /// The board.
    #[inline(always)]
    pub fn board(&self) -> &Board<G> {
        &self.board
    }

    /// The squares where nothing can move to but by a capture: those of all pieces, and the walls
    /// of the board.
    #[inline(always)]
    pub fn occupied(&self) -> G::Set {
        self.men() | self.board.walls()
    }

    /// The squares of all pieces.
    #[inline(always)]
    pub fn men(&self) -> G::Set {
        self.sides[0] | self.sides[1]
    }

    /// The squares of both sides' pieces of a kind.
    #[inline(always)]
    pub fn of_kind(&self, kind: PieceType) -> G::Set {
        self.kinds[kind.index()]
    }

    /// The squares of both sides' pieces of several kinds.
    #[inline(always)]
    pub fn of_kinds(&self, kinds: &[PieceType]) -> G::Set {
        kinds.iter().fold(G::Set::EMPTY, |set, &kind| set | self.of_kind(kind))
    }

    /// The Zobrist key of the pieces.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The key computed from scratch, to check [`Placement::key`].
    pub fn fresh_key(&self) -> u64 {
        self.pieces().fold(0, |key, (square, piece)| key ^ zobrist::piece(piece, square))
    }

    /// All pieces with their squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.men().into_iter().filter_map(|square| Some((square, self.on(square)?)))
    }
}
