//! How a piece of the strong side gets from square to square.

use super::symmetry::BoardSymmetry;
use dhow_rules::bitboard::SquareSet;
use dhow_rules::geometry::Geometry;
use dhow_rules::pieces::{Color, PieceType};
use dhow_rules::square::Square;
use dhow_rules::variant::Rules;

/// One way from a square to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Route<S> {
    pub to: Square,
    /// The squares passed. All must be empty, or for a hop all but one.
    pub path: S,
    pub hops: bool,
    pub quiet: bool,
    pub capture: bool,
}

impl<S: SquareSet> Route<S> {
    /// The route as it looks on the turned or mirrored board.
    pub fn seen_through<G: Geometry<Set = S>>(&self, symmetry: BoardSymmetry) -> Self {
        Self {
            to: symmetry.of::<G>(self.to),
            path: symmetry.of_set::<G>(self.path),
            ..self.clone()
        }
    }

    /// Of the squares where one more piece may stand, those with which the route is open, given
    /// that `others` are occupied.
    #[inline(always)]
    pub fn open_with(&self, others: S, squares: S) -> S {
        if !self.hops {
            return if self.path.intersects(others) { S::EMPTY } else { squares - self.path };
        }
        match (self.path & others).count() {
            0 => squares & self.path,
            1 => squares - self.path,
            _ => S::EMPTY,
        }
    }
}

/// All routes of one kind of piece, which is White's.
#[derive(Clone, Debug)]
pub(super) struct Routes<G: Geometry> {
    all: Box<[Vec<Route<G::Set>>]>,
    quiet: Box<[Vec<Route<G::Set>>]>,
    /// The squares where it must promote; none if it does not.
    pub promotes_on: G::Set,
    /// The squares to which it can come in a game: a Pawn never stands behind where it starts.
    pub reached: G::Set,
}

impl<G: Geometry> Routes<G> {
    /// The routes of a kind, which promotes if it does in the game and `promotion` is not denied.
    pub fn new(rules: &Rules<G>, kind: PieceType, promotion: bool) -> Self {
        let movement = rules.movement(kind);
        let mut all = vec![Vec::new(); G::INDEX_SPACE].into_boxed_slice();
        for from in G::squares() {
            for ray in movement.paths_from(Color::White, from) {
                let mut path = G::Set::EMPTY;
                for (index, &to) in ray.squares.iter().enumerate() {
                    if index >= ray.first_stop {
                        let (hops, quiet, capture) = (ray.hops, ray.quiet, ray.capture);
                        all[from.index()].push(Route { to, path, hops, quiet, capture });
                    }
                    path.insert(to);
                }
            }
        }
        let quiet = all
            .iter()
            .map(|routes| routes.iter().filter(|route| route.quiet).cloned().collect())
            .collect();
        let promotes = promotion && rules.promotes(kind);
        let promotes_on = if promotes { rules.promotion_zone(Color::White) } else { G::Set::EMPTY };
        let mut routes = Self { all, quiet, promotes_on, reached: G::all() };
        if rules.promotes(kind) {
            routes.reached = routes.reach(rules.starting_ranks(kind));
        }
        routes
    }

    /// The squares to which it can come from some squares; all if these are none.
    fn reach(&self, from: G::Set) -> G::Set {
        let (mut reached, mut new) = (from, from);
        while !new.is_empty() {
            let next = new.into_iter().flat_map(|square| self.all_from(square)).map(|r| r.to);
            new = next.fold(G::Set::EMPTY, |set, square| set | G::Set::single(square)) - reached;
            reached |= new;
        }
        if reached.is_empty() { G::all() } else { reached }
    }

    /// Every route from a square.
    pub fn all_from(&self, from: Square) -> &[Route<G::Set>] {
        &self.all[from.index()]
    }

    /// The routes from a square that may end on an empty one.
    #[inline(always)]
    pub fn quiet_from(&self, from: Square) -> &[Route<G::Set>] {
        &self.quiet[from.index()]
    }
}
