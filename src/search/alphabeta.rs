//! Principal variation search.

#[cfg(test)]
mod tests;

use super::Bound;
use super::abdada::Mark;
use super::continuation::Context;
use super::endings::KnownEndings;
use super::order::Picker;
use super::params::*;
use super::reduce;
use super::table::Entry;
use super::tree::{TreePosition, Turn};
use super::worker::Worker;
use crate::eval::{Evaluation, MAX_PLY, Score};
use crate::position::Move;
use arrayvec::ArrayVec;

/// The sort of a node: the compiler makes a search of its own for each.
pub trait NodeKind {
    /// Whether the node may lie on the principal variation: its window is open.
    const PRINCIPAL: bool;
    /// Whether the node is the root.
    const ROOT: bool;
}

/// The root.
pub struct Root;
/// A node on what may be the principal variation.
pub struct Principal;
/// A node that is only asked whether it is better than some score.
pub struct Scout;

impl NodeKind for Root {
    const PRINCIPAL: bool = true;
    const ROOT: bool = true;
}
impl NodeKind for Principal {
    const PRINCIPAL: bool = true;
    const ROOT: bool = false;
}
impl NodeKind for Scout {
    const PRINCIPAL: bool = false;
    const ROOT: bool = false;
}

/// What one node knows while its moves are searched.
struct Node {
    ply: usize,
    depth: i32,
    beta: Score,
    /// The moves that led here.
    context: Context,
    in_check: bool,
    improving: bool,
    /// The static evaluation, bettered by the table's score where that is a bound for it.
    evaluation: Score,
}

/// A move to be searched.
#[derive(Clone, Copy)]
struct Candidate {
    mv: Move,
    /// Its place in the order, from 1.
    count: usize,
    tactical: bool,
    /// Plies by which it is searched less deeply at first.
    reduction: i32,
    mark: Mark,
}

/// Quiet moves and captures tried without success, for which history will blame them.
#[derive(Default)]
struct Tried {
    quiet: ArrayVec<Move, 64>,
    tactical: ArrayVec<Move, 32>,
}

