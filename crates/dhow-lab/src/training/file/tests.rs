use super::super::Ply;
use super::*;
use dhow_play::pgn::GameResult;
use dhow_rules::variant::VARIANTS;

fn settings() -> SelfPlaySettings {
    SelfPlaySettings { seed: 5, nodes: 100, random_plies: 4, variants: VARIANTS.to_vec() }
}

/// A game whose length increases with its number.
fn record(number: u32) -> GameRecord {
    let variant = &VARIANTS[1];
    let ply = Ply { from: 24, to: 48, manner: 0, score: -31 };
    let result = GameResult::Draw;
    let plies = vec![ply; number as usize % 4];
    GameRecord { number, variant: 1, result, start: variant.start.clone(), plies }
}

/// A file with these games in this version of the format, and the offsets where the header and each
/// game end.
fn file_of(version: u16, numbers: &[u32]) -> (Vec<u8>, Vec<usize>) {
    let mut bytes = settings().to_bytes(version);
    let mut ends = vec![bytes.len()];
    for &number in numbers {
        let body = record(number).to_bytes();
        match version {
            1 => {
                bytes.extend((body.len() as u32).to_le_bytes());
                bytes.extend(crc32fast::hash(&body).to_le_bytes());
                bytes.extend(body);
            }
            _ => bytes.extend(records::to_bytes(&record(number))),
        }
        ends.push(bytes.len());
    }
    (bytes, ends)
}

/// The games of a file in memory, and the places that hold none.
fn contents(bytes: &[u8]) -> Result<(Vec<GameRecord>, Vec<DamagedBytes>), DataError> {
    let mut reader = Records::new(bytes, &VARIANTS)?;
    let (mut games, mut damaged) = (Vec::new(), Vec::new());
    while let Some(next) = reader.next_record()? {
        match next {
            Next::Game(record) => games.push(record),
            Next::Damaged(damage) | Next::CutOff(damage) => damaged.push(damage),
        }
    }
    Ok((games, damaged))
}

fn read(path: &Path) -> Result<(Vec<u32>, Vec<DamagedBytes>), DataError> {
    let mut numbers = Vec::new();
    let read = GameFile::read(path, &VARIANTS, |variant, record| {
        record.replay(variant, |_, _, _| ())?;
        numbers.push(record.number);
        Ok(())
    })?;
    Ok((numbers, read.damaged))
}

/// A file that is deleted at the end of the test.
struct Temporary(std::path::PathBuf);

