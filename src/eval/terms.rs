//! Terms computed from a position: mobility, danger to the Kings, passed Pawns, shelter.

use super::squares::{average_reach, files_from_centre, ranks_from_centre};
use super::{Tapered, weights};
use crate::bitboard::SquareSet;
use crate::geometry::{Delta, Geometry, Square};
use crate::pieces::{Color, PieceType};
use crate::position::Position;
use crate::variant::{Role, Rules};

/// Tables for the terms of one game.
#[derive(Debug)]
pub struct Terms<G: Geometry> {
    officers: Vec<Officer>,
    pawns: Vec<PieceType>,
    /// The square and those around it.
    around: Box<[G::Set]>,
    /// Squares ahead of a Pawn of each side, on its own and the neighbouring files.
    ahead: [Box<[G::Set]>; 2],
    /// The weight of a passed Pawn by the ranks it has advanced.
    passed: Vec<Tapered>,
}

#[derive(Debug)]
struct Officer {
    kind: PieceType,
    /// Half of its average reach on the empty board: the mobility that counts as neither good nor
    /// bad.
    usual_mobility: i32,
    /// What it adds to the danger of a King for each square around it that it attacks.
    king_attack: i32,
}

impl<G: Geometry> Terms<G> {
    pub fn new(rules: &Rules<G>) -> Self {
        let officers = rules
            .kinds()
            .filter(|&kind| matches!(rules.role(kind), Role::Officer))
            .map(|kind| Officer {
                kind,
                usual_mobility: average_reach(rules, kind) / 2,
                king_attack: weights::KING_ATTACK * (100 + rules.value(kind)) / 100,
            })
            .collect();
        let pawns = rules.kinds().filter(|&kind| rules.role(kind) == Role::Pawn).collect();
        let passed = (0..G::RANKS as i32)
            .map(|rank| {
                let weighted = weights::PASSED_SQUARED.scaled(rank * rank);
                Tapered::new(weighted.middlegame / 100, weighted.endgame / 100)
            })
            .collect();
        Self {
            officers,
            pawns,
            around: G::per_square(|square| G::neighbourhood(square, 1)),
            ahead: [G::per_square(|s| ahead::<G>(s, 1)), G::per_square(|s| ahead::<G>(s, -1))],
            passed,
        }
    }

    /// Adds White's terms and subtracts Black's.
    #[inline(always)]
    pub fn add(&self, position: &Position<G>, score: &mut Tapered) {
        for color in Color::ALL {
            let mut side = Tapered::default();
            self.add_officers(position, color, &mut side);
            self.add_passed_pawns(position, color, &mut side);
            self.add_shelter(position, color, &mut side);
            match color {
                Color::White => *score += side,
                Color::Black => *score -= side,
            }
        }
    }

    #[inline(always)]
    fn add_officers(&self, position: &Position<G>, color: Color, score: &mut Tapered) {
        let (rules, placement) = (position.rules(), position.placement());
        let (own, enemies) = (placement.side(color), placement.side(!color));
        let occupied = own | enemies;
        let king_zone = self.around[position.king(!color).index()];
        let (mut mobility, mut danger) = (0, 0);
        for officer in &self.officers {
            let movement = rules.movement(officer.kind);
            let (mut reached, mut attacked) = (0, 0);
            let pieces = placement.of_kind(officer.kind) & own;
            if movement.only_leaps() {
                let leaps = &movement.side(color).quiet_leaps;
                for from in pieces {
                    let targets = leaps[from.index()] - own;
                    reached += targets.count() as i32;
                    attacked += (targets & king_zone).count() as i32;
                }
            } else {
                for from in pieces {
                    let targets = movement.targets(color, from, occupied, enemies);
                    reached += targets.count() as i32;
                    attacked += (targets & king_zone).count() as i32;
                }
            }
            mobility += reached - officer.usual_mobility * pieces.count() as i32;
            danger += officer.king_attack * attacked;
        }
        *score += weights::MOBILITY.scaled(mobility);
        let danger = danger * danger / weights::KING_DANGER_DIVISOR;
        score.middlegame += danger.min(weights::KING_DANGER_LIMIT);
    }

    #[inline(always)]
    fn add_passed_pawns(&self, position: &Position<G>, color: Color, score: &mut Tapered) {
        let placement = position.placement();
        let pawns = placement.of_kinds(&self.pawns);
        let (own, enemies) = (pawns & placement.side(color), pawns & placement.side(!color));
        for pawn in own {
            if (self.ahead[color.index()][pawn.index()] & enemies).is_empty() {
                let advanced = match color {
                    Color::White => G::rank(pawn),
                    Color::Black => G::RANKS - 1 - G::rank(pawn),
                };
                *score += self.passed[advanced];
            }
        }
    }

    #[inline(always)]
    fn add_shelter(&self, position: &Position<G>, color: Color, score: &mut Tapered) {
        let around = self.around[position.king(color).index()];
        let guards = (around & position.placement().side(color)).count() as i32 - 1;
        *score += weights::SHELTER.scaled(guards);
    }

    /// How far a bare King is driven to the edge and how near the other King is.
    pub fn driven(&self, bare: Square, winner: Square) -> i32 {
        let (files, ranks) = (files_from_centre::<G>(bare), ranks_from_centre::<G>(bare));
        let apart = G::delta(bare, winner);
        let distance = apart.files.abs().max(apart.ranks.abs()) as i32;
        weights::DRIVEN_TO_EDGE * files.max(ranks) + weights::DRIVEN_TO_CORNER * files.min(ranks)
            - weights::KINGS_NEAR * distance
    }
}

fn ahead<G: Geometry>(square: Square, forward: i8) -> G::Set {
    let mut set = G::Set::EMPTY;
    for ranks in 1..G::RANKS as i8 {
        for files in -1..=1 {
            if let Some(square) = G::offset(square, Delta::new(files, ranks * forward)) {
                set.insert(square);
            }
        }
    }
    set
}
