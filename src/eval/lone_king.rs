//! Positions in which one side has nothing but its King.

use super::{Accumulator, Evaluator, Score, weights};
use crate::bitboard::SquareSet;
use crate::endgame::Value;
use crate::geometry::{Geometry, Square};
use crate::pieces::{Color, PieceType};
use crate::position::Position;
use arrayvec::ArrayVec;

/// So many pieces are asked whether they mate; more always do.
const FEW: usize = 3;

/// In how many steps the bare King's freedom is measured.
const STEPS: usize = 5;

impl<G: Geometry> Evaluator<G> {
    /// The score where one side has nothing but its King: known draws, and for wins how near the
    /// mate is, as a solved ending says or else as it looks.
    pub(super) fn lone_king(
        &self,
        position: &Position<G>,
        accumulator: &Accumulator<G>,
    ) -> Option<Score> {
        let placement = position.placement();
        let bare = Color::ALL.into_iter().find(|&color| !placement.side(color).has_many())?;
        let winner = !bare;
        let army = placement.side(winner);
        if !army.has_many() {
            return Some(Score::DRAW);
        }
        let officers = army - G::Set::single(position.king(winner));
        if officers.count() as usize <= FEW {
            let pieces = officers.into_iter();
            let pieces = pieces.filter_map(|from| Some((position.on(from)?.kind(), from)));
            let pieces: ArrayVec<(PieceType, Square), FEW> = pieces.collect();
            if !self.mating.suffices::<G>(&pieces) {
                return Some(Score::DRAW);
            }
        }
        let won = position.side_to_move() == winner;
        let near = match self.tables.probe_solved(position) {
            Some(Value::Draw) => return Some(Score::DRAW),
            // A win that takes longer than the 50-move rule allows, with best defence.
            Some(value) => -(value.plies(won).unwrap_or(0) as i32),
            None => self.nearness(position, bare),
        };
        let material = match winner {
            Color::White => accumulator.score.endgame / weights::GRAIN,
            Color::Black => -accumulator.score.endgame / weights::GRAIN,
        };
        let score = (weights::LONE_KING + material + near - position.halfmove_clock() as i32)
            .min(Score::KNOWN_WIN.0 - 1);
        Some(Score(if won { score } else { -score }))
    }

    /// How near the mate of a bare King looks, in centipawns: the less it can go, and the nearer to
    /// a corner, to the other King, and that King's pieces to their King. What each counts follows
    /// the distances to mate in solved endings of two pieces (`docs/endgames.md`).
    fn nearness(&self, position: &Position<G>, bare: Color) -> i32 {
        let (king, winner) = (position.king(bare), position.king(!bare));
        let apart = G::delta(king, winner);
        let squared = (apart.files as i32).pow(2) + (apart.ranks as i32).pow(2);
        let scattered: i32 = position
            .placement()
            .side(!bare)
            .into_iter()
            .map(|from| G::delta(from, winner))
            .map(|delta| delta.files.abs().max(delta.ranks.abs()) as i32)
            .sum();
        -weights::FREEDOM * self.freedom(position, bare) as i32
            - weights::CORNER_FAR * self.steps_to_corner(position, bare)
            - weights::KINGS_APART * squared / 10
            - weights::SCATTERED * scattered
    }

    /// Steps along files and ranks from the bare King to the nearest corner in which it can be
    /// mated: if all pieces that keep to squares of one colour keep to the same, a corner of it.
    fn steps_to_corner(&self, position: &Position<G>, bare: Color) -> i32 {
        let rules = position.rules();
        let (mut dark, mut light) = (false, false);
        for from in position.placement().side(!bare) {
            let kind = position.on(from).map(|piece| piece.kind());
            if kind.is_some_and(|kind| rules.movement(kind).is_colour_bound()) {
                dark |= G::is_dark(from);
                light |= !G::is_dark(from);
            }
        }
        let king = position.king(bare);
        let corners = [(0, 0), (0, G::RANKS - 1), (G::FILES - 1, 0), (G::FILES - 1, G::RANKS - 1)];
        let corners = corners
            .into_iter()
            .filter(|(file, rank)| dark == light || ((file + rank) % 2 == 0) == dark);
        let steps = corners.map(|(file, rank)| {
            G::file(king).abs_diff(file) as i32 + G::rank(king).abs_diff(rank) as i32
        });
        steps.min().unwrap_or(0)
    }

    /// How many squares the bare King could come to in a few steps if nothing else moved.
    fn freedom(&self, position: &Position<G>, bare: Color) -> u32 {
        let rules = position.rules();
        let king = position.king(bare);
        let others = position.occupied() - G::Set::single(king);
        let mut attacked = G::Set::EMPTY;
        for from in position.placement().side(!bare) {
            if let Some(piece) = position.on(from) {
                attacked |= rules.movement(piece.kind()).threats(!bare, from, others);
            }
        }
        let free = G::all() - attacked;
        let steps = &rules.movement(rules.king()).side(bare).quiet_steps;
        let mut reached = G::Set::single(king);
        for _ in 0..STEPS {
            let next = steps.iter().fold(reached, |set, &step| set | G::shift(reached, step));
            reached |= next & free;
        }
        reached.count()
    }
}
