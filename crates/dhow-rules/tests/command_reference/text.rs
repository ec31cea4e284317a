//! The texts of squares, actions and turns.

use super::board::Square;
use super::{Action, Position};

/// "Files beyond z (30 files) continue aa, ab, ac, ad."
fn square_text((file, rank): Square) -> String {
    let letter = (b'a' + (file % 26) as u8) as char;
    let before = if file < 26 { "" } else { "a" };
    format!("{before}{letter}{}", rank + 1)
}

/// From-square and to-square; an exchange is "written from the Chieftain's square to the
/// Shaman's".
fn action_text(action: Action) -> String {
    match action {
        Action::Move { from, to } => square_text(from) + &square_text(to),
        Action::Exchange { chieftain, shaman } => square_text(chieftain) + &square_text(shaman),
        Action::End => "end".to_string(),
    }
}

impl Position {
    /// The texts of all that may be done now, sorted.
    pub fn action_texts(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.actions().into_iter().map(action_text).collect();
        texts.sort();
        texts
    }

    /// The position after the action of this text, `end` included.
    pub fn play_action(&self, text: &str) -> Result<Position, String> {
        let found = self.actions().into_iter().find(|action| action_text(*action) == text);
        let action = found.ok_or(format!("{text} is not possible"))?;
        Ok(self.after(action))
    }

    /// The position after a whole turn: "its moves joined by commas"; "a turn that stops early
    /// lists fewer, and nothing marks the end".
    pub fn play_turn(&self, text: &str) -> Result<Position, String> {
        assert!(self.at_turn_start(), "a turn starts at its start");
        let mut position = self.clone();
        for (made, mv) in text.split(',').enumerate() {
            if mv == "end" {
                return Err(format!("nothing marks the end of {text}"));
            }
            // The turn may have ended by itself: what follows is not of this turn.
            if position.turn.made != made {
                return Err(format!("no further move is possible before {mv}"));
            }
            position = position.play_action(mv)?;
        }
        if position.at_turn_start() { Ok(position) } else { Ok(position.after(Action::End)) }
    }
}
