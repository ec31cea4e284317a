//! Splits text into tokens: modifiers, atoms, ranges and brackets, each with its column.

use super::error::{BetzaError, BetzaErrorKind};

/// The greatest number of terms in a text. The pieces of the built-in games have at most six.
pub const MAX_TERMS: usize = 64;

/// The greatest length of a text, in characters.
///
/// A term prints in at most 32 characters, so the canonical text of any accepted text can be read
/// again.
pub const MAX_TEXT_LENGTH: usize = 32 * MAX_TERMS;

/// The largest range. XBoard reads at most two digits.
const MAX_RANGE: u8 = 99;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// One of the direction letters `f b l r v s h`.
    Direction,
    /// Any other small letter of the notation.
    Modifier,
    /// A capital that names a set of steps.
    Atom,
    /// A number of repetitions; 0 means no limit.
    Range(u8),
    /// One of `[ - ]`, the delimiters of two legs.
    Bracket,
}

/// The smallest part of the text with a meaning of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    /// Its kind.
    pub kind: TokenKind,
    /// Its text.
    pub text: &'a str,
    /// The column where it starts, from 1.
    pub column: usize,
}

impl Token<'_> {
    /// The first character. Tokens that are letters have only one.
    pub fn letter(&self) -> char {
        self.text.chars().next().unwrap_or_default()
    }

    /// An error at this token.
    pub fn error(&self, kind: BetzaErrorKind) -> BetzaError {
        BetzaError::new(kind, self.text, self.column)
    }
}

/// Splits `text` into tokens. The error names the first character that cannot be part of one.
pub(super) fn tokenize(text: &str) -> Result<Vec<Token<'_>>, BetzaError> {
    check_characters(text)?;
    let mut tokens = Vec::new();
    let mut at = 0;
    // All characters are ASCII here, so bytes, characters and columns have the same count.
    while at < text.len() {
        let token = next_token(&text[at..], at + 1)?;
        at += token.text.len();
        tokens.push(token);
    }
    Ok(tokens)
}

fn check_characters(text: &str) -> Result<(), BetzaError> {
    for (index, character) in text.chars().enumerate() {
        let kind = if index >= MAX_TEXT_LENGTH {
            BetzaErrorKind::TooLong
        } else if !character.is_ascii() {
            BetzaErrorKind::NotAscii
        } else {
            continue;
        };
        return Err(BetzaError::new(kind, character, index + 1));
    }
    Ok(())
}

/// The token at the start of `rest`, which must not be empty.
fn next_token(rest: &str, column: usize) -> Result<Token<'_>, BetzaError> {
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        let text = &rest[..digits];
        let kind = TokenKind::Range(read_range(text, column)?);
        return Ok(Token { kind, text, column });
    }
    let text = &rest[..1];
    let kind = match text.as_bytes()[0] {
        b'f' | b'b' | b'l' | b'r' | b'v' | b's' | b'h' => TokenKind::Direction,
        b'm' | b'c' | b'e' | b'i' | b'n' | b'p' | b'g' | b'j' | b'z' | b'q' | b'y' | b'a' => {
            TokenKind::Modifier
        }
        b'W' | b'F' | b'D' | b'N' | b'A' | b'H' | b'C' | b'L' | b'Z' | b'J' | b'G' | b'K'
        | b'R' | b'B' | b'Q' => TokenKind::Atom,
        b'[' | b'-' | b']' => TokenKind::Bracket,
        _ => return Err(BetzaError::new(BetzaErrorKind::UnknownLetter, text, column)),
    };
    Ok(Token { kind, text, column })
}

fn read_range(digits: &str, column: usize) -> Result<u8, BetzaError> {
    if digits.len() > 1 && digits.starts_with('0') {
        return Err(BetzaError::new(BetzaErrorKind::LeadingZero, digits, column));
    }
    match digits.parse::<u8>() {
        Ok(range) if range <= MAX_RANGE => Ok(range),
        _ => Err(BetzaError::new(BetzaErrorKind::RangeTooLarge, digits, column)),
    }
}
