//! The queue of an engine's lines that were not received yet.

use super::Line;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The queue from the reading thread to the waiting one. It has a limited size.
///
/// If it is full, for instance while an engine ponders, the oldest search information is dropped. If there is
/// none to drop, the reading thread, and so the engine, has to wait.
#[derive(Clone)]
pub struct LineQueue(Arc<Shared>);

struct Shared {
    state: Mutex<QueueState>,
    changed: Condvar,
    room: usize,
}

struct QueueState {
    lines: VecDeque<Line>,
    /// Whether the output has ended.
    ended: bool,
    /// Whether the receiver is gone.
    unwanted: bool,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoLine {
    /// None arrived in time.
    Yet,
    /// The output has ended.
    EverMore,
}

impl LineQueue {
    /// A queue for this many lines.
    pub fn new(room: usize) -> Self {
        let state = QueueState { lines: VecDeque::new(), ended: false, unwanted: false };
        Self(Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new(), room }))
    }

    fn state(&self) -> MutexGuard<'_, QueueState> {
        // No thread panics while it changes the state.
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a line as soon as there is space. Returns whether there is still a receiver.
    pub fn push(&self, line: Line) -> bool {
        let mut state = self.state();
        while !state.unwanted && state.lines.len() >= self.0.room {
            match state.lines.iter().position(|line| is_news(&line.text)) {
                Some(oldest) => drop(state.lines.remove(oldest)),
                None => {
                    let waited = self.0.changed.wait(state);
                    state = waited.unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
        let wanted = !state.unwanted;
        state.lines.push_back(line);
        self.0.changed.notify_all();
        wanted
    }

    /// Marks the end of the output.
    pub fn end(&self) {
        self.state().ended = true;
        self.0.changed.notify_all();
    }

    /// Marks that the receiver is gone.
    pub fn forget(&self) {
        self.state().unwanted = true;
        self.0.changed.notify_all();
    }

    /// Whether the queue is empty.
    pub fn is_empty(&self) -> bool {
        self.state().lines.is_empty()
    }

    /// The next line; waits up to `patience` for it.
    pub fn next(&self, patience: Duration) -> Result<Line, NoLine> {
        let begun = Instant::now();
        let mut state = self.state();
        loop {
            if let Some(line) = state.lines.pop_front() {
                self.0.changed.notify_all();
                return Ok(line);
            }
            if state.ended {
                return Err(NoLine::EverMore);
            }
            let left = patience.saturating_sub(begun.elapsed());
            if left.is_zero() {
                return Err(NoLine::Yet);
            }
            let waited = self.0.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// Whether a line is only search information: `info` in UCI; in the XBoard protocol four numbers, the first
/// of which is the depth. A result such as `1-0` is not.
fn is_news(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    let is_number = |word: Option<&str>| word.is_some_and(|word| word.parse::<i64>().is_ok());
    match words.next() {
        Some("info") => true,
        // Some engines add a sign to the depth: `12.`, `12&`.
        Some(depth) if depth.starts_with(|first: char| first.is_ascii_digit()) => {
            (0..3).all(|_| is_number(words.next()))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Line {
        Line { text: text.into(), at: Instant::now() }
    }

    fn all(unread: &LineQueue) -> Vec<String> {
        std::iter::from_fn(|| unread.next(Duration::ZERO).ok()).map(|line| line.text).collect()
    }

    #[test]
    fn the_oldest_news_makes_room() {
        let unread = LineQueue::new(3);
        for text in ["info depth 1", "bestmove e3e5", "info depth 2", "info depth 3"] {
            assert!(unread.push(line(text)));
        }
        assert_eq!(all(&unread), ["bestmove e3e5", "info depth 2", "info depth 3"]);
        assert_eq!(unread.next(Duration::ZERO), Err(NoLine::Yet));
        unread.push(line("readyok"));
        unread.end();
        assert_eq!(all(&unread), ["readyok"]);
        assert_eq!(unread.next(Duration::from_secs(9)), Err(NoLine::EverMore));
    }

    #[test]
    fn what_is_no_news_waits_for_room() {
        let unread = LineQueue::new(2);
        for text in ["move e3e5", "1-0 {White mates}"] {
            unread.push(line(text));
        }
        std::thread::scope(|scope| {
            let writer = scope.spawn(|| unread.push(line("move e10e8")));
            std::thread::sleep(Duration::from_millis(30));
            assert!(!writer.is_finished());
            assert_eq!(unread.next(Duration::ZERO).map(|line| line.text), Ok("move e3e5".into()));
            assert_eq!(writer.join().ok(), Some(true));
            let writer = scope.spawn(|| unread.push(line("move e3e5")));
            unread.forget();
            assert_eq!(writer.join().ok(), Some(false), "nobody listens any more");
        });
    }

    #[test]
    fn results_are_no_news() {
        for news in ["info depth 1", "  9 35 12 400 e2e4", "12. -35 12 400 e2e4", "9 35 12 400"] {
            assert!(is_news(news), "{news}");
        }
        for other in ["bestmove 1", "1-0 {White mates}", "1/2-1/2", "0-1", "", "information"] {
            assert!(!is_news(other), "{other}");
        }
    }
}
