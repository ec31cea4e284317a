//! A game in progress, of any variant on any board.
//!
//! The modules before this one are generic over the board. [`AnyPosition`] chooses the board type
//! and hides it: most code sees positions through [`Play`], and only code that is worth compiling
//! for every board (searching, solving, counting) uses a [`Visitor`].
//!
//! ```
//! use dhow_rules::game::Game;
//! use dhow_rules::variant;
//!
//! let mut game = Game::new(variant::find("chess").expect("a game of the engine's files"));
//! for mv in ["f2f3", "e7e5", "g2g4", "d8h4"] {
//!     game.play_text(mv)?;
//! }
//! let outcome = game.outcome().expect("a finished game");
//! assert_eq!((outcome.result(), outcome.to_string().as_str()), ("0-1", "Black mates"));
//! # Ok::<(), dhow_rules::movegen::MoveTextError>(())
//! ```

mod any_position;
mod play;
#[cfg(test)]
mod tests;
mod turn;
mod variant_files;

pub use any_position::{AnyPosition, VariantError, Visitor, check};
pub use play::Play;
pub use turn::Turn;
pub use variant_files::{read_diagrams, read_variants, read_variants_or_diagrams};

use crate::movegen::{MoveList, MoveTextError};
use crate::pieces::Color;
use crate::position::{FenError, Move, MoveKind, Outcome};
use crate::variant::{Setup, Variant};
use any_position::OpenError;
use std::sync::Arc;

/// A game in progress: a variant, the start position, and the moves made.
#[derive(Clone, Debug)]
pub struct Game {
    variant: Arc<Variant>,
    start_fen: String,
    position: AnyPosition,
    moves: Vec<Move>,
    /// The number of moves made before each turn, the present turn included.
    turn_starts: Vec<usize>,
}

impl Game {
    /// A game from the default start array.
    ///
    /// ```
    /// use dhow_rules::game::Game;
    ///
    /// let game = Game::new(dhow_rules::variant::find("shako").expect("a game of the engine's files"));
    /// assert_eq!(game.legal_moves().len(), 58);
    /// ```
    ///
    /// # Panics
    /// If [`check`] fails for the variant.
    pub fn new(variant: &Arc<Variant>) -> Self {
        match Self::from_fen(variant, &variant.start) {
            Ok(game) => game,
            Err(error) => panic!("variant {}: start array: {error}", variant.id),
        }
    }

    /// A game from the start array of a setup.
    ///
    /// ```
    /// use dhow_rules::game::Game;
    /// use dhow_rules::variant::{Setup, find};
    ///
    /// let metamachy = find("metamachy").expect("a built-in game");
    /// let game = Game::with_setup(metamachy, &Setup::choose(metamachy, "random")?);
    /// assert_eq!(game.moves(), []);
    /// # Ok::<(), dhow_rules::variant::SetupError>(())
    /// ```
    ///
    /// # Panics
    /// If [`check`] fails for the variant, or the setup belongs to another variant.
    pub fn with_setup(variant: &Arc<Variant>, setup: &Setup) -> Self {
        match Self::from_fen(variant, &setup.fen(variant)) {
            Ok(game) => game,
            Err(error) => panic!("variant {}: setup {}: {error}", variant.id, setup.name()),
        }
    }

    /// A new game with a setup after `turns` random turns (in most games a turn is one move).
    /// `None` if the game ends within them.
    ///
    /// `choose` draws one of the legal moves of the game at that point, of which there is at least
    /// one.
    ///
    /// ```
    /// use dhow_rules::game::Game;
    /// use dhow_rules::variant::{Setup, find};
    ///
    /// let metamachy = find("metamachy").expect("a built-in game");
    /// let setup = Setup::random(metamachy);
    /// let game = Game::after_random_moves(metamachy, &setup, 4, |_, moves| {
    ///     moves[fastrand::usize(..moves.len())]
    /// });
    /// assert_eq!(game.expect("a game that goes on").moves().len(), 4);
    /// ```
    pub fn after_random_moves(
        variant: &Arc<Variant>,
        setup: &Setup,
        turns: usize,
        choose: impl FnMut(&Self, &[Move]) -> Move,
    ) -> Option<Self> {
        Self::with_setup(variant, setup).with_random_moves(turns, choose)
    }

