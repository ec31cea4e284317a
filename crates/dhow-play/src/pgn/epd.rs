//! Extended Position Description (EPD): a position and operations.

/// The number of fields of the position: a FEN without counters.
const FIELDS: usize = 4;

/// A line as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd<'a> {
    /// The position as FEN. Its counters come from the line if it has a full FEN, otherwise from `hmvc` and
    /// `fmvn`.
    pub fen: String,
    /// Names and values of the operations, in order.
    pub operations: Vec<(&'a str, &'a str)>,
}

impl<'a> Epd<'a> {
    /// Splits a line into position and operations. Does not check the position.
    pub fn read(line: &'a str) -> Self {
        let (fields, rest) = position(line);
        let mut quoted = false;
        let ends = |letter: char| {
            quoted ^= letter == '"';
            letter == ';' && !quoted
        };
        let operations = rest.split(ends).map(str::trim).filter(|text| !text.is_empty());
        let mut epd =
            Self { fen: fields.join(" "), operations: operations.map(operation).collect() };
        if fields.len() == FIELDS {
            let counter = |name, usual| epd.value(name).unwrap_or(usual);
            let counters = format!(" {} {}", counter("hmvc", "0"), counter("fmvn", "1"));
            epd.fen += &counters;
        }
        epd
    }

    /// The value of the first operation with this name.
    pub fn value(&self, name: &str) -> Option<&'a str> {
        self.operations.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }
}

/// Splits a line into the fields of the position and the rest.
fn position(line: &str) -> (Vec<&str>, &str) {
    let mut rest = line;
    let mut fields = Vec::new();
    while fields.len() < FIELDS + 2 {
        let trimmed = rest.trim_start();
        let end = trimmed.find([' ', '\t', ';']).unwrap_or(trimmed.len());
        let field = &trimmed[..end];
        let is_counter = || field.bytes().all(|byte| byte.is_ascii_digit());
        if field.is_empty() || fields.len() >= FIELDS && !is_counter() {
            break;
        }
        fields.push(field);
        rest = &trimmed[end..];
    }
    (fields, rest)
}

/// Splits an operation into name and value.
fn operation(text: &str) -> (&str, &str) {
    let (name, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (name, value.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn position_and_operations() {
        for (line, fen, operations) in [
            ("8/8 w - -", "8/8 w - - 0 1", &[][..]),
            ("8/8 w - - 3 40", "8/8 w - - 3 40", &[]),
            ("8/8 w - - bm e4; id \"a; b\"", "8/8 w - - 0 1", &[("bm", "e4"), ("id", "\"a; b\"")]),
            ("8/8 b - - hmvc 7; fmvn 9;", "8/8 b - - 7 9", &[("hmvc", "7"), ("fmvn", "9")]),
            ("8/8 b - - 1 2 ;hmvc 7", "8/8 b - - 1 2", &[("hmvc", "7")]),
            ("8/8 w - - id \"hmvc 7; hmvc 8\";", "8/8 w - - 0 1", &[("id", "\"hmvc 7; hmvc 8\"")]),
            ("8/8 w", "8/8 w", &[]),
        ] {
            let read = Epd::read(line);
            assert_eq!((read.fen.as_str(), &read.operations[..]), (fen, operations), "{line}");
        }
    }
}
