//! FENs: one that is accepted is a position, whose text and moves hold together.

#![no_main]

use dhow::game::Game;
use dhow::pgn::{read_position, read_xboard_position};
use dhow::position::Position;
use dhow_fuzz::{input, positions, seeds};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: seeds::write_if_asked(seeds::fens), |data: &[u8]| {
    let Some((variant, text)) = input::variant_and_text(data) else { return };
    if variant.command.is_some() {
        if let Ok(mut game) = Game::from_fen(variant, text) {
            positions::check_game(&game);
            positions::check_actions(&mut game);
        }
    } else if let Ok(mut position) = Position::from_fen(positions::rules(variant), text) {
        positions::check_text(&position);
        positions::check_moves(&mut position);
        let same = read_position(variant, text).expect("the canonical form is read first");
        assert_eq!(same.fen(), position.fen());
    }
    if let Ok(game) = read_xboard_position(variant, text) {
        positions::check_game(&game);
    }
});
