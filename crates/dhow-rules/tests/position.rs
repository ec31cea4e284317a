//! Keys, repetition, clocks, ends of games and the text of moves.

use crate::common::positions::rules;
use crate::common::positions::{self, Position, legal_texts, play, position};
use dhow_rules::pieces::Color;
use dhow_rules::position::{DrawReason, Outcome, WinReason};
use dhow_rules::variant::VARIANTS;
use proptest::prelude::*;

/// Twelve ranks with both Kings and little else, to be spoilt.
const BARE: &str = "5k6/12/12/12/12/12/12/12/12/12/12/5K6";

/// Differences that the board does not show change the moves and the key.
#[test]
fn rights_that_the_board_does_not_show_change_moves_and_key() {
    let pairs = [
        ("metamachy", "5k6/12/12/12/12/12/12/12/12/12/12/5K6 w K - 0 1", " K ", " - "),
        ("metamachy", "5k6/12/12/12/12/12/12/12/12/12/12/5K6 b Kk - 0 1", " Kk ", " K "),
        ("metamachy", "5k6/12/12/12/12/12/12/3pP7/12/12/12/5K6 b - e4 0 1", " e4 ", " - "),
        ("zanzibar-xxl", "5k6/12/12/12/12/12/12/3sI7/12/12/12/5K6 b - e4 0 1", " e4 ", " - "),
        ("metamachy", "5k6/12/12/12/12/12/12/3pPpP5/12/12/12/5K6 b - e4 0 1", " e4 ", " g4 "),
    ];
    for (id, fen, field, other) in pairs {
        let (one, two) = (position(id, fen), position(id, &fen.replace(field, other)));
        assert_ne!(one.key(), two.key(), "{fen}");
        assert_ne!(legal_texts(&one), legal_texts(&two), "{fen}");
    }
}

#[test]
fn side_rights_and_squares_each_have_a_part_in_the_key() {
    let keys = [
        format!("{BARE} w - - 0 1"),
        format!("{BARE} b - - 0 1"),
        format!("{BARE} w K - 0 1"),
        format!("{BARE} w k - 0 1"),
        format!("{BARE} w Kk - 0 1"),
        format!("{} w - - 0 1", BARE.replace("5K6", "6K5")),
        format!("{} w - - 0 1", BARE.replace("5K6", "N4K6")),
        format!("{} w - - 0 1", BARE.replace("5K6", "n4K6")),
        format!("{} w - - 0 1", BARE.replace("5K6", "E4K6")),
    ]
    .map(|fen| position("metamachy", &fen).key());
    let mut distinct = keys.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), keys.len());
    let clocks = position("metamachy", &format!("{BARE} w - - 40 90"));
    assert_eq!(clocks.key(), keys[0], "clocks are no part of a position");
}

/// Each right has its own part of the key, whichever other rights there are, and the part disappears with the right.
#[test]
fn rights_come_into_the_key_and_leave_it_one_by_one() {
    let fen = "5k6/12/12/12/12/12/12/3p8/12/4P7/12/5K6 w Kk - 0 1";
    let mut position = position("metamachy", fen);
    for mv in ["e3e5", "f12g12", "f1g1"] {
        play(&mut position, mv);
        assert_eq!(position.key(), position.fresh_key(), "{mv}");
        let read = positions::position("metamachy", &position.fen());
        assert_eq!(position.key(), read.key(), "{mv}");
    }
}

fn outcome(position: &Position) -> Option<Outcome> {
    position.outcome_given(position.has_legal_moves())
}

const REPETITION: Option<Outcome> = Some(Outcome::Draw(DrawReason::Repetition(3)));

#[test]
fn the_third_occurrence_is_a_draw() {
    let fen = format!("{} w - - 0 1", BARE.replace("5K6", "R4K6"));
    let mut position = position("metamachy", &fen);
    assert_eq!(position.repetitions(), 0);
    play(&mut position, "f1g1 f12g12 g1f1 g12f12");
    assert_eq!((position.repetitions(), outcome(&position)), (1, None));
    // The Rook's way round leads to other positions, and at its end to one that was there once.
    play(&mut position, "a1a2 f12g12");
    assert_eq!(position.repetitions(), 0);
    play(&mut position, "a2a1");
    assert_eq!((position.repetitions(), outcome(&position)), (1, None));
    play(&mut position, "g12f12");
    assert_eq!((position.repetitions(), outcome(&position)), (2, REPETITION));
    // The same board with the other side to move is another position.
    let board = position.placement_text();
    play(&mut position, "a1b1 f12g12 b1c1 g12f12 c1a1");
    assert_eq!((position.placement_text(), position.repetitions()), (board, 0));
}

