//! Positions of games in which leaders command: several moves a turn (Joe Joyce's Chieftain family).
//!
//! An action is a move of the turn, or its end; a position may stand within a turn. Rules, and why
//! they are so, stand in docs/chieftain.md.

mod assault;
mod fen;
mod fetch;
mod makemove;
mod moves;
mod notation;
mod outcome;
mod rules;
#[cfg(test)]
mod tests;
mod turn;

pub use assault::Effort;
pub use rules::{CommandRules, LeaderRule};
pub use turn::LONGEST_TURN;

pub use crate::variant::MAX_LEADERS;

use crate::bitboard::SquareSet;
use crate::geometry::Geometry;
use crate::pieces::{Color, Piece};
use crate::position::{Placement, zobrist};
use crate::square::Square;
use std::sync::Arc;
use turn::Turn;

/// What an action cannot restore by itself; one is kept for every action made.
#[derive(Clone, Debug)]
struct Made<S> {
    turn: Turn<S>,
    captured: Option<Piece>,
    /// Whether the turn passed.
    passed: bool,
    clock: u16,
    reversible: u16,
}

/// The start of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Start {
    key: u64,
    /// Actions made before it.
    actions: usize,
}

/// A position of a game with leaders, with the keys of the turns before it.
#[derive(Clone, Debug)]
pub struct CommandPosition<G: Geometry> {
    rules: Arc<CommandRules<G>>,
    placement: Placement<G>,
    side_to_move: Color,
    turn: Turn<G::Set>,
    /// Turns of either side since the last one with a capture.
    clock: u16,
    fullmove: u32,
    made: Vec<Made<G::Set>>,
    /// The turns so far, the present one included. A null move adds one that repeats nothing.
    starts: Vec<Start>,
    /// Turns over which a repetition is possible.
    reversible: u16,
}

impl<G: Geometry> CommandPosition<G> {
    /// The rules of the game.
    #[inline(always)]
    pub fn rules(&self) -> &CommandRules<G> {
        &self.rules
    }

    /// The rules of the game, to share.
    pub fn shared_rules(&self) -> Arc<CommandRules<G>> {
        self.rules.clone()
    }

    /// Which piece stands where.
    #[inline(always)]
    pub fn placement(&self) -> &Placement<G> {
        &self.placement
    }

    /// The side whose turn it is.
    #[inline(always)]
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The piece on a square.
    #[inline(always)]
    pub fn on(&self, square: Square) -> Option<Piece> {
        self.placement.on(square)
    }

    /// Whether no move was made in this turn yet.
    #[inline(always)]
    pub fn at_turn_start(&self) -> bool {
        self.turn.moves() == 0
    }

    /// How many moves were made in this turn.
    pub fn moves_made(&self) -> usize {
        self.turn.moves().into()
    }

    /// How many more moves this turn may have at most.
    #[inline(always)]
    pub fn moves_left(&self) -> usize {
        self.turn.moves_left().into()
    }

    /// Where the pieces stand that were moved in this turn.
    #[inline(always)]
    pub fn moved(&self) -> G::Set {
        self.turn.moved
    }

    /// Where the leaders of the side to move stand that may still activate.
    pub fn free_leaders(&self) -> impl Iterator<Item = Square> + '_ {
        self.turn.free()
    }

    /// The squares of a side's leaders.
    #[inline]
    pub fn leaders(&self, color: Color) -> G::Set {
        self.placement.of_kinds(self.rules.leaders()) & self.placement.side(color)
    }

    /// The number of a side's leaders.
    #[inline]
    fn has_leaders(&self, color: Color) -> bool {
        self.leaders(color).first().is_some()
    }

    /// The side that has captured the other's last leader.
    #[inline]
    pub fn winner(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| !self.has_leaders(!color))
    }

    /// Turns of either side since the last one with a capture.
    pub fn clock(&self) -> u16 {
        self.clock
    }

    /// The number of the turn, raised after Black's.
    pub fn fullmove(&self) -> u32 {
        self.fullmove
    }

    /// A number that tells positions apart: at the start of a turn by placement and side to move,
    /// which is what counts for repetition; within a turn also by what has moved and who may still
    /// activate.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.placement.key() ^ zobrist::side(self.side_to_move) ^ self.turn.key
    }

    /// The key computed from nothing at the start of a turn, to check [`CommandPosition::key`] by.
    pub fn fresh_key(&self) -> u64 {
        self.placement.fresh_key() ^ zobrist::side(self.side_to_move)
    }

    /// How often the start of this turn occurred before, as far as the actions made here tell.
    pub fn repetitions(&self) -> usize {
        let Some((now, earlier)) = self.starts.split_last() else { return 0 };
        let earlier = earlier.iter().rev().take(self.reversible as usize);
        earlier.filter(|start| start.key == now.key).count()
    }

    /// Whether this is the start of a turn that occurred within the last `plies` actions, or so often
    /// before that the game is drawn.
    pub fn repeats(&self, plies: usize) -> bool {
        if !self.at_turn_start() || self.reversible < 4 {
            return false;
        }
        let Some((now, earlier)) = self.starts.split_last() else { return false };
        let mut seen = 0;
        for start in earlier.iter().rev().take(self.reversible as usize) {
            if start.key == now.key {
                seen += 1;
                let within = now.actions - start.actions < plies;
                if within || seen == self.rules.repetition_limit() {
                    return true;
                }
            }
        }
        false
    }
}
