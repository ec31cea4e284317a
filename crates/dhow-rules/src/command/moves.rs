//! The legal actions of a turn.

use super::CommandPosition;
use crate::bitboard::SquareSet;
use crate::geometry::Geometry;
use crate::movegen::{MoveList, Wanted};
use crate::pieces::{Piece, PieceType};
use crate::position::{Move, MoveKind};
use crate::square::Square;

impl<G: Geometry> CommandPosition<G> {
    /// The pieces that the leaders on some squares may activate, the leaders included. Does not
    /// consider whether the leaders have activations left or the pieces have moved.
    #[inline]
    pub fn commanded(&self, leaders: impl IntoIterator<Item = Square>) -> G::Set {
        let mut commanded = G::Set::EMPTY;
        for square in leaders {
            if let Some(leader) = self.placement.on(square) {
                commanded |= self.rules.commanded(leader, square, &self.placement);
            }
        }
        commanded
    }

    /// The pieces that may still move in this turn, if they have targets. Empty if a side has won.
    #[inline]
    pub fn movers(&self) -> G::Set {
        let (side, turn) = (self.side_to_move, &self.turn);
        if turn.moves_left() == 0 || turn.leaders().is_empty() || !self.has_leaders(!side) {
            return G::Set::EMPTY;
        }
        let mut movers = self.commanded(turn.free());
        if let Some(free) = self.rules.free() {
            movers |= self.placement.of_kind(free) & self.placement.side(side);
        }
        movers - turn.moved
    }

    /// The targets of the piece on a square, which must belong to the side to move.
    #[inline(always)]
    pub fn targets(&self, from: Square) -> G::Set {
        let Some(piece) = self.placement.on(from) else { return G::Set::EMPTY };
        let enemies = self.placement.side(!self.side_to_move);
        let occupied = self.placement.occupied();
        self.rules.movement(piece.kind()).targets(piece.color(), from, occupied, enemies)
    }

    /// The pieces that the leader on a square may exchange squares with.
    fn partners(&self, leader: Square, movers: G::Set) -> G::Set {
        let Some((chief, companion)) = self.rules.exchange() else { return G::Set::EMPTY };
        let is_chief = self.placement.on(leader).is_some_and(|piece| piece.kind() == chief);
        if !is_chief || !movers.contains(leader) || !self.turn.is_free(leader) {
            return G::Set::EMPTY;
        }
        let companions = self.placement.of_kind(companion) & self.placement.side(self.side_to_move);
        (companions & self.rules.neighbours(leader)) - self.turn.moved
    }

    /// Whether some piece may move.
    #[inline]
    pub(super) fn has_action(&self) -> bool {
        let movers = self.movers();
        movers
            .into_iter()
            .any(|from| !self.targets(from).is_empty() || !self.partners(from, movers).is_empty())
    }

    /// Whether there is a legal action.
    pub fn has_legal_moves(&self) -> bool {
        self.has_action()
    }

    /// The number of legal actions.
    #[inline]
    pub fn count_legal_moves(&self) -> u64 {
        let movers = self.movers();
        let mut count = 0;
        for from in movers {
            count += u64::from(self.targets(from).count());
        }
        if self.rules.exchange().is_some() {
            let partners = |from| u64::from(self.partners(from, movers).count());
            count += movers.into_iter().map(partners).sum::<u64>();
        }
        // If no piece can move any more, the turn has already passed to the other side.
        count + u64::from(!self.at_turn_start())
    }

