//! Games of files, played a little.

use crate::positions;
use dhow::board_picture::{View, svg};
use dhow::game::Game;
use dhow::position::zobrist::split_mix;
use dhow::search::{Engine, Limits};
use dhow::variant::ini::VariantFiles;
use std::cell::RefCell;

/// More moves would only make it slow.
const MOST_MOVES: usize = 12;
/// The number of games of one file that are played.
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

/// Plays, draws and searches the first games. `data` chooses the moves.
pub fn play(files: &VariantFiles, data: &[u8]) {
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
}
