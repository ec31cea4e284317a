//! Evaluation and a search of fixed depth.

// criterion's macros make public functions without documentation.
#![allow(missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use dhow::eval::{Evaluate, Evaluator};
use dhow::game::Game;
use dhow::geometry::Layout12;
use dhow::network::{FloatWeights, Inputs, Network, OUTPUT_BUCKETS};
use dhow::position::Position;
use dhow::search::{Engine, Limits};
use dhow::variant;
use std::hint::black_box;
use std::sync::Arc;

const MIDDLEGAME: &str = "cm1v1k1o1zmc/er1bu1gfb1re/ppp1iw2ippp/3pq1p1p3/4p2p2n1/2n2l1P4/3PP3P3/2P2LN1d3/PP3PP1IPPP/4IWW5/ERNBUQGFB1RE/CMZV1K1OVZMC w - - 0 20";

fn evaluate(criterion: &mut Criterion) {
    let variant = variant::find("zanzibar-xl").expect("a built-in game");
    let middlegame = Game::from_fen(variant, MIDDLEGAME).expect("a position of the game");
    for (name, game) in [("start", Game::new(variant)), ("middlegame", middlegame)] {
        let position: &Position<Layout12> = game.position().downcast().expect("a game on 12x12");
        let evaluator = Evaluator::new(&position.shared_rules());
        let mut accumulators = evaluator.accumulators(position);
        criterion.bench_function(&format!("evaluation, {name}"), |bencher| {
            bencher.iter(|| evaluator.evaluate(black_box(position), &mut accumulators, 0));
        });
    }
}

/// The cost of a score after a move by either side, as in the search, for networks of some sizes.
fn evaluate_by_network(criterion: &mut Criterion) {
    let variant = variant::find("zanzibar-xl").expect("a built-in game");
    let game = Game::from_fen(variant, MIDDLEGAME).expect("a position of the game");
    let position: &Position<Layout12> = game.position().downcast().expect("a game on 12x12");
    let mv = *position.legal_moves().first().expect("a legal move");
    for units in [64, 128, 256, 384] {
        let inputs = Inputs::of_games(std::slice::from_ref(variant)).expect("one game");
        let rows = vec![0.01; inputs.count() * units];
        let output = vec![0.01; OUTPUT_BUCKETS * 2 * units];
        let fractions = FloatWeights {
            rows: &rows[..],
            bias: &vec![0.0; units],
            output: &output,
            output_bias: &[0.0; OUTPUT_BUCKETS],
        };
        let bounds = [10, 20, 30, 40, 50, 60, 70];
        let network = Arc::new(Network::quantised(inputs, bounds, 250.0, 1024, fractions));
        let evaluator = Evaluator::with_network(&position.shared_rules(), &network);
        let mut accumulators = evaluator.accumulators(position);
        evaluator.evaluate(position, &mut accumulators, 0);
        criterion.bench_function(&format!("network of {units} units, after a move"), |bencher| {
            let mut position = position.clone();
            bencher.iter(|| {
                position.make_observed(mv, &mut evaluator.watch(&mut accumulators, 0));
                let score = evaluator.evaluate(black_box(&position), &mut accumulators, 1);
                position.unmake(mv);
                score
            });
        });
    }
}

fn search(criterion: &mut Criterion) {
    let game = Game::new(variant::find("zanzibar-xl").expect("a built-in game"));
    let mut engine = Engine::new();
    let limits = Limits { depth: Some(8), ..Limits::default() };
    criterion.bench_function("search to depth 8, start", |bencher| {
        bencher.iter(|| {
            engine.clear();
            engine.search(&game, limits.clone()).nodes
        });
    });
}

criterion_group!(benches, evaluate, evaluate_by_network, search);
criterion_main!(benches);
