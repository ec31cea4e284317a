//! Where pieces can go, for people who learn their moves.

use super::message::{Code, How, PieceReach, ReachWay, Reply, What};
use dhow_rules::bitboard::SquareSet;
use dhow_rules::command::CommandPosition;
use dhow_rules::game::{Game, Visitor};
use dhow_rules::geometry::Geometry;
use dhow_rules::pieces::{Approach, Color, Movement, Piece, PieceType, Targets};
use dhow_rules::position::Position;
use dhow_rules::square::{Coordinates, Square};
use dhow_rules::variant::Variant;
use std::sync::Arc;

/// Where the piece on a square could go, even if it is not its turn and even if that leaves the King in
/// check. `None` for an empty square.
pub fn of_piece(game: &Game, square: Coordinates) -> Option<PieceReach> {
    let piece = game.position().on(square)?;
    let letter = game.position().letter(piece);
    let may_jump = game.position().may_jump(piece.color());
    let reach = game.position().visit(OnBoard { piece, square, may_jump })?;
    Some(PieceReach { letter: letter.to_string(), ..reach })
}

/// The reply to a page that asks where a piece could go. `number` is the ply of the position.
pub fn told(game: &Game, number: usize, square: &str) -> Result<Reply, (Code, String)> {
    let square = Coordinates::parse(square);
    let reach = square.and_then(|square| of_piece(game, square));
    let unknown = || (Code::Stale, "there is no piece on that square".to_string());
    Ok(Reply::Reach { ply: number, reach: reach.ok_or_else(unknown)? })
}

/// For each piece of a side, the squares of own pieces that it guards, where it could recapture. Empty in
/// games with leaders.
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
        let royals = position.royals(self.side);
        let of_piece = |square: Square| {
            let kind = placement.on(square)?.kind();
            let threats = position.rules().movement(kind).threats(self.side, square, occupied);
            // Nobody recaptures on the King's square, because the game would be over.
            let guarded = (threats & own) - royals;
            (!guarded.is_empty()).then(|| (G::coordinates(square), names::<G>(guarded)))
        };
        own.into_iter().filter_map(of_piece).collect()
    }

    fn visit_command<G: Geometry>(self, _: &CommandPosition<G>) -> Self::Output {
        Vec::new()
    }
}

/// A piece alone on the board, with pieces to hop over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// Where it can go.
    pub reach: PieceReach,
    /// The squares of the pieces to hop over.
    pub screens: Vec<String>,
}

/// White's piece of a kind alone near the middle of the board, on a rank where it has all of its moves.
pub fn diagram(variant: &Arc<Variant>, kind: PieceType) -> Option<Diagram> {
    let game = Game::new(variant);
    let diagram = game.position().visit(EmptyBoard { kind })?;
    let letter = variant.pieces[kind.index()].letter;
    Some(Diagram { reach: PieceReach { letter: letter.to_string(), ..diagram.reach }, ..diagram })
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
    ) -> Option<ByWay<G>> {
        let mut ways = ByWay::of(movement, self.piece.color(), G::at(self.square)?, occupied, own);
        if !self.may_jump {
            ways.forget(How::First);
        }
        Some(ways)
    }

    fn told<G: Geometry>(&self, ways: &ByWay<G>) -> PieceReach {
        PieceReach { square: self.square.to_string(), ways: ways.told(), ..PieceReach::default() }
    }
}

impl Visitor for OnBoard {
    type Output = Option<PieceReach>;

    fn visit<G: Geometry>(self, position: &Position<G>) -> Self::Output {
        let (placement, rules) = (position.placement(), position.rules());
        let (kind, color, occupied) = (self.piece.kind(), self.piece.color(), placement.occupied());
        let mut ways = self.reach(rules.movement(kind), occupied, placement.side(color))?;
        // A castling right means that the King is on its start square.
        let castlings = rules.castlings().iter().filter(|it| {
            (kind, color) == (rules.king(), it.color)
                && position.castling() >> it.right & 1 != 0
                && (it.empty & occupied).is_empty()
        });
        for castling in castlings {
            ways.add(How::Castle, castling.king.1);
        }
        Some(self.told(&ways))
    }

    fn visit_command<G: Geometry>(self, position: &CommandPosition<G>) -> Self::Output {
        let (placement, rules) = (position.placement(), position.rules());
        let (kind, square) = (self.piece.kind(), G::at(self.square)?);
        let own = placement.side(self.piece.color());
        let ways = self.reach(rules.movement(kind), placement.occupied(), own)?;
        let reach = self.told(&ways);
        if rules.leader(kind).is_none() {
            return Some(reach);
        }
        Some(PieceReach {
            range: names::<G>(rules.zone(kind, square)),
            commands: names::<G>(rules.commanded(self.piece, square, placement)),
            ..reach
        })
    }
}

struct EmptyBoard {
    kind: PieceType,
}

