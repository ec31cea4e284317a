//! The kinds of pieces of a game, compiled for a board.

use super::check::{self, RulesError};
use super::{PieceDef, Role, Variant, piece_placement};
use crate::bitboard::SquareSet;
use crate::geometry::{Board, Geometry};
use crate::pieces::{Color, Letter, MAX_PIECE_TYPES, Movement, Piece, PieceType};
use crate::square::Coordinates;
use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

/// The kinds of pieces of a game, compiled for the board `G`.
#[derive(Debug)]
pub struct Army<G: Geometry> {
    variant: Arc<Variant>,
    board: Board<G>,
    movements: Vec<Movement<G>>,
    roles: [Role; MAX_PIECE_TYPES],
    values: [i32; MAX_PIECE_TYPES],
}

impl<G: Geometry> Army<G> {
    /// Checks a variant and compiles its pieces.
    pub fn compile(variant: &Arc<Variant>) -> Result<Self, RulesError> {
        let Variant { files, ranks, .. } = **variant;
        let board = Board::new(files, ranks, &variant.holes);
        let board: Board<G> =
            board.ok_or(RulesError::Board { files, ranks, most: (G::FILES, G::RANKS) })?;
        check::check(variant)?;
        let movements = variant
            .pieces
            .iter()
            .map(|piece| {
                let letter = piece.letter;
                let zones = initial_zones(&board, variant, piece);
                let movement = Movement::compile_within(
                    &board,
                    &piece.betza,
                    piece.role == Role::Royal && variant.several_royals.is_none(),
                    zones,
                    regions(&board, piece),
                )
                .map_err(|error| RulesError::Movement { letter, error })?;
                let triple = &piece.triple_step_ranks;
                Ok(match triple.is_empty() {
                    true => movement,
                    false => movement
                        .with_triple_steps_from(both_sides(&board, |rank| triple.contains(&rank))),
                })
            })
            .collect::<Result<Vec<_>, RulesError>>()?;
        let mut roles = [Role::Officer; MAX_PIECE_TYPES];
        let mut values = [0; MAX_PIECE_TYPES];
        for (index, piece) in variant.pieces.iter().enumerate() {
            (roles[index], values[index]) = (piece.role, piece.value);
        }
        Ok(Self { variant: variant.clone(), board, movements, roles, values })
    }

    /// The game as data.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// The board of the game.
    #[inline(always)]
    pub fn board(&self) -> &Board<G> {
        &self.board
    }

    /// All kinds of pieces, in the order of the variant.
    #[inline(always)]
    pub fn kinds(&self) -> impl DoubleEndedIterator<Item = PieceType> + ExactSizeIterator + use<G> {
        (0..self.movements.len()).map(PieceType::from_index)
    }

    /// The movements of all kinds, by their index.
    #[inline(always)]
    pub fn movements(&self) -> &[Movement<G>] {
        &self.movements
    }

    /// The movement of a kind of piece.
    #[inline(always)]
    pub fn movement(&self, kind: PieceType) -> &Movement<G> {
        &self.movements[kind.index()]
    }

    /// The role of a kind of piece.
    #[inline(always)]
    pub fn role(&self, kind: PieceType) -> Role {
        self.roles[kind.index()]
    }

    /// The estimated value of a kind of piece in centipawns; 0 for a King.
    #[inline(always)]
    pub fn value(&self, kind: PieceType) -> i32 {
        self.values[kind.index()]
    }

    /// All squares of the ranks on which White's pieces of a kind stand in the start array, or, if
    /// White has none, of the ranks where they would.
    pub fn starting_ranks(&self, kind: PieceType) -> G::Set {
        let ranks = starting_ranks(&self.variant, self.variant.pieces[kind.index()].letter);
        self.board.on_ranks(|rank| ranks[rank])
    }

    /// The kind of piece with this letter, in either case.
    pub fn kind(&self, letter: impl Into<Letter>) -> Option<PieceType> {
        let upper = letter.into().to_ascii_uppercase();
        self.kinds().find(|kind| self.variant.pieces[kind.index()].letter == upper)
    }

