use super::*;
use crate::tournament::tests::{self, config};
use dhow_files::testing::Folder;
use std::fs;
use std::sync::LazyLock;

const GAMES: usize = 4;

fn four_games() -> Config {
    Config { games: GAMES, event: "A \"gr\u{e9}at\" one".into(), ..config(2) }
}

static RECORDS: LazyLock<Vec<Record>> =
    LazyLock::new(|| (0..GAMES).map(|number| tests::record(&four_games(), number)).collect());

/// The files of a tournament in a folder.
struct Files {
    folder: Folder,
    paths: Paths,
}

impl Files {
    fn new(name: &str) -> Self {
        let folder = Folder::new(name);
        let path = |name| Some(folder.file(name));
        let paths = Paths { journal: path("j"), pgn: path("p"), epd: path("e") };
        Self { folder, paths }
    }

    fn read(&self) -> [Vec<u8>; 3] {
        ["j", "p", "e"].map(|name| fs::read(self.folder.file(name)).expect("a file"))
    }

    fn write(&self, contents: &[Vec<u8>; 3]) {
        for (name, content) in ["j", "p", "e"].into_iter().zip(contents) {
            fs::write(self.folder.file(name), content).expect("space");
        }
        let _ = fs::remove_file(self.folder.file("p.surplus"));
        let _ = fs::remove_file(self.folder.file("e.surplus"));
    }

    fn open(&self, resume: bool) -> Result<(Archive, Past), ArchiveError> {
        Archive::open(&self.paths, &mut four_games(), resume)
    }

    /// Continues a tournament with what the files have, up to *n* games.
    fn play(&self, games: usize) {
        let (mut archive, _) = self.open(false).expect("a new tournament");
        for number in [1, 0, 3, 2].into_iter().take(games) {
            archive.game(&RECORDS[number]).expect("space");
        }
        if games == GAMES {
            archive.end("complete").expect("space");
        }
    }

    /// Resumes to the end, and checks that every file has every game once, in the same order.
    fn resume(&self, what: &str) -> Past {
        let (mut archive, past) = self.open(true).unwrap_or_else(|error| panic!("{what}: {error}"));
        let ended: Vec<usize> = past.records.iter().map(|record| record.number).collect();
        let missing: Vec<usize> = (0..GAMES).filter(|number| !ended.contains(number)).collect();
        for &number in &missing {
            archive.game(&RECORDS[number]).expect("space");
        }
        archive.end("complete").expect("space");
        let order = [ended, missing].concat();
        let texts = |text: fn(&Record) -> String| -> String {
            order.iter().map(|&number| text(&RECORDS[number])).collect()
        };
        let [_, pgn, epd] = self.read();
        assert_eq!(String::from_utf8_lossy(&pgn), format!("before\n{}", texts(pgn_text)), "{what}");
        assert_eq!(String::from_utf8_lossy(&epd), format!("before\n{}", texts(epd_text)), "{what}");
        drop(archive);
        let (_, past_then) = self.open(true).expect("a tournament that has ended");
        let then: Vec<usize> = past_then.records.iter().map(|record| record.number).collect();
        assert_eq!(then, order, "{what}");
        past
    }
}

/// The files of a tournament after *n* games, with something before them.
fn after(files: &Files, games: usize) -> [Vec<u8>; 3] {
    files.write(&[Vec::new(), b"before\n".into(), b"before\n".into()]);
    files.play(games);
    files.read()
}

#[test]
fn whichever_file_is_cut_every_game_is_kept_once() {
    let files = Files::new("archive-cuts");
    // Every byte of one game, and some bytes of all games.
    for (games, step) in [(1, 1), (GAMES, 7)] {
        let contents = after(&files, games);
        let first = contents[0].iter().position(|&byte| byte == b'\n').expect("a line");
        for file in 0..3 {
            let least = if file == 0 { first } else { b"before\n".len() };
            for length in (least..=contents[file].len()).step_by(step) {
                let mut cut = contents.clone();
                cut[file].truncate(length);
                files.write(&cut);
                files.resume(&format!("{games} games, file {file} cut to {length}"));
            }
        }
    }
}

