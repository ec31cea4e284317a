//! Files of games: each mistake is told with its line, and a file without any has games that can be
//! played, searched and drawn.

#![no_main]

use dhow::board_picture::{View, svg};
use dhow::game::{Game, read_variants};
use dhow::position::zobrist::split_mix;
use dhow::search::{Engine, Limits};
use dhow::variant::ini::VariantFiles;
use dhow_fuzz::{positions, seeds};
use libfuzzer_sys::fuzz_target;
use std::cell::RefCell;

/// More would only be slow.
const MOST_MOVES: usize = 12;
/// Games of one file that are played.
const MOST_GAMES: usize = 3;

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::new(engine());
}

fn engine() -> Engine {
    let mut engine = Engine::new();
    engine.set_hash(1).expect("a MiB of memory");
    engine.set_endgame_memory(0);
    engine
}

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
    let mut seed = data.iter().fold(1, |seed, &byte| seed * 31 % 0xFFFF_FFFB + u64::from(byte));
    for variant in files.games().iter().take(MOST_GAMES) {
        let mut game = Game::new(variant);
        positions::check_moves(&mut game);
        while game.moves().len() < MOST_MOVES && game.outcome().is_none() {
            let moves = game.legal_moves();
            game.play(moves[split_mix(&mut seed) as usize % moves.len()]);
            positions::check_game(&game);
        }
        assert!(svg(&game, View::default()).ends_with("</svg>\n"));
        if game.outcome().is_none() {
            let limits = Limits { nodes: Some(40), ..Limits::default() };
            let best = ENGINE.with_borrow_mut(|engine| {
                engine.clear();
                engine.search(&game, limits).best()
            });
            assert!(best.is_some_and(|mv| game.legal_moves().contains(&mv)), "{}", game.fen());
        }
    }
});
