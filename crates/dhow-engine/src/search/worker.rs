//! One thread of a search: its position, its search stack, and the basic steps of the search.

use super::contempt::Contempt;
use super::continuation::{BACK, ContinuationContext};
use super::handicap::SkillNoise;
use super::history::Histories;
use super::params::FEW_ACTIONS;
use super::root_moves::{PvLine, RootMove};
use super::root_position::RootPosition;
use super::shared::SharedState;
use super::tree::{NextToMove, TerminalResult, TurnRules};
use crate::clock::Instant;
use crate::eval::{Evaluate, MAX_PLY, Score};
use arrayvec::ArrayVec;
use dhow_rules::pieces::Piece;
use dhow_rules::position::Move;
use std::cell::Cell;

/// The data that the search keeps for each ply of the current line.
#[derive(Default)]
pub struct StackEntry {
    /// The corrected static evaluation; `None` in check.
    pub evaluation: Option<Score>,
    /// The move made here with its piece; `None` for a null move.
    pub moved: Option<(Piece, Move)>,
    /// Turns between the root and here, and the ply at which this turn began. Only used where turns have several
    /// moves.
    pub turns: usize,
    pub began: usize,
    /// Sleep set: moves that need no search here, because a search in another order covered them. Only used where
    /// turns have several moves.
    pub sleep_set: SleepSet,
    /// Whether the move made here is quiet.
    pub quiet: bool,
    /// Killer moves: quiet moves that refuted siblings.
    pub killers: [Option<Move>; 2],
    /// The principal variation from here.
    pub pv: PvLine,
    /// Sum of the skill noise of the principal variation, in centipawns. Only used in the root turn.
    pub noise_offset: i32,
}

impl StackEntry {
    /// Makes it as new. Assigning a new entry would write all places of its lists.
    fn clear(&mut self) {
        let Self { evaluation, moved, turns, began, sleep_set, quiet, killers, pv, noise_offset } =
            self;
        (*evaluation, *moved, *quiet, *killers) = (None, None, false, [None; 2]);
        (*turns, *began, *noise_offset) = (0, 0, 0);
        sleep_set.clear();
        pv.clear();
    }
}

thread_local! {
    /// The search stack of the thread's last search. To allocate it anew takes a tenth of the time of a search of some
    /// hundred nodes.
    static LAST_STACK: Cell<Vec<StackEntry>> = const { Cell::new(Vec::new()) };
}

/// An empty search stack.
fn empty_stack() -> Vec<StackEntry> {
    let mut stack = LAST_STACK.take();
    stack.iter_mut().for_each(StackEntry::clear);
    stack.resize_with(MAX_PLY + 2, StackEntry::default);
    stack
}

/// Moves that need no search.
pub type SleepSet = ArrayVec<Move, 24>;

/// One thread of a search.
pub struct Worker<'a, P: TurnRules, E: Evaluate<P>> {
    /// Index of the thread; 0 reports.
    pub index: usize,
    pub shared: &'a SharedState,
    pub evaluation: &'a E,
    pub endings: &'a P::Endings,
    /// The current position.
    pub position: P,
    pub contempt: Contempt,
    pub noise: SkillNoise,
    /// Whether turns have at most [`FEW_ACTIONS`] actions.
    pub few_actions: bool,
    pub histories: &'a Histories<P::Board>,
    /// The search stack.
    pub stack: Vec<StackEntry>,
    /// The data that the evaluation keeps for the current line.
    pub accumulators: E::Accumulators,
    /// Root moves, best first as far as known.
    pub root_moves: Vec<RootMove>,
    /// Number of principal variations complete in this iteration (multi-PV).
    pub lines_done: usize,
    /// Depth of this iteration in plies.
    pub root_depth: i32,
    /// Nodes of this thread.
    pub nodes: u64,
    /// Length in plies of the longest line of the current search.
    pub selective_depth: usize,
    /// When the first thread last looked at the clock.
    looked_at: Instant,
    /// No null move is made before this ply, while one is verified.
    pub no_null_before: usize,
    /// The table key of the root position.
    pub root_key: u64,
    /// Depth and root moves of a complete iteration of another engine, which ends the present one.
    pub taken_over: Option<(i32, Vec<RootMove>)>,
}