impl EmptyBoard {
    fn diagram<G: Geometry>(&self, movement: &Movement<G>) -> Option<(Square, Diagram)> {
        let board = movement.board();
        let middle = board.middle();
        let squares = board.squares().filter(|&square| G::file(square) == G::file(middle));
        // Among equally good ranks, the one nearest to the middle.
        let from = squares.max_by_key(|&square| {
            let first_moves = movement.reach(Color::White, square, G::Set::EMPTY);
            let doubles = first_moves.by(Approach::Double).quiet.count();
            let aside = G::rank(square).abs_diff(G::rank(middle));
            (movement.moves_first_from(square), doubles, std::cmp::Reverse(aside))
        })?;
        let screens = movement.screens(Color::White, from);
        // The pieces to hop over are in the way, so their squares are not targets.
        let ways = ByWay::of(movement, Color::White, from, screens, screens).told();
        let square = G::name(from);
        let reach = PieceReach { square, ways, ..PieceReach::default() };
        Some((from, Diagram { reach, screens: names::<G>(screens) }))
    }
}

impl Visitor for EmptyBoard {
    type Output = Option<Diagram>;

    fn visit<G: Geometry>(self, position: &Position<G>) -> Self::Output {
        self.diagram(position.rules().movement(self.kind)).map(|(_, diagram)| diagram)
    }

    fn visit_command<G: Geometry>(self, position: &CommandPosition<G>) -> Self::Output {
        let rules = position.rules();
        let (from, mut diagram) = self.diagram(rules.movement(self.kind))?;
        diagram.reach.range = names::<G>(rules.zone(self.kind, from));
        Some(diagram)
    }
}

/// Squares by the way in which they are reached.
struct ByWay<G: Geometry>([Targets<G::Set>; How::ALL.len()]);

impl<G: Geometry> ByWay<G> {
    /// Where a piece could go. It does not capture pieces on `own`.
    fn of(
        movement: &Movement<G>,
        color: Color,
        from: Square,
        occupied: G::Set,
        own: G::Set,
    ) -> Self {
        let reach = movement.reach(color, from, occupied);
        let none = Targets { quiet: G::Set::EMPTY, capture: G::Set::EMPTY };
        let mut ways = Self([none; How::ALL.len()]);
        for approach in Approach::ALL {
            let Targets { quiet, capture } = reach.by(approach);
            let targets = &mut ways.0[How::from(approach) as usize];
            targets.quiet |= quiet - occupied;
            targets.capture |= capture - own;
        }
        ways
    }

    fn add(&mut self, how: How, to: Square) {
        self.0[how as usize].quiet.insert(to);
    }

    fn forget(&mut self, how: How) {
        self.0[how as usize].quiet = G::Set::EMPTY;
    }

    fn told(&self) -> Vec<ReachWay> {
        let mut told = Vec::new();
        for how in How::ALL {
            let Targets { quiet, capture } = self.0[how as usize];
            let sets = [
                (What::Both, quiet & capture),
                (What::Move, quiet - capture),
                (What::Capture, capture - quiet),
            ];
            let sets = sets.into_iter().filter(|(_, set)| !set.is_empty());
            told.extend(sets.map(|(what, set)| ReachWay { how, what, squares: names::<G>(set) }));
        }
        told
    }
}

impl From<Approach> for How {
    fn from(approach: Approach) -> Self {
        match approach {
            Approach::Step | Approach::Slide => Self::Step,
            Approach::Leap => Self::Leap,
            Approach::Ride => Self::Ride,
            Approach::TwoParts => Self::Parts,
            Approach::Hop => Self::Hop,
            Approach::Double => Self::Double,
            Approach::Jump => Self::First,
        }
    }
}

fn names<G: Geometry>(squares: G::Set) -> Vec<String> {
    squares.into_iter().map(G::name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::{VARIANTS, find};

    fn reach(id: &str, square: &str) -> PieceReach {
        let game = Game::new(find(id).expect("a built-in game"));
        let square = Coordinates::parse(square).expect("a square");
        of_piece(&game, square).expect("a piece")
    }

    fn squares(reach: &PieceReach, how: How, what: What) -> Vec<&str> {
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
        // Over the Pawn and the Machine, the Cannon cannot capture yet, except enemies that come there.
        let cannon = reach("metamachy", "a1");
        assert!(cannon.ways.iter().all(|way| way.how != How::Hop || way.what == What::Capture));
    }

    #[test]
    fn castling_is_shown_where_the_way_is_free() {
        let castling = |fen: &str| -> Vec<String> {
            let game = Game::from_fen(find("chess").expect("a game"), fen).expect("a position");
            let reach = of_piece(&game, Coordinates::parse("e1").expect("a square"));
            let reach = reach.expect("the King");
            squares(&reach, How::Castle, What::Move).into_iter().map(String::from).collect()
        };
        let none: [&str; 0] = [];
        assert_eq!(castling("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), ["c1", "g1"]);
        assert_eq!(castling("r3k2r/8/8/8/8/8/8/RN2K2R w Kkq - 0 1"), ["g1"]);
        assert_eq!(castling("r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1"), none);
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
