//! The steps of the search, one by one.

use super::super::continuation::ContinuationContext;
use super::super::game_cache::GameCache;
use super::super::limits::Limits;
use super::super::params::SearchParams;
use super::super::shared::SharedState;
use super::super::time::TimeBudget;
use super::super::transposition::TranspositionTable;
use super::*;
use crate::eval::Evaluator;
use dhow_rules::geometry::Layout12;
use dhow_rules::pieces::Color;
use dhow_rules::position::{MoveKind, Position};
use dhow_rules::variant::{find, rules};
use std::sync::Arc;

type ChessWorker<'a> = Worker<'a, Position<Layout12>, Evaluator<Layout12>>;

/// White has a King and a Pawn, Black also a Rook.
const PAWN_AGAINST_ROOK: &str = "k10r/12/12/12/12/12/12/12/12/12/P11/5K6 w - - 0 1";
/// Black mates in two by a quiet move and Ra1, whatever White plays.
const ROOKS_BESIDE: &str = "11k/12/12/12/12/12/12/12/r11/1r10/12/5K5P w - - 0 1";

/// Calls `act` with a worker for a position of Metamachy.
fn with_worker<T>(fen: &str, act: impl FnOnce(&mut ChessWorker<'_>) -> T) -> T {
    let rules = rules(find("metamachy").expect("built in"));
    let position = Position::from_fen(rules.clone(), fen).expect("a position");
    let moves = position.legal_moves();
    let root = GameCache::new(&position, Evaluator::new(&rules)).root_position(position, 0);
    let table = Arc::new(TranspositionTable::new(1, 0).expect("a megabyte"));
    table.new_search();
    let budget = TimeBudget { soft: None, hard: None };
    let shared = SharedState::new(table, SearchParams::DEFAULT, Limits::default(), budget, 1, None);
    let mut worker = Worker::new(0, &shared, &root, &moves);
    worker.root_depth = 20;
    act(&mut worker)
}

fn node(ply: usize, depth: i32, beta: i32, evaluation: i32) -> Node {
    Node {
        ply,
        depth,
        beta: Score(beta),
        context: ContinuationContext::default(),
        in_check: false,
        improving: false,
        static_evaluation: None,
        evaluation: Score(evaluation),
    }
}

fn mv(worker: &ChessWorker<'_>, text: &str) -> Move {
    worker.position.parse_move(text).expect("a legal move")
}

/// A side with only pawns may be in zugzwang, so it makes no null move.
#[test]
fn a_side_without_officers_does_not_pass() {
    for (side, passes) in [("w", false), ("b", true)] {
        let fen = PAWN_AGAINST_ROOK.replace(" w ", &format!(" {side} "));
        with_worker(&fen, |worker| {
            assert_eq!(worker.position.side_to_move() == Color::Black, passes);
            worker.try_null_move(&node(0, 6, -3000, -500));
            assert_eq!(worker.nodes > 0, passes, "{side}");
        });
    }
}

/// A null move in check would lose the King; the worker asserts that.
#[test]
fn nobody_passes_in_check() {
    with_worker("5r5k/12/12/12/12/12/12/12/12/12/3QQ7/5K6 w - - 0 1", |worker| {
        assert!(worker.position.in_check());
        let beta = Score(-2000);
        assert!(worker.search::<NonPv>(Score(beta.0 - 1), beta, 6, 0) >= beta);
    });
}

/// A null move leaves the pieces in place, and no second one follows.
#[test]
fn a_pass_is_no_answer_to_a_pass() {
    with_worker("r4k6/12/12/12/12/12/12/12/12/12/12/RR3K6 w - - 0 1", |worker| {
        let passes = |worker: &mut ChessWorker<'_>, ply| {
            let before = worker.nodes;
            worker.try_null_move(&node(ply, 6, -3000, -500));
            worker.nodes > before
        };
        assert!(passes(worker, 0));
        worker.pass(0, |worker, next| {
            assert_eq!(
                (next, worker.position.side_to_move()),
                (NextToMove::Opponent, Color::Black)
            );
            let expected = worker.evaluation.evaluate_afresh(&worker.position);
            assert_eq!(worker.evaluate(1), expected);
            assert!(!passes(worker, 1));
            Score::DRAW
        });
        assert_eq!(worker.position.side_to_move(), Color::White);
    });
}

