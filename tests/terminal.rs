//! Terminal codes in the output of engines, in input or in files never reach the terminal.

use crate::common::command::{Run, dhow, dhow_with_input, file};
use crate::tournament::{PROTOCOLS, fresh, mock};
use dhow::pgn;
use dhow::variant::VARIANTS;

/// A title, an empty screen, a right-to-left override, C1, and no width.
const ESCAPES: &str = "\u{1b}]0;x\u{7}\u{1b}[2J\u{202e}\u{9b}31m\u{200b}";

/// The characters that must not be shown as they are.
fn hidden(text: &str) -> Vec<char> {
    let format = |letter| matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let hidden =
        |letter: &char| letter.is_control() && !"\n\t".contains(*letter) || format(*letter);
    text.chars().filter(hidden).collect()
}

#[track_caller]
fn shows_all(run: &Run) {
    assert_eq!((hidden(&run.out), hidden(&run.err)), (vec![], vec![]), "{}{}", run.out, run.err);
}

#[test]
fn an_engine_is_not_obeyed() {
    for protocol in PROTOCOLS {
        let path = |kind: &str| fresh(&format!("escapes-{protocol}.{kind}"));
        let [games, positions, json] = ["pgn", "epd", "json"].map(path);
        let engine = [
            "-engine".into(),
            format!("cmd={}", mock()),
            format!("proto={protocol}"),
            format!("arg={protocol}"),
        ];
        let (event, site) =
            (format!("two\r\nlines {ESCAPES} \"\\"), format!("}}]{ESCAPES}\n\n1. e5"));
        let mut arguments = vec!["match"];
        for behaviour in ["arg=terminal", "arg=legal"] {
            arguments.extend(engine.iter().map(String::as_str).chain([behaviour]));
        }
        let flags = "-each tc=5 option.No\u{1b}ne=1 -games 2 -maxmoves 12 -srand 1 -debug";
        arguments.extend(flags.split(' '));
        arguments.extend(["-pgnout", &games, "-epdout", &positions, "-jsonout", &json]);
        arguments.extend(["-event", &event, "-site", &site]);
        let run = dhow(&arguments);
        assert_eq!(run.code, 0, "{}", run.err);
        shows_all(&run);
        assert!(run.out.contains("(?]0;x??[2J??31m} vs Mock)"), "{}", run.out);
        assert!(run.out.contains(" {White makes an illegal move: "), "{}", run.out);
        let journal = format!("{games}.journal");
        let text = |path: &str| std::fs::read_to_string(path).expect("a file");
        for path in [&games, &positions, &journal] {
            assert_eq!(hidden(&text(path)), [], "{path}");
        }
        let read = pgn::parse(&text(&games)).expect("games");
        assert_eq!(read.len(), 2);
        let tag = |name| read[0].tag(name).expect("a tag");
        assert_eq!(tag("Event"), "two  lines ?]0;x??[2J??31m? \"\\");
        assert_eq!(tag("Site"), "}]?]0;x??[2J??31m?  1. e5");
        assert_eq!(tag("White"), "?]0;x??[2J??31m}");
        assert_eq!(pgn::check(&text(&games), &VARIANTS).expect("legal games").len(), 2);
    }
}

#[test]
fn arguments_are_not_obeyed() {
    let kings = "6k5/12/12/12/p11/12/12/12/12/12/12/5K6";
    let bad = ESCAPES;
    let fen = format!("{kings} b {bad} - 3 9");
    let engine = format!("cmd=/no/{bad}");
    let setting = format!("{bad}={bad}");
    let game = file("escapes-in.pgn", &format!("[Variant \"{bad}\"]\n\n1. e5 *\n"));
    let moves = file("escapes-moves.pgn", "[Variant \"maasai\"]\n\n1. \u{1b}\u{202e}e5 *\n");
    let suite = file("escapes.epd", &format!("{kings} w - - 0 1 ;{bad} 1\n"));
    let option = format!("--{bad}");
    let path = format!("/no/{bad}");
    let unknown = format!("-{bad}");
    let cases: [&[&str]; 18] = [
        &[bad],
        &["go", &option],
        &["perft", bad],
        &["perft", "1", "-v", bad],
        &["perft", "1", "--threads", bad],
        &["perft", "--epd", &suite],
        &["perft", "--epd", &path],
        &["board", "--fen", &fen],
        &["board", "--fen", bad],
        &["board", "--setup", bad],
        &["board", "--svg", &path],
        &["board", bad],
        &["pgn", &path],
        &["pgn", &game],
        &["pgn", &moves],
        &["match", "-engine", &setting],
        &["match", &unknown],
        &["match", "-engine", &engine, "-engine", "cmd=self", "-each", "tc=1"],
    ];
    for arguments in cases {
        let run = dhow(arguments);
        assert_ne!(run.code, 0, "{arguments:?}");
        shows_all(&run);
        assert!(run.err.contains('?'), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn what_is_typed_is_not_obeyed() {
    let input = format!("{ESCAPES}\nmoves {ESCAPES}\nsave /no/{ESCAPES}\nsetup {ESCAPES}\n");
    let run = dhow_with_input(&["play", "--side", "both"], &input);
    shows_all(&run);
    assert_eq!(run.out.matches("?]0;x??[2J??31m?").count(), 4, "{}", run.out);
    shows_all(&dhow_with_input(
        &[],
        &format!("uci\n{ESCAPES}\nsetoption name {ESCAPES} value 1\n"),
    ));
    shows_all(&dhow_with_input(&[], &format!("xboard\n{ESCAPES}\nusermove {ESCAPES}\n")));
}

#[test]
fn an_engine_is_told_single_lines() {
    for setting in ["option.Hash=1\nquit", "option.A\rquit=1", "variant=chess\nquit"] {
        dhow(&["match", "-engine", setting, "-engine", "cmd=self"])
            .fails(2, "must not have a line break");
    }
}
