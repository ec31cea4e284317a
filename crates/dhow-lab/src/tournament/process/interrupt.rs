//! Interrupting a tournament.

use crate::tournament::group::Groups;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

/// A flag that interrupts everything.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    called_off: Arc<AtomicBool>,
    pub(super) engines: Groups,
}

impl Interrupt {
    /// Sets the flag.
    pub fn set(&self) {
        self.called_off.store(true, SeqCst);
    }

    /// Whether the flag is set.
    pub fn is_set(&self) -> bool {
        self.called_off.load(SeqCst)
    }

    /// Sets the flag and kills all engines at once, without `quit`.
    pub fn kill_engines(&self) {
        self.set();
        self.engines.kill_all();
    }
}
