//! Games of the terminal in files: saved, loaded, saved during play and continued.

use crate::common::command::{MATE_IN_1, dhow, dhow_with_input, file};
#[cfg(target_os = "linux")]
use crate::common::terminal::Terminal;
use std::path::PathBuf;

/// A session with a shallow engine.
fn play(args: &[&str], lines: &[&str]) -> String {
    let args = [&["play", "--depth", "1", "--hash", "1"][..], args].concat();
    dhow_with_input(&args, &(lines.join("\n") + "\n")).succeeds()
}

/// A path for a folder of games that does not exist yet.
fn fresh(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

/// The names and contents of the files in a folder.
fn files(folder: &PathBuf) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries
        .map(|entry| std::fs::read_to_string(entry.expect("a file").path()).expect("it"))
        .collect()
}

#[test]
fn games_are_kept_as_they_go_and_taken_up_again() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("games-kept");
    let _ = std::fs::remove_dir_all(&folder);
    let games = folder.to_str().expect("UTF-8");
    let at = |args: &[&str], lines: &[&str]| play(&[&["--games", games], args].concat(), lines);
    dhow(&["play", "--resume", "--games", games]).fails(2, "there is no unfinished game in ");
    assert!(!at(&[], &["help", "quit"]).contains("kept in"), "nothing was played");
    // The input ends, as when a terminal is closed.
    let out = at(&["--side", "both", "--tc", "5+3"], &["e5", "e8"]);
    assert!(
        out.ends_with("games-kept` continues it.\n")
            && out.contains("`dhow play --resume --games "),
        "{out}"
    );
    assert!(at(&[], &["quit"]).starts_with("Your last game is not over: "));
    let out = at(&["--resume"], &["history", "Nd4", "resign"]);
    assert!(out.contains("> 1. e5 e8 *\n") && out.contains("Black 5:0"), "{out}");
    assert!(!out.contains(" plays "), "both sides are still played by people: {out}");
    let files = || std::fs::read_dir(&folder).expect("a folder").count();
    assert_eq!(files(), 1);
    dhow(&["play", "--resume", "--games", games]).fails(2, "there is no unfinished game in ");
    assert!(at(&[], &["e5", "new", "d5", "quit"]).contains("The game is kept in "));
    assert_eq!(files(), 3, "each game has its file");
    dhow(&["play", "--resume", "--no-keep"]).fails(2, "cannot be used with");
    dhow(&["play", "--resume", "-v", "maasai"]).fails(2, "cannot be used with");
    let out = dhow_with_input(&["play", "--games", "/dev/null/no"], "e5\nquit\n").succeeds();
    assert!(out.contains("warning: cannot keep the game in /dev/null/no: "), "{out}");
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

/// A game as a session saves it.
fn kept_game(white: &str, black: &str, tags: &str, moves: &str) -> String {
    format!(
        "[Event \"At home\"]\n[Date \"2001.02.03\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\
         [Variant \"metamachy\"]\n{tags}\n{moves}\n"
    )
}

#[test]
fn a_game_that_goes_on_is_played_as_before() {
    let folder = fresh("games-as-before");
    let games = folder.to_str().expect("UTF-8");
    std::fs::create_dir_all(&folder).expect("space");
    let tags = "[Level \"3\"]\n[MoveTime \"0.05\"]\n[Depth \"2\"]\n";
    let game = kept_game("Dhow 0.1.0", "Player", tags, "1. e5 *");
    std::fs::write(folder.join("a.pgn"), &game).expect("space");
    let resume = ["play", "--resume", "--games", games, "--hash", "1"];
    let out = dhow_with_input(&resume, "level\ne8\nquit\n").succeeds();
    assert!(out.contains("the engine plays at level 3 of 10"), "{out}");
    assert!(out.contains("White plays "), "{out}");
    let [now] = &files(&folder)[..] else { panic!("one game") };
    for tag in ["Event \"At home", "Date \"2001.02.03", "Level \"3", "MoveTime \"0.05", "Depth \"2"]
    {
        assert!(now.contains(&format!("[{tag}\"]\n")), "{tag}: {now}");
    }
    // The present arguments override the file.
    let out = dhow_with_input(
        &[&resume[..], &["--level", "9", "--tc", "0.5+0.25"]].concat(),
        "level\nquit\n",
    );
    assert!(out.succeeds().contains("Black 0:29.9 (White 0:30.0)> the engine plays at level 9"));
}

