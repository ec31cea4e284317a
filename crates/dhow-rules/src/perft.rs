//! Perft: counting the leaves of the tree of legal moves, with bulk counting.
//!
//! The engine's crate has a version with threads and a hash table.
//!
//! ```
//! use dhow_rules::geometry::Layout8;
//! use dhow_rules::perft::perft;
//! use dhow_rules::position::Position;
//! use dhow_rules::variant::{find, rules};
//!
//! let chess = rules::<Layout8>(find("chess").expect("a game of the engine's files"));
//! let mut start = Position::start(chess)?;
//! assert_eq!(perft(&mut start, 3), 8_902);
//! # Ok::<(), dhow_rules::position::FenError>(())
//! ```

use crate::command::CommandPosition;
use crate::geometry::Geometry;
use crate::movegen::{MoveList, Wanted};
use crate::position::{Move, Position};
use crate::variant::Variant;

/// A position whose leaves can be counted. In games with several moves a turn, a ply is an action:
/// a move, or the end of a turn.
pub trait Countable: Clone + Send + Sync {
    /// The game.
    fn variant(&self) -> &Variant;
    /// The Zobrist key of the position.
    fn key(&self) -> u64;
    /// The number of legal moves.
    fn count(&self) -> u64;
    /// The number of legal moves after each legal move, added up.
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
    /// Unmakes the last move, which must be `mv`.
    fn unmake(&mut self, mv: Move);
    /// The text of a move.
    fn move_text(&self, mv: Move) -> String;
}

/// Both types of positions have the methods under the same names.
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

/// The number of leaves `depth` plies below a position. The moves of the last ply are counted and
/// not made. For the ply before it, the moves of pieces that no move affects are counted once.
pub fn perft<P: Countable>(position: &mut P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count(),
        2 => position.count_replies(),
        _ => {
            let mut leaves = 0;
            // Returning a list would copy it.
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

/// The legal moves of a position. Adding [`perft`] of the position after each gives *divide*.
///
/// ```
/// use dhow_rules::geometry::Layout8;
/// use dhow_rules::perft::{listed, perft};
/// use dhow_rules::position::Position;
/// use dhow_rules::variant::{find, rules};
///
/// let chess = rules::<Layout8>(find("chess").expect("a game of the engine's files"));
/// let mut position = Position::start(chess)?;
/// let mut leaves = 0;
/// for mv in listed(&position) {
///     position.make(mv);
///     leaves += perft(&mut position, 1);
///     position.unmake(mv);
/// }
/// assert_eq!(leaves, 400);
/// # Ok::<(), dhow_rules::position::FenError>(())
/// ```
pub fn listed<P: Countable>(position: &P) -> MoveList {
    let mut moves = MoveList::new();
    position.list(&mut moves);
    moves
}
