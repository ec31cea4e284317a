//! Corrections of the static evaluation, by how far evaluations of like positions were off.
//!
//! Searches tell what evaluations missed. The average of that, kept for each structure of Pawns, for
//! the squares of each side's other pieces and for the last two moves, is added to later evaluations
//! (correction history, as Stockfish has it).

use super::bound::Bound;
use super::continuation::Context;
use super::history::update;
use super::node::Node;
use super::params::HISTORY_LIMIT;
use super::params::Numbers;
use super::tree::TreePosition;
use super::worker::Worker;
use crate::eval::{Evaluation, Score};
use dhow_rules::pieces::Color;
use dhow_rules::position::Move;
use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

/// Averages of each sort, of each side.
const SIZE: usize = 1 << 14;
/// Sorts of averages: Pawns, the other pieces of the two sides, the last moves.
const SORTS: usize = 4;
/// The most that one search adds to an average.
const MOST: i32 = HISTORY_LIMIT / 4;

/// What positions are alike by: the squares of the Pawns, and those of each side's other pieces.
pub type Structures = [u64; 3];

/// By how far evaluations were off.
pub struct Corrections(Box<[AtomicI16]>);

/// The averages that a position has a part in.
#[derive(Clone, Copy)]
pub struct Places([usize; SORTS]);

impl Default for Corrections {
    fn default() -> Self {
        Self(bytemuck::allocation::zeroed_slice_box(2 * SORTS * SIZE))
    }
}

impl Corrections {
    /// Where a position of these structures belongs, after these moves.
    #[inline]
    fn places(side: Color, structures: Structures, context: &Context) -> Places {
        let [pawns, white, black] = structures;
        let keys = [pawns, white, black, fxhash::hash64(context)];
        Places(std::array::from_fn(|sort| {
            (side as usize * SORTS + sort) * SIZE + (keys[sort] >> 40) as usize % SIZE
        }))
    }

    /// What is added to the evaluation, in centipawns.
    #[inline]
    fn of(&self, places: &Places, numbers: &Numbers) -> i32 {
        let Numbers { correction_pawns, correction_pieces, correction_moves, .. } = *numbers;
        let weights = [correction_pawns, correction_pieces, correction_pieces, correction_moves];
        let averages = places.0.map(|place| i32::from(self.0[place].load(Relaxed)));
        let sum: i32 = weights.iter().zip(averages).map(|(weight, average)| weight * average).sum();
        sum / HISTORY_LIMIT
    }

    /// An evaluation so corrected was off by so many centipawns, as a search of this depth found.
    fn learn(&self, places: &Places, off: i32, depth: i32, numbers: &Numbers) {
        let bonus = off.saturating_mul(depth * numbers.correction_rate).clamp(-MOST, MOST);
        places.0.iter().for_each(|&place| update(&self.0[place], bonus));
    }
}

impl<P: TreePosition, E: Evaluation<P>> Worker<'_, P, E> {
    /// Whether evaluations are corrected.
    #[inline(always)]
    fn corrects(&self) -> bool {
        let Numbers { correction_pawns, correction_pieces, correction_moves, .. } =
            self.shared.numbers;
        P::ALTERNATES && correction_pawns | correction_pieces | correction_moves != 0
    }

    /// A static evaluation of the position at this ply, corrected.
    #[inline]
    pub fn corrected(&self, evaluation: Score, ply: usize) -> Score {
        if !self.corrects() || evaluation.0.abs() >= Score::KNOWN_WIN.0 {
            return evaluation;
        }
        let by = self.histories.corrections().of(&self.places(ply), &self.shared.numbers);
        let limit = Score::KNOWN_WIN.0 - 1;
        Score((evaluation.0 + by).clamp(-limit, limit))
    }

    /// Learns from a search that found something else than the evaluation said, unless a capture
    /// or a bound explains it.
    pub fn learn_correction(&self, node: &Node, best: Option<Move>, score: Score, bound: Bound) {
        let Node { ply, depth, in_check, .. } = *node;
        let Some(evaluation) = self.plies[ply].evaluation else { return };
        if !self.corrects()
            || in_check
            || score.is_mate()
            || best.is_some_and(|mv| self.position.is_tactical(mv))
            || bound == Bound::Lower && score <= evaluation
            || bound == Bound::Upper && score >= evaluation
        {
            return;
        }
        let places = self.places(ply);
        let off = score.0 - evaluation.0;
        self.histories.corrections().learn(&places, off, depth, &self.shared.numbers);
    }

    fn places(&self, ply: usize) -> Places {
        let side = self.position.side_to_move();
        Corrections::places(side, self.position.structures(), &self.context(ply))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERS: Numbers = Numbers {
        correction_pawns: 60,
        correction_pieces: 60,
        correction_moves: 60,
        ..Numbers::DEFAULT
    };

    /// What evaluations miss again and again is added to them, for positions that are alike.
    #[test]
    fn errors_that_come_again_are_made_good() {
        let corrections = Corrections::default();
        let places = |side, structures| Corrections::places(side, structures, &Context::default());
        let alike = |pawns: u64| [pawns, 2, 3].map(|key| fxhash::hash64(&key));
        let here = places(Color::White, alike(1));
        for off in [50, -80] {
            for _ in 0..500 {
                let left = off - corrections.of(&here, &NUMBERS);
                corrections.learn(&here, left, 6, &NUMBERS);
            }
            let found = corrections.of(&here, &NUMBERS);
            assert!((found - off).abs() <= 4, "{found}, not {off}");
        }
        let near = corrections.of(&places(Color::White, alike(9)), &NUMBERS);
        assert!(near < -20 && near > corrections.of(&here, &NUMBERS), "{near}");
        assert_eq!(corrections.of(&places(Color::Black, alike(1)), &NUMBERS), 0);
        let none = Numbers { correction_pieces: 0, correction_moves: 0, ..NUMBERS };
        assert_eq!(corrections.of(&places(Color::White, alike(9)), &none), 0);
    }

    /// However far evaluations are off, they are corrected by so much at most.
    #[test]
    fn corrections_have_a_limit() {
        let corrections = Corrections::default();
        let here = Corrections::places(Color::Black, [1, 2, 3], &Context::default());
        (0..1000).for_each(|_| corrections.learn(&here, i32::MAX / 2, 100, &NUMBERS));
        assert!((235..=240).contains(&corrections.of(&here, &NUMBERS)));
    }
}
