//! Networks that a machine has learned: which games have them, and what `dhow learn` does.

use crate::common::command::{Run, dhow, file};
use dhow::network::{FloatWeights, Inputs, Network, OUTPUT_BUCKETS};
use dhow::variant::find;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder for learned networks, empty.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("learned-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("space");
    path
}

/// The program where a folder has what was learned.
fn command(learned: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dhow"));
    command.args(args).env("DHOW_LEARNED", learned);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(learned: &Path, args: &[&str], input: &str) -> Run {
    let mut child = command(learned, args).spawn().expect("the program starts");
    // The program may end without having read everything.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let code = output.status.code().expect("an exit code, not a signal");
    Run { code, out: text(output.stdout), err: text(output.stderr) }
}

/// A network for the rules of a game, to which every position is worth 777 centipawns.
fn content(id: &str) -> Network {
    let inputs = Inputs::of_rules(find(id).expect("a game")).expect("one move a turn");
    let rows = &vec![0.0; inputs.count() * Network::UNIT_STEP][..];
    let (bias, output) = (&[0.0; Network::UNIT_STEP][..], &[0.0; OUTPUT_BUCKETS * 64][..]);
    let weights = FloatWeights { rows, bias, output, output_bias: &[1.0; OUTPUT_BUCKETS] };
    Network::quantised(inputs, [9; OUTPUT_BUCKETS - 1], 777.0, 255, weights)
}

/// Puts the network where `dhow learn` would.
fn put(learned: &Path, id: &str) {
    let own = dhow::files::folder_of_game(learned, find(id).expect("a game"));
    std::fs::create_dir_all(&own).expect("space");
    let file = own.join(dhow::files::LEARNED_NETWORK);
    std::fs::write(file, content(id).to_bytes()).expect("space");
}

/// Whether scores are those of the network, which the first quiet moves lower a little.
fn by_network(text: &str) -> bool {
    text.contains("-77")
}

const GO: [&str; 5] = ["go", "--depth", "1", "--json", "-v"];

#[test]
fn every_command_has_the_learned_network_unless_told_otherwise() {
    let learned = folder("used");
    let go = |args: &[&str]| run(&learned, &[&GO[..], &["shako"], args].concat(), "").succeeds();
    let by_hand = go(&[]);
    put(&learned, "shako");
    let with_network = go(&[]);
    assert!(by_network(&with_network) && !by_network(&by_hand), "{with_network}");
    assert!(!by_network(&go(&["--by-hand"])));
    let other = file("learned-other.nnue", "");
    std::fs::write(&other, content("grand").to_bytes()).expect("space");
    let refused = run(&learned, &[&GO[..], &["shako", "--eval-file", &other]].concat(), "");
    assert_eq!(refused.code, 0);
    let warning = "warning: the network was learned for other rules: shako is played without it\n";
    assert_eq!(refused.err, warning);
    assert!(!by_network(&refused.out));
    let own = file("learned-own.nnue", "");
    std::fs::write(&own, content("shako").to_bytes()).expect("space");
    let nowhere = folder("nowhere");
    let lent = run(&nowhere, &[&GO[..], &["shako", "--eval-file", &own]].concat(), "").succeeds();
    assert!(by_network(&lent), "{lent}");

    let uci = "uci\nsetoption name UCI_Variant value shako\neval\nsetoption name Use NNUE value false\n\
               eval\nsetoption name Use NNUE value true\neval\nquit\n";
    let told = run(&learned, &[], uci).succeeds();
    let scores: Vec<bool> = told
        .lines()
        .filter_map(|line| line.strip_prefix("Final evaluation "))
        .map(|score| score.starts_with("+7.77"))
        .collect();
    assert_eq!(scores, [true, false, true], "{told}");
    let mut child = command(&learned, &["-v", "shako"]).spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let xboard = "xboard\nprotover 2\nvariant shako\nforce\nsd 1\npost\ngo\n";
    input.write_all(xboard.as_bytes()).expect("the program listens");
    let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let lines = lines.map_while(Result::ok).take_while(|line| !line.starts_with("move "));
    let told = lines.collect::<Vec<String>>().join("\n");
    drop(input);
    child.wait().expect("it ends");
    assert!(by_network(&told), "{told}");

    // What measures must not depend on it.
    let bench = ["bench", "--depth", "1"];
    let nodes = |run: Run| {
        run.succeeds().lines().last().map(|line| line.split(' ').next().map(String::from))
    };
    assert_eq!(nodes(run(&learned, &bench, "")), nodes(dhow(&bench)));
}

#[test]
fn other_rules_make_it_stale_and_that_is_said_once() {
    let learned = folder("stale");
    put(&learned, "shako");
    let text = include_str!("../share/variants/shako.ini");
    let renamed = text.replace("[shako", "[my-shako");
    assert_ne!(renamed, text);
    let path = file("my-shako.ini", &renamed);
    let go = |args: &[&str]| run(&learned, &[args, &["--variants", &path]].concat(), "");
    let same = go(&[&GO[..], &["my-shako"]].concat()).succeeds();
    assert!(by_network(&same), "{same}");
    // The network moves along with the name of the file's game, and its rules change.
    let [own] = &std::fs::read_dir(&learned).expect("a folder").flatten().collect::<Vec<_>>()[..]
    else {
        panic!("one folder")
    };
    let name = own.file_name().into_string().expect("UTF-8");
    std::fs::rename(own.path(), learned.join(format!("my-{name}"))).expect("space");
    let changed = format!("{renamed}\nnMoveRule = 40\n");
    std::fs::write(&path, changed).expect("space");
    let stale = go(&[&GO[..], &["my-shako"]].concat());
    assert!(stale.err.starts_with("warning: ") && stale.err.lines().count() == 1, "{}", stale.err);
    let reason = "was learned for other rules of my-shako: my-shako is played without it";
    assert!(stale.err.contains(reason), "{}", stale.err);
    assert!(stale.code == 0 && !by_network(&stale.out), "{}", stale.out);
    let twice =
        "uci\nsetoption name UCI_Variant value my-shako\neval\nucinewgame\neval\ngo depth 1\n";
    let told = run(&learned, &["--variants", &path], &format!("{twice}quit\n")).succeeds();
    let said =
        told.lines().filter(|line| line.starts_with("info string ") && line.contains(reason));
    assert_eq!(said.count(), 1, "{told}");
}
