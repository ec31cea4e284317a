//! Correction history: corrections of the static evaluation, by how far evaluations of like positions were off.
//!
//! Searches tell what evaluations missed. The average of that, kept for each structure of Pawns, for
//! the squares of each side's other pieces and for the last two moves, is added to later evaluations
//! (correction history, as Stockfish has it).

use super::continuation::ContinuationContext;
use super::history_score::update;
use super::params::HISTORY_LIMIT;
use super::params::SearchParams;
use dhow_rules::pieces::Color;
use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

/// Averages of each sort, of each side.
const SIZE: usize = 1 << 14;
/// Sorts of averages: Pawns, the other pieces of the two sides, the last moves.
const SORTS: usize = 4;
/// The most that one search adds to an average.
const MOST: i32 = HISTORY_LIMIT / 4;

/// What positions are alike by: the squares of the Pawns, and those of each side's other pieces.
pub type CorrectionKeys = [u64; 3];

/// By how far evaluations were off.
pub struct CorrectionHistory(Box<[AtomicI16]>);

/// The averages that a position has a part in.
#[derive(Clone, Copy)]
pub struct CorrectionSlots([usize; SORTS]);

impl Default for CorrectionHistory {
    fn default() -> Self {
        Self(bytemuck::allocation::zeroed_slice_box(2 * SORTS * SIZE))
    }
}

impl CorrectionHistory {
    /// Where a position of these structures belongs, after these moves.
    #[inline]
    pub fn places(
        side: Color,
        structures: CorrectionKeys,
        context: &ContinuationContext,
    ) -> CorrectionSlots {
        let [pawns, white, black] = structures;
        let keys = [pawns, white, black, fxhash::hash64(context)];
        CorrectionSlots(std::array::from_fn(|sort| {
            (side as usize * SORTS + sort) * SIZE + (keys[sort] >> 40) as usize % SIZE
        }))
    }

    /// What is added to the evaluation, in centipawns.
    #[inline]
    pub fn of(&self, places: &CorrectionSlots, params: &SearchParams) -> i32 {
        let SearchParams { correction_pawns, correction_pieces, correction_moves, .. } = *params;
        let weights = [correction_pawns, correction_pieces, correction_pieces, correction_moves];
        let averages = places.0.map(|place| i32::from(self.0[place].load(Relaxed)));
        let sum: i32 = weights.iter().zip(averages).map(|(weight, average)| weight * average).sum();
        sum / HISTORY_LIMIT
    }

    /// An evaluation so corrected was off by so many centipawns, as a search of this depth found.
    pub fn learn(&self, places: &CorrectionSlots, off: i32, depth: i32, params: &SearchParams) {
        let bonus = off.saturating_mul(depth * params.correction_rate).clamp(-MOST, MOST);
        places.0.iter().for_each(|&place| update(&self.0[place], bonus));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERS: SearchParams = SearchParams {
        correction_pawns: 60,
        correction_pieces: 60,
        correction_moves: 60,
        ..SearchParams::DEFAULT
    };

    /// What evaluations miss again and again is added to them, for positions that are alike.
    #[test]
    fn errors_that_come_again_are_made_good() {
        let corrections = CorrectionHistory::default();
        let places = |side, structures| {
            CorrectionHistory::places(side, structures, &ContinuationContext::default())
        };
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
        let none = SearchParams { correction_pieces: 0, correction_moves: 0, ..NUMBERS };
        assert_eq!(corrections.of(&places(Color::White, alike(9)), &none), 0);
    }

    /// However far evaluations are off, they are corrected by so much at most.
    #[test]
    fn corrections_have_a_limit() {
        let corrections = CorrectionHistory::default();
        let here =
            CorrectionHistory::places(Color::Black, [1, 2, 3], &ContinuationContext::default());
        (0..1000).for_each(|_| corrections.learn(&here, i32::MAX / 2, 100, &NUMBERS));
        assert!((235..=240).contains(&corrections.of(&here, &NUMBERS)));
    }
}