    /// This game after `turns` more turns, drawn as in [`Game::after_random_moves`]. `None` if it ends
    /// within them.
    ///
    /// ```
    /// use dhow_rules::game::Game;
    ///
    /// let chess = Game::new(dhow_rules::variant::find("chess").expect("a game of the engine's files"));
    /// let game = chess.with_random_moves(3, |_, moves| moves[0]).expect("a game that goes on");
    /// assert_eq!(game.turns_made(), 3);
    /// ```
    pub fn with_random_moves(
        mut self,
        turns: usize,
        mut choose: impl FnMut(&Self, &[Move]) -> Move,
    ) -> Option<Self> {
        let end = self.turns_made() + turns;
        while self.turns_made() < end {
            let moves = self.legal_moves();
            if moves.is_empty() {
                return None;
            }
            let mv = choose(&self, &moves);
            self.play(mv);
        }
        self.outcome().is_none().then_some(self)
    }

    /// A game from any position.
    ///
    /// ```
    /// use dhow_rules::game::Game;
    ///
    /// let chess = dhow_rules::variant::find("chess").expect("a game of the engine's files");
    /// let game = Game::from_fen(chess, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")?;
    /// assert_eq!(game.outcome().expect("a finished game").to_string(), "Draw by stalemate");
    ///
    /// let error = Game::from_fen(chess, "8/8/8/8/8/8/8/K7 w - - 0 1").unwrap_err();
    /// assert_eq!(error.to_string(), "Black has 0 Kings; each side has one");
    /// # Ok::<(), dhow_rules::position::FenError>(())
    /// ```
    ///
    /// # Panics
    /// If [`check`] fails for the variant.
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

    /// The variant of the game.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// The current position.
    pub fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// The FEN of the start position.
    pub fn start_fen(&self) -> &str {
        &self.start_fen
    }

    /// Whether the game started from the default start array.
    pub fn starts_by_default(&self) -> bool {
        self.start_fen == self.variant.start
    }

