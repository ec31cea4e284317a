//! Moves in XBoard's notation.
//!
//! It differs from the engine's notation in three ways. Captures on the way have two legs, `a6b6,b6b7`, onto
//! the captured piece and on to the target. So have captures en passant, unless XBoard knows the game's en
//! passant rule. Promotion letters follow [`letters`], and rank numbers follow [`ranks`].

use super::{letters, ranks};
use dhow_rules::game::Game;
use dhow_rules::movegen::MoveTextError;
use dhow_rules::position::{Move, MoveKind};
use dhow_rules::san::knows_en_passant;
use dhow_rules::square::Coordinates;
use dhow_rules::variant::Variant;

/// A move of this game in XBoard's notation.
pub fn to_gui(game: &Game, mv: Move) -> String {
    let first_leg = first_leg(game, mv);
    match first_leg
        .filter(|_| mv.kind() != MoveKind::EnPassant || !knows_en_passant(game.variant()))
    {
        Some(over) => {
            let (from, to) = game.position().squares(mv);
            ranks::to_gui(game.variant(), &format!("{from}{over},{over}{to}"))
        }
        None => to_gui_in_one_step(game, mv),
    }
}

/// The square of the piece that a move captures beside its target; `None` if it captures none there.
pub fn first_leg(game: &Game, mv: Move) -> Option<Coordinates> {
    match mv.kind() {
        MoveKind::EnPassant => game.position().en_passant_victim(),
        _ => game.position().passed_over(mv),
    }
}

/// The same for programs that write en passant captures in one step.
pub fn to_gui_in_one_step(game: &Game, mv: Move) -> String {
    let text = game.move_text(mv);
    let text = match mv.promotion().and(text.char_indices().next_back()) {
        Some((end, letter)) => {
            let letter = letters::to_gui(game.variant(), letter);
            format!("{}{letter}", &text[..end])
        }
        None => text,
    };
    ranks::to_gui(game.variant(), &text)
}

/// A line of moves, separated by spaces. Stops before the first illegal move.
pub fn line_to_gui(game: &Game, line: impl IntoIterator<Item = Move>) -> String {
    let mut game = game.clone();
    let mut texts = Vec::new();
    for mv in line {
        if !game.legal_moves().contains(&mv) {
            break;
        }
        texts.push(to_gui(&game, mv));
        game.play(mv);
    }
    texts.join(" ")
}

/// Reads a legal move in XBoard's notation; the error says why it is not legal. Ignores what XBoard leaves
/// after a move when it reads a saved game.
pub fn from_gui(game: &Game, text: &str) -> Result<Move, String> {
    read(game, &ranks::from_gui(game.variant(), text))
}

/// The same with the engine's own rank numbers. En passant may have one step or two legs.
pub fn read(game: &Game, text: &str) -> Result<Move, String> {
    let text = text.trim_end_matches(|c: char| c == ';' || c.is_ascii_whitespace());
    match text.split_once(',') {
        Some((first, second)) => from_two_legs(game, first, second),
        None => game.parse_move(&own_letters(game, text)).map_err(|error| reason(&error)),
    }
}

/// Whether a text begins like a move: with two squares of the board.
pub fn looks_like_move(variant: &Variant, text: &str) -> bool {
    begins_with_squares(variant, &ranks::from_gui(variant, text))
}

fn begins_with_squares(variant: &Variant, text: &str) -> bool {
    let square = |text| Coordinates::parse_prefix(text).filter(|(at, _)| variant.has_square(*at));
    square(text).is_some_and(|(_, rest)| square(rest).is_some())
}

fn own_letters(game: &Game, text: &str) -> String {
    let text = text.replace('=', "");
    match (begins_with_squares(game.variant(), &text), text.char_indices().next_back()) {
        (true, Some((end, letter))) if letter.is_ascii_alphabetic() => {
            let letter = letters::from_gui(game.variant(), letter);
            format!("{}{letter}", &text[..end])
        }
        _ => text,
    }
}

/// The start and the end of a leg.
fn leg(text: &str) -> Option<(Coordinates, Coordinates)> {
    let (from, rest) = Coordinates::parse_prefix(text)?;
    let (to, rest) = Coordinates::parse_prefix(rest)?;
    rest.is_empty().then_some((from, to))
}

