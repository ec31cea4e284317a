//! `dhow annotate` as a process.

use crate::common::command::{dhow, dhow_with_bytes, dhow_with_input, file};
use dhow::pgn::parse;

/// A game of each kind: Metamachy with a blunder that loses the Queen, and Chieftain.
const GAMES: &str = "\
[Event \"one\"]
[Variant \"metamachy\"]
[SetUp \"1\"]
[FEN \"5k6/12/12/12/12/3q8/12/12/12/12/3Q8/5K6 w - - 0 1\"]

1. Kg1 {why?} (1. Qd3) Qxd2 *

[Event \"two\"]
[Variant \"mini-chieftain\"]
[VariantOptions \"exchange\"]

1. b1b4,g1g4 {quiet} b12b9,g12g9 2. a4a5 h9h8 1/2-1/2
";

fn annotate(args: &[&str], games: &str) -> String {
    dhow_with_input(&[&["annotate", "-", "--hash", "1"][..], args].concat(), games).succeeds()
}

#[test]
fn games_of_all_kinds() {
    let out = annotate(&["--nodes", "3000"], GAMES);
    let games = parse(&out).expect("well written");
    assert_eq!(games.len(), 2, "{out}");
    for game in &games {
        assert!(game.tag("Annotator").is_some_and(|by| by.starts_with("Dhow ")), "{out}");
        assert!(game.comments[0].starts_with("Average loss of winning chances: White "), "{out}");
        assert!(game.moves.iter().all(|mv| mv.comments[0].starts_with("[%eval ")), "{out}");
    }
    let written = ["why?", "loses the Queen to the Queen on d2"];
    assert_eq!(games[0].moves[0].comments[1..], written);
    assert_eq!(games[0].moves[0].variations[0].moves[0].text, "Qd3");
    assert_eq!(games[0].moves[0].nags, [4], "{out}");
    assert_eq!(games[1].tag("VariantOptions"), Some("exchange"));
    assert_eq!(games[1].moves[0].text, "b1b4,g1g4");
    let again = annotate(&["--nodes", "3000"], &out);
    assert_eq!(again, out, "the same nodes find the same");
    let checked = dhow_with_input(&["pgn", "-"], &out).succeeds();
    assert!(checked.contains("game 2: mini-chieftain with exchange, 4 turns"), "{checked}");
}

#[test]
fn a_file_gets_the_games_and_the_screen_what_they_come_to() {
    let games = file("to-annotate.pgn", GAMES);
    let annotated = file("annotated.pgn", "what was there before");
    let args = ["annotate", &games, "--out", &annotated, "--movetime", "5", "--hash", "1"];
    let out = dhow(&args).succeeds();
    assert!(out.starts_with("game 1: Average loss of winning chances: White "), "{out}");
    assert_eq!(out.lines().count(), 2, "{out}");
    let text = std::fs::read_to_string(&annotated).expect("a file");
    assert!(text.starts_with("[Event \"one\"]"), "{text}");
    assert_eq!(parse(&text).expect("well written").len(), 2);
    let same = ["annotate", &games, "--out", &games];
    dhow(&same).fails(2, "--out: ");
    assert_eq!(std::fs::read_to_string(&games).expect("a file"), GAMES);
}

#[test]
fn what_is_wrong_is_told_before_anything_is_written() {
    let fails = |args: &[&str], games: &str, message: &str| {
        let run = dhow_with_input(&[&["annotate", "-"][..], args].concat(), games);
        assert_eq!(run.fails(2, message), "");
    };
    fails(&[], "", "holds no games");
    fails(&[], "1. e5 *", "name it with -v");
    fails(&[], "[Variant \"checkers\"]\n1. e5 *", "unknown variant `checkers`");
    let second_wrong = format!("{GAMES}\n[Variant \"metamachy\"]\n\n1. e5 e4 *");
    fails(&[], &second_wrong, "game 3, line 16: move 1... `e4`");
    fails(&[], "[Variant \"metamachy\"]\n1. e5 (e6", "the variation that starts here has no end");
    fails(&["--nodes", "0"], GAMES, "--nodes");
    fails(&["--nodes", "9", "--movetime", "9"], GAMES, "cannot be used with");
    fails(&["--out", "no/such/folder/a.pgn"], GAMES, "cannot write no/such/folder/a.pgn");
    dhow(&["annotate", "no-such-file.pgn"]).fails(2, "cannot read no-such-file.pgn");
}

/// Latin-1 is PGN's own character set.
#[test]
fn letters_of_other_encodings_stay() {
    let game =
        "[Event \"Pr\u{e4}sidium\"]\r[Variant \"standard\"]\r\r1. e4 {gut f\u{fc}r Wei\u{df}} *\r";
    let latin: Vec<u8> = game.chars().map(|letter| letter as u32 as u8).collect();
    let out =
        dhow_with_bytes(&["annotate", "-", "--nodes", "20", "--hash", "1"], &latin).succeeds();
    assert!(out.contains("[Event \"Pr\u{e4}sidium\"]\n"), "{out}");
    assert!(out.contains("{gut f\u{fc}r Wei\u{df}}"), "{out}");
    let marked = [b"\xef\xbb\xbf", game.as_bytes()].concat();
    assert_eq!(
        dhow_with_bytes(&["annotate", "-", "--nodes", "20", "--hash", "1"], &marked).succeeds(),
        out
    );
}
