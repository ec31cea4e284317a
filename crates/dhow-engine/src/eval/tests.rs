use super::weights::GRAIN;
use super::*;
use dhow_rules::bitboard::SquareSet;
use dhow_rules::geometry::{Layout8, Layout10x12, Layout12, Layout12x10, Layout16, Layout32x16};
use dhow_rules::position::zobrist::split_mix;
use dhow_rules::variant::{ONE_MOVE_GAMES, Role, Rules, Variant, find, rules};

/// Calls with positions of random games of every variant.
fn positions(
    mut visit: impl FnMut(&Evaluator<Layout12>, &Position<Layout12>, &Accumulator<Layout12>),
) {
    let mut seed = 3;
    for variant in ONE_MOVE_GAMES.iter() {
        let evaluator = Evaluator::new(&rules(variant));
        for _ in 0..4 {
            let mut position = Position::start(rules(variant)).expect("a start array");
            let mut accumulators = evaluator.accumulators(&position);
            for ply in 0..200 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[(split_mix(&mut seed) % moves.len() as u64) as usize];
                position.make_observed(mv, &mut evaluator.watch(&mut accumulators, ply));
                visit(&evaluator, &position, &accumulators.hce[ply + 1]);
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
            let pairs = trace.counts.iter().zip(evaluator.weights.iter());
            pairs.map(|(&count, weight)| count as f64 * part(weight) as f64).sum()
        };
        let score = sum(|weight| weight.middlegame) * trace.phase
            + sum(|weight| weight.endgame) * (1.0 - trace.phase);
        let damped = score / GRAIN as f64 * trace.left;
        let white = if position.side_to_move() == Color::White { 1.0 } else { -1.0 };
        let evaluated = evaluator.hce(position, accumulator).0;
        most = most.max(evaluated.abs());
        assert!((evaluated as f64 - white * damped).abs() < 2.0, "{}", position.fen());
    });
    assert!(most > 500, "only dull positions: {most}");
}

#[test]
fn an_accumulator_that_watches_is_that_of_the_position() {
    positions(|evaluator, position, accumulator| {
        let fields = |a: &Accumulator<Layout12>| (a.score, a.phase, a.lines);
        assert_eq!(
            fields(&evaluator.accumulate(position)),
            fields(accumulator),
            "{}",
            position.fen()
        );
    });
}

/// A position with the colours swapped has the same score for the side to move.
#[test]
fn colours_do_not_matter() {
    positions(|evaluator, position, _| {
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
        let there = evaluator.evaluate_afresh(&mirrored);
        if position.halfmove_clock() < 100 {
            assert_eq!(evaluator.evaluate_afresh(position), there, "{fen}");
        }
    });
}

#[test]
fn every_feature_that_games_show_has_a_weight() {
    positions(|evaluator, position, _| {
        let mut list = WeightList::built_in().clone();
        let places = list.make_places(&position.rules().variant().pieces);
        let trace = evaluator.trace(position);
        for index in (0..Feature::COUNT).filter(|&index| trace.counts[index] != 0) {
            let place = places[index].unwrap_or_else(|| panic!("{index} is no feature"));
            assert!(list.get(place).is_some(), "no weight for feature {index}: {}", position.fen());
        }
    });
}

/// The pieces of Metamachy on a board of any size, with queens and pawns at the start.
fn rules_on_board<G: Geometry>(files: usize, ranks: usize) -> Arc<Rules<G>> {
    let (queens, pawns) = ("Q".repeat(files - 1), "P".repeat(files));
    let between = format!("{files}/").repeat(ranks - 4);
    let (qs, ps) = (queens.to_lowercase(), pawns.to_lowercase());
    let variant = Variant {
        files,
        ranks,
        start: format!("{qs}k/{ps}/{between}{pawns}/{queens}K w - - 0 1"),
        setup: Vec::new(),
        ..Variant::clone(find("metamachy").expect("a game"))
    };
    rules(&Arc::new(variant))
}

/// Runs a check on boards that fill a layout, and on others.
macro_rules! on_boards {
    ($check:ident) => {
        $check::<Layout8>(8, 8);
        $check::<Layout8>(7, 8);
        $check::<Layout10x12>(8, 12);
        $check::<Layout12x10>(10, 8);
        $check::<Layout12x10>(10, 10);
        $check::<Layout12x10>(12, 8);
        $check::<Layout12>(9, 12);
        $check::<Layout12>(12, 12);
        $check::<Layout16>(14, 14);
        $check::<Layout16>(16, 16);
        $check::<Layout32x16>(24, 12);
        $check::<Layout32x16>(30, 15);
    };
}

/// Ranks and files count the same from edge to edge as on 12x12.
#[test]
fn places_count_alike_on_boards_of_all_sizes() {
    fn check<G: Geometry>(files: usize, ranks: usize) {
        let rules = rules_on_board::<G>(files, ranks);
        for kind in rules.kinds() {
            let (mut centre, mut advance) = (Vec::new(), Vec::new());
            for square in rules.board().squares() {
                let mut trace = Trace::default();
                squares::count(&rules, Piece::new(kind, Color::White), square, 0, &mut trace);
                centre.push(trace.counts[Feature::of_kind(FeatureGroup::Centre, kind).index()]);
                advance.push(trace.counts[Feature::of_kind(FeatureGroup::Advance, kind).index()]);
            }
            let range =
                |counts: &[i32]| (counts.iter().copied().min(), counts.iter().copied().max());
            let (farthest, nearest) = match rules.role(kind) {
                Role::Royal => (-5, 0),
                Role::Prince => (0, 0),
                // Files count by the longer side of the board.
                Role::Pawn if files < ranks => (0, 3),
                Role::Pawn => (-2, 3),
                Role::Officer | Role::Leader => (-3, 2),
            };
            let most = if rules.role(kind) == Role::Royal { 5 } else { 11 };
            assert_eq!(range(&advance), (Some(0), Some(most)));
            assert_eq!(range(&centre), (Some(farthest), Some(nearest)));
        }
    }
    on_boards!(check);
}

/// A passed pawn is worth more the farther it has advanced, on every board.
#[test]
fn passed_pawns_count_on_boards_of_all_heights() {
    fn check<G: Geometry>(files: usize, ranks: usize) {
        let empty = files.to_string();
        let fen = |pawn: usize| {
            let rows = (0..ranks).rev().map(|rank| match rank {
                _ if rank == pawn => format!("2P{}", files - 3),
                0 => format!("{}RK", files - 2),
                _ if rank == ranks - 1 => format!("{}rk", files - 2),
                _ => empty.clone(),
            });
            format!("{} w - - 0 1", rows.collect::<Vec<_>>().join("/"))
        };
        let rules = rules_on_board::<G>(files, ranks);
        let evaluator = Evaluator::with_weights(&rules, WeightList::built_in());
        let scores: Vec<Score> = (1..ranks - 1)
            .map(|pawn| {
                let position = Position::from_fen(rules.clone(), &fen(pawn)).expect("a position");
                evaluator.evaluate_afresh(&position)
            })
            .collect();
        assert!(scores.is_sorted(), "{scores:?}");
        let gain = scores[scores.len() - 1].0 - scores[0].0;
        assert!((150..500).contains(&gain), "{gain} on {ranks} ranks");
    }
    on_boards!(check);
}
