//! Fairy-Stockfish's extinction keys, supported as far as they describe a bare King that loses.

use super::Problem;
use super::build::KeyProblem;
use super::keys;
use super::lines::Entry;
use crate::variant::BareKing;

/// The values of the extinction keys.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extinction {
    /// Whether the side with too few pieces loses.
    loses: bool,
    /// Whether pieces of all kinds are counted together.
    of_all: bool,
    /// A side with at most this number of pieces has too few.
    pieces: u8,
    /// The number of pieces that the other side must have.
    others: u8,
    /// Whether the side to move may reply first.
    claimed: bool,
}

impl Extinction {
    /// Stores a key that begins with `extinction`.
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

    /// The result of a bare King.
    pub fn bare_king(&self) -> Result<BareKing, KeyProblem> {
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
            // A side always has its King, so it never runs out of pieces.
            _ => Ok(BareKing::PlaysOn),
        }
    }
}
