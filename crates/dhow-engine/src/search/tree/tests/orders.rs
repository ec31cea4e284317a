//! One order of the same actions is enough: sleeping moves lead to no other position.

use super::*;
use crate::eval::command::CommandEvaluator;
use crate::search::params::SLEEP_DEPTH;
use crate::search::worker::SleepSet;
use dhow_rules::command::{CommandPosition, CommandRules};
use dhow_rules::geometry::{Geometry, Layout10x12, Layout16x12};
use std::collections::HashSet;

type CommandWorker<'a, G> = Worker<'a, CommandPosition<G>, CommandEvaluator<G>>;

/// Plain minimax of the next turns, with or without sleep sets.
struct Exhaustion {
    sleeping: bool,
    /// Keys of the positions after the first turn.
    ends: HashSet<u64>,
    leaves: u64,
}

impl Exhaustion {
    /// The score for the side to move when every action of `turns` turns is tried.
    fn score<G: Geometry>(
        &mut self,
        worker: &mut CommandWorker<'_, G>,
        ply: usize,
        turns: usize,
        first: bool,
    ) -> Score {
        if let Some(winner) = worker.position.winner() {
            let won = winner == worker.position.side_to_move();
            return if won { Score::mates_in(1) } else { -Score::mates_in(1) };
        }
        if turns == 0 {
            self.leaves += 1;
            return worker.evaluate(ply);
        }
        let mut best = -Score::INFINITE;
        let mut searched = SleepSet::new();
        for mv in worker.position.legal_moves() {
            if self.sleeping && worker.sleeps(ply, mv) {
                continue;
            }
            worker.put_to_sleep(ply, mv, &searched, SLEEP_DEPTH);
            let turn = worker.make(mv, ply);
            let score = match turn {
                NextToMove::Opponent => {
                    if first {
                        self.ends.insert(worker.position.key());
                    }
                    -self.score(worker, ply + 1, turns - 1, false)
                }
                NextToMove::SameSide => self.score(worker, ply + 1, turns, first),
            };
            worker.position.unmake(mv);
            best = best.max(score);
            let _ = searched.try_push(mv);
        }
        best
    }
}

/// The numbers of leaves with and without sleep sets. All else must be equal.
fn compare<G: Geometry>(id: &str, fen: &str, turns: usize) -> (u64, u64) {
    let rules = CommandRules::<G>::of(find(id).expect("built in")).expect("rules");
    let position = CommandPosition::from_fen(rules.clone(), fen).expect("a position");
    let moves = position.legal_moves();
    let root = GameCache::new(&position, CommandEvaluator::new(&rules)).root_position(position, 0);
    let table = Arc::new(TranspositionTable::new(1, 0).expect("a megabyte"));
    let budget = TimeBudget { soft: None, hard: None };
    let shared = SharedState::new(table, SearchParams::DEFAULT, Limits::default(), budget, 1, None);
    let [some, all] = [true, false].map(|sleeping| {
        let mut worker = Worker::new(0, &shared, &root, &moves);
        let mut tried = Exhaustion { sleeping, ends: HashSet::new(), leaves: 0 };
        let score = tried.score(&mut worker, 0, turns, true);
        (score, tried)
    });
    assert_eq!(some.0, all.0, "{id} {fen}");
    assert_eq!(some.1.ends, all.1.ends, "{id} {fen}");
    (some.1.leaves, all.1.leaves)
}

#[test]
fn what_sleeps_is_found_in_another_order() {
    let one_turn = [
        compare::<Layout10x12>(
            "mini-chieftain",
            &find("mini-chieftain").expect("built in").start,
            1,
        ),
        compare::<Layout16x12>(
            "chieftain",
            "16/2c13/4h5m5/16/5ms9/16/4M11/3CMS10/4H4n6/3C5C6/16/16 w - - 0 1",
            1,
        ),
        compare::<Layout10x12>(
            "grand-chieftain",
            "9m/6G3/5GJ1h1/7M2/10/5K4/10/10/10/10 w - - 0 1",
            1,
        ),
    ];
    let two_turns = [
        ("8/8/8/8/3m4/8/8/5m2/hmSc4/1M2c3/8/CC6 b - - 0 1"),
        ("8/8/8/2mm4/M7/5d2/1HDM2M1/8/7m/8/8/8 w - - 0 1"),
        ("4m3/4m3/6m1/7m/8/1m6/8/8/c7/M1d5/8/3D4 w - - 0 1"),
    ]
    .map(|fen| compare::<Layout10x12>("mini-chieftain", fen, 2));
    for (some, all) in [one_turn[0], one_turn[1], two_turns[0], two_turns[1]] {
        assert!(some < all, "{some} of {all} leaves");
    }
    // Where leaders command by patterns of their own, every order is tried.
    assert_eq!(one_turn[2].0, one_turn[2].1);
}
