//! UCI sessions: written dialogues with the program, and random ones in memory.

use crate::common::command::dhow_with_input;
use crate::common::memory;
use crate::common::transcripts::run_transcripts;
use dhow::variant::VARIANTS;
use proptest::prelude::*;
use proptest::sample::select;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

#[test]
fn transcripts() {
    run_transcripts("uci");
}

/// The answers of a session to an input that ends.
fn answers(input: &[u8]) -> Vec<String> {
    memory::answers(input)
}

/// Whether a text is a move, or a turn of several with commas between them.
fn is_move(text: &str) -> bool {
    text.split(',').all(is_single_move)
}

fn is_single_move(text: &str) -> bool {
    let square = |text: &str| -> Option<usize> {
        let files = text.bytes().take_while(u8::is_ascii_lowercase).count();
        let digits = text[files..].bytes().take_while(u8::is_ascii_digit).count();
        let rank: usize = text[files..files + digits].parse().ok()?;
        let one_letter = files == 1 || files == 2 && text.starts_with('a');
        (one_letter && (1..=15).contains(&rank)).then_some(files + digits)
    };
    let Some(from) = square(text) else { return false };
    let Some(to) = square(&text[from..]) else { return false };
    let rest = &text[from + to..];
    rest.is_empty() || rest.len() == 1 && rest.bytes().all(|letter| letter.is_ascii_lowercase())
}

fn is_number(text: &str) -> bool {
    text.parse::<i64>().is_ok()
}

/// Whether a line is an `info` about the search: known words with their values.
fn is_info(line: &str) -> bool {
    let mut words = line.split(' ').skip(1).peekable();
    while let Some(word) = words.next() {
        let fine = match word {
            "score" => {
                words.next_if(|&kind| kind == "cp" || kind == "mate").is_some()
                    && words.next().is_some_and(is_number)
            }
            "lowerbound" | "upperbound" => true,
            "pv" => return words.peek().is_some() && words.all(is_move),
            "depth" | "seldepth" | "multipv" | "nodes" | "nps" | "hashfull" | "time" => {
                words.next().is_some_and(is_number)
            }
            _ => false,
        };
        if !fine {
            return false;
        }
    }
    true
}

fn is_answer(line: &str) -> bool {
    let words: Vec<&str> = line.split(' ').collect();
    match words[..] {
        ["uciok" | "readyok"] | [""] | ["bestmove", "(none)" | "0000"] => true,
        ["id", "name" | "author", ..] | ["option", "name", ..] => true,
        ["info", "string", ..] => line.len() > "info string ".len(),
        ["info", ..] => is_info(line),
        ["bestmove", best] => is_move(best),
        ["bestmove", best, "ponder", reply] => is_move(best) && is_move(reply),
        ["Nodes", "searched:", nodes] => is_number(nodes),
        ["Fen:", ..] => words.len() == 7,
        ["Key:", key] => key.len() == 16,
        ["Turn:", "White" | "Black"] => true,
        ["Checkers:" | "Leaders:" | "Movers:", ref squares @ ..] => {
            squares.iter().all(|square| square.is_empty() || is_move(&format!("a1{square}")))
        }
        ["end:", count] => is_number(count),
        [first, ..] if first.starts_with('{') => {
            serde_json::from_str::<serde_json::Value>(line).is_ok_and(|json| json.is_object())
        }
        [mv, count] if is_move(mv.strip_suffix(':').unwrap_or("")) => is_number(count),
        _ => {
            let rank = line.get(..2).and_then(|number| number.trim().parse().ok());
            rank.is_some_and(|rank: u8| (1..=15).contains(&rank))
                || ["    a  b", "Final evaluation "].iter().any(|start| line.starts_with(start))
        }
    }
}

