//! Lookups against square-by-square walks, and attacks seen from both ends.

use crate::common::positions::rules;
use crate::common::positions::{ONE_MOVE_GAMES, Random, random_position, set, square, variant};
use dhow_rules::bitboard::SquareSet;
use dhow_rules::cpu;
use dhow_rules::geometry::walk;
use dhow_rules::geometry::{Axis, Bend, Geometry, Layout12};
use dhow_rules::pieces::{Color, LineFamily, Piece, PieceType};
use dhow_rules::square::{Delta, Square};
use dhow_rules::variant::Rules;

type Set = <Layout12 as Geometry>::Set;

/// Random sets of squares: empty, full, and of every density between.
fn occupancies(random: &mut Random, count: usize) -> Vec<Set> {
    let mut sets = vec![Set::EMPTY, Layout12::all()];
    for _ in 0..count {
        let density = 1 + random.below(9);
        sets.push(Layout12::squares().filter(|_| random.below(10) < density).collect());
    }
    sets
}

#[test]
fn line_lookups_equal_the_walkers() {
    let mut random = Random::new(5);
    for occupied in occupancies(&mut random, 1000) {
        for from in Layout12::squares() {
            for axis in Axis::ALL {
                let slide = Layout12::slide(axis, from, occupied);
                let walked = walk::slide::<Layout12>(axis, from, occupied);
                assert_eq!(slide, walked, "{axis:?} slide from {from:?} in {occupied:?}");
                let hop = Layout12::hop(axis, from, occupied);
                let walked = walk::hop::<Layout12>(axis, from, occupied);
                assert_eq!(hop, walked, "{axis:?} hop from {from:?} in {occupied:?}");
            }
            let eagle = Layout12::eagle(from, occupied);
            let walked = walk::bent::<Layout12>(&Bend::EAGLE, from, occupied);
            assert_eq!(eagle, walked, "Eagle on {from:?} in {occupied:?}");
            let rhinoceros = Layout12::rhinoceros(from, occupied);
            let walked = walk::bent::<Layout12>(&Bend::RHINOCEROS, from, occupied);
            assert_eq!(rhinoceros, walked, "Rhinoceros on {from:?} in {occupied:?}");
        }
    }
}

/// The portable code and the code for the processor at hand, which `make test-native` compiles
/// for this one only.
#[test]
fn code_for_the_processor_at_hand_sees_the_same() {
    let mut random = Random::new(6);
    for variant in ONE_MOVE_GAMES.iter() {
        let rules = rules(variant);
        for occupied in occupancies(&mut random, 40) {
            for kind in rules.kinds() {
                let movement = rules.movement(kind);
                let seen = |from| movement.threats(Color::White, from, occupied);
                for from in Layout12::squares() {
                    let plain = seen(from);
                    let letter = rules.letter(Piece::new(kind, Color::White));
                    let name = Layout12::name(from);
                    if cpu::is_modern() {
                        let modern = cpu::run(|| (seen(from), seen(from).count()));
                        assert_eq!(modern, (plain, plain.count()), "{letter} on {name}");
                    }
                    assert_eq!(plain.count() as usize, plain.into_iter().count());
                }
            }
        }
    }
}

/// Every occupancy of one line, for a square in the middle of it and one at its end.
#[test]
fn line_lookups_equal_the_walkers_for_every_occupancy_of_a_line() {
    for from in ["a1", "f6", "l12", "c8", "l1"].map(square) {
        for axis in Axis::ALL {
            let step = axis.step();
            let line: Vec<Square> = walk::ray::<Layout12>(from, step)
                .chain(walk::ray::<Layout12>(from, -step))
                .collect();
            for bits in 0..1u32 << line.len() {
                let chosen = line.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 == 1);
                let occupied: Set = chosen.map(|(_, &square)| square).collect();
                let slide = Layout12::slide(axis, from, occupied);
                assert_eq!(slide, walk::slide::<Layout12>(axis, from, occupied));
                let hop = Layout12::hop(axis, from, occupied);
                assert_eq!(hop, walk::hop::<Layout12>(axis, from, occupied));
            }
        }
    }
}

