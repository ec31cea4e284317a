//! What holds for every position.

use crate::reference::Reference;
use dhow::game::Game;
use dhow::geometry::Board12;
use dhow::position::Position;
use dhow::variant::{Rules, Variant};
use std::sync::Arc;

/// The compiled rules of a built-in game.
pub fn rules(variant: &Arc<Variant>) -> Arc<Rules<Board12>> {
    Rules::of(variant).expect("a game")
}

/// The position of a game of one move a turn, which is on 12x12; `None` of a game with leaders.
pub fn of_game(game: &Game) -> Option<&Position<Board12>> {
    match game.variant().command {
        None => Some(game.position().downcast().expect("a game on 12x12")),
        Some(_) => None,
    }
}

/// Checks that the position of a game prints to a FEN that reads back as the same position.
pub fn check_game(game: &Game) {
    if let Some(position) = of_game(game) {
        return check_text(position);
    }
    let fen = game.fen();
    let again = Game::from_fen(game.variant(), &fen);
    let again = again.unwrap_or_else(|error| panic!("{fen} was printed, but is refused: {error}"));
    assert_eq!(again.fen(), fen);
    assert_eq!(again.position().key(), game.position().key(), "{fen}");
}

/// Checks the legal actions of a game with leaders: as texts, and made and taken back.
pub fn check_actions(game: &mut Game) {
    let (fen, key) = (game.fen(), game.position().key());
    let moves = game.legal_moves();
    assert_eq!(game.position().has_legal_moves(), !moves.is_empty(), "{fen}");
    for &mv in &moves {
        assert_eq!(game.parse_move(&game.move_text(mv)), Ok(mv), "{fen}");
        game.play(mv);
        game.undo();
        assert_eq!((game.fen(), game.position().key()), (fen.clone(), key), "{fen}");
    }
}

/// Checks that a position prints to a FEN that reads back as the same position.
pub fn check_text(position: &Position<Board12>) {
    let fen = position.fen();
    assert_eq!(position.key(), position.fresh_key(), "{fen}");
    let again = Position::from_fen(rules(position.rules().variant()), &fen);
    let again = again.unwrap_or_else(|error| panic!("{fen} was printed, but is refused: {error}"));
    assert_eq!(again.fen(), fen);
    assert_eq!(again.key(), position.key(), "{fen}");
}

/// Checks the legal moves of a position that was just read from a FEN: by the slow generator, as
/// texts, and made and taken back.
pub fn check_moves(position: &mut Position<Board12>) {
    let (fen, key) = (position.fen(), position.key());
    let moves = position.legal_moves();
    assert_eq!(position.count_legal_moves(), moves.len() as u64, "{fen}");
    assert_eq!(position.has_legal_moves(), !moves.is_empty(), "{fen}");
    let mut texts: Vec<String> = moves.iter().map(|&mv| position.move_text(mv)).collect();
    for (&mv, text) in moves.iter().zip(&texts) {
        assert_eq!(position.parse_move(text), Ok(mv), "{fen}");
        position.make(mv);
        check_text(position);
        position.unmake(mv);
        assert_eq!((position.fen(), position.key()), (fen.clone(), key), "{fen} {text}");
    }
    texts.sort();
    let reference = Reference::from_fen(&position.rules().variant().id, &fen);
    let mut expected = reference.legal_moves();
    expected.sort();
    assert_eq!(texts, expected, "{fen}");
    assert_eq!(position.in_check(), reference.in_check(), "{fen}");
}
