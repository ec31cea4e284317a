//! One search, from its start to its result.

use super::bound::Bound;
use super::event::{PvInfo, SearchEvent, SearchResult};
use super::job::SearchJob;
use super::lock::lock;
use super::root_moves::ThreadResult;
use super::search_state::{SearchStage, SearchState};
use super::shared::SharedState;
use super::time::Delays;
use crate::clock::Instant;
use crate::eval::Score;
use crate::threads;
use dhow_rules::position::Move;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How long a stopping search waits for its threads: several times what they need, unless the machine is busy.
const GRACE: Duration = Duration::from_micros(200);
/// How long it waits further if no thread has found a move yet.
const PATIENCE: Duration = Duration::from_millis(10);

/// Receives the events; `None` after the last one.
pub type EventSink = Mutex<Option<Box<dyn FnMut(SearchEvent) + Send>>>;

/// A search in progress.
pub struct SearchRun {
    pub shared: Arc<SharedState>,
    /// How far the search has come.
    pub state: Arc<SearchState>,
    /// Delays of the machine.
    pub delays: Arc<Mutex<Delays>>,
    /// The root position and its game.
    pub job: Box<dyn SearchJob>,
    /// The root moves to consider.
    pub root_moves: Vec<Move>,
    pub report: EventSink,
    /// The principal variation reported last.
    pub reported_pv: Mutex<Vec<Move>>,
}

impl SearchRun {
    /// Searches on the calling thread, which checks the clock itself. In a build with threads it solves endings before
    /// only if the thread has the stack of a search.
    pub fn run_here(&self) {
        if self.root_moves.is_empty() {
            self.announce();
        } else {
            if !cfg!(feature = "threads") || threads::may_search() {
                self.job.prepare(&self.shared, &self.delays);
            }
            self.run_thread(0);
            // An infinite search may have nothing left to search.
            self.announce();
        }
    }

    /// Reports the result, after a short wait for the threads to end.
    pub fn announce_soon(&self) {
        if !self.root_moves.is_empty() {
            self.wait_for_threads();
        }
        self.announce();
    }

    /// Whether the result is not reported yet.
    pub fn goes_on(&self) -> bool {
        self.state.stage() == SearchStage::Running
    }

    /// Waits for the threads to end, but not past the time limit.
    fn wait_for_threads(&self) {
        let shared = &self.shared;
        let hard = shared.hard();
        if hard.is_none() && !shared.stopped() {
            // The result of a search with a limit of depth or nodes must not depend on which thread is faster.
            shared.wait_for(SharedState::all_ended, None);
            return;
        }
        let asked = Instant::now();
        // To yield here could cost a whole time slice on a busy machine.
        while !shared.all_ended() && asked.elapsed() < GRACE {
            std::hint::spin_loop();
        }
        let patience = hard.map_or(PATIENCE, |hard| hard.min(PATIENCE));
        while shared.results().next().is_none() && asked.elapsed() < patience {
            std::thread::sleep(GRACE);
        }
    }

    /// The part of the thread with this index.
    pub fn run_thread(&self, index: usize) {
        let _leaving = LeaveGuard(self);
        let mut report = |mut line: PvInfo| {
            if let Some(report) = &mut *lock(&self.report) {
                line.pv.truncate(self.job.played(&line.pv));
                if line.rank == 1 {
                    lock(&self.reported_pv).clone_from(&line.pv);
                }
                report(SearchEvent::Line(line));
            }
        };
        let found = self.job.search(index, &self.shared, &self.root_moves, &mut report);
        self.shared.note(index, found);
    }

    /// Reports the result, unless it was reported.
    fn announce(&self) {
        let Some(mut report) = lock(&self.report).take() else { return };
        let found = self.choose();
        let summary = self.summary(found.as_ref());
        // The last line reported is that of the move to be played, also if it changed in the middle of an iteration
        // or there was no time for one.
        if !lock(&self.reported_pv).starts_with(summary.turn.as_deref().unwrap_or_default()) {
            report(SearchEvent::Line(self.last_line(&summary, found.as_ref())));
        }
        report(SearchEvent::Done(summary));
        drop(report);
        self.note_time();
        self.state.reach(SearchStage::Announced);
    }

    /// Learns delays from the time of the search.
    fn note_time(&self) {
        let Some(time) = self.shared.own_time() else { return };
        let mut delays = lock(&self.delays);
        if let Some(clock) = self.shared.limits.clock {
            delays.note_turn(clock, time);
        }
        if let Some(late) = self.shared.hard().and_then(|hard| time.checked_sub(hard)) {
            delays.note_stall(late);
        }
    }

    /// The result of the thread with the deepest iteration; among equals, the one with the best score.
    fn choose(&self) -> Option<ThreadResult> {
        let single_line = self.shared.limits.multi_pv <= 1;
        self.shared.results().reduce(|best, other| {
            let likes_better = single_line && other.score > best.score;
            let deeper = other.depth.cmp(&best.depth);
            if deeper.is_gt() || deeper.is_eq() && likes_better { other } else { best }
        })
    }

    /// The result as a principal variation.
    fn last_line(&self, summary: &SearchResult, found: Option<&ThreadResult>) -> PvInfo {
        let depth = summary.depth.max(1);
        let line = found.map_or(&[][..], |found| &found.best.pv);
        let [turn, reply] =
            [&summary.turn, &summary.reply].map(|it| it.as_deref().unwrap_or_default());
        let mut pv = [turn, reply].concat();
        if line.len() > pv.len() && line.starts_with(turn) {
            pv = line[..self.job.played(line)].to_vec();
        }
        let seen = found.map_or(0, |found| found.best.selective_depth);
        PvInfo {
            depth,
            selective_depth: depth.max(seen),
            rank: 1,
            score: summary.score,
            bound: Bound::Exact,
            nodes: summary.nodes,
            time: summary.time,
            hash_full: self.shared.table.hash_full(),
            pv,
        }
    }

    fn summary(&self, found: Option<&ThreadResult>) -> SearchResult {
        // Without time for a search any move will do.
        let any = &self.root_moves[..self.root_moves.len().min(1)];
        let mut line = found.map_or(any, |found| &found.best.pv);
        // Aborted in its first iteration, a search has a move but no score.
        let known = found.filter(|found| found.depth > 0);
        let mut score = match known {
            Some(found) => found.score,
            None if any.is_empty() => Score::DRAW,
            None => self.job.static_score(),
        };
        let winning = self.job.winning();
        if winning.first().is_some_and(|first| self.root_moves.contains(first)) {
            (line, score) = (winning, Score::mates_in(1));
        }
        let (turn, reply) = self.job.turns(line, &self.shared.table);
        SearchResult {
            turn,
            reply,
            score,
            depth: found.map_or(0, |found| found.depth as u32),
            nodes: self.shared.total_nodes(),
            time: self.shared.elapsed(),
        }
    }
}

/// Ends a thread's part of a search when dropped. The last thread reports the result, so that no other thread must
/// wake up for it.
struct LeaveGuard<'a>(&'a SearchRun);

impl Drop for LeaveGuard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // Nobody may wait for this search; the next use of the engine panics, too.
            self.0.state.fail();
            if self.0.report.is_poisoned() {
                // The report itself panicked: report nothing more.
                lock(&self.0.report).take();
                self.0.state.reach(SearchStage::Announced);
            }
            self.0.shared.stop();
        }
        let last = self.0.shared.leave();
        if last && self.0.shared.wanted() {
            self.0.announce();
        }
    }
}
