//! An engine as a process: lines to it, and lines from it with the time they came.
//!
//! Nothing here blocks for ever. Reading and writing have a thread each; what an engine writes
//! faster than it is read waits in its own pipe, lines are bounded in length, and every wait has an
//! end.

use super::config::EngineConfig;
use super::group::{Group, Groups};
use crate::protocol::io::Lines;
use crate::text::printable_line;
use std::cell::Cell;
use std::fs::OpenOptions;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Lines kept for an engine that does not read.
const UNSENT_LINES: usize = 4096;
/// Lines kept of an engine that is not listened to; then its pipe fills, and it has to wait.
const UNREAD_LINES: usize = 1024;
/// No engine has a reason to write a longer line, in bytes.
const LONGEST_LINE: usize = 1 << 16;
/// How often a wait looks whether it has been called off.
const GLANCE: Duration = Duration::from_millis(20);
/// How long an engine may take to end after `quit`.
const FAREWELL: Duration = Duration::from_millis(500);

/// Set to call off everything that is going on.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    called_off: Arc<AtomicBool>,
    engines: Groups,
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

/// A line of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The line, without its end, made printable.
    pub text: String,
    /// When it came.
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
    group: Group,
    unsent: Option<SyncSender<String>>,
    lines: Receiver<Line>,
    /// A line that came too late for whoever waited for it.
    late: Cell<Option<Line>>,
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
        let lines = read_in_background(stdout)?;
        Ok(Self { group, unsent: Some(unsent), lines, late: Cell::new(None), interrupt, tap })
    }

    /// Sends a line. An engine that has ended, or has not read for long, loses it.
    pub fn send(&self, line: &str) {
        if let Some(tap) = &self.tap {
            tap(Direction::To, line);
        }
        if let Some(unsent) = &self.unsent {
            // What cannot be sent is missed as an answer.
            let _ = unsent.try_send(format!("{line}\n"));
        }
    }

    /// The next line that comes before a point in time. A later one is left for the next call.
    pub fn receive(&self, deadline: Instant) -> Result<Line, Silence> {
        loop {
            if self.interrupt.is_set() {
                return Err(Silence::Interrupted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            let next = match self.late.take() {
                Some(line) => Ok(line),
                None => self.lines.recv_timeout(left.min(GLANCE)),
            };
            match next {
                Ok(line) if line.at > deadline => {
                    self.late.set(Some(line));
                    return Err(Silence::Late);
                }
                Ok(line) => return Ok(self.seen(line)),
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Ended),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Silence::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The lines that have come already, as far as they are kept.
    pub fn received(&self) -> Result<Vec<Line>, Silence> {
        let mut lines: Vec<Line> = self.late.take().into_iter().collect();
        // An engine that never stops has not said more than this.
        while lines.len() <= UNREAD_LINES {
            match self.lines.try_recv() {
                Ok(line) => lines.push(line),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return Err(Silence::Ended),
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
        self.group.kill();
    }

    /// Waits for the end of the process.
    fn wait(&mut self, patience: Duration) -> Option<String> {
        let start = Instant::now();
        loop {
            match self.group.try_wait() {
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

fn write_in_background(mut stdin: ChildStdin) -> io::Result<SyncSender<String>> {
    let (sender, unsent) = sync_channel::<String>(UNSENT_LINES);
    thread::Builder::new().name("to engine".into()).spawn(move || {
        for line in unsent {
            if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                return;
            }
        }
    })?;
    Ok(sender)
}

fn read_in_background(stdout: ChildStdout) -> io::Result<Receiver<Line>> {
    let (sender, lines) = sync_channel(UNREAD_LINES);
    thread::Builder::new().name("from engine".into()).spawn(move || {
        // What is no text, or too long, says nothing.
        let texts = Lines::new(BufReader::new(stdout)).flatten();
        for text in texts.filter(|text| text.len() <= LONGEST_LINE) {
            let at = Instant::now();
            let text = printable_line(text.trim_end()).into_owned();
            if sender.send(Line { text, at }).is_err() {
                return;
            }
        }
    })?;
    Ok(lines)
}
