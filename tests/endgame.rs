//! Solved endings on 12x12, compared with the rules and with known results.

use crate::common::positions::rules;
use crate::common::positions::{self, ONE_MOVE_GAMES, Position, Random, position, variant};
use dhow::bitboard::SquareSet;
use dhow::endgame::{
    Background, Colours, DEFAULT_BACKGROUND_MEMORY, Ending, Tables, Value, WinFrequency,
};
use dhow::geometry::Layout12;
use dhow::position::{DrawReason, Outcome, WinReason};
use dhow::variant::{MatingMaterial, Variant};
use std::collections::HashMap;
use std::sync::Arc;

/// The value of a position by those of the positions after it.
fn by_one_move(position: &mut Position, tables: &Tables<Layout12>) -> Value {
    let strong = position.placement().side(position.side_to_move()).has_many();
    let moves = position.legal_moves();
    if let Some(outcome) = position.outcome_given(!moves.is_empty()) {
        return match outcome {
            Outcome::Win(_, WinReason::Checkmate) => Value::Win(0),
            Outcome::Draw(DrawReason::Stalemate | DrawReason::BareKings) => Value::Draw,
            outcome => panic!("{}: {outcome}", position.fen()),
        };
    }
    let after = moves.into_iter().map(|mv| {
        position.make(mv);
        let value = tables.judge(position).unwrap_or_else(|e| panic!("{}: {e}", position.fen()));
        position.unmake(mv);
        value
    });
    let lengths = after.map(|value| match value {
        Value::Win(moves) => Some(moves),
        _ => None,
    });
    let length = if strong {
        lengths.flatten().min().map(|least| least + 1)
    } else {
        lengths.collect::<Option<Vec<u16>>>().and_then(|all| all.into_iter().max())
    };
    length.map_or(Value::Draw, Value::Win)
}

/// A random legal position of an ending, with either side's King bare.
fn random_position(random: &mut Random, variant: &Arc<Variant>, letters: &str) -> Position {
    loop {
        let mut board = [['.'; 12]; 12];
        let black_wins = random.one_in(2);
        let strong = letters.chars().filter(char::is_ascii_alphabetic).chain(['K']);
        for letter in strong {
            board[random.below(12)][random.below(12)] =
                if black_wins { letter.to_ascii_lowercase() } else { letter };
        }
        let bare = if black_wins { 'K' } else { 'k' };
        board[random.below(12)][random.below(12)] = bare;
        let side = *random.pick(&['w', 'b']);
        let fen = format!("{} {side} - - 0 1", positions::placement_text(&board));
        let Ok(position) = Position::from_fen(rules(variant), &fen) else { continue };
        if position.occupied().count() as usize == letters.split('+').count() + 2 {
            return position;
        }
    }
}

const SINGLES: [(&str, &str); 8] = [
    ("zanzibar-xl", "L"),
    ("zanzibar-xl", "W"),
    ("zanzibar-xl", "C"),
    ("zanzibar-xl", "G"),
    ("zanzibar-xl-classic", "X"),
    ("zanzibar-xxl", "P"),
    ("zanzibar-xxl", "S"),
    ("maasai", "I"),
];

/// Mates are where the rules have them, every win is one move from a shorter one, and no draw is one move from a win.
/// So by induction every value is right.
#[test]
fn values_agree_with_the_rules_move_by_move() {
    for (id, letters) in SINGLES {
        let tables = Tables::new(rules(variant(id)));
        let mut random = Random::new(1);
        let mut won = 0;
        for _ in 0..3_000 {
            let mut position = random_position(&mut random, variant(id), letters);
            let value = tables.judge(&position).expect(letters);
            assert_eq!(value, by_one_move(&mut position, &tables), "{}", position.fen());
            won += matches!(value, Value::Win(_)) as usize;
        }
        assert!(["W", "C"].contains(&letters) || won > 1_500, "{id} {letters}: {won}");
    }
}

