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
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, SyncSender, TryRecvError, TrySendError, sync_channel,
};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Lines kept for an engine that does not read.
const UNSENT_LINES: usize = 4096;
/// Lines kept of an engine that is not listened to, as while it ponders. Further news of its search is
/// lost then, as what comes after will be newer; with anything else its pipe fills, and it has to wait.
const UNREAD_LINES: usize = 1024;
/// No engine has a reason to write a longer line, in bytes.
const LONGEST_LINE: usize = 1 << 16;
/// How often a wait looks whether it has been called off.
const GLANCE: Duration = Duration::from_millis(20);
/// How long a line that has come may be on its way to who waits for it, and an order on its way to an
/// engine that reads.
const HANDOVER: Duration = Duration::from_millis(30);
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
    /// When it came. All lines that are read at once came at the same time.
    pub at: Instant,
}

/// A line to an engine.
struct Order {
    text: String,
    /// Is told when the line is written.
    written: Option<SyncSender<Instant>>,
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
    unsent: Option<SyncSender<Order>>,
    lines: Receiver<Line>,
    output: Output,
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
        let output = Output::of(&stdout)?;
        let lines = read_in_background(stdout)?;
        let (late, doubt) = (Cell::new(None), Cell::new(None));
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
            let _ = unsent.try_send(Order { text: format!("{line}\n"), written });
        }
    }

    /// The next line that comes before a point in time. A later one is left for the next call.
    ///
    /// Whoever waits may wake up late, and cannot tell then when a line came. So what is there at
    /// the first look after the deadline has kept it, and counts as having come at the deadline.
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
                Ok(line) => return self.judge(line, deadline),
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Ended),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    let waits = self.output.has_unread();
                    // It may also have been read and not handed over.
                    let next = self.lines.recv_timeout(HANDOVER);
                    if !waits {
                        self.doubt.set(Some((deadline, None)));
                    }
                    return match next {
                        Ok(line) => self.judge(line, deadline),
                        Err(RecvTimeoutError::Disconnected) => Err(Silence::Ended),
                        Err(RecvTimeoutError::Timeout) => Err(Silence::Late),
                    };
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
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

/// What an engine has written and nobody has read.
struct Output {
    #[cfg(unix)]
    pipe: std::os::fd::OwnedFd,
}

impl Output {
    #[cfg(unix)]
    fn of(stdout: &ChildStdout) -> io::Result<Self> {
        use std::os::fd::AsFd;
        Ok(Self { pipe: stdout.as_fd().try_clone_to_owned()? })
    }

    #[cfg(not(unix))]
    fn of(_: &ChildStdout) -> io::Result<Self> {
        Ok(Self {})
    }

    /// Whether there is anything; `false` where the system does not tell.
    fn has_unread(&self) -> bool {
        #[cfg(unix)]
        return rustix::io::ioctl_fionread(&self.pipe).is_ok_and(|bytes| bytes > 0);
        #[cfg(not(unix))]
        false
    }
}

/// Notes when something was read last.
struct Dated<R> {
    input: R,
    at: Arc<Mutex<Instant>>,
}

impl<R: Read> Read for Dated<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        *self.at.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        Ok(read)
    }
}

fn write_in_background(mut stdin: ChildStdin) -> io::Result<SyncSender<Order>> {
    let (sender, unsent) = sync_channel::<Order>(UNSENT_LINES);
    thread::Builder::new().name("to engine".into()).spawn(move || {
        for Order { text, written } in unsent {
            let now = Instant::now();
            if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                return;
            }
            if let Some(written) = written {
                // Who sent it may not wait any more.
                let _ = written.try_send(now);
            }
        }
    })?;
    Ok(sender)
}

fn read_in_background(stdout: ChildStdout) -> io::Result<Receiver<Line>> {
    let (sender, lines) = sync_channel(UNREAD_LINES);
    thread::Builder::new().name("from engine".into()).spawn(move || {
        let at = Arc::new(Mutex::new(Instant::now()));
        // What is no text, or too long, says nothing.
        let input = Dated { input: stdout, at: Arc::clone(&at) };
        let texts = Lines::new(BufReader::new(input)).flatten();
        for text in texts.filter(|text| text.len() <= LONGEST_LINE) {
            let at = *at.lock().unwrap_or_else(PoisonError::into_inner);
            let text = printable_line(text.trim_end()).into_owned();
            let line = match sender.try_send(Line { text, at }) {
                Ok(()) => continue,
                Err(TrySendError::Full(line)) if is_news(&line.text) => continue,
                Err(TrySendError::Full(line)) => line,
                Err(TrySendError::Disconnected(_)) => return,
            };
            if sender.send(line).is_err() {
                return;
            }
        }
    })?;
    Ok(lines)
}

/// Whether a line only tells how a search goes: `info` in UCI, in XBoard's protocol what begins with
/// the depth.
fn is_news(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("info ") || line.starts_with(|first: char| first.is_ascii_digit())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn script(text: &str) -> Process {
        let config = EngineConfig {
            command: "/bin/sh".into(),
            arguments: ["-c", text].map(Into::into).into(),
            ..EngineConfig::default()
        };
        Process::start(&config, Interrupt::default(), None).expect("a shell")
    }

    fn told(answer: Result<Line, Silence>) -> Result<String, Silence> {
        answer.map(|line| line.text)
    }

    /// Who looks too late cannot tell when a line came.
    #[test]
    fn what_is_there_at_the_first_look_is_in_time() {
        let process = script(r"read go; printf 'a\nb\n'; read go; printf 'c\n'; read go");
        let deadline = process.send_timed("go");
        thread::sleep(MS(300));
        let first = process.receive(deadline).expect("a line");
        assert_eq!((first.text.as_str(), first.at), ("a", deadline));
        assert_eq!(told(process.receive(deadline)), Ok("b".into()));
        process.send("go");
        thread::sleep(MS(300));
        assert_eq!(told(process.receive(deadline)), Err(Silence::Late), "looked at before");
        assert_eq!(told(process.receive(Instant::now())), Ok("c".into()));
    }

    #[test]
    fn what_comes_after_a_look_is_late() {
        let process = script("read go; read go; echo a; read go");
        let deadline = process.send_timed("go") + MS(50);
        assert_eq!(told(process.receive(deadline)), Err(Silence::Late));
        process.send("go");
        thread::sleep(MS(300));
        assert_eq!(told(process.receive(deadline)), Err(Silence::Late));
        assert_eq!(told(process.receive(Instant::now())), Ok("a".into()));
    }

    /// An engine that ponders tells more than anybody keeps, and goes on.
    #[test]
    fn news_of_an_engine_that_nobody_listens_to_does_not_stop_it() {
        let flood = "i=0; while [ $i -lt 20000 ]; do echo info depth $i; i=$((i+1)); done";
        let process = script(&format!("{flood}; echo bestmove; read go"));
        let deadline = Instant::now() + Duration::from_secs(20);
        thread::sleep(MS(1000));
        let mut lines = 0;
        while told(process.receive(deadline)).expect("a line") != "bestmove" {
            lines += 1;
        }
        assert!((1..20_000).contains(&lines), "{lines}");
        assert!(is_news("info depth 1") && is_news("  9 35 12 400 e2e4") && !is_news("bestmove 1"));
    }

    /// An order to an engine that reads nothing is written when its pipe has room, if ever.
    #[test]
    fn an_engine_that_does_not_read_has_no_more_time() {
        let process = script("sleep 5");
        let long = "x".repeat(1 << 17);
        process.send(&long);
        let called = Instant::now();
        assert!(process.send_timed("go").saturating_duration_since(called) < MS(20));
    }
}
