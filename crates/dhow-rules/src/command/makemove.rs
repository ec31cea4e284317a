//! Making and unmaking actions.

use super::turn::{Leaders, Turn};
use super::{CommandPosition, Made, Start};
use crate::geometry::Geometry;
use crate::pieces::{Color, Piece};
use crate::position::{Move, MoveKind, Observer};
use crate::square::Square;

impl<G: Geometry> CommandPosition<G> {
    /// Makes a legal action.
    #[inline(always)]
    pub fn make(&mut self, action: Move) {
        self.make_observed(action, &mut ());
    }

    /// Makes a legal action while `observer` watches.
    #[inline]
    pub fn make_observed(&mut self, action: Move, observer: &mut impl Observer) {
        let (turn, clock, reversible) = (self.turn, self.clock, self.reversible);
        self.made.push(Made { turn, captured: None, passed: false, clock, reversible });
        let (from, to) = (action.from(), action.to());
        match action.kind() {
            MoveKind::End => return self.pass(),
            MoveKind::Exchange => self.exchange(from, to, observer),
            _ => self.go(from, to, observer),
        }
        self.turn.count();
        self.turn.key = self.turn.state_key();
        if !self.has_action() {
            self.pass();
        }
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

    /// The leaders, spent or not, that have the piece on a square in range.
    #[inline]
    fn activators(&self, piece: Piece, square: Square) -> Leaders {
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

    /// The turn passes.
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

    /// The turn of a side begins.
    pub(super) fn begin_turn(&mut self, side: Color) {
        self.side_to_move = side;
        self.turn = Turn::begin(self.leaders(side).into_iter().map(|square| {
            let rule = self.on(square).and_then(|piece| self.rules.leader(piece.kind()));
            (square, rule.map_or(0, |rule| rule.activations))
        }));
        self.starts.push(Start { key: self.key(), actions: self.made.len() });
    }

    /// Takes back the last action made, which must be `action`.
    #[inline]
    pub fn unmake(&mut self, action: Move) {
        let Some(Made { turn, captured, passed, clock, reversible }) = self.made.pop() else {
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

    /// Passes a turn in which nothing was done; no repetition looks across.
    pub fn make_null(&mut self) {
        let (turn, clock, reversible) = (self.turn, self.clock, self.reversible);
        self.made.push(Made { turn, captured: None, passed: true, clock, reversible });
        self.clock = self.clock.saturating_add(1);
        self.reversible = 0;
        self.begin_turn(!self.side_to_move);
    }

    /// Takes back a pass.
    pub fn unmake_null(&mut self) {
        if let Some(made) = self.made.pop() {
            self.starts.pop();
            self.side_to_move = !self.side_to_move;
            self.turn = made.turn;
            (self.clock, self.reversible) = (made.clock, made.reversible);
        }
    }
}