/// `cargo test --release --test dhow endgame:: -- --ignored`
#[test]
#[ignore = "minutes"]
fn every_value_agrees_with_the_rules_move_by_move() {
    for (id, letters) in SINGLES {
        let tables = Tables::new(rules(variant(id)));
        let mut count = 0;
        let squares: Vec<(usize, usize)> = (0..144).map(|s| (s / 12, s % 12)).collect();
        for &king in &squares {
            for &piece in &squares {
                for &bare in &squares {
                    let mut board = [['.'; 12]; 12];
                    for ((rank, file), letter) in [
                        (king, 'K'),
                        (piece, letters.chars().next().expect("a letter")),
                        (bare, 'k'),
                    ] {
                        board[rank][file] = letter;
                    }
                    for side in ['w', 'b'] {
                        let text = positions::placement_text(&board);
                        let fen = format!("{text} {side} - - 0 1");
                        let Ok(mut position) = Position::from_fen(rules(variant(id)), &fen) else {
                            continue;
                        };
                        if position.occupied().count() == 3 {
                            let value = tables.judge(&position).expect(letters);
                            assert_eq!(value, by_one_move(&mut position, &tables), "{fen}");
                            count += 1;
                        }
                    }
                }
            }
        }
        println!("{id} {letters}: {count} positions");
        assert!(count > 4_000_000);
    }
}

/// Plays won positions out by the rules, with random moves of the bare King.
fn play_out(id: &str, letters: &str, games: usize) {
    let tables = Tables::new(rules(variant(id)));
    let mut random = Random::new(2);
    let mut played = 0;
    while played < games {
        let start = random_position(&mut random, variant(id), letters);
        let Ok(Value::Win(moves)) = tables.judge(&start) else { continue };
        played += 1;
        let strong =
            |position: &Position| position.placement().side(position.side_to_move()).has_many();
        let plies = Value::Win(moves).plies(strong(&start)).expect("a win");
        let line = tables.line(&start).expect("best play");
        assert_eq!(line.len(), plies, "{}", start.fen());
        let mut end = start.clone();
        for &mv in &line {
            assert!(end.legal_moves().contains(&mv), "{}", end.fen());
            end.make(mv);
        }
        let mated = matches!(
            end.outcome_given(end.has_legal_moves()),
            Some(Outcome::Win(_, WinReason::Checkmate))
        );
        assert!(mated, "{} to {}", start.fen(), end.fen());
        let mut position = start.clone();
        let mut left = plies;
        while left > 0 {
            let mv = if strong(&position) {
                tables.line(&position).expect("best play")[0]
            } else {
                *random.pick(&position.legal_moves())
            };
            position.make(mv);
            let Ok(value @ Value::Win(_)) = tables.judge(&position) else { panic!("not won") };
            let now = value.plies(strong(&position)).expect("a win");
            assert!(now < left, "{} to {}", start.fen(), position.fen());
            left = now;
        }
    }
}

#[test]
fn won_positions_are_mated_in_the_distance_promised() {
    for (id, letters) in SINGLES.into_iter().filter(|&(_, letters)| letters != "C") {
        play_out(id, letters, 20);
    }
}

/// `cargo test --release --test dhow endgame:: -- --ignored`
#[test]
#[ignore = "a minute"]
fn won_pairs_are_mated_in_the_distance_promised() {
    for letters in ["B+N", "W+W", "C+U", "E+E", "Z+O"] {
        play_out("zanzibar-xl", letters, 100);
    }
}

#[test]
fn endings_of_one_piece_are_prepared_when_few_are_left() {
    let tables = Tables::new(rules(variant("metamachy")));
    let queen = position("metamachy", "k11/12/12/12/12/12/12/12/12/12/12/KQ10 b - - 0 1");
    let crowd = position("metamachy", "k11/12/12/12/12/12/12/12/12/12/NNNN8/KQ10 b - - 0 1");
    let few = position("metamachy", "kr10/12/12/12/12/12/12/12/12/12/12/KQ10 w - - 0 1");
    tables.prepare(&crowd);
    assert_eq!(tables.probe_solved(&queen), None);
    tables.prepare(&few);
    assert!(matches!(tables.probe_solved(&queen), Some(Value::Win(_))));
    assert_eq!(tables.probe_solved(&queen), tables.probe(&queen));
    let rook = position("metamachy", "kr10/12/12/12/12/12/12/12/12/12/12/K11 w - - 0 1");
    assert!(matches!(tables.probe_solved(&rook), Some(Value::Win(_))));
    assert_eq!(tables.probe_solved(&few), None);
}

