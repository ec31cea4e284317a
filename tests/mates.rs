//! The suite of forced mates in `mate-data`: it is correct, and the engine solves it.

use crate::common::mate_suite::{Problem, read};
use crate::common::parallel::two_at_a_time;
use crate::common::positions::{ONE_MOVE_GAMES, Random, of_game};
use dhow::game::Game;
use dhow::pieces::Color;
use dhow::position::{Move, Outcome, WinReason};
use dhow::proof::MateSearch;
use dhow::search::{Engine, Limits, SearchEvent};
use std::collections::HashSet;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

/// Halfmoves to a draw by the limit of moves in all the games.
const HALFMOVE_LIMIT: u32 = 100;

fn engine() -> Engine {
    let mut engine = Engine::new();
    engine.set_hash(16).expect("16 MiB");
    engine
}

/// Whether the announced mate is as short as known.
///
/// # Panics
/// If the engine announces a shorter mate than exists.
fn is_solved(problem: &Problem, announced: Option<i32>) -> bool {
    let moves = problem.moves as i32;
    let found = announced.filter(|found| (1..=moves).contains(found));
    assert!(!problem.exact || found.is_none_or(|found| found == moves), "{found:?}: {problem}");
    found.is_some()
}

#[test]
fn the_suite_is_broad() {
    let suite = read();
    assert!(suite.len() >= 72, "{} positions", suite.len());
    let games: HashSet<&str> =
        suite.iter().map(|problem| problem.origin.split(" ply").next().unwrap_or("")).collect();
    assert_eq!(games.len(), suite.len(), "each from another game");
    for variant in ONE_MOVE_GAMES.iter() {
        let of_variant = || suite.iter().filter(|problem| problem.game.variant().id == variant.id);
        assert!(of_variant().count() >= 10, "{}", variant.id);
        for color in Color::ALL {
            assert!(of_variant().any(|problem| problem.game.side_to_move() == color));
        }
    }
    for (moves, least) in [(2, 12), (3, 12), (4, 12), (5, 12), (6, 6), (7, 6), (8, 3)] {
        assert!(suite.iter().filter(|p| p.moves == moves).count() >= least, "in {moves}");
    }
    assert!(suite.iter().all(|problem| (2..=8).contains(&problem.moves)));
    let count = |which: &dyn Fn(&Problem) -> bool| suite.iter().filter(|&p| which(p)).count();
    assert!(count(&|problem| problem.quiet > 0) >= 20, "mates by more than checks");
    assert!(count(&|problem| problem.men() >= 30) >= 20, "with many men");
    assert!(count(&|problem| problem.exact) >= 60, "with no shorter mate");
    // Neither the proof nor this suite considers the 50-move rule.
    for problem in &suite {
        let clock = u32::from(problem.game.position().halfmove_clock());
        assert!(clock + 2 * problem.moves < HALFMOVE_LIMIT, "{problem}");
    }
}

/// Plays the mate out from the engine's first move. The defender plays the engine's best moves, or random ones.
fn play_out(
    problem: &Problem,
    first: Move,
    engine: &mut Engine,
    nodes: u64,
    random: Option<&mut Random>,
) -> Game {
    let mut random = random;
    let mut game = problem.game.clone();
    for left in (1..=problem.moves).rev() {
        let best = if left == problem.moves {
            first
        } else {
            let limits = Limits { mate: Some(left), nodes: Some(nodes), ..Limits::default() };
            engine.search(&game, limits).best().expect("the game is not over")
        };
        assert!(game.legal_moves().contains(&best), "{} {}", game.fen(), game.move_text(best));
        game.play(best);
        if game.outcome().is_some() {
            break;
        }
        let replies = game.legal_moves();
        let reply = match &mut random {
            Some(random) => *random.pick(&replies),
            None => {
                let limits =
                    Limits { depth: Some(2 * left), nodes: Some(20_000), ..Limits::default() };
                engine.search(&game, limits).best().expect("the game is not over")
            }
        };
        game.play(reply);
    }
    game
}