    /// The FEN of the current position.
    pub fn fen(&self) -> String {
        self.position.fen()
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Color {
        self.position.side_to_move()
    }

    /// The moves made since the start.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The legal moves. In games with several moves a turn they may include the end of the turn.
    ///
    /// ```
    /// use dhow_rules::game::Game;
    ///
    /// let game = Game::new(dhow_rules::variant::find("chess").expect("a game of the engine's files"));
    /// let moves: Vec<String> = game.legal_moves().iter().map(|&mv| game.move_text(mv)).collect();
    /// assert_eq!(moves.len(), 20);
    /// assert!(moves.contains(&"g1f3".to_string()));
    /// ```
    pub fn legal_moves(&self) -> MoveList {
        self.position.legal_moves()
    }

    /// Parses a legal move, such as `a3a5` or `a11a12q`.
    ///
    /// ```
    /// use dhow_rules::game::Game;
    ///
    /// let game = Game::new(dhow_rules::variant::find("chess").expect("a game of the engine's files"));
    /// assert!(game.parse_move("e2e4").is_ok());
    /// let error = game.parse_move("e2e5").unwrap_err();
    /// assert_eq!(error.to_string(), "`e2e5`: the Pawn on e2 cannot go there");
    /// ```
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveTextError> {
        self.position.parse_move(text)
    }

    /// The text of a move, as [`Game::parse_move`] reads it.
    pub fn move_text(&self, mv: Move) -> String {
        self.position.move_text(mv)
    }

    /// Makes a legal move. Returns whether it ends the turn: the other side is to move now.
    ///
    /// ```
    /// use dhow_rules::game::Game;
    ///
    /// let mut game = Game::new(dhow_rules::variant::find("chess").expect("a game of the engine's files"));
    /// let mv = game.position().parse_san("Nc3").expect("a legal move");
    /// assert!(game.play(mv), "a turn is one move");
    /// assert_eq!(game.fen(), "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b KQkq - 1 1");
    /// ```
    pub fn play(&mut self, mv: Move) -> bool {
        debug_assert!(self.legal_moves().contains(&mv));
        let ends_turn = self.position.make(mv);
        self.moves.push(mv);
        if ends_turn {
            self.turn_starts.push(self.moves.len());
        }
        ends_turn
    }

    /// Makes legal moves, such as those of a turn.
    pub fn play_moves(&mut self, moves: &[Move]) {
        for &mv in moves {
            self.play(mv);
        }
    }

    /// Parses and makes a legal move.
    ///
    /// ```
    /// use dhow_rules::game::Game;
    ///
    /// let chess = dhow_rules::variant::find("chess").expect("a game of the engine's files");
    /// let mut game = Game::new(chess);
    /// game.play_text("e2e4")?;
    /// game.play_text("e7e5")?;
    /// assert_eq!(game.moves().len(), 2);
    /// # Ok::<(), dhow_rules::movegen::MoveTextError>(())
    /// ```
    pub fn play_text(&mut self, text: &str) -> Result<Move, MoveTextError> {
        let mv = self.parse_move(text)?;
        self.play(mv);
        Ok(mv)
    }

    /// The text of the moves of a turn, joined by commas. The end of a turn is not written.
    pub fn turn_text(&self, turn: &[Move]) -> String {
        let moves = turn.iter().filter(|mv| mv.kind() != MoveKind::End);
        moves.map(|&mv| self.move_text(mv)).collect::<Vec<_>>().join(",")
    }

    /// Parses a whole turn, such as `a3a5` or, in games with several moves a turn, `b1c3,c1d3`. The
    /// result ends with the end of the turn if the turn could go on.
    ///
    /// ```
    /// use dhow_rules::game::Game;
    ///
    /// let chieftain = dhow_rules::variant::find("mini-chieftain").expect("a built-in game");
    /// let game = Game::new(chieftain);
    /// let turn = game.parse_turn("b2c4")?;
    /// assert_eq!((turn.len(), game.turn_text(&turn).as_str()), (2, "b2c4"));
    /// # Ok::<(), dhow_rules::movegen::MoveTextError>(())
    /// ```
    pub fn parse_turn(&self, whole: &str) -> Result<Turn, MoveTextError> {
        if self.variant.command.is_none() {
            return Ok(self.parse_move(whole)?.into());
        }
        let mut game = self.clone();
        game.play_turn_text(whole)?;
        let moves = game.moves.split_off(self.moves.len());
        Ok(Turn::new(moves).unwrap_or_else(|| unreachable!("a turn has moves")))
    }

    /// The first turn of a line of legal moves, completed by the end of the turn if the line stops
    /// within it. `None` if the line is empty.
    pub fn first_turn(&self, line: &[Move]) -> Option<Turn> {
        self.turns(line).into_iter().next()
    }

    /// Splits a line of legal moves into turns. The last one is completed by the end of the turn.
    pub fn turns(&self, line: &[Move]) -> Vec<Turn> {
        if self.variant.command.is_none() {
            return line.iter().copied().map(Turn::from).collect();
        }
        let mut position = self.position.clone();
        let mut turns = Vec::new();
        let mut turn = Vec::new();
        for &mv in line {
            turn.push(mv);
            if position.make(mv) {
                turns.extend(Turn::new(std::mem::take(&mut turn)));
            }
        }
        if !turn.is_empty() {
            turn.push(Move::END);
            turns.extend(Turn::new(turn));
        }
        turns
    }

    /// Whether no move has been made in this turn: the last move, if there is one, ended a turn.
    pub fn at_turn_start(&self) -> bool {
        self.turn_starts.last() == Some(&self.moves.len())
    }

    /// The number of turns completed since the start.
    pub fn turns_made(&self) -> usize {
        self.turn_starts.len() - 1
    }

    /// The moves of each turn since the start. The last turn may be incomplete.
    pub fn turns_so_far(&self) -> Vec<&[Move]> {
        let ends = self.turn_starts.iter().skip(1).copied().chain([self.moves.len()]);
        let spans = self.turn_starts.iter().copied().zip(ends);
        spans.map(|(start, end)| &self.moves[start..end]).filter(|turn| !turn.is_empty()).collect()
    }

    /// Parses and makes a whole turn, as [`Game::parse_turn`] reads it. If that fails, the game is
    /// unchanged.
    ///
    /// ```
    /// use dhow_rules::game::Game;
    ///
    /// let chieftain = dhow_rules::variant::find("mini-chieftain").expect("a built-in game");
    /// let mut game = Game::new(chieftain);
    /// assert!(game.play_turn_text("b2c4,b2c4").is_err());
    /// assert_eq!(game.moves(), []);
    /// game.play_turn_text("b2c4,g2f4")?;
    /// assert_eq!(game.turns_made(), 1);
    /// # Ok::<(), dhow_rules::movegen::MoveTextError>(())
    /// ```
    pub fn play_turn_text(&mut self, whole: &str) -> Result<(), MoveTextError> {
        // Not on a copy: the game may be long, and protocols replay it at every turn.
        let made = self.moves.len();
        let played = self.play_moves_of_turn(whole);
        while played.is_err() && self.moves.len() > made {
            self.undo();
        }
        played
    }

    /// Makes the moves of a turn, up to the first invalid one.
    fn play_moves_of_turn(&mut self, whole: &str) -> Result<(), MoveTextError> {
        let mut over = false;
        let several = self.variant.command.is_some();
        for text in whole.splitn(if several { usize::MAX } else { 1 }, ',') {
            if several && text.is_empty() {
                return Err(MoveTextError::ActionForm(whole.into()));
            }
            if over {
                let over = self.outcome().is_some_and(|outcome| outcome.winner().is_some());
                let error = if over { MoveTextError::Over } else { MoveTextError::TurnOver };
                return Err(error(text.into()));
            }
            let mv = self.parse_move(text)?;
            if mv.kind() == MoveKind::End {
                return Err(MoveTextError::EndMarked(text.into()));
            }
            over = self.play(mv);
        }
        if !over {
            self.play(Move::END);
        }
        Ok(())
    }

    /// Undoes the current turn, or the previous one if the current turn has no moves. Returns false
    /// at the start of the game.
    ///
    /// ```
    /// use dhow_rules::game::Game;
    ///
    /// let chieftain = dhow_rules::variant::find("mini-chieftain").expect("a built-in game");
    /// let mut game = Game::new(chieftain);
    /// game.play_turn_text("b2c4,g2f4")?;
    /// assert!(game.undo_turn() && !game.undo_turn());
    /// # Ok::<(), dhow_rules::movegen::MoveTextError>(())
    /// ```
    pub fn undo_turn(&mut self) -> bool {
        if self.moves.is_empty() {
            return false;
        }
        let back = if self.at_turn_start() { 2 } else { 1 };
        let start = self.turn_starts.len().checked_sub(back).map_or(0, |at| self.turn_starts[at]);
        while self.moves.len() > start {
            self.undo();
        }
        true
    }

    /// Undoes the last move and returns it; `None` at the start of the game.
    ///
    /// ```
    /// use dhow_rules::game::Game;
    ///
    /// let mut game = Game::new(dhow_rules::variant::find("chess").expect("a game of the engine's files"));
    /// let start = game.fen();
    /// let mv = game.play_text("e2e4")?;
    /// assert_eq!(game.undo(), Some(mv));
    /// assert_eq!((game.fen(), game.undo()), (start, None));
    /// # Ok::<(), dhow_rules::movegen::MoveTextError>(())
    /// ```
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.position.unmake(mv);
        self.turn_starts.retain(|&start| start <= self.moves.len());
        Some(mv)
    }

    /// The outcome of the game; `None` if it goes on.
    ///
    /// ```
    /// use dhow_rules::game::Game;
    ///
    /// let chess = dhow_rules::variant::find("chess").expect("a game of the engine's files");
    /// let mut game = Game::from_fen(chess, "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1")?;
    /// assert_eq!(game.outcome(), None);
    /// game.play_text("e1e8").expect("a legal move");
    /// assert_eq!(game.outcome().map(|outcome| outcome.result()), Some("1-0"));
    /// # Ok::<(), dhow_rules::position::FenError>(())
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome_given(self.position.has_legal_moves())
    }
}
