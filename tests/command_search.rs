//! The search of games with leaders.

use dhow::game::Game;
use dhow::pieces::Color;
use dhow::position::Outcome;
use dhow::search::{Engine, Limits, SearchResult};
use dhow::variant::{VARIANTS, Variant, find};
use std::sync::Arc;

fn leader_games() -> impl Iterator<Item = &'static Arc<Variant>> {
    VARIANTS.iter().filter(|variant| variant.command.is_some())
}

fn search(game: &Game, nodes: u64) -> SearchResult {
    let mut engine = Engine::new();
    engine.set_hash(4).expect("a small table");
    engine.search(game, Limits { nodes: Some(nodes), ..Limits::default() })
}

/// Plays a turn, which must be complete.
fn play(game: &mut Game, summary: &SearchResult) {
    let side = game.side_to_move();
    let turn = summary.turn.as_ref().unwrap_or_else(|| panic!("{}: no turn", game.fen()));
    assert_eq!(game.first_turn(turn), summary.turn, "{}", game.fen());
    for &mv in turn {
        assert_eq!(game.side_to_move(), side);
        assert!(game.legal_moves().contains(&mv));
        game.play(mv);
    }
    assert_ne!(game.side_to_move(), side, "{}: the turn goes on", game.fen());
}

#[test]
fn turns_are_whole_however_little_is_searched() {
    for variant in leader_games() {
        let mut game = Game::new(variant);
        for nodes in [1, 2, 20, 100, 400, 1500] {
            if game.outcome().is_some() {
                break;
            }
            let summary = search(&game, nodes);
            play(&mut game, &summary);
        }
    }
}

fn wins(id: &str, fen: &str, nodes: u64) {
    let variant = find(id).expect("a game");
    let mut game = Game::from_fen(variant, fen).expect("a position");
    let side = game.side_to_move();
    let summary = search(&game, nodes);
    play(&mut game, &summary);
    let winner = game.outcome().and_then(Outcome::winner);
    assert_eq!(
        winner,
        Some(side),
        "{fen}: {}",
        game.turn_text(summary.turn.as_deref().unwrap_or_default())
    );
    assert_eq!(summary.score.mate_in_moves(), Some(1), "{fen}");
}

/// It hangs, or a leader must first bring the piece that takes it into command.
#[test]
fn the_last_leader_is_taken_within_the_turn() {
    for (id, fen) in [
        ("mini-chieftain", "7c/8/8/7H/8/5C2/8/8/8/8/8/8 w - - 0 1"),
        ("mini-chieftain", "7c/8/8/7H/8/8/8/8/5C2/5C2/8/8 w - - 0 1"),
        ("chieftain", "15c/16/16/15H/16/16/16/16/13C2/13C2/16/16 w - - 0 1"),
        ("grand-chieftain", "9j/10/8N1/10/7K2/10/10/10/10/9M w - - 0 1"),
    ] {
        wins(id, fen, 20_000);
    }
}

/// The turn that saves the last leader is found.
#[test]
fn a_leader_that_hangs_is_saved() {
    let variant = find("mini-chieftain").expect("a game");
    let mut game =
        Game::from_fen(variant, "7c/6mm/7H/8/5C2/8/8/8/8/8/8/4C3 b - - 0 1").expect("a position");
    let summary = search(&game, 20_000);
    play(&mut game, &summary);
    assert_eq!(game.side_to_move(), Color::White);
    let reply = search(&game, 20_000);
    assert_ne!(reply.score.mate_in_moves(), Some(1), "{}", game.fen());
}
