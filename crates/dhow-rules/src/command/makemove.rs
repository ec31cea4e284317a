//! Making and unmaking actions.

use super::turn::{LeaderSet, OpenTurn};
use super::{CommandPosition, TurnStart, Undo};
use crate::geometry::Geometry;
use crate::pieces::{Color, Piece};
use crate::position::{Move, MoveKind, Observer};
use crate::square::Square;

impl<G: Geometry> CommandPosition<G> {
    /// Makes a legal action. Returns whether it ends the turn: the turn passes to the other side if
    /// no action remains.
    #[inline(always)]
    pub fn make(&mut self, action: Move) -> bool {
        self.make_observed(action, &mut ())
    }

    /// Makes a legal action and notifies `observer`. Returns whether it ends the turn.
    #[inline]
    pub fn make_observed(&mut self, action: Move, observer: &mut impl Observer) -> bool {
        let (turn, clock, reversible) = (self.turn, self.clock, self.reversible);
        self.made.push(Undo { turn, captured: None, passed: false, clock, reversible });
        let (from, to) = (action.from(), action.to());
        match action.kind() {
            MoveKind::End => {
                self.pass();
                return true;
            }
            MoveKind::Exchange => self.exchange(from, to, observer),
            _ => self.go(from, to, observer),
        }
        self.turn.count();
        self.turn.key = self.turn.state_key();
        let ended = !self.has_action();
        if ended {
            self.pass();
        }
        ended
    }

    fn go(&mut self, from: Square, to: Square, observer: &mut impl Observer) {
        let Some(piece) = self.placement.on(from) else {
            unreachable!("a legal move starts on a piece")
        };
        if self.rules.free() != Some(piece.kind()) {
            let by = self.activators(piece, from);
            self.turn.demand(by);
        }
        if let Some(captured) = self.placement.take(to) {
            observer.take(captured, to);
            self.turn.captured = true;
            if let Some(made) = self.made.last_mut() {
                made.captured = Some(captured);
            }
        }
        self.placement.take(from);
        observer.take(piece, from);
        self.placement.put(piece, to);
        observer.put(piece, to);
        self.turn.note_move(from, to);
    }

    fn exchange(&mut self, leader: Square, other: Square, observer: &mut impl Observer) {
        let by = self.turn.leader_on(leader);
        self.turn.demand(by);
        let pieces = (self.placement.take(leader), self.placement.take(other));
        let (Some(chief), Some(companion)) = pieces else {
            unreachable!("an exchange is one of two pieces")
        };
        observer.take(chief, leader);
        observer.take(companion, other);
        self.placement.put(chief, other);
        self.placement.put(companion, leader);
        observer.put(chief, other);
        observer.put(companion, leader);
        self.turn.note_exchange(leader, other);
    }

    /// The leaders that have the piece on a square in range, whether or not they have activations
    /// left.
    #[inline]
    fn activators(&self, piece: Piece, square: Square) -> LeaderSet {
        let occupied = self.placement.occupied();
        let mut by = 0;
        for (place, &from) in self.turn.leaders().iter().enumerate() {
            if let Some(leader) = self.placement.on(from) {
                let commands = self.rules.commands((leader, from), (piece, square), occupied);
                by |= u8::from(commands) << place;
            }
        }
        by
    }

    /// Passes the turn to the other side.
    #[inline]
    fn pass(&mut self) {
        if let Some(made) = self.made.last_mut() {
            made.passed = true;
        }
        let captured = self.turn.captured;
        self.clock = if captured { 0 } else { self.clock.saturating_add(1) };
        self.reversible = if captured { 0 } else { self.reversible.saturating_add(1) };
        if self.side_to_move == Color::Black {
            self.fullmove += 1;
        }
        self.begin_turn(!self.side_to_move);
    }

    /// Begins the turn of a side.
    pub(super) fn begin_turn(&mut self, side: Color) {
        self.side_to_move = side;
        self.turn = OpenTurn::begin(self.leaders(side).into_iter().map(|square| {
            let rule = self.on(square).and_then(|piece| self.rules.leader(piece.kind()));
            (square, rule.map_or(0, |rule| rule.activations))
        }));
        self.starts.push(TurnStart { key: self.key(), actions: self.made.len() });
    }

    /// Unmakes the last action, which must be `action`.
    #[inline]
    pub fn unmake(&mut self, action: Move) {
        let Some(Undo { turn, captured, passed, clock, reversible }) = self.made.pop() else {
            unreachable!("only an action made is unmade")
        };
        if passed {
            self.starts.pop();
            self.side_to_move = !self.side_to_move;
            self.fullmove -= u32::from(self.side_to_move == Color::Black);
        }
        self.turn = turn;
        (self.clock, self.reversible) = (clock, reversible);
        let (from, to) = (action.from(), action.to());
        match action.kind() {
            MoveKind::End => {}
            MoveKind::Exchange => {
                let pieces = (self.placement.take(from), self.placement.take(to));
                if let (Some(companion), Some(chief)) = pieces {
                    self.placement.put(chief, from);
                    self.placement.put(companion, to);
                }
            }
            _ => {
                if let Some(piece) = self.placement.take(to) {
                    self.placement.put(piece, from);
                }
                if let Some(piece) = captured {
                    self.placement.put(piece, to);
                }
            }
        }
    }

    /// Makes a null turn, at the start of a turn: the other side is to move. Repetitions are not
    /// counted across it.
    pub fn make_null(&mut self) {
        let (turn, clock, reversible) = (self.turn, self.clock, self.reversible);
        self.made.push(Undo { turn, captured: None, passed: true, clock, reversible });
        self.clock = self.clock.saturating_add(1);
        self.reversible = 0;
        self.begin_turn(!self.side_to_move);
    }

    /// Unmakes a null turn.
    pub fn unmake_null(&mut self) {
        if let Some(made) = self.made.pop() {
            self.starts.pop();
            self.side_to_move = !self.side_to_move;
            self.turn = made.turn;
            (self.clock, self.reversible) = (made.clock, made.reversible);
        }
    }
}
