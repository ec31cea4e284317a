//! Interactive Diagrams: each mistake is reported with its line. A text without mistakes has games that can be played,
//! written as diagrams, and read again.

#![no_main]

use dhow::game::{Game, read_variants};
use dhow::variant::diagram;
use dhow::variant::ini::{Mistake, VariantFiles};
use dhow_fuzz::{games, seeds};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: seeds::write_if_asked(seeds::diagrams), |data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let lines = text.split('\n').count();
    let check = |mistakes: &[Mistake]| {
        for mistake in mistakes {
            assert!((1..=lines).contains(&mistake.line), "{mistake}");
            assert!(!mistake.to_string().contains('\n'), "{mistake}");
        }
    };
    let read = match diagram::import(text, Some("game")) {
        Ok(read) => read,
        Err(mistakes) => return check(&mistakes),
    };
    check(&read.notes);
    let mut files = VariantFiles::default();
    if let Err(mistakes) = read_variants(&mut files, &read.text) {
        assert!(!mistakes.is_empty());
        let blamed: Vec<Mistake> = mistakes.into_iter().map(|it| read.blame(it)).collect();
        return check(&blamed);
    }
    games::play(&files, data);
    for variant in files.games().iter().take(2) {
        let written = diagram::export(variant).expect("a game of one move a turn");
        let again = diagram::import(&written.text, Some("again")).expect("a diagram");
        let mut files = VariantFiles::default();
        read_variants(&mut files, &again.text).expect("a game");
        let moves = |game: Game| game.legal_moves().len();
        if written.missing.is_empty() {
            assert_eq!(moves(Game::new(variant)), moves(Game::new(&files.games()[0])));
        }
    }
});
