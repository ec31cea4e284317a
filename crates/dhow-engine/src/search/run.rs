//! One search, from its start to the announcement of its move.

use super::bound::Bound;
use super::event::{PvInfo, SearchEvent, SearchResult};
use super::job::SearchJob;
use super::lock::lock;
use super::root_moves::ThreadResult;
use super::search_state::{SearchStage, SearchState};
use super::shared::SharedState;
use super::time::Delays;
use crate::eval::Score;
use dhow_rules::position::Move;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Threads that have been told to end are given so long to do so, and to report what they were at:
/// several times what they need, unless the machine gives them no time.
const GRACE: Duration = Duration::from_micros(200);
/// The longest wait beyond that for a search that has not found any move yet.
const PATIENCE: Duration = Duration::from_millis(10);

/// Where the events go; `None` after the last one.
pub type EventSink = Mutex<Option<Box<dyn FnMut(SearchEvent) + Send>>>;

/// One search, ready to run.
pub struct SearchRun {
    /// What its threads share.
    pub shared: Arc<SharedState>,
    /// How far it has come.
    pub state: Arc<SearchState>,
    /// What is known of the machine's delays.
    pub delays: Arc<Mutex<Delays>>,
    /// What is searched.
    pub job: Box<dyn SearchJob>,
    /// The moves to choose from.
    pub root_moves: Vec<Move>,
    /// Where its events go.
    pub report: EventSink,
    /// The best line that was reported last.
    pub told: Mutex<Vec<Move>>,
}

impl SearchRun {
    /// Searches on this thread, without a look at the clock from outside.
    pub fn run_here(&self) {
        if self.root_moves.is_empty() {
            self.announce();
        } else {
            if !cfg!(feature = "threads") {
                self.job.prepare(&self.shared, &self.delays);
            }
            self.run_thread(0);
        }
    }

    /// Announces the move that was found, after a moment in which the threads may end.
    pub fn announce_soon(&self) {
        if !self.root_moves.is_empty() {
            self.wait_for_threads();
        }
        self.announce();
    }

    /// Whether the move has not been announced.
    pub fn goes_on(&self) -> bool {
        self.state.stage() == SearchStage::Running
    }

    /// Waits for the threads to end, if that does not keep anybody waiting.
    fn wait_for_threads(&self) {
        let shared = &self.shared;
        let hard = shared.hard();
        if hard.is_none() && !shared.stopped() {
            // What a search finds that counts its work must not depend on who is quicker.
            shared.wait_for(SharedState::all_ended, None);
            return;
        }
        let asked = Instant::now();
        // To yield here could cost a busy machine's whole turn.
        while !shared.all_ended() && asked.elapsed() < GRACE {
            std::hint::spin_loop();
        }
        let patience = hard.map_or(PATIENCE, |hard| hard.min(PATIENCE));
        while shared.found().next().is_none() && asked.elapsed() < patience {
            std::thread::sleep(GRACE);
        }
    }

    /// The part of the thread with this number, from 0.
    pub fn run_thread(&self, index: usize) {
        let _leaving = LeaveGuard(self);
        let mut report = |mut line: PvInfo| {
            if let Some(report) = &mut *lock(&self.report) {
                line.pv.truncate(self.job.played(&line.pv));
                if line.rank == 1 {
                    lock(&self.told).clone_from(&line.pv);
                }
                report(SearchEvent::Line(line));
            }
        };
        let found = self.job.search(index, &self.shared, &self.root_moves, &mut report);
        self.shared.note(index, found);
    }

    /// Announces the move, unless this has been done.
    fn announce(&self) {
        let Some(mut report) = lock(&self.report).take() else { return };
        let found = self.choose();
        let summary = self.summary(found.as_ref());
        // The last line is that of the move that is played: also where it was found in the middle of an
        // iteration, or there was no time for anything.
        if !lock(&self.told).starts_with(&summary.turn) {
            report(SearchEvent::Line(self.last_line(&summary, found.as_ref())));
        }
        report(SearchEvent::Done(summary));
        drop(report);
        self.note_time();
        self.state.reach(SearchStage::Announced);
    }

    /// Learns from the time that the search took.
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

    /// The move of the thread that searched most deeply; of several, the one that likes its move
    /// best.
    fn choose(&self) -> Option<ThreadResult> {
        let single_line = self.shared.limits.multi_pv <= 1;
        self.shared.found().reduce(|best, other| {
            let likes_better = single_line && other.score > best.score;
            let deeper = other.depth.cmp(&best.depth);
            if deeper.is_gt() || deeper.is_eq() && likes_better { other } else { best }
        })
    }

    /// What is known at the end as a line of play.
    fn last_line(&self, summary: &SearchResult, found: Option<&ThreadResult>) -> PvInfo {
        let depth = summary.depth.max(1);
        let line = found.map_or(&[][..], |found| &found.best.pv);
        let mut pv = [&summary.turn[..], &summary.reply].concat();
        if line.len() > pv.len() && line.starts_with(&summary.turn) {
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
            hash_full: self.shared.table.fullness(),
            pv,
        }
    }

    fn summary(&self, found: Option<&ThreadResult>) -> SearchResult {
        // Without time for anything any move will do.
        let any = &self.root_moves[..self.root_moves.len().min(1)];
        let mut line = found.map_or(any, |found| &found.best.pv);
        // Broken off within the first iteration, a search knows a move but not what it is worth.
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

/// A thread's part of a search, which ends when this is dropped. The last one to end need not wait
/// for another to wake up and announce the move.
struct LeaveGuard<'a>(&'a SearchRun);

impl Drop for LeaveGuard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // Nobody may wait for this search; whoever uses the engine next panics, too.
            self.0.state.fail();
            if self.0.report.is_poisoned() {
                // It was the report that panicked: nothing more is reported.
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
