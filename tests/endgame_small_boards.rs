//! Solved endings on small boards: against the known results of chess and against plain minimax.

use crate::chess::CHESS;
use crate::common::minimax::Minimax;
use crate::common::pieces::piece;
use dhow::endgame::{Colours, Ending, Tables, Value, WinFrequency};
use dhow::geometry::Layout8;
use dhow::variant::{Role, Rules, Variant, piece_placement};
use once_cell::sync::Lazy;
use std::sync::Arc;

/// A game on a board with these ranks. It starts from the empty one if it has no array.
fn compiled(variant: &Variant, empty: &str) -> Arc<Rules<Layout8>> {
    let rows: Vec<&str> = empty.split('/').collect();
    let files = rows[0].chars().map(|token| token.to_digit(10).unwrap_or(1) as usize).sum();
    let ranks = rows.len();
    let holes = piece_placement::holes(empty, files, ranks);
    let start = if variant.start.is_empty() { empty.into() } else { variant.start.clone() };
    let variant = Variant { files, ranks, holes, start, ..variant.clone() };
    Rules::of(&Arc::new(variant)).unwrap_or_else(|error| panic!("{error}"))
}

/// The longest wins of chess, as published many times.
#[test]
fn known_endings_of_chess() {
    let tables: Tables<Layout8> = Tables::new(compiled(&CHESS, "8/8/8/8/8/8/8/8"));
    let classes = |letters: &str| {
        let ending = Ending::parse(tables.rules(), letters).expect(letters);
        tables.table(&ending).expect(letters).summary().classes.clone()
    };
    for (letters, longest, verdict) in [
        ("Q", 10, WinFrequency::Always),
        ("R", 16, WinFrequency::Always),
        ("B", 0, WinFrequency::Never),
        ("N", 0, WinFrequency::Never),
        ("P", 28, WinFrequency::Sometimes),
        ("B+N", 33, WinFrequency::AlmostAlways),
        ("N+N", 1, WinFrequency::AlmostNever),
    ] {
        let classes = classes(letters);
        assert_eq!(classes.len(), 1, "{letters}");
        assert_eq!((classes[0].longest(), classes[0].verdict()), (longest, verdict), "{letters}");
    }
    let [both, one] = &classes("B+B")[..] else { panic!("Bishops are bound to a colour") };
    assert_eq!((both.colours, both.longest()), (Some(Colours::Both), 19));
    assert_eq!((one.colours, one.verdict()), (Some(Colours::One), WinFrequency::Never));
}

/// A board so small that plain minimax is quick.
const SMALL: &str = "4/4/4/4";
/// Not square, so that only half the symmetries exist.
const OBLONG: &str = "6/6/6/6/6";
/// With missing squares, over which Cannons cannot hop.
const HOLES: &str = "*4/2*2/4*/2*2/*4";

/// Pieces of every kind of movement, some of them not symmetric.
static MIXED: Lazy<Variant> = Lazy::new(|| Variant {
    id: "mixed".into(),
    name: "Mixed".into(),
    summary: "pieces of every kind of movement".into(),
    pieces: vec![
        piece('P', "fmWfceF", Role::Pawn),
        piece('I', "KfmnnD", Role::Prince),
        piece('B', "B", Role::Officer),
        piece('C', "mRcpR", Role::Officer),
        piece('F', "fRbB", Role::Officer),
        piece('G', "FyafsF", Role::Officer),
        piece('H', "pQmW", Role::Officer),
        piece('N', "N", Role::Officer),
        piece('Q', "Q", Role::Officer),
        piece('R', "R", Role::Officer),
        piece('U', "WyafsW", Role::Officer),
        piece('V', "mBcpB", Role::Officer),
        piece('W', "WD", Role::Officer),
        piece('X', "nNmW", Role::Officer),
        piece('K', "K", Role::Royal),
    ],
    promotions: "RN".into(),
    ..Variant::default()
});

/// Every position's value is that of minimax. Returns the number of positions won.
fn compare(board: &str, letters: &str) -> usize {
    let tables = Tables::new(compiled(&MIXED, board));
    let rules = tables.rules();
    let ending = Ending::parse(rules, letters).expect(letters);
    let kinds = ending.kinds().to_vec();
    let mut endings = vec![kinds.clone()];
    if kinds.len() == 2 {
        endings.extend(kinds.iter().map(|&kind| vec![kind]));
    }
    if rules.promotes(kinds[0]) {
        endings.extend(rules.promotions(kinds[0]).iter().map(|&kind| vec![kind]));
    }
    let mut won = 0;
    for (position, value) in Minimax::solve(rules, &endings).positions() {
        assert_eq!(tables.judge(position), Ok(value), "{letters}: {}", position.fen());
        won += matches!(value, Value::Win(_)) as usize;
    }
    won
}

#[test]
fn every_value_is_that_of_minimax() {
    for letters in ["B", "C", "F", "G", "H", "P", "I", "U", "W", "X", "R"] {
        compare(HOLES, letters);
        let won = compare(OBLONG, letters);
        assert!(!["P", "I", "W", "R"].contains(&letters) || won > 1000, "{letters}: {won}");
    }
    let won = ["B+B", "G+H", "U+X", "R+C"].map(|letters| compare(SMALL, letters));
    assert!(won.iter().any(|&won| won > 1000), "{won:?}");
}

/// `cargo test --release --test dhow endgame_small_boards:: -- --ignored`
#[test]
#[ignore = "minutes"]
fn every_value_of_pairs_is_that_of_minimax() {
    for letters in ["C+V", "F+N", "H+H", "N+N", "W+W"] {
        compare(SMALL, letters);
    }
    for letters in ["B+N", "C+W", "F+H", "R+X", "W+W"] {
        assert!(compare(OBLONG, letters) > 100_000, "{letters}");
    }
}
