//! Parses a text in SAN without regard to the position.

use super::{PLAIN_FILES, SanError, lettered, unlettered};
use crate::pieces::{Letter, PieceType};
use crate::square::Coordinates;
use crate::variant::Variant;

/// A file, a rank, both or neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartialSquare {
    /// The file, from 0.
    pub file: Option<usize>,
    /// The rank, from 0.
    pub rank: Option<usize>,
}

impl PartialSquare {
    fn is_square(self) -> bool {
        self.file.is_some() && self.rank.is_some()
    }
}

/// A parsed text.
pub struct ParsedSan {
    /// The kind of piece; `None` if it is not given.
    pub kind: Option<PieceType>,
    /// The start square, as far as it is given.
    pub from: PartialSquare,
    /// The square of a piece captured beside the target or on the way to it.
    pub over: Option<PartialSquare>,
    /// The target square.
    pub to: PartialSquare,
    /// The promotion; `None` if it is not given.
    pub promotion: Option<PieceType>,
}

impl ParsedSan {
    /// Parses a text. The move need not be legal.
    pub fn read(variant: &Variant, text: &str) -> Result<Self, SanError> {
        let form = || SanError::Form(text.into());
        let kind_of = |letter: Letter| {
            lettered(variant, letter).ok_or_else(|| SanError::Letter { text: text.into(), letter })
        };
        let mut rest = bare(text);
        let mut kind = None;
        if let Some((letter, behind)) =
            Letter::first(rest).filter(|(it, _)| it.is_ascii_uppercase())
        {
            kind = Some(kind_of(letter)?);
            rest = behind;
        }
        let mut promotion = None;
        if let Some((before, letter)) = split_promotion(rest) {
            promotion = Some(kind_of(letter.to_ascii_uppercase())?);
            rest = before;
        }
        let marks = marks(rest, variant.files).ok_or_else(form)?;
        let (from, over, to) = match marks[..] {
            [to] => (PartialSquare::default(), None, to),
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

/// A text without the remarks at its end: check, mate, `!?` and `e.p.`.
pub fn bare(text: &str) -> &str {
    let without_signs = |text: &'_ str| text.trim_end_matches(['+', '#', '!', '?']).len();
    let text = &text[..without_signs(text)];
    let en_passant = ["e.p.", "e.p", "ep"].into_iter().find_map(|word| text.strip_suffix(word));
    // A square must come before it; otherwise it may be a file of a wide board.
    match en_passant.filter(|before| before.contains(|letter: char| letter.is_ascii_digit())) {
        Some(before) => &before[..without_signs(before.trim_end_matches('/'))],
        None => text,
    }
}

/// Splits a text into the part before the promotion and its letter, as in `a12=Q`, `a12Q`, `a12q`,
/// `a12(Q)`, `a12/Q` or `a12=+R`. `None` if there is no promotion.
fn split_promotion(text: &str) -> Option<(&str, Letter)> {
    let text = text.strip_suffix(')').unwrap_or(text);
    let letter = text.chars().next_back().filter(char::is_ascii_alphabetic)?;
    let before = &text[..text.len() - 1];
    let (before, letter) = match before.strip_suffix('+') {
        Some(before) => (before, Letter::promoted(letter)),
        None => (before, letter.into()),
    };
    let before = before.trim_end_matches(['=', '(', '/']);
    before.ends_with(|end: char| end.is_ascii_digit()).then_some((before, letter))
}

/// The files, ranks and squares of a move in their order; `None` if the text contains anything
/// else. On boards where a file may be called `x` or have two letters, only whole squares are read.
fn marks(text: &str, files: usize) -> Option<Vec<PartialSquare>> {
    if files > PLAIN_FILES {
        return squares(text);
    }
    let mut marks: Vec<PartialSquare> = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let rank = rest[..digits].parse::<usize>().ok()?.checked_sub(1)?;
            match marks.last_mut().filter(|mark| mark.rank.is_none()) {
                Some(mark) => mark.rank = Some(rank),
                None => marks.push(PartialSquare { file: None, rank: Some(rank) }),
            }
            rest = &rest[digits..];
            continue;
        }
        match letter {
            'x' | '-' | ':' | ',' => {}
            'a'..='w' => {
                marks.push(PartialSquare { file: Some(letter as usize - 'a' as usize), rank: None })
            }
            _ => return None,
        }
        rest = &rest[1..];
    }
    Some(marks)
}

/// The squares of a move in their order; `None` if the text contains anything else. An `x` before a
/// letter is the sign of a capture, and before a digit it is a file.
fn squares(text: &str) -> Option<Vec<PartialSquare>> {
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
            squares.push(PartialSquare {
                file: Some(square.file.into()),
                rank: Some(square.rank.into()),
            });
            rest
        };
    }
    Some(squares)
}
