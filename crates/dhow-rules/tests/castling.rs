//! Castling of games from files.

use dhow_rules::game::{Game, read_variants};
use dhow_rules::variant::ini::VariantFiles;

/// A King castles with the outermost of several kinds, and may go one square only; the text of the
/// move then has the square of the other piece.
#[test]
fn castling_with_several_kinds_and_by_one_square() {
    let text = "[a]\nchancellor = h\nstartFen = r2k3h/8/8/8/8/8/8/H2K3R w KQkq - 0 1\n\
                castlingRookPieces = rh\ncastlingKingsideFile = f\n";
    let mut files = VariantFiles::default();
    read_variants(&mut files, text).expect("a game");
    let castled = |text: &str, fen: &str| {
        let mut game = Game::from_fen(&files.games()[0], fen).expect("a position");
        let mv = game.parse_move(text).expect("a move");
        assert_eq!(game.move_text(mv), text);
        assert_eq!(game.position().parse_san(&game.position().san(mv)), Ok(mv));
        let before = game.fen();
        game.play(mv);
        let after = game.fen();
        game.undo();
        assert_eq!(game.fen(), before);
        after
    };
    let fen = "r2k3h/8/8/8/8/8/8/H2K3R w KQkq - 0 1";
    assert_eq!(castled("d1a1", fen), "r2k3h/8/8/8/8/8/8/2KH3R b kq - 1 1");
    assert_eq!(castled("d1c1", fen), "r2k3h/8/8/8/8/8/8/H1K4R b kq - 1 1");
    assert_eq!(castled("d1f1", fen), "r2k3h/8/8/8/8/8/8/H3RK2 b kq - 1 1");
    let black = "r2k3h/8/8/8/8/8/8/H2K3R b KQkq - 0 1";
    assert_eq!(castled("d8f8", black), "r3hk2/8/8/8/8/8/8/H2K3R w KQ - 1 2");
}

#[test]
fn castling_to_opposite_sides() {
    let mut files = VariantFiles::default();
    read_variants(&mut files, "[a]\noppositeCastling = true\n").expect("a game");
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let mut game = Game::from_fen(&files.games()[0], fen).expect("a position");
    game.play(game.parse_move("e1g1").expect("a move"));
    assert_eq!(game.fen(), "r3k2r/8/8/8/8/8/8/R4RK1 b q - 1 1");
    game.play(game.parse_move("e8c8").expect("a move"));
    game.undo();
    game.undo();
    assert_eq!(game.fen(), fen);
}