    /// The letter of a piece: upper case for White, lower case for Black.
    pub fn letter(&self, piece: Piece) -> Letter {
        piece.color().letter_of(self.variant.pieces[piece.kind().index()].letter)
    }

    /// The piece with this letter: White's if it is upper case, otherwise Black's.
    pub fn piece(&self, letter: impl Into<Letter>) -> Option<Piece> {
        let letter = letter.into();
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        self.kind(letter).map(|kind| Piece::new(kind, color))
    }
}

/// White's and Black's squares from which a kind of piece may make its initial moves: the ranks that
/// the game sets, otherwise those where the kind stands in the start array. The rank counts, whether
/// or not the piece has moved before. Black's ranks are White's, counted from the other side.
fn initial_zones<G: Geometry>(
    board: &Board<G>,
    variant: &Variant,
    piece: &PieceDef,
) -> [G::Set; 2] {
    let standing = starting_ranks(variant, piece.letter);
    both_sides(board, |rank| match piece.initial_ranks.is_empty() {
        true => standing[rank],
        false => piece.initial_ranks.contains(&rank),
    })
}

/// White's and Black's squares where the moves of a kind of piece may end; `None` if it may go everywhere.
fn regions<G: Geometry>(board: &Board<G>, piece: &PieceDef) -> Option<[G::Set; 2]> {
    let region = |squares: &Option<Vec<Coordinates>>| match squares {
        None => board.all(),
        Some(squares) => {
            let squares = squares.iter().filter_map(|&at| board.at(at));
            squares.fold(G::Set::EMPTY, |set, square| set | G::Set::single(square))
        }
    };
    let confined = piece.regions.iter().any(Option::is_some);
    confined.then(|| piece.regions.each_ref().map(region))
}

/// White's and Black's squares on ranks that White's side counts.
fn both_sides<G: Geometry>(board: &Board<G>, ranks: impl Fn(usize) -> bool) -> [G::Set; 2] {
    [board.on_ranks(&ranks), board.on_ranks(|rank| ranks(board.ranks() - 1 - rank))]
}

/// The ranks on which White's pieces of a kind stand in the start array; if White has none, those of
/// Black's pieces, seen from Black's side.
fn starting_ranks(variant: &Variant, letter: Letter) -> [bool; 256] {
    let (mut whites, mut blacks) = ([false; 256], [false; 256]);
    // `check` has validated the placement.
    let _ = piece_placement::read(
        variant.start_placement(),
        variant.files,
        variant.ranks,
        |_, rank, standing| {
            whites[rank] |= standing == letter;
            blacks[variant.ranks - 1 - rank] |= standing == letter.to_ascii_lowercase();
            true
        },
    );
    if whites.contains(&true) { whites } else { blacks }
}

/// The number of compiled games in the cache.
const MOST_KEPT: usize = 32;

type Compiled = (Arc<Variant>, Arc<dyn Any + Send + Sync>);

/// The most recently compiled games, the latest last.
static COMPILED: Mutex<Vec<Compiled>> = Mutex::new(Vec::new());

/// Compiles a game with `compile`, or returns the value that an earlier call for the same game and
/// type left in the cache.
pub fn compiled<T: Any + Send + Sync>(
    variant: &Arc<Variant>,
    compile: impl FnOnce(&Arc<Variant>) -> Result<T, RulesError>,
) -> Result<Arc<T>, RulesError> {
    let mut compiled = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    let same = compiled.iter().filter(|(of, _)| of == variant);
    let known = same.map(|(_, rules)| rules.clone().downcast::<T>());
    if let Some(rules) = known.flatten().next() {
        return Ok(rules);
    }
    let rules = Arc::new(compile(variant)?);
    if compiled.len() == MOST_KEPT {
        compiled.remove(0);
    }
    compiled.push((variant.clone(), rules.clone()));
    Ok(rules)
}
