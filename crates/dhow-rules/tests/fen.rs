//! FEN: what is read, what is refused and why, what is written.

use crate::common::positions::rules;
use crate::common::positions::{
    self, ONE_MOVE_GAMES, Position, Random, legal_texts, position, random_position, variant,
};
use dhow_rules::game::{Game, read_variants};
use dhow_rules::pieces::Color;
use dhow_rules::position::PositionError;
use dhow_rules::variant::find;
use dhow_rules::variant::ini::VariantFiles;
use proptest::prelude::*;

/// Twelve ranks with both Kings and little else, to be spoilt.
const BARE: &str = "5k6/12/12/12/12/12/12/12/12/12/12/5K6";

fn fen_error(id: &str, fen: &str) -> String {
    match Position::from_fen(rules(variant(id)), fen) {
        Ok(_) => panic!("{fen} is accepted"),
        Err(error) => error.to_string(),
    }
}

/// A triple step can be captured on both squares that it passes over.
#[test]
fn en_passant_squares_of_a_triple_step() {
    let text = "[triple]\nmaxRank = 9\npromotionRegionWhite = *9\ndoubleStepRegionBlack = *8\n\
                tripleStepRegionWhite = *2\ntripleStepRegionBlack = *8\n\
                startFen = 4k3/8/8/8/3p4/5p2/8/4P3/4K3 w - - 0 1\n";
    let mut files = VariantFiles::default();
    read_variants(&mut files, text).expect("a valid file");
    let variant = &files.games()[0];
    let after = |fen: &str, moves: &[&str]| {
        let mut game = Game::from_fen(variant, fen).map_err(|error| error.to_string())?;
        for mv in moves {
            game.play_text(mv).expect("a legal move");
        }
        Ok::<_, String>(game.fen())
    };
    let board = "4k3/8/8/8/3pP3/5p2/8/8/4K3 b - ";
    let both = format!("{board}e3e4 0 1");
    assert_eq!(after(&variant.start, &["e2e5"]), Ok(both.clone()));
    assert_eq!(after(&format!("{board}e4e3 0 1"), &[]), Ok(both.clone()));
    let one = format!("{board}e4 0 1");
    assert_eq!(after(&one, &[]), Ok(one));
    let captured = [("f4e3", "3p4/8/4p3"), ("d5e4", "8/4pp2/8")];
    for (mv, ranks) in captured {
        let fen = format!("4k3/8/8/8/{ranks}/8/4K3 w - - 0 2");
        assert_eq!(after(&both, &[mv]), Ok(fen), "{mv}");
    }
    for wrong in ["e3e3", "e3e4e5", "e3d3", "e2", "e4-"] {
        assert!(after(&format!("{board}{wrong} 0 1"), &[]).is_err(), "{wrong}");
    }
}

