use super::*;
use crate::tournament::config::{EngineConfig, Kind, Policy};
use crate::tournament::tests::{config, record};
use dhow_files::testing::Folder;
use std::fs;

fn four_games() -> Config {
    Config { games: 4, ..config(2) }
}

fn opening(config: &Config, moves: &[&str]) -> Game {
    let mut game = Game::new(&config.variants[0]);
    for text in moves {
        game.play_text(text).expect("a legal move");
    }
    game
}

/// Writes a journal with games 2, 0 and 1, and an opening between them.
fn write(path: &Path, config: &Config) {
    let (mut journal, past) = Journal::open(path, config, false).expect("a new journal");
    assert!(past.is_none());
    journal.begin(config, Starts { pgn: 3, epd: 4 }).expect("space");
    journal.opening(1, 0, &opening(config, &["e3e5"])).expect("space");
    journal.game(&record(config, 2)).expect("space");
    journal.opening(0, 0, &opening(config, &[])).expect("space");
    journal.game(&record(config, 0)).expect("space");
    journal.game(&record(config, 1)).expect("space");
}

fn numbers(contents: &Contents) -> Vec<usize> {
    contents.games.iter().map(|game| game.record.number).collect()
}

/// A line of a journal, with its guards.
fn sealed(object: Value) -> String {
    format!("{}\n", sealed::seal(&object.to_string()))
}

fn flaw(path: &Path, config: &Config, resume: bool) -> String {
    let before = fs::read(path).expect("a file");
    let error = Journal::open(path, config, resume).expect_err("a flaw").to_string();
    assert_eq!(fs::read(path).expect("a file"), before, "{error}");
    error
}

#[test]
fn a_journal_tells_what_was_written() {
    let (folder, config) = (Folder::new("journal-told"), four_games());
    let path = folder.file("journal");
    write(&path, &config);
    for line in fs::read_to_string(&path).expect("text").lines() {
        let value: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(value.as_object().map(|members| members.len()), Some(3), "{line}");
    }
    let (mut journal, past) = Journal::open(&path, &config, true).expect("a journal");
    let past = past.expect("a past");
    assert_eq!((past.seed, past.starts), (1, Starts { pgn: 3, epd: 4 }));
    assert_eq!(past.records.iter().map(|record| record.number).collect::<Vec<_>>(), [2, 0, 1]);
    assert_eq!(past.openings.keys().copied().collect::<Vec<_>>(), [1], "game 4 needs no other");
    assert_eq!(past.openings[&1].fen(), opening(&config, &["e3e5"]).fen());
    assert!(past.remarks.is_empty());
    for (index, number) in [2, 0, 1].into_iter().enumerate() {
        assert_eq!(journal.record(index).expect("a record"), record(&config, number));
    }
    assert!(matches!(
        Journal::open(&path, &config, true),
        Err(JournalError { flaw: Flaw::InUse, .. })
    ));
}

#[test]
fn a_flipped_bit_costs_one_game_at_most() {
    let (folder, config) = (Folder::new("journal-flips"), four_games());
    let path = folder.file("journal");
    write(&path, &config);
    let bytes = fs::read(&path).expect("a file");
    let first = bytes.iter().position(|&byte| byte == b'\n').expect("a line");
    let whole = read(&bytes[..]).expect("a journal").expect("contents");
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        let found = match read(&damaged[..]) {
            Ok(contents) => contents.expect("contents"),
            Err(Flaw::NoJournal | Flaw::Header) if at < first => continue,
            Err(error) => panic!("byte {at}: {error}"),
        };
        assert!(at >= first, "byte {at}");
        assert!((1..=2).contains(&found.damaged.len()), "byte {at}: {:?}", found.damaged);
        found.fits(&config).expect("no wrong game");
        let mut expected = vec![2, 0, 1];
        let hit = whole.games.iter().find(|game| {
            let LinePlace { start, length } = game.place;
            (start..start + length as u64).contains(&(at as u64))
        });
        if let Some(hit) = hit {
            expected.retain(|&number| number != hit.record.number);
        }
        assert_eq!(numbers(&found), expected, "byte {at}");
        for game in &found.games {
            let original =
                whole.games.iter().find(|other| other.record.number == game.record.number);
            assert_eq!(Some(&game.record), original.map(|game| &game.record));
        }
    }
    // Every bit of one line, that of a game between others.
    let LinePlace { start, length } = whole.games[1].place;
    for bit in 8 * start as usize..8 * (start as usize + length) {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let found = read(&damaged[..]).expect("a journal").expect("contents");
        assert_eq!(numbers(&found), [2, 1], "bit {bit}");
    }
}

