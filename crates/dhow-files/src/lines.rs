//! The lines of untrusted input.

use dhow_rules::text::excerpt;
use std::fmt;
use std::io::{BufRead, Read};

/// The greatest length of a line in bytes: room for a game of a hundred thousand moves.
pub const MAX_LINE: usize = 1 << 20;

/// Why a line cannot be read. Later lines are not affected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// The line is longer than [`MAX_LINE`] and has been skipped.
    #[error("line of more than {MAX_LINE} bytes ignored")]
    TooLong,
    /// The line is not UTF-8. Holds the beginning of the line.
    #[error("line ignored, it is not UTF-8: {0}")]
    Encoding(String),
}

/// The lines of an input, without line ends (`\n` or `\r\n`) and byte order marks. An input error
/// counts as the end of the input.
///
/// ```
/// use dhow_files::Lines;
///
/// let mut lines = Lines::new(&b"uci\r\nquit"[..]);
/// assert_eq!(lines.next(), Some(Ok("uci".to_string())));
/// assert_eq!(lines.next(), Some(Ok("quit".to_string())));
/// assert_eq!(lines.next(), None);
/// ```
pub struct Lines {
    input: Box<dyn BufRead + Send>,
}

impl Lines {
    /// The lines of `input`.
    pub fn new(input: impl BufRead + Send + 'static) -> Self {
        Self { input: Box::new(input) }
    }

    /// Skips the rest of a line; `None` at the end of the input.
    fn skip_line(&mut self) -> Option<()> {
        loop {
            let mut rest = Vec::new();
            let read = self.read_some(&mut rest)?;
            if read == 0 || rest.ends_with(b"\n") {
                return Some(());
            }
        }
    }

    /// Appends at most [`MAX_LINE`] + 2 bytes of a line to `line`, its line end included.
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
            // A script saved on Windows may begin with a byte order mark.
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

impl fmt::Debug for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lines")
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
}
