//! One game in progress, of any variant on any board.
//!
//! The modules up to here are generic over the board. This one chooses it, in [`AnyPosition`], and
//! hides it: whoever follows sees positions through [`Play`], and only what is worth compiling for
//! every board (searching, solving, counting) looks behind it with a [`Visitor`].

mod any_position;
mod play;
#[cfg(test)]
mod tests;
mod variant_files;

pub use any_position::{AnyPosition, VariantError, Visitor, check};
pub use play::Play;
pub use variant_files::read_variants;

use crate::movegen::{MoveList, MoveTextError};
use crate::pieces::Color;
use crate::position::{FenError, Move, MoveKind, Outcome};
use crate::variant::{Setup, Variant};
use any_position::OpenError;
use std::sync::Arc;

/// A game in progress: a variant, the position it started from, and the moves made.
#[derive(Clone, Debug)]
pub struct Game {
    variant: Arc<Variant>,
    start_fen: String,
    position: AnyPosition,
    moves: Vec<Move>,
    /// How many moves were made before each turn, the present one included.
    turn_starts: Vec<usize>,
}

impl Game {
    /// A game from the default start array.
    ///
    /// # Panics
    /// If [`check`] does not accept the variant.
    pub fn new(variant: &Arc<Variant>) -> Self {
        match Self::from_fen(variant, &variant.start) {
            Ok(game) => game,
            Err(error) => panic!("variant {}: start array: {error}", variant.id),
        }
    }

    /// A game from the start array of a setup.
    ///
    /// # Panics
    /// If [`check`] does not accept the variant, or the setup is of another one.
    pub fn with_setup(variant: &Arc<Variant>, setup: &Setup) -> Self {
        match Self::from_fen(variant, &setup.fen(variant)) {
            Ok(game) => game,
            Err(error) => panic!("variant {}: setup {}: {error}", variant.id, setup.name()),
        }
    }

    /// A new game with a setup and so many random turns played, which are mostly one move; `None` if
    /// they end it. `choose` draws one of the legal moves of the game as it then stands, of which
    /// there is at least one.
    pub fn after_random_moves(
        variant: &Arc<Variant>,
        setup: &Setup,
        turns: usize,
        mut choose: impl FnMut(&Self, &[Move]) -> Move,
    ) -> Option<Self> {
        let mut game = Self::with_setup(variant, setup);
        while game.turns_made() < turns {
            let moves = game.legal_moves();
            if moves.is_empty() {
                return None;
            }
            let mv = choose(&game, &moves);
            game.play(mv);
        }
        game.outcome().is_none().then_some(game)
    }

    /// A game from any position.
    ///
    /// # Panics
    /// If [`check`] does not accept the variant.
    pub fn from_fen(variant: &Arc<Variant>, fen: &str) -> Result<Self, FenError> {
        match AnyPosition::from_fen(variant, fen) {
            Ok(position) => {
                let (variant, start_fen) = (variant.clone(), position.fen());
                Ok(Self { variant, start_fen, position, moves: Vec::new(), turn_starts: vec![0] })
            }
            Err(OpenError::Fen(error)) => Err(error),
            Err(OpenError::Rules(error)) => panic!("variant {}: {error}", variant.id),
        }
    }

    /// The variant played.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// The position now.
    pub fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// The FEN of the position the game started from.
    pub fn start_fen(&self) -> &str {
        &self.start_fen
    }

    /// Whether the game started from the default start array.
    pub fn starts_by_default(&self) -> bool {
        self.start_fen == self.variant.start
    }

    /// The FEN of the position now.
    pub fn fen(&self) -> String {
        self.position.fen()
    }

    /// The side that moves next.
    pub fn side_to_move(&self) -> Color {
        self.position.side_to_move()
    }

    /// The moves made since the start.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The legal moves now.
    pub fn legal_moves(&self) -> MoveList {
        self.position.legal_moves()
    }

