//! Games with leaders on the command line: turns of several moves typed, shown, saved and analysed.

use crate::common::command::{dhow, dhow_with_input, file};
use dhow::game::Game;
use dhow::variant::VARIANTS;

const MINI: &str = "1hcssch1/1nm2mn1/8/m2mm2m/1m4m1/8/8/1M4M1/M2MM2M/8/1NM2MN1/1HCSSCH1 w - - 0 1";

/// White wins by a1b2 and h1g2, in either order.
const WIN_IN_1: &str = "8/8/8/8/8/8/8/8/8/8/1c4c1/C6C w - - 0 1";

/// A session with a shallow engine.
fn play(args: &[&str], lines: &[&str]) -> String {
    let shallow = ["play", "-v", "mini-chieftain", "--depth", "1", "--hash", "1", "--ascii"];
    let args = [&shallow[..], args].concat();
    dhow_with_input(&args, &(lines.join("\n") + "\n")).succeeds()
}

#[track_caller]
fn contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "expected {part:?} in\n{text}");
    }
}

#[test]
fn a_turn_is_typed_move_by_move() {
    let out = play(
        &["--side", "both"],
        &["b2c4", "c4d6", "h4h5", "moves", "moves c4", "end", "b11c9", "g11f9", "quit"],
    );
    contains(
        &out,
        &[
            "White to move\nturn: 0 of 2 moves made; leaders free: c1 f1\nWhite> ",
            "\n 1  . (H)<C>(S)(S)<C>(H) .\n",
            "White to move\nturn: 1 of 2 moves made; leaders free: f1\nWhite> ",
            "\n 4  M  . [N](M)(M) .  . (M)\n",
            "`c4d6`: the Scout on c4 has moved in this turn already (`help` lists the commands)",
            "\n58 moves of 14 pieces\nBlack> no legal moves\n",
            "Black> `end`: a turn has at least one move",
            "turn: 1 of 2 moves made; leaders free: f12\nBlack> ",
        ],
    );
    assert!(out.ends_with("leaders free: c1 f1\nWhite> "), "{out}");
    let ended = play(&["--side", "both"], &["b2c4", "moves", "end", "fen", "quit"]);
    contains(&ended, &["\nWhite> C c1    a1 a2 a3 b2 b3 c3 d2 d3 e2 e3\n", ", or `end`\n"]);
    let fen = "1hcssch1/1nm2mn1/8/m2mm2m/1m4m1/8/8/1M4M1/M1NMM2M/8/2M2MN1/1HCSSCH1 b - - 1 1";
    contains(&ended, &[fen]);
}

#[test]
fn a_turn_is_typed_whole() {
    let out = play(
        &["--side", "both"],
        &[
            "b2c4, g2f4",
            "fen",
            "undo",
            "undo",
            "g2f4",
            "b2c4,c2c3",
            "b2c4",
            "fen",
            "undo",
            "undo",
            "fen",
            "quit",
        ],
    );
    let fen = "1hcssch1/1nm2mn1/8/m2mm2m/1m4m1/8/8/1M4M1/M1NMMN1M/8/2M2M2/1HCSSCH1 b - - 1 1";
    assert_eq!(out.matches(fen).count(), 2, "{out}");
    contains(&out, &["`c2c3`: the turn is over before it", MINI]);
    // The move after a comma ends the turn, wherever it began.
    let typed = "b2c4\ng2f4,j2k4\nquit\n";
    let args = ["play", "-v", "chieftain", "--side", "both"];
    let rest = dhow_with_input(&args, typed).succeeds();
    assert!(rest.ends_with("Black> "), "{rest}");
}

#[test]
fn undo_within_a_turn_and_at_its_start() {
    let out = play(&[], &["b2c4", "fen", "undo", "fen", "b2c4", "end", "undo", "fen", "quit"]);
    contains(&out, &[&format!("White> {MINI}, b2c4 made\n"), "Black plays "]);
    assert_eq!(out.matches(&format!("White> {MINI}\n")).count(), 2, "{out}");
    let out =
        play(&["--side", "both"], &["undo", "b2c4,g2f4", "b11c9", "undo", "undo", "undo", "fen"]);
    contains(&out, &["nothing to take back", &format!("White> {MINI}\n")]);
}

