//! The rules of the Chieftain family one by one, by examples small enough to check by hand.

use crate::command_reference::{Color, Game, Outcome, Position, VARIANTS, Variant, find};

/// White to move, with these pieces: `Ca1 ch12` is a white Chieftain on a1, a black one on h12.
pub fn placed(variant: Variant, pieces: &str) -> Position {
    let fen = placed_fen(variant, pieces);
    Position::from_fen(variant, &fen).unwrap_or_else(|error| panic!("{pieces}: {error}"))
}

/// The FEN of these pieces on the board of a game without files beyond z.
pub fn placed_fen(variant: Variant, pieces: &str) -> String {
    let (files, ranks) = match variant.id {
        "mini-chieftain" => (8, 12),
        "chieftain" => (16, 12),
        "grand-chieftain" => (10, 10),
        other => panic!("no board for {other}"),
    };
    let mut rows = vec![vec!["1".to_string(); files]; ranks];
    for piece in pieces.split(' ') {
        let file = piece.as_bytes()[1] - b'a';
        let rank: usize = piece[2..].parse().expect("a rank");
        rows[ranks - rank][file as usize] = piece[..1].to_string();
    }
    let rows: Vec<String> = rows.into_iter().map(empties_together).collect();
    format!("{} w - - 0 1", rows.join("/"))
}

/// A row of FEN from single squares.
fn empties_together(squares: Vec<String>) -> String {
    let mut row = String::new();
    let mut empties = 0;
    for square in squares {
        if square == "1" {
            empties += 1;
            continue;
        }
        if empties > 0 {
            row += &empties.to_string();
            empties = 0;
        }
        row += &square;
    }
    if empties > 0 {
        row += &empties.to_string();
    }
    row
}

/// The square that a move starts from.
fn origin(mv: &str) -> &str {
    let digits = mv.find(|c: char| c.is_ascii_digit()).expect("a rank");
    let rest = mv[digits..].find(|c: char| c.is_ascii_alphabetic()).expect("a second square");
    &mv[..digits + rest]
}

fn moves(position: &Position) -> Vec<String> {
    let mut texts = position.action_texts();
    texts.retain(|text| text != "end");
    texts
}

/// The squares of the pieces that may move, sorted.
pub fn movers(position: &Position) -> Vec<String> {
    let mut squares: Vec<String> =
        moves(position).iter().map(|mv| origin(mv).to_string()).collect();
    squares.sort();
    squares.dedup();
    squares
}

/// Where the piece on this square may move to, sorted.
pub fn targets(position: &Position, from: &str) -> Vec<String> {
    let texts = moves(position);
    let own = texts.iter().filter(|mv| origin(mv) == from);
    own.map(|mv| mv[from.len()..].to_string()).collect()
}

/// The position after these actions, all of one turn.
pub fn after(position: &Position, actions: &str) -> Position {
    let mut position = position.clone();
    for action in actions.split(' ') {
        position = position.play_action(action).unwrap_or_else(|error| panic!("{error}"));
    }
    position
}

// ---- pieces ----

#[test]
fn pieces_reach_so_many_squares_of_an_empty_board() {
    let leaders_and_squares = [
        ("chieftain", "Ck8 ", "h6", " ca1", "C24 D24 H12 S12 N8 M8 B20 R20"),
        ("grand-chieftain", "Kh7 ", "e5", " ka10", "K8 J16 M16 H16 N8 E8 O16 T8 W16 G8"),
    ];
    for (id, own, square, enemy, pieces) in leaders_and_squares {
        for piece in pieces.split(' ') {
            let (letter, number) = piece.split_at(1);
            let position = placed(find(id), &format!("{own}{letter}{square}{enemy}"));
            assert_eq!(targets(&position, square).len().to_string(), number, "{letter}");
        }
    }
}

#[test]
fn a_chieftain_does_not_leap_and_does_not_capture_on_the_way() {
    let mini = find("mini-chieftain");
    let position = placed(mini, "Ca1 Ma2 Mb1 ch12");
    assert_eq!(targets(&position, "a1"), ["a3", "b2", "b3", "c1", "c2", "c3"]);
    let position = placed(mini, "Ca1 ma2 mb1 mb2 mc3 ch12");
    assert_eq!(targets(&position, "a1"), ["a2", "b1", "b2"]);
}