#[test]
fn games_that_the_journal_has_lost_are_moved_aside() {
    let files = Files::new("archive-surplus");
    let contents = after(&files, GAMES);
    let lines: Vec<&[u8]> = contents[0].split_inclusive(|&byte| byte == b'\n').collect();
    // The second of four games is missing between others.
    let mut damaged = contents.clone();
    let at = lines[..2].concat().len() + 60;
    damaged[0][at] ^= 1;
    files.write(&damaged);
    let past = files.resume("a damaged line");
    assert_eq!(past.records.len(), 3);
    assert!(past.remarks[0].contains("line 3 is damaged"), "{:?}", past.remarks);
    assert!(past.remarks[1].contains("has a game that the journal lacks"), "{:?}", past.remarks);
    assert!(past.remarks[1].ends_with("p.surplus"), "{:?}", past.remarks);
    let aside = fs::read_to_string(files.folder.file("p.surplus")).expect("a game");
    assert_eq!(aside, pgn_text(&RECORDS[0]));
    let aside = fs::read_to_string(files.folder.file("e.surplus")).expect("a position");
    assert_eq!(aside, epd_text(&RECORDS[0]));
    // Two games are missing, and a third was being written.
    let mut short = contents.clone();
    short[0] = lines[..2].concat();
    for length in (b"before\n".len()..=short[1].len()).rev() {
        short[1].truncate(length);
        files.write(&short);
        let past = files.resume(&format!("a short journal, games cut to {length}"));
        assert!(past.remarks.last().is_some_and(|last| last.ends_with("e.surplus")));
    }
}

#[test]
fn space_without_content_behind_the_games_is_taken_away() {
    let files = Files::new("archive-zeros");
    for games in [2, GAMES] {
        let contents = after(&files, games);
        for file in 0..3 {
            for cut in [0, 10, 300] {
                let mut zeros = contents.clone();
                let length = zeros[file].len().saturating_sub(cut).max(7);
                if file == 0 && cut > 200 {
                    continue;
                }
                zeros[file].truncate(length);
                zeros[file].extend([0; 5000]);
                files.write(&zeros);
                files.resume(&format!("{games} games, file {file} cut by {cut}"));
            }
        }
    }
}

#[test]
fn what_others_wrote_is_left_alone() {
    let files = Files::new("archive-others");
    let contents = after(&files, 2);
    let other = tests::record(&Config { event: "another".into(), ..four_games() }, 3);
    let again = RECORDS[0].clone();
    for (file, added) in [
        (1, pgn_text(&other)),
        (1, pgn_text(&again)),
        (1, pgn_text(&RECORDS[3]).replace("metamachy", "maasai")),
        (1, "a remark".into()),
        (1, format!("{}a remark", "\0".repeat(10))),
        (2, "a remark\n".into()),
        (2, "8/8/8 w - - 0 1\n".into()),
        (2, epd_text(&again).repeat(3)),
    ] {
        let mut changed = contents.clone();
        changed[file].extend(added.as_bytes());
        files.write(&changed);
        let error = files.open(true).expect_err("another game").to_string();
        assert!(error.contains("does not hold the games of the journal"), "{added}: {error}");
        assert_eq!(files.read(), changed, "{added}");
    }
    let mut short = contents.clone();
    short[1].truncate(3);
    files.write(&short);
    assert!(matches!(files.open(true), Err(ArchiveError::Changed(_))));
    assert_eq!(files.read(), short);
}

#[test]
fn no_two_tournaments_share_a_file() {
    let files = Files::new("archive-locks");
    let (first, _) = files.open(false).expect("a new tournament");
    let paths = |paths: Paths| Archive::open(&paths, &mut four_games(), false).map(drop);
    let Paths { journal, pgn, epd } = files.paths.clone();
    let error = |shared: Paths| paths(shared).expect_err("a file in use").to_string();
    for (shared, path) in [
        (Paths { journal: journal.clone(), ..Paths::default() }, journal),
        (Paths { pgn: pgn.clone(), ..Paths::default() }, pgn.clone()),
        (Paths { epd: pgn.clone(), ..Paths::default() }, pgn.clone()),
        (Paths { epd: epd.clone(), ..Paths::default() }, epd),
    ] {
        let message = error(shared);
        let name = path.expect("a path").display().to_string();
        assert!(message.contains("is in use") && message.contains(&name), "{message}");
    }
    drop(first);
    paths(Paths { pgn, ..Paths::default() }).expect("nobody uses it");
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_keeps_nothing() {
    let files = Files::new("archive-devices");
    let paths = Paths { pgn: Some("/dev/null".into()), ..files.paths.clone() };
    assert_eq!(paths.default_journal(), None);
    let open = |paths: &Paths, resume| Archive::open(paths, &mut four_games(), resume);
    let (mut archive, _) = open(&paths, false).expect("a new tournament");
    archive.game(&RECORDS[0]).expect("space");
    drop(archive);
    let (mut archive, past) = open(&paths, true).expect("a tournament");
    assert_eq!(past.records.len(), 1);
    archive.end("complete").expect("space");
    drop(archive);
    let full = Paths { pgn: Some("/dev/full".into()), ..files.paths.clone() };
    let (mut archive, _) = open(&full, false).expect("a new tournament");
    let error = archive.game(&RECORDS[0]).expect_err("no space").to_string();
    assert!(error.starts_with("/dev/full: "), "{error}");
}