/// Words of commands, right and wrong. Numbers are small or absurdly large: numbers in between would only cost time.
const WORDS: &[&str] = &[
    "uci",
    "isready",
    "ucinewgame",
    "setoption",
    "name",
    "value",
    "position",
    "startpos",
    "fen",
    "moves",
    "go",
    "perft",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "infinite",
    "ponder",
    "searchmoves",
    "stop",
    "ponderhit",
    "d",
    "d json",
    "svg",
    "eval",
    "debug",
    "on",
    "UCI_Variant",
    "maasai",
    "zanzibar-xl",
    "overlord",
    "mini-chieftain",
    "exchange",
    "free-scouts",
    "true",
    "MultiPV",
    "Hash",
    "Threads",
    "Setup",
    "random",
    "default",
    "kq/lg",
    "Clear",
    "Move",
    "Overhead",
    "0",
    "1",
    "2",
    "-1",
    "99999999999999999999",
    "a3a5",
    "a10a8",
    "b1d2",
    "a3a12",
    "a11a12q",
    "f1e3,g5f6",
    "c1d1",
    "ab1aa3,",
    "end",
    "a1",
    "z9",
    "w",
    "b",
    "Kk",
    "-",
    "\u{e9}",
    "\0",
];

/// Whole commands, so that sessions reach deeper states.
const COMMANDS: &[&str] = &[
    "uci",
    "ucinewgame",
    "go depth 2",
    "go nodes 50",
    "go infinite",
    "go ponder wtime 100 btime 100",
    "go movetime 1 searchmoves a3a5",
    "go perft 1",
    "stop",
    "ponderhit",
    "d",
    "position startpos",
    "position startpos moves a3a5 a10a8 b3b4",
    "position fen k10Q/11Q/12/12/12/12/12/12/12/12/12/K11 b - - 0 1",
    "position fen 12/2P9/12/8k3/12/12/12/12/12/12/12/6K5 w - - 98 9999",
    "setoption name UCI_Variant value zanzibar-s",
    "setoption name UCI_Variant value metamachy",
    "setoption name UCI_Variant value mini-chieftain",
    "setoption name UCI_Variant value overlord",
    "setoption name exchange value true",
    "position startpos moves f1e3,g5f6 f12e11,e12b9 a4a5",
    "position fen 8/8/8/8/8/8/8/8/2c5/3M4/4C3/8 w - - 0 1 moves d3c4",
    "setoption name Setup value random",
    "setoption name MultiPV value 3",
    "setoption name Hash value 2",
    "setoption name Clear Hash",
    "setoption name Threads value 2",
];

fn line() -> impl Strategy<Value = Vec<u8>> {
    let soup = prop::collection::vec(select(WORDS), 0..9).prop_map(|words| words.join(" "));
    let end = select(&["\n", "\n", "\n", "\r\n", "\n\n"][..]);
    prop_oneof![
        4 => select(COMMANDS).prop_map(|command| command.as_bytes().to_vec()),
        4 => soup.prop_map(String::into_bytes),
        1 => prop::collection::vec(any::<u8>(), 0..40),
    ]
    .prop_flat_map(move |line| {
        end.clone().prop_map(move |end| [&line[..], end.as_bytes()].concat())
    })
}

/// Sends lines with a pause after the first, and waits for the end of the program.
fn session_ends(first: &str, then: &str) -> (String, Duration) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_dhow"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = program.stdin.take().expect("its input is piped");
    input.write_all(first.as_bytes()).expect("it reads");
    sleep(Duration::from_millis(500));
    let asked = Instant::now();
    input.write_all(then.as_bytes()).expect("it reads");
    drop(input);
    let output = program.wait_with_output().expect("it ends");
    (String::from_utf8(output.stdout).expect("text"), asked.elapsed())
}

