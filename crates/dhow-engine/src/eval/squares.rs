//! Material and piece-square terms.

use super::Tapered;
use super::features::{Feature, FeatureGroup, FeatureSink, RANKS, Scorer};
use dhow_rules::bitboard::SquareSet;
use dhow_rules::geometry::{Board, Geometry};
use dhow_rules::pieces::{Color, MAX_PIECE_TYPES, Piece, PieceType};
use dhow_rules::square::Square;
use dhow_rules::variant::{Role, Rules};

/// The value of every piece on every square by [`Piece::index`] and square; negative for Black's pieces.
pub fn piece_squares<G: Geometry>(
    rules: &Rules<G>,
    weights: &[Tapered; Feature::COUNT],
) -> Box<[Tapered]> {
    let mut table = vec![Tapered::default(); 2 * MAX_PIECE_TYPES * G::INDEX_SPACE];
    for kind in rules.kinds() {
        let average = average_reach(rules, kind);
        for color in Color::ALL {
            let piece = Piece::new(kind, color);
            for square in rules.board().squares() {
                let mut scorer = Scorer { weights, score: Tapered::default() };
                count(rules, piece, square, average, &mut scorer);
                table[piece.index() * G::INDEX_SPACE + square.index()] = scorer.score;
            }
        }
    }
    table.into_boxed_slice()
}

/// Counts the features of a piece on a square.
pub fn count<G: Geometry>(
    rules: &Rules<G>,
    piece: Piece,
    square: Square,
    average_reach: i32,
    sink: &mut impl FeatureSink,
) {
    let (kind, color) = (piece.kind(), piece.color());
    let board = rules.board();
    let square = if color == Color::White { square } else { board.mirrored(square) };
    let mut add = |group, count| sink.add(color, Feature::of_kind(group, kind), count);
    let advanced = on_scale(board, G::rank(square)) as i32;
    let centre = |steps| from_centre_on_scale(board, steps);
    let role = rules.role(kind);
    if role == Role::Royal {
        add(FeatureGroup::Advance, advanced.min(5));
        add(FeatureGroup::Centre, -centre(from_centre(board, square)));
        if rules.several_royals().is_some() {
            add(FeatureGroup::Material, 1);
        }
        return;
    }
    add(FeatureGroup::Material, 1);
    add(FeatureGroup::Advance, advanced);
    match role {
        Role::Pawn => {
            add(FeatureGroup::AdvanceSquared, advanced * advanced / 4);
            add(FeatureGroup::Centre, 3 - centre(files_from_centre(board, square)));
        }
        Role::Prince => {
            add(FeatureGroup::AdvanceSquared, advanced * advanced / 4);
            add(FeatureGroup::Reach, reach(rules, kind, square) - average_reach);
        }
        _ => {
            add(FeatureGroup::Centre, 2 - centre(from_centre(board, square)));
            add(FeatureGroup::Reach, reach(rules, kind, square) - average_reach);
            if !rules.movement(kind).only_leaps() {
                add(FeatureGroup::Mobility, -(average_reach / 2));
            }
        }
    }
}

/// Scales a number of ranks to [`RANKS`]. The first and the last rank stay so.
pub fn on_scale<G: Geometry>(board: &Board<G>, ranks: usize) -> usize {
    rescaled(ranks, board.ranks() - 1, RANKS - 1)
}

/// Scales a number of King steps from the centre to a board of [`RANKS`] files and ranks.
fn from_centre_on_scale<G: Geometry>(board: &Board<G>, steps: i32) -> i32 {
    let edge = |size: usize| (size - 1) / 2;
    let most = edge(board.files().max(board.ranks())).max(1);
    rescaled(steps as usize, most, edge(RANKS)) as i32
}

/// Scales `part` of `whole` to the same part of `other`, rounded.
fn rescaled(part: usize, whole: usize, other: usize) -> usize {
    (2 * part * other + whole) / (2 * whole)
}

/// The squares on which a piece could capture from a square of the empty board. For hoppers, which need a screen, the
/// squares to which it could move.
pub fn reach<G: Geometry>(rules: &Rules<G>, kind: PieceType, square: Square) -> i32 {
    let (board, none) = (rules.board(), G::Set::EMPTY);
    rules.movement(kind).targets(Color::White, square, board.walls(), none).count() as i32
}

/// The mean of [`reach`] over all squares.
pub fn average_reach<G: Geometry>(rules: &Rules<G>, kind: PieceType) -> i32 {
    let board = rules.board();
    let total: i32 = board.squares().map(|square| reach(rules, kind, square)).sum();
    total / board.all().count() as i32
}

/// Files between a square and the centre; 0 on the two middle files.
pub fn files_from_centre<G: Geometry>(board: &Board<G>, square: Square) -> i32 {
    steps_from_middle(G::file(square), board.files())
}

/// Ranks between a square and the centre; 0 on the two middle ranks.
pub fn ranks_from_centre<G: Geometry>(board: &Board<G>, square: Square) -> i32 {
    steps_from_middle(G::rank(square), board.ranks())
}

/// Steps from a file or rank to the nearer one of the two middle ones; to the middle one, of an odd number, one less.
fn steps_from_middle(at: usize, number: usize) -> i32 {
    ((2 * at as i32 + 1 - number as i32).abs() - 1) / 2
}

/// King steps between a square and the centre.
pub fn from_centre<G: Geometry>(board: &Board<G>, square: Square) -> i32 {
    files_from_centre(board, square).max(ranks_from_centre(board, square))
}
