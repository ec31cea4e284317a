//! Perft: counting the leaves of the tree of legal moves.
//!
//! With several threads and a hash table it is in the crate of the engine.

use crate::command::CommandPosition;
use crate::geometry::Geometry;
use crate::movegen::{MoveList, Wanted};
use crate::position::{Move, Position};
use crate::variant::Variant;

/// A position below which leaves can be counted. In games of several moves a turn a ply is an action:
/// a move, or the end of a turn that could go on.
pub trait Countable: Clone + Send + Sync {
    /// The game.
    fn variant(&self) -> &Variant;
    /// A number that tells positions of a game apart.
    fn key(&self) -> u64;
    /// How many legal moves there are.
    fn count(&self) -> u64;
    /// How many legal moves there are after each legal move, added up.
    fn count_replies(&mut self) -> u64 {
        let mut replies = 0;
        for mv in listed(self) {
            self.make(mv);
            replies += self.count();
            self.unmake(mv);
        }
        replies
    }
    /// Adds the legal moves to a list.
    fn list(&self, moves: &mut MoveList);
    /// Makes a legal move.
    fn make(&mut self, mv: Move);
    /// Takes back the last move made, which must be `mv`.
    fn unmake(&mut self, mv: Move);
    /// The text of a move.
    fn move_text(&self, mv: Move) -> String;
}

/// Both sorts of positions have all of it under the same names.
macro_rules! countable {
    ($($position:ident { $($more:item)* })*) => {$(
        impl<G: Geometry> Countable for $position<G> {
            fn variant(&self) -> &Variant {
                self.rules().variant()
            }

            #[inline(always)]
            fn key(&self) -> u64 {
                self.key()
            }

            #[inline(always)]
            fn count(&self) -> u64 {
                self.count_legal_moves()
            }

            #[inline(always)]
            fn list(&self, moves: &mut MoveList) {
                self.add_legal_moves(Wanted::All, moves);
            }

            #[inline(always)]
            fn make(&mut self, mv: Move) {
                self.make(mv);
            }

            #[inline(always)]
            fn unmake(&mut self, mv: Move) {
                self.unmake(mv);
            }

            fn move_text(&self, mv: Move) -> String {
                self.move_text(mv)
            }

            $($more)*
        }
    )*};
}
countable! {
    Position {
        #[inline(always)]
        fn count_replies(&mut self) -> u64 {
            self.count_replies()
        }
    }
    CommandPosition {}
}

/// The number of leaves `depth` plies below a position. The last ply is counted, not made; for all moves of
/// the ply before it, the pieces that none of them can touch are counted once.
pub fn perft<P: Countable>(position: &mut P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count(),
        2 => position.count_replies(),
        _ => {
            let mut leaves = 0;
            // A list that is returned would be copied.
            let mut moves = MoveList::new();
            position.list(&mut moves);
            for &mv in &moves {
                position.make(mv);
                leaves += perft(position, depth - 1);
                position.unmake(mv);
            }
            leaves
        }
    }
}

/// The legal moves of a position.
pub fn listed<P: Countable>(position: &P) -> MoveList {
    let mut moves = MoveList::new();
    position.list(&mut moves);
    moves
}
