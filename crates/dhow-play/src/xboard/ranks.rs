//! Rank numbers in XBoard's notation: from 0 on boards of ten ranks, from 1 on all others.

use dhow_rules::variant::Variant;

/// The height of boards with ranks from 0, so that one digit is enough.
const FROM_ZERO: usize = 10;

/// Converts squares in a text to XBoard's numbers.
pub fn to_gui(variant: &Variant, text: &str) -> String {
    renumbered(variant, text, |rank| rank.checked_sub(1))
}

/// Converts XBoard's squares in a text to the engine's numbers.
pub fn from_gui(variant: &Variant, text: &str) -> String {
    renumbered(variant, text, |rank| rank.checked_add(1))
}

fn renumbered(variant: &Variant, text: &str, other: impl Fn(u32) -> Option<u32>) -> String {
    if variant.ranks != FROM_ZERO {
        return text.into();
    }
    let mut result = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|letter: char| letter.is_ascii_digit()) {
        let (before, digits) = rest.split_at(start);
        let end = digits.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(digits.len());
        let (digits, after) = digits.split_at(end);
        result += before;
        match digits.parse().ok().and_then(&other) {
            Some(rank) => result += &rank.to_string(),
            None => result += digits,
        }
        rest = after;
    }
    result + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::find;

    #[test]
    fn ten_ranks_count_from_zero() {
        let grand = find("grand").unwrap();
        for (own, theirs) in [("a1j10q", "a0j9q"), ("b9b10,b10", "b8b9,b9"), ("", ""), ("e", "e")] {
            assert_eq!(to_gui(grand, own), theirs);
            assert_eq!(from_gui(grand, theirs), own);
        }
        assert_eq!(from_gui(grand, "é4294967295"), "é4294967295");
        let metamachy = find("metamachy").unwrap();
        assert_eq!(to_gui(metamachy, "a1l12"), "a1l12");
        assert_eq!(from_gui(metamachy, "a1l12"), "a1l12");
    }
}
