//! Evaluation and a search of fixed depth.

// criterion's macros make public functions without documentation.
#![allow(missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use dhow::eval::{Evaluation, Evaluator};
use dhow::game::Game;
use dhow::geometry::Board12;
use dhow::position::Position;
use dhow::search::{Engine, Limits};
use dhow::variant;
use std::hint::black_box;

const MIDDLEGAME: &str = "cm1v1k1o1zmc/er1bu1gfb1re/ppp1iw2ippp/3pq1p1p3/4p2p2n1/2n2l1P4/3PP3P3/2P2LN1d3/PP3PP1IPPP/4IWW5/ERNBUQGFB1RE/CMZV1K1OVZMC w - - 0 20";

fn evaluate(criterion: &mut Criterion) {
    let variant = variant::find("zanzibar-xl").expect("a built-in game");
    let middlegame = Game::from_fen(variant, MIDDLEGAME).expect("a position of the game");
    for (name, game) in [("start", Game::new(variant)), ("middlegame", middlegame)] {
        let position: &Position<Board12> = game.position().downcast().expect("a game on 12x12");
        let evaluator = Evaluator::new(&position.shared_rules());
        let accumulator = evaluator.accumulate(position);
        criterion.bench_function(&format!("evaluation, {name}"), |bencher| {
            bencher.iter(|| evaluator.evaluate(black_box(position), &accumulator));
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

criterion_group!(benches, evaluate, search);
criterion_main!(benches);
