//! Scores in comments, in the form of lichess and other programs: `[%eval 0.35]`.

use std::fmt;

/// The beginning of a score.
const OPENING: &str = "[%eval ";

/// Greater scores, in centipawns or moves to mate, are written as this.
const MOST: f64 = 99_999.0;

/// A score from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// In centipawns.
    Centipawns(i32),
    /// In moves to mate; negative if Black mates.
    Mate(i32),
}

impl fmt::Display for Evaluation {
    /// Writes `0.35` or `#-3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(score) => write!(f, "{:.2}", f64::from(*score) / 100.0),
            Self::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}

impl Evaluation {
    /// Reads a score such as `0.35`, `+0.35` or `#-3`.
    pub fn read(text: &str) -> Option<Self> {
        let number = |text: &str| text.parse().ok().filter(|number: &f64| number.is_finite());
        Some(match text.strip_prefix('#') {
            Some(moves) => Self::Mate(number(moves)?.clamp(-MOST, MOST) as i32),
            None => Self::Centipawns((number(text)? * 100.0).round().clamp(-MOST, MOST) as i32),
        })
    }

    /// The comment after the move that led to the position.
    pub fn comment(self) -> String {
        format!("{OPENING}{self}]")
    }

    /// Removes the scores from a comment. Returns the first valid score, its search depth if given (`[%eval
    /// 0.35,12]`), and the rest of the comment.
    pub fn split_off(comment: &str) -> (Option<(Self, Option<u32>)>, String) {
        let (mut found, mut rest) = (None, comment.trim().to_string());
        while let Some((before, (inner, after))) = rest
            .split_once(OPENING)
            .map(|(before, inner)| (before, inner.split_once(']').unwrap_or((inner, ""))))
        {
            let (score, depth) = inner.split_once(',').unwrap_or((inner, ""));
            let read = || Some((Self::read(score.trim())?, depth.trim().parse().ok()));
            found = found.or_else(read);
            rest = [before.trim(), after.trim()].join(" ").trim().to_string();
        }
        (found, rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_come_back() {
        for (text, found) in [
            ("0.35", Evaluation::Centipawns(35)),
            ("-12.07", Evaluation::Centipawns(-1207)),
            ("#3", Evaluation::Mate(3)),
            ("#-3", Evaluation::Mate(-3)),
        ] {
            assert_eq!(Evaluation::read(text), Some(found));
            assert_eq!(Evaluation::split_off(&found.comment()), (Some((found, None)), "".into()));
            assert_eq!(found.to_string(), text);
        }
        assert_eq!(Evaluation::read("+0.35"), Evaluation::read("0.35"));
        assert_eq!(Evaluation::read("1e300"), Some(Evaluation::Centipawns(99_999)));
        for text in ["", "#", "NaN", "inf", "1-0", "x"] {
            assert_eq!(Evaluation::read(text), None, "{text}");
        }
    }

    #[test]
    fn what_else_a_comment_says_stays() {
        let comment = "[%clk 0:01:00] [%eval +0.35,12] so [%eval 9] it is";
        let found = Some((Evaluation::Centipawns(35), Some(12)));
        assert_eq!(Evaluation::split_off(comment), (found, "[%clk 0:01:00] so it is".into()));
        assert_eq!(Evaluation::split_off("[%eval x]").0, None);
        let open = Evaluation::split_off("[%eval 1");
        assert_eq!(open, (Some((Evaluation::Centipawns(100), None)), "".into()));
    }
}
