//! One thread of a search: its position, its memory, and the plain steps that the search is made
//! of.

use super::continuation::{BACK, Context};
use super::endings::Endings;
use super::history::Histories;
use super::params::ZUGZWANG_MATERIAL;
use super::root::{RootMove, Variation};
use super::shared::Shared;
use crate::eval::{Accumulator, Evaluation, Evaluator, MAX_PLY, Score};
use crate::geometry::Geometry;
use crate::pieces::Piece;
use crate::position::{Move, Position};
use std::sync::Arc;
use std::time::Instant;

/// What the search keeps for every ply of the line it is in.
#[derive(Clone, Default)]
pub struct Ply<G: Geometry> {
    /// Material and squares of the position.
    pub accumulator: Accumulator<G>,
    /// The static evaluation; `None` in check.
    pub evaluation: Option<Score>,
    /// The piece that moved from here, and its move; `None` for a null move.
    pub moved: Option<(Piece, Move)>,
    /// Quiet moves that refuted siblings.
    pub killers: [Option<Move>; 2],
    /// The best line from here.
    pub pv: Variation,
}

/// One thread's part of a search.
pub struct Worker<'a, G: Geometry> {
    /// 0 for the thread that reports.
    pub index: usize,
    /// What all threads share.
    pub shared: &'a Shared,
    /// The game's evaluation.
    pub evaluator: Arc<Evaluator<G>>,
    /// The game's solved endings.
    pub endings: Arc<Endings<G>>,
    /// The position being searched; between nodes, that of the current line.
    pub position: Position<G>,
    /// What earlier searches say about the order of moves.
    pub histories: &'a Histories<G>,
    /// The current line.
    pub plies: Vec<Ply<G>>,
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
    /// Ply below which the side given may not pass, while a null move is verified.
    pub no_null_before: usize,
}

/// Nodes between two looks at the clock: some tenth of a millisecond.
const CLOCK_INTERVAL: u64 = 128;

impl<'a, G: Geometry> Worker<'a, G> {
    /// A thread that will search `position`, considering `root_moves` only.
    pub fn new(
        index: usize,
        shared: &'a Shared,
        evaluator: Arc<Evaluator<G>>,
        endings: Arc<Endings<G>>,
        position: Position<G>,
        histories: &'a Histories<G>,
        root_moves: &[Move],
    ) -> Self {
        let mut plies = vec![Ply::default(); MAX_PLY + 2];
        plies[0].accumulator = evaluator.accumulate(&position);
        let root_moves = root_moves
            .iter()
            .map(|&mv| RootMove {
                pv: [mv].into_iter().collect(),
                score: -Score::INFINITE,
                previous: -Score::INFINITE,
                selective_depth: 0,
                nodes: 0,
            })
            .collect();
        Self {
            index,
            shared,
            evaluator,
            endings,
            position,
            histories,
            plies,
            root_moves,
            lines_done: 0,
            root_depth: 0,
            nodes: 0,
            selective_depth: 0,
            looked_at: Instant::now(),
            no_null_before: 0,
        }
    }

    /// Makes a move on the line, `ply` plies below the root.
    #[inline]
    pub fn make(&mut self, mv: Move, ply: usize) {
        self.plies[ply].moved = self.position.on(mv.from()).map(|piece| (piece, mv));
        let (upper, lower) = self.plies.split_at_mut(ply + 1);
        lower[0].accumulator.clone_from(&upper[ply].accumulator);
        self.position.make_observed(mv, &mut self.evaluator.watch(&mut lower[0].accumulator));
        self.shared.table.prefetch(self.position.key());
        self.count_node();
    }

    /// Takes back the move made last.
    #[inline]
    pub fn unmake(&mut self, mv: Move) {
        self.position.unmake(mv);
    }

    /// Passes. The side to move must not be in check.
    pub fn make_null(&mut self, ply: usize) {
        debug_assert!(!self.position.in_check());
        self.plies[ply].moved = None;
        self.plies[ply + 1].accumulator = self.plies[ply].accumulator;
        self.position.make_null();
        self.count_node();
    }

    /// Takes back a pass.
    pub fn unmake_null(&mut self) {
        self.position.unmake_null();
    }

    /// The static evaluation of the position.
    #[inline]
    pub fn evaluate(&self, ply: usize) -> Score {
        let accumulator = &self.plies[ply].accumulator;
        self.endings.evaluate(&*self.evaluator, &self.position, accumulator)
    }

    /// Whether the side to move has officers worth at least a Rook: without them passing may be
    /// better than moving.
    pub fn has_officers(&self) -> bool {
        let (position, rules) = (&self.position, self.position.rules());
        let mut worth = 0;
        for square in position.placement().side(position.side_to_move()) {
            if let Some(piece) = position.on(square)
                && !rules.role(piece.kind()).promotes()
            {
                worth += rules.value(piece.kind());
                if worth >= ZUGZWANG_MATERIAL {
                    return true;
                }
            }
        }
        false
    }

    /// The moves that led to the position at this ply.
    pub fn context(&self, ply: usize) -> Context {
        BACK.map(|back| {
            let (piece, mv) = self.plies[ply.checked_sub(back)?].moved?;
            Some(self.histories.after(piece, mv.to()))
        })
    }

    /// The piece and target of the opponent's last move.
    pub fn previous_move(&self, ply: usize) -> Option<(Piece, Move)> {
        self.plies[ply.checked_sub(1)?].moved
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
        let (upper, lower) = self.plies.split_at_mut(ply + 1);
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
