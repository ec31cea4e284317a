//! Unmoves of the strong side.

use super::ending::MAX_PIECES;
use super::routes::{Route, Routes};
use super::space::{BoardTurn, Space};
use arrayvec::ArrayVec;
use dhow_rules::bitboard::SquareSet;
use dhow_rules::geometry::Geometry;
use dhow_rules::square::Square;

/// A route of a piece, by its end.
pub(super) struct Arrival<S> {
    pub from: Square,
    pub route: Route<S>,
}

/// Routes by the index of the square where they end.
type Arrivals<S> = Box<[Vec<Arrival<S>>]>;

/// A move of the strong King from a home.
pub(super) struct KingMove {
    /// The home to which it moves, after turning the board.
    pub home: usize,
    /// The turn of the board that leads there.
    pub turn: BoardTurn,
}

/// Quiet moves of an ending by the square where they end. Promotions are left out: they lead to other endings.
pub(super) struct Backward<G: Geometry> {
    /// By piece.
    arrivals: ArrayVec<Arrivals<G::Set>, MAX_PIECES>,
    /// By the home where they start.
    king_moves: Vec<Vec<KingMove>>,
}

impl<G: Geometry> Backward<G> {
    pub fn new(space: &Space, pieces: &[Routes<G>], king: &Routes<G>) -> Self {
        let leaving = |square: Square| {
            let moves = king.quiet_from(square).iter().map(|route| {
                let (home, turn) = space.home_of(route.to);
                KingMove { home, turn }
            });
            moves.collect()
        };
        Self {
            arrivals: pieces.iter().map(|routes| arrivals(space, routes)).collect(),
            king_moves: space.homes().iter().map(|home| leaving(home.square)).collect(),
        }
    }

    /// The routes of a piece, by its index in the ending, that end on a square.
    #[inline(always)]
    pub fn arrivals(&self, piece: usize, to: Square) -> &[Arrival<G::Set>] {
        &self.arrivals[piece][to.index()]
    }

    pub fn king_moves(&self, home: usize) -> &[KingMove] {
        &self.king_moves[home]
    }
}

fn arrivals<G: Geometry>(space: &Space, routes: &Routes<G>) -> Arrivals<G::Set> {
    let mut arrivals: Arrivals<G::Set> = (0..G::INDEX_SPACE).map(|_| Vec::new()).collect();
    for &from in space.squares() {
        for route in routes.quiet_from(from) {
            if !routes.promotes_on.contains(route.to) {
                let route = route.clone();
                arrivals[route.to.index()].push(Arrival { from, route });
            }
        }
    }
    arrivals
}
