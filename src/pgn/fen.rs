//! Positions as XBoard writes them.

use crate::geometry::{Board12, Geometry};
use crate::pieces::Color;
use crate::position::{FenError, Position};
use crate::san::lettered;
use crate::variant::{Setup, Variant, rules};

/// Reads a position as XBoard writes it for this game, or in the canonical form.
///
/// XBoard names unmoved Kings by their files (`Gg`), but never those that start on the second
/// rank; so a start array always has full jump rights, and a file letter gives the right only to a
/// King that stands there on a square where it may start. It calls the Cardinal A, and of an en
/// passant square it keeps only the file (`a:`).
pub fn read_position(variant: &'static Variant, fen: &str) -> Result<Position<Board12>, FenError> {
    let canonical = Position::from_fen(rules(variant), fen);
    if canonical.is_ok() && Setup::of_placement(variant, placement(fen)).is_none() {
        return canonical;
    }
    Position::from_fen(rules(variant), &translated(variant, fen)).or(canonical)
}

fn placement(fen: &str) -> &str {
    fen.split_ascii_whitespace().next().unwrap_or("")
}

/// The canonical form of a FEN of XBoard's; what it cannot tell is left as it is.
fn translated(variant: &'static Variant, fen: &str) -> String {
    let mut fields: Vec<String> = fen.split_ascii_whitespace().map(String::from).collect();
    if let Some(placement) = fields.first_mut() {
        *placement = placement.chars().map(|letter| own_letter(variant, letter)).collect();
    }
    let whole_army = fields.first().is_some_and(|p| Setup::of_placement(variant, p).is_some());
    if let [placement, _, jump, ..] = &mut fields[..] {
        if whole_army {
            *jump = "Kk".into();
        } else if !["Kk", "K", "k", "-"].contains(&jump.as_str()) {
            *jump = rights(variant, placement, jump);
        }
    }
    if let Some(file) = fields.get(3).and_then(|field| field.strip_suffix(':')).map(String::from) {
        fields[3] = en_passant(variant, &fields, &file);
    }
    fields.join(" ")
}

/// The square of a file that may be captured onto en passant, `-` if there is none, or if several
/// pieces of the file may have made the double step.
fn en_passant(variant: &'static Variant, fields: &[String], file: &str) -> String {
    let start = fields[..3].join(" ");
    let capturable = |square: &String| {
        Position::<Board12>::from_fen(rules(variant), &format!("{start} {square} 0 1"))
            .is_ok_and(|position| position.en_passant().is_some())
    };
    let squares = (1..=Board12::RANKS).map(|rank| format!("{file}{rank}"));
    let found: Vec<String> = squares.filter(capturable).collect();
    match &found[..] {
        [square] => square.clone(),
        _ => "-".into(),
    }
}

fn own_letter(variant: &Variant, letter: char) -> char {
    let own = lettered(variant, letter.to_ascii_uppercase())
        .map_or(letter.to_ascii_uppercase(), |kind| variant.pieces[kind.index()].letter);
    if letter.is_ascii_uppercase() { own } else { own.to_ascii_lowercase() }
}

/// The jump field that file letters mean; the letters themselves if they are none.
fn rights(variant: &'static Variant, placement: &str, letters: &str) -> String {
    let Ok(position) =
        Position::<Board12>::from_fen(rules(variant), &format!("{placement} w - - 0 1"))
            .or_else(|_| Position::from_fen(rules(variant), &format!("{placement} b - - 0 1")))
    else {
        return letters.into();
    };
    let mut field = String::new();
    for (color, name) in Color::ALL.into_iter().zip(["K", "k"]) {
        let file = char::from(b'a' + Board12::file(position.king(color)) as u8);
        let wanted = match color {
            Color::White => file.to_ascii_uppercase(),
            Color::Black => file,
        };
        let with_right = format!("{placement} {} {name} - 0 1", position.side_to_move().letter());
        if letters.contains(wanted)
            && Position::<Board12>::from_fen(rules(variant), &with_right).is_ok()
        {
            field += name;
        }
    }
    if field.is_empty() { "-".into() } else { field }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{VARIANTS, find};

    fn read(id: &str, fen: &str) -> String {
        let variant = find(id).expect("a built-in game");
        read_position(variant, fen).expect("a position").fen()
    }

    #[test]
    fn start_arrays_have_full_rights() {
        for variant in &VARIANTS {
            let setups = Setup::all(variant);
            for setup in setups.iter().step_by(1 + setups.len() / 20) {
                let fen = setup.fen(variant);
                for field in ["Gg", "-", "F", "Kk"] {
                    assert_eq!(read(variant.id, &fen.replacen("Kk", field, 1)), fen);
                }
            }
        }
    }

    #[test]
    fn file_letters_are_rights() {
        let fen = |jump| format!("6k5/12/12/12/p11/12/12/12/12/12/12/5K6 b {jump} - 3 9");
        for (letters, rights) in [("Fg", "Kk"), ("F", "K"), ("g", "k"), ("Gf", "-"), ("-", "-")] {
            assert_eq!(read("metamachy", &fen(letters)), fen(rights));
        }
    }

    #[test]
    fn the_cardinal_and_the_spoilt_en_passant_square() {
        let fen = "6k5/12/12/12/a11/12/12/12/12/12/A11/5K6 w - a: 3 9";
        let expected = "6k5/12/12/12/x11/12/12/12/12/12/X11/5K6 w - - 3 9";
        assert_eq!(read("zanzibar-xl-classic", fen), expected);
        let after = |field| format!("5k6/12/12/12/Pp10/12/12/12/12/12/12/5K6 w - {field} 0 8");
        assert_eq!(read("metamachy", &after("b:")), after("b9"));
        assert_eq!(read("metamachy", &after("c:")), after("-"));
        let metamachy = find("metamachy").expect("a built-in game");
        assert!(read_position(metamachy, fen).is_err());
        assert!(read_position(metamachy, "").is_err());
        assert!(read_position(metamachy, "6k5/12/12 \u{e9} Gg").is_err());
    }
}