#[test]
fn badly_written_fens_are_refused_with_the_reason() {
    let elevens = BARE.replacen("/12", "", 1);
    let thirteen = format!("12/{BARE}");
    let placed = |placement: &str| format!("{placement} w - - 0 1");
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
        (placed(&elevens), "11 ranks in the placement; the board has 12"),
        (placed(&thirteen), "13 ranks in the placement; the board has 12"),
        (placed(&BARE.replace("5k6", "5k5")), "rank 12 has 11 squares; the board has 12 files"),
        (placed(&BARE.replace("5K6", "5K7")), "rank 1 has 13 squares; the board has 12 files"),
        (placed(&BARE.replacen("/12/", "//", 1)), "rank 11 has 0 squares; the board has 12 files"),
        (placed(&BARE.replace("5K6", "5K5QQ")), "rank 1 has 13 squares; the board has 12 files"),
        (placed(&BARE.replace("5k6", "5kx5")), "`x` on rank 12 is not a piece of this game"),
        (placed(&BARE.replace("5K6", "5K+5")), "`+` on rank 1 is not a piece of this game"),
        (
            placed(&BARE.replace("5k6", "5k\u{e9}5")),
            "`\u{e9}` on rank 12 is not a piece of this game",
        ),
        (placed(&BARE.replace("5k6", "05k6")), "`05` on rank 12 is not a number of empty squares"),
        (
            placed(&BARE.replace("5k6", "5k99999")),
            "`99999` on rank 12 is not a number of empty squares",
        ),
        (format!("{BARE} W - - 0 1"), "side to move `W` is neither `w` nor `b`"),
        (format!("{BARE} w KK - 0 1"), "jump rights `KK` are not one of `Kk`, `K`, `k`, `-`"),
        (format!("{BARE} w KQkq - 0 1"), "jump rights `KQkq` are not one of `Kk`, `K`, `k`, `-`"),
        (format!("{BARE} w - e 0 1"), "en passant square `e` is neither a square nor `-`"),
        (format!("{BARE} w - m3 0 1"), "en passant square `m3` is neither a square nor `-`"),
        (format!("{BARE} w - a13 0 1"), "en passant square `a13` is neither a square nor `-`"),
        (format!("{BARE} w - a0 0 1"), "en passant square `a0` is neither a square nor `-`"),
        (format!("{BARE} w - a3b 0 1"), "en passant square `a3b` is neither a square nor `-`"),
        (
            format!("{BARE} w - - 65536 1"),
            "halfmove counter `65536` is not a number from 0 to 65535",
        ),
        (format!("{BARE} w - - -1 1"), "halfmove counter `-1` is not a number from 0 to 65535"),
        (format!("{BARE} w - - +1 1"), "halfmove counter `+1` is not a number from 0 to 65535"),
        (format!("{BARE} w - - x 1"), "halfmove counter `x` is not a number from 0 to 65535"),
        (format!("{BARE} w - - 0 -1"), "fullmove counter `-1` is not a number from 1 to 999999999"),
        (
            format!("{BARE} w - - 0 1000000000"),
            "fullmove counter `1000000000` is not a number from 1 to 999999999",
        ),
        (
            format!("{BARE} w - - 0 99999999999"),
            "fullmove counter `99999999999` is not a number from 1 to 999999999",
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
        let reason = format!("`{letter}` on rank 1 is not a piece of this game");
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
        // Beyond the edge nothing can make the step.
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
    let flaw = PositionError::Kings { color: Color::Black, found: 2 };
    assert_eq!(error, dhow_rules::position::FenError::Position(flaw));
}

#[test]
fn fens_round_trip() {
    let mut random = Random::new(11);
    for variant in ONE_MOVE_GAMES.iter() {
        let start = Position::start(rules(variant)).expect("a start array");
        assert_eq!(start.fen(), variant.start);
        for _ in 0..300 {
            let position = random_position(&mut random, &rules(variant));
            let fen = position.fen();
            let again = positions::position(&variant.id, &fen);
            assert_eq!(again.fen(), fen);
            assert_eq!(again.key(), position.key(), "{fen}");
            assert_eq!(legal_texts(&again), legal_texts(&position), "{fen}");
        }
    }
}

#[test]
fn every_fen_of_a_long_game_is_read_back() {
    let kings = "6k5/12/12/12/12/3n8/3N8/12/12/12/12/6K5";
    for counters in ["90 9990", "65500 999999980"] {
        let start = format!("{kings} w - - {counters}");
        let mut game = Game::from_fen(find("metamachy").expect("a game"), &start).expect("a start");
        for ply in 0..60 {
            let fen = game.fen();
            let read =
                Game::from_fen(game.variant(), &fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
            assert_eq!(read.fen(), fen);
            game.play_text(["d6f7", "d7f6", "f7d6", "f6d7"][ply % 4]).expect("a legal move");
        }
        let late = Game::from_fen(game.variant(), &game.fen()).expect("a position");
        assert!(late.outcome().is_some(), "{}", game.fen());
        while game.undo().is_some() {}
        assert_eq!(game.fen(), start);
    }
}

#[test]
fn four_fields_are_enough_and_spaces_do_not_matter() {
    let position = position("metamachy", &format!("  {BARE}\tb  -   - "));
    assert_eq!(position.fen(), format!("{BARE} b - - 0 1"));
}

/// As other programs write them: rights in any order, and 0 for the first move.
#[test]
fn other_ways_to_write_a_position() {
    let kings = "6k5/12/12/12/12/12/12/12/12/12/12/6K5";
    let rooks = "r3k2r/8/8/8/8/8/8/R3K2R";
    let leaders = "8/8/8/8/8/8/8/8/2c5/3M4/4C3/8";
    for (id, text, canonical) in [
        ("metamachy", format!("{kings} w kK - 3 0"), format!("{kings} w Kk - 3 1")),
        ("chess", format!("{rooks} b qkKQ - 0 0"), format!("{rooks} b KQkq - 0 1")),
        ("chess", format!("{rooks} w qK - 99 7"), format!("{rooks} w Kq - 99 7")),
        ("mini-chieftain", format!("{leaders} w - - 5 0"), format!("{leaders} w - - 5 1")),
    ] {
        let game = Game::from_fen(find(id).expect("a game"), &text).expect("a position");
        assert_eq!(game.fen(), canonical, "{text}");
    }
    let twice = Game::from_fen(find("chess").expect("a game"), &format!("{rooks} w KQK - 0 1"));
    let error = twice.expect_err("a right is named twice").to_string();
    assert_eq!(error, "castling rights `KQK` are neither letters of `KQkq`, each once, nor `-`");
}

#[test]
fn an_en_passant_square_that_nothing_can_use_is_dropped() {
    let fen = "5k6/12/12/12/12/12/12/4P7/12/12/12/5K6 b - e4 0 1";
    let position = position("metamachy", fen);
    assert_eq!(position.fen(), fen.replace("e4", "-"));
    assert_eq!(position.en_passant(), None);
    // A Prince does not capture en passant, so a Prince beside the square does not matter.
    let beside = "5k6/12/12/12/12/12/12/3iP7/12/12/12/5K6 b - e4 0 1";
    assert_eq!(positions::position("metamachy", beside).fen(), beside.replace("e4", "-"));
}

#[test]
fn a_double_step_that_promotes_has_left_its_piece_behind_the_square() {
    let mut files = VariantFiles::default();
    let text = "[mine]\npromotionEnPassant = true\n\
                promotionRegionWhite = *5 *6 *7 *8\npromotionRegionBlack = *4 *3 *2 *1\n\
                doubleStepRegionWhite = *3\ndoubleStepRegionBlack = *6\n";
    read_variants(&mut files, text).expect("a game");
    let read = |rank: &str| {
        let fen = format!("7k/8/8/{rank}/8/8/8/4K3 b - e4 0 1");
        Game::from_fen(&files.games()[0], &fen)
    };
    assert!(read("3pQ3").is_ok());
    for without in ["3p4", "3pP3"] {
        assert!(read(without).is_err(), "{without}");
    }
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
        let _ = Position::from_fen(rules(&ONE_MOVE_GAMES[index]), &text);
    }

    #[test]
    fn anything_like_a_fen_is_read_or_refused(text in fen_like(), index in 0..6usize) {
        if let Ok(position) = Position::from_fen(rules(&ONE_MOVE_GAMES[index]), &text) {
            let again = Position::from_fen(rules(&ONE_MOVE_GAMES[index]), &position.fen());
            prop_assert_eq!(again.map(|again| again.fen()), Ok(position.fen()));
        }
    }

    /// A start array with a few letters changed.
    #[test]
    fn spoilt_start_arrays_are_read_or_refused(
        index in 0..6usize,
        edits in proptest::collection::vec((0..150usize, "[ -~]"), 1..5),
    ) {
        let mut letters: Vec<char> = ONE_MOVE_GAMES[index].start.chars().collect();
        for (at, text) in edits {
            let length = letters.len();
            letters[at % length] = text.chars().next().unwrap_or('-');
        }
        let text: String = letters.into_iter().collect();
        if let Ok(position) = Position::from_fen(rules(&ONE_MOVE_GAMES[index]), &text) {
            prop_assert_eq!(position.count_legal_moves(), position.legal_moves().len() as u64);
            prop_assert_eq!(position.key(), position.fresh_key());
        }
    }
}
