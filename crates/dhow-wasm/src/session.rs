//! Lines in, lines out.

use crate::rules;
use crate::uci::{LineSink, UciLines};

/// The longest line in bytes: a game of several thousand moves.
pub const LONGEST: usize = 1 << 20;

/// A session with a host.
pub struct LineSession {
    say: LineSink,
    uci: UciLines,
}

impl LineSession {
    /// A session that answers by `say`. A search or count calls `stopped` to see whether to end.
    pub fn new(say: LineSink, stopped: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self { uci: UciLines::new(say.clone(), stopped), say }
    }

    /// Answers a line. A search ends before this returns.
    pub fn hear(&mut self, line: &[u8]) {
        if line.len() > LONGEST {
            return (self.say)(&format!("info string a line may have {LONGEST} bytes"));
        }
        match std::str::from_utf8(line) {
            Ok(line) if line.trim_start().starts_with('{') => (self.say)(&rules::answer(line)),
            Ok(line) => self.uci.hear(line),
            Err(_) => (self.say)("info string this line is not UTF-8"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uci::said_by;

    fn answers(lines: &[&[u8]]) -> Vec<String> {
        said_by(|say| {
            let mut session = LineSession::new(say, || false);
            lines.iter().for_each(|line| session.hear(line));
        })
    }

    #[test]
    fn every_line_has_its_answer() {
        let said = answers(&[b"isready", b" {\"games\":{}}", b"\xff", &vec![b' '; LONGEST + 1]]);
        assert_eq!(said[0], "readyok");
        assert!(said[1].starts_with("{\"games\":[{"), "{}", said[1]);
        assert_eq!(said[2], "info string this line is not UTF-8");
        assert_eq!(said[3], "info string a line may have 1048576 bytes");
        assert_eq!(said.len(), 4);
    }
}
