//! Collects what only the compiled rules of a game know.

use crate::bitboard::SquareSet;
use crate::command::CommandPosition;
use crate::game::Visitor;
use crate::geometry::Geometry;
use crate::pieces::{Color, PieceType};
use crate::position::Position;
use crate::square::{Coordinates, Delta, Square};
use crate::variant::Rules;

/// One castling move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CastlingSquares {
    pub color: Color,
    /// The index of its right among the letters of the FEN.
    pub right: usize,
    /// The King's start and target square.
    pub king: (Coordinates, Coordinates),
    /// The partner's start and target square.
    pub other: (Coordinates, Coordinates),
}

/// A kind of piece whose double steps can be answered by a capture en passant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnPassantKind {
    /// Its index among the pieces of the game.
    pub victim: usize,
    /// The indices of the kinds that may capture it en passant.
    pub by: Vec<usize>,
    /// Whether it may promote by a double step.
    pub may_promote: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    pub castlings: Vec<CastlingSquares>,
    /// The jumps of a King, from White's point of view.
    pub jumps: Vec<Delta>,
    pub en_passant: Vec<EnPassantKind>,
}

/// Collects the facts from a position on any board.
pub struct FactFinder;

impl Visitor for FactFinder {
    type Output = Facts;

    fn visit<G: Geometry>(self, position: &Position<G>) -> Facts {
        let rules = position.rules();
        let pair = |(from, to)| (G::coordinates(from), G::coordinates(to));
        let castling = |it: &crate::variant::CastlingMove<G::Set>| CastlingSquares {
            color: it.color,
            right: it.right,
            king: pair(it.king),
            other: pair(it.other),
        };
        Facts {
            castlings: rules.castlings().iter().map(castling).collect(),
            jumps: rules.movement(rules.king()).initial_leaps().to_vec(),
            en_passant: rules.kinds().filter_map(|kind| en_passant(rules, kind)).collect(),
        }
    }

    fn visit_command<G: Geometry>(self, _: &CommandPosition<G>) -> Facts {
        Facts::default()
    }
}

/// Whether the double steps of White's pieces of a kind, from any square, can be answered en
/// passant, and by which kinds. The result for Black is the same by symmetry.
fn en_passant<G: Geometry>(rules: &Rules<G>, kind: PieceType) -> Option<EnPassantKind> {
    let side = Color::White;
    let (zone, forced) = (rules.promotion_zone(side), rules.forced_promotion_zone(side));
    let mut by = Vec::new();
    let mut may_promote = false;
    for double in &rules.movement(kind).side(side).double_steps {
        for from in double.sources - off_limits(rules, kind, side) {
            let mut open = double.way(rules.board(), from);
            let Some(to) = open.pop() else { continue };
            open.retain(|&passed| !rules.promotion_zone(!side).contains(passed));
            if open.is_empty() {
                continue;
            }
            let promotes = rules.promotes(kind)
                && (zone & rules.promotion_targets(kind, side, from)).contains(to);
            may_promote |= promotes;
            if promotes && forced.contains(to) && !rules.variant().promotion.en_passant {
                continue;
            }
            for &capturer in rules.en_passant_capturers() {
                let movement = rules.movement(capturer).side(!side);
                let sources = |passed: &Square| movement.en_passant_sources[passed.index()];
                let sources = open.iter().map(sources).fold(G::Set::EMPTY, |all, it| all | it)
                    - G::Set::single(to)
                    - off_limits(rules, capturer, !side);
                if !sources.is_empty() && !by.contains(&capturer.index()) {
                    by.push(capturer.index());
                }
            }
        }
    }
    by.sort_unstable();
    (!by.is_empty()).then_some(EnPassantKind { victim: kind.index(), by, may_promote })
}

/// The squares where a piece of this kind never stands, because it must have promoted.
fn off_limits<G: Geometry>(rules: &Rules<G>, kind: PieceType, side: Color) -> G::Set {
    match rules.role(kind).promotes() {
        true => rules.forced_promotion_zone(side),
        false => G::Set::EMPTY,
    }
}
