//! How far a long task has come: a bar on a terminal, else a line now and then.

use super::tell;
use indicatif::{ProgressBar, ProgressStyle};
use std::cell::Cell;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Time between two lines where there is no terminal.
const INTERVAL: Duration = Duration::from_secs(30);

/// Tells on stderr how far a task has come.
pub struct Progress {
    bar: ProgressBar,
    plain: bool,
    what: &'static str,
    told: Cell<Instant>,
}

impl Progress {
    /// A task of `total` steps, of which `done` were done before.
    pub fn new(what: &'static str, total: u64, done: u64) -> Self {
        let plain = !std::io::stderr().is_terminal();
        let bar = if plain { ProgressBar::hidden() } else { ProgressBar::no_length() };
        bar.set_length(total);
        let template = "{bar:40} {pos}/{len} {msg} {elapsed} (left {eta})";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message(what);
        bar.set_position(done);
        bar.reset_eta();
        Self { bar, plain, what, told: Cell::new(Instant::now()) }
    }

    /// Some steps more are done.
    pub fn advance(&self, steps: u64) {
        self.bar.inc(steps);
        if self.plain && self.told.get().elapsed() >= INTERVAL {
            self.told.set(Instant::now());
            let (done, total) = (self.bar.position(), self.bar.length().unwrap_or_default());
            tell(&format!("{done}/{total} {}", self.what));
        }
    }

    /// The task is done.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
