//! Material and piece-square terms, derived from how the pieces move.

use super::{Tapered, weights};
use crate::bitboard::SquareSet;
use crate::geometry::{Geometry, Square};
use crate::pieces::{Color, Piece, PieceType};
use crate::variant::{Role, Rules};

/// The value of every piece on every square, negative for Black's.
pub fn piece_squares<G: Geometry>(rules: &Rules<G>) -> Box<[Vec<Tapered>]> {
    let mut table = vec![vec![Tapered::default(); G::INDEX_SPACE]; 2 * rules.kinds().len()];
    for kind in rules.kinds() {
        let average = average_reach(rules, kind);
        for square in G::squares() {
            let value = white_value(rules, kind, square, average);
            table[Piece::new(kind, Color::White).index()][square.index()] = value;
            let mirrored = G::mirrored(square).index();
            table[Piece::new(kind, Color::Black).index()][mirrored] = value.scaled(-1);
        }
    }
    table.into_boxed_slice()
}

fn white_value<G: Geometry>(
    rules: &Rules<G>,
    kind: PieceType,
    square: Square,
    average: i32,
) -> Tapered {
    let mut value = material(rules, kind);
    let advanced = G::rank(square) as i32;
    let squared = |weight: Tapered| {
        let weighted = weight.scaled(advanced * advanced);
        Tapered::new(weighted.middlegame / 100, weighted.endgame / 100)
    };
    match rules.role(kind) {
        Role::Royal => {
            value += weights::KING_ADVANCE.scaled(advanced.min(5));
            value += weights::KING_CENTRE.scaled(-from_centre::<G>(square));
        }
        Role::Pawn => {
            value += weights::PAWN_ADVANCE.scaled(advanced);
            value += squared(weights::PAWN_ADVANCE_SQUARED);
            value += weights::PAWN_CENTRE.scaled(3 - files_from_centre::<G>(square));
        }
        Role::Prince => {
            value += squared(weights::PRINCE_ADVANCE_SQUARED);
            value += weights::REACH.scaled(reach(rules, kind, square) - average);
        }
        Role::Officer => {
            if !rules.movement(kind).only_leaps() {
                value += weights::MOBILITY.scaled(-(average / 2));
            }
            value += weights::REACH.scaled(reach(rules, kind, square) - average);
        }
    }
    value
}

fn material<G: Geometry>(rules: &Rules<G>, kind: PieceType) -> Tapered {
    let value = rules.value(kind);
    let lines = rules.movement(kind).lines();
    let percent = match rules.role(kind) {
        Role::Royal => return Tapered::default(),
        Role::Pawn => weights::PAWN_ENDGAME,
        _ if lines.rook_hop || lines.bishop_hop => weights::HOPPER_ENDGAME,
        _ => weights::OFFICER_ENDGAME,
    };
    Tapered::new(value, value * percent / 100)
}

/// Squares a piece could capture on from a square of the empty board; for hoppers, which need a
/// screen, squares they could move to.
pub fn reach<G: Geometry>(rules: &Rules<G>, kind: PieceType, square: Square) -> i32 {
    let none = G::Set::EMPTY;
    rules.movement(kind).targets(Color::White, square, none, none).count() as i32
}

/// The mean of [`reach`] over all squares.
pub fn average_reach<G: Geometry>(rules: &Rules<G>, kind: PieceType) -> i32 {
    let total: i32 = G::squares().map(|square| reach(rules, kind, square)).sum();
    total / (G::FILES * G::RANKS) as i32
}

/// Files between a square and the middle, 0 for the two middle files.
pub fn files_from_centre<G: Geometry>(square: Square) -> i32 {
    let file = G::file(square) as i32;
    let files = G::FILES as i32;
    ((2 * file + 1 - files).abs() - 1) / 2
}

/// Ranks between a square and the middle, 0 for the two middle ranks.
pub fn ranks_from_centre<G: Geometry>(square: Square) -> i32 {
    let rank = G::rank(square) as i32;
    let ranks = G::RANKS as i32;
    ((2 * rank + 1 - ranks).abs() - 1) / 2
}

/// King steps between a square and the middle of the board.
pub fn from_centre<G: Geometry>(square: Square) -> i32 {
    files_from_centre::<G>(square).max(ranks_from_centre::<G>(square))
}
