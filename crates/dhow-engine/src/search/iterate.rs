//! Iterative deepening (Slate and Atkin, 1977): searches of growing depth, each with an aspiration window around the
//! score of the last one.

use super::bound::Bound;
use super::event::PvInfo;
use super::node::Root;
use super::params::{ASPIRATION_DEPTH, ASPIRATION_WIDEST, wider};
use super::root_moves::ThreadResult;
use super::tree::TurnRules;
use super::worker::Worker;
use crate::eval::{Evaluate, MAX_PLY, Score};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// The deepest iteration in plies.
const MAX_DEPTH: i32 = 100;
/// A search that takes longer than this reports during its iterations.
const SLOW: Duration = Duration::from_secs(3);

impl<P: TurnRules, E: Evaluate<P>> Worker<'_, P, E> {
    /// Searches deeper and deeper until it meets a limit. There must be a root move.
    ///
    /// All threads search the same iteration. The first to complete it reports; the others abort it and continue from
    /// its result. Engines that share a table do the same, but the first of them reports all iterations.
    pub fn iterate(&mut self, report: &mut dyn FnMut(PvInfo)) -> ThreadResult {
        let limits = &self.shared.limits;
        let last = limits.depth.map_or(MAX_DEPTH, |depth| depth.clamp(1, MAX_DEPTH as u32) as i32);
        let lines = limits.multi_pv.clamp(1, self.root_moves.len());
        let mut finished = 0;
        while !self.shared.finished() && finished < last {
            finished = self.catch_up(finished);
            let depth = finished + 1;
            self.root_depth = depth;
            self.shared.depth.fetch_max(depth as u32, Relaxed);
            let found = self.search_lines(lines, report);
            if self.shared.finished() {
                if self.index == 0 {
                    self.report_lines(found, report);
                }
                self.sort_lines(lines);
            } else if self.finish(lines, report) {
                finished = self.root_depth;
                if finished >= last {
                    self.shared.finish();
                }
            }
        }
        ThreadResult::new(&self.root_moves[0], finished)
    }

    /// Copies the result of a thread that completed a deeper iteration than `finished`. Returns the depth of the
    /// deepest one.
    fn catch_up(&mut self, finished: i32) -> i32 {
        let deepest = self.shared.deepest();
        if deepest.depth > finished {
            self.root_moves.clone_from(&deepest.root_moves);
        }
        deepest.depth
    }

    /// Ends an iteration: the first thread to do so reports it, and ends the search if it is enough. Returns whether
    /// this thread was the first.
    fn finish(&mut self, lines: usize, report: &mut dyn FnMut(PvInfo)) -> bool {
        let taken_over = self.take_over_iteration();
        let mut deepest = self.shared.deepest();
        if !taken_over && self.shared.is_settled(self.root_depth) {
            return false;
        }
        self.report_lines(lines, report);
        self.sort_lines(lines);
        if !taken_over {
            self.publish_iteration();
        }
        deepest.depth = self.root_depth;
        deepest.root_moves.clone_from(&self.root_moves);
        self.shared.note(self.index, ThreadResult::new(&self.root_moves[0], self.root_depth));
        let share = deepest.stability.share_of_time(&self.root_moves);
        self.shared.settle(self.root_depth);
        if self.is_enough(share) {
            self.shared.finish();
        }
        true
    }

    fn sort_lines(&mut self, lines: usize) {
        self.root_moves[..lines].sort_by_key(|root| std::cmp::Reverse(root.score));
    }

    /// One iteration for all lines, the best first. Returns the number of complete lines.
    fn search_lines(&mut self, lines: usize, report: &mut dyn FnMut(PvInfo)) -> usize {
        for root in &mut self.root_moves {
            root.previous = if root.score == -Score::INFINITE { root.previous } else { root.score };
            root.nodes = 0;
        }
        let mut found = 0;
        while found < lines {
            self.lines_done = found;
            for root in &mut self.root_moves[found..] {
                root.score = -Score::INFINITE;
            }
            self.selective_depth = 0;
            self.aspirate(self.root_depth, report);
            if self.must_stop() {
                break;
            }
            // A line may turn out better than those before it.
            found += 1;
            self.sort_lines(found);
            if found < lines && self.index == 0 && self.shared.elapsed() > SLOW {
                self.report_lines(found, report);
            }
        }
        self.lines_done = 0;
        found
    }

    /// One iteration for one line with an aspiration window. A narrow window around the expected score cuts off more;
    /// on a fail low or fail high it widens on that side.
    fn aspirate(&mut self, depth: i32, report: &mut dyn FnMut(PvInfo)) {
        let expected = self.root_moves[self.lines_done].previous;
        let mut window = self.shared.params.aspiration_window;
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
            window = wider(window);
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
            if window > ASPIRATION_WIDEST {
                (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
            }
        }
    }

    /// Reports a fail low or fail high of a slow search.
    fn report_missed(&mut self, bound: Bound, report: &mut dyn FnMut(PvInfo)) {
        if self.index == 0 && self.lines_done == 0 && self.shared.elapsed() > SLOW {
            self.report_line(0, bound, report);
        }
    }

    fn report_lines(&self, lines: usize, report: &mut dyn FnMut(PvInfo)) {
        for line in 0..lines {
            self.report_line(line, Bound::Exact, report);
        }
    }

    fn report_line(&self, line: usize, bound: Bound, report: &mut dyn FnMut(PvInfo)) {
        let root = &self.root_moves[line];
        report(PvInfo {
            depth: self.root_depth as u32,
            selective_depth: root.selective_depth.max(1),
            rank: line + 1,
            score: root.reported_score(),
            bound,
            nodes: self.shared.total_nodes(),
            time: self.shared.elapsed(),
            hash_full: self.shared.table.hash_full(),
            pv: root.pv.to_vec(),
        });
    }

    /// Whether the search may end after this iteration. `share` is the percentage of the soft time limit to use.
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
        let enough_time = shared.soft.zip(shared.own_time());
        let enough_time = enough_time.map(|(soft, time)| time >= soft * share / 100);
        let enough_nodes = shared.limits.soft_nodes.map(|soft| shared.total_nodes() >= soft);
        let Some(enough) =
            enough_time.into_iter().chain(enough_nodes).reduce(|one, other| one || other)
        else {
            return false;
        };
        let forced = self.root_moves.len() == 1;
        let mate_found =
            score.mate_in_moves().is_some_and(|moves| self.root_depth > 2 * moves.abs() + 2);
        forced || mate_found || enough
    }
}