/// A mate after a null move does not count as a mate: the opponent does not really make two moves.
#[test]
fn a_pass_proves_no_mate() {
    with_worker("k11/11p/1K10/12/12/12/12/12/12/12/12/3Q8 w - - 0 1", |worker| {
        let score = worker.try_null_move(&node(0, 11, 8000, 8000));
        assert_eq!(score, Some(Score(8000)));
    });
}

/// The gain of a promotion counts like that of a capture.
#[test]
fn delta_pruning_counts_promotions() {
    with_worker("5k6/P10r/11r/12/12/12/12/12/12/12/12/5K6 w - - 0 1", |worker| {
        let promotion = mv(worker, "a11a12q");
        assert!(!worker.cannot_reach(Score(900), Score(0), promotion));
        assert!(worker.cannot_reach(Score(2000), Score(0), promotion));
        assert!(!worker.cannot_reach(Score::mates_in(3), Score(0), promotion));
    });
}

/// A move that raises alpha at a reduced depth is searched again.
#[test]
fn a_surprise_is_not_believed_at_a_reduced_depth() {
    with_worker(ROOKS_BESIDE, |worker| {
        let alpha = Score(-5000);
        let push = mv(worker, "l1l2");
        worker.child(push, 0, |worker, next| {
            let reduced = -worker.search::<NonPv>(Score(-alpha.0 - 1), -alpha, 1, 1);
            assert!(reduced > alpha, "one ply does not see the mate");
            let closed = node(0, 8, alpha.0 + 1, 0);
            let score = worker.search_later::<NonPv>(next, &closed, alpha, 1, 6);
            assert!(score <= alpha, "{score}");
            let open = node(0, 8, Score::MATE.0, 0);
            let score = worker.search_later::<Pv>(next, &open, alpha, 1, 6);
            assert!(score <= alpha, "{score}");
            score
        });
    });
}

/// Refutations belong to this ply, and to the opponent's last move.
#[test]
fn refutations_come_from_the_same_ply() {
    with_worker("5k6/12/12/12/12/12/12/12/12/12/12/RR3K6 w - - 0 1", |worker| {
        let (first, reply) = (mv(worker, "a1a2"), "f12f11");
        worker.make(first, 0);
        let reply = mv(worker, reply);
        worker.make(reply, 1);
        let [a, b, c] = ["b1b2", "b1b3", "b1b4"].map(|text| mv(worker, text));
        worker.stack[1].killers = [Some(first), None];
        worker.stack[2].killers = [Some(a), Some(b)];
        worker.stack[3].killers = [Some(reply), None];
        let (piece, answered) = worker.previous_move(2).expect("Black moved");
        assert_eq!((piece.color(), answered), (Color::Black, reply));
        worker.histories.set_counter(piece, answered.to(), c);
        assert_eq!(worker.refutations(2)[..], [a, b, c]);
    });
}

/// The continuation history goes by the opponent's last move and the own move before it.
#[test]
fn the_context_is_the_last_moves_in_order() {
    with_worker("5k6/12/12/12/12/12/12/12/12/12/12/RR3K6 w - - 0 1", |worker| {
        assert_eq!(worker.context(0), [None, None]);
        let mut after = Vec::new();
        for (ply, text) in ["a1a2", "f12f11", "b1b9"].into_iter().enumerate() {
            let mv = mv(worker, text);
            let piece = worker.position.on(mv.from()).expect("a piece");
            after.push(Some(worker.histories.after(piece, mv.to())));
            worker.make(mv, ply);
        }
        assert_eq!(worker.context(1), [after[0], None]);
        assert_eq!(worker.context(2), [after[1], after[0]]);
        assert_eq!(worker.context(3), [after[2], after[1]]);
    });
}

/// "Improving" compares with the own last turn out of check, not with the opponent's.
#[test]
fn improving_looks_two_turns_back() {
    with_worker(PAWN_AGAINST_ROOK, |worker| {
        let mut improving = |evaluations: [Option<i32>; 5]| {
            for (ply, evaluation) in evaluations.into_iter().enumerate() {
                worker.stack[ply].evaluation = evaluation.map(Score);
            }
            worker.improving(4)
        };
        assert!(improving([Some(500), Some(90), Some(10), Some(90), Some(20)]));
        assert!(!improving([Some(0), Some(0), Some(30), Some(0), Some(20)]));
        assert!(improving([Some(10), None, None, Some(90), Some(20)]));
        assert!(!improving([Some(30), None, None, Some(0), Some(20)]));
        assert!(improving([None, None, None, None, Some(20)]));
        assert!(!improving([Some(0), None, Some(0), None, None]));
    });
}

