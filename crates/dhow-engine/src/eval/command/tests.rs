use super::*;
use dhow_rules::geometry::{Layout10x12, Layout16x12, Layout32x16};
use dhow_rules::position::zobrist::split_mix;
use dhow_rules::variant::{CommandOption, find};

/// Calls with the evaluation of a game and random positions of it, also within turns.
fn positions<G: Geometry>(
    id: &str,
    mut visit: impl FnMut(&CommandEvaluator<G>, &CommandPosition<G>, &CommandAccumulator),
) {
    let variant = Arc::new(find(id).expect("a game").with_options(&CommandOption::ALL));
    let rules = CommandRules::of(&variant).expect("a game");
    let evaluator = CommandEvaluator::new(&rules);
    let mut seed = 3;
    for _ in 0..3 {
        let mut position =
            CommandPosition::from_fen(rules.clone(), &variant.start).expect("a start array");
        let mut accumulators = evaluator.accumulators(&position);
        for ply in 0..400 {
            let moves = position.legal_moves();
            // Some captures, so that leaders are lost.
            let lively: Vec<_> = moves.iter().filter(|&&mv| position.gain(mv) > 0).collect();
            let random = split_mix(&mut seed) as usize;
            let mv = match (random % 3, lively.as_slice(), moves.as_slice()) {
                (_, [], []) => break,
                (0, [_, ..], _) => *lively[random / 3 % lively.len()],
                _ => moves[random / 3 % moves.len()],
            };
            position.make_observed(mv, &mut evaluator.watch(&mut accumulators, ply));
            visit(&evaluator, &position, &accumulators[ply + 1]);
        }
    }
}

#[test]
fn the_trace_times_the_weights_is_the_score() {
    fn check<G: Geometry>(id: &str) {
        let (mut most, mut within, mut least_left) = (0, 0, 1.0_f64);
        positions::<G>(id, |evaluator, position, _| {
            let trace = evaluator.trace(position);
            let sum = |part: fn(&Tapered) -> i32| -> f64 {
                let pairs = trace.counts.iter().zip(evaluator.weights.iter());
                pairs.map(|(&count, weight)| f64::from(count) * f64::from(part(weight))).sum()
            };
            let score = sum(|weight| weight.middlegame) * trace.phase
                + sum(|weight| weight.endgame) * (1.0 - trace.phase);
            let damped = score / f64::from(GRAIN) * trace.left;
            let white = if position.side_to_move() == Color::White { 1.0 } else { -1.0 };
            let evaluated = evaluator.evaluate_afresh(position).0;
            most = most.max(evaluated.abs());
            least_left = least_left.min(trace.left);
            within += usize::from(!position.at_turn_start());
            assert!((f64::from(evaluated) - white * damped).abs() < 2.0, "{}", position.fen());
        });
        let lively = most > 500 && within > 100 && least_left < 1.0;
        assert!(lively, "{id}: only dull positions: {most}, {within}, {least_left}");
    }
    check::<Layout10x12>("mini-chieftain");
    check::<Layout16x12>("chieftain");
    check::<Layout32x16>("superchief");
    check::<Layout32x16>("overlord");
    check::<Layout10x12>("grand-chieftain");
}

/// Every feature has a place in the list of weights.
#[test]
fn every_feature_has_a_place() {
    fn check<G: Geometry>(id: &str) {
        let mut list = WeightList::of_leaders().clone();
        let places = list.make_places(&find(id).expect("a game").pieces);
        positions::<G>(id, |evaluator, position, _| {
            let counts = evaluator.trace(position).counts;
            let counted = (0..Feature::COUNT).filter(|&index| counts[index] != 0);
            counted.for_each(|index| assert!(places[index].is_some(), "{id}: feature {index}"));
        });
    }
    check::<Layout16x12>("chieftain");
    check::<Layout10x12>("grand-chieftain");
}
