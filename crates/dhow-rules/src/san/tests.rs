use super::SanError;
use crate::geometry::{Geometry, Layout8, Layout12, Layout12x10, Layout32x16};
use crate::position::Position;
use crate::variant::{Rules, Variant, find, rules};
use std::sync::Arc;

fn at(variant: &str, fen: &str) -> Position<Layout12> {
    let variant = find(variant).expect("a built-in game");
    Position::from_fen(rules(variant), fen).expect("a legal position")
}

fn san_of(position: &Position<Layout12>, coordinates: &str) -> String {
    let mv = position.parse_move(coordinates).expect("a legal move");
    let san = position.san(mv);
    assert_eq!(position.parse_san(&san), Ok(mv), "{san}");
    assert_eq!(position.parse_san(coordinates), Ok(mv), "{coordinates}");
    san
}

#[test]
fn moves_of_the_start_array() {
    let position =
        Position::start(rules(find("metamachy").expect("a built-in game"))).expect("a start array");
    assert_eq!(san_of(&position, "e3e5"), "e5");
    assert_eq!(san_of(&position, "c2d4"), "Nd4");
    assert_eq!(
        position.parse_san("Nc2-d4!?"),
        position.parse_move("c2d4").map_err(|_| unreachable!())
    );
    assert!(
        matches!(position.parse_san("Nd9"), Err(SanError::NoMove { piece, .. }) if piece == "Knight")
    );
    assert!(
        matches!(position.parse_san("Yd9"), Err(SanError::Letter { letter, .. }) if letter == 'Y')
    );
    for text in ["", "+", "x", "N", "e", "5", "e5e6e7", "\u{e9}5", "e99999999999999999999", "=Q"] {
        assert!(position.parse_san(text).is_err(), "{text}");
    }
}

#[test]
fn disambiguation_prefers_files() {
    let position = at("metamachy", "5k6/12/12/12/12/R10R/12/12/R11/12/12/5K6 w - - 0 1");
    assert_eq!(san_of(&position, "l7c7"), "Rlc7");
    assert_eq!(san_of(&position, "a4a5"), "R4a5");
    assert_eq!(san_of(&position, "a7a6"), "R7a6");
    assert_eq!(san_of(&position, "a7b7"), "Rab7");
    assert_eq!(san_of(&position, "a4b4"), "Rb4");
    assert!(matches!(position.parse_san("Rc7"), Err(SanError::Ambiguous { .. })));
}

#[test]
fn a_pawn_beside_the_victim_is_told_apart() {
    let position = at("metamachy", "6k5/12/12/12/12/n11/nP10/1P10/12/12/12/6K5 w - - 0 1");
    assert_eq!(san_of(&position, "b5a6"), "b5xa6");
    assert_eq!(san_of(&position, "b6a7"), "bxa7");
    assert!(position.parse_san("bxa6").is_ok());
}

#[test]
fn en_passant_names_the_victim() {
    let mut position = at("metamachy", "5k6/12/1p10/12/P11/12/12/12/12/12/12/5K6 b - - 0 1");
    let double = position.parse_move("b10b8").expect("a double step");
    position.make(double);
    assert_eq!(san_of(&position, "a8b9"), "a8xb8-b9");
    for text in ["axb9", "a8xb9", "a8b8,b8b9", "Pa8xb8-b9+", "axb8-b9"] {
        assert!(position.parse_san(text).is_ok(), "{text}");
    }
    assert!(position.parse_san("a8xc8-b9").is_err());
    // The square of the captured piece is given in full, and the capturing piece goes on from
    // there.
    for text in ["a8b8,c8b9", "a8b,bb9", "a8xb-b9"] {
        assert_eq!(position.parse_san(text), Err(SanError::Form(text.into())));
    }
}

fn of_board<G: Geometry>(id: &str, fen: &str) -> Position<G> {
    Position::from_fen(rules(find(id).expect("a game")), fen).expect("a position")
}

/// Both spellings of a capture that follows a double step.
fn captures_en_passant<G: Geometry>(id: &str, fen: &str, moves: [&str; 2], san: &str) {
    let mut position = of_board::<G>(id, fen);
    position.make(position.parse_move(moves[0]).expect("a double step"));
    let wanted = position.parse_move(moves[1]).expect("a capture");
    assert_eq!(position.san(wanted), san, "{id}");
    let (from, victim, to) = (&moves[1][..2], &moves[0][2..], &moves[1][2..]);
    let legs = format!("{from}x{victim}-{to}");
    for text in [
        san,
        &format!("{san}e.p."),
        &format!("{san}+ep!?"),
        &format!("{san}/ep"),
        &san.replace('x', ":"),
        &legs,
    ] {
        assert_eq!(position.parse_san(text), Ok(wanted), "{id} {text}");
    }
}

