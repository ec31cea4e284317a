//! Where the program writes its answers.

use dhow_rules::text::printable_line;
use std::fmt::{self, Display};
use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Writes whole lines to one destination. Clones share the destination, and lines of different threads never
/// mix.
#[derive(Clone)]
pub struct Output {
    target: Arc<Mutex<OutputTarget>>,
}

struct OutputTarget {
    writer: Box<dyn Write + Send>,
    closed: bool,
    on_close: fn(),
}

impl Output {
    /// An output that writes to `writer`.
    pub fn new(writer: impl Write + Send + 'static) -> Self {
        Self::with_end(writer, || {})
    }

    /// Like `new`, and calls `on_close` in the writing thread as soon as a line cannot be written.
    pub fn with_end(writer: impl Write + Send + 'static, on_close: fn()) -> Self {
        let target = OutputTarget { writer: Box::new(writer), closed: false, on_close };
        Self { target: Arc::new(Mutex::new(target)) }
    }

    /// Writes a line at once. Control characters are made printable, so that text repeated from the input
    /// cannot start a new line.
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

    /// Whether a line could not be written: nobody reads the output any more.
    pub fn is_closed(&self) -> bool {
        self.lock().closed
    }

    fn lock(&self) -> MutexGuard<'_, OutputTarget> {
        self.target.lock().unwrap_or_else(PoisonError::into_inner)
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
