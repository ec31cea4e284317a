//! Checks whether a placement with its rights is a position of a game.

use super::Position;
use crate::bitboard::SquareSet;
use crate::geometry::Geometry;
use crate::pieces::{Color, Piece, PieceType};
use crate::square::{Coordinates, Square};
use crate::variant::{CASTLING_LETTERS, MAX_LEADERS, Variant};

/// Why a well-formed FEN is not a position of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A side does not have exactly one King, in a game where each side has one.
    #[error("{color} has {found} Kings; each side has one")]
    Kings {
        /// The side.
        color: Color,
        /// The number of its Kings.
        found: u32,
    },
    /// The side that has just moved has too few royal pieces, in a game where it may have several.
    #[error("{color} has {found} royal pieces; with {lost_with} it has lost")]
    Royals {
        /// The side.
        color: Color,
        /// The number of its royal pieces.
        found: u32,
        /// The number of them with which it has lost.
        lost_with: u8,
    },
    /// No side has a leader.
    #[error("no side has a leader")]
    NoLeaders,
    /// A side has too many leaders.
    #[error("{color} has {found} leaders; at most {MAX_LEADERS} are allowed")]
    Leaders {
        /// The side.
        color: Color,
        /// The number of its leaders.
        found: u32,
    },
    /// A piece stands on a rank where it must have promoted.
    #[error("a {color} {piece} on {square} would have had to promote")]
    NotPromoted {
        /// The side.
        color: Color,
        /// The name of the piece.
        piece: String,
        /// Its square.
        square: String,
    },
    /// A jump right of a King that must have moved.
    #[error("{color}'s King on {square} must have moved, so it has no right to jump")]
    JumpRight {
        /// The side.
        color: Color,
        /// The square of its King.
        square: String,
    },
    /// A jump right in a game without jumps.
    #[error("no King of this game has a right to jump")]
    NoJumps,
    /// A castling right in a game without castling, or of pieces that must have moved.
    #[error("`{0}`: the King or the piece that it castles with must have moved")]
    CastlingRight(char),
    /// An en passant square that no double step can just have passed over.
    #[error("no double step can just have passed over the en passant square {0}")]
    EnPassant(String),
    /// A square on which the last move cannot have captured a piece that may not be traded.
    #[error("no piece that may not be traded can just have been captured on {0}")]
    Struck(String),
    /// Kings that see each other though they may not.
    #[error("the Kings face each other, which is not allowed in this game")]
    Facing,
    /// The side that has just moved is in check.
    #[error("{0} is in check, but it is the other side's turn")]
    WrongSideInCheck(Color),
}

/// Checks that each side has one King, or enough royal pieces.
pub(super) fn kings<G: Geometry>(position: &Position<G>) -> Result<(), PositionError> {
    for color in Color::ALL {
        if let Some(rule) = position.rules().several_royals() {
            // The side to move may just have lost them.
            if position.lost_royals(color) && color != position.side_to_move() {
                let (found, lost_with) = (position.royals(color).count(), rule.lost_with);
                return Err(PositionError::Royals { color, found, lost_with });
            }
            continue;
        }
        let found = position.pieces(position.rules().king(), color).count();
        if found != 1 {
            return Err(PositionError::Kings { color, found });
        }
    }
    Ok(())
}

/// Checks that Kings which may not face each other do not.
pub(super) fn facing<G: Geometry>(position: &Position<G>) -> Result<(), PositionError> {
    if position.rules().facing().is_empty() {
        return Ok(());
    }
    let kings = (position.king(Color::White), position.king(Color::Black));
    match position.kings_face(kings, position.occupied()) {
        true => Err(PositionError::Facing),
        false => Ok(()),
    }
}

/// Checks that no Pawn or Prince stands on its last rank. Officers that promote may stand there,
/// because another piece may have become one there.
pub(super) fn promoting_pieces<G: Geometry>(position: &Position<G>) -> Result<(), PositionError> {
    let rules = position.rules();
    for color in Color::ALL {
        for kind in rules.kinds().filter(|&kind| rules.role(kind).promotes()) {
            let late = position.pieces(kind, color) & rules.forced_promotion_zone(color);
            if let Some(square) = late.first() {
                let piece = rules.variant().pieces[kind.index()].name.clone();
                return Err(PositionError::NotPromoted { color, piece, square: G::name(square) });
            }
        }
    }
    Ok(())
}

