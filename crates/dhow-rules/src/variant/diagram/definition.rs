//! Splits the text of a diagram into keys and pieces.

use super::page::NumberedLine;

/// The greatest number of words of a name. A line with more words before the colon is a sentence.
pub const MAX_NAME_WORDS: usize = 4;

/// A line `key=value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagramKey {
    pub line: usize,
    pub key: String,
    pub value: String,
}

impl DiagramKey {
    /// The number at the start of the value.
    pub fn number(&self) -> Option<i32> {
        leading_number(&self.value)
    }
}

/// The number at the start of a text; what follows it does not matter.
pub fn leading_number(text: &str) -> Option<i32> {
    let text = text.trim_start();
    let digits = text.strip_prefix('-').unwrap_or(text);
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    text[..text.len() - digits.len() + length].parse().ok()
}

/// A line `name:id:moves:image:squares`, with the pieces in hand after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagramPiece {
    pub line: usize,
    pub name: String,
    pub id: String,
    pub moves: String,
    pub squares: String,
    pub hand: String,
}

/// The content of a diagram.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiagramDefinition {
    pub keys: Vec<DiagramKey>,
    pub pieces: Vec<DiagramPiece>,
}

impl DiagramDefinition {
    /// Reads the lines of a diagram. Ignores other lines. Copies of a page may have spaces in place of line breaks.
    pub fn read(lines: &[NumberedLine]) -> Self {
        let mut read = Self::default();
        for (line, text) in lines.iter().filter(|(_, text)| !text.starts_with('#')) {
            let words: Vec<&str> = text.split_whitespace().collect();
            let items = words.iter().filter(|word| key(word).is_some() || is_piece(word)).count();
            if items <= 1 {
                if key(text).is_some() || !is_prose(text, &words) {
                    read.item(*line, text);
                }
                continue;
            }
            let mut name: Vec<&str> = Vec::new();
            for word in words {
                if key(word).is_some() {
                    name.clear();
                    read.item(*line, word);
                } else if is_piece(word) {
                    name.push(word);
                    read.item(*line, &name.join(" "));
                    name.clear();
                } else {
                    name.push(word);
                }
            }
        }
        read
    }

    /// The number of the first line.
    pub fn line(&self) -> usize {
        let lines = self.keys.iter().map(|key| key.line);
        lines.chain(self.pieces.iter().map(|piece| piece.line)).min().unwrap_or(1)
    }

    fn item(&mut self, line: usize, text: &str) {
        if let Some((key, value)) = key(text) {
            self.keys.push(DiagramKey { line, key: key.into(), value: value.trim().into() });
        } else if is_piece(text) {
            let mut fields = text.splitn(6, ':').map(|field| field.trim().to_string());
            let mut next = || fields.next().unwrap_or_default();
            let (name, id, moves, image, squares) = (next(), next(), next(), next(), next());
            let name = if name.is_empty() { image } else { name };
            self.pieces.push(DiagramPiece { line, name, id, moves, squares, hand: next() });
        }
    }
}

/// The key and the value if a text begins with a key.
fn key(text: &str) -> Option<(&str, &str)> {
    let (key, value) = text.split_once('=')?;
    let key = key.trim();
    let is_word = key.starts_with(|first: char| first.is_ascii_alphabetic())
        && key.chars().all(|c| c.is_ascii_alphanumeric());
    is_word.then_some((key, value))
}

/// Whether a line with colons is a sentence rather than a piece.
fn is_prose(text: &str, words: &[&str]) -> bool {
    match words.iter().position(|word| is_piece(word)) {
        Some(at) => at >= MAX_NAME_WORDS || at + 1 < words.len(),
        None => {
            let fields: Vec<&str> = text.split(':').map(str::trim).collect();
            let squares = fields.get(4).unwrap_or(&"");
            let is_word = |field: usize| fields.get(field).is_none_or(|it| !it.contains(' '));
            let are_squares = squares.is_empty() || squares.contains(|c: char| c.is_ascii_digit());
            !is_word(1) || !is_word(2) || !is_word(4) || !are_squares
        }
    }
}

fn is_piece(text: &str) -> bool {
    text.matches(':').count() >= 4
}
