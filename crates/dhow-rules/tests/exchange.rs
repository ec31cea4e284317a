//! Static exchange evaluation, against values derived by hand and against a slow recursion.

use crate::common::positions::rules;
use crate::common::positions::{
    ONE_MOVE_GAMES, Position, Random, placement_text, position, random_position, square,
};
use crate::common::sampler::SAMPLER;
use dhow_rules::bitboard::SquareSet;
use dhow_rules::geometry::{Geometry, Layout12};
use dhow_rules::pieces::{Color, PieceType};
use dhow_rules::position::{Move, MoveKind};
use dhow_rules::square::Square;
use dhow_rules::variant::{Rules, Variant};
use std::sync::Arc;

type Set = <Layout12 as Geometry>::Set;

/// White to move, with pieces given as letter and square, and the en passant square.
fn fen(pieces: &str, en_passant: &str) -> String {
    let mut board = [['.'; 12]; 12];
    for piece in pieces.split(' ') {
        let at = square(&piece[1..]);
        let letter = piece.chars().next().expect("a letter");
        board[Layout12::rank(at)][Layout12::file(at)] = letter;
    }
    let king_at_home = pieces.contains("Kf1");
    let jump = if king_at_home { "K" } else { "-" };
    format!("{} w {jump} {en_passant} 0 1", placement_text(&board))
}

#[test]
fn exchanges_win_what_was_worked_out_by_hand() {
    // P 80, N 275, C 350, V 250, B 375, R 500, O 650, U 750, G 825, Q 1000, L 1025.
    let cases = [
        // Nothing protects the Knight.
        ("Kl1 Re1 kl12 ne5", "-", "e1e5", 275),
        // A Pawn protects the Pawn: 80 - 500.
        ("Kl1 Re1 kl12 pe5 pd6", "-", "e1e5", -420),
        // Rook against Rook, and nothing else.
        ("Kl1 Re1 kl12 re5 pd6", "-", "e1e5", 0),
        // The Rook behind takes back: 275 - 500 + 500.
        ("Kl1 Re1 Re2 kl12 ne5 re8", "-", "e2e5", 275),
        // A quiet move to a square that a Pawn guards.
        ("Kl1 Qd1 kl12 pe6", "-", "d1d5", -1000),
        // The Queen would lose 725 by taking back, so she does not.
        ("Kl1 Nd3 Re1 kl12 pe5 qe9", "-", "d3e5", 80),
        // The Rook was the Cannon's screen: having left, it is no longer protected. 275 - 500.
        ("Kl1 Ce1 Re2 kl12 ne5 re8", "-", "e2e5", -225),
        // Here the Pawn on e3 stays as the screen.
        ("Kl1 Ce1 Pe3 Ra5 kl12 ne5 re8", "-", "a5e5", 275),
        // Two pieces stood before the Cannon; when the Rook leaves, one is left and it protects.
        ("Kl1 Ce1 Pe2 Re4 kl12 ne5 re8", "-", "e4e5", 275),
        // The Pawn takes back and is no longer the Archer's screen, so that the Rook is safe on e5:
        // 375 - 275 + 80.
        ("Kl1 Re1 Nd3 kl12 be5 pf6 vh8", "-", "d3e5", 180),
        // With another screen on g7 the Archer sees e5 after the Pawn left: the Rook stays home.
        ("Kl1 Re1 Nd3 kl12 be5 pf6 pg7 vh8", "-", "d3e5", 100),
        // The Eagle on d3 sees e5 through e4, which the Rook leaves.
        ("Kl1 Gd3 Re4 kl12 ne5 re8", "-", "e4e5", 275),
        // But it would lose 825 for 500 to the second Rook: 275 - 500.
        ("Kl1 Gd3 Re4 kl12 ne5 re8 re9", "-", "e4e5", -225),
        // The King takes what nothing protects: 80 - 500.
        ("Kl1 Re1 kd6 pe5", "-", "e1e5", -420),
        // The Rook behind keeps the King off.
        ("Kl1 Re1 Re2 kd6 pe5", "-", "e2e5", 80),
        // A King captures.
        ("Ke4 kl12 ne5", "-", "e4e5", 275),
        // The Pawn that takes is taken by the Rook: 80 - 80.
        ("Kl1 Pe7 kl12 pd7 rd12", "d8", "e7d8", 0),
        // With d7 empty the Rook on d1 protects d8, and the Rook would be lost for the Pawn.
        ("Kl1 Rd1 Pe7 kl12 pd7 rd12", "d8", "e7d8", 80),
        // A Pawn becomes a Queen: 1000 - 80.
        ("Kl1 Pa11 kl5", "-", "a11a12q", 920),
        // She is taken: 920 - 1000.
        ("Kl1 Pa11 kl5 rh12", "-", "a11a12q", -80),
        // Capture and promotion: 275 + 920.
        ("Kl1 Pa11 kl5 nb12", "-", "a11b12q", 1195),
        // A Lion for a Queen: 1000 - 1025.
        ("Kl1 Le3 kl12 qe5 pd6", "-", "e3e5", -25),
        // A jump wins nothing and risks nothing.
        ("Kf1 kl12", "-", "f1f3", 0),
    ];
    for (pieces, en_passant, text, value) in cases {
        assert_value("zanzibar-s", pieces, en_passant, text, value);
    }
    let cases = [
        // The Rhinoceros on f7 sees e5 through f6: 80 - 500.
        ("Kl1 Re1 kl12 pe5 uf7", "-", "e1e5", -420),
        // Not with a piece there.
        ("Kl1 Re1 Nf6 kl12 pe5 uf7", "-", "e1e5", 80),
        // The Rook was one of two pieces before the Sorceress; it leaves one, and she takes it.
        ("Kl1 Re6 Pe7 kl12 pe5 oe8", "-", "e6e5", -420),
        // With no piece between, she does not capture.
        ("Kl1 Re6 kl12 pe5 oe8", "-", "e6e5", 80),
    ];
    for (pieces, en_passant, text, value) in cases {
        assert_value("zanzibar-xl", pieces, en_passant, text, value);
    }
}

