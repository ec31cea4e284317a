//! Fairy-Stockfish's keys of extinction, as far as they say that a bare King loses.

use super::Problem;
use super::build::Fault;
use super::keys;
use super::lines::Entry;
use crate::variant::BareKing;

/// What the keys say.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extinction {
    /// Whether who has too few pieces loses.
    loses: bool,
    /// Whether pieces of all kinds count together.
    of_all: bool,
    /// So few pieces are too few.
    pieces: u8,
    /// If the other side has so many.
    others: u8,
    /// Whether the side to move may reply.
    claimed: bool,
}

impl Extinction {
    /// Takes in a key that begins with `extinction`.
    pub fn set(&mut self, entry: &Entry) -> Result<(), Problem> {
        let value = entry.value;
        let choice = |choices: &[&str]| {
            let place = choices.iter().position(|choice| value.eq_ignore_ascii_case(choice));
            place.ok_or(Problem::Unsupported("wins by capturing all pieces of a kind"))
        };
        match entry.key {
            "extinctionValue" => self.loses = choice(&["none", "loss"])? == 1,
            "extinctionPieceTypes" => self.of_all = choice(&["-", "*"])? == 1,
            "extinctionPieceCount" => self.pieces = choice(&["0", "1"])? as u8,
            "extinctionOpponentPieceCount" => self.others = choice(&["0", "1", "2"])? as u8,
            "extinctionClaim" => self.claimed = keys::boolean(value)?,
            key => return keys::neutral(key, value),
        }
        Ok(())
    }

    /// What becomes of a bare King.
    pub fn bare_king(&self) -> Result<BareKing, Fault> {
        match *self {
            Self { loses: true, of_all: true, pieces: 1, others, claimed } => {
                match (others, claimed) {
                    (2, true) => Ok(BareKing::LosesUnlessAnswered),
                    (2, false) => Ok(BareKing::Loses),
                    _ => {
                        let expected = "2, so that two bare Kings do not both lose";
                        let found = others.to_string();
                        Err(("extinctionOpponentPieceCount", Problem::Value { found, expected }))
                    }
                }
            }
            // No side is ever without a piece: it has its King.
            _ => Ok(BareKing::PlaysOn),
        }
    }
}
