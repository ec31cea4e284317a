//! Journals of tournaments: opening a journal changes no file, whatever its content. A journal that can be resumed
//! loses only an incomplete line at its end, and then has the same content when it is opened again.
//!
//! An input that starts with `s` is the JSON objects of lines, which are sealed here; any other input is a whole file.
//! A line changed at random seldom passes its checksum.

#![no_main]

use dhow::tournament::journal::{Journal, Past};
use dhow_fuzz::files::{Temporary, journal_config, seal};
use dhow_fuzz::seeds;
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: seeds::write_if_asked(seeds::journal), |data: &[u8]| {
    let sealed = data.strip_prefix(b"s").map(|objects| {
        objects.split(|&byte| byte == b'\n').flat_map(seal).collect::<Vec<u8>>()
    });
    let bytes = sealed.as_deref().unwrap_or(data);
    let config = journal_config();
    let file = Temporary::new("journal", bytes);
    let _ = Journal::open(file.path(), &config, false);
    let opened = Journal::open(file.path(), &config, true);
    assert_eq!(file.content(), bytes, "opening changed it");
    let Ok((mut journal, Some(past))) = opened else { return };
    for (index, record) in past.records.iter().enumerate() {
        let whole = journal.record(index).expect("it was read before");
        assert_eq!((whole.number, &whole.result), (record.number, &record.result));
    }
    journal.go_on().expect("there is space");
    drop(journal);
    let kept = file.content();
    let common = kept.iter().zip(bytes).take_while(|(a, b)| a == b).count();
    assert!(kept.len() <= common + 1, "more than a line break was added");
    let (_, again) = Journal::open(file.path(), &config, true).expect("opened before");
    assert_eq!(Some(told(past)), again.map(told));
});

/// The content of a journal, to compare.
fn told(past: Past) -> String {
    let openings: Vec<_> =
        past.openings.iter().map(|(number, game)| (*number, game.fen())).collect();
    format!("{} {:?} {openings:?} {:?}", past.seed, past.starts, past.records)
}
