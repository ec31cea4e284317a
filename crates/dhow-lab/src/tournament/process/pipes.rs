//! The pipes to and from an engine, a thread for each.

use super::Line;
use super::news::Unread;
use dhow_files::Lines;
use dhow_rules::text::printable_line;
use std::io::{self, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

/// Lines kept for an engine that does not read.
const UNSENT_LINES: usize = 4096;
/// Lines kept of an engine that is not listened to, as while it ponders.
pub const UNREAD_LINES: usize = 1024;
/// No engine has a reason to write a longer line, in bytes.
const LONGEST_LINE: usize = 1 << 16;

/// A line to an engine.
pub struct EngineLine {
    /// The line, with its end.
    pub text: String,
    /// Is told when the line is written.
    pub written: Option<SyncSender<Instant>>,
}

/// What an engine has written and nobody was handed.
pub struct UnreadOutput {
    #[cfg(unix)]
    pipe: std::os::fd::OwnedFd,
    taken: Arc<Mutex<Taken>>,
}

/// What was read last.
struct Taken {
    /// When.
    at: Instant,
    /// Whether it may not have been handed over yet.
    in_hand: bool,
}

fn lock(taken: &Mutex<Taken>) -> MutexGuard<'_, Taken> {
    taken.lock().unwrap_or_else(PoisonError::into_inner)
}

impl UnreadOutput {
    /// Whether there is anything; where the system does not tell, only what was read is known.
    pub fn has_unread(&self) -> bool {
        // Nothing is read meanwhile: it is either in the pipe or in hand.
        let taken = lock(&self.taken);
        #[cfg(unix)]
        let waits = rustix::io::ioctl_fionread(&self.pipe).is_ok_and(|bytes| bytes > 0);
        #[cfg(not(unix))]
        let waits = false;
        waits || taken.in_hand
    }
}

/// Notes when something was read last.
struct Dated {
    input: ChildStdout,
    taken: Arc<Mutex<Taken>>,
}

impl Read for Dated {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // Whoever asks for more has handed over what it had.
        lock(&self.taken).in_hand = false;
        // Nobody shall look between the reading and its note; nor wait for what an engine may never write.
        let held = wait_for_input(&self.input).then(|| lock(&self.taken));
        let read = self.input.read(buffer)?;
        let mut taken = held.unwrap_or_else(|| lock(&self.taken));
        *taken = Taken { at: Instant::now(), in_hand: read > 0 };
        Ok(read)
    }
}

/// Waits until there is something to read, or the end; `false` if the system cannot.
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

/// A thread that writes to an engine.
pub fn write_in_background(mut stdin: ChildStdin) -> io::Result<SyncSender<EngineLine>> {
    let (sender, unsent) = sync_channel::<EngineLine>(UNSENT_LINES);
    thread::Builder::new().name("to engine".into()).spawn(move || {
        for EngineLine { text, written } in unsent {
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
pub fn read_in_background(stdout: ChildStdout) -> io::Result<(UnreadOutput, Unread)> {
    let lines = Unread::new(UNREAD_LINES);
    let unread = lines.clone();
    let taken = Arc::new(Mutex::new(Taken { at: Instant::now(), in_hand: false }));
    let output = UnreadOutput {
        #[cfg(unix)]
        pipe: std::os::fd::AsFd::as_fd(&stdout).try_clone_to_owned()?,
        taken: taken.clone(),
    };
    thread::Builder::new().name("from engine".into()).spawn(move || {
        // What is no text, or too long, says nothing.
        let input = Dated { input: stdout, taken: taken.clone() };
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
