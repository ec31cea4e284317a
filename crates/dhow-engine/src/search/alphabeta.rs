//! Principal variation search (PVS; Marsland and Campbell, 1982): alpha-beta that searches the first move of a node
//! with the full window, and the others with a null window, which only asks whether they are better.

#[cfg(test)]
mod tests;

use super::abdada::AbdadaMark;
use super::bound::Bound;
use super::endings::KnownEndings;
use super::node::{Node, NodeKind, NonPv, Pv};
use super::order::Picker;
use super::params::{CHECK_EXTENSION_REACH, GUESSED_MOVES, INTERNAL_REDUCTION_DEPTH};
use super::prune::Pruning;
use super::reward::TriedMoves;
use super::transposition::{TableEntry, adjusted};
use super::tree::{NextToMove, TurnRules};
use super::worker::{SleepSet, Worker};
use crate::eval::{Evaluate, MAX_PLY, Score};
use arrayvec::ArrayVec;
use dhow_rules::position::Move;

/// A move to be searched, and how.
#[derive(Clone, Copy)]
struct Candidate {
    mv: Move,
    /// Its place in the move order, from 1.
    count: usize,
    tactical: bool,
    /// Plies of depth that it uses.
    cost: i32,
    /// Plies by which its first search is reduced.
    reduction: i32,
    mark: AbdadaMark,
    /// The number of earlier moves of the node, which may enter the sleep set after it.
    earlier: usize,
}

/// The moves of a node that remain to be searched.
struct MoveQueue {
    picker: Picker,
    /// Moves taken from the picker so far.
    count: usize,
    /// Legal moves, as far as known.
    legal: usize,
    /// Moves searched or left for later; they may enter the sleep sets of later moves.
    earlier: SleepSet,
    /// Moves that other threads are searching.
    left_for_later: ArrayVec<Candidate, 32>,
}

