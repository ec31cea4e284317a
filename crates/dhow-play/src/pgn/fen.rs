//! Positions in XBoard's notation.
//!
//! XBoard writes jump rights as the files of the Kings, does not know Kings outside the back rank, calls the
//! Cardinal A, and shortens an en passant square to its file, sometimes corrupting the counters after it. The
//! reader keeps what it can understand and leaves out the rest.

use dhow_rules::game::Game;
use dhow_rules::pieces::{Color, Letter};
use dhow_rules::position::{FenError, MAX_FULLMOVE, MAX_HALFMOVE};
use dhow_rules::san::lettered;
use dhow_rules::square::Coordinates;
use dhow_rules::variant::{CASTLING_LETTERS, Setup, Variant};
use std::sync::Arc;

/// Reads the FEN of a game's record: the canonical form, or XBoard's, which does not exist for games with
/// leaders.
pub fn read_position(variant: &Arc<Variant>, fen: &str) -> Result<Game, FenError> {
    let canonical = Game::from_fen(variant, fen);
    if canonical.is_ok() || variant.command.is_some() {
        return canonical;
    }
    read_xboard_position(variant, fen).or(canonical)
}

/// Reads a FEN that XBoard wrote. A start array always gets full jump rights.
pub fn read_xboard_position(variant: &Arc<Variant>, text: &str) -> Result<Game, FenError> {
    let mut fields = text.split_ascii_whitespace();
    let placement = fields.next().unwrap_or("");
    let placement = placement.split('[').next().unwrap_or("");
    let placement: String = placement.chars().map(|letter| own_letter(variant, letter)).collect();
    let side = fields.next().unwrap_or("w");
    let rights = fields.next().unwrap_or("-");
    let en_passant = fields.next().unwrap_or("-");
    let halfmove = number(fields.next(), 0, MAX_HALFMOVE.into());
    let fullmove = number(fields.next(), 1, MAX_FULLMOVE);
    let game = |rights: &str, en_passant: &str| {
        let fen = format!("{placement} {side} {rights} {en_passant} {halfmove} {fullmove}");
        Game::from_fen(variant, &fen)
    };
    let bare = game("-", "-")?;
    let possible = |right: &char| game(&right.to_string(), "-").is_ok();
    let rights: String = rights_named(&bare, rights).into_iter().filter(possible).collect();
    let rights = if rights.is_empty() { "-" } else { &rights };
    let squares = en_passant_squares(variant, bare.side_to_move(), en_passant);
    let mut readings = squares
        .into_iter()
        .filter_map(|square| game(rights, &square.to_string()).ok())
        .filter(|game| game.position().en_passant_victim().is_some());
    readings.next().map_or_else(|| game(rights, "-"), Ok)
}

/// The game's letter for one of XBoard's letters.
fn own_letter(variant: &Variant, letter: char) -> Letter {
    let own = lettered(variant, letter.to_ascii_uppercase())
        .map_or(letter.to_ascii_uppercase().into(), |kind| variant.pieces[kind.index()].letter);
    if letter.is_ascii_uppercase() { own } else { own.to_ascii_lowercase() }
}

/// A counter; the smallest value if it is corrupt.
fn number(text: Option<&str>, least: u32, most: u32) -> u32 {
    let number = text.and_then(|text| text.parse().ok());
    number.filter(|number| (least..=most).contains(number)).unwrap_or(least)
}

/// The jump or castling rights that a field means. A start array always has all of them, because XBoard never
/// lists Kings that start on the second rank.
fn rights_named(bare: &Game, field: &str) -> Vec<char> {
    let (variant, position) = (bare.variant(), bare.position());
    let placement = position.placement_text();
    let starts = Setup::of_placement(variant, &placement).is_some()
        || variant.setup.is_empty() && placement == variant.start_placement();
    if variant.castling.is_some() {
        let named = |letter: &char| starts || field.contains(*letter);
        return CASTLING_LETTERS.into_iter().filter(named).collect();
    }
    let named = |color: Color| {
        let in_case = |letter: char| color.letter_of(letter).plain();
        let king = in_case(variant.royal_letter().map_or('K', Letter::plain));
        let file = position.king(color)?.file_name().chars().map(in_case).collect::<String>();
        let named = starts || field.contains(king) || field.contains(&file);
        named.then(|| in_case('K'))
    };
    Color::ALL.into_iter().filter_map(named).collect()
}

/// The squares that an en passant field may mean, the most likely first: the named square, then the squares
/// of that file, beginning at the side that has just moved.
fn en_passant_squares(variant: &Variant, side_to_move: Color, field: &str) -> Vec<Coordinates> {
    let letters: String = field.chars().take_while(char::is_ascii_lowercase).collect();
    let Some(first) = Coordinates::parse(&format!("{letters}1")) else { return Vec::new() };
    let file = (0..variant.ranks as u8).map(|rank| Coordinates { rank, ..first });
    let mut squares: Vec<Coordinates> = file.collect();
    if side_to_move == Color::White {
        squares.reverse();
    }
    squares.splice(0..0, Coordinates::parse(field));
    squares
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::{ONE_MOVE_GAMES, find};

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
        for variant in ONE_MOVE_GAMES.iter() {
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