    /// Reads a legal move, such as `a3a5` or `a11a12q`.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveTextError> {
        self.position.parse_move(text)
    }

    /// The text of a move.
    pub fn move_text(&self, mv: Move) -> String {
        self.position.move_text(mv)
    }

    /// Makes a legal move.
    pub fn play(&mut self, mv: Move) {
        debug_assert!(self.legal_moves().contains(&mv));
        let side = self.side_to_move();
        self.position.make(mv);
        self.moves.push(mv);
        if self.side_to_move() != side {
            self.turn_starts.push(self.moves.len());
        }
    }

    /// Reads and makes a move.
    pub fn play_text(&mut self, text: &str) -> Result<Move, MoveTextError> {
        let mv = self.parse_move(text)?;
        self.play(mv);
        Ok(mv)
    }

    /// The moves of a turn as text: joined by commas. Nothing marks the end of one that could go on.
    pub fn turn_text(&self, turn: &[Move]) -> String {
        let moves = turn.iter().filter(|mv| mv.kind() != MoveKind::End);
        moves.map(|&mv| self.move_text(mv)).collect::<Vec<_>>().join(",")
    }

    /// Reads a whole turn, such as `a3a5` or, where a turn may have several moves, `b1c3,c1d3`. The
    /// moves returned end with the end of the turn if it could go on.
    pub fn parse_turn(&self, whole: &str) -> Result<Vec<Move>, MoveTextError> {
        if self.variant.command.is_none() {
            return Ok(vec![self.parse_move(whole)?]);
        }
        let mut game = self.clone();
        game.play_turn_text(whole)?;
        Ok(game.moves.split_off(self.moves.len()))
    }

    /// The turn that a line of legal moves begins with, completed by the end of the turn if the line
    /// ends within it. Empty if the line is.
    pub fn first_turn(&self, line: &[Move]) -> Vec<Move> {
        self.turns(line).into_iter().next().unwrap_or_default()
    }

    /// A line of legal moves as turns; the last one is completed by the end of the turn.
    pub fn turns(&self, line: &[Move]) -> Vec<Vec<Move>> {
        if self.variant.command.is_none() {
            return line.iter().map(|&mv| vec![mv]).collect();
        }
        let mut position = self.position.clone();
        let mut turns = Vec::new();
        let mut turn = Vec::new();
        for &mv in line {
            let side = position.side_to_move();
            position.make(mv);
            turn.push(mv);
            if position.side_to_move() != side {
                turns.push(std::mem::take(&mut turn));
            }
        }
        if !turn.is_empty() {
            turn.push(Move::END);
            turns.push(turn);
        }
        turns
    }

    /// How many turns were finished since the start.
    pub fn turns_made(&self) -> usize {
        self.turn_starts.len() - 1
    }

    /// The moves of the turns made since the start, the last one perhaps unfinished.
    pub fn turns_so_far(&self) -> Vec<&[Move]> {
        let ends = self.turn_starts.iter().skip(1).copied().chain([self.moves.len()]);
        let spans = self.turn_starts.iter().copied().zip(ends);
        spans.map(|(start, end)| &self.moves[start..end]).filter(|turn| !turn.is_empty()).collect()
    }

    /// Reads and makes a whole turn, as [`Game::parse_turn`] reads it; the game stays as it was if it
    /// cannot be made.
    pub fn play_turn_text(&mut self, whole: &str) -> Result<(), MoveTextError> {
        // Not on a copy: the game may be long, and is told again at every turn.
        let made = self.moves.len();
        let played = self.play_moves_of_turn(whole);
        while played.is_err() && self.moves.len() > made {
            self.undo();
        }
        played
    }

    /// Makes the moves of a turn, up to the first that cannot be made.
    fn play_moves_of_turn(&mut self, whole: &str) -> Result<(), MoveTextError> {
        let side = self.side_to_move();
        let several = self.variant.command.is_some();
        for text in whole.splitn(if several { usize::MAX } else { 1 }, ',') {
            if several && text.is_empty() {
                return Err(MoveTextError::ActionForm(whole.into()));
            }
            if self.side_to_move() != side {
                let over = self.outcome().is_some_and(|outcome| outcome.winner().is_some());
                let error = if over { MoveTextError::Over } else { MoveTextError::TurnOver };
                return Err(error(text.into()));
            }
            let mv = self.parse_move(text)?;
            if mv.kind() == MoveKind::End {
                return Err(MoveTextError::EndMarked(text.into()));
            }
            self.play(mv);
        }
        if self.side_to_move() == side {
            self.play(Move::END);
        }
        Ok(())
    }

    /// Takes back the turn that is begun, or else the last one. Returns whether there was one.
    pub fn undo_turn(&mut self) -> bool {
        if self.moves.is_empty() {
            return false;
        }
        let begun = self.turn_starts.last().is_some_and(|&start| start < self.moves.len());
        let back = if begun { 1 } else { 2 };
        let start = self.turn_starts.len().checked_sub(back).map_or(0, |at| self.turn_starts[at]);
        while self.moves.len() > start {
            self.undo();
        }
        true
    }

    /// Takes back the last move; `None` at the start.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.position.unmake(mv);
        self.turn_starts.retain(|&start| start <= self.moves.len());
        Some(mv)
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome_given(self.position.has_legal_moves())
    }
}
