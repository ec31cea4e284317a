//! Games in the terminal, typed through stdin.

use crate::common::command::{MATE_IN_1, dhow, dhow_with_input, file};

/// A sitting with a shallow engine.
fn play(args: &[&str], lines: &[&str]) -> String {
    let args = [&["play", "--depth", "1", "--hash", "1"][..], args].concat();
    dhow_with_input(&args, &(lines.join("\n") + "\n")).succeeds()
}

#[test]
fn a_game_as_white() {
    let out = play(
        &[],
        &[
            "help", "moves c2", "moves z9", "moves e5", "hint", "e3e9", "hello", "e3e5", "quit",
            "Nd4",
        ],
    );
    for text in [
        "c2b4",
        "3 moves\n",
        "`z9` is not a square\n",
        "no legal moves\n",
        "hint: ",
        "`e3e9`: the Pawn on e3 cannot go there (`help` lists the commands)",
        "`hello` is not a move such as",
        "\n 5  .  .  .  . [P]",
        "Black plays ",
    ] {
        assert!(out.contains(text), "{text}\n{out}");
    }
    assert!(out.ends_with("White> "), "{out}");
}

#[test]
fn the_end_of_the_input_ends_the_game() {
    assert!(play(&[], &["e5"]).ends_with("White> \n"));
    assert!(play(&["--side", "black"], &[]).contains("setup> "));
    let out = dhow_with_input(&["play", "--side", "black", "--depth", "1"], "").succeeds();
    assert!(out.ends_with("setup> \n"), "{out}");
}

#[test]
fn black_chooses_the_setup() {
    let out = play(&["--side", "black"], &["nosuch", "KG/LQ", "setup GK/LQ", "moves", "quit"]);
    assert!(out.contains("setup `nosuch`: expected"), "{out}");
    assert!(out.contains("\n 1  C  M  .  .  .  G  K"), "{out}");
    assert!(out.contains("\n 1  C  M  .  .  .  K  G"), "{out}");
    assert_eq!(out.matches("White plays ").count(), 2);
    let out = play(&["--side", "black"], &["", "e8", "setup random", "new", "random", "quit"]);
    assert!(out.contains("the game has begun; `new` starts another"), "{out}");
    assert_eq!(out.matches("setup> ").count(), 2);
    let out = play(&[], &["setup KG/LQ", "quit"]);
    assert!(out.contains("Black chooses the setup"), "{out}");
    let out = play(&["--side", "black", "--setup", "KG/LQ"], &["quit"]);
    assert!(!out.contains("setup> "), "{out}");
}

#[test]
fn undo_flip_go_and_new() {
    let start = "cm3qk3mc/ernbilgibnre/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/ERNBILGIBNRE/CM3QK3MC w Kk - 0 1";
    let out = play(&[], &["undo", "e5", "undo", "fen", "flip", "go", "new", "board", "quit"]);
    assert!(out.contains("nothing to take back"), "{out}");
    assert!(out.contains(start), "{out}");
    assert!(out.contains(" 1  C  M  .  .  .  K  Q"), "{out}");
    assert!(out.contains("White plays "), "{out}");
    assert!(out.contains("setup> "), "a person who plays Black chooses the setup of a new game");
    let out =
        play(&["--side", "both"], &["e5", "e8", "undo", "undo", "fen", "setup KG/LQ", "quit"]);
    assert!(out.contains(start) && out.contains("C  M  .  .  .  K  G"), "{out}");
    assert!(!out.contains("plays"), "{out}");
}

#[test]
fn games_end_and_are_saved() {
    let pgn = file("saved.pgn", "");
    let save = format!("save! {pgn}");
    let lines =
        ["Qk12", "hint", "Kb9", &save, "save", "save no/such/folder/g.pgn", "resign", "quit"];
    let out = play(&["--fen", MATE_IN_1, "--ascii"], &lines);
    assert!(out.contains("The game is over: White mates, 1-0."), "{out}");
    assert!(out.contains("over> "), "{out}");
    assert!(out.contains("`undo`, `new`, `save FILE` or `quit`?"), "{out}");
    assert!(out.contains("save where?"), "{out}");
    assert!(out.contains("cannot save to no/such/folder/g.pgn"), "{out}");
    let saved = std::fs::read_to_string(&pgn).expect("the game");
    assert!(
        saved.contains("[White \"Player\"]") && saved.contains("1. Qk12# {White mates} 1-0"),
        "{saved}"
    );
    assert!(dhow(&["pgn", &pgn]).succeeds().contains("1 ply, 1-0, White mates"));
    let out = play(&[], &["e5", "resign", "undo", "quit"]);
    assert!(out.contains("The game is over: White resigns, 0-1."), "{out}");
    assert!(out.ends_with("White> "), "{out}");
}