#[test]
fn a_hero_needs_the_square_between_its_parts_empty() {
    let mini = find("mini-chieftain");
    let up = |pieces: &str| {
        let position = placed(mini, &format!("Cc1 Ha4 {pieces} ch12"));
        let mut squares = targets(&position, "a4");
        squares.retain(|square| ["a5", "a6", "a7"].contains(&square.as_str()));
        squares.join(" ")
    };
    assert_eq!(up("Ma5"), "a6 a7");
    assert_eq!(up("ma5"), "a5 a6 a7");
    assert_eq!(up("Ma6"), "a5 a7");
    assert_eq!(up("ma5 ma6"), "a5 a6");
    assert_eq!(up("Ma5 Ma6"), "");
}

#[test]
fn an_oliphant_needs_the_square_between_its_parts_empty() {
    let up = |pieces: &str| {
        let position = placed(find("grand-chieftain"), &format!("Kd2 Oa1 {pieces} ka10"));
        targets(&position, "a1").join(" ")
    };
    assert_eq!(up("gb2"), "b2 c3 d4 e5");
    assert_eq!(up("gc3"), "b2 c3 d4");
    assert_eq!(up("Gd4"), "b2 c3 e5");
    assert_eq!(up("Gb2 Gc3"), "");
}

#[test]
fn bishopy_and_rookish_slide_up_to_four_and_leap_two() {
    let position = placed(find("mini-chieftain"), "Cd1 Ba1 Ma2 mb1 md4 ch12");
    assert_eq!(targets(&position, "a1"), ["a3", "b2", "c1", "c3", "d4"]);
    let position = placed(find("mini-chieftain"), "Cd4 Ra1 Mb2 mc1 ch12");
    assert_eq!(targets(&position, "a1"), ["a2", "a3", "a4", "a5", "b1", "c1", "c3"]);
}

// ---- the turn ----

#[test]
fn a_chieftain_activates_within_three_squares_whatever_is_between() {
    let position = placed(find("mini-chieftain"), "Ca1 mb1 mc1 Md1 Me1 Md4 Me4 ch12");
    assert_eq!(movers(&position), ["a1", "d1", "d4"]);
}

#[test]
fn no_more_pieces_move_than_chieftains_can_be_assigned_to() {
    // Counting moves would let c2 move after b2.
    let position = placed(find("mini-chieftain"), "Ca1 Ch12 Mb2 Mc2 cd12");
    assert_eq!(movers(&position), ["a1", "b2", "c2", "h12"]);
    assert_eq!(movers(&after(&position, "b2b3")), ["h12"]);
}

#[test]
fn a_later_move_may_revise_who_activated_whom() {
    // b1 is nearest to the Chieftain on a1, but the one on e1 may have activated it.
    let position = placed(find("mini-chieftain"), "Ca1 Ce1 Mb1 Ma4 ch12");
    let after_one = after(&position, "b1b2");
    assert_eq!(movers(&after_one), ["a1", "a4", "e1"]);
    assert_eq!(after(&after_one, "a4a5").side(), Color::Black);
    // e4 by the third Chieftain, b3 by the second, so that a4 is left for the first.
    let position = placed(find("mini-chieftain"), "Ca1 Cd1 Cg1 Ma4 Mb3 Me4 ch12");
    assert_eq!(movers(&after(&position, "e4e5 b3b4")), ["a1", "a4", "d1", "g1"]);
}

#[test]
fn an_activated_chieftain_activates_from_its_new_square() {
    let mini = find("mini-chieftain");
    let near = placed(mini, "Ca1 Cd1 Mf6 ch12");
    assert_eq!(movers(&near), ["a1", "d1"]);
    assert_eq!(movers(&after(&near, "a1c3")), ["d1", "f6"]);
    assert_eq!(movers(&after(&near, "d1f3")), ["a1", "f6"]);
    // Too far from the other Chieftain, it has activated itself and spent its activation.
    let far = placed(mini, "Ca1 Ce1 Mf6 ch12");
    assert_eq!(movers(&after(&far, "a1c3")), ["e1"]);
}

#[test]
fn a_piece_is_in_range_where_it_stood_when_it_started() {
    // The Warrior leaves the range by its move, and the Chieftain that moves later is not asked.
    let position = placed(find("mini-chieftain"), "Ca1 Ch1 Md4 ch12");
    let position = after(&position, "d4e5 h1f3");
    assert_eq!((position.side(), position.at_turn_start()), (Color::Black, true));
}

#[test]
fn no_piece_moves_twice_and_end_needs_a_move_made_and_one_possible() {
    let position = placed(find("mini-chieftain"), "Ca1 Cb1 Ma3 ch12");
    assert!(!position.action_texts().contains(&"end".to_string()));
    let position = after(&position, "a3a4");
    assert!(position.action_texts().contains(&"end".to_string()));
    assert_eq!(movers(&position), ["a1", "b1"]);
    let one_chieftain = placed(find("mini-chieftain"), "Ca1 Ma3 ch12");
    assert_eq!(after(&one_chieftain, "a3a4").side(), Color::Black);
}

