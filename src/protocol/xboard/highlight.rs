//! Lighting up where a lifted piece may go.

use super::setup::promotion_choices;
use crate::game::Game;
use crate::geometry::{Board12, Geometry};
use crate::position::{Move, MoveKind};
use crate::square::Square;
use std::collections::BTreeMap;

/// Colours of marked squares as letters of a `highlight` FEN.
mod colour {
    /// A move.
    pub const MOVE: char = 'Y';
    /// A capture.
    pub const CAPTURE: char = 'R';
    /// The first leg of a move that goes on.
    pub const FIRST_LEG: char = 'C';
    /// A move that promotes.
    pub const PROMOTION: char = 'M';
}

/// What the user does with a piece, from lifting it until the move is complete.
#[derive(Debug, Default)]
pub struct Hand {
    lifted: Option<Square>,
    put: Option<Square>,
}

impl Hand {
    /// The answers to `lift`.
    pub fn lift(&mut self, game: &Game, square: Square) -> Vec<String> {
        if let Some(target) = self.second_leg(game, square) {
            return vec![highlight(&BTreeMap::from([(place(target), colour::CAPTURE)]))];
        }
        *self = Self { lifted: Some(square), put: None };
        let moves = moves_from(game, square);
        let mut answers = vec![highlight(&marks(game, &moves))];
        if moves.iter().any(|mv| mv.promotion().is_some()) {
            answers.push(choice(game));
        }
        answers
    }

    /// The answers to `put`.
    pub fn put(&mut self, game: &Game, square: Square) -> Vec<String> {
        self.put = Some(square);
        let Some(from) = self.lifted else { return Vec::new() };
        let promotes = |mv: &Move| mv.to() == square && mv.promotion().is_some();
        if moves_from(game, from).iter().any(promotes) { vec![choice(game)] } else { Vec::new() }
    }

    /// The target of an en passant capture, if the lifted piece has just been put on its victim.
    fn second_leg(&self, game: &Game, square: Square) -> Option<Square> {
        let (from, en_passant) = (self.lifted?, game.position().en_passant()?);
        if self.put != Some(square) || en_passant.victim != square {
            return None;
        }
        let captures = |mv: &Move| mv.kind() == MoveKind::EnPassant;
        moves_from(game, from).into_iter().find(captures).map(Move::to)
    }
}

/// The moves of the piece on a square: its legal ones, or if it is not its side's turn, those it
/// would have if it were.
fn moves_from(game: &Game, from: Square) -> Vec<Move> {
    let position = game.position();
    let Some(piece) = position.on(from) else { return Vec::new() };
    let from_here = |mv: &Move| mv.from() == from;
    if piece.color() == position.side_to_move() {
        return game.legal_moves().into_iter().filter(from_here).collect();
    }
    let mut passed = position.clone();
    let king = passed.king(position.side_to_move());
    passed.make_null();
    passed.legal_moves().into_iter().filter(from_here).filter(|mv| mv.to() != king).collect()
}

/// File and rank counted so that squares sort as a FEN lists them.
fn place(square: Square) -> (usize, usize) {
    (Board12::RANKS - 1 - Board12::rank(square), Board12::file(square))
}

type Marks = BTreeMap<(usize, usize), char>;

fn marks(game: &Game, moves: &[Move]) -> Marks {
    moves.iter().map(|&mv| mark(game, mv)).collect()
}

fn mark(game: &Game, mv: Move) -> ((usize, usize), char) {
    let position = game.position();
    match (mv.kind(), position.en_passant()) {
        (MoveKind::EnPassant, Some(en_passant)) => (place(en_passant.victim), colour::FIRST_LEG),
        (MoveKind::Promotion, _) => (place(mv.to()), colour::PROMOTION),
        _ if position.on(mv.to()).is_some() => (place(mv.to()), colour::CAPTURE),
        _ => (place(mv.to()), colour::MOVE),
    }
}

/// The `highlight` line: a FEN placement whose letters are colours.
fn highlight(marks: &Marks) -> String {
    let row_text = |row: usize| {
        let mut text = String::new();
        let mut next = 0;
        for (&(_, file), letter) in marks.range((row, 0)..(row + 1, 0)) {
            if file > next {
                text += &(file - next).to_string();
            }
            text.push(*letter);
            next = file + 1;
        }
        if next < Board12::FILES {
            text += &(Board12::FILES - next).to_string();
        }
        text
    };
    let rows: Vec<String> = (0..Board12::RANKS).map(row_text).collect();
    format!("highlight {}", rows.join("/"))
}