#[test]
fn the_engine_goes_on_alone() {
    let folder = fresh("games-alone");
    std::fs::create_dir_all(&folder).expect("space");
    let tags = format!("[Level \"10\"]\n[SetUp \"1\"]\n[FEN \"{MATE_IN_1}\"]\n");
    let game = kept_game("Dhow 0.2.0", "Dhow 0.2.0", &tags, "*");
    std::fs::write(folder.join("a.pgn"), &game).expect("space");
    let out = play(&["--resume", "--games", folder.to_str().expect("UTF-8")], &[]);
    assert!(out.contains("White plays ") && !out.contains("> "), "nobody is asked: {out}");
    assert!(out.contains("The game is over: "), "{out}");
    assert!(!files(&folder)[0].contains(" *\n"), "{out}");
}

#[test]
fn load_does_what_pgn_does() {
    let tags = "[TimeControl \"60+0.5\"]\n[WhiteClock \"0:00:40.5\"]\n[BlackClock \"0:00:30\"]\n";
    let game = kept_game("Dhow 0.2.0", "Player", tags, "1. e5 *");
    let path = file("to-load.pgn", &game);
    let at_start = play(&["--pgn", &path], &["quit"]);
    let later = play(&["--tc", "5"], &[&format!("load {path}"), "quit"]);
    for out in [at_start, later.clone()] {
        assert!(out.ends_with("Black 0:29.9 (White 0:40.5)> "), "{out}");
        assert!(out.contains("    l  k  j  i"), "seen from Black's side: {out}");
    }
    assert!(later.contains("Metamachy, from ") && later.contains("; you play Black\n"), "{later}");
}

#[test]
fn a_loaded_game_is_kept_once_it_goes_on() {
    let folder = fresh("games-loaded");
    let games = folder.to_str().expect("UTF-8");
    let path = file("loaded.pgn", &kept_game("Player", "Player", "", "1. e5 e8 *"));
    let over = file("loaded-over.pgn", &kept_game("Player", "Player", "", "1. e5 e8 1-0"));
    let at = |lines: &[&str]| play(&["--games", games], lines);
    for path in [&path, &over] {
        let load = format!("load {path}");
        assert!(!at(&[&load, "board", "quit"]).contains("kept in"));
        play(&["--games", games, "--pgn", path], &["history", "quit"]);
    }
    assert!(files(&folder).is_empty(), "nobody needs a copy");
    at(&[&format!("load {path}"), "d5", "quit"]);
    let one = files(&folder);
    assert!(one.len() == 1 && one[0].contains("2. d5"), "{one:?}");
    // A saved game is continued in its own file.
    let path =
        std::fs::read_dir(&folder).expect("a folder").next().expect("a file").expect("it").path();
    at(&[&format!("load {}", path.display()), "d8", "quit"]);
    let one = files(&folder);
    assert!(one.len() == 1 && one[0].contains("2. d5 d8"), "{one:?}");
}

#[test]
fn a_begun_turn_is_not_dropped_silently() {
    let folder = fresh("games-begun");
    let games = folder.to_str().expect("UTF-8");
    let args = ["-v", "mini-chieftain", "--side", "both", "--games", games];
    let out = play(&args, &["b2c4,g2f4", "b11c9", "history", "quit"]);
    assert!(out.contains("\nbegun: b11c9\n"), "{out}");
    assert!(out.contains(".pgn, without the turn that is begun (b11c9).\n"), "{out}");
}

#[cfg(target_os = "linux")]
#[test]
fn two_sittings_do_not_share_a_game() {
    let folder = fresh("games-twice");
    let games = folder.to_str().expect("UTF-8");
    let mut terminal =
        Terminal::start(&format!("play --side both --ascii --hash 1 --games {games}"));
    terminal.wait_for("White> ");
    terminal.press("e5\r");
    terminal.wait_for("Black> ");
    dhow(&["play", "--resume", "--games", games]).fails(2, ".pgn is open in another session");
    let out = play(&["--games", games, "--side", "both"], &["d5", "quit"]);
    assert!(!out.contains("Your last game"), "{out}");
    terminal.press("\x04");
    terminal.wait_for("--resume");
    assert_eq!(terminal.ends(), Some(0));
    let kept = files(&folder);
    assert_eq!(kept.len(), 2, "two games, and nothing beside them: {kept:?}");
    assert!(play(&["--games", games], &["quit"]).starts_with("Your last game is not over"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_shows_what_is_typed_after_any_end() {
    let dhow = env!("CARGO_BIN_EXE_dhow");
    let play = format!("'{dhow}' play --no-keep --ascii --hash 1");
    let mut thinking = Terminal::run(&format!("{play} --time 600 --side none; stty -a"));
    thinking.wait_for("White thinks");
    thinking.press("\x03");
    // Two signals at once may be delivered as one.
    std::thread::sleep(std::time::Duration::from_millis(100));
    thinking.press("\x03");
    thinking.wait_for(" echo ");
    let stopped = format!("timeout --foreground -s TERM 10 {play} --side both; stty -a");
    let mut prompt = Terminal::run(&stopped);
    prompt.wait_for("White> ");
    prompt.wait_for(" icanon iexten echo ");
}
