//! Where pieces could go, for those who learn how they move.

use super::message::{Code, How, Reach, Reply, Way, What};
use crate::bitboard::SquareSet;
use crate::command::CommandPosition;
use crate::game::{Game, Visitor};
use crate::geometry::Geometry;
use crate::pieces::{Color, Movement, Piece, PieceType};
use crate::position::Position;
use crate::square::{Coordinates, Square};
use crate::variant::Variant;
use std::sync::Arc;

/// Where the piece on a square could go in a game's position, whoever's turn it is and whatever check
/// forbids; `None` if there is no piece.
pub fn of_piece(game: &Game, square: Coordinates) -> Option<Reach> {
    let piece = game.position().on(square)?;
    let letter = game.position().letter(piece);
    let may_jump = game.position().may_jump(piece.color());
    let reach = game.position().visit(OnBoard { piece, square, may_jump })?;
    Some(Reach { letter: letter.into(), ..reach })
}

/// The answer to who asks where the piece on a square could go in a game's position, which has a number.
pub fn told(game: &Game, number: usize, square: &str) -> Result<Reply, (Code, String)> {
    let square = Coordinates::parse(square);
    let reach = square.and_then(|square| of_piece(game, square));
    let unknown = || (Code::Stale, "there is no piece on that square".to_string());
    Ok(Reply::Reach { ply: number, reach: reach.ok_or_else(unknown)? })
}

/// For each piece of a side the squares of its own pieces that it guards: where it could take back.
/// Nothing in games with leaders.
pub fn guarded(game: &Game, side: Color) -> Vec<(Coordinates, Vec<String>)> {
    game.position().visit(Guarded { side })
}

struct Guarded {
    side: Color,
}

impl Visitor for Guarded {
    type Output = Vec<(Coordinates, Vec<String>)>;

    fn visit<G: Geometry>(self, position: &Position<G>) -> Self::Output {
        let placement = position.placement();
        let (own, occupied) = (placement.side(self.side), placement.occupied());
        let king = position.king(self.side);
        let of_piece = |square: Square| {
            let kind = placement.on(square)?.kind();
            let reach = position.rules().movement(kind).reach(self.side, square, occupied);
            // Nobody takes back where the King stands: the game would be over.
            let guarded = (reach.capture & own) - G::Set::single(king);
            (!guarded.is_empty()).then(|| (G::coordinates(square), names::<G>(guarded)))
        };
        own.into_iter().filter_map(of_piece).collect()
    }

    fn visit_command<G: Geometry>(self, _: &CommandPosition<G>) -> Self::Output {
        Vec::new()
    }
}

/// A piece alone on the board, with the pieces over which it may hop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// Where it could go.
    pub reach: Reach,
    /// Where other pieces stand, for it to hop over.
    pub screens: Vec<String>,
}

/// White's piece of a kind alone in the middle of the board.
pub fn diagram(variant: &Arc<Variant>, kind: PieceType) -> Option<Diagram> {
    let square = Coordinates {
        file: ((variant.files - 1) / 2) as u8,
        rank: ((variant.ranks - 1) / 2) as u8,
    };
    let game = Game::new(variant);
    let diagram = game.position().visit(Alone { kind, square })?;
    let letter = variant.pieces[kind.index()].letter;
    Some(Diagram { reach: Reach { letter: letter.into(), ..diagram.reach }, ..diagram })
}

struct OnBoard {
    piece: Piece,
    square: Coordinates,
    may_jump: bool,
}

impl OnBoard {
    fn reach<G: Geometry>(
        &self,
        movement: &Movement<G>,
        occupied: G::Set,
        own: G::Set,
    ) -> Option<Reach> {
        let square = self.square.to_string();
        let ways = ways(movement, self.piece.color(), self.square, occupied, own, self.may_jump)?;
        Some(Reach { square, ways, ..Reach::default() })
    }
}

impl Visitor for OnBoard {
    type Output = Option<Reach>;

    fn visit<G: Geometry>(self, position: &Position<G>) -> Self::Output {
        let placement = position.placement();
        let movement = position.rules().movement(self.piece.kind());
        self.reach(movement, placement.occupied(), placement.side(self.piece.color()))
    }

    fn visit_command<G: Geometry>(self, position: &CommandPosition<G>) -> Self::Output {
        let (placement, rules) = (position.placement(), position.rules());
        let (kind, square) = (self.piece.kind(), G::at(self.square)?);
        let own = placement.side(self.piece.color());
        let reach = self.reach(rules.movement(kind), placement.occupied(), own)?;
        if rules.leader(kind).is_none() {
            return Some(reach);
        }
        Some(Reach {
            range: names::<G>(rules.zone(kind, square)),
            commands: names::<G>(rules.commanded(self.piece, square, placement)),
            ..reach
        })
    }
}

struct Alone {
    kind: PieceType,
    square: Coordinates,
}

impl Alone {
    fn diagram<G: Geometry>(&self, movement: &Movement<G>) -> Option<Diagram> {
        let from = G::at(self.square)?;
        let screens = movement.screens(Color::White, from);
        // Screens are in the way, so no target of their own.
        let ways = ways(movement, Color::White, self.square, screens, screens, true)?;
        let square = self.square.to_string();
        Some(Diagram {
            reach: Reach { square, ways, ..Reach::default() },
            screens: names::<G>(screens),
        })
    }
}

