//! The end of a game with leaders.

use super::CommandPosition;
use crate::geometry::Geometry;
use crate::position::{DrawReason, Outcome, WinReason};

impl<G: Geometry> CommandPosition<G> {
    /// The outcome of the position; `None` if the game goes on. `has_moves` is whether a legal
    /// action exists. A win takes precedence over every draw, and draws occur only between turns.
    pub fn outcome_given(&self, has_moves: bool) -> Option<Outcome> {
        if let Some(winner) = self.winner() {
            return Some(Outcome::Win(winner, WinReason::Leaders));
        }
        if !self.at_turn_start() {
            return None;
        }
        if !has_moves {
            return Some(Outcome::Draw(DrawReason::Stalemate));
        }
        let end = self.rules.variant().end;
        if self.repetitions() >= self.rules.repetition_limit() {
            return Some(Outcome::Draw(DrawReason::Repetition(end.repetitions.unwrap_or(0))));
        }
        self.turn_limit_reached()
            .then(|| Outcome::Draw(DrawReason::MoveLimit(end.move_limit.unwrap_or(0))))
    }

    /// Whether the turn limit is reached: the count of turns without a capture, at the start of a
    /// turn.
    pub fn turn_limit_reached(&self) -> bool {
        self.at_turn_start() && u32::from(self.clock) >= self.rules.turn_limit()
    }
}