/// The engine's notation for a move of two legs, `c8c7c6` for `c8c7,c7c6`, legal or not; `None` if they do not meet.
pub fn joined_legs(text: &str) -> Option<String> {
    let (first, second) = text.split_once(',')?;
    let ((from, over), (on, to)) = (leg(first)?, leg(second)?);
    (over == on).then(|| format!("{from}{over}{to}"))
}

fn from_two_legs(game: &Game, first: &str, second: &str) -> Result<Move, String> {
    let (Some((from, over)), Some((on, to))) = (leg(first), leg(second)) else {
        return Err("expected two legs, such as a6b6,b6b7".into());
    };
    if over != on {
        return Err(format!("the legs do not meet on {over}"));
    }
    // XBoard writes a capture that could go on, but stops, in this way.
    if over == to {
        return game.parse_move(&format!("{from}{to}")).map_err(|error| reason(&error));
    }
    let is_it = |mv: &&Move| {
        game.position().squares(**mv) == (from, to) && first_leg(game, **mv) == Some(over)
    };
    // A Lion may be said to go by an empty square, or to pass by one.
    let beside =
        |a: Coordinates, b: Coordinates| a.file.abs_diff(b.file).max(a.rank.abs_diff(b.rank)) == 1;
    let by_empty = game.position().on(over).is_none() && beside(from, over) && beside(over, to);
    match game.legal_moves().iter().find(is_it) {
        Some(&mv) => Ok(mv),
        None if by_empty => game.parse_move(&format!("{from}{to}")).map_err(|error| reason(&error)),
        None => match game.parse_move(&format!("{from}{over}{to}")) {
            Err(error) => Err(reason(&error)),
            Ok(_) => Err("no capture on the way or en passant has these two legs here".into()),
        },
    }
}