    /// The legal actions.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.add_legal_moves(Wanted::All, &mut moves);
        moves
    }

    /// Adds the legal actions of a class to a list.
    #[inline]
    pub fn add_legal_moves(&self, wanted: Wanted, moves: &mut MoveList) {
        self.add_moves(self.movers(), wanted, moves);
    }

    /// Adds the legal actions of a class, by pieces in `movers`, to a list. The end of the turn
    /// counts as quiet.
    #[inline]
    pub fn add_moves(&self, movers: G::Set, wanted: Wanted, moves: &mut MoveList) {
        let enemies = self.placement.side(!self.side_to_move);
        for from in movers {
            let targets = self.targets(from);
            let targets = match wanted {
                Wanted::All => targets,
                Wanted::Tactical => targets & enemies,
                Wanted::Quiet => targets - enemies,
            };
            moves.extend(targets.into_iter().map(|to| Move::new(from, to, MoveKind::Normal)));
        }
        if wanted == Wanted::Tactical {
            return;
        }
        if self.rules.exchange().is_some() {
            for leader in movers {
                let partners = self.partners(leader, movers).into_iter();
                moves.extend(partners.map(|to| Move::new(leader, to, MoveKind::Exchange)));
            }
        }
        if !self.at_turn_start() && !movers.is_empty() {
            moves.push(Move::END);
        }
    }

    /// Whether an action, which may come from another position, is legal in this position, given
    /// its movers.
    pub fn is_legal(&self, action: Move, movers: G::Set) -> bool {
        let (from, to) = (action.from(), action.to());
        match action.kind() {
            MoveKind::End => !self.at_turn_start() && !movers.is_empty(),
            MoveKind::Exchange => self.partners(from, movers).contains(to),
            MoveKind::Normal => movers.contains(from) && self.targets(from).contains(to),
            _ => false,
        }
    }

    /// The kind of piece that an action captures, if any.
    #[inline(always)]
    pub fn victim(&self, action: Move) -> Option<PieceType> {
        match action.kind() {
            MoveKind::Normal => self.placement.on(action.to()).map(Piece::kind),
            _ => None,
        }
    }

    /// The value of the piece that an action captures, in centipawns.
    #[inline(always)]
    pub fn gain(&self, action: Move) -> i32 {
        self.victim(action).map_or(0, |kind| self.rules.army().value(kind))
    }

    /// Whether two legal actions can be made in both orders in this turn with the same resulting
    /// position. May return false if one of them moves a leader, which changes who is commanded.
    #[inline]
    pub fn commute(&self, first: Move, second: Move) -> bool {
        if first.kind() != MoveKind::Normal || second.kind() != MoveKind::Normal {
            return false;
        }
        let squares = [first.from(), first.to(), second.from(), second.to()];
        let [from, to, other_from, other_to] = squares;
        if from == other_from || to == other_to || self.moves_left() < 2 {
            return false;
        }
        // Leaders change who is in command, and pieces may be commanded by a leader's movement
        // pattern. These cases are rare, so the search handles them without this shortcut.
        let quiet_kind = |square| {
            self.placement.on(square).is_some_and(|piece| self.rules.leader(piece.kind()).is_none())
        };
        if !self.rules.commands_by_range() || !quiet_kind(from) || !quiet_kind(other_from) {
            return false;
        }
        self.stays_legal(first, second) && self.stays_legal(second, first)
    }

    /// Whether a legal move remains legal after another piece's move.
    #[inline]
    fn stays_legal(&self, mv: Move, after: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.placement.on(from) else { return false };
        let gone = G::Set::single(after.from());
        let come = G::Set::single(after.to());
        let occupied = (self.placement.occupied() - gone) | come;
        let enemies = self.placement.side(!self.side_to_move) - come;
        let movement = self.rules.movement(piece.kind());
        to != after.to() && movement.targets(piece.color(), from, occupied, enemies).contains(to)
    }

    /// The squares on which the side not to move could capture with one move of a piece that its
    /// leaders command now.
    pub fn threatened(&self) -> G::Set {
        let enemy = !self.side_to_move;
        let occupied = self.placement.occupied();
        let mut threatened = G::Set::EMPTY;
        for from in self.commanded(self.leaders(enemy)) {
            if let Some(piece) = self.placement.on(from) {
                threatened |= self.rules.movement(piece.kind()).threats(enemy, from, occupied);
            }
        }
        threatened
    }
}
