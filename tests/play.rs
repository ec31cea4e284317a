//! Games in the terminal, typed through stdin.

use crate::common::command::{MATE_IN_1, dhow, dhow_with_input, file};
#[cfg(target_os = "linux")]
use crate::common::terminal::Terminal;

/// A session with a shallow engine.
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
    assert!(!out.contains("White mates (1-0)"), "it is reported once: {out}");
    assert!(out.contains("The game is over: White mates, 1-0.\nover> "), "{out}");
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
    assert!(out.contains("White (engine 0:00."), "{out}");
    let out = play(&["--clock", "5", "--side", "both"], &["e5", "go", "go", "quit"]);
    assert!(out.contains("White> ") && out.contains("Black> "), "nobody has a clock: {out}");
    // The engine has its clock on whichever side it plays.
    assert!(
        out.contains("White (engine 4:59)> ") && out.contains("Black (engine 4:59)> "),
        "{out}"
    );
    let out = dhow_with_input(&["play", "--time", "0.05", "--hash", "1"], "e5\nquit\n").succeeds();
    assert!(out.contains("Black plays "), "{out}");
    dhow(&["play", "--time", "never"]).fails(2, "expected seconds above 0, such as 2 or 0.5");
    dhow(&["play", "--time", "86401"]).fails(2, "86401 is longer than a day; expected seconds");
    dhow(&["play", "--tc", "1441+1"]).fails(2, "1441+1 is longer than a day; expected minutes");
    dhow(&["play", "--clock", "x+1"]).fails(2, "expected minutes and seconds, such as 5+3");
    dhow(&["play", "--side", "green"]).fails(2, "[possible values: white, black, both, none]");
}

#[test]
fn both_clocks_run_and_time_that_is_over_loses() {
    let out = play(&["--tc", "1+1"], &["e5", "quit"]);
    for text in ["White 0:59.9 (Black 1:00)> ", "White 1:0"] {
        assert!(out.contains(text), "{text}\n{out}");
    }
    let out =
        play(&["--tc", "0.00000001", "--side", "both"], &["board", "e5", "undo", "e5", "quit"]);
    let lost = "The game is over: White loses on time, 0-1.";
    // The delay of a turn is not taken from the clock and not saved on it.
    let delayed = play(&["--tc", "1+9d"], &["e5", "quit"]);
    for text in ["White 1:08 (Black 1:00)> ", "White 1:0"] {
        assert!(delayed.contains(text), "{text}\n{delayed}");
    }
    assert_eq!(out.matches(lost).count(), 2, "{out}");
    assert!(out.contains("over> the game goes on without clocks\n"), "{out}");
    assert!(out.ends_with("Black> "), "after `undo` it goes on without clocks: {out}");
    dhow(&["play", "--tc", "1", "--clock", "1"]).fails(2, "cannot be used with");
}

