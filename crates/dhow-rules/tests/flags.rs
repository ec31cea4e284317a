//! Squares that win when they are reached, games without checks, and repetitions that win.

use dhow_rules::description::{Description, Topic};
use dhow_rules::game::{Game, read_variants};
use dhow_rules::variant::Variant;
use dhow_rules::variant::ini::VariantFiles;
use std::sync::Arc;

/// Chess with some keys of a variant file.
pub fn game(lines: &str) -> Arc<Variant> {
    let mut files = VariantFiles::default();
    read_variants(&mut files, &format!("[a:chess]\n{lines}")).expect("a game");
    files.games()[0].clone()
}

/// A position without castling, by the first two fields of a FEN.
pub fn at(variant: &Arc<Variant>, fen: &str) -> Game {
    Game::from_fen(variant, &format!("{fen} - - 0 1")).expect("a position")
}

/// The end of the game after some moves.
fn end(mut game: Game, moves: &[&str]) -> String {
    for (count, text) in moves.iter().enumerate() {
        assert_eq!(game.outcome(), None, "after {count} of {moves:?}");
        game.play_text(text).unwrap_or_else(|error| panic!("{error}"));
    }
    game.outcome().map_or(String::new(), |outcome| outcome.to_string())
}

fn goal(variant: &Arc<Variant>) -> String {
    let rules = Description::of(variant).rules;
    rules
        .iter()
        .filter(|it| it.topic == Topic::Goal)
        .map(|it| it.text.as_str())
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn a_king_on_the_hill_wins_at_once() {
    let hill = game("flagPiece = k\nflagRegion = d4 e4 d5 e5\n");
    let start = at(&hill, "8/8/3K4/8/8/6k1/8/Q7 w");
    assert_eq!(end(start.clone(), &["d6d5"]), "White reaches a square that wins");
    assert_eq!(
        end(start.clone(), &["a1a2", "g3f4", "a2a1", "f4e4"]),
        "Black reaches a square that wins"
    );
    let mut over = start;
    over.play_text("d6e5").expect("a move");
    assert!(over.legal_moves().is_empty());
    let error = over.parse_move("g3h3").expect_err("over").to_string();
    assert_eq!(error, "`g3h3`: a piece has reached a square that wins, and the game is over");
    // Another piece does not win there, and nobody reaches a square by leaving his King in check.
    assert_eq!(end(at(&hill, "8/8/3K4/8/8/6k1/8/Q7 w"), &["a1d4"]), "");
    assert!(at(&hill, "8/8/3K4/8/8/5k2/8/4r3 w").parse_move("d6e5").is_err());
    assert!(
        goal(&hill).ends_with("A side that moves a King to d4, e4, d5 or e5 wins."),
        "{}",
        goal(&hill)
    );
}

#[test]
fn a_piece_that_can_be_captured_does_not_win() {
    let squatter = game("flagRegionWhite = *8\nflagRegionBlack = *1\nflagPieceSafe = true\n");
    let start = "1r4k1/P7/8/8/8/8/8/4K2R w";
    // The Rook may capture on a8.
    assert_eq!(end(at(&squatter, start), &["a7a8q"]), "");
    assert_eq!(end(at(&squatter, start), &["a7a8q", "g8g7"]), "");
    assert_eq!(
        end(at(&squatter, "6k1/P7/8/8/8/8/8/4K2R w"), &["a7a8q"]),
        "White reaches a square that wins"
    );
    let mistakes = {
        let mut files = VariantFiles::default();
        let text = "[a]\nflagRegion = e4\nflagPieceSafe = true\nflyingGeneral = true\n";
        read_variants(&mut files, text).expect_err("two rules")
    };
    assert!(
        mistakes[0].to_string().starts_with("line 3, `flagPieceSafe`: pieces that win only where")
    );
}

#[test]
fn black_answers_the_win_of_white() {
    let race =
        game("flagPiece = k\nflagRegion = *8\nflagMove = true\nstartFen = 8/8/8/8/8/8/8/k6K w\n");
    let both = at(&race, "8/1k5K/8/8/8/8/8/8 w");
    assert_eq!(
        end(both.clone(), &["h7g8", "b7a8"]),
        "Draw by both sides' reaching of a square that wins"
    );
    assert_eq!(end(both.clone(), &["h7g8", "b7a7"]), "White reaches a square that wins");
    // White has no answer to the win of Black.
    assert_eq!(end(both, &["h7h6", "b7a8"]), "Black reaches a square that wins");
    assert!(
        goal(&race).ends_with("Black has one more move, and draws by doing the same."),
        "{}",
        goal(&race)
    );
}

#[test]
fn no_game_is_won_before_the_first_move() {
    let mut files = VariantFiles::default();
    let mistakes =
        read_variants(&mut files, "[a]\nflagRegionWhite = e4 e1\n").expect_err("a piece");
    assert_eq!(
        mistakes[0].to_string(),
        "line 2, `flagRegionWhite`: the piece on e1 wins before the first move"
    );
}

#[test]
fn no_move_gives_check() {
    let still = game("checking = false\n");
    let position = at(&still, "4k3/8/8/8/8/8/8/R3K3 w");
    assert_eq!(position.legal_moves().len(), 5 + 10 - 1);
    let error = position.parse_move("a1a8").expect_err("a check").to_string();
    assert_eq!(
        error,
        "`a1a8` gives check or leaves the King in check, which no move may do in this game"
    );
    assert_eq!(goal(&still), "No move may give check.");
}

#[test]
fn a_repetition_loses_for_the_side_to_move() {
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"];
    for (value, result) in [
        ("draw", "Draw by threefold repetition"),
        ("loss", "Black wins by repetition"),
        ("win", "White wins by repetition"),
    ] {
        assert_eq!(end(Game::new(&game(&format!("nFoldValue = {value}\n"))), &moves), result);
    }
}
