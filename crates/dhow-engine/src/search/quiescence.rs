//! Quiescence search (Shannon, 1950): captures and promotions until the position is quiet.
//!
//! One function searches games of one move a turn, the other games with turns of several moves.

use super::bound::Bound;
use super::node::NodeKind;
use super::order::Picker;
use super::params::{EVASION_DEPTH, LAST_TURN, SLEEP_DEPTH};
use super::transposition::{TableEntry, adjusted};
use super::tree::{NextToMove, TurnRules};
use super::worker::{SleepSet, Worker};
use crate::eval::{Evaluate, MAX_PLY, Score};
use arrayvec::ArrayVec;
use dhow_rules::movegen::MoveList;
use dhow_rules::position::Move;

/// The most quiet moves of a node that bring attackers into command.
const MOST_FETCHING: usize = 32;

impl<P: TurnRules, E: Evaluate<P>> Worker<'_, P, E> {
    /// The score of the position after the captures and promotions. `depth` counts down from 0, by moves or by turns
    /// of several moves.
    #[inline(always)]
    pub fn quiesce<N: NodeKind>(
        &mut self,
        alpha: Score,
        beta: Score,
        ply: usize,
        depth: i32,
    ) -> Score {
        if P::ALTERNATES {
            self.quiesce_moves::<N>(alpha, beta, ply, depth)
        } else {
            self.quiesce_turns::<N>(alpha, beta, ply, depth)
        }
    }

    /// Quiescence search of games of one move a turn. In check it tries all moves.
    fn quiesce_moves<N: NodeKind>(
        &mut self,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        depth: i32,
    ) -> Score {
        if let Some(score) = self.enter_quiescence(ply) {
            return score;
        }
        let key = self.key(ply);
        let entry = self.shared.table.probe(key, ply);
        if let Some(entry) = entry.filter(|entry| !N::PV && entry.cuts_off(alpha, beta)) {
            return entry.score;
        }
        let mut constraints = P::unconstrained();
        self.position.constrain(&mut constraints);
        let in_check = P::in_check(&constraints);
        if ply >= MAX_PLY {
            return if in_check { Score::DRAW } else { self.evaluate(ply) };
        }
        let evades = in_check && depth >= EVASION_DEPTH;
        let evaluation = self.static_evaluation(in_check, entry.as_ref(), ply);
        let first_alpha = alpha;
        let mut best_score = -Score::INFINITE;
        if !evades {
            // Stand pat: the side to move need not capture.
            let stand_pat = evaluation.unwrap_or_else(|| self.evaluate(ply));
            best_score = adjusted(Some(self.corrected(stand_pat, ply)), entry.as_ref());
            if best_score >= beta {
                self.store_evaluation(ply, evaluation, entry.as_ref());
                return best_score;
            }
            alpha = alpha.max(best_score);
        }
        let table_move = entry.and_then(|entry| entry.best);
        let mut picker = if evades {
            Picker::new(table_move, ArrayVec::new(), self.context(ply))
        } else {
            Picker::tactical(table_move, self.shared.params.quiescence_see)
        };
        let mut best_move = None;
        let mut any = false;
        while let Some(mv) = picker.next(&self.position, &constraints, self.histories) {
            any = true;
            if !evades && self.cannot_reach(alpha, best_score, mv) {
                continue;
            }
            let score = self.child(mv, ply, |worker, next| {
                next.negamax(alpha, beta, |alpha, beta| {
                    worker.quiesce_moves::<N>(alpha, beta, ply + 1, depth - 1)
                })
            });
            if self.must_stop() {
                return Score::DRAW;
            }
            if score > best_score {
                best_score = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    if N::PV {
                        self.update_pv(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
                if evades && best_score > -Score::MATE_BOUND {
                    // One evasion that avoids mate is enough; the rest are captures.
                    picker.skip_quiets();
                }
            }
        }
        if evades
            && !any
            && let Some(result) = self.position.decided_given(false, in_check)
        {
            return self.score(result, ply);
        }
        let bound = Some(Bound::of(best_score, first_alpha, beta));
        let entry = TableEntry { best: best_move, score: best_score, evaluation, depth: 0, bound };
        self.shared.table.store(key, ply, entry);
        best_score
    }

    /// Quiescence search of games with turns of several moves, which have no check. In the first turn it also tries
    /// moves of leaders that bring an attacker of an enemy leader into command.
    fn quiesce_turns<N: NodeKind>(
        &mut self,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        depth: i32,
    ) -> Score {
        if let Some(score) = self.enter_quiescence(ply) {
            return score;
        }
        let key = self.key(ply);
        let turns = self.turns(ply);
        let entry = self.shared.table.probe(key, turns);
        let settles =
            |entry: &TableEntry| !N::PV && entry.depth >= depth && entry.cuts_off(alpha, beta);
        if let Some(entry) = entry.filter(settles) {
            return entry.score;
        }
        let mut constraints = P::unconstrained();
        self.position.constrain(&mut constraints);
        if ply >= MAX_PLY {
            return self.evaluate(ply);
        }
        let first_alpha = alpha;
        let (evaluation, mut best_score);
        if let Some(end) = self.position.turn_end().filter(|_| depth > LAST_TURN) {
            // The end of the turn stands for stand pat: the opponent may capture next. The evaluation is not needed.
            evaluation = entry.and_then(|entry| entry.evaluation);
            best_score = self.quiesce_end::<N>(end, alpha, beta, ply, depth);
            if self.must_stop() {
                return Score::DRAW;
            }
        } else {
            evaluation = self.static_evaluation(false, entry.as_ref(), ply);
            best_score = adjusted(evaluation, entry.as_ref());
            if depth < LAST_TURN {
                return best_score;
            }
        }
        if best_score >= beta {
            return best_score;
        }
        alpha = alpha.max(best_score);
        let mut picker = Picker::tactical(entry.and_then(|entry| entry.best), 0);
        let mut fetching = None;
        let mut best_move = None;
        let mut searched = SleepSet::new();
        loop {
            let mv = match picker.next(&self.position, &constraints, self.histories) {
                Some(mv) if self.sleeps(ply, mv) || self.cannot_reach(alpha, best_score, mv) => {
                    continue;
                }
                Some(mv) => mv,
                None if depth < 0 => break,
                None => {
                    let moves = fetching
                        .get_or_insert_with(|| self.fetching_moves(&constraints).into_iter());
                    let Some(mv) = moves.next() else { break };
                    mv
                }
            };
            self.put_to_sleep(ply, mv, &searched, SLEEP_DEPTH);
            let score = self.child(mv, ply, |worker, next| {
                let depth = if next == NextToMove::Opponent { depth - 1 } else { depth };
                next.negamax(alpha, beta, |alpha, beta| {
                    worker.quiesce_turns::<N>(alpha, beta, ply + 1, depth)
                })
            });
            let _ = searched.try_push(mv);
            if self.must_stop() {
                return Score::DRAW;
            }
            if score > best_score {
                best_score = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    if N::PV {
                        self.update_pv(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        let bound = Bound::of(best_score, first_alpha, beta);
        if !self.is_partial(ply) || bound == Bound::Lower {
            let bound = Some(bound);
            let entry = TableEntry { best: best_move, score: best_score, evaluation, depth, bound };
            self.shared.table.store(key, turns, entry);
        }
        best_score
    }

    /// Begins a node; returns the score if it needs no search.
    #[inline(always)]
    fn enter_quiescence(&mut self, ply: usize) -> Option<Score> {
        self.stack[ply].pv.clear();
        self.selective_depth = self.selective_depth.max(ply);
        if self.must_stop() {
            return Some(Score::DRAW);
        }
        self.decided(ply)
    }

    /// The score if the turn ends here.
    fn quiesce_end<N: NodeKind>(
        &mut self,
        end: Move,
        alpha: Score,
        beta: Score,
        ply: usize,
        depth: i32,
    ) -> Score {
        self.put_to_sleep(ply, end, &[], 0);
        let score = self.child(end, ply, |worker, next| {
            next.negamax(alpha, beta, |alpha, beta| {
                worker.quiesce_turns::<N>(alpha, beta, ply + 1, depth - 1)
            })
        });
        if N::PV && score > alpha && !self.must_stop() {
            self.update_pv(ply, end);
        }
        score
    }

    /// Quiet moves that bring an attacker of an enemy leader into command.
    #[inline(never)]
    fn fetching_moves(&self, constraints: &P::Constraints) -> ArrayVec<Move, MOST_FETCHING> {
        let mut moves = MoveList::new();
        self.position.add_fetching_moves(constraints, &mut moves);
        moves.into_iter().take(MOST_FETCHING).collect()
    }

    /// Delta pruning: the capture and those after it in the turn gain too little to reach alpha. Captures come with
    /// the most valuable victim first.
    pub fn cannot_reach(&self, alpha: Score, stand_pat: Score, mv: Move) -> bool {
        let most_gain = self.position.gain(mv) * self.position.moves_left();
        !alpha.is_mate() && stand_pat.0 + most_gain + self.shared.params.delta_margin <= alpha.0
    }
}
