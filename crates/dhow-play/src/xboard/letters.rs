//! Piece letters for XBoard.
//!
//! XBoard cannot use `x` as a promotion letter, because it removes it from the user's move as a capture sign.
//! A piece with that letter is called A for XBoard, if A is free.

use dhow_rules::pieces::Letter;
use dhow_rules::variant::Variant;

const AWKWARD: char = 'X';
const SUBSTITUTE: char = 'A';

fn substitutes(variant: &Variant) -> bool {
    variant.piece(AWKWARD).is_some() && variant.piece(SUBSTITUTE).is_none()
}

fn exchange(letter: Letter, from: char, to: char) -> Letter {
    if letter == from {
        to.into()
    } else if letter == from.to_ascii_lowercase() {
        to.to_ascii_lowercase().into()
    } else {
        letter
    }
}

/// XBoard's letter for a piece; keeps the case.
pub fn to_gui(variant: &Variant, letter: impl Into<Letter>) -> Letter {
    let letter = letter.into();
    if substitutes(variant) { exchange(letter, AWKWARD, SUBSTITUTE) } else { letter }
}

/// The game's letter for XBoard's letter; keeps the case.
pub fn from_gui(variant: &Variant, letter: impl Into<Letter>) -> Letter {
    let letter = letter.into();
    if substitutes(variant) { exchange(letter, SUBSTITUTE, AWKWARD) } else { letter }
}

/// A FEN placement with XBoard's letters.
pub fn placement_to_gui(variant: &Variant, placement: &str) -> String {
    placement.chars().map(|letter| to_gui(variant, letter)).collect()
}

/// The piece table's entry for a letter. If XBoard's letter differs from the game's, the game's letter is
/// added as a nickname, so that XBoard reads positions with either.
pub fn table_entry(variant: &Variant, letter: impl Into<Letter>) -> String {
    let letter = letter.into();
    let shown = to_gui(variant, letter);
    if shown == letter { shown.to_string() } else { format!("{shown}={letter}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::{BUILT_IN, find};

    #[test]
    fn only_the_cardinal_changes_its_letter() {
        for variant in BUILT_IN.iter() {
            for piece in &variant.pieces {
                let shown = to_gui(variant, piece.letter);
                assert_eq!(shown == piece.letter, piece.letter != 'X', "{}", variant.id);
                assert_eq!(from_gui(variant, shown), piece.letter, "{}", variant.id);
            }
        }
        let classic = find("zanzibar-xl-classic").unwrap();
        assert_eq!(placement_to_gui(classic, "xX/12"), "aA/12");
        assert_eq!(table_entry(classic, 'X'), "A=X");
        let metamachy = find("metamachy").unwrap();
        assert_eq!(from_gui(metamachy, 'a'), 'a');
    }
}
