//! Symmetries of the board that preserve the movement of pieces.

use super::routes::Routes;
use dhow_rules::bitboard::SquareSet;
use dhow_rules::geometry::Geometry;
use dhow_rules::square::Square;

/// A rotation or reflection of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardSymmetry {
    swap: bool,
    mirror_files: bool,
    mirror_ranks: bool,
}

impl BoardSymmetry {
    /// All symmetries of a board, the identity first: eight of a square board, else four.
    pub fn all<G: Geometry>() -> impl Iterator<Item = Self> {
        (0..8u8)
            .map(|bits| Self {
                swap: bits & 4 != 0,
                mirror_files: bits & 1 != 0,
                mirror_ranks: bits & 2 != 0,
            })
            .filter(|symmetry| !symmetry.swap || G::FILES == G::RANKS)
    }

    /// The image of a square.
    pub fn of<G: Geometry>(self, square: Square) -> Square {
        let (mut file, mut rank) = (G::file(square), G::rank(square));
        if self.swap {
            (file, rank) = (rank, file);
        }
        if self.mirror_files {
            file = G::FILES - 1 - file;
        }
        if self.mirror_ranks {
            rank = G::RANKS - 1 - rank;
        }
        match G::square(file as i32, rank as i32) {
            Some(square) => square,
            None => unreachable!("a symmetry leads from square to square"),
        }
    }

    /// The image of a set of squares.
    pub fn of_set<G: Geometry>(self, set: G::Set) -> G::Set {
        set.into_iter().fold(G::Set::EMPTY, |image, s| image | G::Set::single(self.of::<G>(s)))
    }

    /// Whether a piece moves the same from every square and its image.
    pub fn keeps<G: Geometry>(self, routes: &Routes<G>) -> bool {
        self.of_set::<G>(routes.promotes_on) == routes.promotes_on
            && G::squares().all(|from| {
                let mut images: Vec<_> = routes
                    .all_from(from)
                    .iter()
                    .map(|route| route.seen_through::<G>(self))
                    .collect();
                let there = routes.all_from(self.of::<G>(from));
                there.len() == images.len()
                    && there.iter().all(|route| {
                        let found = images.iter().position(|image| image == route);
                        found.map(|index| images.swap_remove(index)).is_some()
                    })
            })
    }
}
