//! Evaluation and a search of fixed depth.

// criterion's macros make public functions without documentation.
#![allow(missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use dhow::eval::Evaluator;
use dhow::game::Game;
use dhow::search::{Engine, Limits};
use dhow::variant;
use std::hint::black_box;

fn evaluate(criterion: &mut Criterion) {
    let game = Game::new(variant::find("zanzibar-xl").expect("a built-in game"));
    let evaluator = Evaluator::new(&game.position().shared_rules());
    let accumulator = evaluator.accumulate(game.position());
    criterion.bench_function("evaluation, start", |bencher| {
        bencher.iter(|| evaluator.evaluate(black_box(game.position()), &accumulator));
    });
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