/// The engine must solve this percentage of the suite with this number of nodes for each search, and give the mates that
/// it announces. Some mates take more nodes, because the search prunes their moves.
fn find_and_give(nodes: u64, percentage: usize) {
    let suite: Vec<(u64, Problem)> = (0..).zip(read()).collect();
    let solved = two_at_a_time(&suite, |(seed, problem)| {
        let mut engine = engine();
        let game = &problem.game;
        let limits = Limits { mate: Some(problem.moves), nodes: Some(nodes), ..Limits::default() };
        let summary = engine.search(game, limits);
        if !is_solved(problem, summary.score.mate_in_moves()) {
            println!("{:?} after {} nodes: {problem}", summary.score, summary.nodes);
            return false;
        }
        let first = summary.best().expect("the game is not over");
        let winner = game.side_to_move();
        let mut random = Random::new(*seed);
        for random in [None, Some(&mut random)] {
            let end = play_out(problem, first, &mut engine, nodes, random);
            assert_eq!(
                end.outcome(),
                Some(Outcome::Win(winner, WinReason::Checkmate)),
                "{problem}\n{}",
                end.fen()
            );
        }
        true
    });
    let solved = solved.iter().filter(|&&solved| solved).count();
    println!("{solved} of {} in {nodes} nodes", suite.len());
    assert!(100 * solved >= percentage * suite.len(), "{solved} of {}", suite.len());
}

#[test]
fn the_engine_finds_mates_and_gives_them() {
    find_and_give(60_000, 60);
}

/// `cargo test --release --test dhow finds_longer_mates -- --ignored`
#[test]
#[ignore = "a minute"]
fn the_engine_finds_longer_mates_and_gives_them() {
    find_and_give(400_000, 80);
}

/// `cargo test --release --test dhow suite_holds -- --ignored --nocapture`
#[test]
#[ignore = "tens of minutes"]
fn the_suite_holds_by_exhaustive_search() {
    two_at_a_time(&read(), |problem| {
        let start = Instant::now();
        let mut position = of_game(&problem.game).clone();
        let mut search = MateSearch::default();
        let mates = search.mates_with(&mut position, problem.moves, problem.quiet);
        assert!(mates.expect("no limit is set"), "no mate: {problem}");
        if problem.exact {
            let shorter = problem.moves - 1;
            let mates = search.mates_with(&mut position, shorter, shorter);
            assert_eq!(mates, Ok(false), "a shorter mate: {problem}");
        }
        println!("{:8.2} s  {problem}", start.elapsed().as_secs_f64());
    });
}

/// The time until the engine announces the mate, if it does so in time, and its nodes.
fn time_to_mate(problem: &Problem, most: Duration) -> Option<(Duration, u64)> {
    let mut engine = engine();
    let limits = Limits { mate: Some(problem.moves), move_time: Some(most), ..Limits::default() };
    let (sender, events) = channel();
    engine.start(&problem.game, limits, move |event| {
        // The receiver lives until the search has ended.
        let _ = sender.send(event);
    });
    engine.wait();
    let mut found = None;
    for event in events {
        if let SearchEvent::Done(summary) = event
            && is_solved(problem, summary.score.mate_in_moves())
        {
            found = Some((summary.time, summary.nodes));
        }
    }
    found
}

/// `cargo test --release --test dhow time_to_each -- --ignored --nocapture`
#[test]
#[ignore = "up to some minutes"]
fn time_to_each_mate() {
    let most = Duration::from_secs(20);
    let suite = read();
    println!("One thread, 16 MiB, at most {} s a position", most.as_secs());
    println!("| game | mate in | | men | without check | time, ms | nodes |");
    println!("|---|---|---|---|---|---|---|");
    let mut times = Vec::new();
    for problem in &suite {
        let found = time_to_mate(problem, most);
        let proof = if problem.exact { "exactly" } else { "at most" };
        let (id, moves, men, quiet) =
            (&problem.game.variant().id, problem.moves, problem.men(), problem.quiet);
        let result = match found {
            Some((time, nodes)) => format!("{} | {nodes}", time.as_millis()),
            None => "not found | ".to_string(),
        };
        println!("| {id} | {moves} | {proof} | {men} | {quiet} | {result} |");
        times.extend(found.map(|(time, _)| (time, problem.moves)));
    }
    println!("\n| mate in | positions | in 0.01 s | in 0.1 s | in 1 s | in 5 s | in 20 s |");
    println!("|---|---|---|---|---|---|---|");
    let limits = [10, 100, 1000, 5000, 20000].map(Duration::from_millis);
    let row = |name: String, of: &dyn Fn(u32) -> bool| {
        let all = suite.iter().filter(|problem| of(problem.moves)).count();
        let within = limits.map(|limit| {
            times.iter().filter(|&&(time, moves)| of(moves) && time <= limit).count().to_string()
        });
        println!("| {name} | {all} | {} |", within.join(" | "));
    };
    (2..=8).for_each(|length| row(length.to_string(), &|moves| moves == length));
    row("all".into(), &|_| true);
}
