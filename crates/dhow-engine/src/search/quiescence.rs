//! Quiescence search: captures and promotions until the position is quiet. In games with leaders also
//! moves of leaders that bring into command what can then capture an enemy leader.

use super::bound::Bound;
use super::node::NodeKind;
use super::order::Picker;
use super::params::{EVASION_DEPTH, LAST_TURN, SLEEP_DEPTH};
use super::transposition::{Entry, adjusted};
use super::tree::{TreePosition, Turn};
use super::worker::{Asleep, Worker};
use crate::eval::{Evaluation, MAX_PLY, Score};
use arrayvec::ArrayVec;
use dhow_rules::movegen::MoveList;
use dhow_rules::position::Move;

/// Of more moves that bring attackers into command, the rest is not searched.
const MOST_FETCHING: usize = 32;

impl<P: TreePosition, E: Evaluation<P>> Worker<'_, P, E> {
    /// The score of the current position once captures and promotions are played out; in check all
    /// moves are tried. `depth` counts down from 0.
    pub fn quiesce<N: NodeKind>(
        &mut self,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        depth: i32,
    ) -> Score {
        self.plies[ply].pv.clear();
        self.selective_depth = self.selective_depth.max(ply);
        if self.must_stop() {
            return Score::DRAW;
        }
        if let Some(score) = self.decided(ply) {
            return score;
        }
        let key = self.key(ply);
        let turns = self.turns(ply);
        let entry = self.shared.table.probe(key, turns);
        if let Some(entry) = entry
            && !N::PV
            && (P::ALTERNATES || entry.depth >= depth)
            && entry.cuts_off(alpha, beta)
        {
            return entry.score;
        }
        let mut constraints = P::unconstrained();
        self.position.constrain(&mut constraints);
        let in_check = P::in_check(&constraints);
        if ply >= MAX_PLY {
            return if in_check { Score::DRAW } else { self.evaluate(ply) };
        }
        let end = self.position.turn_end().filter(|_| depth > LAST_TURN);
        // Where the end of the turn is searched, nothing asks for the evaluation.
        let evaluation = match end {
            Some(_) => entry.and_then(|entry| entry.evaluation),
            None => self.static_evaluation(in_check, entry.as_ref(), ply),
        };
        let first_alpha = alpha;
        let mut best_score = -Score::INFINITE;
        if let Some(end) = end {
            // What stands in this turn the opponent may take in his.
            self.put_to_sleep(ply, end, &[], 0);
            best_score = self.child(end, ply, |worker, turn| {
                turn.look(alpha, beta, |alpha, beta| {
                    worker.quiesce::<N>(alpha, beta, ply + 1, depth - 1)
                })
            });
            if self.must_stop() {
                return Score::DRAW;
            }
            if N::PV && best_score > alpha {
                self.update_pv(ply, end);
            }
        } else if !in_check || depth < EVASION_DEPTH {
            let stand_pat = evaluation.unwrap_or_else(|| self.evaluate(ply));
            let stand_pat = self.corrected(stand_pat, ply);
            best_score = adjusted(Some(stand_pat), entry.as_ref());
            if !P::ALTERNATES && depth < LAST_TURN {
                return best_score;
            }
        }
        if best_score >= beta {
            self.store_evaluation(ply, evaluation, entry.as_ref());
            return best_score;
        }
        alpha = alpha.max(best_score);
        let all_moves = in_check && depth >= EVASION_DEPTH;
        let table_move = entry.and_then(|entry| entry.best);
        let mut picker = if all_moves {
            Picker::new(table_move, ArrayVec::new(), self.context(ply))
        } else {
            let least_gain = if P::ALTERNATES { self.shared.numbers.quiescence_see } else { 0 };
            Picker::tactical(table_move, least_gain)
        };
        let mut best_move = None;
        let mut any = false;
        let mut searched = Asleep::new();
        let mut fetching = None;
        loop {
            let mv = match picker.next(&self.position, &constraints, self.histories) {
                Some(mv) => {
                    any = true;
                    if self.sleeps(ply, mv)
                        || !all_moves && self.cannot_reach(alpha, best_score, mv)
                    {
                        continue;
                    }
                    mv
                }
                None if P::ALTERNATES || depth < 0 => break,
                None => {
                    let moves = fetching
                        .get_or_insert_with(|| self.fetching_moves(&constraints).into_iter());
                    let Some(mv) = moves.next() else { break };
                    mv
                }
            };
            self.put_to_sleep(ply, mv, &searched, SLEEP_DEPTH);
            let score = self.child(mv, ply, |worker, turn| {
                let taken = if P::ALTERNATES || turn == Turn::Passed { 1 } else { 0 };
                turn.look(alpha, beta, |alpha, beta| {
                    worker.quiesce::<N>(alpha, beta, ply + 1, depth - taken)
                })
            });
            if !P::ALTERNATES {
                let _ = searched.try_push(mv);
            }
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
                if all_moves && best_score > -Score::MATE_BOUND {
                    // One evasion that is not mate is enough to go on with captures only.
                    picker.skip_quiets();
                }
            }
        }
        if all_moves
            && !any
            && let Some(verdict) = self.position.decided_given(false, in_check)
        {
            return self.score(verdict, turns);
        }
        let bound = Bound::of(best_score, first_alpha, beta);
        if self.is_partial(ply) && bound != Bound::Lower {
            return best_score;
        }
        self.shared.table.store(
            key,
            turns,
            Entry {
                best: best_move,
                score: best_score,
                evaluation,
                depth: if P::ALTERNATES { 0 } else { depth },
                bound: Some(bound),
            },
        );
        best_score
    }

    /// Quiet moves after which an enemy leader could be captured in the same turn.
    #[inline(never)]
    fn fetching_moves(&self, constraints: &P::Constraints) -> ArrayVec<Move, MOST_FETCHING> {
        let mut moves = MoveList::new();
        self.position.add_fetching_moves(constraints, &mut moves);
        moves.into_iter().take(MOST_FETCHING).collect()
    }

    /// What a capture and those that may follow it in the turn gain at most, in centipawns: captures
    /// come with the most valuable victim first.
    #[inline(always)]
    fn most_gain(&self, mv: Move) -> i32 {
        self.position.gain(mv) * if P::ALTERNATES { 1 } else { self.position.moves_left() }
    }

    /// Delta pruning: the capture gains too little to bring the score near alpha.
    pub fn cannot_reach(&self, alpha: Score, stand_pat: Score, mv: Move) -> bool {
        !alpha.is_mate()
            && stand_pat.0 + self.most_gain(mv) + self.shared.numbers.delta_margin <= alpha.0
    }
}
