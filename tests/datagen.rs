//! Games against itself: the same whether or not the program was killed in between.

use dhow::training::GameFile;
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

/// The games by their numbers, each replayed.
fn games(file: &Path) -> BTreeMap<u32, Vec<u8>> {
    let mut games = BTreeMap::new();
    GameFile::read(file, |variant, record| {
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
