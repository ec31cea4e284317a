//! Squares as file and rank, independent of a board.

use std::fmt;

/// A square as its file and rank, both counted from 0.
///
/// Its name is the file's letter (`a` to `z`, then `aa`, `ab`, ...) followed by the rank counted
/// from 1.
///
/// ```
/// use dhow_rules::square::Coordinates;
///
/// let square = Coordinates::parse("ab10").expect("a square");
/// assert_eq!((square.file, square.rank), (27, 9));
/// assert_eq!(square.to_string(), "ab10");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Coordinates {
    /// The file, counted from the left as White sees the board.
    pub file: u8,
    /// The rank, counted from White's side.
    pub rank: u8,
}

impl Coordinates {
    /// Reads a square's name at the start of `text` and returns the square and the remaining text.
    /// `None` if `text` does not start with a name; files go up to two letters and ranks up to 99.
    ///
    /// ```
    /// use dhow_rules::square::Coordinates;
    ///
    /// let (from, rest) = Coordinates::parse_prefix("a11a12q").expect("a square");
    /// assert_eq!((from.to_string().as_str(), rest), ("a11", "a12q"));
    /// ```
    pub fn parse_prefix(text: &str) -> Option<(Self, &str)> {
        let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
        let digits = text[letters..].bytes().take_while(u8::is_ascii_digit).count();
        if !(1..=2).contains(&letters) || !(1..=2).contains(&digits) {
            return None;
        }
        let number = &text[letters..letters + digits];
        if number.starts_with('0') {
            return None;
        }
        let file = text[..letters].bytes().fold(0, |file, b| file * 26 + u16::from(b - b'a') + 1);
        let file = u8::try_from(file - 1).ok()?;
        let rank = number.parse::<u8>().ok()? - 1;
        Some((Self { file, rank }, &text[letters + digits..]))
    }

    /// Reads a square's name that is the whole of `text`.
    pub fn parse(text: &str) -> Option<Self> {
        Self::parse_prefix(text).filter(|(_, rest)| rest.is_empty()).map(|(square, _)| square)
    }

    /// The number of King moves to another square on an empty board (Chebyshev distance).
    ///
    /// ```
    /// use dhow_rules::square::Coordinates;
    ///
    /// let [a1, h3] = ["a1", "h3"].map(|name| Coordinates::parse(name).expect("a square"));
    /// assert_eq!(a1.steps_to(h3), 7);
    /// ```
    #[inline(always)]
    pub fn steps_to(self, other: Self) -> u8 {
        self.file.abs_diff(other.file).max(self.rank.abs_diff(other.rank))
    }

    /// Whether the square is dark, as a1 is.
    pub fn is_dark(self) -> bool {
        (self.file + self.rank).is_multiple_of(2)
    }

    /// The letters of the file: `a` for file 0, `aa` for file 26.
    pub fn file_name(self) -> String {
        let letter = |index: u8| char::from(b'a' + index);
        let last = letter(self.file % 26);
        match self.file / 26 {
            0 => last.to_string(),
            more => [letter(more - 1), last].into_iter().collect(),
        }
    }
}

impl fmt::Display for Coordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file_name(), u32::from(self.rank) + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for file in 0..32 {
            for rank in 0..32 {
                let square = Coordinates { file, rank };
                assert_eq!(Coordinates::parse(&square.to_string()), Some(square));
            }
        }
        assert_eq!(Coordinates { file: 29, rank: 14 }.to_string(), "ad15");
        for text in ["", "a", "3", "a0", "a01", "a100", "aaa1", "A1", "a1b", "zz1", "\u{e9}1"] {
            assert_eq!(Coordinates::parse(text), None, "{text}");
        }
        let (square, rest) = Coordinates::parse_prefix("l12a1").expect("a square");
        assert_eq!((square.to_string().as_str(), rest), ("l12", "a1"));
    }
}
