//! Properties of every position.

use crate::reference::Reference;
use dhow::command::CommandPosition;
use dhow::game::{Game, Visitor};
use dhow::geometry::Geometry;
use dhow::position::Position;
use dhow::variant::BUILT_IN;

/// Checks that the position of a game prints to a FEN that reads back as the same position.
pub fn check_game(game: &Game) {
    let fen = game.fen();
    let again = Game::from_fen(game.variant(), &fen);
    let again = again.unwrap_or_else(|error| panic!("{fen} was printed, but is refused: {error}"));
    assert_eq!(again.fen(), fen);
    assert_eq!(again.position().key(), game.position().key(), "{fen}");
    game.position().visit(Key);
}

/// Checks the legal moves of the position of a game that was just read from a FEN.
pub fn check_moves(game: &mut Game) {
    match game.variant().command {
        Some(_) => check_actions(game),
        None => game.position().visit(Moves),
    }
}

struct Key;

impl Visitor for Key {
    type Output = ();
    fn visit<G: Geometry>(self, position: &Position<G>) {
        assert_eq!(position.key(), position.fresh_key(), "{}", position.fen());
    }
    fn visit_command<G: Geometry>(self, _: &CommandPosition<G>) {}
}

struct Moves;

impl Visitor for Moves {
    type Output = ();
    fn visit<G: Geometry>(self, position: &Position<G>) {
        check_moves_of(&mut position.clone());
    }
    fn visit_command<G: Geometry>(self, _: &CommandPosition<G>) {}
}

/// Checks the legal actions of a game with leaders: their texts, and making and unmaking them.
fn check_actions(game: &mut Game) {
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
fn check_text<G: Geometry>(position: &Position<G>) {
    let fen = position.fen();
    assert_eq!(position.key(), position.fresh_key(), "{fen}");
    let again = Position::from_fen(position.shared_rules(), &fen);
    let again = again.unwrap_or_else(|error| panic!("{fen} was printed, but is refused: {error}"));
    assert_eq!(again.fen(), fen);
    assert_eq!(again.key(), position.key(), "{fen}");
}

/// Checks the legal moves of a game of one move a turn: their texts, making and unmaking them, and in built-in games
/// the list of the slow generator.
fn check_moves_of<G: Geometry>(position: &mut Position<G>) {
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
    let id = &position.rules().variant().id;
    if BUILT_IN.find(id).is_none() {
        return;
    }
    texts.sort();
    let reference = Reference::from_fen(id, &fen);
    let mut expected = reference.legal_moves();
    expected.sort();
    assert_eq!(texts, expected, "{fen}");
    assert_eq!(position.in_check(), reference.in_check(), "{fen}");
}
