//! The kinds of pieces of a game, compiled for a board.

use super::check::{self, RulesError};
use super::{PieceDef, Role, Variant, piece_placement};
use crate::bitboard::SquareSet;
use crate::geometry::Geometry;
use crate::pieces::{Color, MAX_PIECE_TYPES, Movement, Piece, PieceType};
use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

/// The kinds of pieces of a game, compiled for the board `G`.
#[derive(Debug)]
pub struct Army<G: Geometry> {
    variant: Arc<Variant>,
    movements: Vec<Movement<G>>,
    roles: [Role; MAX_PIECE_TYPES],
    values: [i32; MAX_PIECE_TYPES],
}

impl<G: Geometry> Army<G> {
    /// Checks a variant and compiles its pieces.
    pub fn compile(variant: &Arc<Variant>) -> Result<Self, RulesError> {
        if (variant.files, variant.ranks) != (G::FILES, G::RANKS) {
            return Err(RulesError::Board { files: variant.files, ranks: variant.ranks });
        }
        check::check(variant)?;
        let movements = variant
            .pieces
            .iter()
            .map(|piece| {
                let letter = piece.letter;
                let zone = initial_zone::<G>(variant, piece);
                Movement::compile(&piece.betza, piece.role == Role::Royal, zone)
                    .map_err(|error| RulesError::Movement { letter, error })
            })
            .collect::<Result<Vec<_>, _>>()?;
        let mut roles = [Role::Officer; MAX_PIECE_TYPES];
        let mut values = [0; MAX_PIECE_TYPES];
        for (index, piece) in variant.pieces.iter().enumerate() {
            (roles[index], values[index]) = (piece.role, piece.value);
        }
        Ok(Self { variant: variant.clone(), movements, roles, values })
    }

    /// The game as data.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
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

    /// All squares of the ranks on which White's pieces of a kind stand in the start array.
    pub fn starting_ranks(&self, kind: PieceType) -> G::Set {
        starting_ranks::<G>(&self.variant, self.variant.pieces[kind.index()].letter)
    }

    /// The kind of piece with this letter, in either case.
    pub fn kind(&self, letter: char) -> Option<PieceType> {
        let upper = letter.to_ascii_uppercase();
        self.kinds().find(|kind| self.variant.pieces[kind.index()].letter == upper)
    }

    /// The letter of a piece: upper case for White, lower case for Black.
    pub fn letter(&self, piece: Piece) -> char {
        let letter = self.variant.pieces[piece.kind().index()].letter;
        match piece.color() {
            Color::White => letter,
            Color::Black => letter.to_ascii_lowercase(),
        }
    }

    /// The piece with this letter: White's if it is upper case, otherwise Black's.
    pub fn piece(&self, letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        self.kind(letter).map(|kind| Piece::new(kind, color))
    }
}

/// White's ranks from which a kind of piece may make its initial moves: those that the game sets,
/// otherwise those where the kind stands in the start array. The rank counts, whether or not the
/// piece has moved before.
fn initial_zone<G: Geometry>(variant: &Variant, piece: &PieceDef) -> G::Set {
    match piece.initial_ranks.is_empty() {
        true => starting_ranks::<G>(variant, piece.letter),
        false => on_ranks::<G>(|rank| piece.initial_ranks.contains(&rank)),
    }
}

/// All squares of the ranks on which White's pieces of a kind stand in the start array.
fn starting_ranks<G: Geometry>(variant: &Variant, letter: char) -> G::Set {
    let mut ranks = [false; 256];
    // `check` has validated the placement.
    let _ = piece_placement::read(
        variant.start_placement(),
        G::FILES,
        G::RANKS,
        |_, rank, standing| {
            ranks[rank] |= standing == letter;
            true
        },
    );
    on_ranks::<G>(|rank| ranks[rank])
}

fn on_ranks<G: Geometry>(wanted: impl Fn(usize) -> bool) -> G::Set {
    let squares = G::squares().filter(|&square| wanted(G::rank(square)));
    squares.fold(G::Set::EMPTY, |set, square| set | G::Set::single(square))
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
