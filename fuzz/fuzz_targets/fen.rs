//! FENs: an accepted one is a position whose text and moves are consistent.

#![no_main]

use dhow::game::Game;
use dhow::pgn::{read_position, read_xboard_position};
use dhow_fuzz::{input, positions, seeds};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: seeds::write_if_asked(seeds::fens), |data: &[u8]| {
    let Some((variant, text)) = input::variant_and_text(data) else { return };
    if let Ok(mut game) = Game::from_fen(variant, text) {
        positions::check_game(&game);
        positions::check_moves(&mut game);
        let same = read_position(variant, text).expect("the canonical form is read first");
        assert_eq!(same.fen(), game.fen());
    }
    if let Ok(game) = read_xboard_position(variant, text) {
        positions::check_game(&game);
    }
});
