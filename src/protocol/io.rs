//! Lines in and lines out.

use crate::text::printable_line;
use std::fmt::{self, Display};
use std::io::{BufRead, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The longest line that is read, in bytes: room for a game of a hundred thousand moves.
pub const MAX_LINE: usize = 1 << 20;

/// The longest text that answers repeat from the input, in characters.
const MAX_EXCERPT: usize = 200;

/// A line that cannot be read as a command. The lines after it are not affected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// Longer than [`MAX_LINE`]; it is skipped to its end.
    #[error("line of more than {MAX_LINE} bytes ignored")]
    TooLong,
    /// Not UTF-8.
    #[error("line ignored, it is not UTF-8: {0}")]
    Encoding(String),
}

/// The lines of an input, without their ends (`\n` or `\r\n`). Ends with the input; an input that
/// cannot be read any more counts as ended.
pub struct Lines {
    input: Box<dyn BufRead + Send>,
}

impl Lines {
    /// The lines of `input`.
    pub fn new(input: impl BufRead + Send + 'static) -> Self {
        Self { input: Box::new(input) }
    }

    /// Drops the rest of a line; `None` at the end of the input.
    fn skip_line(&mut self) -> Option<()> {
        loop {
            let mut rest = Vec::new();
            let read = self.read_some(&mut rest)?;
            if read == 0 || rest.ends_with(b"\n") {
                return Some(());
            }
        }
    }

    /// Appends at most [`MAX_LINE`] + 2 bytes of a line, its end included.
    fn read_some(&mut self, line: &mut Vec<u8>) -> Option<usize> {
        (&mut self.input).take(MAX_LINE as u64 + 2).read_until(b'\n', line).ok()
    }
}

impl Iterator for Lines {
    type Item = Result<String, LineError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut line = Vec::new();
        if self.read_some(&mut line)? == 0 {
            return None;
        }
        let ended = line.ends_with(b"\n");
        if ended {
            line.pop();
        }
        if line.ends_with(b"\r") {
            line.pop();
        }
        if line.len() > MAX_LINE {
            if !ended {
                self.skip_line()?;
            }
            return Some(Err(LineError::TooLong));
        }
        Some(match String::from_utf8(line) {
            // A script that was saved on Windows may begin with a byte order mark.
            Ok(line) => Ok(match line.strip_prefix('\u{feff}') {
                Some(rest) => rest.into(),
                None => line,
            }),
            Err(error) => {
                let text = String::from_utf8_lossy(error.as_bytes());
                Err(LineError::Encoding(excerpt(&text)))
            }
        })
    }
}

/// The beginning of a text from the input, short enough to be repeated in an answer.
pub fn excerpt(text: &str) -> String {
    match text.char_indices().nth(MAX_EXCERPT) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.into(),
    }
}

/// Where the answers go. Clones write to the same place, and each line arrives whole, whichever
/// thread writes it.
#[derive(Clone)]
pub struct Output {
    target: Arc<Mutex<Target>>,
}

struct Target {
    writer: Box<dyn Write + Send>,
    closed: bool,
    on_close: fn(),
}

impl Output {
    /// Answers go to `writer`.
    pub fn new(writer: impl Write + Send + 'static) -> Self {
        Self::with_end(writer, || {})
    }

    /// The same; does something, in the thread that writes, as soon as a line cannot be written.
    pub fn with_end(writer: impl Write + Send + 'static, on_close: fn()) -> Self {
        let target = Target { writer: Box::new(writer), closed: false, on_close };
        Self { target: Arc::new(Mutex::new(target)) }
    }

    /// Writes a line at once, made printable, so that text repeated from the input cannot begin a
    /// line of its own.
    pub fn line(&self, line: impl Display) {
        self.lines([line]);
    }

    /// Writes lines at once, with no line of another thread between them.
    pub fn lines(&self, lines: impl IntoIterator<Item = impl Display>) {
        let mut text = String::new();
        for line in lines {
            text += &printable_line(&line.to_string());
            text.push('\n');
        }
        let mut target = self.lock();
        let target = &mut *target;
        let written = target.writer.write_all(text.as_bytes()).and_then(|()| target.writer.flush());
        if written.is_err() {
            target.closed = true;
            (target.on_close)();
        }
    }

    /// Whether a line could not be written: nobody listens any more.
    pub fn is_closed(&self) -> bool {
        self.lock().closed
    }

    fn lock(&self) -> MutexGuard<'_, Target> {
        self.target.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lines")
    }
}

impl fmt::Debug for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Output")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn read(input: &[u8]) -> Vec<Result<String, LineError>> {
        Lines::new(Cursor::new(input.to_vec())).collect()
    }

    #[test]
    fn both_line_ends_and_none() {
        let expected: Vec<_> = ["uci", "", "isready"].map(|line| Ok(line.to_string())).into();
        assert_eq!(read(b"uci\r\n\nisready"), expected);
        assert_eq!(read("\u{feff}uci\r\n\nisready".as_bytes()), expected);
        assert_eq!(read(b""), []);
    }

    #[test]
    fn other_encodings_spoil_one_line() {
        let lines = read(b"\xff\xfe\nquit\n");
        assert!(matches!(lines[0], Err(LineError::Encoding(_))));
        assert_eq!(lines[1], Ok("quit".into()));
    }

    #[test]
    fn a_line_may_be_long_but_not_too_long() {
        for end in ["\n", "\r\n", ""] {
            let longest = "a".repeat(MAX_LINE);
            assert_eq!(read(format!("{longest}{end}").as_bytes()), [Ok(longest)]);
            for more in [1, 2, 3, MAX_LINE] {
                let input = format!("{}{end}", "a".repeat(MAX_LINE + more));
                assert_eq!(read(input.as_bytes()), [Err(LineError::TooLong)], "{more} {end:?}");
            }
        }
        let lines = read(format!("{}\nquit", "a".repeat(3 * MAX_LINE)).as_bytes());
        assert_eq!(lines, [Err(LineError::TooLong), Ok("quit".into())]);
    }

    #[test]
    fn what_is_written_stays_on_its_line() {
        #[derive(Clone, Default)]
        struct Shared(Arc<Mutex<Vec<u8>>>);
        impl Write for Shared {
            fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
                self.0.lock().unwrap().extend(bytes);
                Ok(bytes.len())
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
        let written = Shared::default();
        let output = Output::new(written.clone());
        output.line("a\nb\u{1b}\t");
        output.clone().lines(["c", "d"]);
        assert_eq!(*written.0.lock().unwrap(), b"a?b?\t\nc\nd\n");
        assert!(!output.is_closed());
    }

    #[test]
    fn a_closed_output_is_noticed() {
        let output = Output::new(&mut [][..]);
        output.line("lost");
        assert!(output.is_closed());
    }
}