#[test]
fn pairs_are_solved_in_the_background_within_the_memory_given() {
    let tables = Arc::new(Tables::new(rules(variant("zanzibar-xl"))));
    let background = Background::new(tables.clone());
    let bare = position("zanzibar-xl", "k11/12/12/12/12/12/12/12/12/12/12/KUU9 b - - 0 1");
    background.set_memory(100);
    background.ask(&bare);
    background.wait();
    assert_eq!(tables.probe_solved(&bare), None, "there is no room");
    background.set_memory(DEFAULT_BACKGROUND_MEMORY);
    for fen in [
        "k11/12/12/12/12/12/12/12/12/12/12/KNN9 b - - 0 1",
        "k11/12/12/12/12/12/12/12/12/12/12/KQU9 b - - 0 1",
        "k11/12/12/12/1q10/12/12/12/12/12/12/KUU9 b - - 0 1",
        "k11/12/12/12/1pp9/12/12/12/12/12/12/KUU9 b - - 0 1",
    ] {
        background.ask(&position("zanzibar-xl", fen));
        background.wait();
        assert_eq!(tables.probe_solved(&bare), None, "{fen}");
    }
    let soon = position("zanzibar-xl", "k11/12/12/12/1p10/12/12/12/12/12/12/KUU9 b - - 0 1");
    background.ask(&soon);
    background.ask(&soon);
    assert!(!background.is_at(&soon), "it is only near");
    background.wait();
    assert!(!background.is_at(&bare), "it has ended");
    assert!(matches!(tables.probe_solved(&bare), Some(Value::Win(_))));
    assert_eq!(tables.probe_solved(&bare), tables.probe(&bare));
    background.set_memory(0);
    assert_eq!(tables.probe_solved(&bare), None, "it is let go of");
    background.set_memory(DEFAULT_BACKGROUND_MEMORY);
    background.ask(&bare);
    assert!(background.is_at(&bare), "it takes longer than this");
    background.set_memory(0);
    assert!(!background.is_at(&bare), "it is broken off");
    background.ask(&bare);
    background.wait();
    assert_eq!(tables.probe_solved(&bare), None, "nothing is wanted");
}

/// The longest wins that are known for 12x12, and the pieces that never win.
#[test]
fn single_pieces_win_as_known() {
    let longest =
        [("Q", 15), ("R", 25), ("L", 9), ("F", 31), ("D", 17), ("G", 14), ("H", 18), ("X", 30)];
    // A piece that moves in two games alike is solved once.
    let mut verdicts = HashMap::new();
    for variant in ONE_MOVE_GAMES.iter() {
        let tables = Tables::new(rules(variant));
        let material = MatingMaterial::new(tables.rules());
        for ending in Ending::singles(tables.rules()) {
            let (kind, letters) = (ending.kinds()[0], ending.letters(tables.rules()));
            let promotes = tables.rules().promotes(kind).then_some(&variant.id);
            let moves = (variant.pieces[kind.index()].betza.as_str(), promotes);
            if let Some(verdict) = verdicts.get(&moves) {
                assert_eq!(material.mates_alone(kind), *verdict, "{} {letters}", variant.id);
                continue;
            }
            let table = tables.table(&ending).expect(&letters);
            let class = &table.summary().classes[0];
            let what = format!("{} {letters}: {class:?}", variant.id);
            assert_eq!(material.mates_alone(kind), class.verdict().is_worth_playing(), "{what}");
            verdicts.insert(moves, material.mates_alone(kind));
            match longest.iter().find(|(letter, _)| *letter == letters) {
                Some(&(_, longest)) => {
                    assert_eq!(
                        (class.verdict(), class.longest()),
                        (WinFrequency::Always, longest),
                        "{what}"
                    );
                }
                None if letters == "I" => {
                    assert_eq!(class.verdict(), WinFrequency::Always, "{what}")
                }
                None if tables.rules().promotes(kind) => {
                    assert_eq!(class.verdict(), WinFrequency::Sometimes, "{what}");
                }
                None if letters == "W" => {
                    assert_eq!(class.verdict(), WinFrequency::AlmostNever, "{what}")
                }
                None => assert_eq!(class.verdict(), WinFrequency::Never, "{what}"),
            }
            assert_eq!(class.beyond_rule(), 0, "{what}");
        }
    }
    // The Prince with a double step from its starting rank only, without promotion.
    let tables = Tables::new(rules(variant("maasai"))).without_promotion();
    let prince = Ending::parse(tables.rules(), "I").expect("a Prince");
    let table = tables.table(&prince).expect("a table");
    let class = &table.summary().classes[0];
    assert_eq!((class.verdict(), class.longest()), (WinFrequency::Always, 42));
}