#[test]
fn a_lost_jump_right_makes_another_position() {
    let fen = format!("{} w Kk - 0 1", BARE.replace("5K6", "R4K6"));
    let mut position = position("metamachy", &fen);
    // The start is a position with rights that the later ones lack.
    play(&mut position, "f1g1 f12g12 g1f1 g12f12");
    assert_eq!(position.repetitions(), 0);
    play(&mut position, "f1g1 f12g12 g1f1 g12f12");
    assert_eq!(position.repetitions(), 1);
    assert_eq!(outcome(&position), None);
    play(&mut position, "f1g1 f12g12 g1f1 g12f12");
    assert_eq!(outcome(&position), REPETITION);
}

#[test]
fn an_en_passant_right_makes_another_position_only_if_it_can_be_used() {
    let shuttle = "f12g12 f1g1 g12f12 g1f1";
    // With a black Pawn beside, the position after e3e5 does not come again.
    let with_capturer = "5k6/12/12/12/12/12/12/3p8/12/4P7/12/5K6 w - - 0 1";
    let mut usable = position("metamachy", with_capturer);
    play(&mut usable, "e3e5");
    assert!(usable.en_passant().is_some());
    play(&mut usable, shuttle);
    assert_eq!(usable.repetitions(), 0);
    play(&mut usable, shuttle);
    assert_eq!((usable.repetitions(), outcome(&usable)), (1, None));
    play(&mut usable, shuttle);
    assert_eq!(outcome(&usable), REPETITION);

    let mut useless = position("metamachy", &with_capturer.replace("3p8", "12"));
    play(&mut useless, "e3e5");
    play(&mut useless, shuttle);
    assert_eq!(useless.repetitions(), 1);
    play(&mut useless, shuttle);
    assert_eq!(outcome(&useless), REPETITION);
}

/// The capture counts as possible when it is pseudo-legal, even if it leaves the King in check.
#[test]
fn a_pinned_capturer_keeps_the_en_passant_square() {
    let fen = "3k8/12/12/12/12/12/12/3p8/12/4P7/12/3R1K6 w - - 0 1";
    let mut position = position("metamachy", fen);
    play(&mut position, "e3e5");
    assert!(position.en_passant().is_some());
    assert!(position.fen().contains(" b - e4 "));
    assert!(!legal_texts(&position).contains(&"d5e4".to_string()));
}

#[test]
fn the_search_takes_an_earlier_occurrence_below_its_root_for_a_draw() {
    let mut position = position("metamachy", &format!("{BARE} w - - 0 1"));
    play(&mut position, "f1g1 f12g12 g1f1");
    assert!(!position.repeats(10));
    play(&mut position, "g12f12");
    assert!(position.repeats(5), "four halfmoves ago, less than five");
    assert!(!position.repeats(4), "at the root or before: once is not enough");
    play(&mut position, "f1g1 f12g12 g1f1 g12f12");
    assert!(position.repeats(1), "twice before");
}

#[test]
fn a_pass_changes_the_side_and_hides_what_was_before() {
    let fen = "5k6/12/12/12/12/12/12/3pP7/12/12/12/5K6 b - e4 3 7";
    let mut position = position("metamachy", fen);
    let key = position.key();
    position.make_null();
    assert_eq!(position.key(), position.fresh_key());
    assert_eq!(position.side_to_move(), Color::White);
    assert_eq!(position.en_passant(), None);
    position.unmake_null();
    assert_eq!((position.fen(), position.key()), (fen.to_string(), key));
    play(&mut position, "f12g12 f1g1 g12f12 g1f1");
    position.make_null();
    position.make_null();
    assert_eq!(position.repetitions(), 0, "two passes lead to no position of the game");
}

