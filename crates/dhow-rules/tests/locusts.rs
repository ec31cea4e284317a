//! Captures on the way and passes: Chu Shogi's Lion in another game.

use crate::common::counting::{count, replies};
use crate::common::positions::Random;
use dhow_rules::command::CommandPosition;
use dhow_rules::game::{Game, Visitor, read_variants};
use dhow_rules::geometry::Geometry;
use dhow_rules::position::{DrawReason, Move, MoveKind, Outcome, Position};
use dhow_rules::variant::Variant;
use dhow_rules::variant::ini::VariantFiles;
use std::sync::Arc;

/// Elven Chess by H. G. Muller, without its rules for the exchange of Warlocks.
const ELVEN: &str = "[elven]\nmaxFile = j\nmaxRank = 10\ncommoner = d\ndragonHorse = e\nbers = g\n\
                     customPiece1 = w:KNADmabKcaKcabK\ncastling = false\n\
                     startFen = r3k4r/dnbgqwebnd/pppppppppp/10/10/10/10/PPPPPPPPPP/DNBEWQGBND/R4K3R w - - 0 1\n\
                     mandatoryPawnPromotion = false\nimmobilityIllegal = true\n\
                     promotionRegionWhite = *8 *9 *10\npromotionRegionBlack = *3 *2 *1\n\
                     doubleStepRegionWhite = *3\ndoubleStepRegionBlack = *8\n";

fn read(text: &str) -> Result<Arc<Variant>, String> {
    let mut files = VariantFiles::default();
    match read_variants(&mut files, text) {
        Ok(()) => Ok(files.games()[0].clone()),
        Err(mistakes) => Err(mistakes.iter().map(|it| format!("{it}\n")).collect()),
    }
}

fn elven(fen: &str) -> Game {
    let variant = read(ELVEN).expect("a game");
    Game::from_fen(&variant, fen).expect("a position")
}

/// Counts of an independent program.
#[test]
fn elven_chess_has_its_counts() {
    let start = &read(ELVEN).expect("a game").start;
    let middle = "r3k4r/dnbgq1ebnd/ppp2ppppp/3pp5/4Wp4/5wP3/3PPP4/PPP3PPPP/DNBE1QGBND/R4K3R";
    let positions: [(String, &[u64]); 3] = [
        (start.clone(), &[58, 3364, 195_972]),
        (format!("{middle} w - - 0 1"), &[105, 9768]),
        (format!("{middle} b - - 0 1"), &[108, 9833]),
    ];
    for (fen, counts) in positions {
        let game = elven(&fen);
        for (depth, &expected) in (1..).zip(counts) {
            assert_eq!(count(&game, depth), expected, "{fen} {depth}");
        }
        let (together, one_by_one) = replies(&game);
        assert_eq!(together, one_by_one);
    }
}

#[test]
fn a_lion_captures_twice_or_stays_or_passes() {
    let mut game = elven("4k5/10/10/4p5/4p5/4W5/10/10/10/5K4 w - - 0 1");
    let before = game.fen();
    for (text, san, after) in [
        ("e5e6e7", "We5xe6xe7", "4k5/10/10/4W5/10/10/10/10/10/5K4 b - - 0 1"),
        ("e5e6f7", "We5xe6-f7", "4k5/10/10/4pW4/10/10/10/10/10/5K4 b - - 0 1"),
        ("e5e6e5", "We5xe6-e5", "4k5/10/10/4p5/10/4W5/10/10/10/5K4 b - - 0 1"),
        ("e5e7", "Wxe7", "4k5/10/10/4W5/4p5/10/10/10/10/5K4 b - - 0 1"),
        ("e5e5", "We5-e5", "4k5/10/10/4p5/4p5/4W5/10/10/10/5K4 b - - 1 1"),
    ] {
        let mv = game.parse_move(text).expect(text);
        assert_eq!(game.position().parse_san(san), Ok(mv), "{san}");
        assert_eq!(game.position().parse_san(text), Ok(mv), "{text}");
        assert_eq!((game.move_text(mv).as_str(), game.position().san(mv).as_str()), (text, san));
        assert_eq!(game.position().is_tactical(mv), text != "e5e5");
        game.play(mv);
        assert_eq!(game.fen(), after, "{text}");
        game.undo();
        assert_eq!(game.fen(), before);
    }
    for (text, message) in [
        ("e5e6e8", "`e5e6e8`: the Warlock on e5 cannot go there"),
        ("e5d5e6", "`e5d5e6`: the Warlock on e5 cannot go there"),
        ("f1f2f1", "`f1f2f1`: the King on f1 cannot go there"),
    ] {
        assert_eq!(
            game.parse_move(text).expect_err(text).to_string().replace("W ", "Warlock "),
            message
        );
    }
}

