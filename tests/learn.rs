//! Learned networks: which games use them, and what `dhow learn` does.

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

/// The program with a folder of learned networks.
fn command(learned: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dhow"));
    command.args(args).env("DHOW_LEARNED", learned);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(learned: &Path, args: &[&str], input: &str) -> Run {
    let mut child = command(learned, args).spawn().expect("the program starts");
    // The program may end without reading all of its input.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let code = output.status.code().expect("an exit code, not a signal");
    Run { code, out: text(output.stdout), err: text(output.stderr) }
}

/// A network for the rules of a game that gives every position 777 centipawns.
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

/// Whether scores come from the network. The first quiet moves lower them a little.
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

    // Measurements must not depend on it.
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
    // The folder of the network gets the new name of the game; then the rules of the game change.
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

/// A game on a 5x5 board, for which learning takes a moment.
fn tiny() -> String {
    file("learn-tiny.ini", "[tiny:gardner]\n")
}

/// The arguments of `dhow learn` in tests: with limits by games and nodes, so that the result is always the same.
fn learn<'a>(tiny: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let numbers = "--threads 1 --games 24 --nodes 20 --match-nodes 20 --pairs 2 --gauge-pairs 2 \
                   --elo0 -1000 --elo1 -900";
    let start = ["learn", "-v", "tiny", "--variants", tiny].into_iter();
    start
        .chain(numbers.split(' ').filter(|word| !word.is_empty()))
        .chain(more.iter().copied())
        .collect()
}

/// A network of another kind, as older versions made them, is replaced by one that grows anew.
#[test]
fn a_network_from_which_none_can_grow_is_no_obstacle() {
    let (tiny, learned) = (tiny(), folder("older"));
    let told = run(&learned, &learn(&tiny, &["--rounds", "1"]), "");
    assert_eq!(told.code, 0, "{}", told.err);
    let file = own_folder(&learned).join(dhow::files::LEARNED_NETWORK);
    let kept = Network::from_bytes(&std::fs::read(&file).expect("a network")).expect("valid");
    let older = kept.adding_to_hce(false).to_bytes();
    std::fs::write(&file, &older).expect("space");
    let told = run(&learned, &learn(&tiny, &["--rounds", "2"]), "");
    assert_eq!(told.code, 0, "{}", told.err);
    assert!(told.out.contains("round 2: loss "), "{}", told.out);
}

/// The one folder of a game among the learned ones.
fn own_folder(learned: &Path) -> PathBuf {
    let folders = std::fs::read_dir(learned).expect("a folder").flatten();
    let folders: Vec<PathBuf> = folders.map(|entry| entry.path()).collect();
    assert_eq!(folders.len(), 1, "{folders:?}");
    folders[0].clone()
}

#[test]
fn a_game_is_learned_and_killed_at_any_moment_goes_on_to_the_same() {
    let (tiny, given) = (tiny(), file("learned-tiny.nnue", ""));
    let whole = folder("whole");
    let told = run(&whole, &learn(&tiny, &["--rounds", "2", "--out", &given]), "");
    assert_eq!(told.code, 0, "{}", told.err);
    for line in [
        "positions to fit",
        "round 1: loss ",
        "against the evaluation so far",
        ": kept",
        "against the evaluation by hand (2 pairs)",
        "centipawns",
        "Queen",
        "against the best network",
        "against by hand",
    ] {
        assert!(told.out.contains(line), "{line}: {}", told.out);
    }
    let network =
        std::fs::read(own_folder(&whole).join(dhow::files::LEARNED_NETWORK)).expect("a network");
    assert_eq!(std::fs::read(&given).expect("a file"), network);
    let go = ["go", "-v", "tiny", "--nodes", "500", "--json", "--variants", &tiny];
    let score = |text: String| {
        let line =
            text.lines().find(|line| line.contains("bestmove")).expect("a result").to_string();
        let start = line.find("\"score\"").expect("a score");
        line[start..].split('}').next().map(String::from)
    };
    let lent = dhow(&[&go[..], &["--eval-file", &given]].concat()).succeeds();
    let own = run(&whole, &go, "").succeeds();
    assert_eq!(score(lent), score(own));

    let killed = folder("killed");
    // Each part occurs sooner or later; which one ends a run does not matter.
    let parts =
        ["games-1.dat", "candidate-1.nnue.training", "best-1.json", "network.nnue", "games-2.dat"];
    for part in parts {
        let mut child = command(&killed, &learn(&tiny, &["--rounds", "2"]))
            .spawn()
            .expect("the program starts");
        let is_there = || {
            let mut folders = std::fs::read_dir(&killed).ok()?.flatten();
            folders.next().filter(|folder| folder.path().join(part).exists())
        };
        while is_there().is_none() && child.try_wait().expect("a child").is_none() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        let _ = child.kill();
        child.wait().expect("it ends");
    }
    let goes_on = run(&killed, &learn(&tiny, &["--rounds", "2"]), "");
    assert_eq!(goes_on.code, 0, "{}", goes_on.err);
    let [one, other] = [&whole, &killed].map(|folder| {
        let own = own_folder(folder);
        let read = |name: &str| std::fs::read(own.join(name)).expect("a file");
        (read("network.nnue"), read("games-2.dat"), read("state.json"))
    });
    assert!(one == other, "{}", String::from_utf8_lossy(&other.2));
    let mut left: Vec<String> = std::fs::read_dir(own_folder(&killed))
        .expect("a folder")
        .flatten()
        .map(|entry| entry.file_name().into_string().expect("UTF-8"))
        .collect();
    left.sort();
    assert_eq!(left, ["games-1.dat", "games-2.dat", "network.nnue", "state.json"]);
}