impl<P: TurnRules, E: Evaluate<P>> Worker<'_, P, E> {
    /// Searches the current position `depth` plies deep within the window from `alpha` to `beta`. The score is exact
    /// inside the window and a bound outside it. If the search was stopped, the score means nothing.
    pub fn search<N: NodeKind>(
        &mut self,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        ply: usize,
    ) -> Score {
        // Quiescence search at the horizon: a static evaluation in the middle of an exchange is wrong.
        if depth <= 0 {
            return self.quiesce::<N>(alpha, beta, ply, 0);
        }
        self.stack[ply].pv.clear();
        self.selective_depth = self.selective_depth.max(ply);
        let turns = self.turns(ply);
        if !N::ROOT {
            if self.must_stop() {
                return Score::DRAW;
            }
            if let Some(score) = self.decided(ply) {
                return score;
            }
            // Mate distance pruning: no mate from here is shorter than one already found.
            alpha = alpha.max(Score::mated_in(turns));
            beta = beta.min(Score::mates_in(turns + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        // Transposition table (Greenblatt, 1967): another order of moves led here before, and the search was as deep.
        let mut entry = self.shared.table.probe(self.key(ply), turns);
        let cuts_off =
            |entry: &TableEntry| !N::PV && entry.depth >= depth && entry.cuts_off(alpha, beta);
        if let Some(entry) = entry.filter(cuts_off) {
            return entry.score;
        }
        // Sleep sets: the result of a search without the sleeping moves has a key of its own.
        if self.is_partial(ply) {
            let partial = self.shared.table.probe(self.partial_key(ply), turns);
            if let Some(partial) = partial.filter(cuts_off) {
                return partial.score;
            }
            entry = entry.or(partial);
        }
        let mut constraints = P::unconstrained();
        self.position.constrain(&mut constraints);
        let in_check = P::in_check(&constraints);
        if ply >= MAX_PLY {
            return if in_check { Score::DRAW } else { self.evaluate(ply) };
        }
        let static_evaluation = self.static_evaluation(in_check, entry.as_ref(), ply);
        let corrected = static_evaluation.map(|evaluation| self.corrected(evaluation, ply));
        self.stack[ply].evaluation = corrected;
        // Killer moves belong to siblings: a new node clears those of its children.
        self.stack[ply + 1].killers = [None; 2];
        let table_move = if N::ROOT {
            self.root_moves.get(self.lines_done).map(|root| root.first())
        } else {
            entry.and_then(|entry| entry.best)
        };
        let node = Node {
            ply,
            depth,
            beta,
            context: self.context(ply),
            in_check,
            improving: self.improving(ply),
            static_evaluation,
            evaluation: adjusted(corrected, entry.as_ref()),
        };
        if !N::PV && !in_check {
            if let Some(score) = self.prune_node(&node, alpha) {
                self.store_evaluation(ply, static_evaluation, entry.as_ref());
                return score;
            }
            if let Some(score) = self.try_null_move(&node) {
                return score;
            }
        }
        let depth = self.adjusted_depth(&node, table_move);
        self.search_moves::<N>(&Node { depth, ..node }, alpha, &constraints, table_move, entry)
    }

    /// Searches the moves of a node in order.
    fn search_moves<N: NodeKind>(
        &mut self,
        node: &Node,
        mut alpha: Score,
        constraints: &P::Constraints,
        table_move: Option<Move>,
        entry: Option<TableEntry>,
    ) -> Score {
        let Node { ply, depth, beta, in_check, .. } = *node;
        let first_alpha = alpha;
        let key = self.key(ply);
        let (mut best_score, mut best_move) = (-Score::INFINITE, None);
        let mut tried = TriedMoves::default();
        let mut queue = MoveQueue {
            picker: Picker::new(table_move, self.refutations(ply), node.context),
            count: 0,
            legal: GUESSED_MOVES,
            earlier: SleepSet::new(),
            left_for_later: ArrayVec::new(),
        };
        while let Some(candidate) =
            self.next_candidate::<N>(node, key, alpha, best_score, constraints, &mut queue)
        {
            let Candidate { mv, count, tactical, cost, reduction, mark, earlier } = candidate;
            if N::ROOT && self.index == 0 {
                self.shared.set_current(mv, count - 1);
            }
            self.stack[ply].quiet = !tactical;
            let nodes_before = self.nodes;
            self.put_to_sleep(ply, mv, &queue.earlier[..earlier], depth - cost - reduction);
            self.shared.abdada.enter(mark);
            let score = self.child(mv, ply, |worker, next| {
                if count == 1 {
                    worker.search_first::<N>(next, node, alpha, cost)
                } else {
                    worker.search_later::<N>(next, node, alpha, cost, reduction)
                }
            });
            self.shared.abdada.leave(mark);
            if self.must_stop() {
                return Score::DRAW;
            }
            if N::ROOT {
                let nodes = self.nodes - nodes_before;
                self.note_root_move(mv, score, count == 1 || score > alpha, nodes);
            }
            if score > best_score {
                best_score = score;
                if score > alpha {
                    best_move = Some(mv);
                    alpha = score;
                    if N::PV {
                        self.update_pv(ply, mv);
                        self.note_noise(ply, mv);
                    }
                    if score >= beta {
                        self.reward(node, mv, tactical, &tried);
                        break;
                    }
                }
            }
            // Moves beyond the capacity of the lists get no malus.
            let _ = if tactical { tried.tactical.try_push(mv) } else { tried.quiet.try_push(mv) };
        }
        if let Some(result) = self.position.decided_given(queue.count > 0, in_check) {
            return self.score(result, self.turns(ply));
        }
        let bound = Bound::of(best_score, first_alpha, beta);
        self.learn_correction(node, best_move, best_score, bound);
        // While moves sleep, the score is a lower bound only.
        let whole = !self.is_partial(ply) || bound == Bound::Lower;
        let key = if whole { key } else { self.partial_key(ply) };
        if !N::ROOT || self.lines_done == 0 {
            let evaluation = node.static_evaluation;
            let best = best_move.or(entry.and_then(|entry| entry.best));
            let score = best_score;
            let entry = TableEntry { best, score, evaluation, depth, bound: Some(bound) };
            self.shared.table.store(key, self.turns(ply), entry);
        }
        best_score
    }

    /// The next move to be searched. Moves that other threads were searching come last.
    #[inline(always)]
    fn next_candidate<N: NodeKind>(
        &mut self,
        node: &Node,
        key: u64,
        alpha: Score,
        best_score: Score,
        constraints: &P::Constraints,
        queue: &mut MoveQueue,
    ) -> Option<Candidate> {
        while let Some(mv) = queue.picker.next(&self.position, constraints, self.histories) {
            if N::ROOT && !self.wanted_at_root(mv) {
                continue;
            }
            queue.count += 1;
            if self.sleeps(node.ply, mv) {
                continue;
            }
            let count = queue.count;
            queue.legal = queue.picker.legal_moves().unwrap_or(queue.legal.max(count));
            let legal = queue.legal;
            let tactical = self.position.is_tactical(mv);
            if !N::ROOT && best_score > -Score::MATE_BOUND {
                match self.prune_move(node, alpha, mv, tactical, count, legal) {
                    Pruning::Keep => {}
                    Pruning::Skip => continue,
                    Pruning::SkipQuiets => {
                        queue.picker.skip_quiets();
                        continue;
                    }
                }
            }
            let reduction = self.reduction::<N>(node, mv, tactical, count, legal);
            // ABDADA: leave a move that another thread is searching for later.
            let mark = self.shared.abdada.mark(key, mv, node.depth);
            let cost = self.position.cost(mv);
            let earlier = queue.earlier.len();
            let candidate = Candidate { mv, count, tactical, cost, reduction, mark, earlier };
            if !P::ALTERNATES {
                // A move beyond the capacity is searched twice. Moves left for later count, so that the sleep sets do
                // not depend on which thread comes first.
                let _ = queue.earlier.try_push(mv);
            }
            let taken = count > 1 && self.shared.abdada.contains(mark);
            if !(taken && queue.left_for_later.try_push(candidate).is_ok()) {
                return Some(candidate);
            }
        }
        queue.left_for_later.pop_at(0)
    }

    /// Searches the position after the first move of a node with the full window.
    #[inline(always)]
    fn search_first<N: NodeKind>(
        &mut self,
        next: NextToMove,
        node: &Node,
        alpha: Score,
        cost: i32,
    ) -> Score {
        if N::PV {
            self.search_made::<Pv>(next, alpha, node.beta, node.depth - cost, node.ply)
        } else {
            self.search_made::<NonPv>(next, alpha, node.beta, node.depth - cost, node.ply)
        }
    }

    /// Searches the position after a later move: with a null window and reduced depth (late move reductions); again
    /// at full depth if it raises alpha; and with the full window if the score lies inside.
    fn search_later<N: NodeKind>(
        &mut self,
        next: NextToMove,
        node: &Node,
        alpha: Score,
        cost: i32,
        reduction: i32,
    ) -> Score {
        let Node { ply, depth, beta, .. } = *node;
        let next_to_alpha = Score(alpha.0 + 1);
        let new_depth = depth - cost;
        let reduced = (new_depth - reduction).clamp(1.min(new_depth), new_depth);
        let mut score = self.search_made::<NonPv>(next, alpha, next_to_alpha, reduced, ply);
        if score > alpha && reduced < new_depth {
            score = self.search_made::<NonPv>(next, alpha, next_to_alpha, new_depth, ply);
        }
        if N::PV && score > alpha && score < beta {
            score = self.search_made::<Pv>(next, alpha, beta, new_depth, ply);
        }
        score
    }

    /// Searches the position after the move made at `ply`. Window and score are those of the side that made it.
    #[inline(always)]
    pub fn search_made<N: NodeKind>(
        &mut self,
        next: NextToMove,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Score {
        let search = |worker: &mut Self, alpha, beta| {
            next.negamax(alpha, beta, |alpha, beta| worker.search::<N>(alpha, beta, depth, ply + 1))
        };
        if !self.is_noisy(ply) {
            return search(self, alpha, beta);
        }
        self.stack[ply + 1].noise_offset = 0;
        let mv = self.stack[ply].moved.map_or(Move::END, |(_, mv)| mv);
        let noise = self.noise;
        noise.lower(mv, alpha, beta, |alpha, beta| search(self, alpha, beta))
    }

    /// Adds the skill noise of `mv` to that of the line that follows it.
    #[inline(always)]
    fn note_noise(&mut self, ply: usize, mv: Move) {
        if self.is_noisy(ply) {
            self.stack[ply].noise_offset = self.noise.of(mv) + self.stack[ply + 1].noise_offset;
        }
    }

    /// The score of a position that the rules decide without a look at the moves, or of a solved ending.
    #[inline]
    pub fn decided(&mut self, ply: usize) -> Option<Score> {
        let turns = self.turns(ply);
        match self.position.decided(ply) {
            Some(result) => Some(self.score(result, turns)),
            None => self.endings.solved(&self.position, turns),
        }
    }

    /// Whether the side to move stands better than at its last turn ("improving", as in Stockfish). If so, less is
    /// pruned and reduced.
    fn improving(&self, ply: usize) -> bool {
        let earlier = |turns| self.stack[self.beginning(ply, turns)?].evaluation;
        match (self.stack[ply].evaluation, earlier(2).or_else(|| earlier(4))) {
            (Some(now), Some(before)) => now > before,
            (now, _) => now.is_some(),
        }
    }

    /// The depth to which the moves of a node are searched: check extension and internal iterative reductions.
    fn adjusted_depth(&self, node: &Node, table_move: Option<Move>) -> i32 {
        let Node { ply, depth, .. } = *node;
        // Check extension: a check leaves few replies, and may otherwise push a loss beyond the horizon.
        // Internal iterative reductions (IIR; Schroeder, 2020): without a table move the move order is poor, so a
        // shallower search finds a move first.
        if node.in_check && ply < CHECK_EXTENSION_REACH * self.root_depth as usize {
            depth + 1
        } else if table_move.is_none() && depth >= INTERNAL_REDUCTION_DEPTH {
            depth - 1
        } else {
            depth
        }
    }

    /// Quiet moves to be tried first: killer moves (Akl and Newborn, 1977), which refuted siblings, and the
    /// countermove (Uiterwijk, 1992), which refuted the opponent's last move elsewhere.
    fn refutations(&self, ply: usize) -> ArrayVec<Move, 3> {
        let killers = self.stack[ply].killers.into_iter().flatten();
        let counter =
            self.previous_move(ply).and_then(|(piece, mv)| self.histories.counter(piece, mv.to()));
        killers.chain(counter).collect()
    }
}
