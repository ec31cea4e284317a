//! Positions as XBoard writes them.
//!
//! It writes jump rights as the files of the Kings, knows no Kings off the back rank, calls the
//! Cardinal A, and shortens an en passant square to its file, sometimes at the cost of the
//! counters behind it. None of this is a reason to refuse a position: what can be understood is,
//! the rest is left out.

use crate::geometry::{Board12, Geometry};
use crate::pieces::Color;
use crate::position::{FenError, MAX_FULLMOVE, MAX_HALFMOVE, Position};
use crate::san::lettered;
use crate::variant::{Setup, Variant, rules};

/// Reads the FEN of a game's record: in the canonical form if it is, else as XBoard writes it.
pub fn read_position(variant: &'static Variant, fen: &str) -> Result<Position<Board12>, FenError> {
    let canonical = Position::from_fen(rules(variant), fen);
    if canonical.is_ok() { canonical } else { read_xboard_position(variant, fen).or(canonical) }
}

/// Reads a FEN that XBoard wrote. A start array has full jump rights whatever it says.
pub fn read_xboard_position(
    variant: &'static Variant,
    text: &str,
) -> Result<Position<Board12>, FenError> {
    let mut fields = text.split_ascii_whitespace();
    let placement = fields.next().unwrap_or("");
    let placement = placement.split('[').next().unwrap_or("");
    let placement: String = placement.chars().map(|letter| own_letter(variant, letter)).collect();
    let side = fields.next().unwrap_or("w");
    let jump = fields.next().unwrap_or("-");
    let en_passant = fields.next().unwrap_or("-");
    let halfmove = number(fields.next(), 0, MAX_HALFMOVE.into());
    let fullmove = number(fields.next(), 1, MAX_FULLMOVE);
    let fen = |jump: &str, en_passant: &str| {
        format!("{placement} {side} {jump} {en_passant} {halfmove} {fullmove}")
    };
    let read = |jump: &str, en_passant: &str| {
        Position::<Board12>::from_fen(rules(variant), &fen(jump, en_passant))
    };
    let bare = read("-", "-")?;
    let rights = |right: &str| read(right, "-").is_ok();
    let jump = jump_rights(&bare, jump, rights);
    let squares = en_passant_squares(bare.side_to_move(), en_passant);
    let mut readings = squares
        .into_iter()
        .filter_map(|square| read(&jump, &square).ok())
        .filter(|position| position.en_passant().is_some());
    match readings.next() {
        Some(position) => Ok(position),
        None => read(&jump, "-"),
    }
}

/// The letter of our own for a letter of XBoard's.
fn own_letter(variant: &Variant, letter: char) -> char {
    let own = lettered(variant, letter.to_ascii_uppercase())
        .map_or(letter.to_ascii_uppercase(), |kind| variant.pieces[kind.index()].letter);
    if letter.is_ascii_uppercase() { own } else { own.to_ascii_lowercase() }
}

/// A counter; the least value if it was spoilt.
fn number(text: Option<&str>, least: u32, most: u32) -> u32 {
    let number = text.and_then(|text| text.parse().ok());
    number.filter(|number| (least..=most).contains(number)).unwrap_or(least)
}

/// The jump rights in the form `Kk`. A start array has them all, whatever the field says: XBoard
/// never lists Kings that start on the second rank. `possible` tells whether a King may have a
/// right where it stands.
fn jump_rights(bare: &Position<Board12>, field: &str, possible: impl Fn(&str) -> bool) -> String {
    let placement = bare.placement_text();
    if Setup::of_placement(bare.rules().variant(), &placement).is_some() {
        return "Kk".into();
    }
    let mut rights = String::new();
    for (color, right) in [(Color::White, "K"), (Color::Black, "k")] {
        let file = Board12::file(bare.king(color)) as u8;
        let file = char::from(b'a' + file);
        let file = if color == Color::White { file.to_ascii_uppercase() } else { file };
        if (field.contains(right) || field.contains(file)) && possible(right) {
            rights += right;
        }
    }
    if rights.is_empty() { "-".into() } else { rights }
}

