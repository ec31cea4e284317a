//! `dhow puzzles` as a process.

use crate::common::command::{dhow, dhow_with_input, file};

/// A smothered mate; two rooks, either of which begins the mate; a win that needs a supporting move.
const GAMES: &str = "\
[Variant \"chess\"]
[SetUp \"1\"]
[FEN \"r6k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1\"]

1. Qg8+ Rxg8 2. Nf7# 1-0

[Variant \"chess\"]
[SetUp \"1\"]
[FEN \"7k/8/8/8/8/8/R7/1R4K1 w - - 0 1\"]

1. Ra7 Kg8 2. Rb8# 1-0

[Variant \"mini-chieftain\"]
[SetUp \"1\"]
[FEN \"8/8/8/2mm4/M7/5d2/1HDM2M1/8/7m/8/8/8 w - - 1 63\"]

1. c6e4,g6f7 1-0
";

const FOUND: &str = "\
r6k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1 ;variant chess ;dm 2 ;quiet 0 ;pv b3g8 ;id game 1 turn 1
8/8/8/2mm4/M7/5d2/1HDM2M1/8/7m/8/8/8 w - - 1 63 ;variant mini-chieftain ;dm 1 ;pv c6e4,g6f7 ;id game 3 turn 1
";

#[test]
fn only_turns_that_alone_win_are_puzzles() {
    let run = dhow_with_input(&["puzzles", "-", "--hash", "1"], GAMES);
    assert_eq!((run.code, &run.out[..], &run.err[..]), (0, FOUND, "2 puzzles in 3 games\n"));
    let at_once = ["puzzles", "-", "--hash", "1", "--shortest", "1", "--longest", "1"];
    let mates = dhow_with_input(&at_once, GAMES).out;
    let moves: Vec<_> = mates.lines().filter_map(|line| line.split_once(" ;pv ")).collect();
    assert!(moves.len() == 3 && moves[0].1.starts_with("h6f7 ;id game 1 turn 3"), "{mates}");
}

#[cfg(feature = "web")]
#[test]
fn the_board_reads_what_was_found() {
    let read = dhow_board::puzzles::read(FOUND, &dhow::variant::VARIANTS).expect("puzzles");
    assert_eq!(read.len(), 2);
    let wrong = file("wrong-puzzles.epd", &format!("{FOUND}8/8 w\n"));
    dhow(&["web", "--no-open", "--port", "0", "--puzzles", &wrong])
        .fails(2, "wrong-puzzles.epd: line 3 is not a puzzle");
}

#[test]
fn what_cannot_be_searched_is_said() {
    dhow(&["puzzles", "no-such.pgn"]).fails(2, "no-such.pgn");
    dhow_with_input(&["puzzles", "-", "--shortest", "4"], GAMES)
        .fails(2, "--shortest is greater than --longest");
    dhow_with_input(&["puzzles", "-", "--longest", "5"], GAMES).fails(2, "from 1 to 4");
}
