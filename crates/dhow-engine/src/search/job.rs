//! What is searched: a position of some game, with what is known of the game.

use super::endings::KnownEndings;
use super::event::PvInfo;
use super::limits::Limits;
use super::lock::lock;
use super::root_moves::ThreadResult;
use super::root_position::RootPosition;
use super::shared::SharedState;
use super::time::Delays;
use super::transposition::TranspositionTable;
use super::tree::TurnRules;
use super::worker::Worker;
use crate::eval::{Evaluate, Score};
use dhow_rules::movegen::{MoveList, Wanted};
use dhow_rules::position::Move;
use std::sync::Mutex;
use std::time::Duration;

/// The share of the longest time for a move that the preparation of endings may take, in percent.
const PREPARATION_SHARE: u32 = 50;

/// The shortest time for a move in which endings of two pieces are solved beside the search: in a
/// quicker game they would come too late, and cost time.
const TIME_FOR_PAIRS: Duration = Duration::from_millis(20);

/// The share of the longest time for a move that the analysis of the ending on the board may take
/// before the search begins, in percent.
const ENDING_SHARE: u32 = 75;

/// Between two looks at whether that analysis has ended.
const ENDING_POLL: Duration = Duration::from_millis(1);

/// A position to be searched, whatever the game.
pub trait SearchJob: Send + Sync {
    /// Solves the endings that may come up, unless there is so little time left that the game might
    /// be lost on it.
    fn prepare(&self, shared: &SharedState, delays: &Mutex<Delays>);

    /// What one thread of the search finds, considering `root_moves` only, of which there is one at
    /// least.
    fn search(
        &self,
        thread: usize,
        shared: &SharedState,
        root_moves: &[Move],
        report: &mut dyn FnMut(PvInfo),
    ) -> ThreadResult;

    /// Moves that win within the turn, if such are known.
    fn winning(&self) -> &[Move];

    /// The score of the position as it stands, from the side to move.
    fn static_score(&self) -> Score;

    /// How many moves of a line are made before the game is over.
    fn played(&self, line: &[Move]) -> usize;

    /// The turn that a line of moves begins with, and the reply, both whole; where the line ends, the
    /// table may know more. Both are empty if the line is, and the reply is if none is known.
    fn turns(&self, line: &[Move], table: &TranspositionTable) -> (Vec<Move>, Vec<Move>);
}

impl<P: TurnRules, E: Evaluate<P>> SearchJob for RootPosition<P, E> {
    fn prepare(&self, shared: &SharedState, delays: &Mutex<Delays>) {
        let Limits { depth, nodes, .. } = shared.limits;
        let hard = shared.hard();
        let latest = hard.map(|hard| hard * PREPARATION_SHARE / 100);
        if hard.is_none_or(|hard| hard >= lock(delays).preparation()) {
            let in_time = || {
                let time = shared.own_time().zip(latest);
                !shared.finished() && time.is_none_or(|(time, latest)| time < latest)
            };
            let whole = self.endings.prepare(&self.position, &in_time);
            if !whole && let Some(hard) = hard {
                lock(delays).note_preparation(hard);
            }
        }
        // What a search finds that counts its work must not depend on what is ready when.
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
            // A game that goes on behind a draw, as in an analysis, has a first move.
            if made > 0 && position.is_over() {
                break;
            }
            position.make_observed(mv, &mut ());
            made += 1;
        }
        made
    }

    fn turns(&self, line: &[Move], table: &TranspositionTable) -> (Vec<Move>, Vec<Move>) {
        let mut position = self.position.clone();
        let mut line = line.iter().copied();
        let turn = play_turn(&mut position, line.next(), &mut line, |position| {
            self.best_by_evaluation(position)
        });
        let known = |position: &P| {
            let mv = table.probe(self.contempt.key(position.key()), 1)?.best?;
            position.is_legal(mv, &position.constraints()).then_some(mv)
        };
        let over = turn.is_empty() || position.is_over();
        let answer = line.next().or_else(|| known(&position)).filter(|_| !over);
        let reply = play_turn(&mut position, answer, &mut line, |_| Move::END);
        (turn, reply)
    }
}

/// Makes the moves of a turn: `first`, those after it, and where none is left those that `go_on` chooses.
/// Returns them.
fn play_turn<P: TurnRules>(
    position: &mut P,
    first: Option<Move>,
    others: &mut impl Iterator<Item = Move>,
    go_on: impl Fn(&mut P) -> Move,
) -> Vec<Move> {
    let side = position.side_to_move();
    let mut turn = Vec::new();
    let mut next = first;
    while let Some(mv) = next {
        turn.push(mv);
        position.make_observed(mv, &mut ());
        let goes_on = !P::ALTERNATES && position.side_to_move() == side;
        next = goes_on.then(|| others.next().unwrap_or_else(|| go_on(position)));
    }
    turn
}

impl<P: TurnRules, E: Evaluate<P>> RootPosition<P, E> {
    /// The quiet move, or the end of the turn, after which the side to move stands best if the turn
    /// ends there.
    fn best_by_evaluation(&self, position: &mut P) -> Move {
        let mut moves = MoveList::new();
        position.list(&position.constraints(), Wanted::Quiet, &mut moves);
        let side = position.side_to_move();
        let mut score_after = |mv: Move| {
            position.make_observed(mv, &mut ());
            let ends = position.side_to_move() != side;
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

    /// In an ending of two pieces itself, gives most of the time for a move to the analysis, for
    /// nothing that a search without its table can find is worth as much.
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
