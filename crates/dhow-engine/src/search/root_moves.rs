//! Records of the root moves, of a thread's result, and of the deepest iteration.

use super::params::{EFFORT_TIME, time_by_stability};
use crate::eval::{MAX_PLY, Score};
use arrayvec::ArrayVec;
use dhow_rules::position::Move;

/// A line of moves.
pub type PvLine = ArrayVec<Move, { MAX_PLY + 1 }>;

/// A root move with what the search found.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// Its line, from the root move on.
    pub pv: PvLine,
    /// Score in this iteration; `-INFINITE` until it is searched.
    pub score: Score,
    /// Score in the iteration before.
    pub previous: Score,
    /// Skill noise of its line in centipawns.
    pub noise_offset: i32,
    /// Length in plies of the longest line below it.
    pub selective_depth: u32,
    /// Nodes of the last iteration below it.
    pub nodes: u64,
}

impl RootMove {
    /// The root move.
    pub fn first(&self) -> Move {
        self.pv[0]
    }

    /// The last score, without skill noise, as reported.
    pub fn reported_score(&self) -> Score {
        let score = if self.score == -Score::INFINITE { self.previous } else { self.score };
        if score.0.abs() < Score::KNOWN_WIN.0 { Score(score.0 + self.noise_offset) } else { score }
    }
}

/// The result of one thread.
#[derive(Clone)]
pub struct ThreadResult {
    /// The best root move.
    pub best: RootMove,
    /// The score of the best root move, without skill noise.
    pub score: Score,
    /// Depth of the last complete iteration in plies.
    pub depth: i32,
}

impl ThreadResult {
    /// The result with `best` after `depth` plies.
    pub fn new(best: &RootMove, depth: i32) -> Self {
        Self { best: best.clone(), score: best.reported_score(), depth }
    }
}

/// The deepest complete iteration of all threads. Other threads continue from it.
#[derive(Debug, Default)]
pub struct DeepestIteration {
    /// Depth in plies; 0 before the first iteration.
    pub depth: i32,
    /// The root moves, best first.
    pub root_moves: Vec<RootMove>,
    /// How stable the best move is.
    pub stability: Stability,
}

/// Best move stability over the iterations, for time management.
#[derive(Debug, Default)]
pub struct Stability {
    best: Option<Move>,
    unchanged: u32,
}

impl Stability {
    /// Updates the stability by the root moves of an iteration, best first. Returns the percentage of the soft time
    /// limit to use: less the longer the best move is the same, and the more of the nodes it took.
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
