//! Data that do not change while an ending is solved.

use super::MAX_PIECES;
use super::ending::Ending;
use super::routes::Routes;
use super::space::{PieceSquares, Space};
use super::table::EndingTable;
use super::value::ValueCode;
use arrayvec::ArrayVec;
use dhow_rules::bitboard::SquareSet;
use dhow_rules::geometry::Geometry;
use dhow_rules::pieces::Color;
use dhow_rules::square::{Delta, Square};
use dhow_rules::variant::Rules;
use std::sync::Arc;

/// An ending, its moves and the endings that may arise from it.
pub(super) struct EndingContext<'a, G: Geometry> {
    rules: &'a Rules<G>,
    pub ending: Ending,
    pub space: Space,
    /// Routes of the pieces, in the order of the ending.
    pub routes: Vec<Routes<G>>,
    pub king_routes: Routes<G>,
    /// Squares that the strong King attacks, by the index of its square.
    king_attacks: Box<[G::Set]>,
    bare_steps: Vec<Delta>,
    /// Squares from which the bare King captures on a square, by its index.
    bare_captures: Box<[G::Set]>,
    /// The table after the capture of each piece; `None` for two bare Kings.
    after_capture: ArrayVec<Option<Arc<EndingTable<G>>>, MAX_PIECES>,
}

/// Legal squares of the bare King in a config.
pub(super) struct Legal<G: Geometry> {
    /// With the strong side to move.
    pub strong: G::Set,
    /// With the bare King to move.
    pub bare: G::Set,
    /// Where it is in check.
    pub attacked: G::Set,
}

impl<'a, G: Geometry> EndingContext<'a, G> {
    /// `promotion` is whether pieces promote; `after_capture` has a table for each piece whose capture leaves others.
    pub fn new(
        rules: &'a Rules<G>,
        ending: Ending,
        promotion: bool,
        after_capture: ArrayVec<Option<Arc<EndingTable<G>>>, MAX_PIECES>,
    ) -> Self {
        let routes_of = |kind| Routes::new(rules, kind, promotion);
        let routes: Vec<_> = ending.kinds().iter().map(|&kind| routes_of(kind)).collect();
        let king_routes = routes_of(rules.king());
        let space = Space::new(rules.board(), &ending, routes.iter().chain([&king_routes]));
        let king = rules.movement(rules.king());
        Self {
            king_attacks: rules
                .board()
                .per_square(|from| king.threats(Color::White, from, G::Set::EMPTY)),
            bare_steps: king.side(Color::Black).quiet_steps.clone(),
            bare_captures: king.side(Color::Black).leap_sources.clone(),
            rules,
            ending,
            space,
            routes,
            king_routes,
            after_capture,
        }
    }

    /// Indices of the colour-bound pieces.
    pub fn colour_bound(&self) -> Vec<usize> {
        let kinds = self.ending.kinds().iter().enumerate();
        let bound = kinds.filter(|&(_, &kind)| self.rules.movement(kind).is_colour_bound());
        bound.map(|(index, _)| index).collect()
    }

    /// The square of the strong King in a config with this home.
    #[inline(always)]
    pub fn king(&self, home: usize) -> Square {
        self.space.homes()[home].square
    }

    /// The squares of the strong side.
    #[inline(always)]
    pub fn occupied(&self, home: usize, pieces: &[Square]) -> G::Set {
        let king = G::Set::single(self.king(home));
        pieces.iter().fold(king, |set, &square| set | G::Set::single(square))
    }

    /// The legal squares of the bare King; `None` if the config is not a placement, or not the canonical one.
    pub fn legal(&self, home: usize, pieces: &[Square]) -> Option<Legal<G>> {
        let king = self.king(home);
        let occupied = self.occupied(home, pieces);
        let apart = occupied.count() as usize == pieces.len() + 1;
        let promoted = pieces.iter().zip(&self.routes).any(|(&s, r)| r.promotes_on.contains(s));
        if !apart || promoted || !self.space.is_ordered(pieces) {
            return None;
        }
        let mut attacked = self.king_attacks[king.index()];
        for (&square, &kind) in pieces.iter().zip(self.ending.kinds()) {
            let blocked = occupied | self.rules.board().walls();
            attacked |= self.rules.movement(kind).threats(Color::White, square, blocked);
        }
        let empty = self.rules.board().all() - occupied;
        let bare = empty - self.bare_captures[king.index()];
        Some(Legal { strong: empty - attacked, bare, attacked })
    }

    /// Squares from which the bare King may step to one of `squares`, all empty.
    #[inline(always)]
    pub fn stepping_to(&self, squares: G::Set) -> G::Set {
        let step = |set, &delta: &Delta| set | G::shift(squares, -delta);
        self.bare_steps.iter().fold(G::Set::EMPTY, step)
    }

    /// Squares from which the bare King may capture a piece so that `wanted` holds for the code of what remains.
    #[inline(always)]
    pub fn capturing(
        &self,
        home: usize,
        pieces: &[Square],
        wanted: impl Fn(ValueCode) -> bool,
    ) -> G::Set {
        let mut from = G::Set::EMPTY;
        for (index, &square) in pieces.iter().enumerate() {
            if wanted(self.after_capture(home, pieces, index)) {
                from |= self.bare_captures[square.index()];
            }
        }
        from
    }

    fn after_capture(&self, home: usize, pieces: &[Square], index: usize) -> ValueCode {
        let (king, square) = (self.king(home), pieces[index]);
        match &self.after_capture[index] {
            Some(table) => {
                let mut left: PieceSquares = pieces.iter().copied().collect();
                left.remove(index);
                table.strong_code(king, &left, square)
            }
            None if self.king_attacks[king.index()].contains(square) => ValueCode::ILLEGAL,
            None => ValueCode::DRAW,
        }
    }

    /// The longest win after a capture, in moves.
    pub fn longest_after_capture(&self) -> usize {
        self.after_capture.iter().flatten().map(|table| table.longest()).max().unwrap_or(0)
    }
}
