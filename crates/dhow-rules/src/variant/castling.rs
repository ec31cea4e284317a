//! Castling as data, and compiled for a board.

use super::Variant;
use super::check::RulesError;
use crate::bitboard::SquareSet;
use crate::geometry::{Board, Geometry};
use crate::pieces::{Color, Letter};
use crate::square::{Coordinates, Square};
use std::collections::BTreeMap;

/// How a King castles. It castles along its rank with a partner, a piece that stands on that rank
/// in the start array. Neither may have moved, all squares between must be empty, and no square
/// that the King leaves, passes or reaches may be attacked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Castling {
    /// The letters of the pieces that may be the partner. In each direction, the partner is the outermost such piece
    /// within `outermost`.
    pub with: String,
    /// The outermost files (from 0) of the partner, White's and then Black's: towards the last file,
    /// then towards the first.
    pub outermost: [[usize; 2]; 2],
    /// The King's target files (from 0) in the same order, of which the player chooses one, the usual one first. If the
    /// list is empty, the King does not castle in that direction. The partner ends next to the King, on the side that
    /// the King came from.
    pub files: [[Vec<usize>; 2]; 2],
    /// Whether a side that castles takes the right to castle in that direction from the other one.
    pub opposite: bool,
}

impl Castling {
    /// The numbers of squares that the Kings move: for each direction, towards the last file first,
    /// White's and Black's, the usual one first. Empty where the start array has no King, and where
    /// nothing that it castles with stands in that direction.
    pub fn distances(&self, variant: &Variant) -> [[Vec<usize>; 2]; 2] {
        let standing = variant.start_letters();
        [0, 1].map(|side| {
            Color::ALL.map(|color| {
                let Some(king) = king_at(variant, &standing, color) else { return Vec::new() };
                if self.partners(&standing, color, king)[side].is_none() {
                    return Vec::new();
                }
                let files = &self.files[color.index()][side];
                files.iter().map(|file| file.abs_diff(king.file.into())).collect()
            })
        })
    }

    /// The files (from 0) of the partners of a side's King, toward the last file and the first.
    pub(super) fn partners(
        &self,
        standing: &BTreeMap<Coordinates, Letter>,
        color: Color,
        king: Coordinates,
    ) -> [Option<u8>; 2] {
        let with = |letter| Letter::all(&self.with).any(|with| color.letter_of(with) == letter);
        let beside = standing.iter().filter(|&(at, &letter)| at.rank == king.rank && with(letter));
        let [last, first] = self.outermost[color.index()];
        let within = |file: &u8| (first..=last).contains(&usize::from(*file));
        let files: Vec<u8> = beside.map(|(at, _)| at.file).filter(within).collect();
        [
            files.iter().copied().filter(|&file| file > king.file).max(),
            files.iter().copied().filter(|&file| file < king.file).min(),
        ]
    }
}

/// The square of a side's King in an array; `None` if it has none.
pub(super) fn king_at(
    variant: &Variant,
    standing: &BTreeMap<Coordinates, Letter>,
    color: Color,
) -> Option<Coordinates> {
    let king = color.letter_of(variant.royal_letter()?);
    standing.iter().find(|&(_, &letter)| letter == king).map(|(&at, _)| at)
}

/// The letters of the castling rights in a FEN, in their order: White's towards the last file and
/// the first, then Black's.
pub const CASTLING_LETTERS: [char; 4] = ['K', 'Q', 'k', 'q'];

/// One castling move of a side.
#[derive(Clone, Debug)]
pub struct CastlingMove<S> {
    /// The side that castles.
    pub color: Color,
    /// The index of its right in [`CASTLING_LETTERS`].
    pub right: usize,
    /// Whether it goes to the first file of its direction.
    pub is_usual: bool,
    /// The King's start and target square.
    pub king: (Square, Square),
    /// The upper-case letter of the partner.
    pub with: Letter,
    /// The partner's start and target square.
    pub other: (Square, Square),
    /// The squares that must be empty.
    pub empty: S,
    /// The squares that the King passes, its target included. None may be attacked.
    pub passed: Vec<Square>,
    /// The castling rights that the other side loses, one bit each.
    pub ends: u8,
}

/// The castling moves of a game, the usual one of each direction before the others.
pub(super) fn compile<G: Geometry>(
    board: &Board<G>,
    variant: &Variant,
) -> Result<Vec<CastlingMove<G::Set>>, RulesError> {
    let mut moves = Vec::new();
    let Some(castling) = &variant.castling else { return Ok(moves) };
    variant.royal_letter().ok_or(RulesError::Royal)?;
    let standing = variant.start_letters();
    for color in Color::ALL {
        let Some(king) = king_at(variant, &standing, color) else {
            // A side may have other royal pieces instead.
            match variant.several_royals {
                Some(_) => continue,
                None => return Err(RulesError::Castling("the start array has no King")),
            }
        };
        for (side, from) in castling.partners(&standing, color, king).into_iter().enumerate() {
            let Some(from) = from else { continue };
            let right = 2 * color.index() + side;
            for (index, &to) in castling.files[color.index()][side].iter().enumerate() {
                let mut it = castling_move(board, color, right, king, from, to)?;
                it.is_usual = index == 0;
                let partner = Coordinates { file: from, ..king };
                it.with = standing.get(&partner).map_or(' '.into(), |it| it.to_ascii_uppercase());
                it.ends = if castling.opposite { 1 << (right ^ 2) } else { 0 };
                moves.push(it);
            }
        }
    }
    if moves.is_empty() {
        return Err(RulesError::Castling(
            "the King's rank of the start array has none of the pieces",
        ));
    }
    Ok(moves)
}

fn castling_move<G: Geometry>(
    board: &Board<G>,
    color: Color,
    right: usize,
    king: Coordinates,
    other: u8,
    to: usize,
) -> Result<CastlingMove<G::Set>, RulesError> {
    let (from, other) = (usize::from(king.file), usize::from(other));
    let toward_last = right.is_multiple_of(2);
    if from == to || (to > from) != toward_last {
        return Err(RulesError::Castling("the King does not go toward the other piece"));
    }
    if to == other {
        return Err(RulesError::Castling("the King ends where the other piece stands"));
    }
    let square = |file: usize| {
        let file = i32::try_from(file).ok();
        file.and_then(|file| board.square(file, i32::from(king.rank)))
            .ok_or(RulesError::Castling("a file is not on the board"))
    };
    let beside = if toward_last { to - 1 } else { to + 1 };
    // The partner's target lies on the King's path.
    let (least, most) = (from.min(to).min(other), from.max(to).max(other));
    let mut empty = G::Set::EMPTY;
    for file in (least..=most).filter(|&file| file != from && file != other) {
        empty |= G::Set::single(square(file)?);
    }
    let way = (from.min(to)..=from.max(to)).filter(|&file| file != from);
    Ok(CastlingMove {
        color,
        right,
        king: (square(from)?, square(to)?),
        other: (square(other)?, square(beside)?),
        empty,
        passed: way.map(square).collect::<Result<_, _>>()?,
        with: ' '.into(),
        is_usual: true,
        ends: 0,
    })
}
