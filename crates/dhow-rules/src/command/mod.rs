//! Positions of games with leaders and several moves a turn (Joe Joyce's Chieftain family).
//!
//! An *action* is a move of a turn, or the end of a turn. A position can be in the middle of a
//! turn. docs/chieftain.md explains the rules.
//!
//! ```
//! use dhow_rules::game::Game;
//! use dhow_rules::variant;
//!
//! let mut game = Game::new(variant::find("mini-chieftain").expect("a built-in game"));
//! game.play_turn_text("b2c4,g2f4")?;
//! assert_eq!((game.turns_made(), game.moves().len()), (1, 2));
//! # Ok::<(), dhow_rules::movegen::MoveTextError>(())
//! ```

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
use turn::OpenTurn;

/// The part of a position that unmaking an action cannot compute. One is stored for each action
/// made.
#[derive(Clone, Debug)]
struct Undo<S> {
    turn: OpenTurn<S>,
    captured: Option<Piece>,
    /// Whether the action ended the turn.
    passed: bool,
    clock: u16,
    reversible: u16,
}

/// The start of a turn in the history of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TurnStart {
    key: u64,
    /// The number of actions made before it.
    actions: usize,
}

/// A position of a game with leaders, with the keys at the starts of all turns before it.
#[derive(Clone, Debug)]
pub struct CommandPosition<G: Geometry> {
    rules: Arc<CommandRules<G>>,
    placement: Placement<G>,
    side_to_move: Color,
    turn: OpenTurn<G::Set>,
    /// Turns of either side since the last capture.
    clock: u16,
    fullmove: u32,
    made: Vec<Undo<G::Set>>,
    /// The starts of all turns, the present one included. Null turns are included, but repeat
    /// nothing.
    starts: Vec<TurnStart>,
    /// The number of turns over which the position can repeat.
    reversible: u16,
}

impl<G: Geometry> CommandPosition<G> {
    /// The compiled rules of the game.
    #[inline(always)]
    pub fn rules(&self) -> &CommandRules<G> {
        &self.rules
    }

    /// A shared reference to the compiled rules of the game.
    pub fn shared_rules(&self) -> Arc<CommandRules<G>> {
        self.rules.clone()
    }

    /// The piece placement.
    #[inline(always)]
    pub fn placement(&self) -> &Placement<G> {
        &self.placement
    }

    /// The side whose turn it is.
    #[inline(always)]
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The piece on a square, if there is one.
    #[inline(always)]
    pub fn on(&self, square: Square) -> Option<Piece> {
        self.placement.on(square)
    }

    /// Whether no move has been made in this turn.
    #[inline(always)]
    pub fn at_turn_start(&self) -> bool {
        self.turn.moves() == 0
    }

    /// The number of moves made in this turn.
    pub fn moves_made(&self) -> usize {
        self.turn.moves().into()
    }

    /// The greatest number of moves that can still be made in this turn.
    #[inline(always)]
    pub fn moves_left(&self) -> usize {
        self.turn.moves_left().into()
    }

    /// The squares of the pieces that have moved in this turn.
    #[inline(always)]
    pub fn moved(&self) -> G::Set {
        self.turn.moved
    }

    /// The squares of the leaders of the side to move that may still activate a piece.
    pub fn free_leaders(&self) -> impl Iterator<Item = Square> + '_ {
        self.turn.free()
    }

    /// The squares of a side's leaders.
    #[inline]
    pub fn leaders(&self, color: Color) -> G::Set {
        self.placement.of_kinds(self.rules.leaders()) & self.placement.side(color)
    }

    /// Whether a side has a leader.
    #[inline]
    fn has_leaders(&self, color: Color) -> bool {
        self.leaders(color).first().is_some()
    }

    /// The side that has captured the other side's last leader; `None` if both have leaders.
    #[inline]
    pub fn winner(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| !self.has_leaders(!color))
    }

    /// Turns of either side since the last capture.
    pub fn clock(&self) -> u16 {
        self.clock
    }

    /// The number of the turn, starting at 1 and increased after Black's turns.
    pub fn fullmove(&self) -> u32 {
        self.fullmove
    }

    /// The Zobrist key. At the start of a turn it covers the pieces and the side to move, which is
    /// what counts for repetition. Within a turn it also covers the pieces that have moved and the
    /// leaders that may still activate.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.placement.key() ^ zobrist::side(self.side_to_move) ^ self.turn.key
    }

    /// The key at the start of a turn, computed from scratch, to check [`CommandPosition::key`].
    pub fn fresh_key(&self) -> u64 {
        self.placement.fresh_key() ^ zobrist::side(self.side_to_move)
    }

    /// How often the start of this turn has occurred before. Only positions reached by actions made
    /// on this value count.
    pub fn repetitions(&self) -> usize {
        let Some((now, earlier)) = self.starts.split_last() else { return 0 };
        let earlier = earlier.iter().rev().take(self.reversible as usize);
        earlier.filter(|start| start.key == now.key).count()
    }

    /// Whether a search may score this start of a turn as a repetition: it occurred within the last
    /// `plies` actions, or often enough before that the game is drawn.
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