#[test]
fn positions_outside_of_the_tables_have_no_value() {
    let tables = Tables::new(rules(variant("metamachy")));
    let judged = |fen: &str| tables.judge(&position("metamachy", fen)).map_err(|e| e.to_string());
    assert_eq!(judged("k11/12/12/12/12/12/12/12/12/12/12/K11 w - - 0 1"), Ok(Value::Draw));
    for (fen, message) in [
        ("kn10/12/12/12/12/12/12/12/12/12/12/KQ10 w - - 0 1", "neither King is bare"),
        (
            "k11/12/12/12/12/12/12/12/12/12/12/1Q3K6 w K - 0 1",
            "a King may still jump, which the tables do not know",
        ),
        (
            "k11/12/12/12/12/12/12/12/12/12/12/KQQQQ7 w - - 0 1",
            "4 pieces beside the King; at most 3 can be solved",
        ),
        (
            "k11/12/12/12/12/12/12/12/12/P11/12/KQ10 w - - 0 1",
            "a Pawn promotes; such a piece is solved alone only",
        ),
    ] {
        assert_eq!(judged(fen), Err(message.into()), "{fen}");
    }
}

/// Checks that the list of mating material agrees with the solved ending.
fn check_material(tables: &Tables<Layout12>, ending: &Ending) {
    let material = MatingMaterial::new(tables.rules());
    let letters = ending.letters(tables.rules());
    let table = tables.table(ending).expect(&letters);
    for class in &table.summary().classes {
        let squares = if class.colours == Some(Colours::One) { ["a1", "b2"] } else { ["a1", "a2"] };
        let squares = squares.map(positions::square);
        let pieces: Vec<_> = ending.kinds().iter().copied().zip(squares).collect();
        let won = class.verdict().is_worth_playing();
        assert_eq!(material.suffices::<Layout12>(&pieces), won, "{letters}: {class:?}");
    }
    tables.forget(ending);
}

#[test]
fn the_games_know_what_mates() {
    let tables = Tables::new(rules(variant("zanzibar-xl")));
    for letters in ["N+N", "U+U", "Q", "N", "W"] {
        check_material(&tables, &Ending::parse(tables.rules(), letters).expect(letters));
    }
    let material = MatingMaterial::new(tables.rules());
    let suffices = |pieces: &str, squares: &str| {
        let kinds = pieces.chars().map(|letter| tables.rules().kind(letter).expect("a piece"));
        let squares = squares.split_whitespace().map(positions::square);
        material.suffices::<Layout12>(&kinds.zip(squares).collect::<Vec<_>>())
    };
    assert!(!suffices("", ""));
    assert!(suffices("P", "a3") && suffices("NI", "a3 a4") && suffices("NNN", "a1 a3 a5"));
    assert!(!suffices("BBE", "a1 c3 a5") && suffices("BBE", "a1 c3 a6"));
}

/// `cargo test --release --test dhow endgame:: -- --ignored`
#[test]
#[ignore = "minutes"]
fn the_games_know_what_pairs_mate() {
    let tables = Tables::new(rules(variant("zanzibar-xl")));
    let rules = tables.rules();
    let material = MatingMaterial::new(rules);
    let minor = rules.kinds().filter(|&kind| kind != rules.king() && !material.mates_alone(kind));
    let minor: Vec<_> = minor.collect();
    assert_eq!(minor.len(), 10);
    for (index, &first) in minor.iter().enumerate() {
        for &second in &minor[index..] {
            check_material(&tables, &Ending::new(rules, &[first, second]).expect("a pair"));
        }
    }
}
