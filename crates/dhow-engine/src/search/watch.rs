//! A search on the thread pool, watched by another thread.

use super::lock::lock;
use super::run::SearchRun;
use super::shared::SharedState;
use super::time::allot_fixed;
use crate::clock::Instant;
use rayon::ThreadPool;
use std::time::Duration;

/// How often to look at the clock, which shows how late a thread wakes up.
const LOOK: Duration = Duration::from_millis(10);
/// The clock is watched only in its last moments.
const LAST_LOOKS: Duration = Duration::from_millis(200);

impl SearchRun {
    /// Searches on all threads of a pool, and reports the result in time even if the machine is too busy to run them.
    /// Returns when all threads have ended.
    pub fn run(&self, pool: &ThreadPool) {
        pool.in_place_scope(|scope| {
            if self.root_moves.is_empty() {
                self.shared.finish();
            } else {
                scope.spawn(|scope| {
                    self.job.prepare(&self.shared, &self.delays);
                    match self.shared.nodes.len() {
                        1 => self.run_thread(0),
                        _ => scope.spawn_broadcast(|_, context| self.run_thread(context.index())),
                    }
                });
            }
            self.watch();
        });
    }

    /// Waits until the result is due, and reports it.
    fn watch(&self) {
        let due = |shared: &SharedState| shared.finished() && shared.wanted();
        let mut looked_at = Instant::now();
        while !due(&self.shared) {
            let look = self.next_look();
            let begins = |shared: &SharedState| look.is_none() && shared.clock_runs();
            if !self.shared.wait_for(|shared| due(shared) || begins(shared), look) {
                self.look(look.map_or(Duration::ZERO, |look| look.elapsed()), looked_at.elapsed());
                looked_at = Instant::now();
            }
        }
        self.announce_soon();
    }

    /// When to look at the clock next; `None` if there is no time limit or the clock does not run yet.
    fn next_look(&self) -> Option<Instant> {
        let left = self.shared.hard()?.saturating_sub(self.shared.own_time()?);
        let step = match left.checked_sub(LAST_LOOKS) {
            Some(long) if long > LOOK => long,
            _ => LOOK.min(left),
        };
        Some(Instant::now() + step)
    }

    /// Looks at the clock, `late` after the intended time and `passed` after the last look.
    fn look(&self, late: Duration, passed: Duration) {
        let mut delays = lock(&self.delays);
        delays.note_stall(late);
        delays.note_lost(self.shared.take_lost(), passed);
        // A stall now predicts one at the end of this search.
        if let Some(time) = self.shared.limits.move_time {
            self.shared.shorten(allot_fixed(time, &delays));
        }
        if self.shared.out_of_time() {
            self.shared.stop();
        }
    }
}