#[test]
fn a_journal_cut_anywhere_keeps_all_whole_lines() {
    let (folder, config) = (Folder::new("journal-cuts"), four_games());
    let path = folder.file("journal");
    write(&path, &config);
    let bytes = fs::read(&path).expect("a file");
    let whole = read(&bytes[..]).expect("a journal").expect("contents");
    let first = bytes.iter().position(|&byte| byte == b'\n').expect("a line");
    let cut = folder.file("cut");
    for length in 0..bytes.len() {
        fs::write(&cut, &bytes[..length]).expect("space");
        if (1..first).contains(&length) {
            flaw(&cut, &config, true);
            flaw(&cut, &config, false);
            continue;
        }
        let (mut journal, past) = Journal::open(&cut, &config, true).expect("a journal");
        let Some(past) = past else {
            assert_eq!(length, 0);
            continue;
        };
        let end = |game: &read::PastGame| game.place.start as usize + game.place.length;
        let kept = whole.games.iter().filter(|game| end(game) <= length).count();
        assert_eq!(past.records.len(), kept, "cut to {length}");
        assert_eq!(past.remarks, [""; 0], "cut to {length}");
        journal.go_on().expect("space");
        journal.game(&record(&config, 3)).expect("space");
        let text = fs::read(&cut).expect("a file");
        let found = read(&text[..]).expect("a journal").expect("contents");
        assert_eq!(numbers(&found), [&[2, 0, 1][..kept], &[3]].concat());
        assert!(found.damaged.is_empty(), "cut to {length}");
    }
}

#[test]
fn what_is_no_journal_stays_as_it_is() {
    let (folder, config) = (Folder::new("journal-others"), four_games());
    let path = folder.file("other");
    let others: [&[u8]; 8] = [
        b"precious",
        b"precious\nlines",
        b"\n",
        b"{",
        b"{\"tournament\":",
        b"[Event \"x\"]\n\n1. e4 *\n",
        b"\0\xff\xfe",
        &[0; 70_000],
    ];
    for other in others {
        fs::write(&path, other).expect("space");
        for resume in [false, true] {
            let error = flaw(&path, &config, resume);
            assert!(error.ends_with("-journal"), "{error}");
        }
    }
    for (first, message) in [
        (
            "{\"tournament\":{\"seed\":1,\"starts\":{\"pgn\":0,\"epd\":0},\"settings\":{}}}\n",
            "version 1",
        ),
        ("{\"tournament\":{\"version\":2,\"seed\":1}}\n", "first line is damaged"),
        (&sealed(serde_json::json!({"tournament": {"version": 3}})), "version 3"),
        (&sealed(serde_json::json!({"tournament": {"version": 2}})), "first line is damaged"),
    ] {
        fs::write(&path, first).expect("space");
        assert!(flaw(&path, &config, true).contains(message), "{message}");
        assert!(flaw(&path, &config, false).contains(message), "{message}");
    }
}

#[test]
fn lines_that_cannot_be_are_refused() {
    let (folder, config) = (Folder::new("journal-lines"), four_games());
    let path = folder.file("journal");
    write(&path, &config);
    let text = fs::read_to_string(&path).expect("text");
    let game = |change: &dyn Fn(&mut Record)| {
        let mut record = record(&config, 3);
        change(&mut record);
        sealed(serde_json::json!({ "game": record }))
    };
    let opening = |number: usize, moves: &[&str]| {
        let fen = &config.variants[0].start;
        sealed(serde_json::json!({"opening": {"number": number, "fen": fen, "moves": moves}}))
    };
    let other = |number: usize| {
        let record = record(&Config { games: 99, ..four_games() }, number);
        sealed(serde_json::json!({ "game": record }))
    };
    for (added, message) in [
        (
            text.lines().nth(2).map(|line| format!("{line}\n")).expect("a line"),
            "line 7 makes no sense: game 3 stands in line 3, too",
        ),
        (other(4), "it is of game 5, and only 4 are to be played"),
        (game(&|record| record.players.swap(0, 1)), "game 4 is of other players"),
        (game(&|record| record.players = [0, 7]), "game 4 is of other players"),
        (game(&|record| record.result = "0-1".into()), "its result is 0-1, in the game 1-0"),
        (game(&|record| record.result = "*".into()), "its result is *"),
        (game(&|record| record.plies += 1), "it has 3 plies, the game 2"),
        (game(&|record| record.number = 1), "it is of game 2, the game is another one"),
        (game(&|record| record.pgn += &record.pgn.clone()), "it has 2 games"),
        (opening(1, &["e3e5"]), "line 7 makes no sense: opening 1 stands in line 2, too"),
        (opening(2, &[]), "no game has opening 2"),
        (sealed(serde_json::json!({"end": 7})), "line 7 makes no sense: "),
        (sealed(serde_json::json!({"more": "x"})), "unknown variant `more`"),
        (
            text.lines().next().map(|line| format!("{line}\n")).expect("a line"),
            "a second tournament begins",
        ),
    ] {
        fs::write(&path, format!("{text}{added}")).expect("space");
        let error = flaw(&path, &config, true);
        assert!(error.contains(message), "expected `{message}`: {error}");
    }
    let lines: Vec<&str> = text.lines().collect();
    for (changed, message) in [
        (opening(1, &["e3e9"]), "line 2 makes no sense: "),
        (
            opening(1, &["e3e5", "e10e8", "d3d5", "d10d8", "c3c5"]),
            "game 3 is shorter than its opening",
        ),
    ] {
        let rest = lines[2..].join("\n");
        fs::write(&path, format!("{}\n{changed}{rest}\n", lines[0])).expect("space");
        let error = flaw(&path, &config, true);
        assert!(error.contains(message), "expected `{message}`: {error}");
    }
}

