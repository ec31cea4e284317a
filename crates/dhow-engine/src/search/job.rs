//! A search job: a root position of any game, and the steps of a search that depend on the game.

use super::endings::KnownEndings;
use super::event::PvInfo;
use super::limits::Limits;
use super::lock::lock;
use super::root_moves::ThreadResult;
use super::root_position::RootPosition;
use super::shared::SharedState;
use super::time::Delays;
use super::transposition::TranspositionTable;
use super::tree::{NextToMove, TurnRules};
use super::worker::Worker;
use crate::eval::{Evaluate, Score};
use dhow_rules::game::Turn;
use dhow_rules::movegen::{MoveList, Wanted};
use dhow_rules::position::Move;
use std::sync::Mutex;
use std::time::Duration;

/// The share of the time limit that the preparation of endings may take, in percent.
const PREPARATION_SHARE: u32 = 50;

/// The least time for a move at which endings of two pieces are solved. In faster games the result would come too
/// late.
const TIME_FOR_PAIRS: Duration = Duration::from_millis(20);

/// The share of the time limit that the solution of the current ending may take before the search, in percent.
const ENDING_SHARE: u32 = 75;

/// How often to check whether the ending is solved.
const ENDING_POLL: Duration = Duration::from_millis(1);

/// A root position of any game.
pub trait SearchJob: Send + Sync {
    /// Solves the endings that may arise, unless the time for the move is too short.
    fn prepare(&self, shared: &SharedState, delays: &Mutex<Delays>);

    /// The part of one thread in the search of `root_moves`, which must not be empty.
    fn search(
        &self,
        thread: usize,
        shared: &SharedState,
        root_moves: &[Move],
        report: &mut dyn FnMut(PvInfo),
    ) -> ThreadResult;

    /// The moves that win within this turn, if known.
    fn winning(&self) -> &[Move];

    /// The static evaluation for the side to move.
    fn static_score(&self) -> Score;

    /// The number of moves of a line before the game is over.
    fn played(&self, line: &[Move]) -> usize;

    /// The first turn of a line and the reply. Where the line ends, the table may continue it. The reply is `None` if
    /// unknown; both are if the line is empty.
    fn turns(&self, line: &[Move], table: &TranspositionTable) -> (Option<Turn>, Option<Turn>);
}

impl<P: TurnRules, E: Evaluate<P>> SearchJob for RootPosition<P, E> {
    fn prepare(&self, shared: &SharedState, delays: &Mutex<Delays>) {
        let Limits { depth, nodes, .. } = shared.limits;
        let hard = shared.hard();
        let latest = hard.map(|hard| hard * PREPARATION_SHARE / 100);
        if hard.is_none_or(|hard| hard >= lock(delays).preparation()) {
            let in_time = || {
                let time = shared.own_time().zip(latest);
                let wanted = !shared.finished() && !shared.interrupted();
                wanted && time.is_none_or(|(time, latest)| time < latest)
            };
            let whole = self.endings.prepare(&self.position, &in_time);
            if !whole && let Some(hard) = hard {
                lock(delays).note_preparation(hard);
            }
        }
        // A search with a limit of depth or nodes must not depend on when an ending is solved.
        let expected = shared.soft.or(hard);
        if depth.is_none() && nodes.is_none() && expected.is_none_or(|time| time >= TIME_FOR_PAIRS)
        {
            self.endings.ask(&self.position);
            self.await_ending(shared);
        }
    }

    fn search(
        &self,
        thread: usize,
        shared: &SharedState,
        root_moves: &[Move],
        report: &mut dyn FnMut(PvInfo),
    ) -> ThreadResult {
        Worker::new(thread, shared, self, root_moves).iterate(report)
    }

    fn winning(&self) -> &[Move] {
        &self.winning
    }

    fn static_score(&self) -> Score {
        self.evaluation.evaluate_afresh(&self.position)
    }

    fn played(&self, line: &[Move]) -> usize {
        let mut position = self.position.clone();
        let mut made = 0;
        for &mv in line {
            // A game that continues after a draw, as in an analysis, has a first move.
            if made > 0 && position.is_over() {
                break;
            }
            position.make_observed(mv, &mut ());
            made += 1;
        }
        made
    }

    fn turns(&self, line: &[Move], table: &TranspositionTable) -> (Option<Turn>, Option<Turn>) {
        let mut position = self.position.clone();
        let mut line = line.iter().copied();
        let turn = play_turn(&mut position, line.next(), &mut line, |position| {
            self.best_by_evaluation(position)
        });
        let known = |position: &P| {
            let mv = table.probe(self.contempt.key(position.key()), 1)?.best?;
            position.is_legal(mv, &position.constraints()).then_some(mv)
        };
        let over = turn.is_none() || position.is_over();
        let answer = line.next().or_else(|| known(&position)).filter(|_| !over);
        let reply = play_turn(&mut position, answer, &mut line, |_| Move::END);
        (turn, reply)
    }
}

/// Makes and returns a turn: `first`, then `others`, then the moves that `go_on` chooses. `None` without `first`.
fn play_turn<P: TurnRules>(
    position: &mut P,
    first: Option<Move>,
    others: &mut impl Iterator<Item = Move>,
    go_on: impl Fn(&mut P) -> Move,
) -> Option<Turn> {
    let mut turn = Vec::new();
    let mut next = first;
    while let Some(mv) = next {
        turn.push(mv);
        let goes_on = position.make_observed(mv, &mut ()) == NextToMove::SameSide;
        next = goes_on.then(|| others.next().unwrap_or_else(|| go_on(position)));
    }
    Turn::new(turn)
}

impl<P: TurnRules, E: Evaluate<P>> RootPosition<P, E> {
    /// The quiet move, or the end of the turn, with the best static evaluation after it if the turn ends there.
    fn best_by_evaluation(&self, position: &mut P) -> Move {
        let mut moves = MoveList::new();
        position.list(&position.constraints(), Wanted::Quiet, &mut moves);
        let mut score_after = |mv: Move| {
            let ends = position.make_observed(mv, &mut ()) == NextToMove::Opponent;
            if !ends {
                position.make_observed(Move::END, &mut ());
            }
            let score = self.evaluation.evaluate_afresh(position);
            if !ends {
                position.unmake(Move::END);
            }
            position.unmake(mv);
            Score(-score.0 - self.noise.of(mv))
        };
        let better = |best: (Move, Score), mv| {
            let score = score_after(mv);
            if score > best.1 { (mv, score) } else { best }
        };
        moves.into_iter().fold((Move::END, -Score::INFINITE), better).0
    }

    /// In an ending of two pieces, waits for its solution for most of the time limit, which is worth more than a
    /// search.
    fn await_ending(&self, shared: &SharedState) {
        let Some(hard) = shared.hard() else { return };
        let latest = hard * ENDING_SHARE / 100;
        while !shared.finished()
            && shared.own_time().is_some_and(|time| time < latest)
            && self.endings.is_at(&self.position)
        {
            std::thread::sleep(ENDING_POLL);
        }
    }
}
