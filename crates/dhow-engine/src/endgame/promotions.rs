//! What a lone piece gains by promoting.

use super::space::Space;
use super::table::EndingTable;
use super::value::ValueCode;
use dhow_rules::bitboard::SquareSet;
use dhow_rules::geometry::Geometry;
use dhow_rules::square::Square;
use std::sync::Arc;

/// For each home of the strong King and square of promotion, the bare King's squares with which
/// the promotion wins.
pub(super) struct PromotionWins<G: Geometry> {
    /// By the index of a square, its place among the squares of promotion.
    order: Box<[u16]>,
    squares: usize,
    /// The best code with the bare King to move, by home, square of promotion and square number.
    best: Vec<u8>,
    /// Where promoting wins in the round at hand, by home and square of promotion.
    winning: Vec<G::Set>,
    /// The longest win after a promotion, in moves.
    pub longest: usize,
}

impl<G: Geometry> PromotionWins<G> {
    /// The promotions on the squares `on` to the pieces of `tables`, each a lone one.
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

    /// Turns to the promotions after which the bare King is mated in so many moves.
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

    /// The bare King's squares with which promoting on `square` wins in the round at hand.
    #[inline(always)]
    pub fn winning(&self, home: usize, square: Square) -> G::Set {
        self.winning[home * self.squares + self.order[square.index()] as usize]
    }
}
