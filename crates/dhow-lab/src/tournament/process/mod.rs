//! An engine as a process: lines to it, and lines from it with their time of arrival.
//!
//! Nothing here blocks forever. Reading and writing have one thread each, an engine that writes too fast has
//! to wait at its own pipe, the length of lines is limited, and every wait has a limit.

mod interrupt;
mod line_queue;
mod pipes;
#[cfg(all(test, unix))]
mod tests;
mod timer;

use super::config::EngineConfig;
use super::group::ProcessGroup;
pub use interrupt::Interrupt;
use line_queue::{LineQueue, NoLine};
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

/// How often a wait checks for an interrupt.
const GLANCE: Duration = Duration::from_millis(20);
/// How long a line may take from the pipe to the waiting thread, and from the queue to an engine that reads.
const HANDOVER: Duration = Duration::from_millis(30);
/// How long an engine may take to exit after `quit`.
const FAREWELL: Duration = Duration::from_millis(500);

/// A line of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The text, without its line end and with control characters made printable.
    pub text: String,
    /// The time of arrival. All lines of one read have the same.
    pub at: Instant,
}

/// Why no line was received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReceiveError {
    /// The engine has exited or closed its output.
    Ended,
    /// No line came in time.
    Late,
    /// The tournament was interrupted.
    Interrupted,
}

/// The direction of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the engine.
    To,
    /// From the engine.
    From,
}

/// Receives all lines to and from an engine.
pub type Tap = Arc<dyn Fn(Direction, &str) + Send + Sync>;

/// A running engine. Dropping it sends `quit`, and soon kills the engine and all processes that it has
/// started.
pub struct Process {
    group: RefCell<ProcessGroup>,
    unsent: Option<SyncSender<EngineLine>>,
    lines: LineQueue,
    output: UnreadOutput,
    /// A line that came after the deadline, for the next call.
    late: Cell<Option<Line>>,
    /// The last deadline that passed, and the arrival time of the lines that count as having kept it.
    doubt: Cell<Option<(Instant, Option<Instant>)>>,
    interrupt: Interrupt,
    tap: Option<Tap>,
}

impl Process {
    /// Starts an engine.
    ///
    /// # Errors
    /// If it cannot be started; with kind `Interrupted` if the tournament is interrupted.
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
        let mut group =
            ProcessGroup::start(&mut command, &interrupt.engines, || interrupt.is_set())?;
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

    /// Sends a line. It is lost if the engine has exited, or has not read for a long time.
    pub fn send(&self, line: &str) {
        self.order(line, None);
    }

    /// Sends a line and returns when it was written, which may be after the call on a busy machine. If the
    /// engine does not read, returns the time of the call.
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
            // If the line cannot be sent, the missing answer shows it.
            let _ = unsent.try_send(EngineLine { text: format!("{line}\n"), written });
        }
    }

    /// The next line within the time of a timer. A later line is left for the next call.
    ///
    /// The waiting thread may wake up late and cannot know then when a line arrived. Lines that are there at
    /// the first look after the deadline therefore count as having arrived at the deadline.
    pub fn receive(&self, timer: &mut Timer) -> Result<Line, ReceiveError> {
        loop {
            if self.interrupt.is_set() {
                return Err(ReceiveError::Interrupted);
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
                Err(NoLine::EverMore) => return Err(ReceiveError::Ended),
                // Even if a child process keeps the output open, the engine has exited.
                Err(NoLine::Yet) if self.has_ended() => return Err(ReceiveError::Ended),
                Err(NoLine::Yet) if now >= deadline => {
                    let waits = self.output.has_unread();
                    // It may have been read already and still be on its way.
                    let next = self.lines.next(HANDOVER);
                    if !waits {
                        self.doubt.set(Some((deadline, None)));
                    }
                    return match next {
                        Ok(line) => self.judge(line, deadline),
                        Err(NoLine::EverMore) => Err(ReceiveError::Ended),
                        Err(NoLine::Yet) => Err(ReceiveError::Late),
                    };
                }
                Err(NoLine::Yet) => {}
            }
        }
    }

    /// Whether the process has exited and all its output was received.
    fn has_ended(&self) -> bool {
        // In this order: its last output was there before it exited.
        let ended = self.group.borrow_mut().has_ended();
        ended && !self.output.has_unread() && self.lines.is_empty()
    }

    /// Decides whether a line is in time.
    fn judge(&self, mut line: Line, deadline: Instant) -> Result<Line, ReceiveError> {
        if line.at > deadline {
            let kept = match self.doubt.get() {
                Some((looked_for, kept)) if looked_for == deadline => kept,
                _ => Some(line.at),
            };
            self.doubt.set(Some((deadline, kept)));
            if kept != Some(line.at) {
                self.late.set(Some(line));
                return Err(ReceiveError::Late);
            }
            line.at = deadline;
        }
        Ok(self.seen(line))
    }

    /// The lines that have arrived and are still kept.
    pub fn received(&self) -> Result<Vec<Line>, ReceiveError> {
        let mut lines: Vec<Line> = self.late.take().into_iter().collect();
        // Stop after this many, for an engine that writes without end.
        while lines.len() <= UNREAD_LINES {
            match self.lines.next(Duration::ZERO) {
                Ok(line) => lines.push(line),
                Err(NoLine::Yet) => break,
                Err(NoLine::EverMore) => return Err(ReceiveError::Ended),
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

    /// How the engine exited, for a message. Waits a moment for the exit.
    pub fn ending(&mut self) -> String {
        match self.wait(FAREWELL) {
            Some(status) => status,
            None => "its output has ended".into(),
        }
    }

    /// Kills the engine.
    pub fn kill(&mut self) {
        self.group.get_mut().kill();
    }

    /// Waits for the process to exit.
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
        // The end of its input is another order to exit.
        self.unsent = None;
        // The group is killed with the engine's remaining processes.
        self.wait(FAREWELL);
        self.lines.forget();
    }
}

/// The program to start. If its name is a path, relative to the engine's folder or to the current one;
/// otherwise the system searches for it.
fn program(config: &EngineConfig) -> PathBuf {
    let command = &config.command;
    let is_path = command.components().count() > 1;
    let from = |folder: &Path| std::path::absolute(folder.join(command)).ok();
    let folders = [config.directory.as_deref(), Some(Path::new(""))];
    let mut found = folders.into_iter().flatten().filter_map(from).filter(|path| path.is_file());
    found.next().filter(|_| is_path).unwrap_or_else(|| command.clone())
}
