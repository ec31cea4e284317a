//! Moves that capture on the way (locust captures), and moves that change nothing.

use crate::bitboard::SquareSet;
use crate::geometry::{Board, Geometry};
use crate::square::Square;

/// The greatest number of files and of ranks to the square of the first victim.
pub const FARTHEST_OVER: i8 = 2;

/// A move in two legs by which a piece captures the enemy on one square and goes on to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Locust {
    /// The square of the first victim.
    pub over: Square,
    /// The square where the move ends. It may be the one where it began.
    pub to: Square,
    /// Whether it may end on an empty square.
    pub quiet: bool,
    /// Whether it may end with another capture.
    pub capture: bool,
}

impl Locust {
    /// Whether a piece on `from` may end the move on its last square, given the occupied squares
    /// and those of the enemies.
    fn ends<S: SquareSet>(&self, from: Square, occupied: S, enemies: S) -> bool {
        match self.to == from || !occupied.contains(self.to) {
            true => self.quiet,
            false => self.capture && enemies.contains(self.to),
        }
    }

    /// Whether a piece on `from` can make the move.
    #[inline]
    pub fn is_open<S: SquareSet>(&self, from: Square, occupied: S, enemies: S) -> bool {
        enemies.contains(self.over) && self.ends(from, occupied, enemies)
    }

    /// Whether a piece on `from` would capture an enemy on `square`, if one stands there.
    pub fn captures<S: SquareSet>(
        &self,
        from: Square,
        square: Square,
        occupied: S,
        enemies: S,
    ) -> bool {
        if self.over == square {
            return self.ends(from, occupied, enemies);
        }
        self.to == square && self.capture && enemies.contains(self.over)
    }
}

/// The moves of a kind of piece, for one side, that capture on the way or change nothing. Boxed
/// tables are indexed by square.
#[derive(Clone, Debug)]
pub struct LocustTables<G: Geometry> {
    /// The locust moves from the square.
    pub moves: Box<[Vec<Locust>]>,
    /// The squares from which a locust move might capture on the square.
    pub sources: Box<[G::Set]>,
    /// A piece on the square may pass its turn if one of these squares is empty.
    pub passes: Box<[G::Set]>,
}

impl<G: Geometry> LocustTables<G> {
    /// Leaves out all moves that end outside of a region.
    pub(super) fn confine(&mut self, board: &Board<G>, region: G::Set) {
        self.sources.fill(G::Set::EMPTY);
        for from in board.squares() {
            let moves = &mut self.moves[from.index()];
            moves.retain(|locust| region.contains(locust.to));
            for locust in moves {
                self.sources[locust.over.index()].insert(from);
                if locust.capture {
                    self.sources[locust.to.index()].insert(from);
                }
            }
            if !region.contains(from) {
                self.passes[from.index()] = G::Set::EMPTY;
            }
        }
    }
}
