//! The numbers of the search: margins in centipawns, shares of the legal moves, depths in plies.

/// Plies from which on a search has an aspiration window.
pub const ASPIRATION_DEPTH: i32 = 4;
/// Half of the first aspiration window.
pub const ASPIRATION_WINDOW: i32 = 30;

/// From this advantage on material says little: moves are not pruned for failing to win yet more,
/// which would hide mates.
pub const DECIDED: i32 = 2000;

/// Depth up to which a node far above beta is cut off by its evaluation.
pub const REVERSE_FUTILITY_DEPTH: i32 = 7;
/// How far above beta for each ply of depth.
pub const REVERSE_FUTILITY_MARGIN: i32 = 80;
/// Depth up to which a node far below alpha is left to the quiescence search.
pub const RAZOR_DEPTH: i32 = 3;
/// How far below alpha, at depth 0 and for each ply.
pub const RAZOR_MARGIN: (i32, i32) = (180, 170);

/// Least depth for a null move.
pub const NULL_DEPTH: i32 = 3;
/// Plies saved by a null move, and one more for each of these plies of depth.
pub const NULL_REDUCTION: (i32, i32) = (3, 4);
/// A further ply for each of these centipawns above beta, at most three.
pub const NULL_EVALUATION_STEP: i32 = 250;
/// Officers' material below which passing may be better than moving.
pub const ZUGZWANG_MATERIAL: i32 = 500;
/// Depth from which on a null move's cut-off is verified by a search without null moves.
pub const NULL_VERIFICATION_DEPTH: i32 = 12;

/// Least depth at which a node without a known best move is searched a ply shallower.
pub const INTERNAL_REDUCTION_DEPTH: i32 = 5;

/// Depth up to which late quiet moves are skipped.
pub const LATE_MOVE_DEPTH: i32 = 6;
/// Depth up to which quiet moves that cannot reach alpha are skipped.
pub const FUTILITY_DEPTH: i32 = 7;
/// How far below alpha, at depth 0 and for each ply.
pub const FUTILITY_MARGIN: (i32, i32) = (100, 65);
/// Depth up to which moves that lose material are skipped.
pub const EXCHANGE_DEPTH: i32 = 6;
/// Material a quiet move may lose for each ply of depth.
pub const EXCHANGE_QUIET: i32 = 30;
/// Material a capture may lose for each ply of depth squared.
pub const EXCHANGE_CAPTURE: i32 = 30;

/// Least depth for late move reductions.
pub const REDUCTION_DEPTH: i32 = 3;
/// History that makes up for one ply of reduction.
pub const REDUCTION_HISTORY: i32 = 8192;

/// A capture in the quiescence search must come this near to alpha with its victim's value.
pub const DELTA_MARGIN: i32 = 200;

/// The share of the legal moves, in percent, after which quiet moves are skipped at a depth.
///
/// Chess engines skip after some 3 + depth^2 of 35 moves; here 100 to 250 moves are legal.
pub const fn late_move_share(depth: i32, improving: bool) -> usize {
    let percent = 6 + 5 * depth * depth;
    (if improving { percent * 3 / 2 } else { percent }) as usize
}