#[test]
fn the_engine_alone_and_by_the_clock() {
    let out = play(&["--side", "none", "--fen", MATE_IN_1], &[]);
    assert!(out.contains("The game is over: "), "{out}");
    let out =
        dhow_with_input(&["play", "--clock", "0.01+0.1", "--hash", "1"], "e5\nquit\n").succeeds();
    assert!(out.contains("the engine's clock: "), "{out}");
    let out = dhow_with_input(&["play", "--time", "0.05", "--hash", "1"], "e5\nquit\n").succeeds();
    assert!(out.contains("Black plays "), "{out}");
    dhow(&["play", "--time", "never"]).fails(2, "expected seconds, such as 2 or 0.5");
    dhow(&["play", "--clock", "x+1"]).fails(2, "expected minutes and seconds, such as 5+3");
    dhow(&["play", "--side", "green"]).fails(2, "[possible values: white, black, both, none]");
}

#[test]
fn the_pieces_are_named_and_input_is_understood() {
    let lines = [
        "legend", "piece m", "piece Y", "E3E5", "undo", "1. e5", "back", "e3 e5", "history",
        "eval", "h", "quit",
    ];
    let out = play(&["--side", "both"], &lines);
    assert_eq!(out.matches("M Camel").count(), 3, "{out}");
    assert!(out.contains("- leaps 3 squares one way and 1 the other\n"), "{out}");
    assert!(out.contains("no piece is called `Y`; `legend` lists them\n"), "{out}");
    assert_eq!(out.matches("\n 5  .  .  .  . [P]").count(), 3, "{out}");
    for text in ["White> 1. e5 *\n", " for Black, at depth 1\n", "Commands:\n"] {
        assert!(
            out.contains(text) || out.contains(&text.replace("White", "Black")),
            "{text}\n{out}"
        );
    }
}

#[test]
fn help_and_a_list_where_a_setup_is_asked_for() {
    let out = play(&["--side", "black"], &["help", "list", "KQ/LG", "quit"]);
    assert!(out.contains("setup>   KQ/LG       a setup"), "{out}");
    assert!(out.contains("QK/LG  ") && out.contains("White plays "), "{out}");
}

#[test]
fn no_file_is_overwritten_silently_and_a_game_goes_on() {
    let path = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("kept.pgn");
    let path = path.to_str().expect("UTF-8");
    let _ = std::fs::remove_file(path);
    let (save, replace) = (format!("save {path}"), format!("save! {path}"));
    let out = play(&["--side", "both"], &["e5", &save, "e8", &save, &replace, "quit"]);
    assert_eq!(out.matches("saved to ").count(), 2, "{out}");
    assert!(out.contains("is there already; `save! "), "{out}");
    let text = std::fs::read_to_string(path).expect("the game");
    assert!(text.contains("[Date \"20") && text.contains("1. e5 e8"), "{text}");
    let out = play(&["--side", "both", "--pgn", path], &["history", "quit"]);
    assert!(out.contains("1. e5 e8 *"), "{out}");
    let board = |ply: &str| dhow(&["board", "--pgn", path, "--ply", ply]);
    assert!(board("1").succeeds().contains("Black to move"));
    board("3").fails(2, "error: --ply 3: the game has 2");
    assert!(dhow(&["board", "--pgn", path]).succeeds().contains("White to move"));
    dhow(&["go", "--depth", "0"]).fails(2, "expected a whole number from 1 to ");
    dhow(&["play", "--pgn", "no/such.pgn"]).fails(2, "error: cannot load no/such.pgn: ");
}
