//! Leaf counts of any game.

use dhow_rules::command::CommandPosition;
use dhow_rules::game::{Game, Visitor};
use dhow_rules::geometry::Geometry;
use dhow_rules::movegen::MoveList;
use dhow_rules::perft::{Countable, listed, perft};
use dhow_rules::position::Position;

struct Count {
    depth: u32,
    /// Whether the last ply is made, too, rather than counted.
    plain: bool,
}

impl Count {
    fn leaves<P: Countable>(self, position: &P) -> u64 {
        let mut position = position.clone();
        let key = position.key();
        let count = if self.plain { plain_perft } else { perft };
        let leaves = count(&mut position, self.depth);
        assert_eq!(position.key(), key);
        leaves
    }
}

impl Visitor for Count {
    type Output = u64;

    fn visit<G: Geometry>(self, position: &Position<G>) -> u64 {
        assert_eq!(position.key(), position.fresh_key());
        self.leaves(position)
    }

    fn visit_command<G: Geometry>(self, position: &CommandPosition<G>) -> u64 {
        assert_eq!(position.key(), position.fresh_key());
        self.leaves(position)
    }
}

/// The leaves below the position of a game.
pub fn count(game: &Game, depth: u32) -> u64 {
    game.position().visit(Count { depth, plain: false })
}

/// The same without counting whole move lists at the last ply.
pub fn plain_count(game: &Game, depth: u32) -> u64 {
    game.position().visit(Count { depth, plain: true })
}

/// The leaves below a position without counting whole lists of moves at the last ply.
pub fn plain_perft<P: Countable>(position: &mut P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = MoveList::new();
    position.list(&mut moves);
    let mut leaves = 0;
    for &mv in &moves {
        position.make(mv);
        leaves += plain_perft(position, depth - 1);
        position.unmake(mv);
    }
    leaves
}

/// The moves after each legal move of a game's position: counted together, and position by position.
pub fn replies(game: &Game) -> (u64, u64) {
    game.position().visit(Replies)
}

struct Replies;

impl Replies {
    fn of<P: Countable>(position: &P) -> (u64, u64) {
        let mut position = position.clone();
        let mut one_by_one = 0;
        for mv in listed(&position) {
            position.make(mv);
            one_by_one += position.count();
            position.unmake(mv);
        }
        (position.count_replies(), one_by_one)
    }
}

impl Visitor for Replies {
    type Output = (u64, u64);

    fn visit<G: Geometry>(self, position: &Position<G>) -> (u64, u64) {
        Self::of(position)
    }

    fn visit_command<G: Geometry>(self, position: &CommandPosition<G>) -> (u64, u64) {
        Self::of(position)
    }
}
