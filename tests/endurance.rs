//! The memory of a process after thousands of games, and its time management on a busy machine. These tests take many
//! minutes.

use crate::common::positions::{ONE_MOVE_GAMES, Random};
use crate::common::program::Program;
use dhow::variant::VARIANTS;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

const GAMES: usize = 20_000;
const PLIES: usize = 6;
/// After this number of games the process has allocated everything that it needs.
const WARM: usize = 1_000;
/// Endings in which some games begin, one of each game that has its own pieces.
const ENDINGS: [&str; 3] = [
    "k11/12/12/12/12/12/12/12/12/12/12/KQ10 w - - 0 1",
    "kr10/12/12/12/12/12/12/12/12/12/12/KQ10 w - - 0 1",
    "k11/12/12/12/12/12/12/12/12/12/P11/KN10 w - - 0 1",
];

/// Kilobytes of memory that the process uses.
fn resident(program: &Program) -> usize {
    let path = format!("/proc/{}/status", program.id());
    let status = std::fs::read_to_string(path).expect("the system reports it");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a line");
    line.split_whitespace().next().and_then(|number| number.parse().ok()).expect("a number")
}

/// Sets all options that cost memory to the same values, so that memory use can be compared.
fn settle(program: &mut Program) {
    for line in [
        "ucinewgame",
        "setoption name UCI_Variant value metamachy",
        "setoption name Setup value default",
        "setoption name Threads value 1",
        "setoption name Hash value 8",
        "setoption name Endgame Memory value 0",
        "isready",
    ] {
        program.send(line);
    }
    program.wait_for("readyok");
    // Threads that are no longer needed end.
    thread::sleep(Duration::from_millis(200));
}

fn set_options(program: &mut Program, random: &mut Random) {
    let variant = random.pick(&VARIANTS).id.clone();
    let mut set = |name: &str, values: &[&str]| {
        program.send(&format!("setoption name {name} value {}", random.pick(values)));
    };
    set("UCI_Variant", &[&variant]);
    set("Hash", &["1", "2", "4", "8", "16", "33", "64"]);
    set("Threads", &["1", "2", "3", "4", "8"]);
    set("MultiPV", &["1", "2", "5"]);
    set("Setup", &["default", "random"]);
    set("Endgame Memory", &["0", "16", "256"]);
}

fn play(program: &mut Program, random: &mut Random, number: usize) {
    let endings = number.is_multiple_of(20);
    let start = match endings {
        true => format!("fen {}", random.pick(&ENDINGS)),
        false => "startpos".into(),
    };
    let mut position = format!("position {start} moves");
    for _ in 0..PLIES {
        program.send(&position);
        // Only a search by the clock solves endings of two pieces.
        program.send(if endings && number.is_multiple_of(100) {
            "go movetime 25"
        } else {
            "go nodes 50"
        });
        let (_, answer) = program.wait_for("bestmove ");
        let best = answer.split(' ').next().unwrap_or_default();
        if best == "(none)" {
            return;
        }
        position += &format!(" {best}");
    }
}

/// `cargo test --release --test dhow endurance::memory -- --ignored --nocapture`
#[cfg(target_os = "linux")]
#[test]
#[ignore = "minutes"]
fn memory_does_not_grow_from_game_to_game() {
    let mut program = Program::start();
    let mut random = Random::new(7);
    let mut warm = 0;
    println!("| games | held, kB |");
    println!("|---|---|");
    for number in 1..=GAMES {
        program.send("ucinewgame");
        set_options(&mut program, &mut random);
        play(&mut program, &mut random, number);
        if number % WARM == 0 {
            settle(&mut program);
            let held = resident(&program);
            println!("| {number} | {held} |");
            warm = if number == WARM { held } else { warm };
        }
    }
    let held = resident(&program);
    assert!(held * 10 <= warm * 11, "{warm} kB after {WARM} games, {held} after {GAMES}");
}

/// Sets a flag when it is dropped.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// `cargo test --release --test dhow endurance::time -- --ignored --nocapture`
#[test]
#[ignore = "half an hour"]
fn time_is_kept_beside_two_busy_loops() {
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !over.load(Relaxed) {
                    std::hint::spin_loop()
                }
            });
        }
        let _over = Over(&over);
        for (index, control) in ["st=0.1", "tc=0.2+0.005"].into_iter().enumerate() {
            for (number, variant) in ONE_MOVE_GAMES.iter().cycle().take(10).enumerate() {
                let engine = concat!("cmd=", env!("CARGO_BIN_EXE_dhow"));
                let seed = (100 * index + number).to_string();
                let played = Command::new(env!("CARGO_BIN_EXE_dhow"))
                    .args(["match", "-engine", engine, "name=A", "-engine", engine, "name=B"])
                    .args(["-each", control, "-variant", &variant.id, "-games", "10"])
                    .args(["-srand", &seed, "-maxmoves", "60", "-concurrency", "1"])
                    .args(["-resign", "movecount=3", "score=500"])
                    .stderr(Stdio::inherit())
                    .output()
                    .expect("a match");
                let text = String::from_utf8_lossy(&played.stdout);
                let finished = text.lines().filter(|line| line.starts_with("Finished game"));
                println!("{control} {}: {} games", variant.id, finished.count());
                assert!(played.status.success(), "{text}");
                assert!(!text.contains("loses on time"), "{text}");
            }
        }
    });
}
