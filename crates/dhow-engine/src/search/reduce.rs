//! Late move reductions (LMR): in a well ordered list late moves are rarely best, so they are searched less deeply, and
//! again in full only if they raise alpha.

use super::node::{Node, NodeKind};
use super::params::*;
use super::tree::TurnRules;
use super::worker::Worker;
use crate::eval::Evaluate;
use dhow_rules::position::Move;
use once_cell::sync::Lazy;

const DEPTHS: usize = 64;
const SHARES: usize = 101;

/// Reductions by depth and by the percentage of the legal moves tried before.
static REDUCTIONS: Lazy<Box<[[i32; SHARES]; DEPTHS]>> = Lazy::new(|| {
    let mut table = Box::new([[0; SHARES]; DEPTHS]);
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (percent, reduction) in row.iter_mut().enumerate() {
            *reduction = (PLY as f64 * late_move_reduction(depth, percent)) as i32;
        }
    }
    table
});

/// By how much of a [`PLY`] to reduce a quiet move when `tried` of `legal` moves were tried
/// before it.
///
/// The share of the moves counts, not their number: a formula made for chess's 35 moves would
/// reduce most of 150 moves by more than the whole depth.
fn late_move(depth: i32, tried: usize, legal: usize) -> i32 {
    let percent = (100 * tried / legal.max(1)).min(SHARES - 1);
    REDUCTIONS[depth.clamp(0, DEPTHS as i32 - 1) as usize][percent]
}

impl<P: TurnRules, E: Evaluate<P>> Worker<'_, P, E> {
    /// Plies by which a move is searched less deeply at first.
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
        // The later a move and the deeper the search, the more; less for a quiet move with a good history.
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
