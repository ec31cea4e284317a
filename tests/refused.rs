//! Resources that the system refuses, and files without an end: the program reports an error, and neither panics nor
//! hangs.
#![cfg(target_os = "linux")]

use crate::common::command::{Run, file};
use crate::tournament::{endings, engine, fresh};
use std::process::{Command, Stdio};

/// Runs the program with these limits of a shell and these environment variables.
fn dhow_within(limits: &str, environment: &[(&str, &str)], args: &[&str]) -> Run {
    let script = format!("{limits} && exec \"$0\" \"$@\"");
    let output = Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_dhow")])
        .args(args)
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert!(!err.contains("panicked"), "{args:?}: {err}");
    Run { code: output.status.code().expect("an exit code, not a signal"), out, err }
}

/// Runs the program where the system grants only threads with an explicit stack size.
fn without_threads(args: &[&str]) -> Run {
    // A number of bytes larger than the address space.
    let stack = (1u64 << 47).to_string();
    dhow_within("true", &[("RUST_MIN_STACK", &stack)], args)
}

/// A file of games to learn from.
fn games(name: &str) -> String {
    let path = fresh(name);
    let args = ["datagen", "--nodes", "30", "--games", "4", "-v", "metamachy", &path];
    let run = dhow_within("true", &[], &args);
    assert_eq!(run.code, 0, "{}", run.err);
    path
}

#[test]
fn without_threads_there_is_a_message_or_one_thread_does_it() {
    let (games, network) = (games("one-thread.dat"), fresh("one-thread.nnue"));
    let new = |name: &str| fresh(&format!("one-thread.{name}"));
    let two = ["-engine", "cmd=self", "-engine", "cmd=self", "-each", "nodes=9"];
    let refused: [(&[&str], i32, &str); 5] = [
        (
            &[&["match"], &two[..]].concat(),
            2,
            "error: the system grants no thread to hear signals: ",
        ),
        (
            &["setups", "--rank", "--sample", "5"],
            2,
            "error: the system grants no thread to hear signals: ",
        ),
        (
            &["datagen", "--nodes", "9", "--threads", "3", &new("more.dat")],
            2,
            "error: cannot start 1 threads",
        ),
        (&["go", "--infinite"], 2, "error: cannot start 1 threads"),
        (&["perft", "--threads", "3", "3"], 0, "warning: the system grants 1 of 3 threads"),
    ];
    for (args, code, message) in refused {
        without_threads(args).fails(code, message);
    }
    without_threads(&["endgame", "-v", "metamachy", "Q"]).succeeds();
    without_threads(&["tune", "--steps", "2", "--out", &new("txt"), &games]).succeeds();
    let small = ["--units", "32", "--epochs", "1", "--batch", "128", "--threads", "2"];
    let train = [&["train", "--out", &network, &games], &small[..]].concat();
    without_threads(&train).fails(0, "warning: the system grants 1 of 2 threads");
    let (spsa, kept) = (["spsa", "--pairs", "1", "--nodes", "9", "--threads", "2"], new("spsa"));
    without_threads(&[&spsa[..], &["-v", "metamachy", &kept]].concat())
        .fails(2, "error: cannot start 1 threads");
}

/// The global thread pool of rayon is created by any parallel computation outside of another pool, and panics if the
/// system refuses its threads. In this test it would need more threads than the system grants.
#[test]
fn nothing_needs_a_global_pool_of_threads() {
    let (games, network) = (games("no-global-pool.dat"), fresh("no-global-pool.nnue"));
    let new = |name: &str| fresh(&format!("no-global-pool.{name}"));
    let train = ["train", "--out", &network, "--threads", "2", "--units", "32", "--epochs", "1"];
    let datagen = ["datagen", "--nodes", "9", "--games", "4", "--threads", "2", &new("more.dat")];
    let commands: [&[&str]; 8] = [
        &datagen,
        &["tune", "--steps", "2", "--out", &new("txt"), &games],
        &[&train[..], &["--batch", "128", &games]].concat(),
        &["endgame", "-v", "metamachy", "--threads", "2", "Q"],
        &["perft", "--threads", "2", "3"],
        &["perft", "--threads", "2", "--split", "1/3", "3"],
        &["setups", "--rank", "--sample", "5", "--openings", "3", "--nodes", "9", "--threads", "2"],
        &["go", "--nodes", "99", "--threads", "2", "--hash", "1"],
    ];
    for args in commands {
        let run = dhow_within("ulimit -v 8000000", &[("RAYON_NUM_THREADS", "60000")], args);
        assert_eq!(run.code, 0, "{args:?}: {}", run.err);
    }
}

/// There are resources for some of the games only. Each engine sleeps in its third turn, so that all games begin before
/// the first one ends.
#[test]
fn a_tournament_goes_on_with_the_games_there_is_room_for() {
    let journal = fresh("room.journal");
    // Random openings are made one after the other.
    let openings = file("room.epd", "6k5/12/1p10/12/P11/12/12/12/12/12/12/6K5 w - - 0 1\n");
    let engines = [engine("uci", "slow"), engine("uci", "legal")].concat();
    let flags = "-each tc=60 -maxmoves 4 -games 12 -concurrency 12 -openings FILE -journal";
    let flags = flags.replace("FILE", &format!("file={openings}"));
    let mut args = vec!["match".to_string()];
    args.extend(engines);
    args.extend(flags.split(' ').map(String::from));
    args.push(journal.clone());
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let run = dhow_within("ulimit -n 30", &[], &args);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(endings(&run.out).len(), 12, "{}", run.out);
    assert!(run.err.contains("games at once from now on: "), "{}", run.err);
    let started = run.out.lines().filter(|line| line.starts_with("Started game")).count();
    assert_eq!(started, 12, "each is reported once");
    let journal = std::fs::read_to_string(&journal).expect("the journal");
    assert_eq!(journal.lines().filter(|line| line.starts_with("{\"game\"")).count(), 12);
    // There are no resources for any game.
    let run = dhow_within("ulimit -n 9", &[], &args);
    run.fails(2, "the system refuses to start");
}

#[test]
fn devices_are_refused_by_every_reader() {
    let (zero, new) = ("/dev/zero", file("devices.out", ""));
    let engines = ["match", "-engine", "cmd=self", "-engine", "cmd=self", "-each", "nodes=9"];
    let commands: [&[&str]; 20] = [
        &["perft", "--epd", zero],
        &["perft", "--sum", zero],
        &["epd", zero],
        &["pgn", zero],
        &["annotate", zero],
        &["puzzles", zero],
        &["board", "--pgn", zero],
        &["play", "--pgn", zero],
        &["check-variants", zero],
        &["perft", "--variants", zero, "1"],
        &["datagen", zero],
        &["datagen", "--stats", zero],
        &["tune", zero],
        &["train", "--out", &new, zero],
        &["train", "--out", &new, "--from", zero, &new],
        &["spsa", zero],
        &["compare", "--change", "see_quiet=90", zero],
        &["match", "-merge", zero],
        &[&engines[..], &["-openings", "file=/dev/zero", "format=epd"]].concat(),
        &[&engines[..], &["-engines", zero, "-engine", "conf=x"]].concat(),
    ];
    for args in commands {
        let run = dhow_within("ulimit -v 4000000", &[], args);
        assert!(run.err.contains("is a device"), "{args:?}: {}", run.err);
        assert_eq!(run.code, 2, "{args:?}: {}", run.err);
    }
}
