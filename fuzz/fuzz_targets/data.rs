//! Files of training games: any bytes are refused or read, and a game that is read is written again as the same bytes.
//! A refused file does not change. After a game is added to any other file, it is read back, and so are all earlier
//! games.
//!
//! An input that starts with `r` is the bytes of one game; any other input is a whole file. A changed game within a
//! file seldom passes its checksum.

#![no_main]

use dhow::game::Game;
use dhow::training::{GameFile, GameRecord};
use dhow::variant::VARIANTS;
use dhow_fuzz::files::Temporary;
use dhow_fuzz::seeds;
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: seeds::write_if_asked(seeds::data), |data: &[u8]| {
    match data.strip_prefix(b"r") {
        Some(bytes) => one_game(bytes),
        None => file(data),
    }
});

fn one_game(bytes: &[u8]) {
    let Ok(record) = GameRecord::from_bytes(bytes) else { return };
    assert_eq!(record.to_bytes(), bytes);
    let mut shown = 0;
    let variant = &VARIANTS[record.variant as usize % VARIANTS.len()];
    let replayed = record.replay(variant, |game, mv, _| {
        assert!(game.legal_moves().contains(&mv));
        shown += 1;
    });
    assert!(replayed.is_err() || shown == record.plies.len());
    if record.variant as usize >= VARIANTS.len() {
        return;
    }
    let target = Temporary::new("data", b"");
    let mut games =
        GameFile::append(target.path(), &seeds::settings(), &VARIANTS).expect("a new file");
    games.add(&record).expect("there is space");
    assert_eq!(read(&target).expect("just written"), [record]);
}

fn file(bytes: &[u8]) {
    let target = Temporary::new("data", bytes);
    let before = read(&target);
    assert_eq!(target.content(), bytes, "reading changed it");
    let mut games = match GameFile::append(target.path(), &seeds::settings(), &VARIANTS) {
        Ok(games) => games,
        Err(_) => return assert_eq!(target.content(), bytes, "refused, and yet changed"),
    };
    let mut expected = before.unwrap_or_default();
    assert!(expected.iter().all(|game| games.holds(game.number)), "games are not seen");
    let cut = bytes.len().saturating_sub(games.cut_off() as usize);
    assert!(target.content().starts_with(&bytes[..cut]), "more was cut off than is reported");
    let number = (0..).find(|&number| !games.holds(number)).expect("a number is free");
    expected
        .push(GameRecord { number, ..seeds::training_record(number, &Game::new(&VARIANTS[0])) });
    games.add(&expected[expected.len() - 1]).expect("there is space");
    drop(games);
    assert_eq!(read(&target).expect("it was accepted"), expected, "not the games and the new one");
}

/// All games of a file, if it is a valid one.
fn read(file: &Temporary) -> Option<Vec<GameRecord>> {
    let mut games = Vec::new();
    let read = GameFile::read(file.path(), &VARIANTS, |_, record| {
        games.push(record);
        Ok(())
    });
    let mut end = 0;
    for damage in read.ok()?.damaged {
        assert!(damage.offset >= end && damage.length > 0, "{damage}");
        end = damage.offset + damage.length;
    }
    assert!(end <= file.content().len() as u64, "damage behind the end");
    Some(games)
}