/// Captures and forward moves of Pawns and Soldiers set the count of the 50 moves back.
#[test]
fn the_clock_starts_anew_after_captures_and_forward_moves_of_pawns_only() {
    let cases = [
        ("metamachy", "5k6/12/12/12/12/12/12/12/12/4P7/12/5K6 w - - 7 9", "e3e4", 0),
        ("metamachy", "5k6/12/12/12/12/12/12/12/12/4P7/12/5K6 w - - 7 9", "e3e5", 0),
        ("metamachy", "5k6/12/12/12/12/12/12/12/12/4P7/12/5K6 w - - 7 9", "f1g1", 8),
        ("metamachy", "5k6/12/12/12/12/12/12/3p8/4P7/12/12/5K6 b - - 7 9", "d5e4", 0),
        ("metamachy", "5k6/12/12/12/12/12/12/3pP7/12/12/12/5K6 b - e4 7 9", "d5e4", 0),
        ("metamachy", "12/P4k6/12/12/12/12/12/12/12/12/12/5K6 w - - 7 9", "a11a12q", 0),
        ("metamachy", "5k6/12/12/12/12/12/12/12/12/4I7/12/5K6 w - - 7 9", "e3e4", 8),
        ("metamachy", "5k6/12/12/12/12/12/12/12/12/4I7/12/5K6 w - - 7 9", "e3e5", 8),
        ("metamachy", "12/I4k6/12/12/12/12/12/12/12/12/12/5K6 w - - 7 9", "a11a12q", 8),
        ("metamachy", "12/12/I4k6/12/12/12/12/12/12/12/12/5K6 w - - 7 9", "a10a12l", 8),
        ("metamachy", "q11/I4k6/12/12/12/12/12/12/12/12/12/5K6 w - - 7 9", "a11a12q", 0),
        ("metamachy", "5k6/12/12/12/12/12/12/12/12/4In6/12/5K6 w - - 7 9", "e3f3", 0),
        ("metamachy", "5k6/12/12/12/12/12/12/12/12/12/12/5K6 w K - 7 9", "f1h3", 8),
        ("zanzibar-xxl", "5k6/12/12/12/12/12/12/12/12/4S7/12/5K6 w - - 7 9", "e3e4", 0),
        ("zanzibar-xxl", "5k6/12/12/12/12/12/12/12/12/4S7/12/5K6 w - - 7 9", "e3e5", 0),
        ("zanzibar-xxl", "5k6/12/12/12/12/12/12/12/12/4S7/12/5K6 w - - 7 9", "e3d3", 8),
        ("zanzibar-xxl", "5k6/4s7/12/12/12/12/12/12/12/12/12/5K6 b - - 7 9", "e11f11", 8),
        ("zanzibar-xxl", "5k6/4s7/12/12/12/12/12/12/12/12/12/5K6 b - - 7 9", "e11e9", 0),
    ];
    for (id, fen, mv, clock) in cases {
        let mut position = position(id, fen);
        play(&mut position, mv);
        assert_eq!(position.halfmove_clock(), clock, "{id} {fen} {mv}");
        let number = if fen.contains(" b ") { 10 } else { 9 };
        assert_eq!(position.fullmove(), number, "{id} {fen} {mv}");
    }
}

#[test]
fn a_hundred_halfmoves_are_a_draw_but_checkmate_comes_first() {
    let mut position = position("metamachy", "5k6/12/12/12/12/12/12/12/12/12/12/R4K6 w - - 98 60");
    assert_eq!(outcome(&position), None);
    play(&mut position, "a1a2");
    assert_eq!(outcome(&position), None);
    play(&mut position, "f12e12");
    assert_eq!(outcome(&position), Some(Outcome::Draw(DrawReason::MoveLimit(50))));
    let mated = "k11/12/12/12/12/12/12/12/12/12/12/5K6";
    let fen = format!("{} b - - 100 80", mated.replace("k11/12", "k3R7/4R7"));
    let mate = positions::position("metamachy", &fen);
    assert_eq!(outcome(&mate), Some(Outcome::Win(Color::White, WinReason::Checkmate)));
}

#[test]
fn kings_alone_are_a_draw_and_one_more_piece_is_none() {
    let bare = position("metamachy", &format!("{BARE} w - - 0 1"));
    assert_eq!(outcome(&bare), Some(Outcome::Draw(DrawReason::BareKings)));
    for letter in ['N', 'P', 'Q'] {
        let fen = format!("{} b - - 0 1", BARE.replacen("/12", &format!("/{letter}11"), 1));
        assert_eq!(outcome(&position("metamachy", &fen)), None, "{letter}");
    }
    // The last capture leads there.
    let fen = format!("{} w - - 0 1", BARE.replace("5K6", "5Kn5"));
    let mut position = position("metamachy", &fen);
    play(&mut position, "f1g1");
    assert_eq!(outcome(&position), Some(Outcome::Draw(DrawReason::BareKings)));
}

