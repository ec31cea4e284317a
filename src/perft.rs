//! Perft: counting the leaves of the tree of legal moves.

use crate::geometry::Geometry;
use crate::position::Position;

/// The number of leaves `depth` plies below a position. The last ply is counted, not made.
pub fn perft<G: Geometry>(position: &mut Position<G>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves(),
        _ => {
            let mut leaves = 0;
            for mv in position.legal_moves() {
                position.make(mv);
                leaves += perft(position, depth - 1);
                position.unmake(mv);
            }
            leaves
        }
    }
}
