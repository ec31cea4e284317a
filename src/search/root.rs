//! The moves at the root, and the deepest iteration that any thread has finished.

use crate::eval::{MAX_PLY, Score};
use crate::position::Move;
use arrayvec::ArrayVec;

/// A line of moves.
pub type Variation = ArrayVec<Move, { MAX_PLY + 1 }>;

/// A move at the root with what the search found of it.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The line; its first move is the root move.
    pub pv: Variation,
    /// Its score in this iteration; none yet if `-INFINITE`.
    pub score: Score,
    /// Its score in the iteration before.
    pub previous: Score,
    /// Plies of the longest line looked at below it.
    pub selective_depth: u32,
}

impl RootMove {
    /// The move itself.
    pub fn first(&self) -> Move {
        self.pv[0]
    }
}

/// The deepest iteration that any thread has finished. The others take up from here.
#[derive(Debug, Default)]
pub struct Front {
    /// Its depth in plies; 0 before the first.
    pub depth: i32,
    /// The root moves, best first, with their scores.
    pub root_moves: Vec<RootMove>,
    /// How settled the best move is.
    pub stability: Stability,
}

/// How settled the best move is, from one iteration to the next.
#[derive(Debug, Default)]
pub struct Stability {
    best: Option<Move>,
    unchanged: u32,
}

impl Stability {
    /// Notes an iteration's best move; returns how much of the soft limit to use, in percent.
    pub fn share_of_time(&mut self, best: Move) -> u32 {
        if self.best == Some(best) {
            self.unchanged += 1;
        } else {
            *self = Self { best: Some(best), unchanged: 0 };
        }
        match self.unchanged {
            0 => 160,
            1 => 120,
            2 | 3 => 100,
            4..=6 => 80,
            _ => 65,
        }
    }
}