/// Checks that a King with a jump right stands where some setup puts it.
pub(super) fn jump_rights<G: Geometry>(position: &Position<G>) -> Result<(), PositionError> {
    for color in Color::ALL.into_iter().filter(|&color| position.may_jump(color)) {
        let king = position.king(color);
        let blacks = if color == Color::Black { king } else { position.board().mirrored(king) };
        if position.rules().jumps(color, king).is_empty() {
            return Err(PositionError::NoJumps);
        }
        if !king_starts_on(position.rules().variant(), G::coordinates(blacks)) {
            return Err(PositionError::JumpRight { color, square: G::name(king) });
        }
    }
    Ok(())
}

/// Checks that pieces with castling rights stand on their start squares.
pub(super) fn castling_rights<G: Geometry>(position: &Position<G>) -> Result<(), PositionError> {
    let rules = position.rules();
    for (right, &letter) in CASTLING_LETTERS.iter().enumerate() {
        if position.castling() >> right & 1 == 0 {
            continue;
        }
        let stands = |kind: Option<PieceType>, color, square| {
            kind.is_some_and(|kind| position.on(square) == Some(Piece::new(kind, color)))
        };
        let castling = rules.castlings().iter().find(|it| it.right == right);
        if !castling.is_some_and(|it| {
            stands(Some(rules.king()), it.color, it.king.0)
                && stands(rules.kind(it.with), it.color, it.other.0)
        }) {
            return Err(PositionError::CastlingRight(letter));
        }
    }
    Ok(())
}

/// Whether Black's King stands on a square in some setup, or in the start array of a game without
/// setups.
fn king_starts_on(variant: &Variant, square: Coordinates) -> bool {
    let Some(king) = variant.royal_letter() else { return false };
    let mut groups = variant.setup.iter().filter(|group| king.is_in(&group.chiefs)).peekable();
    if groups.peek().is_some() {
        return groups.any(|group| group.squares.contains(&square));
    }
    variant.start_letters().get(&square) == Some(&king.to_ascii_lowercase())
}

/// The square of the piece that has just passed over all of `squares` with a double or triple step,
/// and those of `squares` in the order of the step.
pub(super) fn double_step<G: Geometry>(
    position: &Position<G>,
    squares: &[Square],
) -> Result<(Square, Vec<Square>), PositionError> {
    let (rules, mover) = (position.rules(), !position.side_to_move());
    let (board, occupied) = (position.board(), position.occupied());
    for kind in rules.kinds() {
        let steps = rules.movement(kind).side(mover).double_steps.iter();
        let ways =
            steps.flat_map(|it| it.sources.into_iter().map(|from| (from, it.way(board, from))));
        for (from, way) in ways {
            let Some((&to, passed)) = way.split_last() else { continue };
            let empty = passed.iter().chain([&from]).all(|&square| !occupied.contains(square))
                && squares.iter().all(|square| passed.contains(square));
            let targets = rules.promotion_targets(kind, mover, from) & rules.promotion_zone(mover);
            let promotes = rules.promotes(kind) && targets.contains(to);
            let forced = promotes && rules.forced_promotion_zone(mover).contains(to);
            let promoted = || {
                let kinds = rules.promotions(kind).iter();
                let became = |kind| {
                    position.pieces(kind, mover).contains(to) && rules.may_become(kind, mover, to)
                };
                promotes && kinds.copied().any(became)
            };
            let stands = (!forced && position.pieces(kind, mover).contains(to))
                || (rules.variant().promotion.en_passant && promoted());
            if empty && stands {
                let in_order = passed.iter().copied().filter(|square| squares.contains(square));
                return Ok((to, in_order.collect()));
            }
        }
    }
    let names = squares.iter().copied().map(G::name).collect();
    Err(PositionError::EnPassant(names))
}

/// The only square where the last move can have captured a piece that may not be traded: the side to move has none
/// there.
pub(super) fn struck<G: Geometry>(
    position: &Position<G>,
    squares: &[Square],
) -> Result<Option<Square>, PositionError> {
    let own = position.placement().side(position.side_to_move());
    match squares {
        [] => Ok(None),
        [square] if !own.contains(*square) => Ok(Some(*square)),
        _ => Err(PositionError::Struck(squares.iter().copied().map(G::name).collect())),
    }
}

/// Checks that the side that has just moved is not in check.
pub(super) fn side_not_to_move<G: Geometry>(position: &Position<G>) -> Result<(), PositionError> {
    let side = position.side_to_move();
    if position.checkers_of(!side).is_empty() {
        Ok(())
    } else {
        Err(PositionError::WrongSideInCheck(!side))
    }
}
