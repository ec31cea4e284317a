//! Chess as data, to test rules that Cazaux's games do not have: castling, and the counts that all programs agree on.

use crate::common::pieces::piece;
use dhow::endgame::{EndgameError, Tables};
use dhow::geometry::{Layout8, Layout12x10};
use dhow::perft::perft;
use dhow::position::{FenError, MoveKind, Position, PositionError};
use dhow::variant::{Castling, PieceDef, Role, Rules, RulesError, Variant};
use once_cell::sync::Lazy;
use std::sync::Arc;

pub static CHESS: Lazy<Arc<Variant>> = Lazy::new(|| {
    Arc::new(Variant {
        id: "chess".into(),
        name: "Chess".into(),
        summary: "the game of which these are variants".into(),
        files: 8,
        ranks: 8,
        pieces: vec![
            piece('P', "fmWfceFfimnD", Role::Pawn),
            piece('N', "N", Role::Officer),
            piece('B', "B", Role::Officer),
            piece('R', "R", Role::Officer),
            piece('Q', "Q", Role::Officer),
            PieceDef { value: 0, ..piece('K', "K", Role::Royal) },
        ],
        start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into(),
        promotions: "QRBN".into(),
        castling: Some(castling('R', [6, 2])),
        ..Variant::default()
    })
});

/// Castling with the outermost such pieces of eight files, the King going to these files.
fn castling(with: char, files: [usize; 2]) -> Castling {
    let files = files.map(|file| vec![file]);
    Castling {
        with: with.into(),
        files: [files.clone(), files],
        outermost: [[7, 0]; 2],
        opposite: false,
    }
}

fn position(fen: &str) -> Result<Position<Layout8>, FenError> {
    Position::from_fen(Rules::of(&CHESS).expect("a game"), fen)
}

/// The positions and counts that the chess programming wiki lists.
#[test]
fn known_counts() {
    for (fen, counts) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", [20, 400, 8902, 197_281]),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            [48, 2039, 97_862, 4_085_603],
        ),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812, 43_238]),
        (
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            [6, 264, 9467, 422_333],
        ),
        (
            "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
            [6, 264, 9467, 422_333],
        ),
        (
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            [44, 1486, 62_379, 2_103_487],
        ),
        (
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            [46, 2079, 89_890, 3_894_594],
        ),
    ] {
        let mut position = position(fen).expect("a position");
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&mut position, depth), count, "{fen} {depth}");
        }
        assert_eq!(position.fen(), fen);
    }
}

#[test]
fn castling_is_written_and_read() {
    let mut position = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").expect("a position");
    for (text, san, fen) in [
        ("e1g1", "O-O", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"),
        ("e8c8", "O-O-O", "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2"),
    ] {
        let mv = position.parse_move(text).expect("a move");
        assert_eq!((mv.kind(), position.san(mv)), (MoveKind::Castling, san.into()));
        for san in [san, &san.replace('O', "0"), &format!("{san}+?")] {
            assert_eq!(position.parse_san(san).expect("a move"), mv);
        }
        let before = position.clone();
        position.make(mv);
        assert_eq!((position.fen().as_str(), position.key()), (fen, position.fresh_key()));
        position.unmake(mv);
        assert_eq!((position.fen(), position.key()), (before.fen(), before.key()));
        position.make(mv);
    }
    assert!(position.parse_san("O-O").is_err());
}

#[test]
fn rights_are_read_exactly() {
    for field in ["KQkq", "Kq", "Q", "k", "-"] {
        let fen = format!("r3k2r/8/8/8/8/8/8/R3K2R w {field} - 0 1");
        assert_eq!(position(&fen).expect("a position").fen(), fen);
    }
    // Their order does not matter.
    for (field, written) in [("QK", "KQ"), ("kqKQ", "KQkq")] {
        let fen = |field| format!("r3k2r/8/8/8/8/8/8/R3K2R w {field} - 0 1");
        assert_eq!(position(&fen(field)).expect("a position").fen(), fen(written));
    }
    for field in ["KK", "Kk-", "X", "AHah"] {
        let fen = format!("r3k2r/8/8/8/8/8/8/R3K2R w {field} - 0 1");
        assert!(matches!(position(&fen), Err(FenError::CastlingField(_))), "{field}");
    }
    for (fen, letter) in [
        ("r3k2r/8/8/8/8/8/8/R3K1R1 w KQkq - 0 1", 'K'),
        ("r3k2r/8/8/8/8/8/8/1R2K2R w KQkq - 0 1", 'Q'),
        ("r4k1r/8/8/8/8/8/8/R3K2R w kq - 0 1", 'k'),
        ("b3k2r/8/8/8/8/8/8/R3K2R w q - 0 1", 'q'),
    ] {
        let error = position(fen).expect_err("no right");
        assert_eq!(error, FenError::Position(PositionError::CastlingRight(letter)), "{fen}");
    }
}

/// Capablanca's chess, whose King goes three files; counts of Fairy-Stockfish.
#[test]
fn a_king_that_goes_further() {
    let mut game = Variant::clone(&CHESS);
    game.files = 10;
    game.pieces.push(piece('A', "BN", Role::Officer));
    game.pieces.push(piece('C', "RN", Role::Officer));
    game.promotions = "QCARBN".into();
    game.start = "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1".into();
    game.castling = Some(Castling { outermost: [[9, 0]; 2], ..castling('R', [8, 2]) });
    let rules = Rules::<Layout12x10>::of(&Arc::new(game)).expect("a game");
    let mut position = Position::start(rules).expect("a position");
    for (depth, count) in (1..).zip([28, 784, 25_228, 805_128]) {
        assert_eq!(perft(&mut position, depth), count, "{depth}");
    }
}

#[test]
fn castling_that_cannot_be_is_refused() {
    let compile = |change: &dyn Fn(&mut Variant)| {
        let mut variant = Variant::clone(&CHESS);
        change(&mut variant);
        Rules::<Layout8>::compile(&Arc::new(variant)).map(drop)
    };
    assert_eq!(compile(&|_| ()), Ok(()));
    let files = |files: [usize; 2]| {
        move |variant: &mut Variant| variant.castling = Some(castling('R', files))
    };
    for wrong in [[4, 2], [6, 4], [2, 6], [7, 2], [8, 2], [6, 0]] {
        let result = compile(&files(wrong));
        assert!(matches!(result, Err(RulesError::Castling(_))), "{wrong:?} {result:?}");
    }
    let with =
        |with: char| move |variant: &mut Variant| variant.castling = Some(castling(with, [6, 2]));
    assert!(matches!(compile(&with('X')), Err(RulesError::Castling(_))));
    let jumps = compile(&|variant| variant.pieces[5].betza = dhow::betza::Notation::known("KimD"));
    assert!(matches!(jumps, Err(RulesError::Castling(_))), "{jumps:?}");
}

/// Tables of endings know no castling: King and Rook against King with a right is not theirs.
#[test]
fn solved_endings_know_no_castling() {
    let tables: Tables<Layout8> = Tables::new(Rules::of(&CHESS).expect("a game"));
    let judge = |field: &str| {
        let fen = format!("k7/8/8/8/8/8/8/4K2R w {field} - 0 1");
        tables.judge(&position(&fen).expect("a position"))
    };
    assert!(matches!(judge("K"), Err(EndgameError::Castling)));
    assert!(judge("-").is_ok());
}
