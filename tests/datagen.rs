//! Games against itself: the same whether or not the program was killed in between.

use crate::common::command::{dhow, file};
use dhow::eval::weights::WeightList;
use dhow::training::GameFile;
use dhow::variant::VARIANTS;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

fn generate(file: &Path, games: u32) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_dhow"))
        .args(["datagen", "--nodes", "40", "--threads", "2", "--games", &games.to_string()])
        .arg(file)
        .output()
        .expect("the program runs")
}

/// The numbers of the games in the order of the file.
fn numbers(file: &Path) -> Vec<u32> {
    let mut numbers = Vec::new();
    GameFile::read(file, &VARIANTS, |_, record| {
        numbers.push(record.number);
        Ok(())
    })
    .expect("a whole file");
    numbers
}

/// The games by their numbers, each replayed.
fn games(file: &Path) -> BTreeMap<u32, Vec<u8>> {
    let mut games = BTreeMap::new();
    GameFile::read(file, &VARIANTS, |variant, record| {
        record.replay(variant, |_, _, _| ())?;
        assert!(games.insert(record.number, record.to_bytes()).is_none(), "a game came twice");
        Ok(())
    })
    .expect("a whole file");
    games
}

#[test]
fn a_killed_run_is_continued_to_the_same_games() {
    let directory = std::env::temp_dir().join(format!("dhow-datagen-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let path = |name: &str| -> PathBuf { directory.join(name) };
    assert!(generate(&path("whole"), 12).status.success());
    let whole = games(&path("whole"));
    assert_eq!(whole.keys().copied().collect::<Vec<_>>(), (0..12).collect::<Vec<_>>());

    let bytes = std::fs::read(path("whole")).expect("a file");
    std::fs::write(path("cut"), &bytes[..bytes.len() / 2]).expect("space on the disk");
    let output = generate(&path("cut"), 12);
    assert!(output.status.success());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("of an unfinished game\n12 games in "), "{text}");
    assert_eq!(games(&path("cut")), whole);

    std::fs::write(path("other"), "no games").expect("space on the disk");
    let output = generate(&path("other"), 1);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("not a file of games"));
    std::fs::remove_dir_all(&directory).expect("the directory is still there");
}

#[test]
fn files_are_counted() {
    let paths = [file("stats-1.dat", ""), file("stats-2.dat", "")];
    for (path, seed) in paths.iter().zip(["1", "2"]) {
        dhow(&["datagen", "--nodes", "40", "--games", "6", "--seed", seed, path]).succeeds();
    }
    let told = dhow(&["datagen", "--stats", &paths[0], &paths[1]]).succeeds();
    let tables: Vec<&str> = told.split("\n\n").collect();
    assert_eq!(tables.len(), 4, "{}", told);
    let column = |index: usize| {
        let rows = tables[0].lines().skip(2);
        let cells = rows.map(move |row| row.split("  ").filter(|cell| !cell.is_empty()).nth(index));
        cells.map(|cell| cell.expect("a cell").trim().parse::<usize>().expect("a number"))
    };
    assert_eq!(column(1).collect::<Vec<_>>(), [2; 6]);
    let mut moves = 0;
    for path in &paths {
        GameFile::read(Path::new(path), &VARIANTS, |_, record| {
            moves += record.plies.len();
            Ok(())
        })
        .expect("games");
    }
    assert_eq!(column(5).sum::<usize>(), moves);
    dhow(&["datagen", &paths[0], &paths[1]]).fails(2, "only --stats reads more than one");
}

#[test]
fn a_damaged_length_costs_one_game_which_is_played_again() {
    let path = file("damaged.dat", "");
    let path = Path::new(&path);
    assert!(generate(path, 6).status.success());
    let whole = games(path);
    let mut bytes = std::fs::read(path).expect("a file");
    let starts: Vec<usize> =
        (0..bytes.len()).filter(|&at| bytes[at..].starts_with(b"GAME")).collect();
    // The header of the file has the same letters.
    assert_eq!(starts.len(), 7);
    // Threads finish games in any order. Game 0 must stay whole: it alone validates the weights.
    let order = numbers(path);
    let damaged = (2..4).find(|&place| order[place] != 0).expect("one of two is another game");
    let start = starts[damaged + 1];
    bytes[start + 6] ^= 0x08;
    std::fs::write(path, &bytes).expect("space on the disk");
    let mut found = Vec::new();
    let read = GameFile::read(path, &VARIANTS, |_, record| {
        found.push(record.number);
        Ok(())
    })
    .expect("games");
    assert_eq!((found.len(), read.damaged.len()), (5, 1));
    assert_eq!(read.damaged[0].offset, start as u64);
    let weights = file("damaged-weights.txt", "");
    let tuned = dhow(&["tune", "--steps", "1", "--out", &weights, path.to_str().expect("UTF-8")]);
    assert_eq!(tuned.code, 0, "{}", tuned.err);
    assert!(tuned.err.contains(&format!("at byte {start} are not a whole game")), "{}", tuned.err);
    let weights = std::fs::read_to_string(&weights).expect("weights");
    let weights: WeightList = weights.parse().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(weights.places(), WeightList::built_in().places());
    assert_ne!(&weights, WeightList::built_in());

    let output = generate(path, 6);
    assert!(output.status.success());
    let warning = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(warning.contains(&format!("at byte {start} are not a whole game")), "{warning}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("6 games in {}\n", path.display()));
    assert!(std::fs::read(path).expect("a file").starts_with(&bytes));
    assert_eq!(games(path), whole);
}

#[cfg(target_os = "linux")]
#[test]
fn devices_are_no_files_of_games() {
    for device in ["/dev/full", "/dev/zero"] {
        dhow(&["datagen", "--games", "1", device]).fails(2, "is a device, not a regular file");
        dhow(&["tune", device]).fails(2, "is a device, not a regular file");
    }
}

/// A list of four thousand million numbers would take 17 GB.
#[cfg(target_os = "linux")]
#[test]
fn the_number_of_games_takes_no_memory() {
    let path = file("many.dat", "");
    let mut child = Command::new(env!("CARGO_BIN_EXE_dhow"))
        .args(["datagen", "--nodes", "2", "--games", "4294967295", &path])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("the program runs");
    let start = std::time::Instant::now();
    let written = || std::fs::metadata(&path).is_ok_and(|found| found.len() > 1000);
    while !written() && start.elapsed() < std::time::Duration::from_secs(60) {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("a status");
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let peak =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
    let peak: u64 = peak.expect("a peak").trim().parse().expect("a number");
    assert!(written() && peak < 200_000, "{peak} kB");
}
