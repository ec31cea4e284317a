//! One game in progress, of any variant.
//!
//! The modules up to here serve boards of any size; this one chooses the board of the game. All
//! games are played on 12x12 so far, so that is all it knows.

use crate::geometry::{Board12, Geometry};
use crate::movegen::{MoveList, MoveTextError};
use crate::pieces::Color;
use crate::position::{FenError, Move, Outcome, Position};
use crate::variant::{Setup, Variant, rules};

/// A game in progress: a variant, the position it started from, and the moves made.
#[derive(Clone, Debug)]
pub struct Game {
    variant: &'static Variant,
    start_fen: String,
    position: Position<Board12>,
    moves: Vec<Move>,
}

impl Game {
    /// A game from the default start array.
    pub fn new(variant: &'static Variant) -> Self {
        Self::at(variant, Position::start(rules(variant)))
    }

    /// A game from the start array of a setup.
    pub fn with_setup(variant: &'static Variant, setup: &Setup) -> Self {
        match Self::from_fen(variant, &setup.fen(variant)) {
            Ok(game) => game,
            Err(error) => unreachable!("setup {}: {error}", setup.name()),
        }
    }

    /// A new game with a setup and so many random moves played; `None` if they end it. `choose` draws
    /// one of the legal moves, of which there is at least one.
    pub fn after_random_moves(
        variant: &'static Variant,
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
    pub fn from_fen(variant: &'static Variant, fen: &str) -> Result<Self, FenError> {
        Ok(Self::at(variant, Position::from_fen(rules(variant), fen)?))
    }

    fn at(variant: &'static Variant, position: Position<Board12>) -> Self {
        Self { variant, start_fen: position.fen(), position, moves: Vec::new() }
    }

    /// The variant played.
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// The position now.
    pub fn position(&self) -> &Position<Board12> {
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

    /// The name of a square.
    pub fn square_name(square: crate::square::Square) -> String {
        Board12::name(square)
    }
}
