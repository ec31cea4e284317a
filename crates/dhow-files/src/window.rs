//! Scanning a file of any size.

use std::io::{self, Read};

/// The least number of bytes that is read at once.
const CHUNK: usize = 1 << 16;

/// A window that moves along an input. Only the requested part is kept in memory.
///
/// ```
/// use dhow_files::Window;
///
/// let mut window = Window::new(&b"headbody"[..], 0);
/// assert_eq!(window.see(4)?, b"head");
/// window.pass(4);
/// assert_eq!((window.offset(), window.see(100)?), (4, &b"body"[..]));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Window<R> {
    input: R,
    buffer: Vec<u8>,
    /// The start of the window in the buffer.
    start: usize,
    /// The start of the window in the file.
    offset: u64,
    ended: bool,
}

impl<R: Read> Window<R> {
    /// A window at the present position of `input`, which has the offset `offset` in the file.
    pub fn new(input: R, offset: u64) -> Self {
        Self { input, buffer: Vec::new(), start: 0, offset, ended: false }
    }

    /// The start of the window in the file, in bytes.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The next `count` bytes; fewer only at the end of the input.
    pub fn see(&mut self, count: usize) -> io::Result<&[u8]> {
        while self.buffer.len() - self.start < count && !self.ended {
            self.buffer.drain(..self.start);
            self.start = 0;
            let missing = (count - self.buffer.len()).max(CHUNK) as u64;
            let read = self.input.by_ref().take(missing).read_to_end(&mut self.buffer)?;
            self.ended = (read as u64) < missing;
        }
        let rest = &self.buffer[self.start..];
        Ok(&rest[..count.min(rest.len())])
    }

    /// Moves the start of the window by `count` bytes, at most by the bytes seen.
    pub fn pass(&mut self, count: usize) {
        let count = count.min(self.buffer.len() - self.start);
        self.start += count;
        self.offset += count as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_bytes_are_seen_in_order() {
        let bytes: Vec<u8> = (0..200_000u32).map(|number| (number % 251) as u8).collect();
        let mut window = Window::new(&bytes[..], 7);
        let mut at = 0;
        for step in (1..).map(|step| step * 37 % 5000) {
            let seen = window.see(2 * step).expect("memory").to_vec();
            assert_eq!(seen, bytes[at..bytes.len().min(at + 2 * step)]);
            if seen.is_empty() {
                break;
            }
            window.pass(step);
            at = bytes.len().min(at + step);
            assert_eq!(window.offset(), 7 + at as u64);
        }
        assert_eq!(at, bytes.len());
    }
}
