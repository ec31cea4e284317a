//! The command line, run as a person runs it; games in the terminal are in `play.rs`.

mod program;

use program::{MATE_IN_1, dhow, dhow_with_input, file};
use std::process::{Command, Stdio};

#[test]
fn help_teaches() {
    let help = dhow(&["--help"]).succeeds();
    for word in [
        "play",
        "xboard",
        "go",
        "board",
        "variants",
        "setups",
        "pgn",
        "perft",
        "bench",
        "Examples:",
    ] {
        assert!(help.contains(word), "{word}");
    }
    for command in ["play", "xboard", "go", "board", "variants", "setups", "pgn", "perft", "bench"]
    {
        let help = dhow(&[command, "--help"]).succeeds();
        assert!(help.contains("Example"), "{command}");
    }
    let teaches = |command, text| dhow(&[command, "--help"]).succeeds().contains(text);
    assert!(teaches("play", "asked for the setup"));
    assert!(teaches("perft", "FEN ;variant zanzibar-xl ;D1 48"));
    assert!(dhow(&["--version"]).succeeds().starts_with("dhow "));
    dhow(&["nosuch"]).fails(2, "unrecognized subcommand 'nosuch'");
    dhow(&["go", "--nosuch"]).fails(2, "unexpected argument '--nosuch'");
}

#[test]
fn perft_counts() {
    let run = dhow(&["perft", "2"]);
    assert_eq!((run.code, run.out.as_str()), (0, "Nodes searched: 3721\n"));
    assert!(run.err.contains(" nodes/s"), "{}", run.err);
    for extra in [&["--threads", "2"][..], &["--hash", "1"], &["--hash", "1", "--threads", "2"]] {
        let args = [&["perft", "-v", "maasai", "3"][..], extra].concat();
        assert_eq!(dhow(&args).out, "Nodes searched: 28279\n", "{extra:?}");
    }
    assert_eq!(dhow(&["perft", "0", "--divide"]).out, "Nodes searched: 1\n");
    let divided = dhow(&["perft", "-v", "zanzibar-xl", "--divide", "2"]).out;
    let lines: Vec<&str> = divided.lines().collect();
    assert_eq!(lines.len(), 48 + 2);
    assert!(lines[..48].contains(&"a3a5: 48"), "{divided}");
    assert_eq!(lines[48..], ["", "Nodes searched: 2304"]);
    let no_jumps = "cm3qk3mc/ernbilgibnre/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/ERNBILGIBNRE/CM3QK3MC w - - 0 1";
    assert_eq!(dhow(&["perft", "2", "--fen", no_jumps]).out, "Nodes searched: 3481\n");
}

#[test]
fn perft_refuses() {
    dhow(&["perft"]).fails(2, "<DEPTH>");
    dhow(&["perft", "x"]).fails(2, "invalid value 'x'");
    dhow(&["perft", "99"]).fails(2, "99 is not in 0..=64");
    dhow(&["perft", "1", "--threads", "0"]).fails(2, "expected a number from 1 to");
    dhow(&["perft", "1", "-v", "chess"]).fails(2, "the games are metamachy, zanzibar-s");
    dhow(&["perft", "1", "--fen", "x", "--setup", "QK/LG"]).fails(2, "cannot be used with");
    dhow(&["perft", "1", "--fen", "12/12 w - -"])
        .fails(2, "error: FEN `12/12 w - -`: 2 ranks in the placement; the board has 12");
    dhow(&["perft", "1", "--setup", "KK/LG"])
        .fails(2, "error: setup `KK/LG`: `K` is not a chief that is still to be placed");
    dhow(&["perft", "1", "--setup", "QKLG"]).fails(2, "such as QK/LG");
}

const XXL: &str = "cmzvuqkfvzmc/ernbolgdbnre/ssssiwwissss/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/SSSSIWWISSSS/ERNBOLGDBNRE/CMZVUQKFVZMC w Kk - 0 1";