/// Chieftain and Warriors of a corner, none of which can move: the outer ones are out of range.
const SHUT_IN: &str = "Ca1 Ma2 Ma3 Ma4 Ma5 Mb1 Mb2 Mb3 Mb4 Mb5 Mc1 Mc2 Mc3 Mc4 Mc5 \
    Md1 Md2 Md3 Md4 Md5 Me1 Me2 Me3 Me4 Me5 ch12";

#[test]
fn a_player_who_is_shut_in_draws_and_a_turn_ends_by_itself() {
    let mini = find("mini-chieftain");
    let position = placed(mini, SHUT_IN);
    assert_eq!(position.perft(1), 0);
    assert_eq!(Game::from(position).outcome(), Some(Outcome::NoMove));
    // A second Chieftain moves alone, and nothing is left to do.
    let position = placed(mini, &format!("{SHUT_IN} Ca12"));
    assert_eq!(movers(&position), ["a12"]);
    assert_eq!(after(&position, "a12a11").side(), Color::Black);
}

// ---- the end of the game ----

#[test]
fn the_last_chieftain_captured_wins_in_mid_turn() {
    let mini = find("mini-chieftain");
    let position = placed(mini, "Ca1 Ca3 Ch1 cb2 cg2");
    let one_left = after(&position, "a1b2");
    assert_eq!((one_left.winner(), one_left.side()), (None, Color::White));
    let won = after(&one_left, "h1g2");
    assert_eq!((won.winner(), won.perft(1), won.perft(0)), (Some(Color::White), 0, 1));
    assert_eq!(won.fen(), "8/8/8/8/8/8/8/8/8/C7/1C4C1/8 b - - 0 1");
    // The last position of a game can be read, too.
    let read = Position::from_fen(mini, &won.fen()).expect("a position");
    assert_eq!((read.winner(), read.perft(1)), (Some(Color::White), 0));
    // "A win comes before every draw."
    let fen = "8/8/8/8/8/8/8/8/8/8/1c6/C7 w - - 99 7";
    let game = Game::from(Position::from_fen(mini, fen).expect("a position"));
    let won = game.play_action("a1b2").expect("a move");
    assert_eq!(won.outcome(), Some(Outcome::Win(Color::White)));
    assert!(won.play_action("b2b3").is_err());
}

#[test]
fn the_third_occurrence_with_the_same_side_to_move_draws() {
    // White is back after three turns, Black after two: both after 5 turns with Black to move, and
    // after 12 with White to move.
    let white = ["h1g1", "g1g2", "g2h1"];
    let black = ["a12b12", "b12a12"];
    let mut game = Game::from(placed(find("mini-chieftain"), "Ch1 ca12"));
    for turn in 0..24 {
        assert_eq!(game.outcome(), None, "after {turn} turns");
        let mv = if turn % 2 == 0 { white[turn / 2 % 3] } else { black[turn / 2 % 2] };
        game = game.play_action(mv).expect("a move");
    }
    assert_eq!(game.outcome(), Some(Outcome::Repetition));
}

#[test]
fn a_hundred_turns_without_a_capture_draw() {
    let fen = "c7/8/8/8/8/8/8/8/8/8/1m6/C6C w - - 99 60";
    let position = Position::from_fen(find("mini-chieftain"), fen).expect("a position");
    let game = Game::from(position);
    assert_eq!(game.outcome(), None);
    let play = |actions: [&str; 2]| {
        let first = game.play_action(actions[0]).expect("a move");
        // A game does not end by a draw in mid-turn.
        assert_eq!(first.outcome(), None);
        let second = first.play_action(actions[1]).expect("a move");
        (second.position().fen(), second.outcome())
    };
    let drawn = "c7/8/8/8/8/8/8/8/8/8/Cm6/7C b - - 100 60".to_string();
    assert_eq!(play(["a1a2", "end"]), (drawn, Some(Outcome::HundredTurns)));
    // A turn with a capture counts, wherever in the turn it is.
    let captured = "c7/8/8/8/8/8/8/8/8/8/1C5C/8 b - - 0 60".to_string();
    assert_eq!(play(["a1b2", "h1h2"]), (captured, None));
}

// ---- notation ----

