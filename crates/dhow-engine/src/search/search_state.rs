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
    /// It has not announced its move.
    #[default]
    Running,
    /// It has announced its move, and no event follows.
    Announced,
    /// No thread is busy with it any more.
    StateGuard,
}

impl SearchState {
    /// The stage reached.
    pub fn stage(&self) -> SearchStage {
        *lock(&self.stage)
    }

    /// Waits until a stage is reached.
    pub fn wait_for(&self, stage: SearchStage) {
        let waiting = |now: &mut SearchStage| *now < stage;
        let reached = self.changed.wait_while(lock(&self.stage), waiting);
        drop(reached.unwrap_or_else(PoisonError::into_inner));
    }

    /// A thread of the search has panicked.
    pub fn fail(&self) {
        self.failed.store(true, Relaxed);
    }

    /// Passes the panic of a thread of the search on to whoever waited for it, once.
    ///
    /// # Panics
    /// If there was one, and the calling thread does not panic already.
    pub fn expect_sound(&self) {
        if !std::thread::panicking() && self.failed.load(Relaxed) {
            // Other threads may panic, too.
            self.wait_for(SearchStage::StateGuard);
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

/// Says that a search is over, also if it panics. To be dropped after all else of the search.
pub struct StateGuard(pub Arc<SearchState>);

impl Drop for StateGuard {
    fn drop(&mut self) {
        self.0.reach(SearchStage::StateGuard);
    }
}