#[test]
fn walks_see_what_a_picture_of_them_shows() {
    let occupied = set("f9 f11 d6 j6 k6 h8 i9 e5 c3 g7");
    let from = square("f6");
    let seen = |axis| walk::slide::<Layout12>(axis, from, occupied);
    let hopped = |axis| walk::hop::<Layout12>(axis, from, occupied);
    assert_eq!(seen(Axis::File), set("f1 f2 f3 f4 f5 f7 f8 f9"));
    assert_eq!(seen(Axis::Rank), set("d6 e6 g6 h6 i6 j6"));
    assert_eq!(seen(Axis::Diagonal), set("e5 g7"));
    assert_eq!(seen(Axis::Antidiagonal), set("a11 b10 c9 d8 e7 g5 h4 i3 j2 k1"));
    assert_eq!(hopped(Axis::File), set("f10 f11"));
    assert_eq!(hopped(Axis::Rank), set("a6 b6 c6 k6"));
    assert_eq!(hopped(Axis::Diagonal), set("d4 c3 h8"));
    assert_eq!(hopped(Axis::Antidiagonal), Set::EMPTY);
    // Through g7 nothing goes; through g5 to the right and down, through e7 up and to the left.
    let eagle = "g7 e5 g5 h5 i5 j5 k5 l5 g4 g3 g2 g1 e7 d7 c7 b7 a7 e8 e9 e10 e11 e12";
    assert_eq!(walk::bent::<Layout12>(&Bend::EAGLE, from, occupied), set(eagle));
    let rhinoceros = "f7 e8 d9 c10 b11 a12 g8 h9 i10 j11 k12 f5 e4 d3 c2 b1 g4 h3 i2 j1 \
                      g6 h7 i8 j9 k10 l11 h5 i4 j3 k2 l1 e6 d7 c8 b9 a10 d5 c4 b3 a2";
    assert_eq!(walk::bent::<Layout12>(&Bend::RHINOCEROS, from, occupied), set(rhinoceros));
}

#[test]
fn shifting_a_set_moves_each_square() {
    let mut random = Random::new(6);
    for set in occupancies(&mut random, 40) {
        for files in -3..=3 {
            for ranks in -4..=4 {
                let delta = Delta::new(files, ranks);
                let moved: Set =
                    set.into_iter().filter_map(|from| Layout12::offset(from, delta)).collect();
                assert_eq!(Layout12::shift(set, delta), moved, "{delta:?} of {set:?}");
            }
        }
    }
}

/// Squares that a White piece sees from f6 or another square of an empty board.
fn seen(rules: &Rules<Layout12>, letter: char, from: &str) -> (u32, u32) {
    let kind = rules.kind(letter).expect("a piece of the game");
    let movement = rules.movement(kind);
    let (from, none) = (square(from), Set::EMPTY);
    let quiet = movement.targets(Color::White, from, none, none).count();
    (quiet, movement.threats(Color::White, from, none).count())
}

#[test]
fn pieces_reach_as_many_squares_as_counted_by_hand() {
    // From f6 a Queen goes 11 squares along the rank, 11 along the file, 11 along the rising
    // diagonal and 10 along the falling one.
    let counts = [
        ("zanzibar-xxl", 'Q', "f6", (43, 43)),
        ("zanzibar-xxl", 'R', "f6", (22, 22)),
        ("zanzibar-xxl", 'B', "f6", (21, 21)),
        ("zanzibar-xxl", 'N', "f6", (8, 8)),
        ("zanzibar-xxl", 'M', "f6", (8, 8)),
        ("zanzibar-xxl", 'Z', "f6", (8, 8)),
        ("zanzibar-xxl", 'F', "f6", (24, 24)),
        ("zanzibar-xxl", 'L', "f6", (24, 24)),
        ("zanzibar-xxl", 'D', "f6", (24, 24)),
        ("zanzibar-xxl", 'E', "f6", (8, 8)),
        ("zanzibar-xxl", 'W', "f6", (8, 8)),
        ("zanzibar-xxl", 'K', "f6", (8, 8)),
        ("zanzibar-xxl", 'I', "f6", (8, 8)),
        ("zanzibar-xxl", 'P', "f6", (1, 2)),
        ("zanzibar-xxl", 'S', "f6", (3, 2)),
        ("maasai", 'S', "f6", (1, 2)),
        ("zanzibar-xxl", 'C', "f6", (22, 0)),
        ("zanzibar-xxl", 'V', "f6", (21, 0)),
        ("zanzibar-xxl", 'O', "f6", (43, 0)),
        ("zanzibar-xl-classic", 'H', "f6", (30, 30)),
        ("zanzibar-xl-classic", 'X', "f6", (29, 29)),
        // Ranks 5 and 7 and files e and g without the squares on the own rank or file: 11 each,
        // the four corners shared.
        ("zanzibar-xxl", 'G', "f6", (40, 40)),
        // 11 squares of the diagonal from b1 and 11 of the one from a2.
        ("zanzibar-xxl", 'U', "a1", (22, 22)),
        // Through b2 along the rank, 11 with b2, and along the file.
        ("zanzibar-xxl", 'G', "a1", (21, 21)),
        ("zanzibar-xxl", 'L', "a1", (8, 8)),
        ("zanzibar-xxl", 'D', "l12", (9, 9)),
        ("zanzibar-xxl", 'F', "a1", (6, 6)),
        ("zanzibar-xxl", 'P', "a12", (0, 0)),
    ];
    for (id, letter, from, expected) in counts {
        assert_eq!(seen(&rules(variant(id)), letter, from), expected, "{letter} on {from}");
    }
}

