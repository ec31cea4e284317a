//! Legal moves, making and unmaking them, perft, static exchanges.

// criterion's macros make public functions without documentation.
#![allow(missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use dhow::geometry::Layout12;
use dhow::perft::perft;
use dhow::position::Position;
use dhow::variant::{self, Rules};
use std::hint::black_box;

const MIDDLEGAME: &str = "cm1v1k1o1zmc/er1bu1gfb1re/ppp1iw2ippp/3pq1p1p3/4p2p2n1/2n2l1P4/3PP3P3/2P2LN1d3/PP3PP1IPPP/4IWW5/ERNBUQGFB1RE/CMZV1K1OVZMC w - - 0 20";
const CHECK: &str = "cmzvdqkovzmc/ernbu1gfbnre/ppppiwwipppp/4pppp4/12/12/6l5/12/4PPPP4/PPPPIWWIPPPP/ERNBULG1BNRE/CMZVDQKOVZMC w Kk - 0 1";

fn position(fen: Option<&str>) -> Position<Layout12> {
    let rules = Rules::of(variant::find("zanzibar-xl").expect("a built-in game")).expect("a game");
    match fen {
        Some(fen) => Position::from_fen(rules, fen).expect("a position of the game"),
        None => Position::start(rules).expect("a start array"),
    }
}

fn generate(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("legal moves");
    for (name, fen) in
        [("start", None), ("middlegame", Some(MIDDLEGAME)), ("in check", Some(CHECK))]
    {
        let position = position(fen);
        group.bench_function(format!("{name}, listed"), |bencher| {
            bencher.iter(|| black_box(&position).legal_moves().len());
        });
        group.bench_function(format!("{name}, counted"), |bencher| {
            bencher.iter(|| black_box(&position).count_legal_moves());
        });
    }
    group.finish();
}

fn make(criterion: &mut Criterion) {
    let mut position = position(Some(MIDDLEGAME));
    let moves = position.legal_moves();
    criterion.bench_function("make and unmake every move, middlegame", |bencher| {
        bencher.iter(|| {
            for &mv in &moves {
                position.make(mv);
                black_box(position.key());
                position.unmake(mv);
            }
        });
    });
}

fn exchange(criterion: &mut Criterion) {
    let position = position(Some(MIDDLEGAME));
    let moves = position.legal_moves();
    criterion.bench_function("static exchange of every move, middlegame", |bencher| {
        bencher.iter(|| moves.iter().filter(|&&mv| position.see_ge(mv, 0)).count());
    });
}

fn count(criterion: &mut Criterion) {
    let mut position = position(None);
    criterion.bench_function("perft 3, start", |bencher| {
        bencher.iter(|| perft(&mut position, 3));
    });
}

criterion_group!(benches, generate, make, exchange, count);
criterion_main!(benches);
