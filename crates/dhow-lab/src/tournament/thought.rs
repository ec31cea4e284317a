//! The reports of an engine about its search.

use std::fmt::{self, Display};
use std::ops::Neg;

/// A score as the engine reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportedScore {
    /// In centipawns.
    Centipawns(i32),
    /// In moves to mate; zero or negative if the engine is mated.
    Mate(i32),
}

impl ReportedScore {
    /// The score in centipawns. A mate is far from every other score.
    pub fn centipawns(self) -> i32 {
        match self {
            Self::Centipawns(score) => score,
            Self::Mate(moves) if moves > 0 => 1_000_000 - moves.min(10_000),
            Self::Mate(moves) => -1_000_000 - moves.max(-10_000),
        }
    }
}

impl Neg for ReportedScore {
    type Output = Self;
    fn neg(self) -> Self {
        match self {
            Self::Centipawns(score) => Self::Centipawns(score.saturating_neg()),
            Self::Mate(moves) => Self::Mate(moves.saturating_neg()),
        }
    }
}

impl Display for ReportedScore {
    /// Writes the form of cutechess-cli's comments: `+0.35` in pawns, `+M5` with plies to mate.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Centipawns(0) => f.write_str("0.00"),
            Self::Centipawns(score) => write!(f, "{:+.2}", f64::from(score) / 100.0),
            Self::Mate(moves) if moves > 0 => write!(f, "+M{}", 2 * i64::from(moves) - 1),
            Self::Mate(moves) => write!(f, "-M{}", 2 * -i64::from(moves)),
        }
    }
}

/// The search information at an engine's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Thought {
    /// The score of its best line.
    pub eval: Option<ReportedScore>,
    /// The depth of that line in plies.
    pub depth: u32,
    /// The greatest depth that the search reached in plies; 0 if the engine does not say.
    pub selective_depth: u32,
    /// The number of nodes.
    pub nodes: u64,
}

impl Thought {
    /// Reads an `info` line of UCI. Ignores the scores of lines other than the best, and bounds.
    pub fn read_uci(&mut self, line: &str) {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let words = match words.iter().position(|&word| word == "pv" || word == "string") {
            Some(end) => &words[..end],
            None => &words[..],
        };
        let value = |name: &str| {
            let index = words.iter().position(|&word| word == name)?;
            words.get(index + 1)?.parse::<i64>().ok()
        };
        if value("multipv").is_some_and(|rank| rank > 1) {
            return;
        }
        if let Some(nodes) = value("nodes") {
            self.nodes = nodes.max(0) as u64;
        }
        if words.contains(&"lowerbound") || words.contains(&"upperbound") {
            return;
        }
        let small = |number: i64| number.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        let eval = match (value("cp"), value("mate")) {
            (Some(score), _) => ReportedScore::Centipawns(small(score)),
            (None, Some(moves)) => ReportedScore::Mate(small(moves)),
            (None, None) => return,
        };
        self.eval = Some(eval);
        let depth = |name, before| value(name).map_or(before, |depth| small(depth).max(0) as u32);
        self.depth = depth("depth", self.depth);
        self.selective_depth = depth("seldepth", self.selective_depth);
    }

    /// Reads a line of XBoard's thinking output: depth, score, time, nodes, and moves. Returns `false` for
    /// any other line.
    pub fn read_xboard(&mut self, line: &str) -> bool {
        let mut words = line.split_ascii_whitespace();
        // Some engines add a sign to the depth if the line is not final.
        let depth = words.next().map(|word| word.trim_end_matches(|c: char| !c.is_ascii_digit()));
        let depth = depth.and_then(|depth| depth.parse::<u32>().ok());
        let score = words.next().and_then(|word| word.parse::<i32>().ok());
        let time = words.next().and_then(|word| word.parse::<u64>().ok());
        let nodes = words.next().and_then(|word| word.parse::<u64>().ok());
        let (Some(depth), Some(score), Some(_), Some(nodes)) = (depth, score, time, nodes) else {
            return false;
        };
        // XBoard's convention: moves to mate are above 100,000.
        const MATE: i32 = 100_000;
        let eval = match score {
            MATE.. => ReportedScore::Mate(score - MATE),
            _ if score <= -MATE => ReportedScore::Mate(score.saturating_add(MATE)),
            _ => ReportedScore::Centipawns(score),
        };
        *self = Self { eval: Some(eval), depth, nodes, selective_depth: 0 };
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_as_text() {
        let texts = [
            (ReportedScore::Centipawns(35), "+0.35"),
            (ReportedScore::Centipawns(-1234), "-12.34"),
            (ReportedScore::Centipawns(0), "0.00"),
            (ReportedScore::Mate(3), "+M5"),
            (ReportedScore::Mate(-2), "-M4"),
            (ReportedScore::Mate(0), "-M0"),
        ];
        for (eval, text) in texts {
            assert_eq!(eval.to_string(), text);
        }
        assert_eq!((-ReportedScore::Mate(3)).to_string(), "-M6");
        assert!(ReportedScore::Mate(1).centipawns() > ReportedScore::Mate(9).centipawns());
        assert!(ReportedScore::Mate(-1).centipawns() < ReportedScore::Mate(-9).centipawns());
    }

    #[test]
    fn the_best_exact_line_of_uci_counts() {
        let mut thought = Thought::default();
        thought.read_uci("info depth 7 seldepth 9 multipv 1 score cp -34 nodes 1000 pv a3a5 cp 5");
        let eval = Some(ReportedScore::Centipawns(-34));
        let first = Thought { eval, depth: 7, selective_depth: 9, nodes: 1000 };
        assert_eq!(thought, first);
        thought.read_uci("info depth 8 multipv 2 score cp 99 nodes 1");
        thought.read_uci("info string score cp 12");
        thought.read_uci("info depth x score cp y");
        assert_eq!(thought, first);
        thought.read_uci("info depth 8 score cp 50 lowerbound nodes 2000");
        assert_eq!(thought, Thought { nodes: 2000, ..first });
        thought.read_uci("info depth 9 score mate -2 nodes 3000");
        let last = Thought { eval: Some(ReportedScore::Mate(-2)), depth: 9, nodes: 3000, ..first };
        assert_eq!(thought, last);
    }

    #[test]
    fn thinking_output_of_xboard() {
        let mut thought = Thought::default();
        assert!(thought.read_xboard("7 -15 200 4000 12 2000 0\te3e5 e10e8"));
        let eval = Some(ReportedScore::Centipawns(-15));
        let first = Thought { eval, depth: 7, selective_depth: 0, nodes: 4000 };
        assert_eq!(thought, first);
        for line in ["", "move a3a5", "7 -15 200", "7 a 200 400 x", "#7 1 1 1"] {
            assert!(!thought.read_xboard(line), "{line}");
        }
        assert_eq!(thought, first);
        assert!(thought.read_xboard("12& 100003 1 5 a3a5"));
        assert_eq!(thought.eval, Some(ReportedScore::Mate(3)));
        assert!(thought.read_xboard("12. -100002 1 5 a3a5"));
        assert_eq!(thought.eval, Some(ReportedScore::Mate(-2)));
    }
}
