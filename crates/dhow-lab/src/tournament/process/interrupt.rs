//! Calling everything off.

use crate::tournament::group::Groups;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

/// Set to call off everything that is going on.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    called_off: Arc<AtomicBool>,
    pub(super) engines: Groups,
}

impl Interrupt {
    /// Calls everything off.
    pub fn set(&self) {
        self.called_off.store(true, SeqCst);
    }

    /// Whether everything is called off.
    pub fn is_set(&self) -> bool {
        self.called_off.load(SeqCst)
    }

    /// Calls everything off and ends all engines at once, without a farewell.
    pub fn kill_engines(&self) {
        self.set();
        self.engines.kill_all();
    }
}
