//! An engine as a process: lines to it, and lines from it with the time they came.
//!
//! Nothing here blocks for ever. Reading and writing have a thread each; what an engine writes
//! faster than it is read waits in its own pipe, lines are bounded in length, and every wait has an
//! end.

mod interrupt;
mod news;
mod pipes;
#[cfg(all(test, unix))]
mod tests;
mod timer;

use super::config::EngineConfig;
use super::group::Group;
pub use interrupt::Interrupt;
use news::{Nothing, Unread};
use pipes::{EngineLine, UNREAD_LINES, UnreadOutput, read_in_background, write_in_background};
use std::cell::{Cell, RefCell};
use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
pub use timer::Timer;

/// How often a wait looks whether it has been called off.
const GLANCE: Duration = Duration::from_millis(20);
/// How long a line that has come may be on its way to who waits for it, and an order on its way to an
/// engine that reads.
const HANDOVER: Duration = Duration::from_millis(30);
/// How long an engine may take to end after `quit`.
const FAREWELL: Duration = Duration::from_millis(500);

/// A line of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The line, without its end, made printable.
    pub text: String,
    /// When it came. All lines that are read at once came at the same time.
    pub at: Instant,
}

/// Why there is no line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Silence {
    /// The engine has ended, or its output has.
    Ended,
    /// None came in time.
    Late,
    /// Nobody wants to know any more.
    Interrupted,
}

/// Which way a line went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the engine.
    To,
    /// From the engine.
    From,
}

/// Sees all lines of an engine.
pub type Tap = Arc<dyn Fn(Direction, &str) + Send + Sync>;

/// A running engine. Dropped, it is asked to quit, and soon killed with all that it has started.
pub struct Process {
    group: RefCell<Group>,
    unsent: Option<SyncSender<EngineLine>>,
    lines: Unread,
    output: UnreadOutput,
    /// A line that came too late for whoever waited for it.
    late: Cell<Option<Line>>,
    /// A deadline that has passed, and when the lines came that are taken to have kept it.
    doubt: Cell<Option<(Instant, Option<Instant>)>>,
    interrupt: Interrupt,
    tap: Option<Tap>,
}

