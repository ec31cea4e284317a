//! Moves of the strong side's pieces.

use super::symmetry::BoardSymmetry;
use dhow_rules::bitboard::SquareSet;
use dhow_rules::geometry::{Board, Geometry};
use dhow_rules::pieces::{Color, PieceType, Way};
use dhow_rules::square::Square;
use dhow_rules::variant::Rules;

/// A way from one square to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Route<S> {
    pub to: Square,
    /// The squares passed. All must be empty, or for a hop all but one.
    pub path: S,
    /// The squares of the path where the piece may stand over which it hops; empty if it slides.
    pub screens: S,
    pub hops: bool,
    pub quiet: bool,
    pub capture: bool,
}

impl<S: SquareSet> Route<S> {
    /// The route on the board after a symmetry.
    pub fn seen_through<G: Geometry<Set = S>>(
        &self,
        board: &Board<G>,
        symmetry: BoardSymmetry,
    ) -> Self {
        Self {
            to: symmetry.of(board, self.to),
            path: symmetry.of_set(board, self.path),
            screens: symmetry.of_set(board, self.screens),
            ..self.clone()
        }
    }

    /// The squares of one more piece that leave the route open, among `squares`, if `others` are occupied.
    #[inline(always)]
    pub fn open_with(&self, others: S, squares: S) -> S {
        if !self.hops {
            return if self.path.intersects(others) { S::EMPTY } else { squares - self.path };
        }
        let between = self.path & others;
        match between.count() {
            0 => squares & self.screens,
            1 if (between - self.screens).is_empty() => squares - self.path,
            _ => S::EMPTY,
        }
    }
}

/// All routes of one kind of White's pieces.
#[derive(Clone, Debug)]
pub(super) struct Routes<G: Geometry> {
    all: Box<[Vec<Route<G::Set>>]>,
    quiet: Box<[Vec<Route<G::Set>>]>,
    /// The squares where the piece must promote.
    pub promotes_on: G::Set,
    /// The squares that the piece can reach in a game: a pawn is never behind its start.
    pub reached: G::Set,
}

impl<G: Geometry> Routes<G> {
    /// The routes of a kind. `promotion` is whether it promotes, if it does in the game.
    pub fn new(rules: &Rules<G>, kind: PieceType, promotion: bool) -> Self {
        let movement = rules.movement(kind);
        let mut all = vec![Vec::new(); G::INDEX_SPACE].into_boxed_slice();
        for from in rules.board().squares() {
            for ray in movement.paths_from(Color::White, from) {
                let (quiet, capture) = (ray.quiet, ray.capture);
                for (to, Way { path, screens, hops }) in ray.ways::<G>() {
                    all[from.index()].push(Route { to, path, screens, hops, quiet, capture });
                }
            }
        }
        let quiet = all
            .iter()
            .map(|routes| routes.iter().filter(|route| route.quiet).cloned().collect())
            .collect();
        let promotes = promotion && rules.promotes(kind);
        let promotes_on = if promotes { rules.promotion_zone(Color::White) } else { G::Set::EMPTY };
        let mut routes = Self { all, quiet, promotes_on, reached: rules.board().all() };
        if rules.promotes(kind) {
            let reached = routes.reach(rules.starting_ranks(kind));
            if !reached.is_empty() {
                routes.reached = reached;
            }
        }
        routes
    }

    /// The squares that it can reach from some squares.
    fn reach(&self, from: G::Set) -> G::Set {
        let (mut reached, mut new) = (from, from);
        while !new.is_empty() {
            let next = new.into_iter().flat_map(|square| self.all_from(square)).map(|r| r.to);
            new = next.fold(G::Set::EMPTY, |set, square| set | G::Set::single(square)) - reached;
            reached |= new;
        }
        reached
    }

    /// All routes from a square.
    pub fn all_from(&self, from: Square) -> &[Route<G::Set>] {
        &self.all[from.index()]
    }

    /// The routes from a square that may end on an empty square.
    #[inline(always)]
    pub fn quiet_from(&self, from: Square) -> &[Route<G::Set>] {
        &self.quiet[from.index()]
    }
}
