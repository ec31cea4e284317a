//! Interprets what people type as moves.

use dhow_rules::square::Coordinates;
use dhow_rules::variant::Variant;

/// The moves that a text may mean if it is not a move itself, the most likely first: without the move number,
/// in lower case (`E3E5`), with joined squares (`e3 e5`, `e3-e5`), and with the correct case (`nd4`, `ND4`,
/// `E5`). The letter of a file never becomes a piece: `b2d3` and `bxc4` are not moves of a Bishop.
pub fn meant(variant: &Variant, text: &str) -> Vec<String> {
    let text = without_number(text);
    if let Some(squares) = squares(variant, text) {
        return vec![squares];
    }
    let small = text.to_ascii_lowercase();
    let mut meant = vec![text.to_string()];
    let is_file = |letter: char| {
        Coordinates::parse(&format!("{letter}1")).is_some_and(|square| variant.has_square(square))
    };
    let mut letters = text.chars();
    if let Some(first) = letters.next().filter(|&first| !is_file(first)) {
        let rest = letters.as_str().to_ascii_lowercase();
        meant.push(format!("{}{rest}", first.to_ascii_uppercase()));
    }
    meant.push(small);
    meant
}

/// The text after a move number with dots, such as `12.` or `12...`.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(rest) if !text.starts_with('.') => rest.trim_start_matches('.').trim_start(),
        _ => text,
    }
}

/// Two squares, with a letter for a promotion.
fn squares(variant: &Variant, text: &str) -> Option<String> {
    let small = text.to_ascii_lowercase();
    let between = |c: char| c.is_whitespace() || c == '-';
    let (from, rest) = Coordinates::parse_prefix(&small)?;
    let (to, rest) = Coordinates::parse_prefix(rest.trim_start_matches(between))?;
    let promotion = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '=');
    let is_letter = promotion.len() <= 1 && promotion.chars().all(|c| c.is_ascii_alphabetic());
    let on_board = variant.has_square(from) && variant.has_square(to);
    (on_board && is_letter).then(|| format!("{from}{to}{promotion}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::find;

    #[test]
    fn moves_are_recognised() {
        let metamachy = find("metamachy").unwrap();
        for (text, expected) in [
            ("E3E5", "e3e5"),
            ("e3 e5", "e3e5"),
            ("e3-e5", "e3e5"),
            ("A11 A12 = Q", "a11a12q"),
            ("1. e5", "e5"),
            ("12... Nd9", "Nd9"),
            ("1.e3 e5", "e3e5"),
            ("Bb4", "Bb4"),
            ("Ba4b5", "Ba4b5"),
            ("z3 z5", "z3 z5"),
            ("hello", "hello"),
            ("", ""),
            ("...", "..."),
        ] {
            assert_eq!(meant(metamachy, text)[0], expected, "{text}");
        }
        for (text, others) in [
            ("1. NC2D4", &["Nc2d4", "nc2d4"][..]),
            ("nd4", &["Nd4", "nd4"]),
            ("E5", &["E5", "e5"]),
            ("bxc4", &["bxc4"]),
            ("B2D3", &[]),
        ] {
            assert_eq!(meant(metamachy, text)[1..], *others, "{text}");
        }
    }
}
