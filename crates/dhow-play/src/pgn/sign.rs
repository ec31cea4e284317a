//! Signs after moves, such as `?!`, and their numbers (NAGs).

/// The signs for `$1` to `$6`.
const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// The sign for a number, if there is one.
pub fn sign_of(nag: u8) -> Option<&'static str> {
    SIGNS.get(usize::from(nag).checked_sub(1)?).copied()
}

/// The number for a sign.
pub fn nag_of(sign: &str) -> Option<u8> {
    (1..).zip(SIGNS).find(|(_, known)| *known == sign).map(|(nag, _)| nag)
}

/// Splits a written move into the move and the signs after it.
pub fn split_sign(text: &str) -> (&str, &str) {
    text.split_at(text.trim_end_matches(['!', '?']).len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_and_numbers() {
        assert_eq!((sign_of(4), nag_of("??")), (Some("??"), Some(4)));
        assert_eq!((sign_of(0), sign_of(7), nag_of("")), (None, None, None));
        assert_eq!(split_sign("Qxe8+!?"), ("Qxe8+", "!?"));
        assert_eq!(split_sign("e5"), ("e5", ""));
    }
}
