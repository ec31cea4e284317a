//! Castling of games from files.

use dhow_rules::game::{Game, read_variants};
use dhow_rules::variant::ini::VariantFiles;

/// A King castles with the outermost of several kinds, and may go one square only; then the text of the move has the
/// square of the other piece.
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

/// Castling to a choice of files, which differ by side. The usual one is `O-O`, the others are
/// written as moves of the King.
#[test]
fn castling_to_several_files() {
    let text = "[a]\nmaxFile = j\nstartFen = r3k4r/10/10/10/10/10/10/R4K3R w KQkq - 0 1\n\
                castlingKingsideFile = i h\ncastlingQueensideFile = -\n\
                castlingQueensideFileBlack = b c\n";
    let mut files = VariantFiles::default();
    let refused = read_variants(&mut files, text).expect_err("a right without castling");
    assert!(
        refused[0]
            .to_string()
            .contains("`Q`: the King or the piece that it castles with must have moved")
    );
    let near = "[a]\ncastlingKingsideFile = g f\n";
    let refused = read_variants(&mut files, near).expect_err("a step that might castle");
    assert_eq!(
        refused[0].to_string(),
        "line 1, `a`: castling: only to the first of several files may the King go by \
         other moves, too"
    );
    read_variants(&mut files, &text.replace("KQkq", "Kkq")).expect("a game");
    let mut game = Game::new(&files.games()[0]);
    let castlings = |game: &Game| -> Vec<(String, String)> {
        let moves = game.legal_moves();
        let castling = |mv: &&dhow_rules::position::Move| {
            mv.kind() == dhow_rules::position::MoveKind::Castling
        };
        let texts = |&mv: &dhow_rules::position::Move| {
            let san = game.position().san(mv);
            assert_eq!(game.position().parse_san(&san), Ok(mv));
            (game.move_text(mv), san)
        };
        moves.iter().filter(castling).map(texts).collect()
    };
    let pair = |a: &str, b: &str| (a.to_string(), b.to_string());
    assert_eq!(castlings(&game), [pair("f1i1", "O-O"), pair("f1h1", "Kh1")]);
    game.play_text("f1h1").expect("castling");
    assert_eq!(game.fen(), "r3k4r/10/10/10/10/10/10/R5RK2 b kq - 1 1");
    // The Rook on g1 guards a square that Black's King would pass.
    let black = ["e8b8 O-O-O", "e8c8 Kc8"];
    let texts = |black: &[&str]| -> Vec<(String, String)> {
        black
            .iter()
            .map(|it| it.split_once(' ').expect("two texts"))
            .map(|(a, b)| pair(a, b))
            .collect()
    };
    assert_eq!(castlings(&game), texts(&black));
    let fen = "r3k4r/10/10/10/10/10/10/R4K3R b Kkq - 0 1";
    let other = Game::from_fen(&files.games()[0], fen).expect("a position");
    let black = ["e8i8 O-O", "e8h8 Kh8", "e8b8 O-O-O", "e8c8 Kc8"];
    assert_eq!(castlings(&other), texts(&black));
    game.play_text("e8c8").expect("castling");
    assert_eq!(game.fen(), "2kr5r/10/10/10/10/10/10/R5RK2 w - - 2 2");
}
