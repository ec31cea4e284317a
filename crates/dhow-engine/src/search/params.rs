//! The numbers of the search: margins in centipawns, shares of the legal moves, depths in plies.
//!
//! Those that games can decide stand in [`super::numbers`]; what has to do with the clock stands in
//! [`super::time`], with the threads in [`super::abdada`].

use super::numbers::Numbers;

/// Plies from which on a search has an aspiration window.
pub const ASPIRATION_DEPTH: i32 = 4;
/// Half of the widest; a search that misses it has none.
pub const ASPIRATION_WIDEST: i32 = 1500;

/// Half of the aspiration window after one of this half was missed.
pub const fn wider(window: i32) -> i32 {
    window + window / 2 + 10
}

/// From this advantage on material says little: moves are not pruned for failing to win yet more,
/// which would hide mates.
pub const DECIDED: i32 = 2000;

/// Depth up to which a node far below alpha is left to the quiescence search.
pub const RAZOR_DEPTH: i32 = 3;

/// Least depth for a null move.
pub const NULL_DEPTH: i32 = 3;
/// The most further plies.
pub const NULL_SURPLUS: i32 = 3;
/// Officers' material below which passing may be better than moving.
pub const ZUGZWANG_MATERIAL: i32 = 500;
/// Depth from which on a null move's cut-off is verified by a search without null moves.
pub const NULL_VERIFICATION_DEPTH: i32 = 12;

/// The table's entry may be so many plies shallower than a node to tell which move may be the only good one.
pub const SINGULAR_TRUST: i32 = 3;
/// Least depth at which captures far above beta are tried first.
pub const PROBCUT_DEPTH: i32 = 5;
/// Plies saved by it.
pub const PROBCUT_REDUCTION: i32 = 4;

/// Checks are searched a ply deeper down to so many times the depth of the iteration.
pub const CHECK_EXTENSION_REACH: usize = 2;
/// Least depth at which a node without a known best move is searched a ply shallower.
pub const INTERNAL_REDUCTION_DEPTH: i32 = 5;

/// Depth up to which late quiet moves are skipped.
pub const LATE_MOVE_DEPTH: i32 = 6;
/// Depth up to which quiet moves that cannot reach alpha are skipped.
pub const FUTILITY_DEPTH: i32 = 7;
/// Depth up to which moves that lose material by SEE are skipped.
pub const SEE_DEPTH: i32 = 6;

/// Least depth for late move reductions.
pub const REDUCTION_DEPTH: i32 = 3;
/// A ply, in the unit of reductions.
pub const PLY: i32 = 256;
/// In turns of so few actions a reply is only a few plies away, and must be seen: late actions are reduced
/// by half as much, and fewer are skipped.
pub const FEW_ACTIONS: i32 = 2;

/// Plies of reduction for a quiet move at a depth after so many percent of the legal moves.
pub fn late_move_reduction(depth: usize, percent: usize) -> f64 {
    let tried = 1.0 + 0.5 * percent as f64;
    0.3 + (depth as f64).ln() * tried.ln() / 1.9
}

/// The largest absolute value of a history score.
pub const HISTORY_LIMIT: i32 = 16_384;
/// Divides the history after the own last move, beside that after the opponent's.
pub const FOLLOW_UP_SHARE: i32 = 2;
/// What a centipawn of gain counts in the order of captures.
pub const CAPTURE_GAIN: i32 = 16;
/// Divides the history in the order of captures.
pub const CAPTURE_HISTORY_SHARE: i32 = 4;

/// Plies into the quiescence search, below zero, up to which checks are answered by all moves.
pub const EVASION_DEPTH: i32 = -6;

/// The share of the legal moves, in percent, after which quiet moves are skipped at a depth.
///
/// Chess engines skip after some 3 + depth^2 of 35 moves; here 100 to 250 moves are legal.
pub const fn late_move_share(numbers: &Numbers, depth: i32, improving: bool) -> usize {
    let percent = numbers.late_move_base + numbers.late_move_growth * depth * depth / 10;
    (if improving { percent * numbers.late_move_improving / 100 } else { percent }) as usize
}

/// Legal moves of a node whose quiet moves are not listed yet.
pub const GUESSED_MOVES: usize = 60;

/// The actions after which quiet ones are skipped at a depth: many where turns are short, as a win that
/// is seen because the defences are skipped is none, and the deeper the search the more of them it sees.
pub const fn late_actions(depth: i32, few: bool) -> usize {
    (if few { 6 * depth } else { 5 + depth }) as usize
}

/// An entry of the transposition table of this search stays if it is deeper by more than this, unless
/// the new one is exact.
pub const KEPT_DEEPER: i32 = 4;
/// Plies that an entry's depth is worth less for each search since.
pub const AGE_COST: i32 = 8;

/// How much of the soft limit of time to use, in percent, when the best move has stood for so many
/// iterations.
pub const fn time_by_stability(unchanged: u32) -> u32 {
    match unchanged {
        0 => 140,
        1 => 115,
        2 | 3 => 100,
        4..=6 => 90,
        _ => 80,
    }
}

/// The same, when no node was spent on it; a percent less for each percent of the nodes that were.
pub const EFFORT_TIME: u32 = 150;

/// What thins out the tree of a game: which moves are searched less deeply, or not at all. Depths are
/// plies.
pub struct Selection {
    /// From this advantage on material says little, and moves are not pruned for failing to win more,
    /// which would hide the end of the game.
    pub decided: i32,
    /// Whether a static evaluation far from the window is enough to give up a node or its quiet moves.
    pub by_evaluation: bool,
    /// Depth up to which late quiet moves are skipped.
    pub late_move_depth: i32,
    /// How many moves are searched at a depth before: so many percent of the legal ones, or so many.
    pub late_moves: LateMoves,
    /// Late moves are reduced by their share of the legal ones, or of so many if more are legal.
    pub most_moves: usize,
}

/// How many moves are searched before the quiet ones are skipped.
pub enum LateMoves {
    /// A share of the legal ones, as [`late_move_share`] says.
    Share,
    /// So many as [`late_actions`] says.
    Actions,
}

impl LateMoves {
    /// Whether the `count`th of `legal` moves is too late at a depth.
    #[inline(always)]
    pub fn exceeded(
        &self,
        numbers: &Numbers,
        count: usize,
        legal: usize,
        depth: i32,
        improving: bool,
        few_actions: bool,
    ) -> bool {
        match *self {
            Self::Share => 100 * count > late_move_share(numbers, depth, improving) * legal,
            Self::Actions => count > late_actions(depth, few_actions),
        }
    }
}

/// For turns of one move.
pub const MOVES: Selection = Selection {
    decided: DECIDED,
    by_evaluation: true,
    late_move_depth: LATE_MOVE_DEPTH,
    late_moves: LateMoves::Share,
    most_moves: usize::MAX,
};

/// For turns of several actions, each of which changes less, and which are many more in all. The
/// evaluation within a turn says little of what the opponent's whole turn may take.
pub const ACTIONS: Selection = Selection {
    decided: 12_000,
    by_evaluation: false,
    late_move_depth: 16,
    late_moves: LateMoves::Actions,
    most_moves: 60,
};

/// Least depth left, in short turns, at which moves sleep that were searched in another order.
pub const SLEEP_DEPTH: i32 = 3;

/// Turns into the quiescence search, below zero, beyond which captures are not searched any more,
/// where turns have several moves.
pub const LAST_TURN: i32 = -1;
