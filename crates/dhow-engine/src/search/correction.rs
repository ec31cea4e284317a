//! Correction history, as in Stockfish: the average error of the static evaluation in similar positions.
//!
//! The search learns how far the evaluation was off. It averages the errors by the pawn structure, by the squares of
//! each side's other pieces, and by the last two moves, and adds the averages to later evaluations.

use super::continuation::ContinuationContext;
use super::history_score::update;
use super::params::HISTORY_LIMIT;
use super::params::SearchParams;
use dhow_rules::pieces::Color;
use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

/// Averages of each sort and side.
const SIZE: usize = 1 << 14;
/// Sorts of averages: pawns, the other pieces of White and of Black, the last moves.
const SORTS: usize = 4;
/// The most that one search adds to an average.
const MOST: i32 = HISTORY_LIMIT / 4;

/// Hash keys of the correction history: the pawns, White's other pieces, Black's other pieces.
pub type CorrectionKeys = [u64; 3];

/// Average errors of the static evaluation.
pub struct CorrectionHistory(Box<[AtomicI16]>);

/// Indices of the averages of a position.
#[derive(Clone, Copy)]
pub struct CorrectionSlots([usize; SORTS]);

impl Default for CorrectionHistory {
    fn default() -> Self {
        Self(bytemuck::allocation::zeroed_slice_box(2 * SORTS * SIZE))
    }
}

impl CorrectionHistory {
    /// The averages of a position with these keys, after the moves of `context`.
    #[inline]
    pub fn slots(
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

    /// The correction in centipawns.
    #[inline]
    pub fn of(&self, slots: &CorrectionSlots, params: &SearchParams) -> i32 {
        let SearchParams { correction_pawns, correction_pieces, correction_moves, .. } = *params;
        let weights = [correction_pawns, correction_pieces, correction_pieces, correction_moves];
        let averages = slots.0.map(|slot| i32::from(self.0[slot].load(Relaxed)));
        let sum: i32 = weights.iter().zip(averages).map(|(weight, average)| weight * average).sum();
        sum / HISTORY_LIMIT
    }

    /// Learns that a corrected evaluation was off by `off` centipawns, as a search of `depth` plies found.
    pub fn learn(&self, slots: &CorrectionSlots, off: i32, depth: i32, params: &SearchParams) {
        let bonus = off.saturating_mul(depth * params.correction_rate).clamp(-MOST, MOST);
        slots.0.iter().for_each(|&slot| update(&self.0[slot], bonus));
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

    /// A systematic error is corrected in similar positions.
    #[test]
    fn errors_that_come_again_are_made_good() {
        let corrections = CorrectionHistory::default();
        let slots = |side, structures| {
            CorrectionHistory::slots(side, structures, &ContinuationContext::default())
        };
        let alike = |pawns: u64| [pawns, 2, 3].map(|key| fxhash::hash64(&key));
        let here = slots(Color::White, alike(1));
        for off in [50, -80] {
            for _ in 0..500 {
                let left = off - corrections.of(&here, &NUMBERS);
                corrections.learn(&here, left, 6, &NUMBERS);
            }
            let found = corrections.of(&here, &NUMBERS);
            assert!((found - off).abs() <= 4, "{found}, not {off}");
        }
        let near = corrections.of(&slots(Color::White, alike(9)), &NUMBERS);
        assert!(near < -20 && near > corrections.of(&here, &NUMBERS), "{near}");
        assert_eq!(corrections.of(&slots(Color::Black, alike(1)), &NUMBERS), 0);
        let none = SearchParams { correction_pieces: 0, correction_moves: 0, ..NUMBERS };
        assert_eq!(corrections.of(&slots(Color::White, alike(9)), &none), 0);
    }

    /// The correction has a limit, however large the errors are.
    #[test]
    fn corrections_have_a_limit() {
        let corrections = CorrectionHistory::default();
        let here =
            CorrectionHistory::slots(Color::Black, [1, 2, 3], &ContinuationContext::default());
        (0..1000).for_each(|_| corrections.learn(&here, i32::MAX / 2, 100, &NUMBERS));
        assert!((235..=240).contains(&corrections.of(&here, &NUMBERS)));
    }
}
