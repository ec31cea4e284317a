//! Diagrams of a piece's moves, as text.

use dhow_rules::bitboard::SquareSet;
use dhow_rules::command::CommandPosition;
use dhow_rules::game::{Game, Visitor};
use dhow_rules::geometry::Geometry;
use dhow_rules::pieces::{Approach, Color, Letter, Movement, PieceType};
use dhow_rules::position::Position;
use dhow_rules::square::Delta;
use dhow_rules::variant::Variant;
use std::sync::Arc;

/// How much of the board a diagram shows around the piece, in squares.
const MOST_AROUND: i8 = 4;

/// A diagram of White's piece alone in the middle of the board, one line per rank: `o` to move and capture,
/// `m` to move only, `x` to capture only, `*` for double steps and other first moves, and `#` for pieces to
/// hop over. Shows at most four squares around the piece.
pub fn diagram(variant: &Arc<Variant>, kind: PieceType) -> Vec<String> {
    let letter = variant.pieces[kind.index()].letter;
    Game::new(variant).position().visit(Alone { kind, letter })
}

struct Alone {
    kind: PieceType,
    letter: Letter,
}

impl Visitor for Alone {
    type Output = Vec<String>;

    fn visit<G: Geometry>(self, position: &Position<G>) -> Self::Output {
        lines(position.rules().movement(self.kind), self.letter)
    }

    fn visit_command<G: Geometry>(self, position: &CommandPosition<G>) -> Self::Output {
        lines(position.rules().movement(self.kind), self.letter)
    }
}

fn lines<G: Geometry>(movement: &Movement<G>, letter: Letter) -> Vec<String> {
    let board = movement.board();
    let from = board.middle();
    let screens = movement.screens(Color::White, from);
    let reach = movement.reach(Color::White, from, screens);
    let (quiet, capture) = (reach.quiet(), reach.capture());
    let once = [Approach::Double, Approach::Jump].map(|approach| reach.by(approach).quiet);
    let holes = board.holes();
    // Beside the board there is nothing, and in place of a missing square a blank.
    let mark = |(files, ranks): (i8, i8)| {
        let square = G::offset(from, Delta::new(files, ranks))?;
        let is_square = board.all().contains(square);
        (is_square || holes.contains(square)).then(|| {
            match (quiet.contains(square), capture.contains(square)) {
                _ if !is_square => ' ',
                _ if square == from => letter.plain(),
                // A piece to hop over stands there, so the square is not a target.
                _ if screens.contains(square) => '#',
                (true, true) => 'o',
                (true, false) => 'm',
                (false, true) => 'x',
                _ if once.iter().any(|set| set.contains(square)) => '*',
                _ => '.',
            }
        })
    };
    let is_marked = |&distance: &i8| {
        let ring = (-distance..=distance).flat_map(|step| {
            [(step, distance), (step, -distance), (distance, step), (-distance, step)]
        });
        ring.into_iter().any(|offset| mark(offset).is_some_and(|mark| !matches!(mark, '.' | ' ')))
    };
    let around = (1..=MOST_AROUND).rev().find(is_marked).unwrap_or(1);
    let rank = |ranks: i8| {
        let marks = (-around..=around).filter_map(|files| mark((files, ranks)));
        marks.map(String::from).collect::<Vec<_>>().join(" ")
    };
    (-around..=around).rev().map(rank).filter(|line| !line.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::find;

    fn of(id: &str, letter: char) -> Vec<String> {
        let variant = find(id).expect("a built-in game");
        let index = variant.pieces.iter().position(|piece| piece.letter == letter);
        diagram(variant, PieceType::from_index(index.expect("a piece")))
    }

    #[test]
    fn marks_tell_what_a_piece_may_do() {
        let pawn = of("metamachy", 'P');
        assert_eq!(pawn, [". . * . .", ". x m x .", ". . P . .", ". . . . .", ". . . . ."]);
        let cannon = of("metamachy", 'C');
        assert_eq!(cannon[4], "x x # m C m # x x");
        let king = of("metamachy", 'K');
        assert_eq!(king[..3], ["* * * * *", "* o o o *", "* o K o *"]);
    }
}
