//! FEN, make and unmake, repetition, clocks and setups.

#[path = "common/positions.rs"]
mod positions;

use dhow::pieces::Color;
use dhow::position::{DrawReason, Flaw, Outcome};
use dhow::variant::{Setup, VARIANTS, rules};
use positions::{Position, Random, legal_texts, play, position, random_position, variant};
use proptest::prelude::*;

/// Twelve ranks with both Kings and little else, to be spoilt.
const BARE: &str = "5k6/12/12/12/12/12/12/12/12/12/12/5K6";

fn fen_error(id: &str, fen: &str) -> String {
    match Position::from_fen(rules(variant(id)), fen) {
        Ok(_) => panic!("{fen} is accepted"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn badly_written_fens_are_refused_with_the_reason() {
    let elevens = BARE.replacen("/12", "", 1);
    let thirteen = format!("12/{BARE}");
    let cases = [
        (
            "".into(),
            "0 fields; a FEN has six: placement, side, jump rights, en passant, two counters",
        ),
        (
            format!("{BARE} w -"),
            "3 fields; a FEN has six: placement, side, jump rights, en passant, two counters",
        ),
        (
            format!("{BARE} w - - 0"),
            "5 fields; a FEN has six: placement, side, jump rights, en passant, two counters",
        ),
        (
            format!("{BARE} w - - 0 1 1"),
            "7 fields; a FEN has six: placement, side, jump rights, en passant, two counters",
        ),
        (format!("{elevens} w - - 0 1"), "11 ranks in the placement; the board has 12"),
        (format!("{thirteen} w - - 0 1"), "13 ranks in the placement; the board has 12"),
        (
            format!("{} w - - 0 1", BARE.replace("5k6", "5k5")),
            "rank 12 has 11 squares; the board has 12 files",
        ),
        (
            format!("{} w - - 0 1", BARE.replace("5K6", "5K7")),
            "rank 1 has 13 squares; the board has 12 files",
        ),
        (
            format!("{} w - - 0 1", BARE.replacen("/12/", "//", 1)),
            "rank 11 has 0 squares; the board has 12 files",
        ),
        (
            format!("{} w - - 0 1", BARE.replace("5K6", "5K5QQ")),
            "rank 1 has 13 squares; the board has 12 files",
        ),
        (
            format!("{} w - - 0 1", BARE.replace("5k6", "5kx5")),
            "`x` on rank 12 is no piece of this game",
        ),
        (
            format!("{} w - - 0 1", BARE.replace("5K6", "5K+5")),
            "`+` on rank 1 is no piece of this game",
        ),
        (
            format!("{} w - - 0 1", BARE.replace("5k6", "5k\u{e9}5")),
            "`\u{e9}` on rank 12 is no piece of this game",
        ),
        (
            format!("{} w - - 0 1", BARE.replace("5k6", "05k6")),
            "`05` on rank 12 is no number of empty squares",
        ),
        (
            format!("{} w - - 0 1", BARE.replace("5k6", "5k99999")),
            "`99999` on rank 12 is no number of empty squares",
        ),
        (format!("{BARE} W - - 0 1"), "side to move `W` is neither `w` nor `b`"),
        (format!("{BARE} w kK - 0 1"), "jump rights `kK` are none of `Kk`, `K`, `k`, `-`"),
        (format!("{BARE} w KQkq - 0 1"), "jump rights `KQkq` are none of `Kk`, `K`, `k`, `-`"),
        (format!("{BARE} w - e 0 1"), "en passant square `e` is neither a square nor `-`"),
        (format!("{BARE} w - m3 0 1"), "en passant square `m3` is neither a square nor `-`"),
        (format!("{BARE} w - a13 0 1"), "en passant square `a13` is neither a square nor `-`"),
        (format!("{BARE} w - a0 0 1"), "en passant square `a0` is neither a square nor `-`"),
        (format!("{BARE} w - a3b 0 1"), "en passant square `a3b` is neither a square nor `-`"),
        (format!("{BARE} w - - 101 1"), "halfmove counter `101` is not a number from 0 to 100"),
        (format!("{BARE} w - - -1 1"), "halfmove counter `-1` is not a number from 0 to 100"),
        (format!("{BARE} w - - +1 1"), "halfmove counter `+1` is not a number from 0 to 100"),
        (format!("{BARE} w - - x 1"), "halfmove counter `x` is not a number from 0 to 100"),
        (format!("{BARE} w - - 0 0"), "fullmove counter `0` is not a number from 1 to 9999"),
        (
            format!("{BARE} w - - 0 10000"),
            "fullmove counter `10000` is not a number from 1 to 9999",
        ),
        (
            format!("{BARE} w - - 0 99999999999"),
            "fullmove counter `99999999999` is not a number from 1 to 9999",
        ),
    ];
    for (fen, reason) in cases {
        assert_eq!(fen_error("metamachy", &fen), reason, "{fen}");
    }
}

#[test]
fn letters_of_other_games_are_refused() {
    for (id, letter) in [("metamachy", 'S'), ("zanzibar-xl", 'H'), ("maasai", 'X')] {
        let fen = format!("{} w - - 0 1", BARE.replace("5K6", &format!("5K{letter}5")));
        let reason = format!("`{letter}` on rank 1 is no piece of this game");
        assert_eq!(fen_error(id, &fen), reason);
    }
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    let cases = [
        (
            "metamachy",
            "12/12/12/12/12/12/12/12/12/12/12/5K6 w - - 0 1",
            "Black has 0 Kings; each side has one",
        ),
        (
            "metamachy",
            "5k6/12/12/12/12/12/12/12/12/12/12/12 w - - 0 1",
            "White has 0 Kings; each side has one",
        ),
        (
            "metamachy",
            "5k6/12/12/12/12/12/12/12/12/12/12/5KK5 w - - 0 1",
            "White has 2 Kings; each side has one",
        ),
        (
            "metamachy",
            "4kk6/12/12/12/12/12/12/12/12/12/12/5K6 w - - 0 1",
            "Black has 2 Kings; each side has one",
        ),
        (
            "metamachy",
            "P4k6/12/12/12/12/12/12/12/12/12/12/5K6 w - - 0 1",
            "a White Pawn on a12 would have had to promote",
        ),
        (
            "metamachy",
            "5k6/12/12/12/12/12/12/12/12/12/12/5K5i w - - 0 1",
            "a Black Prince on l1 would have had to promote",
        ),
        (
            "zanzibar-xxl",
            "5k6/12/12/12/12/12/12/12/12/12/12/s4K6 w - - 0 1",
            "a Black Soldier on a1 would have had to promote",
        ),
        (
            "maasai",
            "S4k6/12/12/12/12/12/12/12/12/12/12/5K6 w - - 0 1",
            "a White Maasai on a12 would have had to promote",
        ),
        (
            "metamachy",
            "5k6/12/12/12/12/12/12/12/12/12/12/4K7 w K - 0 1",
            "White's King on e1 must have moved, so it has no right to jump",
        ),
        (
            "metamachy",
            "12/12/5k6/12/12/12/12/12/12/12/12/5K6 w Kk - 0 1",
            "Black's King on f10 must have moved, so it has no right to jump",
        ),
        // Nothing stands beyond e4, or what stands there is the mover's own, or on its way.
        (
            "metamachy",
            "5k6/12/12/12/12/12/12/3p8/12/12/12/5K6 b - e4 0 1",
            "no double step can just have passed over the en passant square e4",
        ),
        (
            "metamachy",
            "5k6/12/12/12/12/12/12/3pp7/12/12/12/5K6 b - e4 0 1",
            "no double step can just have passed over the en passant square e4",
        ),
        (
            "metamachy",
            "5k6/12/12/12/12/12/12/3pP7/12/4N7/12/5K6 b - e4 0 1",
            "no double step can just have passed over the en passant square e4",
        ),
        (
            "metamachy",
            "5k6/12/12/12/12/12/12/3pP7/4N7/12/12/5K6 b - e4 0 1",
            "no double step can just have passed over the en passant square e4",
        ),
        (
            "metamachy",
            "5k6/12/12/12/12/12/12/3pN7/12/12/12/5K6 b - e4 0 1",
            "no double step can just have passed over the en passant square e4",
        ),
        // The side to move cannot have made the double step.
        (
            "metamachy",
            "5k6/12/12/12/12/12/12/3pP7/12/12/12/5K6 w - e4 0 1",
            "no double step can just have passed over the en passant square e4",
        ),
        // A Pawn of this game steps twice from rank 4 only, a Prince of this one from rank 3 only.
        (
            "maasai",
            "5k6/12/12/12/12/12/12/3pP7/12/12/12/5K6 b - e4 0 1",
            "no double step can just have passed over the en passant square e4",
        ),
        (
            "maasai",
            "5k6/12/12/12/12/12/3pI7/12/12/12/12/5K6 b - e5 0 1",
            "no double step can just have passed over the en passant square e5",
        ),
        // A double step to the last rank promotes.
        (
            "metamachy",
            "4Q1k5/12/12/12/12/12/12/12/12/12/12/5K6 b - e11 0 1",
            "no double step can just have passed over the en passant square e11",
        ),
        // From beyond the edge nothing steps.
        (
            "metamachy",
            "6k5/12/12/12/12/12/12/12/12/12/4P7/5K6 b - e1 0 1",
            "no double step can just have passed over the en passant square e1",
        ),
        (
            "metamachy",
            "5k6/12/12/12/12/12/12/12/12/12/5R6/5K6 w - - 0 1",
            "Black is in check, but it is the other side's turn",
        ),
        (
            "metamachy",
            "5k6/5c6/12/5n6/12/12/12/12/12/12/12/5K6 b - - 0 1",
            "White is in check, but it is the other side's turn",
        ),
    ];
    for (id, fen, reason) in cases {
        assert_eq!(fen_error(id, fen), reason, "{id} {fen}");
    }
}

#[test]
fn the_first_flaw_is_told_as_a_value_too() {
    let fen = "4kk6/12/12/12/12/12/12/12/12/12/12/5K6 w - - 0 1";
    let error = Position::from_fen(rules(variant("maasai")), fen).unwrap_err();
    let flaw = Flaw::Kings { color: Color::Black, found: 2 };
    assert_eq!(error, dhow::position::FenError::Flaw(flaw));
}

#[test]
fn fens_round_trip() {
    let mut random = Random::new(11);
    for variant in &VARIANTS {
        let start = Position::start(rules(variant));
        assert_eq!(start.fen(), variant.start);
        for _ in 0..300 {
            let position = random_position(&mut random, &rules(variant));
            let fen = position.fen();
            let again = positions::position(variant.id, &fen);
            assert_eq!(again.fen(), fen);
            assert_eq!(again.key(), position.key(), "{fen}");
            assert_eq!(legal_texts(&again), legal_texts(&position), "{fen}");
        }
    }
}

#[test]
fn four_fields_are_enough_and_spaces_do_not_matter() {
    let position = position("metamachy", &format!("  {BARE}\tb  -   - "));
    assert_eq!(position.fen(), format!("{BARE} b - - 0 1"));
}

#[test]
fn an_en_passant_square_that_nothing_can_use_is_dropped() {
    let fen = "5k6/12/12/12/12/12/12/4P7/12/12/12/5K6 b - e4 0 1";
    let position = position("metamachy", fen);
    assert_eq!(position.fen(), fen.replace("e4", "-"));
    assert_eq!(position.en_passant(), None);
    // A Prince does not capture en passant, so its standing there does not matter.
    let beside = "5k6/12/12/12/12/12/12/3iP7/12/12/12/5K6 b - e4 0 1";
    assert_eq!(positions::position("metamachy", beside).fen(), beside.replace("e4", "-"));
}

/// What differs off the board only must differ in moves and in key.
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

fn outcome(position: &Position) -> Option<Outcome> {
    position.outcome_given(position.has_legal_moves())
}

const REPETITION: Option<Outcome> = Some(Outcome::Draw(DrawReason::Repetition));

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

/// What sets the count of the 50 moves back: captures and forward moves of Pawns and Soldiers.
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
    assert_eq!(outcome(&position), Some(Outcome::Draw(DrawReason::FiftyMoves)));
    let mated = "k11/12/12/12/12/12/12/12/12/12/12/5K6";
    let fen = format!("{} b - - 100 80", mated.replace("k11/12", "k3R7/4R7"));
    let mate = positions::position("metamachy", &fen);
    assert_eq!(outcome(&mate), Some(Outcome::Checkmate(Color::White)));
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
}

#[test]
fn setups_are_as_many_as_the_rules_say_and_all_different() {
    let counts = [
        ("metamachy", 12, "QK/LG"),
        ("zanzibar-s", 24, "FQKU/LG"),
        ("zanzibar-xl", 288, "DQKO/ULGF"),
        ("zanzibar-xl-classic", 288, "HQKX/ULGF"),
        ("zanzibar-xxl", 10080, "UQKF/OLGD"),
        ("maasai", 10080, "UQKF/OLGD"),
    ];
    for (id, count, default) in counts {
        let variant = variant(id);
        let setups = Setup::all(variant);
        let on_f = setups.iter().filter(|setup| setup.king_on_f_file()).count();
        assert_eq!((on_f, setups.len()), (count, 2 * count), "{id}");
        assert!(setups[..count].iter().all(Setup::king_on_f_file), "{id}: those on f come first");
        let mut names: Vec<String> = setups.iter().map(Setup::name).collect();
        assert!(names[..count].is_sorted() && names[count..].is_sorted(), "{id}");
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 2 * count, "{id}: names are unique");
        assert_eq!(Setup::default_of(variant).name(), default);
        assert_eq!(Setup::default_of(variant).fen(variant), variant.start);
        assert!(names.binary_search(&default.to_string()).is_ok());
    }
}

#[test]
fn every_setup_is_a_position_and_is_recognised_by_name_and_placement() {
    for variant in &VARIANTS {
        let setups = Setup::all(variant);
        let mut placements = Vec::new();
        for setup in setups.iter().step_by(1 + setups.len() / 600) {
            let fen = setup.fen(variant);
            let position = positions::position(variant.id, &fen);
            assert_eq!(position.fen(), fen);
            assert!(position.may_jump(Color::White) && position.may_jump(Color::Black));
            let name = setup.name();
            assert_eq!(Setup::parse(variant, &name).as_ref(), Ok(setup));
            assert_eq!(Setup::parse(variant, &name.to_lowercase()).as_ref(), Ok(setup));
            let placement = position.placement_text();
            assert_eq!(Setup::of_placement(variant, &placement).as_ref(), Some(setup));
            // White mirrors Black's choice across the middle.
            let rows: Vec<&str> = placement.split('/').collect();
            let back: Vec<String> = rows.iter().rev().map(|row| row.to_lowercase()).collect();
            let front: Vec<String> = rows.iter().map(|row| row.to_lowercase()).collect();
            assert_eq!(front, back, "{name}");
            placements.push(placement);
        }
        let before = placements.len();
        placements.sort();
        placements.dedup();
        assert_eq!(placements.len(), before, "{}", variant.id);
    }
}

#[test]
fn a_setup_puts_the_chiefs_where_its_name_says() {
    let metamachy = variant("metamachy");
    let setup = Setup::parse(metamachy, "gl/kq").unwrap();
    assert_eq!(
        setup.fen(metamachy),
        "cm3gl3mc/ernbikqibnre/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/ERNBIKQIBNRE/CM3GL3MC w Kk - 0 1"
    );
    assert!(setup.king_on_f_file());
    assert!(!Setup::default_of(metamachy).king_on_f_file());
}

#[test]
fn placements_that_are_no_start_array_are_no_setup() {
    let metamachy = variant("metamachy");
    let start = metamachy.start.split(' ').next().unwrap();
    let not_mirrored = start.replace("qk", "kq");
    let moved = start.replacen("/12/", "/P11/", 1);
    for placement in [&not_mirrored, &moved, "", "12/12", &start.replace("12/", ""), "x"] {
        assert_eq!(Setup::of_placement(metamachy, placement), None, "{placement}");
    }
}

#[test]
fn bad_setup_names_are_refused_with_the_reason() {
    let form = "expected the chiefs of ranks 12 and 11 from the left, such as QK/LG";
    let cases = [
        ("metamachy", "", format!("setup ``: {form}")),
        ("metamachy", "QKLG", format!("setup `QKLG`: {form}")),
        ("metamachy", "QK/LGU", format!("setup `QK/LGU`: {form}")),
        ("metamachy", "QKL/G", format!("setup `QKL/G`: {form}")),
        ("metamachy", "QK/L", format!("setup `QK/L`: {form}")),
        ("metamachy", "QK//LG", format!("setup `QK//LG`: {form}")),
        ("metamachy", "QK/LG/", format!("setup `QK/LG/`: {form}")),
        (
            "metamachy",
            "QK/LL",
            "setup `QK/LL`: `L` is not a chief that is still to be placed".into(),
        ),
        (
            "metamachy",
            "qk/lx",
            "setup `qk/lx`: `X` is not a chief that is still to be placed".into(),
        ),
        ("zanzibar-s", "QFKU/LG", "setup `QFKU/LG`: Q cannot stand on e12".into()),
        ("maasai", "KQUF/OLGD", "setup `KQUF/OLGD`: K cannot stand on e12".into()),
    ];
    for (id, code, reason) in cases {
        let error = Setup::parse(variant(id), code).expect_err(code);
        assert_eq!(error.to_string(), reason);
    }
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
        ("a11a12n", "`a11a12n`: `n` is no promotion in this position".into()),
        ("f1g1q", "`f1g1q`: `q` is no promotion in this position".into()),
        ("f3g5", "`f3g5` leaves the King in check".into()),
        ("f3f4", "`f3f4`: the Knight on f3 cannot go there".into()),
        ("f1h3", "`f1h3`: only a King that has never moved may jump".into()),
        ("f1i4", "`f1i4`: the King on f1 cannot go there".into()),
    ];
    for (text, reason) in cases {
        let error = position.parse_move(text).expect_err(text);
        assert_eq!(error.to_string(), reason);
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
    let onto = "4r1k5/12/12/12/12/12/12/12/12/12/12/6K5 w Kk - 0 1";
    assert_eq!(reason(onto, "g1e1"), "`g1e1` leaves the King in check");
    let in_check = "6k5/6r5/12/12/12/12/12/12/12/12/12/6K5 w Kk - 0 1";
    assert_eq!(reason(in_check, "g1e1"), "`g1e1`: a King in check may not jump");
    let en_passant = "6k5/12/12/12/rPp8K/12/12/12/12/12/12/12 w - c9 0 1";
    assert_eq!(reason(en_passant, "b8c9"), "`b8c9` leaves the King in check");
    let promotion = position.parse_move("a11a12Q").map(|mv| position.move_text(mv));
    assert_eq!(promotion, Ok("a11a12q".to_string()));
}

/// Texts that look like FENs, with every part that may be wrong in it.
fn fen_like() -> impl Strategy<Value = String> {
    let rank = "[0-9a-zA-Z]{0,14}";
    let placement = proptest::collection::vec(rank, 10..14).prop_map(|ranks| ranks.join("/"));
    let rest = "( [wb]| [a-z]){0,2}( Kk| -| K){0,2}( [a-m][0-9]{0,3}| -){0,2}( -?[0-9]{0,12}){0,3}";
    (placement, rest).prop_map(|(placement, rest)| placement + &rest)
}

proptest! {
    #[test]
    fn any_text_is_read_as_a_position_or_refused(text in any::<String>(), index in 0..6usize) {
        let _ = Position::from_fen(rules(&VARIANTS[index]), &text);
    }

    #[test]
    fn anything_like_a_fen_is_read_or_refused(text in fen_like(), index in 0..6usize) {
        if let Ok(position) = Position::from_fen(rules(&VARIANTS[index]), &text) {
            let again = Position::from_fen(rules(&VARIANTS[index]), &position.fen());
            prop_assert_eq!(again.map(|again| again.fen()), Ok(position.fen()));
        }
    }

    /// A start array with a few letters changed.
    #[test]
    fn spoilt_start_arrays_are_read_or_refused(
        index in 0..6usize,
        edits in proptest::collection::vec((0..150usize, "[ -~]"), 1..5),
    ) {
        let mut letters: Vec<char> = VARIANTS[index].start.chars().collect();
        for (at, text) in edits {
            let length = letters.len();
            letters[at % length] = text.chars().next().unwrap_or('-');
        }
        let text: String = letters.into_iter().collect();
        if let Ok(position) = Position::from_fen(rules(&VARIANTS[index]), &text) {
            prop_assert_eq!(position.count_legal_moves(), position.legal_moves().len() as u64);
            prop_assert_eq!(position.key(), position.fresh_key());
        }
    }

    #[test]
    fn any_text_is_read_as_a_move_or_refused(text in any::<String>(), like in "[a-m]{0,2}[0-9]{0,2}[a-m]{0,2}[0-9]{0,2}[a-zA-Z]{0,2}") {
        let position = Position::start(rules(&VARIANTS[0]));
        for text in [text, like] {
            if let Ok(mv) = position.parse_move(&text) {
                prop_assert_eq!(position.move_text(mv), text.to_lowercase());
            }
        }
    }

    #[test]
    fn any_text_is_read_as_a_setup_or_refused(text in any::<String>(), like in "[QKLGUFDO]{2,4}/[QKLGUFDO]{2,4}") {
        for variant in &VARIANTS {
            for text in [&text, &like] {
                if let Ok(setup) = Setup::parse(variant, text) {
                    prop_assert_eq!(setup.name(), text.to_uppercase());
                }
                let _ = Setup::of_placement(variant, text);
            }
        }
    }
}
