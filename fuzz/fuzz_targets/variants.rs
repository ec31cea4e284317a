//! Files of games: each mistake is reported with its line. A file without mistakes has games that can be played,
//! searched and drawn.

#![no_main]

use dhow::game::read_variants;
use dhow::variant::ini::VariantFiles;
use dhow_fuzz::{games, seeds};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: seeds::write_if_asked(seeds::variants), |data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut files = VariantFiles::default();
    if let Err(mistakes) = read_variants(&mut files, text) {
        assert!(!mistakes.is_empty() && files.games().is_empty());
        let lines = text.lines().count().max(1);
        for mistake in mistakes {
            assert!((1..=lines).contains(&mistake.line), "{mistake}");
            assert!(!mistake.to_string().contains('\n'), "{mistake}");
        }
        return;
    }
    games::play(&files, data);
});