/// Other programs write it this way, and XBoard reads it.
#[test]
fn en_passant_is_an_ordinary_capture_on_usual_boards() {
    let fen = "4k3/3p4/8/2P1P3/8/8/8/4K3 b - - 0 1";
    captures_en_passant::<Layout8>("chess", fen, ["d7d5", "e5d6"], "exd6");
    let fen = "5k4/2p7/10/1P1P6/10/10/10/5K4 b - - 0 1";
    captures_en_passant::<Layout12x10>("capablanca", fen, ["c7c5", "b5c6"], "bxc6");
    let fen = "5k4/10/2p7/10/1P8/10/10/10/10/5K4 b - - 0 1";
    for id in ["grand", "shako"] {
        captures_en_passant::<Layout12x10>(id, fen, ["c8c6", "b6c7"], "bxc7");
    }
    // A Pawn next to the target of a capture does not matter here.
    let position = of_board::<Layout8>("chess", "4k3/8/8/3pP3/4P3/8/8/4K3 w - - 0 1");
    assert_eq!(position.san(position.parse_move("e4d5").expect("legal")), "exd5");
}

#[test]
fn castling_in_all_letters_and_passing_in_none() {
    let position = of_board::<Layout8>("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let castling = |text| position.parse_move(text).expect("legal");
    for (short, long) in
        [("O-O", "O-O-O"), ("0-0+", "0-0-0!"), ("o-o", "o-o-o"), ("O-O+!", "O-O-O?")]
    {
        assert_eq!(position.parse_san(short), Ok(castling("e1g1")));
        assert_eq!(position.parse_san(long), Ok(castling("e1c1")));
    }
    for text in ["--", "Z0", "0000", "@@@@", "null", "--?!"] {
        assert_eq!(position.parse_san(text), Err(SanError::Pass(text.into())));
    }
}

#[test]
fn promotions() {
    let position = at("metamachy", "12/2I9/8k3/12/12/12/12/12/12/12/12/5K6 w - - 0 1");
    assert_eq!(san_of(&position, "c11c12l"), "Ic12=L");
    for text in ["Ic12Q", "Ic12=q", "Ic12(Q)", "Ic12/Q", "c11c12=Q"] {
        assert!(position.parse_san(text).is_ok(), "{text}");
    }
    assert!(matches!(position.parse_san("Ic12"), Err(SanError::PromotionMissing { .. })));
    assert_eq!(position.san_readings("Ic12").map(|moves| moves.len()), Ok(3));
    assert!(position.parse_san("Ic12=R").is_err());
}

/// A Pawn of Grand Chess may promote on the third rank from the end, but need not.
#[test]
fn promotions_that_may_be_left_out() {
    let grand = find("grand").expect("a game of a file");
    let fen = "6R3/10/10/2A7/7R2/3K3Pp1/9p/10/3k3n2/10 b - - 3 84";
    let position = Position::<Layout12x10>::from_fen(rules(grand), fen).expect("a position");
    let read = |text: &str| position.parse_san(text).map(|mv| position.move_text(mv));
    assert_eq!(read("j3"), Ok("j4j3".to_string()));
    assert_eq!(read("j4j3"), Ok("j4j3".to_string()));
    assert_eq!(read("j3=Q"), Ok("j4j3q".to_string()));
}

/// On boards with files named `x` or with two letters, squares are written in full.
#[test]
fn wide_boards() {
    let metamachy = find("metamachy").expect("a built-in game");
    let wide = Variant {
        files: 30,
        ranks: 15,
        start: ["30"; 15].join("/"),
        setup: Vec::new(),
        ..Variant::clone(metamachy)
    };
    let rules = Rules::<Layout32x16>::of(&Arc::new(wide)).expect("a game");
    let ranks = ["k29", "30", "30", "23R5R", "22p1p4p", "23P5P", "30", "30", "30", "30", "30"];
    let fen = format!("{}/30/30/30/K29 w - - 0 1", ranks.join("/"));
    let position = Position::from_fen(rules, &fen).expect("a position");
    for (coordinates, text) in [
        ("x12y12", "Rx12-y12"),
        ("ad12y12", "Rad12-y12"),
        ("x12x13", "Rx13"),
        ("ad12ad13", "Rad13"),
        ("ad12ad11", "Rxad11"),
        ("x10w11", "x10xw11"),
        ("x10y11", "x10xy11"),
        ("x10x11", "x11"),
    ] {
        let mv = position.parse_move(coordinates).expect(coordinates);
        assert_eq!(position.san(mv), text);
        assert_eq!(position.parse_san(text), Ok(mv), "{text}");
        assert_eq!(position.parse_san(coordinates), Ok(mv), "{coordinates}");
    }
    for text in ["Rx", "x", "Rxx12", "Rxy", "yx11", "Ra"] {
        assert!(position.parse_san(text).is_err(), "{text}");
    }
}

#[test]
fn the_cardinal_is_also_called_a() {
    let position = at("zanzibar-xl-classic", "5k6/P11/12/12/12/12/12/12/12/12/12/X4K6 w - - 0 1");
    assert_eq!(san_of(&position, "a1d4"), "Xd4");
    assert_eq!(position.parse_san("Ad4"), position.parse_san("Xd4"));
    assert_eq!(san_of(&position, "a11a12x"), "a12=X");
    assert_eq!(position.parse_san("a12=A"), position.parse_san("a12=X"));
}
