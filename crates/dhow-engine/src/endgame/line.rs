//! Best play in solved endings.

use super::Ending;
use super::summary::Arrangement;
use super::tables::Tables;
use super::value::Value;
use dhow_rules::bitboard::SquareSet;
use dhow_rules::geometry::Geometry;
use dhow_rules::pieces::Letter;
use dhow_rules::position::{Move, Position};
use dhow_rules::square::Square;
use dhow_rules::variant::piece_placement;

impl Arrangement {
    /// The arrangement as FEN, with the strong side as White.
    pub fn fen<G: Geometry>(&self, tables: &Tables<G>, ending: &Ending, strong: bool) -> String {
        let rules = tables.rules();
        let king = rules.variant().pieces[rules.king().index()].letter;
        let letters = ending.letters(rules);
        let letter_on = |square: Square| match self.pieces.iter().position(|&piece| piece == square)
        {
            Some(index) => letters.split('+').nth(index).and_then(|it| Letter::all(it).next()),
            None if square == self.king => Some(king),
            None if square == self.bare => Some(king.to_ascii_lowercase()),
            None => None,
        };
        let board = rules.board();
        let placement =
            piece_placement::write(board.files(), board.ranks(), |at| match board.at(at) {
                Some(square) => letter_on(square),
                None => Some(piece_placement::HOLE.into()),
            });
        format!("{placement} {} - - 0 1", if strong { 'w' } else { 'b' })
    }
}

impl<G: Geometry> Tables<G> {
    /// Best play from a won position: the strong side mates as soon as possible, the bare King as late as possible.
    /// `None` if the position is not won, or its ending cannot be solved.
    pub fn line(&self, position: &Position<G>) -> Option<Vec<Move>> {
        let mut position = position.clone();
        let mut line = Vec::new();
        loop {
            let Some(Value::Win(left)) = self.probe(&position) else { return None };
            if left == 0 {
                return Some(line);
            }
            let best = self.best(&mut position)?;
            position.make(best);
            line.push(best);
        }
    }

    /// A move of best play in a won position.
    fn best(&self, position: &mut Position<G>) -> Option<Move> {
        let Some(value @ Value::Win(_)) = self.probe(position) else { return None };
        let strong_moves = position.placement().side(position.side_to_move()).has_many();
        let plies = value.plies(strong_moves)?;
        position.legal_moves().into_iter().find(|&mv| {
            position.make(mv);
            let after = self.probe(position).and_then(|value| value.plies(!strong_moves));
            position.unmake(mv);
            after.is_some_and(|after| after + 1 == plies)
        })
    }
}
