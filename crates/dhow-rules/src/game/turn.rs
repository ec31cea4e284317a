//! A turn of a game.

use crate::position::Move;
use std::ops::Deref;

/// The moves of one side to the end of its turn, in order: one, or several in games with leaders,
/// where the last one may be [`Move::END`]. There is at least one.
///
/// [`Game::turns`](super::Game::turns) splits a line into turns, and
/// [`Game::parse_turn`](super::Game::parse_turn) reads one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn(Vec<Move>);

impl Turn {
    /// The turn of these moves, the last of which ends it; `None` without moves.
    pub fn new(moves: Vec<Move>) -> Option<Self> {
        (!moves.is_empty()).then_some(Self(moves))
    }

    /// The first move.
    pub fn first(&self) -> Move {
        self.0[0]
    }
}

/// The turn of one move.
impl From<Move> for Turn {
    fn from(mv: Move) -> Self {
        Self(vec![mv])
    }
}

impl Deref for Turn {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl<'a> IntoIterator for &'a Turn {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