#[test]
fn the_engine_shows_its_turn_and_gives_hints_of_turns() {
    let out = play(&[], &["last", "hint", "b2c4", "hint", "g2f4", "last", "go", "quit"]);
    contains(&out, &["no turn was made yet", "hint: ", "\n  1. ", "\nBlack plays ", "\nBlack: "]);
    contains(&out, &["\nWhite plays "]);
    let hint = out.lines().find_map(|line| line.strip_prefix("White> hint: ")).expect("a hint");
    let moves = hint.split(", then end").next().expect("a text").split(',').count();
    assert!((1..=2).contains(&moves), "{hint}");
    // During a turn, the engine finishes the turn that a person began.
    let out = play(&[], &["b2c4", "go", "quit"]);
    assert!(out.ends_with("Black> "), "{out}");
    let out = play(&["--clock", "1+1"], &["b2c4,g2f4", "quit"]);
    contains(&out, &["(engine 1:00)> "]);
    let out = play(&["--side", "none", "--fen", WIN_IN_1], &[]);
    contains(&out, &["takes Chieftain", "The game is over: White captures the last leader, 1-0."]);
}

#[test]
fn games_end_in_mid_turn_and_are_saved_and_loaded() {
    let pgn = file("turns.pgn", "");
    let [save, load] = ["save!", "load"].map(|command| format!("{command} {pgn}"));
    let out = play(
        &["--side", "both", "--fen", WIN_IN_1],
        &["a1b2", &save, "h1g2", "moves", "g2g3", &save, "undo", &load, "quit"],
    );
    contains(
        &out,
        &[
            &format!("saved to {pgn}, without the turn that is begun (a1b2)\n"),
            "The game is over: White captures the last leader, 1-0.\nover> no legal moves\n",
            "over> The game is over: White captures the last leader, 1-0.\n`undo`, `new`,",
            "over> \n12 ",
            &format!("White> Mini-Chieftain, from {pgn}; you play both sides\n"),
        ],
    );
    assert_eq!(out.matches("The game is over: ").count(), 3, "{out}");
    let saved = std::fs::read_to_string(&pgn).expect("the game");
    contains(&saved, &["1. a1b2,h1g2 {White captures the last leader} 1-0"]);
    let checked = dhow(&["pgn", &pgn]).succeeds();
    contains(&checked, &["game 1: mini-chieftain, ", "1-0, White captures the last leader"]);

    let unfinished = file("unfinished.pgn", "");
    let [save, load] = ["save!", "load"].map(|command| format!("{command} {unfinished}"));
    play(&["--side", "both"], &["b2c4,g2f4", "b11c9", "end", "c4d6", &save, "quit"]);
    let out = play(&[], &[&load, "fen", "resign", &save, "new", &load, "undo", "quit"]);
    let fen = "1hcssch1/2m2mn1/8/m1nmm2m/1m4m1/8/8/1M4M1/M1NMMN1M/8/2M2M2/1HCSSCH1 w - - 2 2";
    contains(&out, &[fen, "The game is over: as the file says, 0-1."]);
    assert!(out.ends_with("White> "), "{out}");

    let bad = file("bad.pgn", "[Variant \"mini-chieftain\"]\n\n1. b2c4,b2c4 *\n");
    let maasai = file("maasai.pgn", "[Variant \"maasai\"]\n\n1. e5 e8 *\n");
    let [bad, maasai] = [bad, maasai].map(|path| format!("load {path}"));
    let out = play(&[], &["load", "load no/such.pgn", &bad, "fen", &maasai, "quit"]);
    contains(&out, &["load what?", "cannot load no/such.pgn: ", MINI, "Maasai Chess, from "]);
    contains(&out, &["bad.pgn: game 1, line 3: move 1. `b2c4`: "]);
}

#[test]
fn draws_setups_and_help() {
    let out = play(&[], &["draw", "setup QK", "help", "flip", "new", "quit"]);
    contains(&out, &["the engine plays on\n", "this game has one start array\n"]);
    contains(&out, &["  end                  end your turn", "<C> is a leader that may still"]);
    contains(&out, &["\n 1  . (H)<C>(S)(S)<C>(H) .\n 2", "    h  g  f  e  d  c  b  a"]);
    let out = play(&["--side", "both"], &["draw", "undo", "draw", "quit"]);
    assert_eq!(out.matches("The game is over: Draw by agreement, 1/2-1/2.").count(), 2, "{out}");
    // Black has nothing to choose in these games.
    let out = play(&["--side", "black"], &["new", "quit"]);
    assert!(!out.contains("setup"), "{out}");
    contains(&out, &["White plays "]);
    let metamachy = dhow_with_input(&["play"], "help\nquit\n").succeeds();
    assert!(metamachy.contains("  setup CODE") && !metamachy.contains("  end "), "{metamachy}");
}

