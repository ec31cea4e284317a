//! The suite of wins and parries in games with leaders: it is correct, and the engine solves it.

use crate::common::leader_suite::{Goal, Problem, name, read};
use crate::common::parallel::two_at_a_time;
use dhow::position::Move;
use dhow::proof::{TurnProof, wins};
use dhow::search::{Engine, Limits, SearchResult};
use dhow::variant::VARIANTS;
use std::time::Duration;

/// Turns without a capture until a draw, in all these games.
const TURN_LIMIT: u16 = 100;

/// Nodes for each search of a win.
const NODES: u64 = 60_000;

/// Nodes for each search of a parry.
const FEW_NODES: u64 = 3_000;

/// The number of wins that may stay unsolved with these nodes.
const UNSOLVED_WINS: usize = 2;

/// The number of parries that may stay unsolved.
const UNSOLVED_PARRIES: usize = 3;

/// Why a proof without a limit always ends.
const NO_LIMIT: &str = "no limit is set";

/// Whether the solution of a problem is correct, by trying every turn.
fn holds(problem: &Problem) -> bool {
    let mut position = problem.game.position().clone();
    let mut proof = TurnProof::default();
    let shortest = proof.shortest_win(&mut *position).expect(NO_LIMIT);
    match &problem.goal {
        Goal::Win { turns: 1, turn } => {
            let support = shortest.map(|(_, support)| support);
            wins(&mut *position, turn) && support == problem.support()
        }
        Goal::Win { turns, turn } => {
            let wins = proof.wins_by(&mut *position, turn).expect(NO_LIMIT);
            *turns == 2 && shortest.is_none() && wins
        }
        Goal::Parry(share) => {
            let parries = proof.parries(&mut *position).expect(NO_LIMIT);
            shortest.is_none() && parries == *share && (1..parries.all).contains(&parries.good)
        }
    }
}

/// Whether the engine's turn reaches the goal and, if it wins, the engine announces the win.
///
/// # Panics
/// If the engine announces a win that is too short, or a win that does not exist.
fn is_solved(problem: &Problem, summary: &SearchResult) -> bool {
    let mut position = problem.game.position().clone();
    let announced = summary.score.mate_in_moves();
    let mut proof = TurnProof::default();
    match problem.goal {
        Goal::Win { turns, .. } => {
            let turns = turns as i32;
            assert!(announced.is_none_or(|found| found <= 0 || found >= turns), "{problem}");
            if announced != Some(turns) {
                return false;
            }
            let right = match turns {
                1 => wins(&mut *position, turn(summary)),
                _ => proof.wins_by(&mut *position, turn(summary)).expect(NO_LIMIT),
            };
            assert!(right, "{}: {problem}", turn_text(problem, summary));
            true
        }
        Goal::Parry(_) => proof.is_parry(&mut *position, turn(summary)).expect(NO_LIMIT),
    }
}

fn turn(summary: &SearchResult) -> &[Move] {
    summary.turn.as_deref().unwrap_or_default()
}

fn turn_text(problem: &Problem, summary: &SearchResult) -> String {
    problem.game.turn_text(turn(summary))
}

fn search(problem: &Problem, limits: Limits) -> SearchResult {
    let mut engine = Engine::new();
    engine.set_hash(16).expect("16 MiB");
    let mate = match problem.goal {
        Goal::Win { turns, .. } => Some(turns),
        Goal::Parry(_) => None,
    };
    engine.search(&problem.game, Limits { mate, ..limits })
}

#[test]
fn the_suite_with_leaders_is_broad() {
    let suite = read();
    let count = |which: &dyn Fn(&Problem) -> bool| suite.iter().filter(|&p| which(p)).count();
    assert!(count(&|problem| !problem.is_parry()) >= 60);
    for variant in VARIANTS.iter().filter(|variant| variant.command.is_some()) {
        let of = |which: &dyn Fn(&Problem) -> bool| {
            count(&|problem| problem.game.variant().id == variant.id && which(problem))
        };
        let id = &variant.id;
        assert!(of(&|problem| !problem.is_parry()) >= 12, "{id}");
        assert!(of(&|problem| problem.is_win_in(2)) >= 5, "{id}");
        assert!(of(&Problem::is_parry) >= 6, "{id}");
        assert!(of(&|problem| problem.support() > Some(0)) >= 4, "{id}");
    }
    for (leaders, least) in [(1, 20), (2, 12), (3, 4), (4, 2)] {
        let wins = count(&|problem| problem.is_win_in(1) && problem.leaders()[1] == leaders);
        assert!(wins >= least, "{wins} with {leaders} enemy leaders");
    }
    for leaders in 1..=2 {
        let two = count(&|problem| problem.is_win_in(2) && problem.leaders()[1] == leaders);
        let parries = count(&|problem| problem.is_parry() && problem.leaders()[0] == leaders);
        assert!(two >= 6 && parries >= 6, "{two} and {parries} with {leaders} leaders in danger");
    }
    let with_option = |problem: &Problem| name(problem.game.variant()).contains(' ');
    assert!(count(&with_option) >= 4);
    // Neither the proof nor this suite considers the limit of turns.
    assert!(suite.iter().all(|p| p.game.position().halfmove_clock() + 4 < TURN_LIMIT));
}

