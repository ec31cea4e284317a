//! Which material can mate a bare King.

use super::{Role, Rules};
use crate::betza::{CanonicalForm, Notation};
use crate::geometry::Geometry;
use crate::pieces::{MAX_PIECE_TYPES, PieceType};
use crate::square::Square;
use once_cell::sync::Lazy;

/// The board that was analysed by retrograde analysis, as files and ranks.
const ANALYSED: (usize, usize) = (12, 12);

/// Movements that cannot force mate on a bare King with only their own King's help, in addition to
/// the colour-bound ones. A test compares the list with the analysis.
const HELPLESS: [&str; 6] = ["N", "WyafsW", "WD", "Z", "mRcpR", "mQcpQ"];

/// Pairs that win in no position or almost none, though they may stand on squares of both colours.
/// All other pairs of the games' pieces win almost always, unless both are bound to squares of the
/// same colour. The source is `dhow endgame --pairs`; a test compares the list with it.
const HELPLESS_PAIRS: [[&str; 2]; 16] = [
    [CAMEL, CAMEL],
    [CAMEL, KNIGHT],
    [CAMEL, GIRAFFE],
    [CAMEL, ARCHER],
    [KNIGHT, KNIGHT],
    [KNIGHT, ELEPHANT],
    [KNIGHT, GIRAFFE],
    [KNIGHT, ARCHER],
    [GIRAFFE, GIRAFFE],
    [GIRAFFE, ELEPHANT],
    [GIRAFFE, ARCHER],
    [ARCHER, ARCHER],
    [ARCHER, ELEPHANT],
    [ARCHER, BISHOP],
    [ARCHER, CANNON],
    [CANNON, CANNON],
];

const CAMEL: &str = "C";
const KNIGHT: &str = "N";
const GIRAFFE: &str = "Z";
const ELEPHANT: &str = "FA";
const ARCHER: &str = "mBcpB";
const BISHOP: &str = "B";
const CANNON: &str = "mRcpR";

static HELPLESS_FORMS: Lazy<[CanonicalForm; 6]> = Lazy::new(|| HELPLESS.map(form));
static HELPLESS_PAIR_FORMS: Lazy<[[CanonicalForm; 2]; 16]> =
    Lazy::new(|| HELPLESS_PAIRS.map(|pair| pair.map(form)));

fn form(betza: &str) -> CanonicalForm {
    CanonicalForm::from(&*Notation::known(betza))
}

/// Which pieces can force mate on a bare King with their own King's help.
#[derive(Clone, Debug)]
pub struct MatingMaterial {
    /// Kinds that can mate alone.
    alone: [bool; MAX_PIECE_TYPES],
    /// Kinds that never leave the squares of one colour.
    colour_bound: [bool; MAX_PIECE_TYPES],
    /// Pairs of kinds that cannot mate together.
    helpless: [[bool; MAX_PIECE_TYPES]; MAX_PIECE_TYPES],
}

impl MatingMaterial {
    /// The mating material of a game, derived from its movements. Pieces and pairs that were not
    /// analysed, or not on this board, are assumed to mate, unless they are bound to squares of one
    /// colour.
    pub fn new<G: Geometry>(rules: &Rules<G>) -> Self {
        let none = [false; MAX_PIECE_TYPES];
        let mut material =
            Self { alone: none, colour_bound: none, helpless: [none; MAX_PIECE_TYPES] };
        let board = rules.board();
        let analysed =
            (board.files(), board.ranks()) == ANALYSED && rules.variant().holes.is_empty();
        // The analysis does not apply to games in which stalemate or a bare King loses.
        let by_other_means = !rules.variant().need_mate() || rules.variant().confines();
        let pieces = &rules.variant().pieces;
        let forms: Vec<_> = pieces.iter().map(|piece| CanonicalForm::from(&*piece.betza)).collect();
        let form = |kind: PieceType| &forms[kind.index()];
        for kind in rules.kinds() {
            let colour_bound = rules.movement(kind).is_colour_bound();
            material.colour_bound[kind.index()] = colour_bound;
            // A piece that promotes counts as what it becomes.
            material.alone[kind.index()] = match rules.role(kind) {
                Role::Royal | Role::Leader => false,
                Role::Pawn | Role::Prince => true,
                Role::Officer => {
                    let helpless = colour_bound || analysed && HELPLESS_FORMS.contains(form(kind));
                    by_other_means || !helpless
                }
            };
            for other in rules.kinds() {
                let pair = [form(kind), form(other)];
                let known = |[a, b]: &[CanonicalForm; 2]| pair == [a, b] || pair == [b, a];
                material.helpless[kind.index()][other.index()] =
                    analysed && HELPLESS_PAIR_FORMS.iter().any(known);
            }
        }
        material
    }

    /// Whether a kind of piece can mate alone.
    pub fn mates_alone(&self, kind: PieceType) -> bool {
        self.alone[kind.index()]
    }

    /// Whether a side with these pieces and its King can force mate on a bare King in more than a
    /// few positions.
    ///
    /// Pieces that promote count as what they become. Three or more pieces are assumed to mate,
    /// unless all are bound to squares of the same colour. Then no mate exists, because the King
    /// cannot guard all squares of the other colour next to the enemy King.
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
