//! XBoard sessions: written dialogues with the program, and random ones in memory.

use crate::common::command::{dhow, dhow_with_input};
use crate::common::memory;
use crate::common::transcripts::run_transcripts;
use proptest::prelude::*;
use proptest::sample::select;

#[test]
fn transcripts() {
    run_transcripts("xboard");
}

/// A front end that knows only chess sends `new`, and means chess by it.
#[test]
fn chess_without_a_name() {
    let session = "xboard\nprotover 2\nnew\nforce\nusermove e2e4\nusermove e7e5\nping 1\n";
    let told = dhow_with_input(&["-v", "chess"], session).succeeds();
    assert!(told.contains("feature variants=\"normal,chess,metamachy,"), "{told}");
    assert!(told.ends_with("done=1\npong 1\n"), "{told}");
    let again = "variant grand\nnew\nforce\nusermove e2e4\nusermove e7e5\nping 1\n";
    let told = dhow_with_input(&["--variant", "chess"], &format!("xboard\nforce\n{again}"));
    assert!(!told.out.contains("Illegal"), "{}", told.out);
    let session = "uci\nsetoption name Threads value 1\nposition startpos moves e2e4\ngo depth 1\n";
    let told = dhow_with_input(&["-v", "chess"], session).succeeds();
    assert!(
        told.contains("UCI_Variant type combo var chess var metamachy")
            && told.contains(" var chu default chess\n"),
        "{told}"
    );
    assert!(told.contains("\nbestmove ") && !told.contains("0000"), "{told}");
    dhow(&["-v", "checkers"]).fails(2, "unknown game");
}

/// The answers of a session to an input that ends.
fn answers(input: &[u8]) -> Vec<String> {
    memory::answers(&[&b"xboard\n"[..], input].concat())
}

/// Whether a line is one that the protocol allows an engine to write.
fn is_answer(line: &str) -> bool {
    const STARTS: [&str; 20] = [
        "feature ",
        "setup (",
        "piece ",
        "pong ",
        "move ",
        "Illegal move (",
        "Error (",
        "telluser ",
        "tellusererror ",
        "highlight ",
        "choice ",
        "Hint: ",
        "stat01: ",
        "offer draw",
        "1-0 {",
        "0-1 {",
        "1/2-1/2 {",
        " There is no opening book.",
        "#",
        "\t",
    ];
    let thinking = || {
        let (numbers, _) = line.split_once('\t')?;
        let numbers: Vec<i64> =
            numbers.split(' ').map(|number| number.parse().ok()).collect::<Option<_>>()?;
        (numbers.len() == 7).then_some(())
    };
    line.is_empty() || STARTS.iter().any(|start| line.starts_with(start)) || thinking().is_some()
}

const LINES: [&str; 77] = [
    "protover 2",
    "accepted setboard",
    "rejected x",
    "new",
    "variant metamachy",
    "variant zanzibar-xl-classic",
    "variant maasai",
    "variant none",
    "random",
    "force",
    "go",
    "playother",
    "level 0 1 0",
    "level 40 5 0",
    "level",
    "st 1",
    "sd 2",
    "sd 1",
    "nps 5",
    "time 10",
    "time 100",
    "otim 50",
    "usermove e3e5",
    "e3e5",
    "e10e8",
    "usermove d3d4",
    "usermove a6b6,b6b7",
    "usermove a1",
    "usermove ,",
    "a3a4q",
    "?",
    "ping 1",
    "draw",
    "result 1-0 {x}",
    "setboard 6k5/12/1p10/12/P11/12/12/12/12/12/12/6K5 b - - 0 1",
    "setboard k11/12/1Q10/2R9/12/12/12/12/12/12/12/6K5 w Kk a: 0 1",
    "setboard x",
    "setboard 12/2I9/12/8k3/12/12/12/12/12/12/12/6K5 w - - 99 1",
    "edit",
    "hint",
    "bk",
    "undo",
    "remove",
    "hard",
    "easy",
    "post",
    "nopost",
    "analyze",
    ".",
    "exit",
    "exclude e3e5",
    "exclude all",
    "include all",
    "include e3e5",
    "name x",
    "computer",
    "pause",
    "resume",
    "memory 2",
    "cores 1",
    "option Setup=random",
    "option Setup=KQ/LG",
    "option MultiPV=3",
    "option Clear Hash",
    "option Move Overhead=1",
    "option Endgame Memory=0",
    "lift e3",
    "lift c11",
    "lift b8",
    "put b8",
    "put c12",
    "hover a1",
    "b10b8",
    "a8b8,b8b9",
    "c11c12q",
    "c9a9",
    "",
];

fn line() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        12 => select(&LINES[..]).prop_map(|line| line.as_bytes().to_vec()),
        1 => "[a-l]1?[0-9][a-l]1?[0-9]".prop_map(String::into_bytes),
        1 => (select(&LINES[..]), any::<u8>()).prop_map(|(line, cut)| {
            line.as_bytes()[..line.len().min(usize::from(cut))].to_vec()
        }),
        1 => proptest::collection::vec(any::<u8>().prop_filter("a line", |&b| b != b'\n'), 0..40),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// Any session ends by itself, with answers of the protocol only.
    #[test]
    fn soup(lines in proptest::collection::vec(line(), 0..60)) {
        let input = lines.join(&b'\n');
        for line in answers(&input) {
            prop_assert!(is_answer(&line), "{line}");
        }
    }
}