#[test]
fn wins_and_parries_are_what_they_are_said_to_be() {
    let third: Vec<Problem> = read().into_iter().step_by(3).collect();
    two_at_a_time(&third, |problem| assert!(holds(problem), "{problem}"));
}

/// `cargo test --release --test dhow all_wins_and_parries -- --ignored`
#[test]
#[ignore = "seconds, with two thirds that seldom find more"]
fn all_wins_and_parries_are_what_they_are_said_to_be() {
    two_at_a_time(&read(), |problem| assert!(holds(problem), "{problem}"));
}

/// The proof itself finds wins in two turns, where turns are few.
#[test]
fn wins_in_two_turns_are_found_by_trying_all() {
    let few = |problem: &Problem| problem.is_win_in(2) && problem.leaders() == [2, 1];
    let tried = read().into_iter().filter(few).take(6).map(|problem| {
        let mut position = problem.game.position().clone();
        let found = TurnProof::default().win_in_2(&mut *position).expect(NO_LIMIT);
        assert!(found.is_some(), "{problem}");
    });
    assert_eq!(tried.count(), 6);
}

#[test]
fn the_engine_finds_wins_and_parries() {
    let suite = read();
    let solved = two_at_a_time(&suite, |problem| {
        let nodes = if problem.is_parry() { FEW_NODES } else { NODES };
        let summary = search(problem, Limits { nodes: Some(nodes), ..Limits::default() });
        let solved = is_solved(problem, &summary);
        if !solved {
            println!("{} {:?}: {problem}", turn_text(problem, &summary), summary.score);
        }
        solved
    });
    let unsolved = |parry| {
        let both = suite.iter().zip(&solved);
        both.filter(|(problem, solved)| problem.is_parry() == parry && !**solved).count()
    };
    assert!(unsolved(false) <= UNSOLVED_WINS, "{} wins", unsolved(false));
    assert!(unsolved(true) <= UNSOLVED_PARRIES, "{} parries", unsolved(true));
}

/// `cargo test --release --test dhow time_to_each_win -- --ignored --nocapture`
#[test]
#[ignore = "up to some minutes"]
fn time_to_each_win_and_parry() {
    let suite = read();
    println!("| game | goal | leaders | turn | time, ms | nodes |");
    println!("|---|---|---|---|---|---|");
    let mut unsolved = Vec::new();
    let mut counts = [[0; 2]; 3];
    for problem in &suite {
        let (goal, kind, time) = match &problem.goal {
            Goal::Win { turns, .. } => {
                (format!("win in {turns}"), *turns as usize - 1, Duration::from_secs(1))
            }
            Goal::Parry(share) => {
                (format!("parry {}/{}", share.good, share.all), 2, Duration::from_millis(100))
            }
        };
        let summary = search(problem, Limits { move_time: Some(time), ..Limits::default() });
        let solved = is_solved(problem, &summary);
        counts[kind][usize::from(solved)] += 1;
        let ([own, enemy], turn) = (problem.leaders(), turn_text(problem, &summary));
        let id = name(problem.game.variant());
        let (ms, nodes) = (summary.time.as_millis(), summary.nodes);
        println!("| {id} | {goal} | {own} v {enemy} | {turn} | {ms} | {nodes} |");
        if !solved {
            unsolved.push(format!("{turn} {:?}: {problem}", summary.score));
        }
    }
    for (kind, [unsolved, solved]) in ["wins in 1", "wins in 2", "parries"].iter().zip(counts) {
        println!("{kind}: {solved} of {} solved", solved + unsolved);
    }
    unsolved.iter().for_each(|problem| println!("not solved: {problem}"));
}
