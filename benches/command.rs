//! Games with leaders: counting in bulk, listing, making and unmaking actions.

// criterion's macros make public functions without documentation.
#![allow(missing_docs)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dhow::command::{CommandPosition, CommandRules};
use dhow::geometry::{Geometry, Layout16x12, Layout32x16};
use dhow::perft::perft;
use dhow::position::Move;
use dhow::variant;
use std::hint::black_box;

fn start<G: Geometry>(id: &str) -> CommandPosition<G> {
    let variant = variant::find(id).expect("a built-in game");
    let rules = CommandRules::of(variant).expect("a game");
    CommandPosition::from_fen(rules, &variant.start).expect("a start array")
}

/// The position after `moves` moves of a turn, each the first in the list of legal moves.
fn within_turn<G: Geometry>(id: &str, moves: usize) -> CommandPosition<G> {
    let mut position = start(id);
    for _ in 0..moves {
        let action = position.legal_moves()[0];
        position.make(action);
    }
    assert_eq!(position.moves_made(), moves);
    position
}

fn count(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    let mut position = start::<Layout16x12>("chieftain");
    group.throughput(Throughput::Elements(perft(&mut position, 3)));
    group.sample_size(20);
    group.bench_function("3 actions, chieftain", |bencher| {
        bencher.iter(|| perft(&mut position, 3));
    });
    group.finish();
}

fn list<G: Geometry>(criterion: &mut Criterion, id: &str) {
    for moves in [0, 2] {
        let position = within_turn::<G>(id, moves);
        criterion.bench_function(&format!("listed, {id} after {moves} moves"), |bencher| {
            bencher.iter(|| black_box(&position).legal_moves().len());
        });
        criterion.bench_function(&format!("counted, {id} after {moves} moves"), |bencher| {
            bencher.iter(|| black_box(&position).count_legal_moves());
        });
    }
}

/// Time per action, made and unmade.
fn make<G: Geometry>(criterion: &mut Criterion, id: &str) {
    let mut group = criterion.benchmark_group("make and unmake");
    for moves in [0, 2] {
        let mut position = within_turn::<G>(id, moves);
        let actions = position.legal_moves();
        let actions: Vec<Move> = actions.into_iter().filter(|&mv| mv != Move::END).collect();
        group.throughput(Throughput::Elements(actions.len() as u64));
        group.bench_function(format!("{id} after {moves} moves"), |bencher| {
            bencher.iter(|| {
                for &action in &actions {
                    position.make(action);
                    black_box(position.key());
                    position.unmake(action);
                }
            });
        });
    }
    group.finish();
}

fn all(criterion: &mut Criterion) {
    count(criterion);
    list::<Layout16x12>(criterion, "chieftain");
    list::<Layout32x16>(criterion, "overlord");
    make::<Layout16x12>(criterion, "chieftain");
    make::<Layout32x16>(criterion, "overlord");
}

criterion_group!(benches, all);
criterion_main!(benches);
