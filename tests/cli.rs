//! The command line as a process. The games in the terminal are in `play.rs`.

use crate::common::command::{MATE_IN_1, dhow, dhow_with_input, file};
use dhow::variant::{Setup, find};
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
        "endgame",
        "bench",
        "Examples:",
    ] {
        assert!(help.contains(word), "{word}");
    }
    for command in
        ["play", "xboard", "go", "board", "variants", "setups", "pgn", "perft", "endgame", "bench"]
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
    dhow(&["perft", "99"]).fails(2, "expected a number from 0 to 64");
    dhow(&["perft", "1", "--threads", "0"]).fails(2, "expected a number from 1 to");
    dhow(&["perft", "1", "-v", "checkers"]).fails(2, "the games are metamachy, zanzibar-s");
    dhow(&["perft", "1", "--fen", "x", "--setup", "QK/LG"]).fails(2, "cannot be used with");
    dhow(&["perft", "1", "--fen", "12/12 w - -"])
        .fails(2, "error: FEN `12/12 w - -`: 2 ranks in the placement; the board has 12");
    dhow(&["perft", "1", "--setup", "KK/LG"])
        .fails(2, "error: setup `KK/LG`: `K` is not a chief that is still to be placed");
    dhow(&["perft", "1", "--setup", "QKLG"]).fails(2, "such as QK/LG");
}

#[test]
fn counts_in_shares_add_up() {
    let share = |share: &str| dhow(&["perft", "-v", "zanzibar-xl", "3", "--split", share]).out;
    let shares = ["1/3", "2/3", "3/3"].map(share);
    assert!(shares[1].starts_with("share 2/3 of zanzibar-xl 3 cmzvdqkovzmc/"), "{}", shares[1]);
    let all = dhow_with_input(&["perft", "--sum", "-"], &shares.concat()).succeeds();
    let (what, sum) = all.split_once('\n').expect("two lines");
    assert!(what.starts_with("3 shares of zanzibar-xl 3 cmzvdqkovzmc/"), "{what}");
    assert_eq!(sum, dhow(&["perft", "-v", "zanzibar-xl", "3"]).out);
    dhow_with_input(&["perft", "--sum", "-"], &shares[1])
        .fails(1, "2 of 3 shares are missing: 1, 3");
    dhow_with_input(&["perft", "--sum", "-"], "text").fails(2, "there are no shares");
    dhow(&["perft", "--sum", "nowhere.txt"]).fails(2, "cannot read nowhere.txt");
    dhow(&["perft", "3", "--split", "4/3"]).fails(2, "expected K/N, such as 3/64");
    dhow(&["perft", "3", "--sum", "a"]).fails(2, "cannot be used with");
}

#[test]
fn journals_to_merge_are_named_and_read() {
    dhow(&["match", "-merge"]).fails(2, "a value is required for '--merge <JOURNAL>...'");
    dhow(&["match", "--merge", "nowhere.journal"]).fails(2, "journal nowhere.journal: ");
    dhow(&["match", "-merge", "a", "-games", "3"]).fails(2, "-games: does not go with -merge");
}

const XXL: &str = "cmzvuqkfvzmc/ernbolgdbnre/ssssiwwissss/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/SSSSIWWISSSS/ERNBOLGDBNRE/CMZVUQKFVZMC w Kk - 0 1";

const MINI: &str = "1hcssch1/1nm2mn1/8/m2mm2m/1m4m1/8/8/1M4M1/M2MM2M/8/1NM2MN1/1HCSSCH1 w - - 0 1";

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
        (format!("{XXL} ;variant maasai ;option x ;D1 1"), "line 1: maasai has no option `x`"),
        (format!("{MINI} ;variant mini-chieftain ;option x ;D1 1"), "it has exchange, free-scouts"),
        (format!("{XXL} ;D1 1"), "line 1: FEN"),
        ("nonsense ;D1 1".into(), "line 1: FEN `nonsense`: 1 field;"),
    ] {
        let name = file("malformed.epd", &content);
        let out = dhow(&["perft", "--epd", &name]).fails(2, message);
        assert_eq!(out, "", "nothing is counted before the suite was read");
    }
    dhow(&["perft", "--epd", "no/such/file"]).fails(2, "error: cannot read no/such/file: ");
    dhow(&["perft", "--epd", &good, "3"]).fails(2, "cannot be used with");
}