impl Process {
    /// Starts an engine.
    ///
    /// # Errors
    /// If it cannot be started; of the kind `Interrupted` if everything is called off.
    pub fn start(
        config: &EngineConfig,
        interrupt: Interrupt,
        tap: Option<Tap>,
    ) -> io::Result<Self> {
        let mut command = Command::new(program(config));
        command.args(&config.arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        if let Some(directory) = &config.directory {
            command.current_dir(directory);
        }
        command.stderr(match &config.stderr {
            Some(path) => OpenOptions::new().create(true).append(true).open(path)?.into(),
            None => Stdio::null(),
        });
        let mut group = Group::start(&mut command, &interrupt.engines, || interrupt.is_set())?;
        let leader = group.leader();
        let (Some(stdin), Some(stdout)) = (leader.stdin.take(), leader.stdout.take()) else {
            unreachable!("both were asked for")
        };
        let unsent = write_in_background(stdin)?;
        let (output, lines) = read_in_background(stdout)?;
        let (late, doubt) = (Cell::new(None), Cell::new(None));
        let group = RefCell::new(group);
        Ok(Self { group, unsent: Some(unsent), lines, output, late, doubt, interrupt, tap })
    }

    /// Sends a line. An engine that has ended, or has not read for long, loses it.
    pub fn send(&self, line: &str) {
        self.order(line, None);
    }

    /// Sends a line and returns when it was written, which on a busy machine may be later than the
    /// call; but the time of the call if the engine does not read.
    pub fn send_timed(&self, line: &str) -> Instant {
        let called = Instant::now();
        let (sender, written) = sync_channel(1);
        self.order(line, Some(sender));
        written.recv_timeout(HANDOVER).unwrap_or(called)
    }

    fn order(&self, line: &str, written: Option<SyncSender<Instant>>) {
        if let Some(tap) = &self.tap {
            tap(Direction::To, line);
        }
        if let Some(unsent) = &self.unsent {
            // What cannot be sent is missed as an answer.
            let _ = unsent.try_send(EngineLine { text: format!("{line}\n"), written });
        }
    }

    /// The next line that comes before the time of a timer is up. A later one is left for the next call.
    ///
    /// Whoever waits may wake up late, and cannot tell then when a line came. So what is there at
    /// the first look after the deadline has kept it, and counts as having come at the deadline.
    pub fn receive(&self, timer: &mut Timer) -> Result<Line, Silence> {
        loop {
            if self.interrupt.is_set() {
                return Err(Silence::Interrupted);
            }
            let now = Instant::now();
            timer.look(now);
            let left = timer.deadline().saturating_duration_since(now);
            let next = match self.late.take() {
                Some(line) => Ok(line),
                None => self.lines.next(left.min(GLANCE)),
            };
            timer.look(Instant::now());
            let deadline = timer.deadline();
            match next {
                Ok(line) => return self.judge(line, deadline),
                Err(Nothing::EverMore) => return Err(Silence::Ended),
                // Whatever it leaves behind, the engine is gone.
                Err(Nothing::Yet) if self.has_ended() => return Err(Silence::Ended),
                Err(Nothing::Yet) if now >= deadline => {
                    let waits = self.output.has_unread();
                    // It may also have been read and not handed over.
                    let next = self.lines.next(HANDOVER);
                    if !waits {
                        self.doubt.set(Some((deadline, None)));
                    }
                    return match next {
                        Ok(line) => self.judge(line, deadline),
                        Err(Nothing::EverMore) => Err(Silence::Ended),
                        Err(Nothing::Yet) => Err(Silence::Late),
                    };
                }
                Err(Nothing::Yet) => {}
            }
        }
    }

    /// Whether the process has ended and everything it wrote was listened to.
    fn has_ended(&self) -> bool {
        // In this order: what it wrote last was there before it ended.
        let ended = self.group.borrow_mut().has_ended();
        ended && !self.output.has_unread() && self.lines.is_empty()
    }

    /// Whether a line is in time.
    fn judge(&self, mut line: Line, deadline: Instant) -> Result<Line, Silence> {
        if line.at > deadline {
            let kept = match self.doubt.get() {
                Some((looked_for, kept)) if looked_for == deadline => kept,
                _ => Some(line.at),
            };
            self.doubt.set(Some((deadline, kept)));
            if kept != Some(line.at) {
                self.late.set(Some(line));
                return Err(Silence::Late);
            }
            line.at = deadline;
        }
        Ok(self.seen(line))
    }

    /// The lines that have come already, as far as they are kept.
    pub fn received(&self) -> Result<Vec<Line>, Silence> {
        let mut lines: Vec<Line> = self.late.take().into_iter().collect();
        // An engine that never stops has not said more than this.
        while lines.len() <= UNREAD_LINES {
            match self.lines.next(Duration::ZERO) {
                Ok(line) => lines.push(line),
                Err(Nothing::Yet) => break,
                Err(Nothing::EverMore) => return Err(Silence::Ended),
            }
        }
        Ok(lines.into_iter().map(|line| self.seen(line)).collect())
    }

    fn seen(&self, line: Line) -> Line {
        if let Some(tap) = &self.tap {
            tap(Direction::From, &line.text);
        }
        line
    }

    /// How the engine ended, for a message; it is given a moment to do so.
    pub fn ending(&mut self) -> String {
        match self.wait(FAREWELL) {
            Some(status) => status,
            None => "its output has ended".into(),
        }
    }

    /// Ends an engine that is of no more use.
    pub fn kill(&mut self) {
        self.group.get_mut().kill();
    }

    /// Waits for the end of the process.
    fn wait(&mut self, patience: Duration) -> Option<String> {
        let start = Instant::now();
        loop {
            match self.group.get_mut().try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Err(error) => return Some(error.to_string()),
                Ok(None) if start.elapsed() > patience => return None,
                Ok(None) => thread::sleep(Duration::from_millis(2)),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.send("quit");
        // The end of its input tells the engine too.
        self.unsent = None;
        // What it leaves behind goes with the group.
        self.wait(FAREWELL);
        self.lines.forget();
    }
}

/// The program to start: found from the engine's folder or from the current one if its name is a
/// path, else by the system.
fn program(config: &EngineConfig) -> PathBuf {
    let command = &config.command;
    let is_path = command.components().count() > 1;
    let from = |folder: &Path| std::path::absolute(folder.join(command)).ok();
    let folders = [config.directory.as_deref(), Some(Path::new(""))];
    let mut found = folders.into_iter().flatten().filter_map(from).filter(|path| path.is_file());
    found.next().filter(|_| is_path).unwrap_or_else(|| command.clone())
}
