//! Promotions of a lone piece.

use super::space::Space;
use super::table::EndingTable;
use super::value::ValueCode;
use dhow_rules::bitboard::SquareSet;
use dhow_rules::geometry::Geometry;
use dhow_rules::square::Square;
use std::sync::Arc;

/// Squares of the bare King at which a promotion wins, by home of the strong King and promotion square.
pub(super) struct PromotionWins<G: Geometry> {
    /// The index among the promotion squares, by the index of a square.
    order: Box<[u16]>,
    squares: usize,
    /// The best code with the bare King to move, by home, promotion square and square number.
    best: Vec<u8>,
    /// Where a promotion wins in this round, by home and promotion square.
    winning: Vec<G::Set>,
    /// The longest win after a promotion, in moves.
    pub longest: usize,
}

impl<G: Geometry> PromotionWins<G> {
    /// The promotions on the squares `on` to the pieces of `tables`.
    pub fn new(space: &Space, on: G::Set, tables: &[Arc<EndingTable<G>>]) -> Self {
        let mut order = vec![0; G::INDEX_SPACE].into_boxed_slice();
        for (place, square) in on.into_iter().enumerate() {
            order[square.index()] = place as u16;
        }
        let mut best = Vec::new();
        for home in space.homes() {
            for square in on {
                best.extend(space.squares().iter().map(|&bare| {
                    let codes =
                        tables.iter().map(|table| table.bare_code(home.square, &[square], bare));
                    codes.filter(|code| code.moves().is_some()).map(|code| code.0).min()
                }));
            }
        }
        let best: Vec<u8> =
            best.into_iter().map(|code| code.unwrap_or(ValueCode::DRAW.0)).collect();
        let longest = best.iter().filter_map(|&code| ValueCode(code).moves()).max().unwrap_or(0);
        let squares = on.count() as usize;
        let winning = vec![G::Set::EMPTY; space.homes().len() * squares];
        Self { order, squares, best, winning, longest }
    }

    /// Starts the round of promotions after which the bare King is mated in `moves` moves.
    pub fn turn_to(&mut self, space: &Space, moves: usize) {
        let numbers = space.squares().len();
        for (winning, best) in self.winning.iter_mut().zip(self.best.chunks(numbers)) {
            *winning = G::Set::EMPTY;
            for (&square, &code) in space.squares().iter().zip(best) {
                if ValueCode(code) == ValueCode::win(moves) {
                    winning.insert(square);
                }
            }
        }
    }

    /// Squares of the bare King at which a promotion on `square` wins in this round.
    #[inline(always)]
    pub fn winning(&self, home: usize, square: Square) -> G::Set {
        self.winning[home * self.squares + self.order[square.index()] as usize]
    }
}