/// Why a text is not a legal move, without the text itself.
fn reason(error: &MoveTextError) -> String {
    let message = error.to_string();
    let bare = message.strip_prefix(&format!("`{}`", error.text())).unwrap_or(&message);
    bare.trim_start_matches([':', ' ']).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::{VARIANTS, find};

    fn game(id: &str, fen: &str) -> Game {
        Game::from_fen(find(id).unwrap(), fen).unwrap()
    }

    const WHITE_TAKES: &str = "6k5/12/12/12/12/12/Pp10/12/12/12/12/6K5 w - b7 0 1";

    #[test]
    fn en_passant_both_ways() {
        let mut after = game("metamachy", "6k5/12/1p10/12/P11/12/12/12/12/12/12/6K5 b - - 0 1");
        after.play_text("b10b8").unwrap();
        for text in ["a8b8,b8b9", "a8b8,b8b9;", "a8b9", "a8b9 ;"] {
            let mv = from_gui(&after, text).unwrap();
            assert_eq!(mv.kind(), MoveKind::EnPassant, "{text}");
            assert_eq!(to_gui(&after, mv), "a8b8,b8b9");
        }
        for text in ["a8b8,", "a8b8,b8b10", "a8b8,c8b9", "b8a8,a8b9", "a8b8", ",", ",,;", "a8b8,é"]
        {
            assert!(from_gui(&after, text).is_err(), "{text}");
        }
    }

    #[test]
    fn en_passant_by_black_and_of_a_prince() {
        let mut after = game("metamachy", "6k5/12/12/12/12/12/12/1p10/12/I11/12/6K5 w - - 0 1");
        after.play_text("a3a5").unwrap();
        let mv = from_gui(&after, "b5a5,a5a4").unwrap();
        assert_eq!(to_gui(&after, mv), "b5a5,a5a4");
        assert_eq!(after.move_text(mv), "b5a4");
    }

    #[test]
    fn two_legs_need_an_en_passant_capture() {
        let plain = game("metamachy", "6k5/12/12/12/12/12/Pp10/12/12/12/12/6K5 w - - 0 1");
        assert!(from_gui(&plain, "a6b6,b6b7").is_err());
        assert!(from_gui(&plain, "a6b7").is_err());
        assert!(Game::from_fen(find("metamachy").unwrap(), WHITE_TAKES).is_ok());
    }

    #[test]
    fn captures_on_the_way_have_two_legs() {
        let mut files = dhow_rules::variant::ini::VariantFiles::default();
        dhow_rules::game::read_variants(
            &mut files,
            "[lion:chess]\ncustomPiece1 = l:KNADmabKcaKcabK\n",
        )
        .expect("a game");
        let fen = "4k3/8/8/3pp3/3L4/8/8/4K3 w - - 0 1";
        let game = Game::from_fen(&files.games()[0], fen).expect("a position");
        for (text, own) in [
            ("d4d5,d5e5", "d4d5e5"),
            ("d4e5,e5e6", "d4e5e6"),
            ("d4d5,d5d4", "d4d5d4"),
            ("d4d4", "d4d4"),
            ("d4d5", "d4d5"),
        ] {
            let mv = from_gui(&game, text).expect(text);
            assert_eq!((game.move_text(mv).as_str(), to_gui(&game, mv).as_str()), (own, text));
        }
        // XBoard writes such a move when it ends on the piece that it could capture in passing.
        let stops = from_gui(&game, "d4d5,d5d5").expect("a capture");
        assert_eq!(game.move_text(stops), "d4d5");
        // So is a Lion's way over an empty square, or back from it.
        for (text, own) in [("d4c5,c5c6", "d4c6"), ("d4c5,c5d4", "d4d4")] {
            assert_eq!(game.move_text(from_gui(&game, text).expect(text)), own);
        }
        for text in ["d4d5,d5d7", "d4d5,e5e6", "d4c5,c5a5", "e1e2,e2e3"] {
            assert!(from_gui(&game, text).is_err(), "{text}");
        }
        for mv in game.legal_moves() {
            assert_eq!(from_gui(&game, &to_gui(&game, mv)), Ok(mv));
        }
    }

    #[test]
    fn the_cardinal_is_called_a() {
        let fen = "12/P10k/12/12/12/12/12/12/12/12/12/6K5 w - - 0 1";
        let classic = game("zanzibar-xl-classic", fen);
        for text in ["a11a12a", "a11a12A", "a11a12x", "a11a12=A"] {
            let mv = from_gui(&classic, text).unwrap();
            assert_eq!(classic.move_text(mv), "a11a12x", "{text}");
            assert_eq!(to_gui(&classic, mv), "a11a12a");
        }
        let metamachy = game("metamachy", fen);
        assert_eq!(metamachy.move_text(from_gui(&metamachy, "a11a12g").unwrap()), "a11a12g");
        assert!(from_gui(&metamachy, "a11a12a").is_err());
    }

    #[test]
    fn reasons() {
        let start = Game::new(find("metamachy").unwrap());
        let reason = |text: &str| from_gui(&start, text).unwrap_err();
        assert_eq!(reason("e3e9"), "the Pawn on e3 cannot go there");
        assert_eq!(reason("e5e6"), "no White piece on e5");
        assert!(reason("hello").starts_with("is not a move"), "{}", reason("hello"));
        let fen = "12/P10k/12/12/12/12/12/12/12/12/12/6K5 w - - 0 1";
        let missing = from_gui(&game("metamachy", fen), "a11a12").unwrap_err();
        assert!(missing.starts_with("add what it promotes to"), "{missing}");
    }

    #[test]
    fn lines_of_play() {
        let start = game("metamachy", "6k5/12/1p10/12/P11/12/12/12/12/12/12/6K5 b - - 0 1");
        let mut after = start.clone();
        let first = after.play_text("b10b8").unwrap();
        let second = after.play_text("a8b9").unwrap();
        assert_eq!(line_to_gui(&start, [first, second, first]), "b10b8 a8b8,b8b9");
    }

    #[test]
    fn the_look_of_moves() {
        for text in ["a3a5", "k9l10", "a11a12q", "a6b6,b6b7"] {
            assert!(looks_like_move(&VARIANTS[0], text), "{text}");
        }
        for text in ["", "a", "a3", "level", "m1", "a13a14", "É3a5"] {
            assert!(!looks_like_move(&VARIANTS[0], text), "{text}");
        }
    }
}