/// What a move captures, in centipawns.
struct Captured(Move);

impl Visitor for Captured {
    type Output = i32;

    fn visit<G: Geometry>(self, position: &Position<G>) -> i32 {
        position.captured_value(self.0)
    }

    fn visit_command<G: Geometry>(self, _: &CommandPosition<G>) -> i32 {
        unreachable!("a game of one move a turn")
    }
}

#[test]
fn two_captures_are_worth_both_pieces() {
    let game = elven("4k5/10/10/4p5/4p5/4W5/10/10/10/5K4 w - - 0 1");
    let value = |text| game.position().visit(Captured(game.parse_move(text).expect(text)));
    let pawn = value("e5e7");
    assert!(pawn > 0);
    assert_eq!(["e5e6e7", "e5e6f7", "e5e6e5", "e5e5"].map(value), [2 * pawn, pawn, pawn, 0]);
}

#[test]
fn positions_repeat_when_a_lion_passes() {
    let mut game = elven("4k5/10/10/10/10/4W5/10/10/10/5K4 w - - 0 1");
    for ply in 0..8 {
        assert_eq!(game.outcome(), None, "{ply}");
        game.play_text(["e5e5", "e10d10", "e5e5", "d10e10"][ply % 4]).expect("a legal move");
    }
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::Repetition(3))));
}

/// The Lion gives check over the pieces that it would capture first, and takes its own King's guard.
#[test]
fn checks_on_the_way() {
    let mine = read(&ELVEN.replace("KNADmabKcaKcabK", "sWfcafmW")).expect("a game");
    let game = |fen: &str| Game::from_fen(&mine, fen).expect(fen);
    // It captures what stands ahead, and goes on to the square behind, which must be empty.
    assert!(game("10/4k5/4W5/10/10/10/10/10/10/5K4 b - - 0 1").position().in_check());
    assert!(!game("4n5/4k5/4W5/10/10/10/10/10/10/5K4 b - - 0 1").position().in_check());
    // A piece that leaves that square exposes the King.
    let guarded = game("4b5/4k5/4W5/10/10/10/10/10/10/5K4 b - - 0 1");
    assert!(guarded.legal_moves().iter().all(|&mv| !guarded.move_text(mv).starts_with("e10")));
    let error = guarded.parse_move("e10f9").expect_err("a move that exposes the King");
    assert_eq!(error.to_string(), "`e10f9` leaves the King in check");
}

#[test]
fn texts_of_all_moves_read_back() {
    let mut random = Random::new(7);
    let mut seen = [0; 3];
    for _ in 0..30 {
        let mut game = elven(&read(ELVEN).expect("a game").start);
        for _ in 0..120 {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            for &mv in &moves {
                let (text, san) = (game.move_text(mv), game.position().san(mv));
                assert_eq!(game.parse_move(&text), Ok(mv), "{text}: {}", game.fen());
                assert_eq!(game.position().parse_san(&san), Ok(mv), "{san}: {}", game.fen());
                game.position().see_ge(mv, 0);
            }
            let is_locust = |mv: &&Move| mv.kind() == MoveKind::Locust;
            let locusts: Vec<_> = moves.iter().filter(is_locust).collect();
            let mv = match locusts.is_empty() || random.one_in(2) {
                true => *random.pick(&moves),
                false => **random.pick(&locusts),
            };
            match mv.kind() {
                MoveKind::Locust => seen[0] += 1,
                MoveKind::Pass => seen[1] += 1,
                _ => seen[2] += 1,
            }
            game.play(mv);
        }
    }
    assert!(seen.iter().all(|&number| number > 10), "{seen:?}");
}

#[test]
fn what_cannot_capture_on_its_way() {
    for (lines, message) in [
        ("king = k:KcaK", "`KcaK`: a royal piece may only leap"),
        (
            "customPiece1 = w:KcaH",
            "`KcaH`: a capture on the way is at most two files and ranks away",
        ),
        (
            "customPiece1 = w:fmWfcaK\npromotedPieceType = w:q\nmandatoryPiecePromotion = true",
            "piece W captures on its way or passes its turn, and cannot promote",
        ),
        ("customPiece1 = w:icaK", "`icaK`: an initial move must not capture"),
    ] {
        let error = read(&format!("[mine]\n{lines}\n")).expect_err(lines);
        assert!(error.contains(message), "{error}");
    }
}