#[test]
fn stalemate_is_a_draw() {
    let position = position("metamachy", "k11/12/1Q10/12/12/12/12/12/12/12/12/5K6 b - - 0 1");
    assert_eq!(outcome(&position), Some(Outcome::Draw(DrawReason::Stalemate)));
    assert_eq!(outcome(&position).map(Outcome::result), Some("1/2-1/2"));
    assert_eq!(outcome(&position).expect("an end").to_string(), "Draw by stalemate");
}

#[test]
fn moves_that_cannot_be_made_are_refused_with_the_reason() {
    let fen = "5k6/P11/12/12/12/12/12/5r6/12/5N6/12/5K6 w - - 0 1";
    let position = position("metamachy", fen);
    let form = |text| {
        format!(
            "`{text}` is not a move: expected two squares, such as a3a5, and a promotion letter"
        )
    };
    let cases = [
        ("", form("")),
        ("f1", form("f1")),
        ("f1m1", form("f1m1")),
        ("f1f13", form("f1f13")),
        ("f1f2qq", form("f1f2qq")),
        ("f1f2\u{e9}", form("f1f2\u{e9}")),
        ("e2e4", "`e2e4`: no White piece on e2".into()),
        ("f12f11", "`f12f11`: no White piece on f12".into()),
        ("a11a12", "`a11a12`: add what it promotes to, one of qlg".into()),
        ("a11a12n", "`a11a12n`: `n` is not a promotion in this position".into()),
        ("f1g1q", "`f1g1q`: `q` is not a promotion in this position".into()),
        ("f3g5", "`f3g5` leaves the King in check".into()),
        ("f3f4", "`f3f4`: the Knight on f3 cannot go there".into()),
        ("f1h3", "`f1h3`: only a King that has never moved may jump".into()),
        ("f1i4", "`f1i4`: the King on f1 cannot go there".into()),
    ];
    for (text, reason) in cases {
        let error = position.parse_move(text).expect_err(text);
        assert_eq!((error.to_string(), error.text()), (reason, text));
    }
    let reason = |fen: &str, text: &str| {
        let position = self::position("metamachy", fen);
        position.parse_move(text).expect_err(text).to_string()
    };
    let over = "5rk5/12/12/12/12/12/12/12/12/12/12/6K5 w Kk - 0 1";
    assert_eq!(
        reason(over, "g1e1"),
        "`g1e1`: the King may not jump over a square that is threatened"
    );
    let over = over.replace("5rk5", "5k1r4");
    assert_eq!(
        reason(&over, "g1i1"),
        "`g1i1`: the King may not jump over a square that is threatened"
    );
    let onto = "4r1k5/12/12/12/12/12/12/12/12/12/12/6K5 w Kk - 0 1";
    assert_eq!(reason(onto, "g1e1"), "`g1e1` leaves the King in check");
    let in_check = "6k5/6r5/12/12/12/12/12/12/12/12/12/6K5 w Kk - 0 1";
    assert_eq!(reason(in_check, "g1e1"), "`g1e1`: a King in check may not jump");
    let en_passant = "6k5/12/12/12/rPp8K/12/12/12/12/12/12/12 w - c9 0 1";
    let capture = "5k6/12/12/12/12/12/12/5rp5/12/5N6/12/5K6 w - - 0 1";
    assert_eq!(reason(capture, "f3g5"), "`f3g5` leaves the King in check");
    assert_eq!(reason(en_passant, "b8c9"), "`b8c9` leaves the King in check");
    assert_eq!(reason(en_passant, "b8a9"), "`b8a9`: the Pawn on b8 cannot go there");
    assert_eq!(reason(en_passant, "l8c9"), "`l8c9`: the King on l8 cannot go there");
    let promotion = position.parse_move("a11a12Q").map(|mv| position.move_text(mv));
    assert_eq!(promotion, Ok("a11a12q".to_string()));
}

proptest! {
    #[test]
    fn any_text_is_read_as_a_move_or_refused(text in any::<String>(), like in "[a-m]{0,2}[0-9]{0,2}[a-m]{0,2}[0-9]{0,2}[a-zA-Z]{0,2}") {
        let position = Position::start(rules(&VARIANTS[0])).expect("a start array");
        for text in [text, like] {
            if let Ok(mv) = position.parse_move(&text) {
                prop_assert_eq!(position.move_text(mv), text.to_lowercase());
            }
        }
    }
}