#[test]
fn suites_switch_options_on() {
    let lines =
        [("", "58"), (";option exchange", "60"), (";option free-scouts;option exchange", "60")];
    let lines =
        lines.map(|(on, count)| format!("{MINI} {on} ;variant mini-chieftain ;D1 {count}\n"));
    let suite = file("options.epd", &lines.concat());
    let run = dhow(&["perft", "--epd", &suite]);
    assert!(run.out.contains("3 of 3 positions ok, 178 nodes\n"), "{}", run.out);
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
    assert_eq!(games.lines().count(), 21);
    let pieces = dhow(&["variants", "maasai"]).succeeds();
    let line = |name| pieces.lines().find(|line| line.contains(name)).expect("a line").to_string();
    assert!(line("Prince").contains("double step from its 3rd rank"), "{pieces}");
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

    let epd = dhow(&["setups", "-v", "zanzibar-xl", "--epd"]).succeeds();
    assert_eq!(epd.lines().count(), 288);
    let variant = find("zanzibar-xl").expect("a game");
    let setups = Setup::all(variant).into_iter().filter(Setup::king_on_left);
    for (line, setup) in epd.lines().zip(setups) {
        let (fen, id) = line.split_once(" id ").expect("an id");
        assert!(setup.fen(variant).starts_with(fen), "{line}");
        assert_eq!((fen.split(' ').count(), id), (4, &*format!("\"{}\";", setup.name())));
    }
    dhow(&["setups", "--epd", "--count"]).fails(2, "cannot be used with");
}

/// Runs the program with an output that nobody reads, and returns the exit code and the errors. The output is a socket
/// that is shut down: a pipe would stay open as long as any process holds a copy of its end.
#[cfg(unix)]
fn unread(arguments: &[&str]) -> (Option<i32>, String) {
    use std::os::{fd::OwnedFd, unix::net::UnixStream};
    let (output, reader) = UnixStream::pair().expect("a pair of sockets");
    reader.shutdown(std::net::Shutdown::Both).expect("it is open");
    let result = Command::new(env!("CARGO_BIN_EXE_dhow"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(OwnedFd::from(output))
        .output()
        .expect("the program starts");
    (result.status.code(), String::from_utf8(result.stderr).expect("UTF-8"))
}

/// An output that nobody reads any more causes neither an error nor a panic.
#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let commands: [&[&str]; 10] = [
        &["setups", "-v", "maasai", "--mirrors"],
        &["variants"],
        &["variants", "maasai"],
        &["perft", "--divide", "2"],
        &["bench", "--depth", "1"],
        &["board"],
        &["board", "--svg", "-"],
        &["go", "--depth", "3"],
        &["play"],
        &["--help"],
    ];
    for arguments in commands {
        assert_eq!(unread(arguments), (Some(0), String::new()), "{arguments:?}");
    }
}

/// Success would mean that everything was verified.
#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_success_of_a_verification() {
    let suite = file("unread.epd", &format!("{MATE_IN_1} ;D1 38\n"));
    let games = file("unread.pgn", "[Variant \"maasai\"]\n\n1. e5 *\n");
    for arguments in [["perft", "--epd", &suite], ["pgn", &games, "-vmaasai"]] {
        let (code, errors) = unread(&arguments);
        assert_eq!(code, Some(1), "{errors}");
        assert!(errors.starts_with("error: the results cannot be written: "), "{errors}");
    }
}

