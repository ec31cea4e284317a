//! Letters of pieces.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The name of a piece in a FEN and in moves: a letter, or `+` and a letter, as Shogi writes pieces
/// that have promoted. Upper case is White's piece, lower case Black's; a kind of piece has the
/// upper-case one.
///
/// ```
/// use dhow_rules::pieces::Letter;
///
/// let letters: Vec<Letter> = Letter::all("Q+pN").collect();
/// assert_eq!(letters, [Letter::from('Q'), Letter::promoted('p'), Letter::from('N')]);
/// assert_eq!(letters[1].to_ascii_uppercase().to_string(), "+P");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Letter {
    plain: char,
    is_promoted: bool,
}

/// What stands before the letter of a promoted piece.
const PROMOTED: char = '+';

impl Letter {
    /// The letter of a promoted piece: `+` and this one.
    pub const fn promoted(plain: char) -> Self {
        Self { plain, is_promoted: true }
    }

    /// The letter without `+`.
    pub const fn plain(self) -> char {
        self.plain
    }

    /// Whether it is written with `+`.
    pub const fn is_promoted(self) -> bool {
        self.is_promoted
    }

    /// The same letter in upper case: White's piece, or the kind.
    pub const fn to_ascii_uppercase(self) -> Self {
        Self { plain: self.plain.to_ascii_uppercase(), ..self }
    }

    /// The same letter in lower case: Black's piece.
    pub const fn to_ascii_lowercase(self) -> Self {
        Self { plain: self.plain.to_ascii_lowercase(), ..self }
    }

    /// Whether it is an upper-case letter.
    pub const fn is_ascii_uppercase(self) -> bool {
        self.plain.is_ascii_uppercase()
    }

    /// Whether it is in a list such as `QRB`.
    pub fn is_in(self, list: &str) -> bool {
        Self::all(list).any(|letter| letter == self)
    }

    /// The letter at the start of a text, and the rest; `None` at the end of the text, or for a `+`
    /// without a letter of the alphabet.
    pub fn first(text: &str) -> Option<(Self, &str)> {
        let mut rest = text.chars();
        match rest.next()? {
            PROMOTED => {
                let plain = rest.next().filter(char::is_ascii_alphabetic)?;
                Some((Self::promoted(plain), rest.as_str()))
            }
            plain => Some((plain.into(), rest.as_str())),
        }
    }

    /// The letters of a list such as `QRB` or `+R+B`, to its end or to a `+` without a letter.
    pub fn all(mut text: &str) -> impl Iterator<Item = Self> + Clone {
        std::iter::from_fn(move || {
            let (letter, rest) = Self::first(text)?;
            text = rest;
            Some(letter)
        })
    }
}

impl From<char> for Letter {
    fn from(plain: char) -> Self {
        Self { plain, is_promoted: false }
    }
}

impl From<Letter> for String {
    fn from(letter: Letter) -> Self {
        letter.to_string()
    }
}

/// A text that is not one letter of a piece.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not the letter of a piece")]
pub struct LetterError(String);

impl TryFrom<String> for Letter {
    type Error = LetterError;
    fn try_from(text: String) -> Result<Self, LetterError> {
        match Self::first(&text) {
            Some((letter, "")) => Ok(letter),
            _ => Err(LetterError(text)),
        }
    }
}

impl PartialEq<char> for Letter {
    fn eq(&self, other: &char) -> bool {
        *self == Self::from(*other)
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_promoted {
            write!(f, "{PROMOTED}")?;
        }
        write!(f, "{}", self.plain)
    }
}

impl Extend<Letter> for String {
    fn extend<T: IntoIterator<Item = Letter>>(&mut self, letters: T) {
        for letter in letters {
            self.extend(letter.is_promoted.then_some(PROMOTED).into_iter().chain([letter.plain]));
        }
    }
}

impl FromIterator<Letter> for String {
    fn from_iter<T: IntoIterator<Item = Letter>>(letters: T) -> Self {
        let mut text = String::new();
        text.extend(letters);
        text
    }
}
