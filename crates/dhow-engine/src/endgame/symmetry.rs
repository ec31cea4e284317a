//! Symmetries of the board that preserve the movement of pieces.

use super::routes::Routes;
use dhow_rules::geometry::{Board, Geometry};
use dhow_rules::square::Square;

/// A rotation or reflection of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardSymmetry {
    swap: bool,
    mirror_files: bool,
    mirror_ranks: bool,
}

impl BoardSymmetry {
    /// All symmetries of a board, the identity first: without missing squares eight of a square board, else four.
    pub fn all<G: Geometry>(board: &Board<G>) -> impl Iterator<Item = Self> {
        (0..8u8)
            .map(|bits| Self {
                swap: bits & 4 != 0,
                mirror_files: bits & 1 != 0,
                mirror_ranks: bits & 2 != 0,
            })
            .filter(|symmetry| !symmetry.swap || board.files() == board.ranks())
            .filter(|symmetry| symmetry.of_set(board, board.all()) == board.all())
    }

    /// The image of a square.
    pub fn of<G: Geometry>(self, board: &Board<G>, square: Square) -> Square {
        let (mut file, mut rank) = (G::file(square), G::rank(square));
        if self.swap {
            (file, rank) = (rank, file);
        }
        if self.mirror_files {
            file = board.files() - 1 - file;
        }
        if self.mirror_ranks {
            rank = board.ranks() - 1 - rank;
        }
        match G::square(file as i32, rank as i32) {
            Some(square) => square,
            None => unreachable!("a symmetry leads from the board to itself"),
        }
    }

    /// The image of a set of squares.
    pub fn of_set<G: Geometry>(self, board: &Board<G>, set: G::Set) -> G::Set {
        set.into_iter().map(|square| self.of(board, square)).collect()
    }

    /// Whether a piece moves the same from every square and its image.
    pub fn keeps<G: Geometry>(self, board: &Board<G>, routes: &Routes<G>) -> bool {
        self.of_set(board, routes.promotes_on) == routes.promotes_on
            && board.squares().all(|from| {
                let mut images: Vec<_> = routes
                    .all_from(from)
                    .iter()
                    .map(|route| route.seen_through(board, self))
                    .collect();
                let there = routes.all_from(self.of(board, from));
                there.len() == images.len()
                    && there.iter().all(|route| {
                        let found = images.iter().position(|image| image == route);
                        found.map(|index| images.swap_remove(index)).is_some()
                    })
            })
    }
}
