//! Makes text from outside (engines, users, files) safe to show.
//!
//! A terminal obeys some characters instead of showing them, and others change how the text around
//! them looks. All code that shows or stores foreign text passes it through here first.

use std::borrow::Cow;

/// Replaces a character that cannot be shown.
const STAND_IN: char = '?';

/// The longest excerpt of the input that a message repeats, in characters.
const MAX_EXCERPT: usize = 200;

/// Replaces control and invisible format characters by `?`, line breaks included, so that the
/// result is one line. Tabs stay.
///
/// ```
/// assert_eq!(dhow_rules::text::printable_line("e4\u{1b}[2J\n"), "e4?[2J?");
/// ```
pub fn printable_line(text: &str) -> Cow<'_, str> {
    replaced(text, |letter| letter != '\t' && is_hidden(letter))
}

/// Like [`printable_line`], but keeps line breaks (`\n`).
pub fn printable_lines(text: &str) -> Cow<'_, str> {
    replaced(text, |letter| !matches!(letter, '\t' | '\n') && is_hidden(letter))
}

/// Formats a number with `digits` decimals. A value that rounds to zero has no minus sign: `0.0`,
/// never `-0.0`.
///
/// ```
/// assert_eq!(dhow_rules::text::fixed(-0.04, 1), "0.0");
/// ```
pub fn fixed(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    match text.strip_prefix('-').filter(|rest| rest.chars().all(|digit| "0.".contains(digit))) {
        Some(nothing) => nothing.into(),
        None => text,
    }
}

/// Like [`fixed`], but numbers that are not negative get a `+`. NaN has no sign.
pub fn signed(value: f64, digits: usize) -> String {
    let text = fixed(value, digits);
    let plus = if value.is_nan() || text.starts_with('-') { "" } else { "+" };
    format!("{plus}{text}")
}

/// The first 200 characters of a text, followed by `...` if there are more.
pub fn excerpt(text: &str) -> String {
    match text.char_indices().nth(MAX_EXCERPT) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.into(),
    }
}

fn replaced(text: &str, hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&hidden) {
        return text.into();
    }
    text.chars().map(|letter| if hidden(letter) { STAND_IN } else { letter }).collect()
}

/// Whether a character is a control character or one of Unicode's format characters: direction
/// marks and overrides, separators, and characters without width.
fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_seen() {
        assert_eq!(printable_line("\u{1b}]0;x\u{7}\u{1b}[2J\r\n\0\u{7f}"), "?]0;x??[2J????");
        assert_eq!(printable_line("\u{80}\u{9b}31m\u{9f}"), "??31m?");
        let format = "\u{202a}\u{202e}\u{2066}\u{2069}\u{200b}\u{200f}\u{2028}\u{feff}\u{e0041}";
        assert_eq!(printable_line(format), "?".repeat(9));
    }

    #[test]
    fn other_text_stays_as_it_is() {
        for text in ["", "a\tb", "Ä 漢字 ±5 \u{a0}", "K\u{2654}"] {
            assert!(matches!(printable_line(text), Cow::Borrowed(same) if same == text), "{text}");
        }
    }

    #[test]
    fn nothing_has_no_minus() {
        for (value, digits, plain, with_sign) in [
            (-0.0, 1, "0.0", "+0.0"),
            (-0.04, 1, "0.0", "+0.0"),
            (-0.4, 0, "0", "+0"),
            (-0.06, 1, "-0.1", "-0.1"),
            (0.04, 2, "0.04", "+0.04"),
            (f64::NAN, 1, "NaN", "NaN"),
            (f64::NEG_INFINITY, 1, "-inf", "-inf"),
        ] {
            assert_eq!((&fixed(value, digits)[..], &signed(value, digits)[..]), (plain, with_sign));
        }
    }

    #[test]
    fn lines_may_be_kept_apart() {
        assert_eq!(printable_lines("a\nb\u{1b}c\r\n"), "a\nb?c?\n");
    }
}