#[test]
fn a_turn_is_its_moves_joined_by_commas() {
    let position = Position::start(find("mini-chieftain"));
    let text = |turn: &str| position.play_turn(turn).map(|after| after.fen());
    let fen = "1hcssch1/1nm2mn1/8/m2mm2m/1m4m1/8/8/1M4M1/M1NMMN1M/8/2M2M2/1HCSSCH1 b - - 1 1";
    assert_eq!(text("b2c4,g2f4"), Ok(fen.to_string()));
    // "Different orders of the same moves are different strings of one turn."
    assert_eq!(text("g2f4,b2c4"), Ok(fen.to_string()));
    let early = "1hcssch1/1nm2mn1/8/m2mm2m/1m4m1/8/8/1M4M1/M1NMM2M/8/2M2MN1/1HCSSCH1 b - - 1 1";
    assert_eq!(text("b2c4"), Ok(early.to_string()));
    for refused in ["", "b2c4,", "b2c4,end", "end", "b2c4,g2f4,c2c3", "b2c4,c4b2"] {
        assert!(text(refused).is_err(), "{refused}");
    }
    // The fullmove number rises after Black's turn.
    let next = position.play_turn("b2c4").and_then(|after| after.play_turn("b11c9"));
    let fen = "1hcssch1/2m2mn1/8/m1nmm2m/1m4m1/8/8/1M4M1/M1NMM2M/8/2M2MN1/1HCSSCH1 w - - 2 2";
    assert_eq!(next.map(|after| after.fen()), Ok(fen.to_string()));
}

#[test]
fn files_beyond_z_continue_with_two_letters() {
    let position = Position::start(find("overlord"));
    let fen = position.play_turn("ac2ab4,x2y4").expect("a turn").fen();
    assert!(fen.contains("/M2MM2MM2MM1MM1MM2MM1NMMN1M/30/1NM2MN2MN2BRRB2NM3M2M2/"), "{fen}");
}

#[test]
fn positions_are_read_or_refused_as_the_rules_say() {
    for variant in VARIANTS {
        assert_eq!(Position::start(variant).fen(), variant.array);
    }
    let mini = find("mini-chieftain");
    let rest = "8/8/8/8/8/8/8/8/8/8";
    let refused = |fields: &str| Position::from_fen(mini, &format!("{rest}/{fields}")).is_err();
    assert!(!refused("c7/C7 b - - 12 34"));
    assert!(!refused("cccccccc/CCCCCCCC w - - 0 1"));
    for fields in [
        "8/M7 w - - 0 1",
        "cccccccc/CCCCCCCC/8 w - - 0 1",
        "c7/CC7 w - - 0 1",
        "c7/C6 w - - 0 1",
        "c7/C07 w - - 0 1",
        "c7/CK6 w - - 0 1",
        "c7/C7 x - - 0 1",
        "c7/C7 w Kk - 0 1",
        "c7/C7 w - a3 0 1",
        "c7/C7 w - - x 1",
        "c7/C7 w - - 0 x",
        "c7/C7 w - - +1 1",
        "c7/C7 w - - 0",
    ] {
        assert!(refused(fields), "{fields}");
    }
    assert!(Position::from_fen(mini, "CCCCCCCC/C7/8/8/8/8/8/8/8/8/8/c7 w - - 0 1").is_err());
}

// ---- random games ----

/// A small generator of pseudo-random numbers: the high bits of a linear congruence.
fn next_random(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    (*state >> 33) as usize
}

#[test]
fn random_games_keep_to_the_turn() {
    let mut state = 1;
    let scouts = find("chieftain").with_free_scouts();
    let exchange = find("mini-chieftain").with_exchange();
    for variant in VARIANTS.into_iter().chain([scouts, exchange]) {
        let mut game = Game::from(Position::start(variant));
        let leaders = if variant.id == "grand-chieftain" { "KJMH" } else { "C" };
        let mut may_move = 0;
        let mut made = 0;
        for _ in 0..600 {
            let position = game.position().clone();
            if position.at_turn_start() {
                let read = Position::from_fen(variant, &position.fen()).expect("a position");
                assert_eq!(read.fen(), position.fen());
                assert_eq!(read.action_texts(), position.action_texts());
                made = 0;
                may_move = position
                    .placement()
                    .chars()
                    .filter(|c| c.is_ascii_uppercase() == (position.side() == Color::White))
                    .filter(|c| leaders.contains(c.to_ascii_uppercase()))
                    .count();
            }
            let texts = position.action_texts();
            let text = &texts[next_random(&mut state) % texts.len()];
            game = game.play_action(text).expect("an action");
            if game.outcome().is_some() {
                break;
            }
            made += 1;
            // "A turn ends by itself early" only when Chieftains are shut in.
            if text != "end" {
                assert_eq!(game.position().side() != position.side(), made == may_move);
            }
        }
    }
}
