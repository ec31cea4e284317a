//! Sessions of the protocols in this process, line by line.

use dhow::protocol;
use dhow::variant::VARIANTS;
use std::io::{self, BufRead, Cursor, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How long an answer may take, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// The most lines of a session.
const MOST_LINES: usize = 24;

/// The lines of an input: ASCII bytes stand for themselves, other bytes for whole words and commands, so that a small
/// change makes another meaningful line.
pub fn lines(data: &[u8], words: &[&str]) -> Vec<Vec<u8>> {
    let expand = |line: &[u8]| -> Vec<u8> {
        let of = |&byte: &u8| match byte.checked_sub(0x80) {
            Some(index) => format!("{} ", words[index as usize % words.len()]).into_bytes(),
            None => vec![byte],
        };
        line.iter().flat_map(of).collect()
    };
    data.split(|&byte| byte == b'\n').take(MOST_LINES).map(expand).collect()
}

/// Whether all numbers in a line are at most `most`, so that they do not cost much time or memory. Numbers that do not
/// fit 64 bits do not count.
pub fn is_cheap(line: &str, most: u64) -> bool {
    let numbers = line.split(|letter: char| !letter.is_ascii_digit());
    numbers.filter_map(|digits| digits.parse::<u64>().ok()).all(|number| number <= most)
}

/// A running session.
pub struct Session {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<String>,
    thread: JoinHandle<()>,
    /// The lines sent and received, for messages.
    dialogue: String,
}

impl Session {
    /// Starts a session and sends it these lines.
    pub fn start(lines: &[&str]) -> Self {
        let ((input, heard), (said, output)) = (channel(), channel());
        let reader = Heard { lines: heard, line: Cursor::default() };
        let thread = thread::spawn(move || protocol::run(reader, Said(said), VARIANTS.clone()));
        let mut session = Self { input: Some(input), output, thread, dialogue: String::new() };
        lines.iter().for_each(|line| session.send(line));
        session
    }

    /// Sends a line.
    pub fn send(&mut self, line: impl AsRef<[u8]>) {
        let line = line.as_ref();
        self.dialogue += &format!("> {}\n", line.escape_ascii());
        let sent = self.input.as_ref().map(|input| input.send([line, b"\n"].concat()));
        assert!(sent.is_some_and(|sent| sent.is_ok()), "nobody reads\n{}", self.dialogue);
    }

    /// The answers up to the first one with this start, which must come.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut answers = Vec::new();
        loop {
            match self.output.recv_timeout(PATIENCE) {
                Ok(line) => {
                    self.dialogue += &format!("< {line}\n");
                    answers.push(line);
                    if answers.last().is_some_and(|line| line.starts_with(start)) {
                        return answers;
                    }
                }
                Err(RecvTimeoutError::Timeout) => panic!("no `{start}`\n{}", self.dialogue),
                Err(RecvTimeoutError::Disconnected) => panic!("it ended\n{}", self.dialogue),
            }
        }
    }

    /// Fails with the whole dialogue, unless `holds`.
    pub fn check(&self, holds: bool, what: &str) {
        assert!(holds, "{what}\n{}", self.dialogue);
    }

    /// Closes the input, which must end the session. Returns its last answers.
    pub fn end(mut self) -> Vec<String> {
        self.input = None;
        let mut answers = Vec::new();
        loop {
            match self.output.recv_timeout(PATIENCE) {
                Ok(line) => answers.push(line),
                Err(RecvTimeoutError::Timeout) => panic!("it does not end\n{}", self.dialogue),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.thread.join().expect("it did not panic");
        answers
    }
}

/// The input of a session: lines as they arrive.
struct Heard {
    lines: Receiver<Vec<u8>>,
    line: Cursor<Vec<u8>>,
}

impl BufRead for Heard {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.line.fill_buf()?.is_empty() {
            // When the sender is dropped, the input has ended.
            self.line = Cursor::new(self.lines.recv().unwrap_or_default());
        }
        self.line.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.line.consume(count);
    }
}

impl Read for Heard {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(target)?;
        self.consume(count);
        Ok(count)
    }
}

/// The output of a session, which writes whole lines.
struct Said(Sender<String>);

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = std::str::from_utf8(bytes).expect("answers are UTF-8");
        assert!(text.is_empty() || text.ends_with('\n'), "half a line: {text}");
        // The receiver is dropped only after a failure.
        text.lines().for_each(|line| drop(self.0.send(line.into())));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