#[test]
fn perft_verifies_suites() {
    let good = file(
        "good.epd",
        &format!(
            "# counted by hand\n\n{XXL} ;variant zanzibar-xxl ;D1 29 ;D2 841 ;D5 1\n{MATE_IN_1} ;D1 38\n"
        ),
    );
    let run = dhow(&["perft", "--epd", &good, "--depth", "2", "--threads", "2"]);
    let expected = format!("line 3: ok zanzibar-xxl {XXL}\n");
    assert!(run.out.starts_with(&expected), "{}", run.out);
    let bad = file(
        "bad.epd",
        &format!("{XXL} ;variant maasai ;D1 30 ;D2 841\n{XXL};D1 29;variant maasai\n"),
    );
    let spoilt =
        file("spoilt.epd", &format!("{XXL} ;D1 29\n{} ;D1 29\n", XXL.replace("Kk", "KQkq")));
    dhow(&["perft", "-v", "maasai", "--epd", &spoilt]).fails(2, "line 2: FEN");
    let empty = file("empty.epd", "# nothing\n");
    dhow(&["perft", "--epd", &empty]).fails(2, "holds no positions");
    let out = dhow(&["perft", "--epd", &bad]).fails(1, "error: 1 of 2 positions differ");
    assert!(out.contains("line 1: mismatch maasai"), "{out}");
    assert!(out.contains(": D1 29, expected 30\nline 2: ok maasai "), "{out}");
    assert!(out.contains("1 of 2 positions ok, 899 nodes\n"), "{out}");
    for (content, message) in [
        (format!("# ok\n{XXL} ;variant nosuch ;D1 1"), "line 2: `nosuch`: unknown game"),
        (format!("{XXL} ;variant maasai"), "line 1: no counts"),
        (format!("{XXL} ;variant maasai ;D1"), "line 1: `D1` is neither"),
        (format!("{XXL} ;variant maasai ;D1 x"), "line 1: `D1 x` is neither"),
        (format!("{XXL} ;variant maasai ;D99 1"), "line 1: `D99 1` is neither"),
        (format!("{XXL} ;D1 1"), "line 1: FEN"),
        ("nonsense ;D1 1".into(), "line 1: FEN `nonsense`: 1 fields"),
    ] {
        let name = file("malformed.epd", &content);
        let out = dhow(&["perft", "--epd", &name]).fails(2, message);
        assert_eq!(out, "", "nothing is counted before the suite was read");
    }
    dhow(&["perft", "--epd", "no/such/file"]).fails(2, "error: cannot read no/such/file: ");
    dhow(&["perft", "--epd", &good, "3"]).fails(2, "cannot be used with");
}

#[test]
fn bench_is_deterministic() {
    let nodes = || {
        let out = dhow(&["bench", "--depth", "1", "--hash", "1"]).succeeds();
        let last = out.lines().last().expect("a last line").to_string();
        let words: Vec<&str> = last.split(' ').collect();
        assert_eq!((words.len(), words[1], words[3]), (4, "nodes", "nps"), "{last}");
        assert!(words[2].parse::<u64>().is_ok(), "{last}");
        words[0].parse::<u64>().expect("a number of nodes")
    };
    assert!(nodes() > 0);
    assert_eq!(nodes(), nodes());
    dhow(&["bench", "--depth", "0"]).fails(2, "invalid value '0'");
}

#[test]
fn go_finds_a_mate() {
    let out = dhow(&["go", "--fen", MATE_IN_1, "--depth", "3"]).succeeds();
    assert!(out.contains("12  k  .  ."), "{out}");
    assert!(out.contains("White to move\n"), "{out}");
    assert!(out.contains("#1"), "{out}");
    assert!(out.ends_with("best move: k1k12 (Qk12#)\n"), "{out}");
    let lines = dhow(&["go", "--nodes", "2000", "--multipv", "2", "--hash", "1"]).succeeds();
    assert!(lines.contains(" 1) ") && lines.contains(" 2) "), "{lines}");
    let stopped = dhow_with_input(&["go", "--infinite"], "\n").succeeds();
    assert!(stopped.contains("best move: "), "{stopped}");
    let over = "k9Q1/12/1K10/12/12/12/12/12/12/12/12/12 b - - 1 1";
    let out = dhow(&["go", "--fen", over]).succeeds();
    assert!(out.contains("White mates (1-0)") && out.ends_with("the game is over\n"), "{out}");
    dhow(&["go", "--depth", "1", "--multipv", "0"]).fails(2, "expected a number from 1 to 500");
    dhow(&["go", "--infinite", "--depth", "1"]).fails(2, "cannot be used with");
}

#[test]
fn variants_and_setups() {
    let games = dhow(&["variants"]).succeeds();
    assert_eq!(games.lines().count(), 8);
    let pieces = dhow(&["variants", "maasai"]).succeeds();
    let line = |name| pieces.lines().find(|line| line.contains(name)).expect("a line").to_string();
    assert!(line("Prince").contains("double step from its starting rank"), "{pieces}");
    assert!(line("Crocodile").starts_with("V "), "{pieces}");
    assert!(line("Pawn").contains("promotes to Q G L O D U F"), "{pieces}");
    assert!(line("Pawn").contains("captures en passant"), "{pieces}");
    dhow(&["variants", "shogi"]).fails(2, "the games are metamachy");

    let counts = [
        ("metamachy", 12),
        ("zanzibar-s", 24),
        ("zanzibar-xl", 288),
        ("zanzibar-xl-classic", 288),
        ("zanzibar-xxl", 10080),
        ("maasai", 10080),
    ];
    for (id, count) in counts {
        let counted = dhow(&["setups", "-v", id, "--count"]).succeeds();
        assert_eq!(counted, format!("{count}\n"));
        let mirrored = dhow(&["setups", "--variant", id, "--count", "--mirrors"]).succeeds();
        assert_eq!(mirrored, format!("{}\n", 2 * count));
    }
    let names = dhow(&["setups", "--mirrors"]).succeeds();
    assert_eq!(names.lines().count(), 24);
    assert!(names.lines().any(|name| name == "QK/LG"));
}

