//! A variant compiled for its board: all the tables that moving and attacking need.

use super::{Role, Variant};
use crate::betza::{Betza, BetzaError};
use crate::bitboard::SquareSet;
use crate::geometry::{Between, Geometry};
use crate::pieces::{Color, CompileError, LineFamily, MAX_PIECE_TYPES, Movement, Piece, PieceType};
use crate::square::{Delta, Square};
use arrayvec::ArrayVec;

/// Why a description is no playable game.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RulesError {
    /// A movement that does not parse.
    #[error("piece {letter}: {error}")]
    Betza {
        /// The piece.
        letter: char,
        /// What is wrong with its movement.
        error: BetzaError,
    },
    /// A movement that parses but cannot be played.
    #[error("piece {letter}: {error}")]
    Movement {
        /// The piece.
        letter: char,
        /// What is wrong with its movement.
        error: CompileError,
    },
    /// More kinds than there is room for.
    #[error("{0} kinds of pieces; at most {MAX_PIECE_TYPES} are possible")]
    TooManyPieces(usize),
    /// A letter that is no upper-case ASCII letter, or that two kinds share.
    #[error("piece letter `{0}` is not an upper-case letter used once")]
    Letter(char),
    /// Not exactly one royal kind.
    #[error("exactly one kind of piece must be royal")]
    Royal,
    /// A promotion to something that is no officer of the game.
    #[error("promotion to `{0}`, which is no officer of the game")]
    Promotion(char),
    /// A piece that promotes, in a game without promotions.
    #[error("piece {0} promotes, but the game names no promotion")]
    NoPromotions(char),
}

/// A royal jump from some square.
#[derive(Clone, Debug)]
pub struct Jump {
    /// Where it ends.
    pub to: Square,
    /// The squares it may pass over; one that is not threatened is enough.
    pub over: ArrayVec<Square, 2>,
}

/// The kinds of pieces that capture along a family of lines.
#[derive(Clone, Debug)]
pub struct LineUsers<G: Geometry> {
    /// The family.
    pub family: LineFamily,
    /// The kinds.
    pub kinds: Vec<PieceType>,
    /// By square: from where the family leads to it, if the board is occupied as it needs.
    pub sources: Box<[G::Set]>,
}

/// A variant compiled for the board `G`.
#[derive(Debug)]
pub struct Rules<G: Geometry> {
    variant: &'static Variant,
    movements: Vec<Movement<G>>,
    roles: [Role; MAX_PIECE_TYPES],
    values: [i32; MAX_PIECE_TYPES],
    king: PieceType,
    promotions: ArrayVec<PieceType, MAX_PIECE_TYPES>,
    last_rank: [G::Set; 2],
    en_passant_capturers: Vec<PieceType>,
    leapers: Vec<PieceType>,
    line_users: Vec<LineUsers<G>>,
    ray_users: Vec<PieceType>,
    between: Between<G>,
    jumps: [Box<[Vec<Jump>]>; 2],
    neighbourhood: Box<[G::Set]>,
}

/// How far, in king steps, a leap of the supported pieces reaches at most.
const LONGEST_LEAP: i8 = 3;
/// How far, in king steps, a King's step or jump leads at most.
const LONGEST_KING_MOVE: i8 = 2;

