//! The progress of a long task: a bar on a terminal, otherwise a line from time to time.

use super::tell;
use indicatif::{ProgressBar, ProgressStyle};
use std::cell::Cell;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// The time between two lines without a terminal.
const INTERVAL: Duration = Duration::from_secs(30);

/// Shows the progress of a task on stderr.
pub struct Progress {
    bar: ProgressBar,
    plain: bool,
    what: &'static str,
    told: Cell<Instant>,
}

impl Progress {
    /// A task of `total` steps, of which `done` are done already.
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

    /// Notes that more steps are done.
    pub fn advance(&self, steps: u64) {
        self.bar.inc(steps);
        if self.plain && self.told.get().elapsed() >= INTERVAL {
            self.told.set(Instant::now());
            let (done, total) = (self.bar.position(), self.bar.length().unwrap_or_default());
            tell(&format!("{done}/{total} {}", self.what));
        }
    }

    /// Notes that the task is done.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
