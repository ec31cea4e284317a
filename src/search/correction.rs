//! By how much the static evaluation was wrong in similar positions.

use crate::eval::Score;
use crate::pieces::Color;
use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

/// Slots for each side to move.
const SLOTS: usize = 1 << 16;
/// Parts of a centipawn in which corrections are kept.
const GRAIN: i32 = 64;
/// The largest correction.
const LIMIT: i32 = 64;
/// The largest error that one search can teach.
const LARGEST_ERROR: i32 = 250;
/// An error moves a correction by its depth's share of this.
const INERTIA: i32 = 256;

/// Average errors of the static evaluation, by side to move and structure of Pawns and Princes.
pub struct Corrections([Box<[AtomicI16]>; 2]);

impl Corrections {
    /// Corrections that know nothing.
    pub fn new() -> Self {
        Self([(); 2].map(|_| bytemuck::allocation::zeroed_slice_box(SLOTS)))
    }

    /// What to add to the static evaluation, in centipawns, for the side to move.
    #[inline]
    pub fn get(&self, side: Color, structure: u64) -> i32 {
        i32::from(self.slot(side, structure).load(Relaxed)) / GRAIN
    }

    /// Learns that a search `depth` plies deep found `score` where the evaluation was `evaluation`.
    pub fn learn(&self, side: Color, structure: u64, depth: i32, score: Score, evaluation: Score) {
        let slot = self.slot(side, structure);
        let error = (score.0 - evaluation.0).clamp(-LARGEST_ERROR, LARGEST_ERROR) * GRAIN;
        let weight = (depth + 1).min(16);
        let old = i32::from(slot.load(Relaxed));
        let new = (old * (INERTIA - weight) + error * weight) / INERTIA;
        slot.store(new.clamp(-LIMIT * GRAIN, LIMIT * GRAIN) as i16, Relaxed);
    }

    #[inline(always)]
    fn slot(&self, side: Color, structure: u64) -> &AtomicI16 {
        &self.0[side.index()][structure as usize % SLOTS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_learned_and_bounded() {
        let corrections = Corrections::new();
        let learn = |score, times| {
            for _ in 0..times {
                corrections.learn(Color::Black, 77, 8, Score(score), Score(10));
            }
            corrections.get(Color::Black, 77)
        };
        assert_eq!(corrections.get(Color::Black, 77), 0);
        let first = learn(40, 1);
        assert!((0..30).contains(&first), "{first}");
        assert!((28..=30).contains(&learn(40, 400)));
        assert_eq!(learn(20_000, 400), LIMIT);
        assert_eq!(learn(-20_000, 800), -LIMIT);
        assert_eq!(corrections.get(Color::White, 77), 0);
        assert_eq!(corrections.get(Color::Black, 78), 0);
    }
}
