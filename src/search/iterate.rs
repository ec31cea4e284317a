//! Iterative deepening: searches of growing depth, with a window around the expected score.

use super::alphabeta::Root;
use super::params::{ASPIRATION_DEPTH, ASPIRATION_WINDOW};
use super::worker::{RootMove, Worker};
use super::{Bound, Line};
use crate::eval::{MAX_PLY, Score};
use crate::geometry::Geometry;
use std::time::Duration;

/// The deepest iteration.
const MAX_DEPTH: i32 = 100;
/// From this time on news is reported before its iteration is complete.
const SLOW: Duration = Duration::from_secs(3);

/// What one thread found.
pub struct Found {
    /// The best root move with its line.
    pub best: RootMove,
    /// Its score.
    pub score: Score,
    /// The last finished depth.
    pub depth: i32,
}

/// How settled the best move is, from one iteration to the next.
#[derive(Default)]
struct Stability {
    best: Option<crate::position::Move>,
    unchanged: u32,
}

impl Stability {
    /// Notes an iteration's best move; returns how much of the soft limit to use, in percent.
    fn share_of_time(&mut self, best: crate::position::Move) -> u32 {
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

impl<G: Geometry> Worker<'_, G> {
    /// Searches deeper and deeper until a limit is met. There must be a root move.
    pub fn iterate(&mut self, report: &mut dyn FnMut(Line)) -> Found {
        let limits = &self.shared.limits;
        let last = limits.depth.map_or(MAX_DEPTH, |depth| depth.clamp(1, MAX_DEPTH as u32) as i32);
        let lines = limits.multi_pv.clamp(1, self.root_moves.len());
        let mut stability = Stability::default();
        let mut finished = 0;
        for depth in 1..=last {
            if self.skips(depth) {
                continue;
            }
            self.root_depth = depth;
            if self.index == 0 {
                self.shared.depth.store(depth as u32, std::sync::atomic::Ordering::Relaxed);
            }
            for root in &mut self.root_moves {
                root.previous =
                    if root.score == -Score::INFINITE { root.previous } else { root.score };
            }
            let mut lines_found = 0;
            for line in 0..lines {
                self.lines_done = line;
                for root in &mut self.root_moves[line..] {
                    root.score = -Score::INFINITE;
                }
                self.selective_depth = 0;
                self.aspirate(depth, report);
                if self.must_stop() {
                    break;
                }
                // A line may turn out to be better than those searched before it.
                self.root_moves[..=line].sort_by_key(|root| std::cmp::Reverse(root.score));
                lines_found = line + 1;
                if lines_found < lines && self.shared.elapsed() > SLOW {
                    self.report_lines(lines_found, report);
                }
            }
            self.lines_done = 0;
            self.report_lines(lines_found, report);
            self.root_moves[..lines].sort_by_key(|root| std::cmp::Reverse(root.score));
            if self.must_stop() {
                break;
            }
            finished = depth;
            let share = stability.share_of_time(self.root_moves[0].first());
            if self.index == 0 && self.is_enough(share) {
                break;
            }
        }
        let best = self.root_moves[0].clone();
        let score = if best.score == -Score::INFINITE { best.previous } else { best.score };
        Found { best, score, depth: finished }
    }

    /// Helper threads leave out some depths, each others, so that the threads spread.
    fn skips(&self, depth: i32) -> bool {
        self.index > 0
            && depth > 2
            && (depth as usize + self.index).is_multiple_of(2 + self.index / 2)
    }

    /// One iteration for one line, with a window that widens on the side where it was missed.
    fn aspirate(&mut self, depth: i32, report: &mut dyn FnMut(Line)) {
        let expected = self.root_moves[self.lines_done].previous;
        let mut window = ASPIRATION_WINDOW;
        let around = |score: i32| Score(score.clamp(-Score::INFINITE.0, Score::INFINITE.0));
        let narrow = depth >= ASPIRATION_DEPTH && expected.0.abs() < Score::KNOWN_WIN.0;
        let (mut alpha, mut beta) = if narrow {
            (around(expected.0 - window), around(expected.0 + window))
        } else {
            (-Score::INFINITE, Score::INFINITE)
        };
        loop {
            let score = self.search::<Root>(alpha, beta, depth, 0);
            let line = self.lines_done;
            self.root_moves[line..].sort_by_key(|root| std::cmp::Reverse(root.score));
            if self.must_stop() {
                return;
            }
            window += window / 2 + 10;
            if score <= alpha && alpha > -Score::INFINITE {
                beta = Score((alpha.0 + beta.0) / 2);
                alpha = around(score.0 - window);
                self.report_missed(Bound::Upper, report);
            } else if score >= beta && beta < Score::INFINITE {
                beta = around(score.0 + window);
                self.report_missed(Bound::Lower, report);
            } else {
                return;
            }
            if window > 1500 {
                (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
            }
        }
    }

    /// Reports a score outside of the window, once a search takes long enough for it to matter.
    fn report_missed(&mut self, bound: Bound, report: &mut dyn FnMut(Line)) {
        if self.shared.elapsed() > SLOW && self.lines_done == 0 {
            self.report_line(0, bound, report);
        }
    }

    fn report_lines(&self, lines: usize, report: &mut dyn FnMut(Line)) {
        for line in 0..lines {
            self.report_line(line, Bound::Exact, report);
        }
    }

    fn report_line(&self, line: usize, bound: Bound, report: &mut dyn FnMut(Line)) {
        if self.index != 0 {
            return;
        }
        let root = &self.root_moves[line];
        let score = if root.score == -Score::INFINITE { root.previous } else { root.score };
        report(Line {
            depth: self.root_depth as u32,
            selective_depth: root.selective_depth.max(1),
            rank: line + 1,
            score,
            bound,
            nodes: self.shared.total_nodes(),
            time: self.shared.elapsed(),
            hash_full: self.shared.table.fullness(),
            pv: root.pv.to_vec(),
        });
    }

    /// Whether no deeper iteration is needed or affordable. `share` is the percentage of the soft
    /// limit to use.
    fn is_enough(&self, share: u32) -> bool {
        let shared = self.shared;
        let score = self.root_moves[0].score;
        if let (Some(wanted), Some(moves)) = (shared.limits.mate, score.mate_in_moves())
            && (1..=wanted as i32).contains(&moves)
        {
            return true;
        }
        if self.root_depth as usize >= MAX_PLY / 2 {
            return true;
        }
        let (Some(soft), Some(time)) = (shared.allotment.soft, shared.own_time()) else {
            return false;
        };
        let forced = self.root_moves.len() == 1;
        let mate_found =
            score.mate_in_moves().is_some_and(|moves| self.root_depth > 2 * moves.abs() + 2);
        forced || mate_found || time >= soft * share / 100
    }
}
