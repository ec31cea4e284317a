//! What a text in short notation says, whatever the position.

use super::{PLAIN_FILES, SanError, lettered, unlettered};
use crate::pieces::PieceType;
use crate::square::Coordinates;
use crate::variant::Variant;

/// A file, a rank or both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// From 0.
    pub file: Option<usize>,
    /// From 0.
    pub rank: Option<usize>,
}

impl Mark {
    fn is_square(self) -> bool {
        self.file.is_some() && self.rank.is_some()
    }
}

/// What a text in short notation says.
pub struct Parsed {
    /// The kind of piece; `None` for any.
    pub kind: Option<PieceType>,
    /// Where the move starts, as far as it is said.
    pub from: Mark,
    /// The victim, if it is not on the target.
    pub over: Option<Mark>,
    /// The target, a whole square.
    pub to: Mark,
    /// What the piece becomes; `None` if it is not said.
    pub promotion: Option<PieceType>,
}

impl Parsed {
    /// Reads a text; whether such a move is legal is another question.
    pub fn read(variant: &Variant, text: &str) -> Result<Self, SanError> {
        let form = || SanError::Form(text.into());
        let kind_of = |letter: char| {
            lettered(variant, letter).ok_or_else(|| SanError::Letter { text: text.into(), letter })
        };
        let mut rest = bare(text);
        let mut kind = None;
        if let Some(letter) = rest.chars().next().filter(char::is_ascii_uppercase) {
            kind = Some(kind_of(letter)?);
            rest = &rest[1..];
        }
        let mut promotion = None;
        if let Some((before, letter)) = split_promotion(rest) {
            promotion = Some(kind_of(letter.to_ascii_uppercase())?);
            rest = before;
        }
        let marks = marks(rest, variant.files).ok_or_else(form)?;
        let (from, over, to) = match marks[..] {
            [to] => (Mark::default(), None, to),
            [from, to] => (from, None, to),
            [from, over, to] if over.is_square() => (from, Some(over), to),
            [from, over, again, to] if over == again && over.is_square() => (from, Some(over), to),
            _ => return Err(form()),
        };
        if !to.is_square() {
            return Err(form());
        }
        if kind.is_none() && !from.is_square() {
            kind = Some(unlettered(variant).ok_or_else(form)?);
        }
        Ok(Self { kind, from, over, to, promotion })
    }
}

/// A text without what is said of the move at its end: check, mate, remarks, and that it is an en passant
/// capture.
pub fn bare(text: &str) -> &str {
    let without_signs = |text: &'_ str| text.trim_end_matches(['+', '#', '!', '?']).len();
    let text = &text[..without_signs(text)];
    let en_passant = ["e.p.", "e.p", "ep"].into_iter().find_map(|word| text.strip_suffix(word));
    // A square in front, so that it is no file of a wide board.
    match en_passant.filter(|before| before.contains(|letter: char| letter.is_ascii_digit())) {
        Some(before) => &before[..without_signs(before.trim_end_matches('/'))],
        None => text,
    }
}

/// The letter of the promotion at the end of a text, as in `a12=Q`, `a12Q`, `a12q`, `a12(Q)` or
/// `a12/Q`, and what is before it.
fn split_promotion(text: &str) -> Option<(&str, char)> {
    let text = text.strip_suffix(')').unwrap_or(text);
    let letter = text.chars().next_back().filter(char::is_ascii_alphabetic)?;
    let before = text[..text.len() - 1].trim_end_matches(['=', '(', '/']);
    before.ends_with(|end: char| end.is_ascii_digit()).then_some((before, letter))
}

/// The files, ranks and squares of a move in their order; `None` if there is anything else. Where a
/// file may be called `x` or have two letters, only whole squares are read.
fn marks(text: &str, files: usize) -> Option<Vec<Mark>> {
    if files > PLAIN_FILES {
        return squares(text);
    }
    let mut marks: Vec<Mark> = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let rank = rest[..digits].parse::<usize>().ok()?.checked_sub(1)?;
            match marks.last_mut().filter(|mark| mark.rank.is_none()) {
                Some(mark) => mark.rank = Some(rank),
                None => marks.push(Mark { file: None, rank: Some(rank) }),
            }
            rest = &rest[digits..];
            continue;
        }
        match letter {
            'x' | '-' | ':' | ',' => {}
            'a'..='w' => {
                marks.push(Mark { file: Some(letter as usize - 'a' as usize), rank: None })
            }
            _ => return None,
        }
        rest = &rest[1..];
    }
    Some(marks)
}

/// The squares of a move in their order; `None` if there is anything else. An `x` before a letter is
/// the sign of a capture, one before a digit a file.
fn squares(text: &str) -> Option<Vec<Mark>> {
    let mut squares = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let captures =
            rest.strip_prefix('x').filter(|r| r.starts_with(|c: char| c.is_ascii_alphabetic()));
        rest = if let Some(rest) = captures {
            rest
        } else if let '-' | ':' | ',' = letter {
            &rest[1..]
        } else {
            let (square, rest) = Coordinates::parse_prefix(rest)?;
            squares.push(Mark { file: Some(square.file.into()), rank: Some(square.rank.into()) });
            rest
        };
    }
    Some(squares)
}
