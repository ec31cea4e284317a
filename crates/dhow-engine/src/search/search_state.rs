//! How far a search has come.

use super::lock::lock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// How far a search has come, for those who wait for it.
#[derive(Default)]
pub struct SearchState {
    stage: Mutex<SearchStage>,
    changed: Condvar,
    failed: AtomicBool,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum SearchStage {
    /// The result is not reported yet.
    #[default]
    Running,
    /// The result is reported; no event follows.
    Announced,
    /// No thread uses the search any more.
    Over,
}

impl SearchState {
    pub fn stage(&self) -> SearchStage {
        *lock(&self.stage)
    }

    /// Waits until a stage is reached.
    pub fn wait_for(&self, stage: SearchStage) {
        let waiting = |now: &mut SearchStage| *now < stage;
        let reached = self.changed.wait_while(lock(&self.stage), waiting);
        drop(reached.unwrap_or_else(PoisonError::into_inner));
    }

    /// Records that a thread of the search panicked.
    pub fn fail(&self) {
        self.failed.store(true, Relaxed);
    }

    /// Passes the panic of a thread on to the calling thread, once.
    ///
    /// # Panics
    /// If a thread of the search panicked, unless the calling thread is already panicking.
    pub fn expect_sound(&self) {
        if !std::thread::panicking() && self.failed.load(Relaxed) {
            // Other threads may panic, too.
            self.wait_for(SearchStage::Over);
            self.failed.store(false, Relaxed);
            panic!("a thread of the search panicked");
        }
    }

    pub fn reach(&self, stage: SearchStage) {
        let mut now = lock(&self.stage);
        *now = stage.max(*now);
        self.changed.notify_all();
    }
}

/// Marks the search as over when dropped, also by a panic. Drop it last of all of the search.
pub struct StateGuard(pub Arc<SearchState>);

impl Drop for StateGuard {
    fn drop(&mut self) {
        self.0.reach(SearchStage::Over);
    }
}
