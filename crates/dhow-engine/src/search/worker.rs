//! One thread of a search: its position, its memory, and the plain steps that the search is made
//! of.

use super::contempt::Contempt;
use super::continuation::{BACK, ContinuationContext};
use super::handicap::SkillNoise;
use super::history::Histories;
use super::params::FEW_ACTIONS;
use super::root_moves::{PvLine, RootMove};
use super::root_position::RootPosition;
use super::shared::SharedState;
use super::tree::{NextToMove, TerminalResult, TurnRules};
use crate::eval::{Evaluate, MAX_PLY, Score};
use arrayvec::ArrayVec;
use dhow_rules::pieces::Piece;
use dhow_rules::position::Move;
use std::time::Instant;

/// What the search keeps for every ply of the line it is in.
#[derive(Clone, Default)]
pub struct StackEntry {
    /// The static evaluation; `None` in check.
    pub evaluation: Option<Score>,
    /// The piece that moved from here, and its move; `None` for a null move.
    pub moved: Option<(Piece, Move)>,
    /// Turns between the root and here, and the ply at which this one began; kept only where a turn
    /// may have several moves.
    pub turns: usize,
    pub began: usize,
    /// Moves that were searched before the one that led here, and that could follow it as well: what
    /// comes of both was seen. Only where a turn may have several moves.
    pub sleep_set: SleepSet,
    /// Whether the move made from here is quiet.
    pub quiet: bool,
    /// Quiet moves that refuted siblings.
    pub killers: [Option<Move>; 2],
    /// The best line from here.
    pub pv: PvLine,
    /// By how much noise about its moves lower its score. Only within the turn at the root.
    pub noise_offset: i32,
}

/// Moves that need no search.
pub type SleepSet = ArrayVec<Move, 24>;

/// One thread's part of a search.
pub struct Worker<'a, P: TurnRules, E: Evaluate<P>> {
    /// 0 for the thread that reports.
    pub index: usize,
    /// What all threads share.
    pub shared: &'a SharedState,
    /// The game's evaluation.
    pub evaluation: &'a E,
    /// The game's solved endings.
    pub endings: &'a P::Endings,
    /// The position being searched; between nodes, that of the current line.
    pub position: P,
    /// What a draw is worth.
    pub contempt: Contempt,
    /// What a player with a handicap takes its moves for worse.
    pub noise: SkillNoise,
    /// Whether turns have no more than [`FEW_ACTIONS`].
    pub few_actions: bool,
    /// What earlier searches say about the order of moves.
    pub histories: &'a Histories<P::Board>,
    /// The current line.
    pub stack: Vec<StackEntry>,
    /// What the evaluation knows of it.
    pub accumulators: E::Accumulators,
    /// Moves at the root, best first as far as known.
    pub root_moves: Vec<RootMove>,
    /// How many root moves are fixed to better lines already (several lines are wanted).
    pub lines_done: usize,
    /// Plies of this iteration.
    pub root_depth: i32,
    /// Nodes of this thread.
    pub nodes: u64,
    /// The longest line looked at since last asked.
    pub selective_depth: usize,
    /// When the first thread last looked at the clock.
    looked_at: Instant,
    /// StackEntry below which the side given may not pass, while a null move is verified.
    pub no_null_before: usize,
}

/// Nodes between two looks at the clock: some tenth of a millisecond.
const CLOCK_INTERVAL: u64 = 128;

impl<'a, P: TurnRules, E: Evaluate<P>> Worker<'a, P, E> {
    /// A thread that will search a tree, considering `root_moves` only.
    pub fn new(
        index: usize,
        shared: &'a SharedState,
        tree: &'a RootPosition<P, E>,
        root_moves: &[Move],
    ) -> Self {
        let few_actions = !P::ALTERNATES && tree.position.moves_left() <= FEW_ACTIONS;
        let root_moves = root_moves
            .iter()
            .map(|&mv| RootMove {
                pv: [mv].into_iter().collect(),
                score: -Score::INFINITE,
                previous: -Score::INFINITE,
                noise_offset: 0,
                selective_depth: 0,
                nodes: 0,
            })
            .collect();
        Self {
            index,
            shared,
            evaluation: &tree.evaluation,
            endings: &tree.endings,
            position: tree.position.clone(),
            contempt: tree.contempt,
            noise: tree.noise,
            few_actions,
            histories: &tree.histories,
            stack: vec![StackEntry::default(); MAX_PLY + 2],
            accumulators: tree.evaluation.accumulators(&tree.position),
            root_moves,
            lines_done: 0,
            root_depth: 0,
            nodes: 0,
            selective_depth: 0,
            looked_at: Instant::now(),
            no_null_before: 0,
        }
    }