impl<P: TreePosition, E: Evaluation<P>> Worker<'_, P, E> {
    /// Searches the current position `depth` plies deep, within the window from `alpha` to `beta`.
    /// Returns a score that is exact inside the window and a bound outside of it; meaningless if
    /// the search was stopped.
    pub fn search<N: NodeKind>(
        &mut self,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        ply: usize,
    ) -> Score {
        if depth <= 0 {
            return self.quiesce::<N>(alpha, beta, ply, 0);
        }
        self.plies[ply].pv.clear();
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
        let key = self.position.key();
        let entry = self.shared.table.probe(key, turns);
        if let Some(entry) = entry
            && !N::PRINCIPAL
            && entry.depth >= depth
            && cuts_off(&entry, alpha, beta)
        {
            return entry.score;
        }
        let constraints = self.position.constraints();
        let in_check = P::in_check(&constraints);
        if ply >= MAX_PLY {
            return if in_check { Score::DRAW } else { self.evaluate(ply) };
        }
        let static_evaluation = self.static_evaluation(in_check, entry.as_ref(), ply);
        self.plies[ply].evaluation = static_evaluation;
        self.plies[ply + 1].killers = [None; 2];
        let node = Node {
            ply,
            depth,
            beta,
            context: self.context(ply),
            in_check,
            improving: self.improving(ply),
            evaluation: bettered(static_evaluation, entry.as_ref()),
        };
        let table_move = if N::ROOT {
            self.root_moves.get(self.lines_done).map(|root| root.first())
        } else {
            entry.and_then(|entry| entry.best)
        };
        if !N::PRINCIPAL && !in_check {
            if let Some(score) = self.prune_node(&node, alpha) {
                return score;
            }
            if let Some(score) = self.try_null_move(&node) {
                return score;
            }
        }
        let depth = self.adjusted_depth(&node, table_move);
        self.search_moves::<N>(&Node { depth, ..node }, alpha, &constraints, table_move, entry)
    }

    /// Tries the moves of a node in order.
    fn search_moves<N: NodeKind>(
        &mut self,
        node: &Node,
        mut alpha: Score,
        constraints: &P::Constraints,
        table_move: Option<Move>,
        entry: Option<Entry>,
    ) -> Score {
        let Node { ply, depth, beta, in_check, .. } = *node;
        let first_alpha = alpha;
        let key = self.position.key();
        let (mut best_score, mut best_move) = (-Score::INFINITE, None);
        let mut tried = Tried::default();
        let mut picker = Picker::new(table_move, self.refutations(ply), node.context);
        let mut count = 0;
        let mut legal = GUESSED_MOVES;
        let mut left_for_later = ArrayVec::<Candidate, 32>::new();
        loop {
            let candidate =
                if let Some(mv) = picker.next(&self.position, constraints, self.histories) {
                    if N::ROOT && !self.wanted_at_root(mv) {
                        continue;
                    }
                    count += 1;
                    legal = picker.legal_moves().unwrap_or(legal.max(count));
                    let tactical = self.position.is_tactical(mv);
                    if !N::ROOT && best_score > -Score::MATE_BOUND {
                        match self.prune_move(node, alpha, mv, tactical, count, legal) {
                            Pruning::Keep => {}
                            Pruning::Skip => continue,
                            Pruning::SkipQuiets => {
                                picker.skip_quiets();
                                continue;
                            }
                        }
                    }
                    let reduction = self.reduction::<N>(node, mv, tactical, count, legal);
                    let mark = self.shared.abdada.mark(key, mv, depth);
                    let candidate = Candidate { mv, count, tactical, reduction, mark };
                    let taken = count > 1 && self.shared.abdada.contains(mark);
                    if taken && left_for_later.try_push(candidate).is_ok() {
                        continue;
                    }
                    candidate
                } else if let Some(candidate) = left_for_later.pop_at(0) {
                    candidate
                } else {
                    break;
                };
            let Candidate { mv, count, tactical, reduction, mark } = candidate;
            if N::ROOT && self.index == 0 {
                self.shared.set_current(mv, count - 1);
            }
            let nodes_before = self.nodes;
            self.shared.abdada.enter(mark);
            let score = self.child(mv, ply, |worker, turn| {
                if count == 1 {
                    worker.search_first::<N>(turn, node, alpha)
                } else {
                    worker.search_later::<N>(turn, node, alpha, reduction)
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
                    if N::PRINCIPAL {
                        self.update_pv(ply, mv);
                    }
                    if score >= beta {
                        self.reward(node, mv, tactical, &tried);
                        break;
                    }
                }
            }
            // Beyond the room of the lists moves go unblamed.
            let _ = if tactical { tried.tactical.try_push(mv) } else { tried.quiet.try_push(mv) };
        }
        let turns = self.turns(ply);
        if let Some(verdict) = self.position.decided_given(count > 0, in_check) {
            return verdict.score(turns);
        }
        let bound = Bound::of(best_score, first_alpha, beta);
        if !N::ROOT || self.lines_done == 0 {
            let evaluation = self.plies[ply].evaluation;
            let best = best_move.or(entry.and_then(|entry| entry.best));
            let principal = N::PRINCIPAL;
            let score = best_score;
            let entry = Entry { best, score, evaluation, depth, bound: Some(bound), principal };
            self.shared.table.store(key, turns, entry);
        }
        best_score
    }

    /// Searches the first move of a node, which has been made, with the whole window.
    #[inline(always)]
    fn search_first<N: NodeKind>(&mut self, turn: Turn, node: &Node, alpha: Score) -> Score {
        if N::PRINCIPAL {
            self.search_made::<Principal>(turn, alpha, node.beta, node.depth - 1, node.ply)
        } else {
            self.search_made::<Scout>(turn, alpha, node.beta, node.depth - 1, node.ply)
        }
    }

    /// Searches a move that is not the first and has been made: reduced and with a closed window,
    /// and again in earnest as long as it surprises.
    fn search_later<N: NodeKind>(
        &mut self,
        turn: Turn,
        node: &Node,
        alpha: Score,
        reduction: i32,
    ) -> Score {
        let Node { ply, depth, beta, .. } = *node;
        let next_to_alpha = Score(alpha.0 + 1);
        let new_depth = depth - 1;
        let reduced = (new_depth - reduction).clamp(1.min(new_depth), new_depth);
        let mut score = self.search_made::<Scout>(turn, alpha, next_to_alpha, reduced, ply);
        if score > alpha && reduced < new_depth {
            score = self.search_made::<Scout>(turn, alpha, next_to_alpha, new_depth, ply);
        }
        if N::PRINCIPAL && score > alpha && score < beta {
            score = self.search_made::<Principal>(turn, alpha, beta, new_depth, ply);
        }
        score
    }

    /// Searches the position after the move made at `ply`, for the side that made it.
    #[inline(always)]
    fn search_made<N: NodeKind>(
        &mut self,
        turn: Turn,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Score {
        turn.look(alpha, beta, |alpha, beta| self.search::<N>(alpha, beta, depth, ply + 1))
    }

    /// The score of a position that is decided without a look at its moves, or of a solved ending.
    #[inline]
    pub(super) fn decided(&self, ply: usize) -> Option<Score> {
        let turns = self.turns(ply);
        match self.position.decided(ply) {
            Some(verdict) => Some(verdict.score(turns)),
            None => self.endings.solved(&self.position, turns),
        }
    }

    pub(super) fn static_evaluation(
        &self,
        in_check: bool,
        entry: Option<&Entry>,
        ply: usize,
    ) -> Option<Score> {
        if in_check {
            return None;
        }
        let known = entry.and_then(|entry| entry.evaluation);
        Some(known.unwrap_or_else(|| self.evaluate(ply)))
    }

    /// Whether the side to move stands better than at its last turn.
    fn improving(&self, ply: usize) -> bool {
        let earlier = |turns| self.plies[self.beginning(ply, turns)?].evaluation;
        match (self.plies[ply].evaluation, earlier(2).or_else(|| earlier(4))) {
            (Some(now), Some(before)) => now > before,
            (now, _) => now.is_some(),
        }
    }

    /// Cuts off a node whose evaluation lies far outside of the window.
    fn prune_node(&mut self, node: &Node, alpha: Score) -> Option<Score> {
        let Node { depth, beta, evaluation, ply, .. } = *node;
        if beta.is_mate() || alpha.is_mate() {
            return None;
        }
        let margin = REVERSE_FUTILITY_MARGIN * (depth - node.improving as i32).max(0);
        // A lost side stands far above beta only until it is mated.
        let lost = beta.0 <= -DECIDED;
        if depth <= REVERSE_FUTILITY_DEPTH && !lost && evaluation.0 - margin >= beta.0 {
            return Some(Score((evaluation.0 + beta.0) / 2));
        }
        let hopeless = evaluation.0 + RAZOR_MARGIN.0 + RAZOR_MARGIN.1 * depth < alpha.0;
        if depth <= RAZOR_DEPTH && hopeless && alpha.0 < DECIDED {
            let score = self.quiesce::<Scout>(alpha, Score(alpha.0 + 1), ply, 0);
            if score <= alpha {
                return Some(score);
            }
        }
        None
    }

    /// If even passing is too good, the node need not be searched in full.
    fn try_null_move(&mut self, node: &Node) -> Option<Score> {
        let Node { ply, depth, beta, evaluation, .. } = *node;
        let passed_before = self.last_move(ply, 1) == Some(None);
        if depth < NULL_DEPTH
            || evaluation < beta
            || beta.is_mate()
            || passed_before
            || ply < self.no_null_before
            || !self.position.may_pass()
        {
            return None;
        }
        let surplus = ((evaluation.0 - beta.0) / NULL_EVALUATION_STEP).min(3);
        let reduction = NULL_REDUCTION.0 + depth / NULL_REDUCTION.1 + surplus;
        let below = Score(beta.0 - 1);
        let score = self.pass(ply, |worker, turn| {
            worker.search_made::<Scout>(turn, below, beta, depth - reduction, ply)
        });
        if self.must_stop() {
            return Some(Score::DRAW);
        }
        if score < beta {
            return None;
        }
        let score = if score.is_mate() { beta } else { score };
        if depth < NULL_VERIFICATION_DEPTH {
            return Some(score);
        }
        self.no_null_before = ply + (depth - reduction).max(1) as usize;
        let verified = self.search::<Scout>(below, beta, depth - reduction, ply);
        self.no_null_before = 0;
        (verified >= beta).then_some(score)
    }

    /// A ply more in check; a ply less where no earlier search knows a good move.
    fn adjusted_depth(&self, node: &Node, table_move: Option<Move>) -> i32 {
        let Node { ply, depth, .. } = *node;
        if node.in_check && ply < 2 * self.root_depth as usize {
            depth + 1
        } else if table_move.is_none() && depth >= INTERNAL_REDUCTION_DEPTH {
            depth - 1
        } else {
            depth
        }
    }

    /// Quiet moves that did well in similar positions.
    fn refutations(&self, ply: usize) -> ArrayVec<Move, 3> {
        let killers = self.plies[ply].killers.into_iter().flatten();
        let counter =
            self.previous_move(ply).and_then(|(piece, mv)| self.histories.counter(piece, mv.to()));
        killers.chain(counter).collect()
    }

    fn prune_move(
        &self,
        node: &Node,
        alpha: Score,
        mv: Move,
        tactical: bool,
        count: usize,
        legal: usize,
    ) -> Pruning {
        let Node { depth, in_check, improving, evaluation, .. } = *node;
        if in_check || alpha.0 >= DECIDED {
            return Pruning::Keep;
        }
        if tactical {
            let loses = depth <= EXCHANGE_DEPTH
                && !self.position.see_ge(mv, -EXCHANGE_CAPTURE * depth * depth);
            return if loses { Pruning::Skip } else { Pruning::Keep };
        }
        if depth <= LATE_MOVE_DEPTH && 100 * count > late_move_share(depth, improving) * legal {
            return Pruning::SkipQuiets;
        }
        let hopeless = evaluation.0 + FUTILITY_MARGIN.0 + FUTILITY_MARGIN.1 * depth <= alpha.0;
        if depth <= FUTILITY_DEPTH && hopeless && !alpha.is_mate() {
            return Pruning::SkipQuiets;
        }
        if depth <= EXCHANGE_DEPTH && !self.position.see_ge(mv, -EXCHANGE_QUIET * depth) {
            return Pruning::Skip;
        }
        Pruning::Keep
    }

    /// Plies by which a move is searched less deeply at first.
    fn reduction<N: NodeKind>(
        &self,
        node: &Node,
        mv: Move,
        tactical: bool,
        count: usize,
        legal: usize,
    ) -> i32 {
        if node.depth < REDUCTION_DEPTH || count <= 1 + N::ROOT as usize {
            return 0;
        }
        let mut reduction = reduce::late_move(node.depth, count - 1, legal);
        if tactical {
            reduction /= 2;
        } else if let Some(piece) = self.position.mover(mv) {
            let history = self.histories.quiet(&node.context, piece, mv.to());
            reduction -= history * 256 / REDUCTION_HISTORY;
        }
        reduction -= 256 * N::PRINCIPAL as i32;
        reduction -= 256 * node.in_check as i32;
        reduction += 128 * !node.improving as i32;
        (reduction / 256).max(0)
    }

    /// Remembers a move that refuted the opponent's last, and blames those tried before it.
    fn reward(&mut self, node: &Node, mv: Move, tactical: bool, tried: &Tried) {
        let Node { ply, depth, .. } = *node;
        let bonus = (140 * depth - 60).min(1600);
        if tactical {
            self.update_capture(mv, bonus);
        } else {
            let killers = &mut self.plies[ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            if let Some((piece, previous)) = self.previous_move(ply) {
                self.histories.set_counter(piece, previous.to(), mv);
            }
            if let Some(piece) = self.position.mover(mv) {
                self.histories.update_quiet(&node.context, piece, mv.to(), bonus);
            }
            for &quiet in &tried.quiet {
                if let Some(piece) = self.position.mover(quiet) {
                    self.histories.update_quiet(&node.context, piece, quiet.to(), -bonus);
                }
            }
        }
        for &capture in &tried.tactical {
            self.update_capture(capture, -bonus);
        }
    }

    fn update_capture(&mut self, mv: Move, bonus: i32) {
        if let Some(piece) = self.position.mover(mv) {
            let victim = self.position.victim(mv);
            self.histories.update_capture(piece, victim, mv.to(), bonus);
        }
    }

    /// Whether a root move is among those still to be searched for this line.
    fn wanted_at_root(&self, mv: Move) -> bool {
        self.root_moves[self.lines_done..].iter().any(|root| root.first() == mv)
    }

    /// Records the score and the line of a root move. The scores of moves that did not raise
    /// alpha are only bounds, and keep their order.
    fn note_root_move(&mut self, mv: Move, score: Score, exact: bool, nodes: u64) {
        let selective_depth = self.selective_depth as u32;
        let line = self.plies[1].pv.clone();
        let Some(root) = self.root_moves.iter_mut().find(|root| root.first() == mv) else {
            return;
        };
        root.nodes += nodes;
        if exact {
            root.score = score;
            root.selective_depth = selective_depth;
            root.pv.truncate(1);
            for next in line {
                if root.pv.try_push(next).is_err() {
                    break;
                }
            }
            self.note_best();
        } else {
            root.score = -Score::INFINITE;
        }
    }
}

/// Legal moves of a node whose quiet moves are not listed yet.
const GUESSED_MOVES: usize = 60;

/// Whether to search a move at all.
enum Pruning {
    Keep,
    Skip,
    SkipQuiets,
}

/// Whether what the table knows settles the node.
pub(super) fn cuts_off(entry: &Entry, alpha: Score, beta: Score) -> bool {
    match entry.bound {
        Some(Bound::Exact) => true,
        Some(Bound::Lower) => entry.score >= beta,
        Some(Bound::Upper) => entry.score <= alpha,
        None => false,
    }
}

/// The evaluation, or the table's score where it tells more.
pub(super) fn bettered(evaluation: Option<Score>, entry: Option<&Entry>) -> Score {
    let Some(evaluation) = evaluation else { return -Score::INFINITE };
    match entry {
        Some(entry) if !entry.score.is_mate() => match entry.bound {
            Some(Bound::Exact) => entry.score,
            Some(Bound::Lower) => evaluation.max(entry.score),
            Some(Bound::Upper) => evaluation.min(entry.score),
            None => evaluation,
        },
        _ => evaluation,
    }
}