/// Nodes between two looks at the clock: about a tenth of a millisecond.
const CLOCK_INTERVAL: u64 = 128;

impl<'a, P: TurnRules, E: Evaluate<P>> Worker<'a, P, E> {
    /// A thread that will search `root_moves`.
    pub fn new(
        index: usize,
        shared: &'a SharedState,
        root: &'a RootPosition<P, E>,
        root_moves: &[Move],
    ) -> Self {
        let few_actions = !P::ALTERNATES && root.position.moves_left() <= FEW_ACTIONS;
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
            evaluation: &root.evaluation,
            endings: &root.endings,
            position: root.position.clone(),
            contempt: root.contempt,
            noise: root.noise,
            few_actions,
            histories: &root.histories,
            stack: empty_stack(),
            accumulators: root.evaluation.accumulators(&root.position),
            root_moves,
            lines_done: 0,
            root_depth: 0,
            nodes: 0,
            selective_depth: 0,
            looked_at: Instant::now(),
            no_null_before: 0,
            root_key: root.contempt.key(root.position.key()),
            taken_over: None,
        }
    }

    /// Makes a move, calls `search`, and unmakes the move.
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

    /// Makes a null move, calls `search`, and unmakes it. The side to move must not be in check.
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

    /// Makes a move at `ply`.
    #[inline(always)]
    pub fn make(&mut self, mv: Move, ply: usize) -> NextToMove {
        // Memory is slower than making a move.
        let early = self.position.key_after(mv);
        if let Some(key) = early {
            self.shared.table.prefetch(key);
        }
        self.stack[ply].moved = self.position.mover(mv).map(|piece| (piece, mv));
        let next = self
            .position
            .make_observed(mv, &mut self.evaluation.watch(&mut self.accumulators, ply));
        self.note_turn(ply, next);
        if early.is_none() {
            self.shared.table.prefetch(self.key(ply + 1));
        }
        self.count_node();
        next
    }

    /// The score of a finished game, `turns` below the root.
    #[inline(always)]
    pub fn score(&self, result: TerminalResult, turns: usize) -> Score {
        match result {
            TerminalResult::Drawn => self.contempt.draw(self.position.side_to_move()),
            result => result.score(turns),
        }
    }

    /// The table key of the position. Skill noise and contempt have keys of their own.
    #[inline(always)]
    pub fn key(&self, ply: usize) -> u64 {
        let key = self.position.key();
        let key = if P::ALTERNATES { key } else { self.contempt.key(key) };
        if self.is_noisy(ply) { key ^ self.noise.key() } else { key }
    }

    /// Whether the move made at `ply` has skill noise: it belongs to the root turn.
    #[inline(always)]
    pub fn is_noisy(&self, ply: usize) -> bool {
        !self.noise.none() && self.turns(ply) == 0
    }

    /// The earlier moves, for the continuation history.
    #[inline(always)]
    pub fn context(&self, ply: usize) -> ContinuationContext {
        BACK.map(|turns| {
            let (piece, mv) = self.last_move(ply, turns)??;
            Some(self.histories.after(piece, mv.to()))
        })
    }

    /// Whether the iteration must end: the search shall end, or another thread completed the iteration.
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
            // With skill noise every move is looked at.
            && (self.noise.none() || self.root_depth > 1)
        {
            shared.finish();
        }
        if self.nodes.is_multiple_of(CLOCK_INTERVAL) && shared.is_watched() {
            self.look_at_clock();
        }
    }

    fn look_at_clock(&mut self) {
        let now = Instant::now();
        if self.index == 0 {
            self.shared.note_gap(now - self.looked_at);
            self.looked_at = now;
        }
        if self.shared.out_of_time() || self.shared.interrupted() {
            self.shared.stop();
        } else {
            self.shared.table.memory().note_nodes(self.nodes);
            self.look_at_other_engines();
        }
    }

    /// Nodes of all threads.
    fn nodes_so_far(&self) -> u64 {
        if self.shared.nodes.len() == 1 { self.nodes } else { self.shared.total_nodes() }
    }

    /// Sets the principal variation to `mv` and the one below.
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

impl<P: TurnRules, E: Evaluate<P>> Drop for Worker<'_, P, E> {
    fn drop(&mut self) {
        LAST_STACK.set(std::mem::take(&mut self.stack));
    }
}