    /// Makes a move, lets `search` see what comes of it, and takes it back.
    #[inline(always)]
    pub fn child(
        &mut self,
        mv: Move,
        ply: usize,
        search: impl FnOnce(&mut Self, NextToMove) -> Score,
    ) -> Score {
        let next = self.make(mv, ply);
        let score = search(self, next);
        self.position.unmake(mv);
        score
    }

    /// The same with a pass. The side to move must not be in check.
    pub fn pass(
        &mut self,
        ply: usize,
        search: impl FnOnce(&mut Self, NextToMove) -> Score,
    ) -> Score {
        debug_assert!(!P::in_check(&self.position.constraints()));
        self.stack[ply].moved = None;
        self.stack[ply + 1].sleep_set.clear();
        self.evaluation.pass(&mut self.accumulators, ply);
        self.position.make_null();
        self.note_turn(ply, NextToMove::Opponent);
        self.count_node();
        let score = search(self, NextToMove::Opponent);
        self.position.unmake_null();
        score
    }

    /// Makes a move on the line, `ply` moves below the root.
    #[inline(always)]
    pub fn make(&mut self, mv: Move, ply: usize) -> NextToMove {
        // Memory is slower than a move is made.
        let early = self.position.key_after(mv);
        if let Some(key) = early {
            self.shared.table.prefetch(key);
        }
        self.stack[ply].moved = self.position.mover(mv).map(|piece| (piece, mv));
        let side = self.position.side_to_move();
        self.position.make_observed(mv, &mut self.evaluation.watch(&mut self.accumulators, ply));
        let passed = P::ALTERNATES || self.position.side_to_move() != side;
        let next = if passed { NextToMove::Opponent } else { NextToMove::SameSide };
        self.note_turn(ply, next);
        if early.is_none() {
            self.shared.table.prefetch(self.key(ply + 1));
        }
        self.count_node();
        next
    }

    /// The score of a game that has ended so, so many turns below the root.
    #[inline(always)]
    pub fn score(&self, result: TerminalResult, turns: usize) -> Score {
        match result {
            TerminalResult::Drawn => self.contempt.draw(self.position.side_to_move()),
            result => result.score(turns),
        }
    }

    /// The key under which the table has the position. What a player with a handicap sees in its own
    /// turn is nobody else's business.
    #[inline(always)]
    pub fn key(&self, ply: usize) -> u64 {
        let key = self.position.key();
        let key = if P::ALTERNATES { key } else { self.contempt.key(key) };
        if self.is_noisy(ply) { key ^ self.noise.key() } else { key }
    }

    /// Whether the move made at a ply is one of the turn at the root, of a player with a handicap.
    #[inline(always)]
    pub fn is_noisy(&self, ply: usize) -> bool {
        !self.noise.none() && self.turns(ply) == 0
    }

    /// The moves that led to the position at this ply.
    #[inline(always)]
    pub fn context(&self, ply: usize) -> ContinuationContext {
        BACK.map(|turns| {
            let (piece, mv) = self.last_move(ply, turns)??;
            Some(self.histories.after(piece, mv.to()))
        })
    }

    /// Whether this iteration must end now, because the search does or because another thread was
    /// quicker.
    #[inline]
    pub fn must_stop(&self) -> bool {
        self.shared.is_settled(self.root_depth)
    }

    #[inline]
    fn count_node(&mut self) {
        self.nodes += 1;
        self.shared.nodes[self.index].set(self.nodes);
        self.watch_limits();
    }

    #[inline]
    fn watch_limits(&mut self) {
        let shared = self.shared;
        if let Some(limit) = shared.limits.nodes
            && self.nodes_so_far() >= limit
            // A player with a handicap looks at each of its moves.
            && (self.noise.none() || self.root_depth > 1)
        {
            shared.finish();
        }
        if self.nodes.is_multiple_of(CLOCK_INTERVAL) && shared.clock_runs() {
            self.look_at_clock();
        }
    }

    fn look_at_clock(&mut self) {
        let now = Instant::now();
        if self.index == 0 {
            self.shared.note_gap(now - self.looked_at);
            self.looked_at = now;
        }
        if self.shared.out_of_time() {
            self.shared.stop();
        }
    }

    /// Nodes of all threads; one thread alone need not ask the others.
    fn nodes_so_far(&self) -> u64 {
        if self.shared.nodes.len() == 1 { self.nodes } else { self.shared.total_nodes() }
    }

    /// Puts `mv` before the line found below it.
    pub fn update_pv(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.stack.split_at_mut(ply + 1);
        let pv = &mut upper[ply].pv;
        pv.clear();
        pv.push(mv);
        for &next in &lower[0].pv {
            if pv.try_push(next).is_err() {
                break;
            }
        }
    }
}
