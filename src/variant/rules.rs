//! A variant compiled for its board: all the tables that moving and attacking need.

use super::check::{self, RulesError};
use super::{Role, Stalemate, Variant, piece_placement};
use crate::betza::Betza;
use crate::bitboard::SquareSet;
use crate::geometry::{Axis, Geometry};
use crate::pieces::{Color, MAX_PIECE_TYPES, Movement, Piece, PieceType};
use crate::square::{Delta, Square};
use arrayvec::ArrayVec;
use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

/// A royal jump from some square.
#[derive(Clone, Debug)]
pub struct Jump {
    /// Where it ends.
    pub to: Square,
    /// The squares it may pass over; one that is not threatened is enough.
    pub over: ArrayVec<Square, 2>,
}

/// Kinds of pieces by the line movement with which they capture.
#[derive(Clone, Debug, Default)]
pub struct LineUsers {
    /// Capture along ranks and files.
    pub rook: Vec<PieceType>,
    /// Capture along diagonals.
    pub bishop: Vec<PieceType>,
    /// Capture along ranks and files over one piece.
    pub rook_hop: Vec<PieceType>,
    /// Capture along diagonals over one piece.
    pub bishop_hop: Vec<PieceType>,
    /// Capture as an Eagle.
    pub eagle: Vec<PieceType>,
    /// Capture as a Rhinoceros.
    pub rhinoceros: Vec<PieceType>,
    /// Capture by paths without a lookup of their own.
    pub rays: Vec<PieceType>,
}

/// A variant compiled for the board `G`.
#[derive(Debug)]
pub struct Rules<G: Geometry> {
    variant: Arc<Variant>,
    movements: Vec<Movement<G>>,
    roles: [Role; MAX_PIECE_TYPES],
    values: [i32; MAX_PIECE_TYPES],
    king: PieceType,
    halfmove_limit: u32,
    repetition_limit: usize,
    promotions: ArrayVec<PieceType, MAX_PIECE_TYPES>,
    promotion_zone: [G::Set; 2],
    en_passant_capturers: Vec<PieceType>,
    leapers: Vec<PieceType>,
    line_users: LineUsers,
    empty_lines: EmptyBoard<G>,
    between: Box<[G::Set]>,
    jumps: [Box<[Vec<Jump>]>; 2],
    neighbourhood: Box<[G::Set]>,
}

/// What each line movement would see on an empty board, by square.
#[derive(Debug)]
struct EmptyBoard<G: Geometry> {
    rook: Box<[G::Set]>,
    bishop: Box<[G::Set]>,
    eagle: Box<[G::Set]>,
    rhinoceros: Box<[G::Set]>,
}

/// How far, in king steps, a leap of the supported pieces reaches at most.
const LONGEST_LEAP: i8 = 3;
/// How far, in king steps, a King's step or jump leads at most.
const LONGEST_KING_MOVE: i8 = 2;

impl<G: Geometry> Rules<G> {
    /// Checks a variant and compiles it.
    pub fn compile(variant: &Arc<Variant>) -> Result<Self, RulesError> {
        if (variant.files, variant.ranks) != (G::FILES, G::RANKS) {
            return Err(RulesError::Board { files: variant.files, ranks: variant.ranks });
        }
        let king = check::check(variant)?;
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
        let line_users = LineUsers {
            rook: using(|m| m.lines().rook),
            bishop: using(|m| m.lines().bishop),
            rook_hop: using(|m| m.lines().rook_hop),
            bishop_hop: using(|m| m.lines().bishop_hop),
            eagle: using(|m| m.lines().eagle),
            rhinoceros: using(|m| m.lines().rhinoceros),
            rays: using(Movement::has_rays),
        };
        let en_passant_capturers =
            using(|m| m.side(Color::White).en_passant_sources.iter().any(|set| !set.is_empty()));
        let leapers = using(Movement::leaps);
        let zone = |color: Color| {
            let far = |square: &Square| match color {
                Color::White => G::rank(*square) >= G::RANKS - variant.promotion_ranks,
                Color::Black => G::rank(*square) < variant.promotion_ranks,
            };
            G::squares().filter(far).fold(G::Set::EMPTY, |set, s| set | G::Set::single(s))
        };
        let jumps = Color::ALL.map(|color| jumps(&movements[king.index()], color));
        Ok(Self {
            variant: variant.clone(),
            roles,
            values,
            king,
            halfmove_limit: variant.end.move_limit.map_or(u32::MAX, |moves| 2 * u32::from(moves)),
            repetition_limit: variant.end.repetitions.map_or(usize::MAX, |n| usize::from(n) - 1),
            promotions: check::promotions(variant)?,
            promotion_zone: Color::ALL.map(zone),
            en_passant_capturers,
            leapers,
            line_users,
            empty_lines: EmptyBoard::new(),
            between: between::<G>(),
            jumps,
            neighbourhood: G::per_square(|square| {
                G::neighbourhood(square, LONGEST_LEAP + LONGEST_KING_MOVE)
            }),
            movements,
        })
    }