/// A piece captures on a square exactly when the square's attackers include it, for every piece on the board and every
/// square, and with some pieces ignored.
#[test]
fn captures_and_attackers_agree() {
    let mut random = Random::new(7);
    for variant in ONE_MOVE_GAMES.iter() {
        let rules = rules(variant);
        for round in 0..400 {
            let position = random_position(&mut random, &rules);
            let placement = position.placement();
            let thinned: Set =
                placement.occupied().into_iter().filter(|_| random.one_in(2)).collect();
            let occupied = if round % 2 == 0 { placement.occupied() } else { thinned };
            for color in Color::ALL {
                let pieces = placement.side(color) & occupied;
                let attackers = |to| position.attackers(to, color, occupied, pieces);
                let table: Vec<(Square, Set)> =
                    Layout12::squares().map(|to| (to, attackers(to))).collect();
                for from in pieces {
                    let piece = position.on(from).expect("a piece");
                    let movement = rules.movement(piece.kind());
                    let threats = movement.threats(color, from, occupied);
                    let attacked: Set = table
                        .iter()
                        .filter(|(to, attackers)| *to != from && attackers.contains(from))
                        .map(|&(to, _)| to)
                        .collect();
                    let letter = rules.letter(piece);
                    let at = format!("{} {letter} {}", position.fen(), Layout12::name(from));
                    assert_eq!(threats - Set::single(from), attacked, "{at}");
                    let enemies = occupied & placement.side(!color);
                    let targets = movement.targets(color, from, occupied, enemies);
                    assert_eq!(targets & enemies, threats & enemies, "{at}");
                }
            }
        }
    }
}

/// Where the King would be in danger is what the attackers of each square say, as far as it can
/// step, jump or pass.
#[test]
fn danger_to_a_king_is_what_the_attackers_of_each_square_say() {
    let mut random = Random::new(8);
    for variant in ONE_MOVE_GAMES.iter() {
        for _ in 0..800 {
            let position = random_position(&mut random, &rules(variant));
            let danger = position.king_danger();
            let king = position.king(position.side_to_move());
            for files in -2..=2 {
                for ranks in -2..=2 {
                    let Some(to) = Layout12::offset(king, Delta::new(files, ranks)) else {
                        continue;
                    };
                    let threatened = position.king_threatened_on(to);
                    let at = format!("{} {}", position.fen(), Layout12::name(to));
                    assert_eq!(danger.contains(to), threatened, "{at}");
                }
            }
        }
    }
}

#[test]
fn kinds_are_listed_by_how_they_capture() {
    let letters = |rules: &Rules<Layout12>, kinds: &[PieceType]| -> String {
        kinds.iter().map(|&kind| rules.letter(Piece::new(kind, Color::White))).collect()
    };
    for variant in ONE_MOVE_GAMES.iter() {
        let rules = rules(variant);
        let pawns = if rules.kind('S').is_some() { "PS" } else { "P" };
        assert_eq!(letters(&rules, rules.en_passant_capturers()), pawns, "{}", variant.id);
        for piece in &variant.pieces {
            assert_eq!(variant.piece(piece.letter).map(|found| &found.name), Some(&piece.name));
        }
        assert!(variant.piece('Y').is_none());
    }
    let rules = rules(variant("zanzibar-xl"));
    let pawn = rules.kind('P').expect("a Pawn");
    let ranks = |ranks: &[usize]| -> Set {
        Layout12::squares().filter(|&at| ranks.contains(&Layout12::rank(at))).collect()
    };
    assert_eq!(rules.starting_ranks(pawn), ranks(&[2, 3]));
    let users = rules.line_users();
    // The Eagle and the Rhinoceros do not leap: their first step is part of their lines.
    assert_eq!(letters(&rules, rules.leapers()), "PZMNEWIFDLK");
    let found: Vec<(LineFamily, String)> =
        users.iter().map(|users| (users.family, letters(&rules, &users.kinds))).collect();
    let expected = ["RQ", "BQ", "CO", "VO", "G", "U"].map(String::from);
    assert_eq!(found, LineFamily::ALL.into_iter().zip(expected).collect::<Vec<_>>());
    assert_eq!(letters(&rules, rules.ray_users()), "");
}
