//! Positions and actions of games with leaders that are refused, with the reasons; what is refused
//! changes nothing.

use crate::common::positions::variant;
use dhow_rules::game::Game;
use dhow_rules::position::{Outcome, WinReason};
use dhow_rules::variant::CommandOption;
use std::sync::Arc;

fn refused(id: &str, fen: &str) -> String {
    match Game::from_fen(variant(id), fen) {
        Ok(_) => panic!("{fen} is accepted"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn positions_are_refused_with_the_reason() {
    let rest = "8/8/8/8/8/8/8/8/8/8";
    for (fields, reason) in [
        ("8/M7 w - - 0 1", "no side has a leader"),
        ("c7/CCCCCCCC/C7 w - - 0 1", "13 ranks in the placement; the board has 12"),
        ("c7/CX6 w - - 0 1", "`X` on rank 1 is not a piece of this game"),
        ("c7/CK6 w - - 0 1", "`K` on rank 1 is not a piece of this game"),
        ("c7/C8 w - - 0 1", "rank 1 has 9 squares; the board has 8 files"),
        ("c7/C7 w Kk - 0 1", "field 3 is `Kk`; it is `-` in this game"),
        ("c7/C7 w - a3 0 1", "field 4 is `a3`; it is `-` in this game"),
        ("c7/C7 x - - 0 1", "side to move `x` is neither `w` nor `b`"),
        ("c7/C7 w - - x 1", "halfmove counter `x` is not a number from 0 to 65535"),
        ("c7/C7 w - - 0 x", "fullmove counter `x` is not a number from 1 to 999999999"),
    ] {
        assert_eq!(refused("mini-chieftain", &format!("{rest}/{fields}")), reason, "{fields}");
    }
    let nine = "c7/8/8/8/8/8/8/8/8/8/C7/CCCCCCCC w - - 0 1";
    assert_eq!(refused("mini-chieftain", nine), "White has 9 leaders; at most 8 are allowed");
    let nine = "dccccccc/c7/8/8/8/8/8/8/8/8/8/C7 w - - 0 1";
    assert_eq!(refused("mini-chieftain", nine), "Black has 9 leaders; at most 8 are allowed");
    let array = variant("grand-chieftain").start.replace("NOJ", "NOC");
    assert_eq!(refused("grand-chieftain", &array), "`C` on rank 2 is not a piece of this game");
    // Four fields are enough, as in EPD.
    let four = Game::from_fen(variant("mini-chieftain"), &format!("{rest}/c7/C7 b - -"));
    assert_eq!(four.expect("a position").fen(), format!("{rest}/c7/C7 b - - 0 1"));
}

#[test]
fn a_side_without_leaders_has_lost() {
    let fen = "8/m7/8/8/8/8/8/8/8/8/8/C7 b - - 3 7";
    let mut game = Game::from_fen(variant("mini-chieftain"), fen).expect("a position");
    assert_eq!(game.fen(), fen);
    let won = Outcome::Win(dhow_rules::pieces::Color::White, WinReason::Leaders);
    assert_eq!(game.outcome(), Some(won));
    assert!(game.legal_moves().is_empty());
    let error = game.play_text("a11a10").expect_err("the game is over").to_string();
    assert_eq!(error, "`a11a10`: a side has lost its last leader, and the game is over");
}

/// Tries a turn in a game and checks that it is refused, as a turn and as its last action, and that the
/// game is as it was.
fn assert_refused(game: &Game, turn: &str, reason: &str) {
    let mut tried = game.clone();
    let error = tried.play_turn_text(turn).expect_err(turn).to_string();
    assert_eq!(error, reason, "{turn}");
    assert_eq!((tried.fen(), tried.position().key()), (game.fen(), game.position().key()));
    assert_eq!((tried.moves(), tried.legal_moves()), (game.moves(), game.legal_moves()));
}

#[test]
fn actions_are_refused_with_the_reason_and_leave_the_game_as_it_was() {
    let fen = "7c/8/8/8/8/8/4M3/8/8/2S5/1M6/C3C3 w - - 0 1";
    let game = Game::from_fen(variant("mini-chieftain"), fen).expect("a position");
    for (turn, reason) in [
        ("e6e7", "`e6e7`: no leader with an activation left commands the Warrior on e6"),
        ("b2b3,b3b4", "`b3b4`: the Warrior on b3 has moved in this turn already"),
        ("b2b4", "`b2b4`: the Warrior on b2 cannot go there"),
        ("b2c3", "`b2c3`: the Warrior on b2 cannot go there"),
        ("h12h11", "`h12h11`: no White piece on h12"),
        ("e5e6", "`e5e6`: no White piece on e5"),
        ("b2b3,c3d4,a1a2", "`a1a2`: the turn is over before it"),
        ("b2b3,end", "`end`: a turn is its moves, and nothing marks its end"),
        ("end", "`end`: a turn has at least one move"),
        ("a1d1", "`a1d1`: the Chieftain on a1 cannot go there"),
    ] {
        assert_refused(&game, turn, reason);
    }
    for (turn, of) in
        [("i1i2", "i1i2"), ("b2b3,b2i9", "b2i9"), ("b2", "b2"), ("b2b3x", "b2b3x"), ("", "")]
    {
        let error = game.parse_turn(turn).expect_err(turn).to_string();
        assert!(error.starts_with(&format!("`{of}`")), "{turn}: {error}");
        assert_refused(&game, turn, &error);
    }
    // No Shaman changes places with a Chieftain where the option is off.
    let beside = "7c/8/8/8/8/8/8/8/8/8/8/CS6 w - - 0 1";
    let game = Game::from_fen(variant("mini-chieftain"), beside).expect("a position");
    assert_refused(&game, "a1b1", "`a1b1`: the Chieftain on a1 cannot go there");
    let on = Arc::new(variant("mini-chieftain").with_options(&[CommandOption::Exchange]));
    let mut game = Game::from_fen(&on, beside).expect("a position");
    game.play_turn_text("a1b1").expect("an exchange");
    assert_eq!(game.fen(), "7c/8/8/8/8/8/8/8/8/8/8/SC6 b - - 1 1");
}

#[test]
fn within_a_turn_what_is_refused_leaves_it_as_it_was() {
    let fen = "7c/8/8/8/8/8/4M3/8/8/2S5/1M6/C3C3 w - - 0 1";
    let mut game = Game::from_fen(variant("mini-chieftain"), fen).expect("a position");
    game.play_text("b2b3").expect("a move");
    for text in ["b3b4", "e6e7", "h12h11", "a1h8", "b2b3", "end2", "END"] {
        let (key, legal) = (game.position().key(), game.legal_moves());
        assert!(game.play_text(text).is_err(), "{text}");
        assert_eq!((game.position().key(), game.legal_moves()), (key, legal), "{text}");
        assert_eq!(game.moves().len(), 1);
    }
    game.play_text("end").expect("an early end");
    assert_eq!((game.turns_made(), game.moves().len()), (1, 2));
    assert!(game.undo_turn());
    assert_eq!((game.fen().as_str(), game.turns_made()), (fen, 0));
}

#[test]
fn a_position_in_mid_turn_tells_what_is_left() {
    let fen = "7c/8/8/8/8/8/4M3/8/8/2S5/1M6/C3C3 w - - 0 1";
    let mut game = Game::from_fen(variant("mini-chieftain"), fen).expect("a position");
    let names = |squares: Vec<dhow_rules::square::Coordinates>| {
        let mut names: Vec<String> = squares.iter().map(ToString::to_string).collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!(names(game.position().free_leaders()), "a1 e1");
    assert_eq!(names(game.position().movers()), "a1 b2 c3 e1");
    game.play_text("a1a3").expect("a move");
    // It activated itself, being out of the other's range.
    assert_eq!(names(game.position().free_leaders()), "e1");
    assert_eq!(names(game.position().movers()), "b2 c3 e1");
    assert_eq!(game.position().moves_made(), 1);
}
