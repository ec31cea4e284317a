//! Files of positions: suites of perft counts and openings of matches. The positions read from them are consistent.

#![no_main]

use dhow::cli::suite;
use dhow::tournament::config::Format;
use dhow::tournament::openings::Openings;
use dhow_fuzz::files::{Temporary, with_openings};
use dhow_fuzz::{input, positions, seeds};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: seeds::write_if_asked(seeds::epd), |data: &[u8]| {
    let Some((variant, rest)) = input::variant_and_bytes(data) else { return };
    if let Ok(entries) = suite::read(&String::from_utf8_lossy(rest), variant) {
        assert!(!entries.is_empty());
        for (line, entry) in entries {
            assert!(line > 0 && !entry.counts.is_empty());
            positions::check_game(&entry.game);
        }
    }
    for (name, format) in [("openings.epd", Format::Epd), ("openings.pgn", Format::Pgn)] {
        let file = Temporary::new(name, rest);
        let Ok(openings) = Openings::new(&with_openings(variant, file.path(), format), variant) else {
            continue;
        };
        let Openings::Listed(games) = openings else { panic!("openings from elsewhere") };
        assert!(!games.is_empty());
        for game in games {
            assert!(game.outcome().is_none(), "{} is over", game.fen());
            positions::check_game(&game);
        }
    }
});