/// Other users may have written to the folder of XBoard's files.
#[cfg(unix)]
#[test]
fn files_for_xboard_are_nobody_elses() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = |name: &str| {
        let path =
            std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("xboard-files").join(name);
        std::fs::create_dir_all(&path).expect("a folder");
        path
    };
    let _ = std::fs::remove_dir_all(folder(""));
    let (programs, temporary, elsewhere) = (folder("bin"), folder("tmp"), folder("elsewhere"));
    let xboard = programs.join("xboard");
    std::fs::write(&xboard, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n").expect("a script");
    std::fs::set_permissions(&xboard, std::fs::Permissions::from_mode(0o755)).expect("a script");
    let version = concat!("xboard-", env!("CARGO_PKG_VERSION"));
    std::fs::create_dir(temporary.join("dhow")).expect("a folder");
    symlink(&elsewhere, temporary.join("dhow").join(version)).expect("a link");
    let mut settings = std::collections::BTreeSet::new();
    for home in [None, Some(""), Some("relative"), Some("/dev/null")] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dhow"));
        command.arg("xboard").env("PATH", &programs).env("TMPDIR", &temporary);
        command.env_remove("XDG_CACHE_HOME").env_remove("HOME").current_dir(&elsewhere);
        home.map(|home| command.env("HOME", home));
        let output = command.output().expect("it starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let said = String::from_utf8(output.stdout).expect("UTF-8");
        let file =
            std::path::Path::new(said.lines().next().expect("a line").trim_start_matches('@'));
        assert!(file.is_file() && file.starts_with(&temporary), "{said}");
        let parent = file.parent().expect("a folder");
        let mode = std::fs::metadata(parent).expect("a folder").permissions().mode();
        assert_eq!(mode & 0o777, 0o700, "{}", parent.display());
        assert!(settings.insert(file.to_path_buf()), "{said}");
    }
    assert_eq!(std::fs::read_dir(&elsewhere).expect("a folder").count(), 0);
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
        ("b Fg - 3 9", "jump rights `Fg` are not one of `Kk`, `K`, `k`, `-`"),
        ("b KQkq - 3 9", "jump rights `KQkq` are not one of"),
        ("b Kk e13 3 9", "en passant square `e13` is neither a square nor `-`"),
        ("b Kk e5 3 9", "no double step can just have passed over the en passant square e5"),
        ("b Kk - 65536 9", "halfmove counter `65536` is not a number from 0 to 65535"),
        ("b Kk - 3 -1", "fullmove counter `-1` is not a number from 1 to 999999999"),
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
    dhow(&["pgn", &unnamed]).fails(2, "name it with -v");
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

#[test]
fn pgn_for_game_courier() {
    let placed = "k e7-g12; q f7-f12; g g7-g11; l h7-f11";
    let moves = format!("{placed}\n1. P e3-e5 // so\n1... n c11-d9\n");
    let courier = |text: &str| dhow_with_input(&["pgn", "-v", "metamachy", "-"], text);
    assert_eq!(
        courier(&moves).succeeds(),
        "game 1: metamachy, 2 plies, *, not decided on the board\n"
    );
    let to = ["pgn", "--to", "game-courier", "-"];
    let pgn = "[Variant \"metamachy\"]\n\n1. e5 {so} Nd9 (1... e8) *\n";
    let once = format!("// [Variant \"metamachy\"]\n{moves}// [Result \"*\"]\n");
    let out = dhow_with_input(&to, &pgn.repeat(2)).succeeds();
    assert_eq!(out, once.repeat(2));
    assert_eq!(dhow_with_input(&to, &out).succeeds(), out);
    for (text, code, reason) in [
        ("P e3-e5; Q-e4", 2, "line 1: move 1. `P e3-e5; Q-e4`: the promotion is on e4"),
        ("\nk e7-f12; q f7-f12", 2, "line 2: Black's placing of the chiefs: K and Q are placed"),
        ("P e3-e9", 1, "move 1. `e3e9`: the Pawn on e3 cannot go there"),
    ] {
        courier(text).fails(code, reason);
    }
    dhow_with_input(&to, "[Variant \"metamachy\"]\n\n1. e9 *").fails(2, "move 1. `e9`: no Pawn");
}

#[test]
fn endgame_solves() {
    let detail = dhow(&["endgame", "Q"]).succeeds();
    for text in [
        "King and Queen against a bare King (Metamachy)",
        "won            always",
        "White to move  100.000% won: 2090220 of 2090220 positions",
        "moves to mate  15 at most",
        "all within the 50-move rule",
        "longest win    12/12",
        " 1. Q",
    ] {
        assert!(detail.contains(text), "{text}:\n{detail}");
    }
    let mate = detail.lines().find(|line| line.contains(" 1. Q")).expect("a line");
    assert!(mate.contains(" 15. ") && !mate.contains(" 16. ") && mate.ends_with('#'), "{mate}");
    // The piece is found in the first game that has it.
    assert!(dhow(&["endgame", "z", "--threads", "1"]).succeeds().contains("(Zanzibar-S)"));
    let rows = dhow(&["endgame", "--all", "-v", "maasai"]).succeeds();
    let row = |letter: &str| rows.lines().find(|row| row.starts_with(letter)).expect(letter);
    assert_eq!(rows.lines().count(), 2 + 19, "{rows}");
    assert!(row("R ").contains("always") && row("R ").contains("  25  "), "{rows}");
    assert!(row("N ").contains("never"), "{rows}");
    let markdown = dhow(&["endgame", "R", "N", "--markdown"]).succeeds();
    let lines: Vec<&str> = markdown.lines().collect();
    assert!(lines[0].starts_with("| ending | won | White % |"), "{markdown}");
    assert!(lines[2].starts_with("| R | always | 100.000 | 95.186 | 25 | 15.7 | 0.000 | 12/"));
    assert_eq!(lines[3], "| N | never | 0.000 | 0.000 | 0 | 0.0 | 0.000 |  |");
    // It is listed once although it was given twice.
    let rows = dhow(&["endgame", "P", "P", "--all", "-v", "metamachy"]).succeeds();
    assert_eq!(rows.lines().filter(|row| row.starts_with("P ")).count(), 1, "{rows}");
}

#[test]
fn endgame_writes_json() {
    let json = dhow(&["endgame", "R", "N", "--json"]).succeeds();
    let endings: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let class = |index: usize| &endings[index]["classes"][0];
    assert_eq!(endings[0]["ending"], "R");
    assert_eq!((&class(0)["longest"], &class(0)["verdict"]), (&25.into(), &"always".into()));
    let by_moves = class(0)["by_moves"].as_array().expect("an array");
    let won: u64 = by_moves.iter().filter_map(serde_json::Value::as_u64).sum();
    assert_eq!((by_moves.len(), class(0)["white_to_move"]["won"].as_u64()), (26, Some(won)));
    assert_eq!(class(0)["example"]["line"].as_array().map(Vec::len), Some(49));
    assert_eq!((&class(1)["longest"], &class(1)["example"]), (&0.into(), &serde_json::Value::Null));
}

#[test]
fn endgame_judges_positions() {
    let judged = |side| {
        let fen = format!("12/12/12/12/5k6/12/12/3K8/12/2L9/12/12 {side} 1");
        dhow(&["endgame", "--fen", &fen]).succeeds()
    };
    let line = judged("w - - 0");
    assert!(line.starts_with("White mates in 6\n1. L"), "{line}");
    assert!(line.trim_end().ends_with('#'), "{line}");
    assert!(judged("b - - 0").starts_with("White mates in 6\n1... K"));
    assert!(judged("b - - 95").starts_with("White mates in 6, but for the 50-move rule\n"));
    let drawn = "12/12/12/12/5k6/12/12/3K8/12/2N9/12/12 w - - 0 1";
    assert_eq!(dhow(&["endgame", "--fen", drawn]).succeeds(), "drawn\n");
    let mate = "K1k9/12/1q10/12/12/12/12/12/12/12/12/12 b - - 0 1";
    let mate = dhow(&["endgame", "--fen", mate]).succeeds();
    assert!(mate.starts_with("Black mates in 1\n1... Qa") && mate.ends_with("#\n"), "{mate}");
}

#[test]
fn endgame_refuses() {
    dhow(&["endgame"]).fails(2, "PIECES");
    dhow(&["endgame", "Y"]).fails(2, "error: no game has the pieces `Y`");
    dhow(&["endgame", "H", "-v", "maasai"]).fails(2, "error: `H` is not a piece of Maasai Chess");
    dhow(&["endgame", "QQ"]).fails(2, "error: no game has the pieces `QQ`");
    dhow(&["endgame", "K"]).fails(2, "error: an ending needs a piece beside the King");
    dhow(&["endgame", "P+N"]).fails(2, "error: a Pawn promotes; such a piece is solved alone only");
    dhow(&["endgame", "Q+R+B+N"]).fails(2, "error: 4 pieces beside the King; at most 3");
    dhow(&["endgame", "B+N+N"]).fails(2, "King+N+N+B against a bare King takes ");
    dhow(&["endgame", "B+N", "--memory", "100"]).fails(2, "takes 173 MiB; allowed are 100");
    dhow(&["endgame", "Q", "--fen", "x"]).fails(2, "cannot be used with");
    dhow(&["endgame", "--fen", "x"]).fails(2, "error: FEN `x`");
    let start = "kn10/12/12/12/12/12/12/12/12/12/12/KQ10 w - - 0 1";
    dhow(&["endgame", "--fen", start]).fails(2, "error: neither King is bare");
    dhow(&["endgame", "Q", "-v", "checkers"]).fails(2, "the games are metamachy");
}

#[test]
fn shells_and_manuals() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(dhow(&["completions", shell]).succeeds().contains("perft"), "{shell}");
    }
    assert!(dhow(&["man"]).succeeds().contains(".SH SUBCOMMANDS"));
    let folder = format!("{}/man", env!("CARGO_TARGET_TMPDIR"));
    dhow(&["man", &folder]).succeeds();
    let page = std::fs::read_to_string(format!("{folder}/dhow-play.1")).expect("a page");
    assert!(page.contains("resume"), "{page}");
    dhow(&["plya"]).fails(2, "a similar subcommand exists: 'play'");
    let nosuch = dhow(&["nosuch"]);
    assert!(!nosuch.err.contains("similar"), "{}", nosuch.err);
}
