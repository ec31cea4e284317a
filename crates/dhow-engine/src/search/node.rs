//! Sorts of nodes, and what is known of one while its moves are searched.

use super::continuation::ContinuationContext;
use crate::eval::Score;

/// The sort of a node: the compiler makes a search of its own for each.
pub trait NodeKind {
    /// Whether the node may lie on the principal variation: its window is open.
    const PV: bool;
    /// Whether the node is the root.
    const ROOT: bool;
}

/// The root.
pub struct Root;

/// A PV node: it may lie on the principal variation.
pub struct Pv;

/// A non-PV node: it is only asked whether it is better than some score.
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

/// What one node knows while its moves are searched.
pub struct Node {
    /// Moves below the root.
    pub ply: usize,
    /// Plies left to search.
    pub depth: i32,
    /// The upper end of the window.
    pub beta: Score,
    /// The moves that led here.
    pub context: ContinuationContext,
    /// Whether the side to move must answer a check.
    pub in_check: bool,
    /// Whether it stands better than at its last turn.
    pub improving: bool,
    /// The static evaluation, not corrected; `None` in check.
    pub static_evaluation: Option<Score>,
    /// The adjusted evaluation: the static one, or the table's score where that tells more.
    pub evaluation: Score,
}
