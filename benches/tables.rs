//! Attack lookups by piece family, on boards of middlegame density.

// criterion's macros make public functions without documentation.
#![allow(missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use dhow::bitboard::{Bitboard, SquareSet};
use dhow::geometry::{Geometry, Layout12};
use dhow::pieces::Color;
use dhow::position::zobrist::split_mix;
use dhow::variant::{self, Rules};
use std::hint::black_box;

/// Random boards on which about a third of the squares is occupied.
fn boards() -> Vec<Bitboard<3>> {
    let mut seed = 1;
    let board =
        |_| Layout12::squares().filter(|_| split_mix(&mut seed).is_multiple_of(3)).collect();
    (0..64).map(board).collect()
}

fn lookups(criterion: &mut Criterion) {
    let rules = Rules::<Layout12>::of(variant::find("zanzibar-xl").expect("a built-in game"))
        .expect("a game");
    let boards = boards();
    let mut group = criterion.benchmark_group("144 lookups");
    for (family, letter) in [
        ("leaper (Lion)", 'L'),
        ("slider (Rook)", 'R'),
        ("slider (Bishop)", 'B'),
        ("slider (Queen)", 'Q'),
        ("hopper (Cannon)", 'C'),
        ("hopper (Sorceress)", 'O'),
        ("bent slider (Eagle)", 'G'),
        ("bent slider (Rhinoceros)", 'U'),
    ] {
        let movement = rules.movement(rules.kind(letter).expect("a piece of the game"));
        let mut next = 0;
        group.bench_function(family, |bencher| {
            bencher.iter(|| {
                next = (next + 1) % boards.len();
                let mut seen = Bitboard::EMPTY;
                for from in Layout12::squares() {
                    seen ^= movement.threats(Color::White, from, black_box(boards[next]));
                }
                seen
            });
        });
    }
    group.finish();
}

criterion_group!(benches, lookups);
criterion_main!(benches);