/// Output nobody wants to read any more is no error and no panic.
#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_dhow"))
        .args(["setups", "-v", "maasai", "--mirrors"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn boards() {
    let out = dhow(&["board", "e3e5", "e8", "Nd4"]).succeeds();
    assert!(out.contains("\n 4  .  .  . [N]"), "{out}");
    assert!(out.contains("Black to move"), "{out}");
    let flipped = dhow(&["board", "--flip"]).succeeds();
    assert!(flipped.starts_with(" 1  C  M  .  .  .  K  Q"), "{flipped}");
    assert!(flipped.contains("setup: QK/LG\n"), "{flipped}");
    let chosen = dhow(&["board", "-v", "zanzibar-xl", "--setup", "dqko/ulgf"]).succeeds();
    assert!(chosen.contains("setup: DQKO/ULGF\n"), "{chosen}");
    assert!(dhow(&["board", "--setup", "random"]).succeeds().contains("setup: "));
    assert!(dhow(&["board", "--setup", "default"]).succeeds().contains("setup: QK/LG\n"));
    let kings = "6k5/12/12/12/p11/12/12/12/12/12/12/5K6";
    for (fields, reason) in [
        ("b Fg - 3 9", "jump rights `Fg` are none of `Kk`, `K`, `k`, `-`"),
        ("b KQkq - 3 9", "jump rights `KQkq` are none of"),
        ("b Kk e13 3 9", "en passant square `e13` is neither a square nor `-`"),
        ("b Kk e5 3 9", "no double step can just have passed over the en passant square e5"),
        ("b Kk - 101 9", "halfmove counter `101` is not a number from 0 to 100"),
        ("b Kk - 3 0", "fullmove counter `0` is not a number from 1 to 9999"),
        ("b Kk - 3 9 x", "7 fields"),
    ] {
        dhow(&["board", "--fen", &format!("{kings} {fields}")]).fails(2, reason);
    }
    dhow(&["board", "e3e5", "e3e5"]).fails(2, "error: move 2: `e3e5`: no Black piece on e3");
    dhow(&["board", "Kf5"]).fails(2, "error: move 1: `Kf5`: no King can legally move so");
    dhow(&["board", "hello"]).fails(2, "error: move 1: `hello` is not a move such as");
}

#[test]
fn pictures() {
    let path = file("board.svg", "");
    assert_eq!(dhow(&["board", "-v", "maasai", "--svg", &path]).succeeds(), "");
    let picture = std::fs::read_to_string(&path).expect("the picture");
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    assert_eq!(picture.matches("<use ").count(), 96);
    assert_eq!(picture, dhow(&["board", "-v", "maasai", "--svg", "-"]).succeeds());
    dhow(&["board", "--svg", "no/such/folder/b.svg"]).fails(2, "cannot write no/such/folder/b.svg");
}

#[test]
fn pgn_files() {
    let game = |result: &str, moves: &str| {
        format!("[Variant \"metamachy\"]\n[FEN \"{MATE_IN_1}\"]\n\n{moves} {result}\n\n")
    };
    let good = file("good.pgn", &(game("1-0", "1. Qk12#") + &game("*", "Kb9 Kb11 2. Qk10")));
    assert_eq!(
        dhow(&["pgn", &good]).succeeds(),
        "game 1: metamachy, 1 ply, 1-0, White mates\n\
         game 2: metamachy, 3 plies, *, not decided on the board\n"
    );
    let illegal = file("illegal.pgn", &(game("1-0", "1. Qk12#") + &game("*", "1. Qk12 Kb12")));
    let out = dhow(&["pgn", &illegal]).fails(1, "game 2, line 9: move 1... `Kb12`: no King");
    assert_eq!(out.lines().count(), 1);
    let wrong = file("wrong.pgn", &game("0-1", "1. Qk12"));
    dhow(&["pgn", &wrong]).fails(1, "the result is 0-1, but on the board White mates");
    let unnamed = file("unnamed.pgn", "1. e5 e8 *");
    dhow(&["pgn", &unnamed]).fails(2, "say it with -v");
    assert_eq!(
        dhow(&["pgn", "-v", "metamachy", &unnamed]).succeeds(),
        "game 1: metamachy, 2 plies, *, not decided on the board\n"
    );
    let open = file("open.pgn", "1. e5 {");
    dhow(&["pgn", &open]).fails(2, "game 1, line 1: the comment that starts here has no end");
    dhow(&["pgn", &file("empty.pgn", "")]).fails(2, "holds no games");
    dhow(&["pgn", "no/such/file"]).fails(2, "cannot read no/such/file");
    let piped = dhow_with_input(&["pgn", "-"], &game("1-0", "1. Qk12"));
    assert_eq!(piped.succeeds(), "game 1: metamachy, 1 ply, 1-0, White mates\n");
}
