//! Pieces that may not leave some squares.

use crate::flags::{at, game};
use dhow_rules::game::Game;

/// The ends of the legal moves from a square, in order.
fn ends(game: &Game, from: &str) -> String {
    let moves = game.legal_moves().into_iter().map(|mv| game.move_text(mv));
    let mut ends: Vec<String> =
        moves.filter_map(|text| Some(text.strip_prefix(from)?.to_string())).collect();
    ends.sort();
    ends.join(" ")
}

#[test]
fn a_piece_passes_over_squares_where_it_may_not_stop() {
    let lines = "mobilityRegionWhiteRook = a1 a4 a5 c1\nmobilityRegionWhiteKnight = *1 *3\n";
    let confined = game(lines);
    let start = at(&confined, "4k3/8/8/8/8/8/8/R2N3K w");
    assert_eq!(ends(&start, "a1"), "a4 a5 c1");
    assert_eq!(ends(&start, "d1"), "c3 e3");
    assert_eq!(ends(&at(&confined, "4k3/8/8/8/8/p7/8/R2N3K w"), "a1"), "c1");
    // It attacks no square where it may not go, and Black's pieces go everywhere.
    let check = at(&confined, "R3k3/8/8/8/8/8/8/n6K b");
    assert!(!check.position().in_check());
    assert_eq!(ends(&check, "a1"), "b3 c2");
}

/// Moves that need other squares to be free have no lookup, and White has none of them here.
#[test]
fn squares_of_one_side_leave_the_moves_of_the_other() {
    let moves = [("fmR3", "d5 d6"), ("fmnA", "b5 f5"), ("fpR", "d1 d2 d3")];
    for (movement, expected) in moves {
        let lines = format!("customPiece1 = c:{movement}\nmobilityRegionWhiteCustomPiece1 = a1\n");
        let confined = game(&lines);
        let black = "4k3/3c4/8/8/3P4/8/8/2C4K b";
        let own = ends(&at(&confined, black), "d7");
        assert_eq!(own, ends(&at(&game(lines.lines().next().expect("a line")), black), "d7"));
        assert_eq!(own, expected, "{movement}");
        assert_eq!(ends(&at(&confined, "4k3/3c4/8/8/3P4/8/8/2C4K w"), "c1"), "");
    }
}
