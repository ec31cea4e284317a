//! Solved endings compared with plain play by the rules. Known results of chess are in `tests/endgame.rs`.

use super::routes::Routes;
use super::space::Space;
use super::symmetry::BoardSymmetry;
use super::*;
use dhow_rules::geometry::{Board, Geometry, Layout8, Layout12};
use dhow_rules::square::Coordinates;
use dhow_rules::variant::{self, Rules};
use std::sync::Arc;

fn rules(id: &str) -> Arc<Rules<Layout12>> {
    Rules::of(variant::find(id).expect("a built-in game")).expect("a game")
}

#[test]
fn symmetries_follow_from_the_movements() {
    let count = |id: &str, letter: char| {
        let rules = rules(id);
        let routes = Routes::new(&rules, rules.kind(letter).expect("a piece"), true);
        BoardSymmetry::all(rules.board())
            .filter(|symmetry| symmetry.keeps(rules.board(), &routes))
            .count()
    };
    for letter in "QRBNGULEWMZFCVODK".chars() {
        assert_eq!(count("zanzibar-xl", letter), 8, "{letter}");
    }
    for letter in "HX".chars() {
        assert_eq!(count("zanzibar-xl-classic", letter), 8, "{letter}");
    }
    for letter in "PIS".chars() {
        assert_eq!(count("zanzibar-xxl", letter), 2, "{letter}");
    }
}

#[test]
fn a_home_for_every_square() {
    let rules = rules("zanzibar-xl");
    let homes = |text: &str| {
        let ending = Ending::parse(&rules, text).expect("an ending");
        let kinds = ending.kinds().iter().copied().chain([rules.king()]);
        let routes: Vec<_> = kinds.map(|kind| Routes::new(&rules, kind, true)).collect();
        let space = Space::new(rules.board(), &ending, routes.iter());
        assert_eq!(space.homes().iter().map(|home| home.weight).sum::<u64>(), 144);
        assert_eq!(
            space.configs(),
            space.homes().len() * 144usize.pow(ending.kinds().len() as u32)
        );
        space.homes().len()
    };
    assert_eq!([homes("Q"), homes("B+N"), homes("P")], [21, 21, 72]);
}

/// Turning a board changes neither the config nor a set of its squares.
#[test]
fn turned_boards_share_a_config() {
    let rules = rules("zanzibar-xl");
    let ending = Ending::parse(&rules, "N+N").expect("an ending");
    let kinds = ending.kinds().iter().copied().chain([rules.king()]);
    let routes: Vec<_> = kinds.map(|kind| Routes::new(&rules, kind, true)).collect();
    let space = Space::new(rules.board(), &ending, routes.iter());
    let square = |name| Layout12::parse_square(name).expect("a square").0;
    let (king, knights, bare) = (square("c2"), [square("k7"), square("d12")], square("h3"));
    let (config, turn) = space.config_of(king, &knights);
    for symmetry in BoardSymmetry::all(rules.board()) {
        let turned = |s| symmetry.of(rules.board(), s);
        // The Knights swap places, too: they are alike.
        let swapped = [turned(knights[1]), turned(knights[0])];
        let (same, turn_back) = space.config_of(turned(king), &swapped);
        assert_eq!(same, config, "{symmetry:?}");
        let number = space.number_turned(turn_back, turned(bare));
        assert_eq!(number, space.number_turned(turn, bare));
        let set = [space.squares()[number]].into_iter().collect();
        assert_eq!(
            space.unturned::<Layout12>(turn_back, set),
            [turned(bare)].into_iter().collect()
        );
    }
}

#[test]
fn endings_are_read() {
    let rules = rules("zanzibar-xl");
    let letters = |text: &str| Ending::parse(&rules, text).map(|ending| ending.letters(&rules));
    assert_eq!(letters("n+b"), letters("B+N"));
    assert_eq!(letters("K+Q"), Ok("Q".into()));
    let message = |text: &str| letters(text).map_err(|error| error.to_string()).expect_err(text);
    assert_eq!(message("B+Y"), "`Y` is not a piece of Zanzibar-XL");
    assert_eq!(message(""), "`` is not a piece of Zanzibar-XL");
    assert_eq!(message("BN"), "`BN` is not a piece of Zanzibar-XL");
    assert_eq!(message("K"), "an ending needs a piece beside the King");
    assert_eq!(message("Q+K"), "each side has one King, and the first need not be named");
    assert_eq!(message("Q+R+B+N"), "4 pieces beside the King; at most 3 can be solved");
    assert_eq!(message("P+N"), "a Pawn promotes; such a piece is solved alone only");
}

#[test]
fn memory_is_not_taken_unasked() {
    let rules = rules("zanzibar-xl");
    let tables = Tables::new(rules.clone()).with_memory(100);
    let ending = Ending::parse(&rules, "B+N").expect("an ending");
    let error = tables.table(&ending).expect_err("173 MiB");
    assert_eq!(error.to_string(), "King+N+B against a bare King takes 173 MiB; allowed are 100");
    let three = Ending::parse(&rules, "B+N+N").expect("an ending");
    assert!(matches!(Tables::new(rules).table(&three), Err(EndgameError::Memory { .. })));
}

#[test]
fn values_count_plies() {
    assert_eq!(Value::Win(1).plies(true), Some(1));
    assert_eq!(Value::Win(0).plies(false), Some(0));
    assert_eq!(Value::Win(3).plies(false), Some(6));
    assert_eq!(Value::Draw.plies(true), None);
}

fn at(name: &str) -> Coordinates {
    Coordinates::parse(name).expect("a square")
}

#[test]
fn small_boards_have_their_symmetries() {
    let holes = |text: &str| text.split_whitespace().map(at).collect::<Vec<_>>();
    for (files, ranks, missing, symmetries) in [
        (8, 8, "", 8),
        (6, 5, "", 4),
        (5, 5, "a1 e1 a5 e5", 8),
        (5, 5, "c1 c5", 4),
        (5, 5, "a1", 2),
        (5, 5, "a1 b3", 1),
    ] {
        let board = Board::<Layout8>::new(files, ranks, &holes(missing)).expect("a board");
        assert_eq!(BoardSymmetry::all(&board).count(), symmetries, "{missing}");
        for symmetry in BoardSymmetry::all(&board) {
            let images: std::collections::HashSet<_> =
                board.squares().map(|square| symmetry.of(&board, square)).collect();
            assert_eq!(images, board.squares().collect());
        }
    }
}