/// The move that causes a cut-off gets a bonus, those tried before it a malus.
#[test]
fn history_is_of_the_side_that_moved() {
    with_worker("5k6/12/12/12/12/12/12/12/12/12/12/RR3K6 w - - 0 1", |worker| {
        let [good, bad] = ["a1a2", "b1b2"].map(|text| mv(worker, text));
        let rook = worker.position.on(good.from()).expect("a Rook");
        let mut tried = TriedMoves::default();
        tried.quiet.push(bad);
        worker.reward(&node(0, 5, 0, 0), good, false, &tried);
        let none = ContinuationContext::default();
        let history = |piece, mv: Move| worker.histories.quiet(&none, piece, mv.to());
        assert!(history(rook, good) > 0 && history(rook, bad) < 0);
        let theirs = dhow_rules::pieces::Piece::new(rook.kind(), Color::Black);
        assert_eq!((history(theirs, good), history(theirs, bad)), (0, 0));
        assert_eq!(worker.stack[0].killers, [Some(good), None]);
        worker.reward(&node(0, 5, 0, 0), bad, false, &TriedMoves::default());
        assert_eq!(worker.stack[0].killers, [Some(bad), Some(good)]);
    });
}

/// A score inside the window is exact, others are bounds, and the table stores the difference.
#[test]
fn the_table_knows_what_is_exact() {
    let bound_after = |alpha: Score, beta: Score| {
        with_worker("5k6/4pp6/12/12/12/4n7/12/12/12/3PP7/12/R4K6 w - - 0 1", |worker| {
            worker.evaluation.pass(&mut worker.accumulators, 0);
            worker.search::<Pv>(alpha, beta, 4, 1);
            let entry = worker.shared.table.probe(worker.position.key(), 1).expect("an entry");
            (entry.bound, entry.best.is_some(), entry.score)
        })
    };
    let (bound, best, score) = bound_after(-Score::INFINITE, Score::INFINITE);
    assert_eq!((bound, best), (Some(Bound::Exact), true));
    let above = bound_after(Score(score.0 + 300), Score(score.0 + 301));
    assert_eq!(above.0, Some(Bound::Upper));
    let below = bound_after(Score(score.0 - 301), Score(score.0 - 300));
    assert_eq!((below.0, below.1), (Some(Bound::Lower), true));
}

/// A table entry cuts off only if it is deep enough.
#[test]
fn a_shallow_entry_settles_nothing() {
    let fen = "5k6/12/12/12/12/4n7/12/12/12/12/12/RR3K6 w - - 0 1";
    for (depth, settles) in [(2, false), (3, true), (4, true)] {
        with_worker(fen, |worker| {
            // A mate score in the table is not an evaluation, so nothing is pruned by it.
            let score = Score::mates_in(5);
            let entry = TableEntry {
                best: None,
                score,
                evaluation: Some(Score(0)),
                depth,
                bound: Some(Bound::Lower),
            };
            worker.shared.table.store(worker.position.key(), 1, entry);
            worker.evaluation.pass(&mut worker.accumulators, 0);
            let (alpha, beta) = (Score::mates_in(20), Score::mates_in(19));
            assert_eq!(worker.search::<NonPv>(alpha, beta, 3, 1) == score, settles, "{depth}");
        });
    }
}

/// Root moves of other lines are skipped.
#[test]
fn a_root_move_belongs_to_one_line() {
    with_worker(PAWN_AGAINST_ROOK, |worker| {
        let moves: Vec<Move> = worker.root_moves.iter().map(|root| root.first()).collect();
        worker.lines_done = 1;
        assert!(!worker.wanted_at_root(moves[0]) && worker.wanted_at_root(moves[1]));
        assert!(!worker.wanted_at_root(Move::new(
            moves[0].to(),
            moves[0].from(),
            MoveKind::Normal
        )));
    });
}