/// The visible text of a line, without terminal codes.
#[cfg(target_os = "linux")]
fn letters(line: &str) -> String {
    let mut parts = line.split('\x1b');
    let first = parts.next().unwrap_or("").to_string();
    parts.fold(first, |text, part| {
        let end =
            part.find(|letter: char| letter.is_ascii_alphabetic()).map_or(part.len(), |at| at + 1);
        text + &part[end..]
    })
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_on_a_terminal_is_wider_than_eighty_columns() {
    // With this code the terminal reports that a line may be typed.
    let asks = "\x1b[?2004h";
    let lines = [
        "help",
        "legend",
        "moves",
        "nothing like any move of any game that was ever played",
        "piece K",
        "piece J",
        "go",
        "history",
        "setup",
        "save",
        "eval",
        "hint",
        "last",
    ];
    for game in ["metamachy", "zanzibar-xxl", "overlord", "grand-chieftain"] {
        let args = format!("play --depth 1 --hash 1 --ascii --no-keep --side both -v {game}");
        let mut terminal = Terminal::start(&args);
        terminal.wait_for(asks);
        for line in lines {
            terminal.press(&format!("{line}\r"));
            terminal.wait_for(asks);
        }
        let text = terminal.screen.replace('\r', "\n");
        let wide = |line: &&str| letters(line).chars().count() > 80;
        assert_eq!(text.split('\n').find(wide), None, "{game}");
        terminal.press("quit\r");
        assert_eq!(terminal.ends(), Some(0));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_has_a_legend_clocks_a_line_to_edit_and_games_kept() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("games-terminal");
    let _ = std::fs::remove_dir_all(&folder);
    let args = format!("play --depth 1 --hash 1 --ascii --tc 5+3 --games {}", folder.display());
    let mut terminal = Terminal::start(&args);
    terminal.wait_for(" 1  C  M  .  .  .  Q  K  .  .  .  M  C   K King\r\n");
    terminal.wait_for("White 4:59 (Black 5:00)> ");
    // Backspace corrects a mistake; the arrow key brings the line back.
    terminal.press("fenx\x7f\r");
    terminal.wait_for("PPPPPPPPPPPP/ERNBILGIBNRE/CM3QK3MC w Kk - 0 1");
    terminal.press("\x1b[A\r");
    terminal.wait_for("PPPPPPPPPPPP/ERNBILGIBNRE/CM3QK3MC w Kk - 0 1");
    terminal.press("e5\r");
    terminal.wait_for("Black plays ");
    terminal.wait_for("White ");
    terminal.press("\x03");
    terminal.wait_for("The game is kept in");
    terminal.wait_for("--resume");
    assert_eq!(terminal.ends(), Some(0));
    let args = format!("play --time 600 --hash 1 --ascii --resume --games {}", folder.display());
    let mut terminal = Terminal::start(&args);
    terminal.wait_for("White ");
    terminal.press("Nd4\r");
    terminal.wait_for("Black thinks");
    // Ctrl-C ends the session while the engine thinks; the move made is saved.
    terminal.press("\x03");
    terminal.wait_for("The game is kept in");
    assert_eq!(terminal.ends(), Some(0));
    let kept = std::fs::read_dir(&folder).expect("a folder").next().expect("a game").expect("it");
    let kept = std::fs::read_to_string(kept.path()).expect("a game");
    assert!(kept.contains(" 2. Nd4 *\n") && kept.contains("[White \"Player\"]"), "{kept}");
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
    let lines = ["E5", "ND9", "nd4", "piece", "history", "quit"];
    let out = play(&["--side", "both"], &lines);
    assert!(out.contains("which piece? ") && out.contains("> 1. e5 Nd9 2. Nd4 *"), "{out}");
}

#[test]
fn moves_of_game_courier() {
    let lines = [
        "k e7-g12; q f7-f12; l g7-f11; g h7-g11",
        "P e3-e5 // two steps",
        "n c11-d9",
        "P e5-e6; Q-e7",
        "h c1-c2",
        "history",
        "quit",
    ];
    let out = play(&["--side", "both"], &lines);
    assert!(out.contains("\n12  c  m  .  .  .  q  k"), "{out}");
    assert!(out.contains("the promotion is on e7, but the move goes to e6"), "{out}");
    assert!(out.contains("> 1. e5 Nd9 *") && !out.contains("Commands:"), "{out}");
    let out =
        play(&["--side", "black"], &["k e7-f12; q f7-f12", "k*g12; q*f12; l*f11; g*g11", "quit"]);
    assert!(out.contains("K and Q are placed on f12") && out.contains("White plays "), "{out}");
    let lines = ["N b2-c4; N g2-f4", "n b11-c9", "end", "history", "quit"];
    let out = play(&["-v", "mini-chieftain", "--side", "both"], &lines);
    assert!(out.contains("> 1. b2c4,g2f4 b11c9 *"), "{out}");
}

#[test]
fn help_and_a_list_where_a_setup_is_asked_for() {
    let out = play(&["--side", "black"], &["help", "list", "KQ/LG", "quit"]);
    assert!(out.contains("setup>   KQ/LG       a setup"), "{out}");
    assert!(out.contains("QK/LG  ") && out.contains("White plays "), "{out}");
}

#[test]
fn the_level_is_chosen_at_the_start_and_in_the_game() {
    let out = play(&["--level", "3"], &["level", "e3e5", "level 10", "level 11", "hint", "quit"]);
    assert!(out.contains("the engine plays at level 3 of 10\n"), "{out}");
    assert!(out.contains("the engine plays at level 10 of 10, which is full strength\n"), "{out}");
    assert!(out.contains("level `11`: expected a number from 1 to 10\n"), "{out}");
    assert!(out.contains("Black plays ") && out.contains("hint: "), "{out}");
    dhow(&["play", "--level", "0"]).fails(2, "expected a number from 1 to 10");
}