/// Squares that an en passant field may mean, the likeliest first: the one it names, then those
/// of its file, from the side that has just moved.
fn en_passant_squares(side_to_move: Color, field: &str) -> Vec<String> {
    let Some(file) = field.chars().next().filter(char::is_ascii_lowercase) else {
        return Vec::new();
    };
    let mut squares: Vec<String> =
        (1..=Board12::RANKS).map(|rank| format!("{file}{rank}")).collect();
    if side_to_move == Color::White {
        squares.reverse();
    }
    if Board12::parse_square(field).is_some_and(|(_, rest)| rest.is_empty()) {
        squares.insert(0, field.into());
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{VARIANTS, find};

    fn repaired(id: &str, text: &str) -> String {
        read_xboard_position(find(id).unwrap(), text).unwrap().fen()
    }

    const KINGS: &str = "6k5/12/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/12/6K5";

    #[test]
    fn jump_rights_as_files() {
        let cases = [
            ("Gg", "Kk"),
            ("Kk", "Kk"),
            ("G", "K"),
            ("g", "k"),
            ("Gk", "Kk"),
            ("Kg", "Kk"),
            ("-", "-"),
            ("f", "-"),
            ("Ff", "-"),
            ("nonsense", "-"),
        ];
        for (field, expected) in cases {
            let fen = repaired("metamachy", &format!("{KINGS} w {field} - 0 1"));
            assert_eq!(fen, format!("{KINGS} w {expected} - 0 1"), "{field}");
        }
    }

    #[test]
    fn no_right_where_no_king_starts() {
        let fen = "12/6k5/12/12/12/12/6K5/12/12/12/12/12";
        assert_eq!(repaired("metamachy", &format!("{fen} w Gg - 0 1")), format!("{fen} w k - 0 1"));
        let fen = "k11/12/12/12/12/12/12/12/12/12/12/10K1";
        assert_eq!(repaired("metamachy", &format!("{fen} w Kk - 0 1")), format!("{fen} w - - 0 1"));
    }

    #[test]
    fn start_arrays_have_all_rights() {
        for variant in &VARIANTS {
            for setup in Setup::all(variant).iter().step_by(97) {
                let fen = setup.fen(variant);
                let sent = fen.split(' ').next().unwrap().replace('X', "A").replace('x', "a");
                let read = read_xboard_position(variant, &format!("{sent} w - - 0 1")).unwrap();
                assert_eq!(read.fen(), fen, "{}", variant.id);
                let without = fen.replace("Kk", "-");
                assert_eq!(read_position(variant, &without).unwrap().fen(), without);
            }
        }
    }

    #[test]
    fn en_passant_files() {
        let low = "6k5/12/12/12/12/12/12/Pp10/12/12/12/6K5";
        let high = "6k5/12/12/Pp10/12/12/12/12/12/12/12/6K5";
        for (placement, side, field, expected) in [
            (low, "b", "a:", "a4"),
            (low, "b", "a4", "a4"),
            (low, "b", "b:", "-"),
            (low, "w", "b:", "b6"),
            (high, "w", "b:0", "b10"),
            (high, "w", "b10", "b10"),
            (high, "w", "a:", "-"),
            (high, "w", "z:", "-"),
            (high, "w", "é", "-"),
        ] {
            let fen = repaired("metamachy", &format!("{placement} {side} - {field} 0 1"));
            assert_eq!(fen, format!("{placement} {side} - {expected} 0 1"), "{field}");
        }
    }

    #[test]
    fn a_canonical_position_is_read_as_written() {
        let metamachy = find("metamachy").unwrap();
        let fen = format!("{KINGS} w - - 3 9");
        assert_eq!(read_position(metamachy, &fen).unwrap().fen(), fen);
        let fen = format!("{KINGS} w Kk - 3 9");
        let sent = fen.replace("Kk", "Gg");
        assert_eq!(read_position(metamachy, &sent).unwrap().fen(), fen);
    }

    #[test]
    fn the_cardinal_is_a() {
        let sent = "6k5/12/12/12/a11/12/12/12/12/12/A11/5K6 w - a: 3 9";
        let expected = "6k5/12/12/12/x11/12/12/12/12/12/X11/5K6 w - - 3 9";
        assert_eq!(repaired("zanzibar-xl-classic", sent), expected);
        assert!(read_position(find("metamachy").unwrap(), sent).is_err());
    }

    #[test]
    fn missing_and_spoilt_fields() {
        for tail in [" w", " w - -", " w - - x y", " w - - 70000 0", " w - - 0 1 2 3", " w - a: -5"]
        {
            assert_eq!(
                repaired("metamachy", &format!("{KINGS}{tail}")),
                format!("{KINGS} w - - 0 1")
            );
        }
        let counted = format!("{KINGS} b - - 17 31");
        assert_eq!(repaired("metamachy", &counted), counted);
    }

    #[test]
    fn what_is_no_position_is_refused() {
        let metamachy = find("metamachy").unwrap();
        for text in ["", "8/8", "12/12/12/12/12/12/12/12/12/12/12/12 w - - 0 1"] {
            assert!(read_xboard_position(metamachy, text).is_err(), "{text}");
            assert!(read_position(metamachy, text).is_err(), "{text}");
        }
        assert!(read_xboard_position(metamachy, &format!("{KINGS} x - - 0 1")).is_err());
    }
}
