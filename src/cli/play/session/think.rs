//! Searches while a person waits.

use super::super::super::{CliError, end_on_signals};
use super::super::quiet::{EchoOff, TerminalModes};
use super::PlaySession;
use dhow_engine::search::{Limits, SearchEvent, SearchResult};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How often to check whether the person wants to stop, and to move the progress sign.
const TICK: Duration = Duration::from_millis(100);

/// Whether the person at the terminal wants to continue.
#[derive(Default)]
pub struct InterruptState {
    /// Whether there is a person at a terminal.
    present: bool,
    asking: Arc<AtomicBool>,
    lost: Arc<AtomicBool>,
}

impl InterruptState {
    /// From now on, Ctrl-C during thinking ends the session properly.
    pub fn begin(&mut self) -> Result<(), CliError> {
        self.present = true;
        let (asking, lost) = (self.asking.clone(), self.lost.clone());
        let before = TerminalModes::now();
        // A prompt handles Ctrl-C itself; other signals at a prompt end the program.
        end_on_signals(move || {
            let at_prompt = asking.load(SeqCst);
            let ends = at_prompt || lost.swap(true, SeqCst);
            if ends {
                before.restore();
            }
            if at_prompt && io::stderr().is_terminal() {
                // The line editor has asked the terminal to mark pasted text.
                let _ = writeln!(io::stderr(), "\x1b[?2004l");
            }
            ends
        })
    }

    /// Whether Ctrl-C was pressed during thinking.
    pub fn is_lost(&self) -> bool {
        self.lost.load(SeqCst)
    }

    /// Ctrl-C has ended a search that was not for a turn of the engine, so the session continues.
    pub fn regain(&self) {
        self.lost.store(false, SeqCst);
    }

    /// Asks the person for something.
    pub fn while_asking<T>(&self, ask: impl FnOnce() -> T) -> T {
        self.asking.store(true, SeqCst);
        let answer = ask();
        self.asking.store(false, SeqCst);
        answer
    }
}

/// The strength of a search.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// The strength of the engine's level, for its own turns.
    OfLevel,
    /// Full strength, for a person who asks.
    Full,
}

impl PlaySession {
    /// Searches the position within the engine's limits. On a terminal, shows `what` with the progress, and
    /// Ctrl-C ends the search.
    pub(super) fn think(
        &mut self,
        what: &str,
        strength: Strength,
        out: &mut impl Write,
    ) -> Result<SearchResult, CliError> {
        out.flush()?;
        let side = self.game().side_to_move();
        let limits =
            self.settings.time_controls.limits(self.contest.clocks(), side, Instant::now());
        let limits = Limits { full_strength: strength == Strength::Full, ..limits };
        let sign = Sign::new(what, self.attention.present);
        // Text typed during the search must not appear within the board.
        let quiet = self.attention.present.then(EchoOff::begin);
        let (sender, events) = mpsc::channel();
        self.engine.start(self.contest.game(), limits, move |event| {
            // The receiver exists until the search ends.
            let _ = sender.send(event);
        });
        let summary = loop {
            match events.recv_timeout(TICK) {
                Ok(SearchEvent::Line(line)) => sign.deepen(line.depth),
                Ok(SearchEvent::Trouble(_)) => {}
                Ok(SearchEvent::Done(summary)) => break summary,
                Err(RecvTimeoutError::Timeout) if self.attention.is_lost() => self.engine.stop(),
                Err(RecvTimeoutError::Timeout) => sign.tick(),
                Err(RecvTimeoutError::Disconnected) => {
                    unreachable!("a search ends with its summary")
                }
            }
        };
        sign.clear();
        drop(quiet);
        Ok(summary)
    }
}

/// A line that shows progress, and disappears after the search.
struct Sign {
    bar: ProgressBar,
    what: String,
}

impl Sign {
    fn new(what: &str, present: bool) -> Self {
        if !present || !io::stderr().is_terminal() {
            return Self { bar: ProgressBar::hidden(), what: String::new() };
        }
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {elapsed}") {
            bar.set_style(style);
        }
        bar.set_message(what.to_string());
        Self { bar, what: what.into() }
    }

    fn tick(&self) {
        self.bar.tick();
    }

    fn deepen(&self, depth: u32) {
        self.bar.set_message(format!("{}, depth {depth},", self.what));
    }

    fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
