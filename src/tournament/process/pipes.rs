//! The pipes to and from an engine, a thread for each.

use super::Line;
use super::news::Unread;
use crate::protocol::io::Lines;
use crate::text::printable_line;
use std::io::{self, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

/// Lines kept for an engine that does not read.
const UNSENT_LINES: usize = 4096;
/// Lines kept of an engine that is not listened to, as while it ponders.
pub const UNREAD_LINES: usize = 1024;
/// No engine has a reason to write a longer line, in bytes.
const LONGEST_LINE: usize = 1 << 16;

/// A line to an engine.
pub struct Order {
    /// The line, with its end.
    pub text: String,
    /// Is told when the line is written.
    pub written: Option<SyncSender<Instant>>,
}

/// What an engine has written and nobody has read.
pub struct Output {
    #[cfg(unix)]
    pipe: std::os::fd::OwnedFd,
}

impl Output {
    /// Of an engine's output.
    #[cfg(unix)]
    pub fn of(stdout: &ChildStdout) -> io::Result<Self> {
        use std::os::fd::AsFd;
        Ok(Self { pipe: stdout.as_fd().try_clone_to_owned()? })
    }

    /// Of an engine's output.
    #[cfg(not(unix))]
    pub fn of(_: &ChildStdout) -> io::Result<Self> {
        Ok(Self {})
    }

    /// Whether there is anything; `false` where the system does not tell.
    pub fn has_unread(&self) -> bool {
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

/// A thread that writes to an engine.
pub fn write_in_background(mut stdin: ChildStdin) -> io::Result<SyncSender<Order>> {
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

/// A thread that reads what an engine writes.
pub fn read_in_background(stdout: ChildStdout) -> io::Result<Unread> {
    let lines = Unread::new(UNREAD_LINES);
    let unread = lines.clone();
    thread::Builder::new().name("from engine".into()).spawn(move || {
        let at = Arc::new(Mutex::new(Instant::now()));
        // What is no text, or too long, says nothing.
        let input = Dated { input: stdout, at: Arc::clone(&at) };
        let texts = Lines::new(BufReader::new(input)).flatten();
        for text in texts.filter(|text| text.len() <= LONGEST_LINE) {
            let at = *at.lock().unwrap_or_else(PoisonError::into_inner);
            let text = printable_line(text.trim_end()).into_owned();
            if !unread.push(Line { text, at }) {
                return;
            }
        }
        unread.end();
    })?;
    Ok(lines)
}