impl Visitor for Alone {
    type Output = Option<Diagram>;

    fn visit<G: Geometry>(self, position: &Position<G>) -> Self::Output {
        self.diagram(position.rules().movement(self.kind))
    }

    fn visit_command<G: Geometry>(self, position: &CommandPosition<G>) -> Self::Output {
        let rules = position.rules();
        let mut diagram = self.diagram(rules.movement(self.kind))?;
        diagram.reach.range = names::<G>(rules.zone(self.kind, G::at(self.square)?));
        Some(diagram)
    }
}

/// Squares by how they are reached and what may be done there. What stands on `own` is not captured.
fn ways<G: Geometry>(
    movement: &Movement<G>,
    color: Color,
    square: Coordinates,
    occupied: G::Set,
    own: G::Set,
    may_jump: bool,
) -> Option<Vec<Way>> {
    let from = G::at(square)?;
    let reach = movement.reach(color, from, occupied);
    let (quiet, capture) = (reach.quiet - occupied, reach.capture - own);
    let mut sorted: Vec<((How, What), Coordinates)> = Vec::new();
    for to in quiet | capture {
        let how = match G::coordinates(to).steps_to(square) {
            2.. if reach.leaps.contains(to) => How::Leap,
            _ if reach.hops.contains(to) => How::Hop,
            _ => How::Step,
        };
        let what = match (quiet.contains(to), capture.contains(to)) {
            (true, true) => What::Both,
            (true, false) => What::Move,
            _ => What::Capture,
        };
        sorted.push(((how, what), G::coordinates(to)));
    }
    let jumps = if may_jump { reach.initial - occupied } else { G::Set::EMPTY };
    for (how, squares) in [(How::Double, reach.double_steps), (How::First, jumps)] {
        let new = squares - (quiet | capture);
        sorted.extend(new.into_iter().map(|to| ((how, What::Move), G::coordinates(to))));
    }
    sorted.sort();
    let group = |group: &[((How, What), Coordinates)]| {
        let ((how, what), _) = group[0];
        Way { how, what, squares: group.iter().map(|(_, square)| square.to_string()).collect() }
    };
    Some(sorted.chunk_by(|a, b| a.0 == b.0).map(group).collect())
}

fn names<G: Geometry>(squares: G::Set) -> Vec<String> {
    squares.into_iter().map(G::name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{VARIANTS, find};

    fn reach(id: &str, square: &str) -> Reach {
        let game = Game::new(find(id).expect("a built-in game"));
        let square = Coordinates::parse(square).expect("a square");
        of_piece(&game, square).expect("a piece")
    }

    fn squares(reach: &Reach, how: How, what: What) -> Vec<&str> {
        let ways = reach.ways.iter().filter(|way| (way.how, way.what) == (how, what));
        ways.flat_map(|way| &way.squares).map(String::as_str).collect()
    }

    #[test]
    fn pieces_of_the_start_array() {
        let pawn = reach("metamachy", "e3");
        assert_eq!(pawn.letter, "P");
        assert_eq!(squares(&pawn, How::Step, What::Move), ["e4"]);
        assert_eq!(squares(&pawn, How::Step, What::Capture), ["d4", "f4"]);
        assert_eq!(squares(&pawn, How::Double, What::Move), ["e5"]);
        // Over the Pawn and the Machine before it nothing can be taken yet but what comes.
        let cannon = reach("metamachy", "a1");
        assert!(cannon.ways.iter().all(|way| way.how != How::Hop || way.what == What::Capture));
    }

    #[test]
    fn leaders_show_whom_they_command() {
        let chief = reach("mini-chieftain", "c1");
        assert_eq!(chief.range.len(), 6 * 4);
        assert!(chief.commands.contains(&"b2".into()) && !chief.commands.contains(&"g1".into()));
        assert!(reach("mini-chieftain", "b1").range.is_empty());
    }

    #[test]
    fn every_piece_of_every_game_goes_somewhere() {
        for variant in VARIANTS.iter() {
            for kind in (0..variant.pieces.len()).map(PieceType::from_index) {
                let diagram = diagram(variant, kind).expect("a diagram");
                assert!(!diagram.reach.ways.is_empty(), "{}", variant.pieces[kind.index()].name);
                let hops = diagram.reach.ways.iter().any(|way| way.how == How::Hop);
                assert_eq!(hops, !diagram.screens.is_empty());
            }
        }
    }

    #[test]
    fn pieces_guard_each_other() {
        let game = Game::new(find("metamachy").expect("a built-in game"));
        let guarded = guarded(&game, Color::White);
        let of = |name: &str| {
            let square = Coordinates::parse(name).expect("a square");
            guarded.iter().find(|(from, _)| *from == square).map(|(_, to)| to.clone())
        };
        assert!(of("c2").is_some_and(|to| to.contains(&"e3".to_string())), "the Knight");
        assert_eq!(of("e3"), None, "a Pawn");
        assert!(
            super::guarded(&Game::new(find("chieftain").expect("a game")), Color::White).is_empty()
        );
    }
}
