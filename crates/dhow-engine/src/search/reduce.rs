//! Late move reductions (LMR): with a good move order late moves are rarely best, so their first search is less deep.

use super::node::{Node, NodeKind};
use super::params::*;
use super::tree::TurnRules;
use super::worker::Worker;
use crate::eval::Evaluate;
use dhow_rules::position::Move;
use once_cell::sync::Lazy;

const DEPTHS: usize = 64;
const SHARES: usize = 101;

/// Reductions in 256ths of a ply by depth and by the percentage of the legal moves tried before.
static REDUCTIONS: Lazy<Box<[[i32; SHARES]; DEPTHS]>> = Lazy::new(|| {
    let mut table = Box::new([[0; SHARES]; DEPTHS]);
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (percent, reduction) in row.iter_mut().enumerate() {
            *reduction = (PLY as f64 * late_move_reduction(depth, percent)) as i32;
        }
    }
    table
});

/// The reduction in 256ths of a ply of a quiet move after `tried` of `legal` moves.
///
/// It goes by the share of the moves, not by their number: a formula for the 35 moves of chess would reduce most of
/// 150 moves by more than the whole depth.
fn late_move(depth: i32, tried: usize, legal: usize) -> i32 {
    let percent = (100 * tried / legal.max(1)).min(SHARES - 1);
    REDUCTIONS[depth.clamp(0, DEPTHS as i32 - 1) as usize][percent]
}

impl<P: TurnRules, E: Evaluate<P>> Worker<'_, P, E> {
    /// Plies by which the first search of a move is reduced.
    pub fn reduction<N: NodeKind>(
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
        let legal = legal.min(P::SELECTIVITY.most_moves);
        let params = &self.shared.params;
        // Later moves and deeper searches are reduced more, moves with a good history less.
        let mut reduction = late_move(node.depth, count - 1, legal) * params.reduction_scale / 100;
        if tactical {
            reduction = reduction * params.reduction_tactical / 100;
        } else if let Some(piece) = self.position.mover(mv) {
            let history = self.histories.quiet(&node.context, piece, mv.to());
            reduction -= history * PLY / params.reduction_history;
        }
        reduction += params.reduction_offset;
        reduction -= params.reduction_pv * N::PV as i32;
        reduction -= params.reduction_in_check * node.in_check as i32;
        reduction += params.reduction_not_improving * !node.improving as i32;
        let halved = !P::ALTERNATES && self.few_actions;
        (reduction / if halved { 2 * PLY } else { PLY }).max(0)
    }
}
