//! The pipes to and from an engine, with one thread each.

use super::Line;
use super::line_queue::LineQueue;
use dhow_files::Lines;
use dhow_rules::text::printable_line;
use std::io::{self, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

/// The maximum number of lines kept for an engine that does not read.
const UNSENT_LINES: usize = 4096;
/// The maximum number of lines kept while nobody reads the engine's output, for instance during pondering.
pub const UNREAD_LINES: usize = 1024;
/// The maximum length of a line in bytes; no engine needs longer ones.
const LONGEST_LINE: usize = 1 << 16;

/// A line to an engine.
pub struct EngineLine {
    /// The line, with its line end.
    pub text: String,
    /// Receives the time when the line was written.
    pub written: Option<SyncSender<Instant>>,
}

/// Whether an engine has written something that is not in the queue yet.
pub struct UnreadOutput {
    #[cfg(unix)]
    pipe: std::os::fd::OwnedFd,
    taken: Arc<Mutex<LastRead>>,
}

/// The last read.
struct LastRead {
    /// Its time.
    at: Instant,
    /// Whether the data may still be on its way to the queue.
    in_hand: bool,
}

fn lock(taken: &Mutex<LastRead>) -> MutexGuard<'_, LastRead> {
    taken.lock().unwrap_or_else(PoisonError::into_inner)
}

impl UnreadOutput {
    /// Whether there is anything. Where the system does not report it, counts only what was read.
    pub fn has_unread(&self) -> bool {
        // The lock prevents reading: the data is either in the pipe or in hand.
        let taken = lock(&self.taken);
        #[cfg(unix)]
        let waits = rustix::io::ioctl_fionread(&self.pipe).is_ok_and(|bytes| bytes > 0);
        #[cfg(not(unix))]
        let waits = false;
        waits || taken.in_hand
    }
}

/// A reader that notes the time of its last read.
struct TimedReader {
    input: ChildStdout,
    taken: Arc<Mutex<LastRead>>,
}

impl Read for TimedReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // The caller asks for more only after it has passed on what it had.
        lock(&self.taken).in_hand = false;
        // The lock is held from reading to noting the time, but not while waiting for an engine that may
        // never write.
        let held = wait_for_input(&self.input).then(|| lock(&self.taken));
        let read = self.input.read(buffer)?;
        let mut taken = held.unwrap_or_else(|| lock(&self.taken));
        *taken = LastRead { at: Instant::now(), in_hand: read > 0 };
        Ok(read)
    }
}

/// Waits for input or its end. Returns `false` if the system cannot wait.
#[cfg(unix)]
fn wait_for_input(input: &ChildStdout) -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    let mut polled = [PollFd::new(input, PollFlags::IN)];
    loop {
        match poll(&mut polled, None) {
            Err(rustix::io::Errno::INTR) => {}
            waited => return waited.is_ok(),
        }
    }
}

#[cfg(not(unix))]
fn wait_for_input(_: &ChildStdout) -> bool {
    false
}

/// Starts a thread that writes to an engine.
pub fn write_in_background(mut stdin: ChildStdin) -> io::Result<SyncSender<EngineLine>> {
    let (sender, unsent) = sync_channel::<EngineLine>(UNSENT_LINES);
    thread::Builder::new().name("to engine".into()).spawn(move || {
        for EngineLine { text, written } in unsent {
            let now = Instant::now();
            if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                return;
            }
            if let Some(written) = written {
                // The sender may have stopped waiting.
                let _ = written.try_send(now);
            }
        }
    })?;
    Ok(sender)
}

/// Starts a thread that reads an engine's output.
pub fn read_in_background(stdout: ChildStdout) -> io::Result<(UnreadOutput, LineQueue)> {
    let lines = LineQueue::new(UNREAD_LINES);
    let unread = lines.clone();
    let taken = Arc::new(Mutex::new(LastRead { at: Instant::now(), in_hand: false }));
    let output = UnreadOutput {
        #[cfg(unix)]
        pipe: std::os::fd::AsFd::as_fd(&stdout).try_clone_to_owned()?,
        taken: taken.clone(),
    };
    thread::Builder::new().name("from engine".into()).spawn(move || {
        // Lines that are too long or not text are ignored.
        let input = TimedReader { input: stdout, taken: taken.clone() };
        let texts = Lines::new(BufReader::new(input)).flatten();
        for text in texts.filter(|text| text.len() <= LONGEST_LINE) {
            let at = lock(&taken).at;
            let text = printable_line(text.trim_end()).into_owned();
            if !unread.push(Line { text, at }) {
                return;
            }
        }
        unread.end();
    })?;
    Ok((output, lines))
}