impl Temporary {
    fn new(name: &str) -> Self {
        let name = format!("dhow-{}-{name}.dat", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_file(&path);
        Self(path)
    }

    fn holding(name: &str, bytes: &[u8]) -> Self {
        let new = Self::new(name);
        std::fs::write(&new.0, bytes).expect("space on the disk");
        new
    }

    fn bytes(&self) -> Vec<u8> {
        std::fs::read(&self.0).expect("a file")
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn a_file_cut_anywhere_goes_on_after_the_last_whole_game() {
    let (bytes, ends) = file_of(VERSION, &[9, 4, 1]);
    for length in 0..=bytes.len() {
        let cut = Temporary::holding("cut", &bytes[..length]);
        let whole = ends[1..].iter().filter(|&&end| end <= length).count();
        let left_over = if length < ends[0] { 0 } else { length - ends[whole] };
        if length >= ends[0] {
            let (games, damaged) = contents(&bytes[..length]).expect("a whole header");
            assert_eq!(games, [9, 4, 1][..whole].iter().map(|&n| record(n)).collect::<Vec<_>>());
            let told = damaged.iter().map(|damage| damage.length as usize).collect::<Vec<_>>();
            assert_eq!(told, if left_over > 0 { vec![left_over] } else { Vec::new() });
        }
        let mut file =
            GameFile::append(&cut.0, &settings(), &VARIANTS).expect("a file that was cut");
        assert_eq!(file.games().len(), whole, "cut to {length}");
        assert_eq!((file.cut_off(), file.damaged()), (left_over as u64, &[][..]));
        file.add(&record(8)).expect("space on the disk");
        let expected = [&[9, 4, 1][..whole], &[8]].concat();
        assert_eq!(cut.bytes(), file_of(VERSION, &expected).0, "cut to {length}");
    }
}

/// Flips every bit of a file of this version, and checks that only the damaged game is lost.
fn flip_every_bit(version: u16) {
    let numbers = [6, 9, 4, 1];
    let (bytes, ends) = file_of(version, &numbers);
    for bit in 0..8 * bytes.len() {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let Some(hit) = ends.iter().position(|&end| bit / 8 < end).and_then(|n| n.checked_sub(1))
        else {
            assert!(matches!(contents(&damaged), Err(DataError::Header(_))), "bit {bit}");
            continue;
        };
        let (games, told) = contents(&damaged).expect("a whole header");
        let mut expected: Vec<GameRecord> = numbers.iter().map(|&n| record(n)).collect();
        expected.remove(hit);
        assert_eq!(games, expected, "bit {bit}");
        let place = (ends[hit] as u64, (ends[hit + 1] - ends[hit]) as u64);
        let told: Vec<_> = told.iter().map(|damage| (damage.offset, damage.length)).collect();
        assert_eq!(told, [place], "bit {bit}");
    }
}

#[test]
fn a_flipped_bit_costs_no_other_game() {
    flip_every_bit(VERSION);
    flip_every_bit(1);
}

#[test]
fn games_behind_missing_inserted_or_zeroed_bytes_are_found() {
    let (bytes, ends) = file_of(VERSION, &[6, 9, 4, 1]);
    let numbers = |bytes: &[u8]| -> Vec<u32> {
        let (games, damaged) = contents(bytes).expect("a whole header");
        assert!(!damaged.is_empty());
        games.iter().map(|game| game.number).collect()
    };
    let middle = (ends[1] + ends[2]) / 2;
    assert_eq!(numbers(&[&bytes[..middle], &bytes[middle + 3..]].concat()), [6, 4, 1]);
    assert_eq!(numbers(&[&bytes[..middle], b"GAME", &bytes[middle..]].concat()), [6, 4, 1]);
    assert_eq!(numbers(&[&bytes[..middle], &bytes[ends[2] + 1..]].concat()), [6, 1]);
    assert_eq!(numbers(&[&bytes[..], &[0; 100_000]].concat()), [6, 9, 4, 1]);
    let mut zeroed = bytes.clone();
    zeroed[ends[0] + 3..ends[2] + 3].fill(0);
    assert_eq!(numbers(&zeroed), [1]);
}

#[test]
fn adding_to_a_damaged_file_deletes_nothing() {
    let (bytes, ends) = file_of(VERSION, &[6, 9, 4, 1]);
    // Includes the greatest possible length, and the last game.
    for (game, at) in [(2, 4), (2, 6), (1, 20), (4, 5), (4, 30)] {
        let mut damaged = bytes.clone();
        damaged[ends[game - 1] + at] ^= 0x08;
        let path = Temporary::holding("added", &damaged);
        let mut file = GameFile::append(&path.0, &settings(), &VARIANTS).expect("a damaged file");
        assert_eq!((file.games().len(), file.cut_off(), file.damaged().len()), (3, 0, 1));
        assert!(!file.holds([6, 9, 4, 1][game - 1]));
        file.add(&record([6, 9, 4, 1][game - 1])).expect("space on the disk");
        drop(file);
        assert!(path.bytes().starts_with(&damaged));
        let (games, _) = contents(&path.bytes()).expect("a whole header");
        assert_eq!(games.len(), 4, "game {game}, byte {at}");
    }
}

#[test]
fn old_files_are_read_but_not_added_to() {
    for version in 1..VERSION {
        let (bytes, _) = file_of(version, &[6, 8]);
        let path = Temporary::holding("old", &bytes);
        assert_eq!(contents(&path.bytes()).expect("games").0, [record(6), record(8)]);
        let error = GameFile::append(&path.0, &settings(), &VARIANTS).expect_err("an old file");
        let expected = format!("version {version} is read, but not added to");
        assert!(error.to_string().contains(&expected), "{error}");
        assert_eq!(path.bytes(), bytes);
    }
    let (bytes, _) = file_of(1, &[6, 8]);
    let mut newer = bytes.clone();
    newer[8] = 4;
    let error = contents(&newer).expect_err("a new file").to_string();
    assert!(error.contains("version 4, and only 1 to 3 can be read"), "{error}");
}

#[test]
fn other_settings_and_other_files_are_refused() {
    let path = Temporary::new("refused");
    drop(GameFile::append(&path.0, &settings(), &VARIANTS).expect("a new file"));
    let other = SelfPlaySettings { nodes: 101, ..settings() };
    let error = GameFile::append(&path.0, &other, &VARIANTS).expect_err("another number of nodes");
    assert!(error.to_string().contains("seed 5, 100 nodes"), "{error}");
    for text in ["\n", "DHOWGAMES", "hello", "hello world, this is not a file of games"] {
        std::fs::write(&path.0, text).expect("space on the disk");
        assert!(matches!(read(&path.0), Err(DataError::Header(_))), "{text}");
        let error =
            GameFile::append(&path.0, &settings(), &VARIANTS).expect_err("a file of another kind");
        assert!(matches!(error, DataError::Header(_)));
        assert_eq!(path.bytes(), text.as_bytes());
    }
}

#[test]
fn two_programs_cannot_add_to_one_file() {
    let path = Temporary::new("shared");
    let first = GameFile::append(&path.0, &settings(), &VARIANTS).expect("a new file");
    assert!(matches!(GameFile::append(&path.0, &settings(), &VARIANTS), Err(DataError::InUse)));
    drop(first);
    assert!(GameFile::append(&path.0, &settings(), &VARIANTS).is_ok());
}

#[test]
fn games_of_no_use_are_named_and_the_others_read() {
    let path = Temporary::new("illegal");
    let mut file = GameFile::append(&path.0, &settings(), &VARIANTS).expect("a new file");
    let mut bad = record(1);
    bad.plies.push(Ply { from: 0, to: 143, manner: 0, score: 0 });
    for record in [&record(5), &bad, &record(4), &record(5)] {
        file.add(record).expect("space on the disk");
    }
    let (numbers, damaged) = read(&path.0).expect("a file of games");
    assert_eq!(numbers, [5, 4]);
    let told: Vec<String> = damaged.iter().map(DamagedBytes::to_string).collect();
    assert!(told[0].contains("game 1: move 2 is not legal in"), "{told:?}");
    assert!(told[1].contains("game 5 is there twice"), "{told:?}");
}
