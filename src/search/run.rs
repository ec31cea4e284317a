//! One search, from its start to the announcement of its move.

use super::bound::Bound;
use super::course::{Course, Stage};
use super::event::{Event, Line, Summary};
use super::game_tree::Subject;
use super::iterate::Found;
use super::lock;
use super::shared::Shared;
use super::time::{Delays, allot};
use crate::eval::Score;
use crate::position::Move;
use rayon::ThreadPool;
use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Between two looks at the clock, which show how late a thread wakes up.
const LOOK: Duration = Duration::from_millis(10);
/// The clock is looked at only so shortly before it runs out.
const LAST_LOOKS: Duration = Duration::from_millis(200);

/// Threads that have been told to end are given so long to do so, and to report what they were at:
/// several times what they need, unless the machine gives them no time.
const GRACE: Duration = Duration::from_micros(200);
/// The longest wait beyond that for a search that has not found any move yet.
const PATIENCE: Duration = Duration::from_millis(10);

/// Where the events go; `None` after the last one.
pub type Report = Mutex<Option<Box<dyn FnMut(Event) + Send>>>;

/// One search, ready to run.
pub struct Search {
    /// What its threads share.
    pub shared: Arc<Shared>,
    /// How far it has come.
    pub course: Arc<Course>,
    /// What is known of the machine's delays.
    pub delays: Arc<Mutex<Delays>>,
    /// What is searched.
    pub subject: Box<dyn Subject>,
    /// The moves to choose from.
    pub root_moves: Vec<Move>,
    /// Where its events go.
    pub report: Report,
    /// The best line that was reported last.
    pub told: Mutex<Vec<Move>>,
}

impl Search {
    /// Searches with all threads of a pool and reports until the end, which comes in time even if
    /// the machine gives no time to the threads that search. Returns when they have all ended.
    pub fn run(&self, pool: &ThreadPool) {
        pool.in_place_scope(|scope| {
            if self.root_moves.is_empty() {
                self.shared.finish();
            } else {
                scope.spawn(|scope| {
                    self.subject.prepare(&self.shared, &self.delays);
                    match self.shared.nodes.len() {
                        1 => self.run_thread(0),
                        _ => scope.spawn_broadcast(|_, context| self.run_thread(context.index())),
                    }
                });
            }
            self.watch();
        });
    }

    /// Searches on this thread, with a stack of any size: one iteration or a few.
    pub fn run_here(&self) {
        if self.root_moves.is_empty() {
            self.announce();
        } else {
            self.run_thread(0);
        }
    }

    /// Waits until it is time to announce the move, and does so.
    fn watch(&self) {
        let due = |shared: &Shared| shared.finished() && shared.wanted();
        let mut looked_at = Instant::now();
        while !due(&self.shared) {
            let look = self.next_look();
            let begins = |shared: &Shared| look.is_none() && shared.clock_runs();
            if !self.shared.wait_for(|shared| due(shared) || begins(shared), look) {
                self.look(look.map_or(Duration::ZERO, |look| look.elapsed()), looked_at.elapsed());
                looked_at = Instant::now();
            }
        }
        self.announce_soon();
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
        self.course.stage() == Stage::Running
    }

    /// Waits for the threads to end, if that does not keep anybody waiting.
    fn wait_for_threads(&self) {
        let shared = &self.shared;
        let hard = shared.hard();
        if hard.is_none() && !shared.stopped() {
            // What a search finds that counts its work must not depend on who is quicker.
            shared.wait_for(Shared::all_ended, None);
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

    /// When to look at the clock again; `None` if there is none or it does not run yet.
    fn next_look(&self) -> Option<Instant> {
        let left = self.shared.hard()?.saturating_sub(self.shared.own_time()?);
        let step = match left.checked_sub(LAST_LOOKS) {
            Some(long) if long > LOOK => long,
            _ => LOOK.min(left),
        };
        Some(Instant::now() + step)
    }

    /// Looks at the clock, `late` after this was to be done, and `passed` after the look before.
    fn look(&self, late: Duration, passed: Duration) {
        let mut delays = lock(&self.delays);
        delays.note_stall(late);
        delays.note_lost(self.shared.take_lost(), passed);
        // A stall seen now says what to expect at the end of this very search.
        if self.shared.limits.move_time.is_some()
            && let Some(hard) = allot(&self.shared.limits, &delays).hard
        {
            self.shared.shorten(hard);
        }
        if self.shared.out_of_time() {
            self.shared.stop();
        }
    }

    fn run_thread(&self, index: usize) {
        let _leaving = Leaving(self);
        let mut report = |mut line: Line| {
            if let Some(report) = &mut *lock(&self.report) {
                line.pv.truncate(self.subject.played(&line.pv));
                if line.rank == 1 {
                    lock(&self.told).clone_from(&line.pv);
                }
                report(Event::Line(line));
            }
        };
        let found = self.subject.search(index, &self.shared, &self.root_moves, &mut report);
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
            report(Event::Line(self.last_line(&summary, found.as_ref())));
        }
        report(Event::Done(summary));
        drop(report);
        self.note_time();
        self.course.reach(Stage::Announced);
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
    fn choose(&self) -> Option<Found> {
        let single_line = self.shared.limits.multi_pv <= 1;
        self.shared.found().reduce(|best, other| {
            let likes_better = single_line && other.score > best.score;
            let deeper = other.depth.cmp(&best.depth);
            if deeper.is_gt() || deeper.is_eq() && likes_better { other } else { best }
        })
    }

    /// What is known at the end as a line of play.
    fn last_line(&self, summary: &Summary, found: Option<&Found>) -> Line {
        let depth = summary.depth.max(1);
        let line = found.map_or(&[][..], |found| &found.best.pv);
        let mut pv = [&summary.turn[..], &summary.reply].concat();
        if line.len() > pv.len() && line.starts_with(&summary.turn) {
            pv = line[..self.subject.played(line)].to_vec();
        }
        let seen = found.map_or(0, |found| found.best.selective_depth);
        Line {
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

    fn summary(&self, found: Option<&Found>) -> Summary {
        // Without time for anything any move will do.
        let any = &self.root_moves[..self.root_moves.len().min(1)];
        let mut line = found.map_or(any, |found| &found.best.pv);
        // Broken off within the first iteration, a search knows a move but not what it is worth.
        let known = found.filter(|found| found.depth > 0);
        let mut score = match known {
            Some(found) => found.score,
            None if any.is_empty() => Score::DRAW,
            None => self.subject.static_score(),
        };
        let winning = self.subject.winning();
        if winning.first().is_some_and(|first| self.root_moves.contains(first)) {
            (line, score) = (winning, Score::mates_in(1));
        }
        let (turn, reply) = self.subject.turns(line, &self.shared.table);
        Summary {
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
struct Leaving<'a>(&'a Search);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // As in the program itself, where a panic ends it: nobody may wait for this search, and no
            // test may pass. What tests print is kept back, but for what is written plainly.
            let _ = writeln!(std::io::stderr(), "a thread of a search panicked");
            std::process::abort();
        }
        let last = self.0.shared.leave();
        if last && self.0.shared.wanted() {
            self.0.announce();
        }
    }
}
