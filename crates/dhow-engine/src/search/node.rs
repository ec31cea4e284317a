//! Nodes: their kinds and their state.

use super::continuation::ContinuationContext;
use crate::eval::Score;

/// The kind of a node. The compiler makes a separate search function for each.
pub trait NodeKind {
    /// Whether the node may lie on the principal variation: its window is open.
    const PV: bool;
    const ROOT: bool;
}

pub struct Root;

/// A PV node: it may lie on the principal variation.
pub struct Pv;

/// A non-PV node: its null window only asks whether it is better than a score.
pub struct NonPv;

impl NodeKind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl NodeKind for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl NodeKind for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// The state of a node while its moves are searched.
pub struct Node {
    /// Moves below the root.
    pub ply: usize,
    /// Remaining depth in plies.
    pub depth: i32,
    /// Upper end of the window.
    pub beta: Score,
    /// The earlier moves, for the continuation history.
    pub context: ContinuationContext,
    pub in_check: bool,
    /// Whether the side to move stands better than at its last turn.
    pub improving: bool,
    /// The static evaluation without correction; `None` in check.
    pub static_evaluation: Option<Score>,
    /// The corrected static evaluation, or the table's score where it is more exact.
    pub evaluation: Score,
}
