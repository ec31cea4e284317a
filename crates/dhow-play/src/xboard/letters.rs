//! The letters of pieces as XBoard needs them.
//!
//! XBoard cannot take `x` as a promotion letter: it strips it from the user's move, where it reads
//! it as a capture sign. A piece of that letter is called A towards XBoard, if the letter is free.

use dhow_rules::variant::Variant;

const AWKWARD: char = 'X';
const SUBSTITUTE: char = 'A';

fn substitutes(variant: &Variant) -> bool {
    variant.piece(AWKWARD).is_some() && variant.piece(SUBSTITUTE).is_none()
}

fn exchange(letter: char, from: char, to: char) -> char {
    if letter == from {
        to
    } else if letter == from.to_ascii_lowercase() {
        to.to_ascii_lowercase()
    } else {
        letter
    }
}

/// A piece's letter as XBoard knows it, in the case given.
pub fn to_gui(variant: &Variant, letter: char) -> char {
    if substitutes(variant) { exchange(letter, AWKWARD, SUBSTITUTE) } else { letter }
}

/// The letter of the piece that XBoard means, in the case given.
pub fn from_gui(variant: &Variant, letter: char) -> char {
    if substitutes(variant) { exchange(letter, SUBSTITUTE, AWKWARD) } else { letter }
}

/// A FEN placement with the letters that XBoard knows.
pub fn placement_to_gui(variant: &Variant, placement: &str) -> String {
    placement.chars().map(|letter| to_gui(variant, letter)).collect()
}

/// The letter by which the piece table names a picture slot: with the game's own letter as a
/// nickname where the two differ, so that positions written with either are understood.
pub fn table_entry(variant: &Variant, letter: char) -> String {
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