#[test]
fn a_damaged_line_is_told_and_stays() {
    let (folder, config) = (Folder::new("journal-damaged"), four_games());
    let path = folder.file("journal");
    write(&path, &config);
    let text = fs::read_to_string(&path).expect("text");
    let damaged = text.replacen("\"plies\":2", "\"plies\":3", 1);
    assert_ne!(text, damaged);
    fs::write(&path, &damaged).expect("space");
    let (mut journal, past) = Journal::open(&path, &config, true).expect("a journal");
    let past = past.expect("a past");
    assert_eq!(past.records.len(), 2);
    assert!(past.remarks[0].ends_with("line 5 is damaged; game 1 is played again"), "{past:?}");
    journal.go_on().expect("space");
    journal.game(&record(&config, 0)).expect("space");
    drop(journal);
    let after = fs::read_to_string(&path).expect("text");
    assert!(after.starts_with(&damaged));
    let (_, past) = Journal::open(&path, &config, true).expect("a journal");
    let past = past.expect("a past");
    assert_eq!(past.records.len(), 3);
    assert!(past.remarks[0].contains("line 5 is damaged; if it was of a game"), "{past:?}");
    // Damaged games must not be overwritten either.
    assert!(flaw(&path, &config, false).contains("has not ended"));
}

#[test]
fn a_line_that_is_far_too_long_is_not_taken_into_memory() {
    let (folder, config) = (Folder::new("journal-long"), four_games());
    let path = folder.file("journal");
    write(&path, &config);
    let text = fs::read(&path).expect("a file");
    let long = io::repeat(b'x').take(5 * sealed::LONGEST as u64);
    let input = text.chain(long).chain(&b"\n"[..]);
    let found = read(input).expect("a journal").expect("contents");
    assert_eq!((found.games.len(), found.damaged.len()), (3, 3));
}

#[test]
fn a_knockout_goes_on_though_a_game_is_lost() {
    let folder = Folder::new("journal-knockout");
    let config = Config { kind: Kind::Knockout, seeds: 4, games: 1, ..config(4) };
    let path = folder.file("journal");
    let (mut journal, _) = Journal::open(&path, &config, false).expect("a new journal");
    journal.begin(&config, Starts::default()).expect("space");
    for number in 0..3 {
        journal.opening(number, 0, &opening(&config, &[])).expect("space");
        journal.game(&record(&config, number)).expect("space");
    }
    drop(journal);
    let text = fs::read_to_string(&path).expect("text");
    fs::write(&path, text.replacen("\"milliseconds\":5", "\"milliseconds\":6", 1)).expect("space");
    let (mut journal, past) = Journal::open(&path, &config, true).expect("a journal");
    let past = past.expect("a past");
    assert_eq!(past.records.iter().map(|record| record.number).collect::<Vec<_>>(), [1]);
    assert_eq!(past.openings.keys().copied().collect::<Vec<_>>(), [0, 2], "kept for later");
    assert!(past.remarks[0].contains("game 1 is played again"), "{:?}", past.remarks);
    assert!(past.remarks[1].starts_with("game 3 follows from what is lost"), "{:?}", past.remarks);
    journal.go_on().expect("space");
    for number in [0, 2] {
        journal.game(&record(&config, number)).expect("space");
    }
    drop(journal);
    let (mut journal, past) = Journal::open(&path, &config, true).expect("a journal");
    let records = past.expect("a past").records;
    assert_eq!(records.iter().map(|record| record.number).collect::<Vec<_>>(), [1, 0, 2]);
    assert_eq!(journal.record(2).expect("a record").number, 2);
}

#[test]
fn what_differs_is_told_shortly() {
    let duel = Config { games: 4, ..config(2) };
    let other = Config { policy: Policy::Encounter, ..duel.clone() };
    let told = |a: &Config, b: &Config| difference("", &settings(a), &settings(b));
    assert_eq!(told(&duel, &Config { games: 6, ..duel.clone() }), None);
    assert_eq!(told(&duel, &other).as_deref(), Some("there games is not set, here 4"));
    // With this policy the openings depend on the number of games.
    let more = Config { games: 6, ..other.clone() };
    assert_eq!(told(&other, &more).as_deref(), Some("there games is 4, here 6"));
    let ponders = Config {
        engines: vec![EngineConfig { ponder: true, ..EngineConfig::default() }; 2],
        ..duel.clone()
    };
    assert_eq!(
        told(&duel, &ponders).as_deref(),
        Some("there engines 1 ponder is not set, here true")
    );
    let three = Config { engines: vec![EngineConfig::default(); 3], ..duel.clone() };
    assert_eq!(told(&three, &duel).as_deref(), Some("there engines has 3 entries, here 2"));
}
