//! The moves at the root, and the deepest iteration that any thread has finished.

use super::params::{EFFORT_TIME, time_by_stability};
use crate::eval::{MAX_PLY, Score};
use arrayvec::ArrayVec;
use dhow_rules::position::Move;

/// A line of moves.
pub type PvLine = ArrayVec<Move, { MAX_PLY + 1 }>;

/// A move at the root with what the search found of it.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The line; its first move is the root move.
    pub pv: PvLine,
    /// Its score in this iteration; none yet if `-INFINITE`.
    pub score: Score,
    /// Its score in the iteration before.
    pub previous: Score,
    /// By how much a player with a handicap takes it for worse than it is.
    pub noise_offset: i32,
    /// Plies of the longest line looked at below it.
    pub selective_depth: u32,
    /// Nodes spent on it by the thread that finished the last iteration.
    pub nodes: u64,
}

impl RootMove {
    /// The move itself.
    pub fn first(&self) -> Move {
        self.pv[0]
    }

    /// Its last score, as it is without a handicap: what is told.
    pub fn told(&self) -> Score {
        let score = if self.score == -Score::INFINITE { self.previous } else { self.score };
        if score.0.abs() < Score::KNOWN_WIN.0 { Score(score.0 + self.noise_offset) } else { score }
    }
}

/// What one thread found.
#[derive(Clone)]
pub struct ThreadResult {
    /// The best root move with its line.
    pub best: RootMove,
    /// Its score.
    pub score: Score,
    /// The last finished depth.
    pub depth: i32,
}

impl ThreadResult {
    /// What is found with this move as the best, after this depth.
    pub fn new(best: &RootMove, depth: i32) -> Self {
        Self { best: best.clone(), score: best.told(), depth }
    }
}

/// The deepest iteration that any thread has finished. The others take up from here.
#[derive(Debug, Default)]
pub struct DeepestIteration {
    /// Its depth in plies; 0 before the first.
    pub depth: i32,
    /// The root moves, best first, with their scores.
    pub root_moves: Vec<RootMove>,
    /// How settled the best move is.
    pub stability: Stability,
}

/// How settled the best move is, from one iteration to the next (best move stability, in time management).
#[derive(Debug, Default)]
pub struct Stability {
    best: Option<Move>,
    unchanged: u32,
}

impl Stability {
    /// Notes the root moves after an iteration, the best first; returns how much of the soft limit
    /// to use, in percent: less the longer the best move has stood, and the more of all nodes were
    /// spent on it.
    pub fn share_of_time(&mut self, root_moves: &[RootMove]) -> u32 {
        let best = root_moves[0].first();
        if self.best == Some(best) {
            self.unchanged += 1;
        } else {
            *self = Self { best: Some(best), unchanged: 0 };
        }
        let all: u64 = root_moves.iter().map(|root| root.nodes).sum();
        let effort = (100 * root_moves[0].nodes).checked_div(all).unwrap_or(0) as u32;
        time_by_stability(self.unchanged) * (EFFORT_TIME - effort) / 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::game::Game;
    use dhow_rules::variant::find;

    #[test]
    fn a_move_that_stands_and_takes_all_nodes_needs_less_time() {
        let moves = Game::new(find("metamachy").unwrap()).legal_moves();
        let root = |mv: Move, nodes| RootMove {
            pv: [mv].into_iter().collect(),
            score: Score(0),
            previous: Score(0),
            noise_offset: 0,
            selective_depth: 0,
            nodes,
        };
        let mut stability = Stability::default();
        let contested = [root(moves[0], 30), root(moves[1], 70)];
        let clear = [root(moves[0], 90), root(moves[1], 10)];
        let shares: Vec<u32> =
            [&contested, &contested, &clear, &clear].map(|it| stability.share_of_time(it)).into();
        assert!(shares.is_sorted_by(|a, b| a >= b) && shares[1] > shares[2], "{shares:?}");
        let other = [root(moves[1], 90), root(moves[0], 10)];
        assert!(stability.share_of_time(&other) > shares[3]);
    }
}
