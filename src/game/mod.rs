//! One game in progress, of any variant on any board.
//!
//! The modules up to here are generic over the board. This one chooses it, in [`AnyPosition`], and
//! hides it: whoever follows sees positions through [`Play`], and only what is worth compiling for
//! every board (searching, solving, counting) looks behind it with a [`Visitor`].

mod any_position;
mod play;
#[cfg(test)]
mod tests;

pub use any_position::{AnyPosition, VariantError, Visitor, check};
pub use play::Play;

use crate::movegen::{MoveList, MoveTextError};
use crate::pieces::Color;
use crate::position::{FenError, Flaw, Move, Outcome};
use crate::square::Coordinates;
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

    /// A new game with a setup and so many random moves played; `None` if they end it. `choose` draws
    /// one of the legal moves, of which there is at least one.
    pub fn after_random_moves(
        variant: &Arc<Variant>,
        setup: &Setup,
        plies: usize,
        mut choose: impl FnMut(&[Move]) -> Move,
    ) -> Option<Self> {
        let mut game = Self::with_setup(variant, setup);
        for _ in 0..plies {
            let moves = game.legal_moves();
            if moves.is_empty() {
                return None;
            }
            game.play(choose(&moves));
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
                Ok(Self { variant, start_fen, position, moves: Vec::new() })
            }
            Err(OpenError::Fen(error)) => Err(error),
            Err(OpenError::Rules(error)) => panic!("variant {}: {error}", variant.id),
        }
    }

    /// A game that starts from the position now, but with these jump rights and this square passed
    /// over by the last move.
    pub fn with_rights(
        &self,
        jump: [bool; 2],
        en_passant: Option<Coordinates>,
    ) -> Result<Self, Flaw> {
        let position = self.position.with_rights(jump, en_passant)?;
        let (variant, start_fen) = (self.variant.clone(), position.fen());
        Ok(Self { variant, start_fen, position, moves: Vec::new() })
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
        self.position.make(mv);
        self.moves.push(mv);
    }

    /// Reads and makes a move.
    pub fn play_text(&mut self, text: &str) -> Result<Move, MoveTextError> {
        let mv = self.parse_move(text)?;
        self.play(mv);
        Ok(mv)
    }

    /// Takes back the last move; `None` at the start.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.position.unmake(mv);
        Some(mv)
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome_given(self.position.has_legal_moves())
    }
}