    /// The game as data.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
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

    /// The squares on which a side's Pawns and Princes promote.
    #[inline(always)]
    pub fn promotion_zone(&self, color: Color) -> G::Set {
        self.promotion_zone[color.index()]
    }

    /// What stalemate means.
    #[inline(always)]
    pub fn stalemate(&self) -> Stalemate {
        self.variant.end.stalemate
    }

    /// Halfmoves without a capture or a forward move of a Pawn after which the game is drawn;
    /// more than any position counts if no number does.
    #[inline(always)]
    pub fn halfmove_limit(&self) -> u32 {
        self.halfmove_limit
    }

    /// So many earlier occurrences of a position draw the game; more than there can be if no number
    /// does.
    #[inline(always)]
    pub fn repetition_limit(&self) -> usize {
        self.repetition_limit
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

    /// Kinds by the line movement with which they capture.
    #[inline(always)]
    pub fn line_users(&self) -> &LineUsers {
        &self.line_users
    }

    /// The squares strictly between two squares of one rank, file or diagonal; else none.
    #[inline(always)]
    pub fn between(&self, a: Square, b: Square) -> G::Set {
        self.between[a.index() * G::INDEX_SPACE + b.index()]
    }

    /// Squares on the rank and the file of a square, itself left out.
    #[inline(always)]
    pub fn rook_lines(&self, square: Square) -> G::Set {
        self.empty_lines.rook[square.index()]
    }

    /// Squares on the diagonals of a square, itself left out.
    #[inline(always)]
    pub fn bishop_lines(&self, square: Square) -> G::Set {
        self.empty_lines.bishop[square.index()]
    }

    /// Squares from which an Eagle would see the square on an empty board.
    #[inline(always)]
    pub fn eagle_lines(&self, square: Square) -> G::Set {
        self.empty_lines.eagle[square.index()]
    }

    /// Squares from which a Rhinoceros would see the square on an empty board.
    #[inline(always)]
    pub fn rhinoceros_lines(&self, square: Square) -> G::Set {
        self.empty_lines.rhinoceros[square.index()]
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
        initial_zone::<G>(&self.variant, self.variant.pieces[kind.index()].letter)
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

impl<G: Geometry> EmptyBoard<G> {
    fn new() -> Self {
        let none = G::Set::EMPTY;
        let lines = |a, b| {
            G::per_square(move |square| G::slide(a, square, none) | G::slide(b, square, none))
        };
        Self {
            rook: lines(Axis::Rank, Axis::File),
            bishop: lines(Axis::Diagonal, Axis::Antidiagonal),
            // Both movements are symmetric: what a piece sees from a square sees it from there.
            eagle: G::per_square(|square| G::eagle(square, none)),
            rhinoceros: G::per_square(|square| G::rhinoceros(square, none)),
        }
    }
}

/// The ranks where White's pieces of a kind stand in the start array: the starting rank is the
/// rank, not "has not moved yet".
fn initial_zone<G: Geometry>(variant: &Variant, letter: char) -> G::Set {
    let mut ranks = [false; 256];
    // The placement has been checked.
    let _ = piece_placement::read(
        variant.start_placement(),
        G::FILES,
        G::RANKS,
        |_, rank, standing| {
            ranks[rank] |= standing == letter;
            true
        },
    );
    let on_rank = G::squares().filter(|&square| ranks[G::rank(square)]);
    on_rank.fold(G::Set::EMPTY, |set, square| set | G::Set::single(square))
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

fn between<G: Geometry>() -> Box<[G::Set]> {
    let mut table = vec![G::Set::EMPTY; G::INDEX_SPACE * G::INDEX_SPACE].into_boxed_slice();
    for from in G::squares() {
        for axis in Axis::ALL {
            for step in [axis.step(), -axis.step()] {
                let mut passed = G::Set::EMPTY;
                for to in crate::geometry::walk::ray::<G>(from, step) {
                    table[from.index() * G::INDEX_SPACE + to.index()] = passed;
                    passed.insert(to);
                }
            }
        }
    }
    table
}

/// How many compiled games are kept.
const MOST_KEPT: usize = 16;

type Compiled = (Arc<Variant>, Arc<dyn Any + Send + Sync>);

/// Games compiled lately, the latest last.
static COMPILED: Mutex<Vec<Compiled>> = Mutex::new(Vec::new());

impl<G: Geometry> Rules<G> {
    /// The compiled rules of a game. Those of games met lately are shared.
    pub fn of(variant: &Arc<Variant>) -> Result<Arc<Self>, RulesError> {
        let mut compiled = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
        let known = compiled.iter().find_map(|(of, rules)| {
            let rules = rules.clone().downcast::<Self>().ok()?;
            (of == variant).then_some(rules)
        });
        if let Some(rules) = known {
            return Ok(rules);
        }
        let rules = Arc::new(Self::compile(variant)?);
        if compiled.len() == MOST_KEPT {
            compiled.remove(0);
        }
        compiled.push((variant.clone(), rules.clone()));
        Ok(rules)
    }
}
