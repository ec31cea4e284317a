//! Late move reductions.

use once_cell::sync::Lazy;

const DEPTHS: usize = 64;
const SHARES: usize = 101;

/// Plies of reduction in 1/256ths by depth and by the percentage of the legal moves tried before.
static REDUCTIONS: Lazy<Box<[[i32; SHARES]; DEPTHS]>> = Lazy::new(|| {
    let mut table = Box::new([[0; SHARES]; DEPTHS]);
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (percent, reduction) in row.iter_mut().enumerate() {
            let tried = 1.0 + 0.5 * percent as f64;
            *reduction = (256.0 * (0.3 + (depth as f64).ln() * tried.ln() / 1.9)) as i32;
        }
    }
    table
});

/// Plies by which to reduce a quiet move, in 1/256ths, when `tried` of `legal` moves were tried
/// before it.
///
/// The share of the moves counts, not their number: a formula made for chess's 35 moves would
/// reduce most of 150 moves by more than the whole depth.
pub fn late_move(depth: i32, tried: usize, legal: usize) -> i32 {
    let percent = (100 * tried / legal.max(1)).min(SHARES - 1);
    REDUCTIONS[depth.clamp(0, DEPTHS as i32 - 1) as usize][percent]
}