/// The `choice` line: what may be promoted to.
fn choice(game: &Game) -> String {
    format!("choice {}", promotion_choices(game.variant()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::find;

    fn game(id: &str, fen: &str) -> Game {
        Game::from_fen(find(id).unwrap(), fen).unwrap()
    }

    fn square(name: &str) -> Square {
        Board12::parse_square(name).unwrap().0
    }

    fn lift(game: &Game, name: &str) -> Vec<String> {
        Hand::default().lift(game, square(name))
    }

    const NOTHING: &str = "highlight 12/12/12/12/12/12/12/12/12/12/12/12";

    #[test]
    fn moves_and_captures_of_either_side() {
        let start = Game::new(find("metamachy").unwrap());
        assert_eq!(lift(&start, "e3"), ["highlight 12/12/12/12/12/12/12/4Y7/4Y7/12/12/12"]);
        assert_eq!(lift(&start, "d10"), ["highlight 12/12/12/3Y8/3Y8/12/12/12/12/12/12/12"]);
        assert_eq!(lift(&start, "e6"), [NOTHING]);
        let rook = game("metamachy", "6k5/12/12/12/12/12/R2r8/12/12/12/12/6K5 w - - 0 1");
        let rank = "highlight Y11/Y11/Y11/Y11/Y11/Y11/1YYR8/Y11/Y11/Y11/Y11/Y11";
        assert_eq!(lift(&rook, "a6"), [rank]);
    }

    #[test]
    fn the_kings_jump() {
        let start = Game::new(find("metamachy").unwrap());
        assert_eq!(lift(&start, "g1"), ["highlight 12/12/12/12/12/12/12/12/12/12/12/4Y2YY3"]);
    }

    #[test]
    fn en_passant_in_two_legs() {
        let mut game = game("metamachy", "6k5/12/1p10/12/P11/12/12/12/12/12/12/6K5 b - - 0 1");
        game.play_text("b10b8").unwrap();
        let mut hand = Hand::default();
        let first = "highlight 12/12/Y11/Y11/1C10/12/12/12/12/12/12/12";
        assert_eq!(hand.lift(&game, square("a8")), [first]);
        assert!(hand.put(&game, square("b8")).is_empty());
        let second = "highlight 12/12/12/1R10/12/12/12/12/12/12/12/12";
        assert_eq!(hand.lift(&game, square("b8")), [second]);
        assert!(hand.put(&game, square("b9")).is_empty());
        assert_eq!(hand.lift(&game, square("a8")), [first]);
        // Without the put, the victim itself was lifted.
        let own = "highlight 12/12/12/12/12/1Y10/1Y10/12/12/12/12/12";
        assert_eq!(lift(&game, "b8"), [own]);
    }

    #[test]
    fn promotions() {
        let fen = "3r8/2P9/12/8k3/12/12/12/12/12/12/12/6K5 w - - 0 1";
        let game = game("zanzibar-xl-classic", fen);
        let mut hand = Hand::default();
        let marks = "highlight 2MM8/12/12/12/12/12/12/12/12/12/12/12";
        assert_eq!(hand.lift(&game, square("c11")), [marks, "choice QGLHAUF"]);
        assert_eq!(hand.put(&game, square("c12")), ["choice QGLHAUF"]);
        assert!(hand.put(&game, square("c9")).is_empty());
        assert_eq!(lift(&game, "g1").len(), 1);
    }

    #[test]
    fn the_king_in_check_cannot_be_taken() {
        let game = game("metamachy", "6k5/12/12/12/12/12/6r5/12/12/12/12/6K5 w - - 0 1");
        let file = "highlight 12/6Y5/6Y5/6Y5/6Y5/6Y5/YYYYYY1YYYYY/6Y5/6Y5/6Y5/6Y5/12";
        assert_eq!(lift(&game, "g6"), [file]);
    }

    #[test]
    fn nothing_to_lift_or_put() {
        let start = Game::new(find("metamachy").unwrap());
        let mut hand = Hand::default();
        assert!(hand.put(&start, square("a12")).is_empty());
        assert_eq!(lift(&start, "a1").len(), 1);
    }
}
