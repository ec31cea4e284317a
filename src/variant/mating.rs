//! What mates a bare King.

use super::army::*;
use super::{PieceDef, Rules};
use crate::geometry::Geometry;
use crate::pieces::{MAX_PIECE_TYPES, PieceType};
use crate::square::Square;

/// Pairs that win nowhere or almost nowhere on 12x12, though they may stand on squares of both
/// colours. All other pairs of the games' pieces win almost always, unless both are bound to the
/// squares of the same colour. `dhow endgame --pairs` says so, and a test holds both together.
const HELPLESS_PAIRS: [[&PieceDef; 2]; 16] = [
    [&CAMEL, &CAMEL],
    [&CAMEL, &KNIGHT],
    [&CAMEL, &GIRAFFE],
    [&CAMEL, &ARCHER],
    [&KNIGHT, &KNIGHT],
    [&KNIGHT, &ELEPHANT],
    [&KNIGHT, &GIRAFFE],
    [&KNIGHT, &ARCHER],
    [&GIRAFFE, &GIRAFFE],
    [&GIRAFFE, &ELEPHANT],
    [&GIRAFFE, &ARCHER],
    [&ARCHER, &ARCHER],
    [&ARCHER, &ELEPHANT],
    [&ARCHER, &BISHOP],
    [&ARCHER, &CANNON],
    [&CANNON, &CANNON],
];

/// Which pieces are enough to force mate on a bare King with their own King's help.
#[derive(Clone, Debug)]
pub struct MatingMaterial {
    /// Kinds that are enough alone.
    alone: [bool; MAX_PIECE_TYPES],
    /// Kinds that never leave the squares of one colour.
    colour_bound: [bool; MAX_PIECE_TYPES],
    /// Kinds that are not enough together.
    helpless: [[bool; MAX_PIECE_TYPES]; MAX_PIECE_TYPES],
}

impl MatingMaterial {
    /// What is known of the pieces of a game. Pieces are known by their movements; pairs of other
    /// pieces than the built-in games have count as enough.
    pub fn new<G: Geometry>(rules: &Rules<G>) -> Self {
        let none = [false; MAX_PIECE_TYPES];
        let mut material =
            Self { alone: none, colour_bound: none, helpless: [none; MAX_PIECE_TYPES] };
        let pieces = rules.variant().pieces;
        for kind in rules.kinds() {
            let piece = &pieces[kind.index()];
            material.alone[kind.index()] = piece.mates_alone;
            material.colour_bound[kind.index()] = rules.movement(kind).is_colour_bound();
            for other in rules.kinds() {
                let pair = [piece.betza, pieces[other.index()].betza];
                let known = |[a, b]: [&PieceDef; 2]| {
                    pair == [a.betza, b.betza] || pair == [b.betza, a.betza]
                };
                material.helpless[kind.index()][other.index()] =
                    HELPLESS_PAIRS.into_iter().any(known);
            }
        }
        material
    }

    /// Whether a side with these pieces on these squares, and its King, can force mate on a bare
    /// King in more than a few positions. Pieces that promote count as what they become. Three
    /// pieces or more count as enough, unless none ever leaves the squares of the same colour:
    /// then there is no mate at all, since no King guards every square of the other colour beside
    /// another one.
    pub fn suffices<G: Geometry>(&self, pieces: &[(PieceType, Square)]) -> bool {
        if pieces.iter().any(|(kind, _)| self.alone[kind.index()]) {
            return true;
        }
        let one_colour =
            pieces.windows(2).all(|pair| G::is_dark(pair[0].1) == G::is_dark(pair[1].1));
        if one_colour && pieces.iter().all(|(kind, _)| self.colour_bound[kind.index()]) {
            return false;
        }
        match pieces {
            [] | [_] => false,
            [(first, _), (second, _)] => !self.helpless[first.index()][second.index()],
            _ => true,
        }
    }
}