/// A session in a shell that limits the address space to `kilobytes` KiB.
fn session_within(kilobytes: u32, input: &str) -> std::process::Output {
    let program = env!("CARGO_BIN_EXE_dhow");
    let script = format!("ulimit -v {kilobytes} && exec '{program}'");
    let mut shell = Command::new("sh")
        .args(["-c", &script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    let mut stdin = shell.stdin.take().expect("its input is piped");
    stdin.write_all(input.as_bytes()).expect("it reads");
    drop(stdin);
    shell.wait_with_output().expect("it ends")
}

#[cfg(target_os = "linux")]
#[test]
fn refused_threads_leave_the_old_ones() {
    let uci = "setoption name Threads value 2\nsetoption name Threads value 256\n\
               go depth 3\nisready\n";
    let xboard = "xboard\ncores 2\ncores 256\nforce\nsd 3\ngo\nping 1\n";
    for (input, complaint, answer) in [
        (uci, "info string cannot start 256 threads (", "bestmove "),
        (xboard, "Error (cannot start 256 threads (", "move "),
    ] {
        let ended = session_within(3_000_000, input);
        let text = String::from_utf8(ended.stdout).expect("text");
        let errors = String::from_utf8(ended.stderr).expect("text");
        assert!(ended.status.success() && errors.is_empty(), "{}: {errors}", ended.status);
        let line = |start| text.lines().find(|line| line.starts_with(start));
        assert!(line(complaint).is_some_and(|line| line.contains("stays at 2")), "{text}");
        assert!(line(answer).is_some() || line("pong").is_some(), "{text}");
    }
}

/// Whether the program ends after its output is closed while its input stays open.
#[cfg(target_os = "linux")]
#[test]
fn nobody_who_listens_ends_the_program() {
    for input in [
        "isready\ngo infinite\n",
        "isready\ngo perft 20\n",
        "isready\n",
        "xboard\nping 1\nanalyze\n",
        "xboard\nping 1\n",
    ] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_dhow"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = program.stdin.take().expect("its input is piped");
        stdin.write_all(input.as_bytes()).expect("it reads");
        let mut stdout = program.stdout.take().expect("its output is piped");
        stdout.read_exact(&mut [0; 4]).expect("it writes");
        drop(stdout);
        let closed = Instant::now();
        while program.try_wait().expect("its state").is_none() {
            if closed.elapsed() > Duration::from_secs(10) {
                let _ = program.kill();
                panic!("{input:?}: it goes on");
            }
            sleep(Duration::from_millis(5));
        }
        drop(stdin);
    }
}

#[test]
fn a_deep_perft_is_no_obstacle() {
    let deep = "setoption name Setup value KQ/LG\nsetoption name UCI_Variant value metamachy\ngo perft 20\n";
    for then in ["", "quit\n", "stop\nquit\n", "position startpos\nisready\nquit\n"] {
        let (output, time) = session_ends(deep, then);
        assert!(time < Duration::from_secs(5), "{then:?}: {time:?}");
        assert!(output.contains("info string perft stopped"), "{output}");
        assert_eq!(output.contains("readyok"), then.contains("isready"), "{output}");
        assert_eq!(output.matches("startpos cm3kq3mc").count(), 2, "{output}");
    }
}

/// As in a pipe of a script: the end of the input does not stop a search.
#[test]
fn a_short_search_ends_after_the_input() {
    let out = dhow_with_input(&[], "go depth 1\n").succeeds();
    let told = out.lines().find(|line| line.starts_with("info depth 1 ")).expect("a line");
    assert!(told.contains(" pv ") && !told.contains(" nodes 0 "), "{told}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn any_session_ends_and_every_answer_is_well_formed(
        lines in prop::collection::vec(line(), 0..16),
    ) {
        let input = [b"setoption name Hash value 1\n".to_vec(), lines.concat()].concat();
        for line in answers(&input) {
            prop_assert!(is_answer(&line), "{line:?}");
        }
    }
}

#[test]
fn a_move_comes_with_a_line_and_a_score_however_short_the_search() {
    for variant in VARIANTS.iter() {
        for order in ["go infinite\nstop\n", "go depth 1\n", "go movetime 1\n", "go nodes 1\n"] {
            let input = format!("setoption name UCI_Variant value {}\n{order}", variant.id);
            let lines = answers(input.as_bytes());
            let at = lines.iter().position(|line| line.starts_with("bestmove ")).expect("a move");
            let told = |line: &String| {
                let whole = line.contains(" score ") && line.contains(" pv ");
                line.starts_with("info depth ") && whole && !line.contains(" score mate ")
            };
            assert!(lines[..at].iter().any(told), "{}, {order}{lines:#?}", variant.id);
            let valid = lines.iter().filter(|line| told(line)).all(|line| is_info(line));
            assert!(valid, "{lines:#?}");
        }
    }
}
