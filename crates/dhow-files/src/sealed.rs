//! Sealed lines: JSON objects that detect damage. The last two members are the number of bytes
//! before them and the CRC-32 of everything before the checksum itself.
//!
//! The length leads from the end of a line to its start, so that a line is found even if the line
//! break before it is damaged.
//!
//! ```
//! use dhow_files::sealed::{seal, unseal};
//!
//! let line = seal(r#"{"game":1}"#);
//! assert_eq!(unseal(line.as_bytes()).as_deref(), Some(r#"{"game":1}"#));
//! assert_eq!(unseal(line.replace('1', "2").as_bytes()), None);
//! ```

use std::iter;
use std::ops::Range;

/// The greatest length of a line, so that a file of another kind cannot use up all memory.
pub const LONGEST: usize = 1 << 23;

const LENGTH: &str = ",\"length\":";
const SUM: &str = ",\"crc32\":\"";
/// The number of bytes from the start of [`SUM`] to the end of a line: eight digits, a quote and a
/// brace follow it.
const TAIL: usize = SUM.len() + 10;
/// The greatest number of wrong checksums that are tried in one line, so that a hostile file does
/// not take forever.
const MOST_TRIES: usize = 16;

/// The sealed line of a JSON object, without line break.
pub fn seal(object: &str) -> String {
    let body = object.strip_suffix('}').unwrap_or(object);
    let line = format!("{body}{LENGTH}{}", body.len());
    format!("{line}{SUM}{:08x}\"}}", crc32fast::hash(line.as_bytes()))
}

/// The JSON object of a sealed line; `None` if the line is damaged.
pub fn unseal(line: &[u8]) -> Option<String> {
    let body = line.get(..body_length(line, line.len().checked_sub(TAIL)?)?)?;
    let object = format!("{}}}", std::str::from_utf8(body).ok()?);
    (seal(&object).as_bytes() == line).then_some(object)
}

/// The length member, whose digits end at `end`.
fn body_length(line: &[u8], end: usize) -> Option<usize> {
    let before = &line[..end];
    let digits = before.iter().rev().take(10).take_while(|byte| byte.is_ascii_digit()).count();
    let (before, digits) = before.split_at(end - digits);
    let number = std::str::from_utf8(digits).ok()?.parse().ok()?;
    before.ends_with(LENGTH.as_bytes()).then_some(number)
}

/// The intact sealed lines within what should be one line. There are several if a line break was
/// damaged, or if writing one line was interrupted and another one written after it.
pub fn whole_lines(text: &[u8]) -> Vec<Range<usize>> {
    if unseal(text).is_some() {
        return iter::once(0..text.len()).collect();
    }
    let (mut found, mut covered, mut tries) = (Vec::new(), 0, 0);
    let sums = text.windows(SUM.len()).enumerate().filter(|(_, part)| *part == SUM.as_bytes());
    for (at, _) in sums {
        let end = at + TAIL;
        let start = body_length(text, at).and_then(|length| {
            // The body is followed by the length member, whose number of digits is known.
            let digits = length.to_string().len();
            at.checked_sub(digits + LENGTH.len() + length)
        });
        let Some(start) = start.filter(|&start| start >= covered && end <= text.len()) else {
            continue;
        };
        if unseal(&text[start..end]).is_some() {
            found.push(start..end);
            covered = end;
        } else {
            tries += 1;
            if tries == MOST_TRIES {
                break;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_json_and_guards_itself() {
        let object = "{\"end\":\"complete \\\"x\\\" \u{e9}\"}";
        let line = seal(object);
        assert!(line.starts_with("{\"end\":\"complete") && line.contains(",\"length\":26,"));
        let value: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(value["end"], "complete \"x\" \u{e9}");
        assert_eq!(unseal(line.as_bytes()).as_deref(), Some(object));
        for bit in 0..8 * line.len() {
            let mut damaged = line.clone().into_bytes();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(unseal(&damaged), None, "bit {bit}");
            assert!(whole_lines(&damaged).is_empty(), "bit {bit}");
        }
        for length in 0..line.len() {
            assert_eq!(unseal(&line.as_bytes()[..length]), None);
        }
        assert_eq!(unseal(object.as_bytes()), None);
    }

    #[test]
    fn lines_are_found_among_others() {
        let (a, b) = (seal("{\"a\":1}"), seal("{\"b\":[2]}"));
        let text = format!("{a}?{}{b}{{}}", &a[..a.len() - 3]);
        let found: Vec<&str> =
            whole_lines(text.as_bytes()).into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, [&a[..], &b[..]]);
        assert!(whole_lines(b"{\"a\":1}").is_empty() && whole_lines(SUM.as_bytes()).is_empty());
    }
}
