//! A game from its first position on, which knows how often each position has occurred.

use super::{Color, Position};

/// 50 turns by each side.
const TURNS_WITHOUT_CAPTURE: u32 = 100;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The last leader of the other side was captured.
    Win(Color),
    /// "A player with no legal move at the start of his turn draws."
    NoMove,
    /// "The third occurrence of a position (placement and side to move at the start of a turn)."
    Repetition,
    /// "100 turns in a row (50 by each side) without a capture."
    HundredTurns,
}

/// A position and what came before it.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    /// Placement and side to move at the start of each turn, the present one included.
    starts: Vec<(String, Color)>,
}

impl Game {
    /// The game that begins with this position, at the start of a turn.
    pub fn from(position: Position) -> Game {
        assert!(position.at_turn_start(), "a game begins at the start of a turn");
        let starts = vec![(position.placement(), position.side())];
        Game { position, starts }
    }

    /// Where the game stands.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The game after one more action.
    pub fn play_action(&self, text: &str) -> Result<Game, String> {
        if self.outcome().is_some() {
            return Err("the game is over".to_string());
        }
        let position = self.position.play_action(text)?;
        let mut starts = self.starts.clone();
        if position.at_turn_start() {
            starts.push((position.placement(), position.side()));
        }
        Ok(Game { position, starts })
    }

    /// How the game ended, if it has. A game ends at the end of a turn: a win ends the turn at
    /// once.
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.position.at_turn_start() {
            return None;
        }
        // "A win comes before every draw."
        if let Some(winner) = self.position.winner() {
            return Some(Outcome::Win(winner));
        }
        if self.position.actions().is_empty() {
            return Some(Outcome::NoMove);
        }
        let present = self.starts.last().expect("the present start of a turn");
        if self.starts.iter().filter(|start| *start == present).count() >= 3 {
            return Some(Outcome::Repetition);
        }
        if self.position.halfmove >= TURNS_WITHOUT_CAPTURE {
            return Some(Outcome::HundredTurns);
        }
        None
    }
}