#[test]
fn boards_of_all_games_fit_the_terminal() {
    for variant in VARIANTS.iter().filter(|variant| variant.command.is_some()) {
        let rows = variant.ranks;
        for flip in [&[][..], &["--flip"]] {
            let args = [&["board", "-v", &variant.id, "--command"], flip].concat();
            let out = dhow(&args).succeeds();
            let board: Vec<&str> = out.lines().take(rows + 1).collect();
            assert!(board.iter().all(|line| line.len() <= 120), "{out}");
            let names: Vec<&str> = board[rows].split_whitespace().collect();
            assert_eq!(names.len(), variant.files);
            let (first, last) = if flip.is_empty() { (rows, 1) } else { (1, rows) };
            assert!(board[0].trim_start().starts_with(&format!("{first} ")), "{out}");
            assert!(board[rows - 1].trim_start().starts_with(&format!("{last} ")), "{out}");
            let most = Game::new(variant).position().moves_left();
            contains(&out, &[&format!("\nturn: 0 of {most} moves made; leaders free: ")]);
        }
        let svg = dhow(&["board", "-v", &variant.id, "--svg", "-"]).succeeds();
        let width = format!("width=\"{}\"", variant.files * 50 + 52);
        contains(&svg, &[&width, &format!("<title>{}: {}</title>", variant.name, variant.start)]);
        let last_file = if variant.files > 26 { ">ad</text>" } else { "</text>" };
        contains(&svg, &[last_file]);
        let men = variant.start_placement().chars().filter(char::is_ascii_alphabetic).count();
        assert_eq!(svg.matches("<use ").count(), men);
    }
}

#[test]
fn boards_after_moves_and_turns() {
    let board =
        |moves: &[&str]| dhow(&[&["board", "-v", "mini-chieftain", "--command"], moves].concat());
    let out = board(&["b2c4,g2f4", "b11c9"]).succeeds();
    contains(
        &out,
        &["\n 9  m  . [n](m)", "\nBlack to move\nturn: 1 of 2 moves made", ", b11c9 made\n"],
    );
    let out = board(&["b2c4", "end"]).succeeds();
    contains(&out, &["\n 4  M  . [N] M", "\nBlack to move\nturn: 0 of 2"]);
    board(&["b2c4,g2f4", "b2c4"]).fails(2, "error: move 2: `b2c4`: no Black piece on b2");
    board(&["b5b6"]).fails(2, "no leader with an activation left commands the Warrior on b5");
    let over =
        dhow(&["board", "-v", "mini-chieftain", "--command", "--fen", WIN_IN_1, "a1b2,h1g2"]);
    contains(
        &over.succeeds(),
        &["White captures the last leader (1-0)", " 2  . [C] .  .  .  . [C] ."],
    );
}

#[test]
fn go_tells_turns() {
    let go = |args: &[&str]| {
        let args = [&["go", "-v", "mini-chieftain", "--hash", "1"], args].concat();
        dhow(&args).succeeds()
    };
    let out = go(&["--fen", WIN_IN_1, "--depth", "3"]);
    let best = out.lines().last().expect("a line");
    let turns = ["best turn: a1b2,h1g2", "best turn: h1g2,a1b2"];
    assert!(turns.contains(&best), "{out}");
    let out = go(&["--depth", "3", "--multipv", "2"]);
    let line = out.lines().find(|line| line.contains("depth  3")).expect("a line of three moves");
    assert!(line.contains("  1. ") && line.contains(','), "{line}");
    contains(&out, &["\nturn: 0 of 2 moves made", "\nbest turn: ", " 2) "]);
}

#[test]
fn variants_tell_of_leaders_turns_and_options() {
    let games = dhow(&["variants"]).succeeds();
    let game = |id: &str| {
        let line = games.lines().find(|line| line.starts_with(&format!("{id} "))).expect("a line");
        line.split_whitespace().map(String::from).collect::<Vec<_>>().join(" ")
    };
    contains(&game("overlord"), &["30x15 64 7 8 - "]);
    contains(&game("metamachy"), &["12x12 30 12 1 12 "]);
    let chieftain = dhow(&["variants", "chieftain"]).succeeds();
    contains(
        &chieftain,
        &[
            "600    leader of one piece a turn\n",
            "900    leader of 2 pieces a turn\n",
            "up to 4 from\n  the start array",
            "\noption exchange: a Chieftain and an orthogonally adjacent own Shaman",
        ],
    );
    assert!(!chieftain.contains("setup"), "{chieftain}");
    let grand = dhow(&["variants", "grand-chieftain"]).succeeds();
    let grand = grand.split_whitespace().collect::<Vec<_>>().join(" ");
    let priestess = "itself, or a Knight, Elephant, Oliphant, Jumping General or Minister within 3 \
                     squares of it in any direction, whatever stands between, or a Guard on a square \
                     that it could move to.";
    contains(&grand, &[priestess]);
    assert!(!grand.contains("exchange"), "{grand}");
    assert!(!dhow(&["variants", "maasai"]).succeeds().contains("leader"));
}