#[test]
fn games_of_other_machines_are_learned_too() {
    let tiny = tiny();
    let data = [1, 2].map(|seed| {
        let path = file(&format!("learn-data-{seed}.dat"), "");
        let seed = seed.to_string();
        let games = ["datagen", "--games", "12", "--nodes", "20", "--seed", &seed, "-v", "tiny"];
        dhow(&[&games[..], &["--variants", &tiny, &path]].concat()).succeeds();
        path
    });
    let positions = |learned: &Path, data: &[&str]| -> u64 {
        let told = run(learned, &learn(&tiny, &[&["--rounds", "1"], data].concat()), "");
        assert_eq!(told.code, 0, "{}", told.err);
        let line = told.out.lines().find_map(|line| line.strip_prefix("round 1: "));
        let number = line.and_then(|line| line.split(' ').next()).expect("a number");
        number.parse().expect("a number")
    };
    let alone = positions(&folder("alone"), &[]);
    let with_data = positions(&folder("data"), &["--data", &data[0], &data[1]]);
    assert!(with_data > alone + 20, "{with_data} {alone}");
}

#[test]
fn what_cannot_be_learned_is_refused_and_nothing_changes() {
    let (tiny, learned) = (tiny(), folder("refused"));
    let learn = |more: &[&str]| run(&learned, &learn(&tiny, more), "");
    let leaders = run(&learned, &["learn", "-v", "chieftain"], "");
    leaders.fails(2, "chieftain has leaders, and a network evaluates games of one move a turn");
    run(&learned, &["learn"], "").fails(2, "--variant <ID>");
    learn(&["--hours", "0"]).fails(2, "expected a number from");
    learn(&["--data", "/nowhere.dat"]).fails(2, "/nowhere.dat: ");
    let other = file("learn-other.dat", "");
    dhow(&["datagen", "--games", "1", "--nodes", "20", "-v", "chess", &other]).succeeds();
    learn(&["--data", &other]).fails(2, "learn-other.dat: no games of tiny");
    run(&learned, &["learn", "-v", "chess", "--elo0", "5", "--elo1", "5"], "")
        .fails(2, "--elo1 must be more");
    assert_eq!(std::fs::read_dir(&learned).expect("a folder").count(), 0);
    let unnamed = dhow(&["learn", "-v", "chess"]);
    unnamed.fails(2, "no folder to keep what is learned: DHOW_LEARNED names one");

    let chess = dhow::files::folder_of_game(&learned, find("chess").expect("a game"));
    std::fs::create_dir_all(&chess).expect("space");
    let learn = |more: &[&str]| {
        run(&learned, &[&["learn", "-v", "chess", "--rounds", "1"], more].concat(), "")
    };
    let claim = dhow::files::Claim::of(&chess.join("state.json")).expect("a lock");
    learn(&[]).fails(2, "another `dhow learn` learns chess");
    drop(claim);
    for (name, error) in [("state.json", "state.json: "), ("network.nnue", "not a network of Dhow")]
    {
        std::fs::write(chess.join(name), "nonsense").expect("space");
        learn(&[]).fails(2, error);
        assert_eq!(std::fs::read(chess.join(name)).expect("a file"), b"nonsense");
        std::fs::remove_file(chess.join(name)).expect("a file");
    }
    // One game has no position to validate.
    learn(&["--games", "1", "--nodes", "20"]).fails(2, "are too few: more --games");
}
