//! Promotion as data, and compiled for a board.

use super::check::{self, RulesError};
use super::{Army, PieceDef};
use crate::betza::Betza;
use crate::bitboard::SquareSet;
use crate::geometry::{Board, Geometry};
use crate::pieces::{Color, Letter, MAX_PIECE_TYPES, Movement, PieceType};
use arrayvec::ArrayVec;

/// Where and under which conditions pieces promote. The default holds for all of Cazaux's 12x12
/// games: on the last rank, at once, and without limits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Promotion {
    /// The number of ranks at the far end on which pieces promote; 1 is the last rank alone. No
    /// capture en passant may end there.
    pub ranks: usize,
    /// The number of these ranks, the nearest ones, on which promotion is optional.
    pub optional_ranks: usize,
    /// Letters with the greatest number of such pieces that a side may have when promoting to them.
    /// A piece that must promote but has no choice left may not move there.
    pub limits: Vec<(Letter, u8)>,
    /// Letters with the number of last ranks on which a piece may become such a piece, if these are
    /// not all ranks of promotion. A piece that must promote but has no choice there may not move
    /// there.
    pub last_ranks: Vec<(Letter, u8)>,
    /// Whether a double step that promotes may be captured en passant.
    pub en_passant: bool,
    /// If set, pieces promote only by moves that enter the ranks from outside, or that start on them
    /// and capture. Promotion is then optional on all ranks.
    pub by_entry: Option<EntryPromotion>,
}

/// Promotion by moves that enter the ranks of promotion from outside, and by captures that start on
/// them, whether or not they leave them (Chu Shogi).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct EntryPromotion {
    /// The letters of the kinds that promote by any move to the last rank, too.
    pub to_last_rank: String,
}

impl Default for Promotion {
    fn default() -> Self {
        Self {
            ranks: 1,
            optional_ranks: 0,
            limits: Vec::new(),
            last_ranks: Vec::new(),
            en_passant: false,
            by_entry: None,
        }
    }
}

/// By colour and start square, the squares to which a kind of piece promotes.
type TargetTables<G> = [Box<[<G as Geometry>::Set]>; 2];

/// Promotion compiled for the board `G`.
#[derive(Debug)]
pub(super) struct Promotions<G: Geometry> {
    /// The choices of each kind of piece.
    pub kinds: Vec<ArrayVec<PieceType, MAX_PIECE_TYPES>>,
    pub zone: [G::Set; 2],
    pub forced_zone: [G::Set; 2],
    pub limits: Vec<(PieceType, u8)>,
    /// The kinds that are not a choice in the whole zone, with the squares of each side where they are.
    pub zones_of: Vec<(PieceType, [G::Set; 2])>,
    /// The target squares of the kinds that promote by some of their moves only.
    pub targets: Vec<(PieceType, TargetTables<G>)>,
    /// If pieces promote only on entering the zone or by captures from within, the kinds that promote
    /// by any move to the last rank, too, and each side's last rank.
    pub by_entry: Option<(Vec<PieceType>, [G::Set; 2])>,
    /// For each kind of piece, whether its promotion has conditions: it is optional, limited, or
    /// bound to some of its moves, or some choices to some ranks.
    pub special: Vec<bool>,
}

/// Compiles the promotion of a game whose numbers of ranks have been checked.
pub(super) fn compile<G: Geometry>(army: &Army<G>) -> Result<Promotions<G>, RulesError> {
    let variant = army.variant();
    let Promotion { ranks, optional_ranks, ref limits, ref last_ranks, ref by_entry, .. } =
        variant.promotion;
    let chosen = |letter| army.kind(letter).filter(|_| variant.all_promotions().contains(&letter));
    let kind_of = |letter| chosen(letter).ok_or(RulesError::PromotionLimit(letter));
    let zone_of = |&(letter, last): &(Letter, u8)| {
        let last = usize::from(last);
        let kind = chosen(letter).filter(|_| (1..=ranks).contains(&last));
        let kind = kind.ok_or(RulesError::PromotionLastRanks(letter))?;
        Ok((kind, Color::ALL.map(|color| far_ranks(army.board(), color, last))))
    };
    let mut targets = Vec::new();
    for (index, piece) in variant.pieces.iter().enumerate() {
        if let Some(betza) = &piece.promotes_by {
            targets.push((PieceType::from_index(index), targets_of(army, piece, betza)?));
        }
    }
    let pieces = variant.pieces.iter();
    let kinds =
        pieces.map(|piece| check::promotions(variant, piece)).collect::<Result<Vec<_>, _>>()?;
    let all_special =
        optional_ranks > 0 || !limits.is_empty() || !last_ranks.is_empty() || by_entry.is_some();
    let of_entry = |entry: &EntryPromotion| {
        let kinds = Letter::all(&entry.to_last_rank);
        let kinds = kinds.map(|it| army.kind(it).ok_or(RulesError::PromotionEntry(it)));
        let last = Color::ALL.map(|color| far_ranks(army.board(), color, 1));
        Ok::<_, RulesError>((kinds.collect::<Result<_, _>>()?, last))
    };
    let special = kinds.iter().zip(&variant.pieces).map(|(promotions, piece)| {
        !promotions.is_empty() && (all_special || piece.promotes_by.is_some())
    });
    Ok(Promotions {
        special: special.collect(),
        kinds,
        zone: Color::ALL.map(|color| far_ranks(army.board(), color, ranks)),
        forced_zone: Color::ALL.map(|color| far_ranks(army.board(), color, ranks - optional_ranks)),
        limits: limits
            .iter()
            .map(|&(letter, most)| Ok((kind_of(letter)?, most)))
            .collect::<Result<_, RulesError>>()?,
        zones_of: last_ranks.iter().map(zone_of).collect::<Result<_, RulesError>>()?,
        targets,
        by_entry: by_entry.as_ref().map(of_entry).transpose()?,
    })
}

/// The last `ranks` ranks from the point of view of a side.
fn far_ranks<G: Geometry>(board: &Board<G>, color: Color, ranks: usize) -> G::Set {
    board.on_ranks(|rank| match color {
        Color::White => rank >= board.ranks() - ranks,
        Color::Black => rank < ranks,
    })
}

/// The end squares of the moves by which a piece promotes, on any occupancy.
fn targets_of<G: Geometry>(
    army: &Army<G>,
    piece: &PieceDef,
    betza: &Betza,
) -> Result<TargetTables<G>, RulesError> {
    let letter = piece.letter;
    if army.variant().promotions_of(piece).is_empty() {
        return Err(RulesError::PromotesBy(letter));
    }
    let movement = Movement::compile(army.board(), betza, false, [G::all(); 2])
        .map_err(|error| RulesError::Movement { letter, error })?;
    Ok(Color::ALL.map(|color| {
        army.board().per_square(|from| {
            let paths = movement.paths_from(color, from);
            paths.iter().fold(G::Set::EMPTY, |set, path| set | path.landing())
        })
    }))
}
