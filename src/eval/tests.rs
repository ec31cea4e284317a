use super::weights::{GRAIN, built_in, parse};
use super::*;
use crate::bitboard::SquareSet;
use crate::geometry::Board12;
use crate::position::zobrist::split_mix;
use crate::variant::{VARIANTS, rules};

/// Positions of random games of every variant.
fn positions(
    mut visit: impl FnMut(&Evaluator<Board12>, &Position<Board12>, &Accumulator<Board12>),
) {
    let mut seed = 3;
    for variant in VARIANTS.iter() {
        let evaluator = Evaluator::new(&rules(variant));
        for _ in 0..4 {
            let mut position = Position::start(rules(variant)).expect("a start array");
            let mut accumulator = evaluator.accumulate(&position);
            for _ in 0..200 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[(split_mix(&mut seed) % moves.len() as u64) as usize];
                position.make_observed(mv, &mut evaluator.watch(&mut accumulator));
                visit(&evaluator, &position, &accumulator);
            }
        }
    }
}

#[test]
fn the_trace_times_the_weights_is_the_score() {
    let mut most = 0;
    positions(|evaluator, position, accumulator| {
        if Color::ALL.iter().any(|&color| position.placement().side(color).count() == 1) {
            return;
        }
        let trace = evaluator.trace(position);
        let sum = |part: fn(&Tapered) -> i32| -> f64 {
            let pairs = trace.counts.iter().zip(WEIGHTS.iter());
            pairs.map(|(&count, weight)| count as f64 * part(weight) as f64).sum()
        };
        let score = sum(|weight| weight.middlegame) * trace.phase
            + sum(|weight| weight.endgame) * (1.0 - trace.phase);
        let faded = score / GRAIN as f64 * (200 - position.halfmove_clock() as i32) as f64 / 200.0;
        let white = if position.side_to_move() == Color::White { 1.0 } else { -1.0 };
        let evaluated = evaluator.evaluate(position, accumulator).0;
        most = most.max(evaluated.abs());
        assert!((evaluated as f64 - white * faded).abs() < 2.0, "{}", position.fen());
    });
    assert!(most > 500, "only dull positions: {most}");
}

#[test]
fn an_accumulator_that_watches_is_that_of_the_position() {
    positions(|evaluator, position, accumulator| {
        let fields = |a: &Accumulator<Board12>| (a.score, a.phase, a.lines);
        assert_eq!(
            fields(&evaluator.accumulate(position)),
            fields(accumulator),
            "{}",
            position.fen()
        );
    });
}

/// The same position with the colours exchanged is as good for the side to move.
#[test]
fn colours_do_not_matter() {
    positions(|evaluator, position, accumulator| {
        let fen = position.fen();
        let mut fields = fen.split(' ');
        let placement = fields.next().expect("a placement");
        let flip = |c: char| match c {
            c if c.is_ascii_uppercase() => c.to_ascii_lowercase(),
            c => c.to_ascii_uppercase(),
        };
        let rows: Vec<String> =
            placement.split('/').rev().map(|row| row.chars().map(flip).collect()).collect();
        let side = if fields.next() == Some("w") { "b" } else { "w" };
        let clock = position.halfmove_clock().min(99);
        let mirrored = format!("{} {side} - - {clock} 50", rows.join("/"));
        let Ok(mirrored) = Position::from_fen(position.shared_rules(), &mirrored) else { return };
        let there = evaluator.evaluate(&mirrored, &evaluator.accumulate(&mirrored));
        if position.halfmove_clock() < 100 {
            assert_eq!(evaluator.evaluate(position, accumulator), there, "{fen}");
        }
    });
}

#[test]
fn features_are_read_as_they_are_written() {
    for (feature, _) in built_in() {
        assert_eq!(Feature::parse(&feature.to_string()), Some(feature));
    }
    for text in ["", "material", "material q", "material QQ", "passed x", "passed 99", "other x"] {
        assert_eq!(Feature::parse(text), None, "{text}");
    }
}

#[test]
fn every_feature_that_games_show_has_a_weight() {
    let known = built_in();
    positions(|evaluator, position, _| {
        let trace = evaluator.trace(position);
        for index in (0..Feature::COUNT).filter(|&index| trace.counts[index] != 0) {
            let feature = Feature::from_index(index);
            assert!(known.iter().any(|(known, _)| *known == feature), "no weight for `{feature}`");
        }
    });
}

#[test]
fn bad_weights_are_refused_with_their_line() {
    let error = |text| parse(text).expect_err("no weights");
    assert_eq!(error("material Q 1 2\nmaterial R 1"), "line 2: `material R 1` is no weight");
    assert_eq!(error("# none\nhello Q 1 2"), "line 2: `hello Q 1 2` is no weight");
    assert_eq!(error("material Q 1 nan"), "line 1: `material Q 1 nan` is no weight");
    assert_eq!(error("material Q 1 2\nmaterial Q 1 2"), "line 2: a second weight for `material Q`");
}
