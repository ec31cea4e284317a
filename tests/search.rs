//! The results of the search, and when it ends.

use crate::common::positions::of_game;
use crate::common::positions::variant;
use dhow::bench::BenchGroup;
use dhow::game::Game;
use dhow::position::{DrawReason, Move, Outcome};
use dhow::proof::MateSearch;
use dhow::search::{Engine, Limits, PvInfo, SearchEvent, SearchResult, TimeLeft};
use dhow::variant::VARIANTS;
use std::process::Command;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

const GENEROUS: Duration = Duration::from_secs(20);

fn game(id: &str, fen: &str) -> Game {
    Game::from_fen(variant(id), fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn engine() -> Engine {
    let mut engine = Engine::new();
    engine.set_hash(4).expect("4 MiB");
    engine
}

fn moves(game: &Game, texts: &str) -> Vec<Move> {
    texts.split_whitespace().map(|text| game.parse_move(text).expect(text)).collect()
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn milliseconds(number: u64) -> Duration {
    Duration::from_millis(number)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn after(game: &Game, mv: Move) -> Game {
    let mut after = game.clone();
    after.play(mv);
    after
}

/// The lines of a search that runs to its end.
fn lines(engine: &mut Engine, game: &Game, limits: Limits) -> (Vec<PvInfo>, SearchResult) {
    let (sender, receiver) = channel();
    engine.start(game, limits, move |event| sender.send(event).unwrap());
    engine.wait();
    let mut lines = Vec::new();
    for event in receiver {
        match event {
            SearchEvent::Line(line) => lines.push(line),
            SearchEvent::Trouble(error) => panic!("{error}"),
            SearchEvent::Done(summary) => return (lines, summary),
        }
    }
    panic!("a search ends with its summary");
}

/// Starts a search whose end comes through the channel.
fn start(engine: &mut Engine, game: &Game, limits: Limits) -> Receiver<SearchResult> {
    let (sender, receiver) = channel();
    engine.start(game, limits, move |event| {
        if let SearchEvent::Done(summary) = event {
            sender.send(summary).unwrap();
        }
    });
    receiver
}

/// Positions in which the side to move mates in this number of moves and not in fewer.
const MATES: &[(&str, u32, &str)] = &[
    ("metamachy", 3, "12/12/12/12/12/9r2/k11/12/12/12/4g7/K2C8 b - - 0 1"),
    ("metamachy", 2, "12/12/12/7q4/10c1/2b9/12/12/12/12/12/2K3k5 b - - 0 1"),
    ("metamachy", 2, "5k6/12/12/3G8/12/12/12/12/12/9p2/7Kb3/12 b - - 0 1"),
    ("metamachy", 2, "2k9/4P7/6M5/12/12/12/8P3/12/12/2K9/7G4/12 w - - 0 1"),
    ("metamachy", 1, "5N6/12/12/12/12/q4r6/11l/12/k11/11K/12/2G8R b - - 0 1"),
    ("metamachy", 3, "12/12/12/12/12/9e2/12/12/9i2/r11/3Pk5E1/7K4 b - - 0 1"),
    ("zanzibar-s", 1, "4W2L4/10k1/12/9K2/12/12/12/12/12/12/3C8/12 w - - 0 1"),
    ("zanzibar-s", 2, "12/3g2u2p2/10c1/12/2R9/e10k/12/12/12/12/1K10/12 b - - 0 1"),
    ("zanzibar-s", 2, "k11/7q4/12/12/12/10e1/4N7/1B10/10i1/1c10/9K2/12 b - - 0 1"),
    ("zanzibar-s", 3, "12/12/12/12/2b9/6kn4/12/12/12/K3i7/12/12 b - - 0 1"),
    ("zanzibar-xl", 3, "12/12/10G1/2m9/12/12/12/6l5/8v3/2K5k3/12/12 b - - 0 1"),
    ("zanzibar-xl", 2, "12/12/12/8v3/12/12/9c2/12/2k9/8ipK1/12/12 b - - 0 1"),
    ("zanzibar-xl", 1, "2r2k6/2N9/12/4U7/12/12/9F2/9K2/12/12/12/12 w - - 0 1"),
    ("zanzibar-xl", 4, "q11/12/12/12/12/8l3/12/12/12/12/2k9/2Q1K7 b - - 0 1"),
    ("zanzibar-xl", 2, "4k7/L1W9/11q/12/12/5O6/12/3o8/12/K11/R11/12 w - - 0 1"),
    ("zanzibar-xl", 4, "6k5/12/12/12/7N4/12/10v1/12/8E3/6i1P3/12/8K3 b - - 0 1"),
    ("zanzibar-xl-classic", 2, "12/8r3/10k1/3f8/12/1m8r1/12/12/12/9K2/4l7/12 b - - 0 1"),
    ("zanzibar-xl-classic", 1, "1Q10/12/12/12/12/12/12/2l9/12/7k4/K6x4/2e9 b - - 0 1"),
    ("zanzibar-xl-classic", 3, "12/6i4c/10k1/12/1W10/12/11L/7K4/12/12/5F6/12 w - - 0 1"),
    ("zanzibar-xl-classic", 3, "12/12/5Z2k3/12/12/7L4/12/12/12/4v7/12/11K w - - 0 1"),
    ("zanzibar-xxl", 2, "12/12/12/12/12/1k10/l4i2n3/3w8/12/12/K11/C1v9 b - - 0 1"),
    ("zanzibar-xxl", 1, "6D5/7I1kF1/12/12/4Q7/12/12/11V/3K8/12/5L6/12 w - - 0 1"),
    ("zanzibar-xxl", 3, "k2K7v/1Z10/12/12/12/2R9/4V7/12/12/12/12/12 w - - 0 1"),
    ("zanzibar-xxl", 1, "1W5k1K2/12/6S5/12/12/12/5Q6/10S1/C11/11u/12/12 w - - 0 1"),
    ("zanzibar-xxl", 4, "d11/12/12/12/12/12/4l7/12/12/4l7/2v3kR4/10K1 b - - 0 1"),
    ("maasai", 1, "8K2k/4f7/9S2/12/12/U11/12/12/12/5Q6/12/12 w - - 0 1"),
    ("maasai", 2, "11u/12/5o6/12/9kv1/12/2e9/12/11q/1q10/7K4/12 b - - 0 1"),
    ("maasai", 3, "k11/4S7/5R6/12/12/12/9K2/12/4D7/11l/12/12 w - - 0 1"),
    ("maasai", 3, "12/12/k9b1/12/3ED5R1/12/12/12/10K1/12/12/12 w - - 0 1"),
    ("maasai", 2, "12/k2S1U6/12/11K/12/12/11Z/12/12/8i3/12/12 w - - 0 1"),
];

#[test]
fn shortest_mates_are_found() {
    for &(id, moves, fen) in MATES {
        let game = game(id, fen);
        let mut proof = MateSearch::default();
        let mut position = of_game(&game).clone();
        let mut mates_in = |moves| proof.mates_with(&mut position, moves, moves);
        assert_eq!(mates_in(moves), Ok(true), "{fen}: no mate in {moves}");
        assert_eq!(mates_in(moves - 1), Ok(false), "{fen}: a mate in {}", moves - 1);

        let most = 2_000_000;
        let limits = Limits { mate: Some(moves), nodes: Some(most), ..Limits::default() };
        let summary = engine().search(&game, limits);
        assert_eq!(summary.score.mate_in_moves(), Some(moves as i32), "{id} {fen}");
        assert!(summary.nodes < most, "{fen}: the mate ends the search");
        let best = summary.best().expect("a mate has a first move");
        position.make(best);
        let text = game.move_text(best);
        let mated = proof.is_mated_with(&mut position, moves - 1, moves - 1);
        assert_eq!(mated, Ok(true), "{fen}: {text}");
    }
}

#[test]
fn a_side_that_will_be_mated_says_so_and_holds_out_longest() {
    for &(id, moves, fen) in MATES.iter().filter(|&&(_, moves, _)| (2..4).contains(&moves)) {
        let game = game(id, fen);
        let limits = Limits { mate: Some(moves), nodes: Some(2_000_000), ..Limits::default() };
        let mut engine = engine();
        let best = engine.search(&game, limits).best().expect("a mate has a first move");
        let defence = after(&game, best);
        engine.clear();
        let limits = Limits { nodes: Some(100_000), ..Limits::default() };
        let summary = engine.search(&defence, limits);
        let expected = 1 - moves as i32;
        assert_eq!(summary.score.mate_in_moves(), Some(expected), "{}", defence.fen());
        let reply = summary.best().expect("not mated yet");
        let mut position = of_game(&after(&defence, reply)).clone();
        let sooner = MateSearch::default().mates_with(&mut position, moves - 2, moves - 2);
        assert_eq!(sooner, Ok(false), "{}: {}", defence.fen(), defence.move_text(reply));
    }
}

/// White, a Queen against a Rook, has gone to and fro. One move more and Black can repeat the
/// position for the third time.
fn to_and_fro() -> Game {
    let mut game = game("metamachy", "6r4k/12/12/12/12/12/12/12/2Q9/12/12/K11 w - - 0 1");
    for text in ["c4c5", "l12l11", "c5c4", "l11l12", "c4c5", "l12l11"] {
        game.play_text(text).unwrap();
    }
    game
}

#[test]
fn the_winning_side_does_not_repeat() {
    let game = to_and_fro();
    let repeating = moves(&game, "c5c4");
    let limits = Limits { search_moves: repeating.clone(), ..to_depth(6) };
    assert_eq!(engine().search(&game, limits.clone()).score.0, 0);
    let forgotten = Game::from_fen(game.variant(), &game.fen()).unwrap();
    assert!(engine().search(&forgotten, limits).score.0 > 200);
    let summary = engine().search(&game, to_depth(6));
    assert_ne!(summary.best(), Some(repeating[0]));
    assert!(summary.score.0 > 200, "{}", summary.score);
}

#[test]
fn the_losing_side_repeats() {
    let mut game = to_and_fro();
    game.play_text("c5c4").unwrap();
    let summary = engine().search(&game, to_depth(6));
    assert_eq!(summary.score.0, 0);
    let drawn = after(&game, summary.best().unwrap());
    assert_eq!(drawn.outcome(), Some(Outcome::Draw(DrawReason::Repetition(3))));
    let forgotten = Game::from_fen(game.variant(), &game.fen()).unwrap();
    assert!(engine().search(&forgotten, to_depth(6)).score.0 < -200);
}

#[test]
fn the_winning_side_moves_a_pawn_before_the_50_move_count_is_full() {
    let board = "k11/12/12/12/12/12/12/12/5P6/12/12/3RK7 w - -";
    let game = game("metamachy", &format!("{board} 98 80"));
    let summary = engine().search(&game, to_depth(6));
    assert!(summary.score.0 > 200, "{}", summary.score);
    let best = game.move_text(summary.best().unwrap());
    assert!(best.starts_with("f4"), "{best}");
    let limits = Limits { search_moves: moves(&game, "d1d5"), ..to_depth(6) };
    assert_eq!(engine().search(&game, limits).score.0, 0);
}

#[test]
fn the_losing_side_lets_the_50_move_count_fill() {
    let board = "2k9/12/12/12/12/5p6/12/12/12/12/12/3RK7 b - -";
    let nearly = game("metamachy", &format!("{board} 99 80"));
    let summary = engine().search(&nearly, to_depth(6));
    assert_eq!(summary.score.0, 0);
    let end = after(&nearly, summary.best().unwrap()).outcome();
    assert_eq!(end, Some(Outcome::Draw(DrawReason::MoveLimit(50))));
    let early = game("metamachy", &format!("{board} 0 80"));
    assert!(engine().search(&early, to_depth(6)).score.0 < -100);
}

#[test]
fn the_winning_side_avoids_stalemate() {
    let cases = [
        ("metamachy", "k11/12/4Q7/12/12/12/12/12/12/12/12/K11 w - - 0 1", "e10b10"),
        ("metamachy", "k11/12/12/1Q10/12/12/12/12/12/12/12/K11 w - - 0 1", "b9b10"),
        ("zanzibar-xl", "k11/12/2K9/12/12/12/12/12/12/12/1R10/12 w - - 0 1", "b2b11"),
    ];
    for (id, fen, blunder) in cases {
        let game = game(id, fen);
        let blunders = moves(&game, blunder);
        let end = after(&game, blunders[0]).outcome();
        assert_eq!(end, Some(Outcome::Draw(DrawReason::Stalemate)), "{fen} {blunder}");
        let summary = engine().search(&game, to_depth(6));
        assert_ne!(summary.best(), Some(blunders[0]), "{fen}");
        assert!(summary.score.0 > 300, "{fen}: {}", summary.score);
        let limits = Limits { search_moves: blunders, ..to_depth(6) };
        assert_eq!(engine().search(&game, limits).score.0, 0, "{fen}");
    }
}

#[test]
fn the_losing_side_forces_stalemate() {
    // White's King can only take the Queen on k2, and leaves Black's King shut in by the Queen.
    let fen = "k11/12/1Q10/12/10q1/12/12/2R9/12/12/11P/2R7NK b - - 0 1";
    let game = game("metamachy", fen);
    let (lines, summary) = lines(&mut engine(), &game, to_depth(8));
    assert_eq!(summary.score.0, 0);
    // There is a longer way, too, which gives the Queen for the Rook.
    let end = lines.last().unwrap().pv.iter().fold(game, |game, &mv| after(&game, mv));
    assert_eq!(end.outcome(), Some(Outcome::Draw(DrawReason::Stalemate)));
}

#[test]
fn only_the_wanted_root_moves_are_considered() {
    for variant in VARIANTS.iter() {
        let game = Game::new(variant);
        let legal = game.legal_moves();
        let free = engine().search(&game, to_depth(3)).best().unwrap();
        let others: Vec<Move> = legal.into_iter().filter(|&mv| mv != free).collect();
        for wanted in [&others[..], &others[others.len() - 3..], &others[7..8]] {
            let limits = Limits { search_moves: wanted.to_vec(), multi_pv: 5, ..to_depth(3) };
            let (lines, summary) = lines(&mut engine(), &game, limits);
            assert!(wanted.contains(&summary.best().unwrap()), "{}", variant.id);
            assert!(lines.iter().all(|line| wanted.contains(&line.pv[0])), "{}", variant.id);
            let most = lines.iter().map(|line| line.rank).max();
            assert_eq!(most, Some(wanted.len().min(5)), "{}", variant.id);
        }
    }
}

#[test]
fn a_depth_limit_is_reached_and_not_passed() {
    for variant in VARIANTS.iter() {
        for depth in 1..=4 {
            let (lines, summary) = lines(&mut engine(), &Game::new(variant), to_depth(depth));
            assert_eq!(summary.depth, depth, "{}", variant.id);
            assert_eq!(lines.iter().map(|line| line.depth).max(), Some(depth), "{}", variant.id);
        }
    }
}

#[test]
fn a_node_limit_is_kept_by_one_thread_and_by_two() {
    for variant in VARIANTS.iter() {
        for (threads, slack) in [(1, 10), (2, 50_000)] {
            let mut engine = engine();
            engine.set_threads(threads).expect("threads");
            for limit in [1, 100, 7777] {
                let limits = Limits { nodes: Some(limit), ..Limits::default() };
                let summary = engine.search(&Game::new(variant), limits);
                let within = (limit..limit + slack).contains(&summary.nodes);
                assert!(within, "{} {threads}: {} of {limit}", variant.id, summary.nodes);
                assert!(summary.best().is_some());
            }
        }
    }
}

#[test]
fn a_mate_limit_too_low_does_not_end_the_search() {
    let &(id, _, fen) = MATES.iter().find(|&&(_, moves, _)| moves == 3).unwrap();
    let limits = Limits { mate: Some(2), nodes: Some(300_000), ..Limits::default() };
    let summary = engine().search(&game(id, fen), limits);
    assert_eq!(summary.score.mate_in_moves(), Some(3));
    assert!(summary.nodes >= 300_000, "{}", summary.nodes);
}

#[test]
fn several_lines_come_in_order() {
    for (id, positions) in dhow::bench::POSITIONS {
        for fen in *positions {
            let limits = Limits { multi_pv: 4, ..to_depth(4) };
            let (lines, summary) = lines(&mut engine(), &game(id, fen), limits);
            let last: Vec<&PvInfo> = lines.iter().filter(|line| line.depth == 4).collect();
            let ranks: Vec<usize> = last.iter().map(|line| line.rank).collect();
            assert_eq!(ranks, [1, 2, 3, 4], "{id} {fen}");
            let scores: Vec<i32> = last.iter().map(|line| line.score.0).collect();
            assert!(scores.is_sorted_by(|a, b| a >= b), "{id} {fen}: {scores:?}");
            assert_eq!(summary.best(), Some(last[0].pv[0]), "{id} {fen}");
            let firsts: std::collections::HashSet<String> =
                last.iter().map(|line| format!("{:?}", line.pv[0])).collect();
            assert_eq!(firsts.len(), 4, "{id} {fen}");
        }
    }
}

#[test]
fn stop_is_answered_at_once() {
    for (threads, searches) in [(1, 20), (2, 20), (256, 5)] {
        let mut engine = engine();
        engine.set_threads(threads).expect("threads");
        let mut times = Vec::new();
        for number in 0..searches {
            let game = Game::new(&VARIANTS[number % VARIANTS.len()]);
            let infinite = Limits { infinite: true, ..Limits::default() };
            let end = start(&mut engine, &game, infinite);
            std::thread::sleep(milliseconds(5 + 2 * number as u64));
            let asked = Instant::now();
            engine.stop();
            let summary = end.recv_timeout(GENEROUS).expect("the search ends");
            times.push(asked.elapsed());
            assert!(game.legal_moves().contains(&summary.best().unwrap()));
        }
        let median = median(times);
        assert!(median < milliseconds(50), "{threads} threads: {median:?}");
    }
}

#[test]
fn a_time_for_the_move_is_used_and_kept() {
    let mut engine = engine();
    engine.set_move_overhead(Duration::ZERO);
    let game = Game::new(variant("zanzibar-xxl"));
    for time in [50, 100, 200].map(milliseconds) {
        let times = (0..7).map(|_| {
            let limits = Limits { move_time: Some(time), ..Limits::default() };
            let started = Instant::now();
            engine.search(&game, limits);
            started.elapsed()
        });
        let took = median(times.collect());
        // On a busy machine more is kept back, but never more than three quarters.
        assert!(took >= time / 4 && took <= time, "{took:?} of {time:?}");
    }
}

#[test]
fn no_more_is_used_than_the_clock_has() {
    let mut engine = engine();
    for (remaining, increment, moves_to_go) in [
        (60, 0, None),
        (60, 0, Some(1)),
        (60, 1000, None),
        (150, 0, Some(2)),
        (200, 50, None),
        (400, 0, Some(40)),
    ] {
        let clock = TimeLeft {
            remaining: milliseconds(remaining),
            increment: milliseconds(increment),
            moves_to_go,
        };
        let times = (0..5).map(|number| {
            let game = Game::new(&VARIANTS[number % VARIANTS.len()]);
            let started = Instant::now();
            let limits = Limits { clock: Some(clock), ..Limits::default() };
            assert!(engine.search(&game, limits).best().is_some());
            started.elapsed()
        });
        let took = median(times.collect());
        assert!(took < clock.remaining, "{took:?} of {clock:?}");
    }
}

#[test]
fn a_search_on_the_opponents_time_ends_after_the_hit() {
    let mut engine = engine();
    let game = Game::new(variant("maasai"));
    let clock =
        TimeLeft { remaining: milliseconds(1000), increment: Duration::ZERO, moves_to_go: None };
    for limits in [
        Limits { clock: Some(clock), ..Limits::default() },
        Limits { depth: Some(1), clock: Some(clock), ..Limits::default() },
        Limits { move_time: Some(milliseconds(50)), ..Limits::default() },
    ] {
        let end = start(&mut engine, &game, Limits { ponder: true, ..limits });
        assert!(end.recv_timeout(milliseconds(400)).is_err(), "it waits for the hit");
        assert!(engine.is_searching());
        let hit = Instant::now();
        engine.ponder_hit();
        let summary = end.recv_timeout(GENEROUS).expect("the search ends");
        assert!(hit.elapsed() < milliseconds(500), "{:?}", hit.elapsed());
        assert!(game.legal_moves().contains(&summary.best().unwrap()));
    }
}

#[test]
fn a_search_on_the_opponents_time_ends_when_stopped() {
    let mut engine = engine();
    let game = Game::new(variant("metamachy"));
    let limits = Limits { ponder: true, depth: Some(2), ..Limits::default() };
    let end = start(&mut engine, &game, limits);
    assert!(end.recv_timeout(milliseconds(100)).is_err());
    engine.stop();
    assert!(end.recv_timeout(GENEROUS).expect("the search ends").best().is_some());
}

#[test]
fn the_same_benchmark_twice_counts_the_same_nodes() {
    let mut engine = Engine::new();
    engine.set_hash(dhow::bench::DEFAULT_HASH).unwrap();
    let here: Vec<u64> = (0..2)
        .map(|_| dhow::bench::run(&mut engine, BenchGroup::Main, 3, |_, _| {}).nodes)
        .collect();
    let processes = (0..2).map(|_| {
        let output = Command::new(env!("CARGO_BIN_EXE_dhow"))
            .args(["bench", "--depth", "3"])
            .output()
            .expect("the program starts");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let words: Vec<&str> = text.lines().last().unwrap().split(' ').collect();
        assert_eq!((words[1], words[3]), ("nodes", "nps"), "{text}");
        words[0].parse().expect("a number")
    });
    let there: Vec<u64> = processes.collect();
    assert_eq!([&here[..], &there[..]].concat(), [here[0]; 4]);
    assert!(here[0] > 1000);
}
