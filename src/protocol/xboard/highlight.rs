//! Highlighting the squares to which a lifted piece may move.

use super::setup::promotion_choices;
use dhow_play::xboard::moves;
use dhow_rules::game::Game;
use dhow_rules::position::{Move, MoveKind};
use dhow_rules::square::Coordinates;
use dhow_rules::variant::{Variant, piece_placement};
use std::collections::BTreeMap;

/// Colours of highlighted squares, as letters of a `highlight` FEN.
mod colour {
    /// A move.
    pub const MOVE: char = 'Y';
    /// A capture.
    pub const CAPTURE: char = 'R';
    /// The first leg of a move with two legs.
    pub const FIRST_LEG: char = 'C';
    /// A move that promotes.
    pub const PROMOTION: char = 'M';
}

/// The piece that the user is moving, from `lift` until the move is complete.
#[derive(Debug, Default)]
pub struct Hand {
    lifted: Option<Coordinates>,
    put: Option<Coordinates>,
}

impl Hand {
    /// The answers to `lift`.
    pub fn lift(&mut self, game: &Game, square: Coordinates) -> Vec<String> {
        let second_legs = self.second_legs(game, square);
        if !second_legs.is_empty() {
            return vec![highlight(game, &second_legs)];
        }
        *self = Self { lifted: Some(square), put: None };
        let moves = moves_from(game, square);
        let mut answers = vec![highlight(game, &marks(game, &moves))];
        if moves.iter().any(|mv| mv.promotion().is_some()) {
            answers.push(choice(game));
        }
        answers
    }

    /// The answers to `put`.
    pub fn put(&mut self, game: &Game, square: Coordinates) -> Vec<String> {
        self.put = Some(square);
        let Some(from) = self.lifted else { return Vec::new() };
        let promotes =
            |mv: &Move| game.position().squares(*mv).1 == square && mv.promotion().is_some();
        if moves_from(game, from).iter().any(promotes) { vec![choice(game)] } else { Vec::new() }
    }

    /// Where captures en passant or on the way end, if the user has just put the lifted piece on the piece
    /// that they capture first.
    fn second_legs(&self, game: &Game, square: Coordinates) -> Marks {
        let from = self.lifted.filter(|_| self.put == Some(square));
        let moves = from.map_or(Vec::new(), |from| moves_from(game, from));
        let goes_on = moves.into_iter().filter(|&mv| moves::first_leg(game, mv) == Some(square));
        let position = game.position();
        let end = |mv: Move| match (mv.kind(), position.squares(mv)) {
            (MoveKind::EnPassant, (_, to)) => (to, colour::CAPTURE),
            (_, (from, to)) if to != from && position.on(to).is_some() => (to, colour::CAPTURE),
            (_, (_, to)) => (to, colour::MOVE),
        };
        goes_on.map(end).collect()
    }
}

/// The moves of the piece on a square: the legal ones, or for a piece of the side not to move those it would
/// have on its turn.
fn moves_from(game: &Game, from: Coordinates) -> Vec<Move> {
    let position = game.position();
    let Some(piece) = position.on(from) else { return Vec::new() };
    let moves = if piece.color() == position.side_to_move() {
        position.legal_moves()
    } else {
        position.moves_after_pass()
    };
    moves.into_iter().filter(|&mv| position.squares(mv).0 == from).collect()
}

type Marks = BTreeMap<Coordinates, char>;

fn marks(game: &Game, moves: &[Move]) -> Marks {
    let (one_leg, two_legs): (Vec<Move>, Vec<Move>) =
        moves.iter().partition(|&&mv| moves::first_leg(game, mv).is_none());
    // A piece that may be captured in passing may often be captured simply, too: XBoard ends such a
    // move when the square is clicked again.
    one_leg.into_iter().chain(two_legs).map(|mv| mark(game, mv)).collect()
}

fn mark(game: &Game, mv: Move) -> (Coordinates, char) {
    let position = game.position();
    let (_, to) = position.squares(mv);
    match (mv.kind(), moves::first_leg(game, mv)) {
        (_, Some(victim)) => (victim, colour::FIRST_LEG),
        (MoveKind::Promotion, _) => (to, colour::PROMOTION),
        _ if position.on(to).is_some() => (to, colour::CAPTURE),
        _ => (to, colour::MOVE),
    }
}

/// The `highlight` line: a FEN placement with letters for colours.
fn highlight(game: &Game, marks: &Marks) -> String {
    let Variant { files, ranks, .. } = **game.variant();
    let colours = piece_placement::write(files, ranks, |square| marks.get(&square).copied());
    format!("highlight {colours}")
}

/// The `choice` line: the pieces for promotion.
fn choice(game: &Game) -> String {
    format!("choice {}", promotion_choices(game.variant()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::find;

    fn game(id: &str, fen: &str) -> Game {
        Game::from_fen(find(id).unwrap(), fen).unwrap()
    }

    fn square(name: &str) -> Coordinates {
        Coordinates::parse(name).unwrap()
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
        // Without a put, the lifted piece was the victim itself.
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