impl<G: Geometry> Rules<G> {
    /// Compiles a variant.
    pub fn compile(variant: &'static Variant) -> Result<Self, RulesError> {
        let king = check_pieces(variant)?;
        let movements = variant
            .pieces
            .iter()
            .map(|piece| {
                let letter = piece.letter;
                let betza: Betza =
                    piece.betza.parse().map_err(|error| RulesError::Betza { letter, error })?;
                let zone = initial_zone::<G>(variant, letter);
                Movement::compile(&betza, piece.role == Role::Royal, zone)
                    .map_err(|error| RulesError::Movement { letter, error })
            })
            .collect::<Result<Vec<_>, _>>()?;
        let mut roles = [Role::Officer; MAX_PIECE_TYPES];
        let mut values = [0; MAX_PIECE_TYPES];
        for (index, piece) in variant.pieces.iter().enumerate() {
            (roles[index], values[index]) = (piece.role, piece.value);
        }
        let kinds = || (0..movements.len()).map(PieceType::from_index);
        let using = |uses: fn(&Movement<G>) -> bool| {
            kinds().filter(|&kind| uses(&movements[kind.index()])).collect::<Vec<_>>()
        };
        let en_passant_capturers =
            using(|m| m.side(Color::White).en_passant_sources.iter().any(|set| !set.is_empty()));
        let leapers = using(Movement::leaps);
        let ray_users = using(Movement::has_rays);
        let rank_set = |rank: i32| {
            let squares = (0..G::FILES as i32).filter_map(|file| G::square(file, rank));
            squares.fold(G::Set::EMPTY, |set, square| set | G::Set::single(square))
        };
        let jumps = Color::ALL.map(|color| jumps(&movements[king.index()], color));
        Ok(Self {
            variant,
            roles,
            values,
            king,
            promotions: promotions(variant)?,
            last_rank: [rank_set(G::RANKS as i32 - 1), rank_set(0)],
            en_passant_capturers,
            leapers,
            line_users: line_users(&movements),
            ray_users,
            between: Between::of_board(),
            jumps,
            neighbourhood: G::per_square(|square| {
                G::neighbourhood(square, LONGEST_LEAP + LONGEST_KING_MOVE)
            }),
            movements,
        })
    }

    /// The game as data.
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// All kinds of pieces.
    #[inline(always)]
    pub fn kinds(&self) -> impl DoubleEndedIterator<Item = PieceType> + ExactSizeIterator + use<G> {
        (0..self.movements.len()).map(PieceType::from_index)
    }

    /// How a kind of piece moves.
    #[inline(always)]
    pub fn movement(&self, kind: PieceType) -> &Movement<G> {
        &self.movements[kind.index()]
    }

    /// What a kind of piece is beyond its moves.
    #[inline(always)]
    pub fn role(&self, kind: PieceType) -> Role {
        self.roles[kind.index()]
    }

    /// The inventor's estimate of a kind of piece in centipawns; 0 for the King.
    #[inline(always)]
    pub fn value(&self, kind: PieceType) -> i32 {
        self.values[kind.index()]
    }

    /// The royal kind.
    #[inline(always)]
    pub fn king(&self) -> PieceType {
        self.king
    }

    /// What Pawns and Princes promote to, the usual choice first.
    #[inline(always)]
    pub fn promotions(&self) -> &[PieceType] {
        &self.promotions
    }

    /// The rank on which a side's Pawns and Princes promote.
    #[inline(always)]
    pub fn last_rank(&self, color: Color) -> G::Set {
        self.last_rank[color.index()]
    }

    /// Kinds that may capture en passant.
    #[inline(always)]
    pub fn en_passant_capturers(&self) -> &[PieceType] {
        &self.en_passant_capturers
    }

    /// Kinds that capture by leaps.
    #[inline(always)]
    pub fn leapers(&self) -> &[PieceType] {
        &self.leapers
    }

    /// The families of lines along which some kind captures.
    #[inline(always)]
    pub fn line_users(&self) -> &[LineUsers<G>] {
        &self.line_users
    }

    /// Kinds that capture by paths without a lookup of their own.
    #[inline(always)]
    pub fn ray_users(&self) -> &[PieceType] {
        &self.ray_users
    }

    /// The squares between any two squares.
    #[inline(always)]
    pub fn between(&self) -> Between<G> {
        self.between
    }

    /// The jumps a King of this side may make from a square if it has not moved yet.
    #[inline(always)]
    pub fn jumps(&self, color: Color, from: Square) -> &[Jump] {
        &self.jumps[color.index()][from.index()]
    }

    /// Squares so near that a leaper there might attack a square where a King on `square` steps,
    /// jumps or passes.
    #[inline(always)]
    pub fn neighbourhood(&self, square: Square) -> G::Set {
        self.neighbourhood[square.index()]
    }

    /// The ranks where White's pieces of a kind stand in the start array.
    pub fn starting_ranks(&self, kind: PieceType) -> G::Set {
        initial_zone::<G>(self.variant, self.variant.pieces[kind.index()].letter)
    }

    /// The kind of piece with this letter, in either case.
    pub fn kind(&self, letter: char) -> Option<PieceType> {
        let upper = letter.to_ascii_uppercase();
        self.kinds().find(|kind| self.variant.pieces[kind.index()].letter == upper)
    }