fn assert_value(id: &str, pieces: &str, en_passant: &str, text: &str, value: i32) {
    let position = position(id, &fen(pieces, en_passant));
    let mv = position.parse_move(text).unwrap_or_else(|error| panic!("{pieces}: {error}"));
    assert_eq!(slow_value(&position, mv), value, "{pieces} {text}: the recursion of this test");
    for threshold in [-2000, value - 1, value] {
        assert!(position.see_ge(mv, threshold), "{pieces} {text} wins {threshold}");
    }
    for threshold in [value + 1, 3000] {
        assert!(!position.see_ge(mv, threshold), "{pieces} {text} wins no {threshold}");
    }
}

#[test]
fn exchanges_equal_a_slow_recursion_on_random_positions() {
    let mut random = Random::new(9);
    let (mut negative, mut long) = (0, 0);
    let games = ONE_MOVE_GAMES.iter().map(|variant| (rules(variant), 2500));
    // A game of pieces without line lookups of their own, too.
    for (rules, positions) in games.chain([(valued_sampler(), 1000)]) {
        for _ in 0..positions {
            let position = random_position(&mut random, &rules);
            for mv in position.legal_moves() {
                let value = slow_value(&position, mv);
                let aside = random.below(1200) as i32 - 600;
                for threshold in [value - 1, value, value + 1, 0, value + aside] {
                    assert_eq!(
                        position.see_ge(mv, threshold),
                        value >= threshold,
                        "{} {} {threshold}",
                        position.fen(),
                        position.move_text(mv)
                    );
                }
                negative += (value < 0) as u32;
                let victim = position.victim(mv).map_or(0, |kind| worth(&position, kind));
                long += (value > 0 && mv.promotion().is_none() && value != victim) as u32;
            }
        }
    }
    assert!(negative > 10_000 && long > 50, "{negative} losing, {long} won in part");
}

/// The made-up game of the tests, with a different value for each piece.
fn valued_sampler() -> Arc<Rules<Layout12>> {
    let mut variant = Variant::clone(&SAMPLER);
    for (index, piece) in variant.pieces.iter_mut().enumerate() {
        piece.value = 40 * (index * 7 % 22) as i32;
    }
    Rules::of(&Arc::new(variant)).expect("a game")
}

/// The value that a move wins, by trying all the captures that can follow; attackers are found again after each. Each
/// side captures with its least valuable piece, of several the one on the square with the lowest index, or stops.
fn slow_value(position: &Position, mv: Move) -> i32 {
    if mv.kind() == MoveKind::Jump {
        return 0;
    }
    let moved = position.on(mv.from()).expect("a piece moves");
    let standing = worth(position, mv.promotion().unwrap_or(moved.kind()));
    let gain = position.victim(mv).map_or(0, |kind| worth(position, kind)) + standing
        - worth(position, moved.kind());
    let mut occupied = position.occupied() - Set::single(mv.from());
    if let (MoveKind::EnPassant, Some(ep)) = (mv.kind(), position.en_passant()) {
        occupied -= Set::single(ep.victim);
    }
    occupied.insert(mv.to());
    gain - slow_answer(position, mv.to(), !moved.color(), occupied, standing)
}

/// The greatest value that a side can win by capturing on `target`, where a piece worth `standing` stands.
fn slow_answer(
    position: &Position,
    target: Square,
    side: Color,
    occupied: Set,
    standing: i32,
) -> i32 {
    let attackers = |side: Color, occupied: Set| {
        let pieces = (position.placement().side(side) & occupied) - Set::single(target);
        position.attackers(target, side, occupied, pieces)
    };
    let kind = |from: Square| position.on(from).expect("an attacker").kind();
    let least = attackers(side, occupied).into_iter().min_by_key(|&from| {
        let value = worth(position, kind(from));
        (value, from)
    });
    let Some(from) = least else { return 0 };
    let left = occupied - Set::single(from);
    if kind(from) == position.rules().king() && !attackers(!side, left).is_empty() {
        return 0;
    }
    let answer = slow_answer(position, target, !side, left, worth(position, kind(from)));
    (standing - answer).max(0)
}

fn worth(position: &Position, kind: PieceType) -> i32 {
    if kind == position.rules().king() { 100_000 } else { position.rules().value(kind) }
}