    /// The letter of a piece: upper case for White.
    pub fn letter(&self, piece: Piece) -> char {
        let letter = self.variant.pieces[piece.kind().index()].letter;
        match piece.color() {
            Color::White => letter,
            Color::Black => letter.to_ascii_lowercase(),
        }
    }

    /// The piece with this letter: upper case for White.
    pub fn piece(&self, letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        self.kind(letter).map(|kind| Piece::new(kind, color))
    }
}

fn line_users<G: Geometry>(movements: &[Movement<G>]) -> Vec<LineUsers<G>> {
    let users_of = |family| {
        let captures = |&kind: &usize| movements[kind].lines().capture.contains(family);
        let kinds = (0..movements.len()).filter(captures);
        let kinds: Vec<PieceType> = kinds.map(PieceType::from_index).collect();
        (!kinds.is_empty()).then(|| LineUsers { family, kinds, sources: family.sources::<G>() })
    };
    LineFamily::ALL.into_iter().filter_map(users_of).collect()
}

fn check_pieces(variant: &Variant) -> Result<PieceType, RulesError> {
    let pieces = variant.pieces;
    if pieces.len() > MAX_PIECE_TYPES {
        return Err(RulesError::TooManyPieces(pieces.len()));
    }
    for (index, piece) in pieces.iter().enumerate() {
        let used = pieces[..index].iter().any(|other| other.letter == piece.letter);
        if used || !piece.letter.is_ascii_uppercase() {
            return Err(RulesError::Letter(piece.letter));
        }
        if piece.role.promotes() && variant.promotions.is_empty() {
            return Err(RulesError::NoPromotions(piece.letter));
        }
    }
    let mut royals = pieces.iter().enumerate().filter(|(_, piece)| piece.role == Role::Royal);
    match (royals.next(), royals.next()) {
        (Some((index, _)), None) => Ok(PieceType::from_index(index)),
        _ => Err(RulesError::Royal),
    }
}

fn promotions(variant: &Variant) -> Result<ArrayVec<PieceType, MAX_PIECE_TYPES>, RulesError> {
    let mut kinds = ArrayVec::new();
    for letter in variant.promotions.chars() {
        let index = variant
            .pieces
            .iter()
            .position(|piece| piece.letter == letter && piece.role == Role::Officer)
            .ok_or(RulesError::Promotion(letter))?;
        let kind = PieceType::from_index(index);
        if kinds.contains(&kind) {
            return Err(RulesError::Promotion(letter));
        }
        kinds.push(kind);
    }
    Ok(kinds)
}

/// The ranks where White's pieces of a kind stand in the start array: the starting rank is the
/// rank, not "has not moved yet".
fn initial_zone<G: Geometry>(variant: &Variant, letter: char) -> G::Set {
    let placement = variant.start.split(' ').next().unwrap_or("");
    let mut zone = G::Set::EMPTY;
    for (row, text) in placement.split('/').enumerate().filter(|(_, text)| text.contains(letter)) {
        debug_assert!(!text.is_empty());
        let rank = G::RANKS as i32 - 1 - row as i32;
        (0..G::FILES as i32).filter_map(|file| G::square(file, rank)).for_each(|s| zone.insert(s));
    }
    zone
}

/// For (2,0) and (2,2) the square between; for (2,1) the orthogonal and the diagonal neighbour
/// toward the target.
fn jumps<G: Geometry>(king: &Movement<G>, color: Color) -> Box<[Vec<Jump>]> {
    let mut table = vec![Vec::new(); G::INDEX_SPACE].into_boxed_slice();
    for from in G::squares() {
        for &delta in king.initial_leaps() {
            let delta = if color == Color::White { delta } else { delta.mirrored() };
            let Some(to) = G::offset(from, delta) else { continue };
            let diagonal = Delta::new(delta.files.signum(), delta.ranks.signum());
            let mut over: ArrayVec<Square, 2> = G::offset(from, diagonal).into_iter().collect();
            let orthogonal = match delta.files.abs().cmp(&delta.ranks.abs()) {
                std::cmp::Ordering::Less => Delta::new(0, diagonal.ranks),
                std::cmp::Ordering::Equal => diagonal,
                std::cmp::Ordering::Greater => Delta::new(diagonal.files, 0),
            };
            if orthogonal != diagonal {
                over.extend(G::offset(from, orthogonal));
            }
            table[from.index()].push(Jump { to, over });
        }
    }
    table
}
