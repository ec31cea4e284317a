//! Fairy-Stockfish's extinction keys, supported as far as they describe a bare King that loses, or
//! several royal pieces.

use super::Problem;
use super::build::KeyProblem;
use super::keys;
use super::lines::Entry;
use crate::variant::{BareKing, SeveralRoyals};

/// The pieces that are counted.
#[derive(Clone, Debug, Default)]
enum ExtinctionKinds {
    /// None.
    #[default]
    Nothing,
    /// All pieces together.
    Everything,
    /// The kinds with these letters.
    Kinds(String),
}

/// The values of the extinction keys.
#[derive(Clone, Debug, Default)]
pub struct Extinction {
    /// Whether the side with too few pieces loses.
    loses: bool,
    counted: ExtinctionKinds,
    /// Whether the pieces of several kinds are counted together.
    together: bool,
    /// A side with at most this number of pieces has too few.
    pieces: u8,
    /// The number of pieces that the other side must have.
    others: u8,
    /// Whether the side to move may reply first.
    claimed: bool,
    /// Whether the last pieces must not be left attacked.
    pseudo_royal: bool,
    duple_check: bool,
}

impl Extinction {
    /// Stores the value of a key, and returns whether it is a key of this module.
    pub fn set(&mut self, &Entry { key, value, .. }: &Entry) -> Result<bool, Problem> {
        let range = "a number from 0 to 255";
        match key {
            "extinctionValue" => {
                self.loses = match value.to_ascii_lowercase().as_str() {
                    "none" => false,
                    "loss" => true,
                    _ => {
                        return Err(Problem::Unsupported("wins by having few pieces of a kind"));
                    }
                }
            }
            "extinctionPieceTypes" => {
                self.counted = match value {
                    "-" => ExtinctionKinds::Nothing,
                    "*" => ExtinctionKinds::Everything,
                    _ => ExtinctionKinds::Kinds(keys::letters(value)?),
                }
            }
            "extinctionAllPieceTypes" => self.together = keys::boolean(value)?,
            "extinctionPieceCount" => self.pieces = keys::number(value, 0, 255, range)?,
            "extinctionOpponentPieceCount" => self.others = keys::number(value, 0, 255, range)?,
            "extinctionClaim" => self.claimed = keys::boolean(value)?,
            "extinctionPseudoRoyal" => self.pseudo_royal = keys::boolean(value)?,
            "dupleCheck" => self.duple_check = keys::boolean(value)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The letters of the kinds that are counted; empty if the game has one King a side.
    pub fn royals(&self) -> &str {
        match &self.counted {
            ExtinctionKinds::Kinds(letters) if self.loses => letters,
            _ => "",
        }
    }

    /// Whether a side may not leave its last royal piece attacked, and loses with that one.
    pub fn is_as_of_a_king(&self) -> bool {
        self.pseudo_royal && !self.duple_check && self.pieces == 0
    }

    /// Changes the letters of the kinds that are counted.
    pub fn reletter(&mut self, change: impl Fn(&mut String)) {
        if let ExtinctionKinds::Kinds(letters) = &mut self.counted {
            change(letters);
        }
    }

    /// The rule for several royal pieces; `None` if each side has one King.
    pub fn several_royals(&self) -> Result<Option<SeveralRoyals>, KeyProblem> {
        let royals = self.royals();
        if royals.is_empty() {
            let what = "royal pieces without `extinctionValue = loss` and their letters in `extinctionPieceTypes`";
            return match (self.pseudo_royal, self.duple_check) {
                (true, _) => Err(("extinctionPseudoRoyal", Problem::Unsupported(what))),
                (_, true) => Err(("dupleCheck", Problem::Unsupported(what))),
                _ => Ok(None),
            };
        }
        if royals.len() > 1 && !self.together {
            let what = "losing all pieces of one kind of several; set `extinctionAllPieceTypes = true` to count them together";
            return Err(("extinctionPieceTypes", Problem::Unsupported(what)));
        }
        if self.others > 0 || self.claimed {
            let key = if self.claimed { "extinctionClaim" } else { "extinctionOpponentPieceCount" };
            let what = "losing royal pieces under a condition";
            return Err((key, Problem::Unsupported(what)));
        }
        if self.duple_check && !self.pseudo_royal {
            let what = "duple check without `extinctionPseudoRoyal = true`";
            return Err(("dupleCheck", Problem::Unsupported(what)));
        }
        Ok(Some(SeveralRoyals {
            lost_with: self.pieces,
            pseudo_royal: self.pseudo_royal,
            duple_check: self.duple_check,
        }))
    }

    /// The result of a bare King.
    pub fn bare_king(&self) -> Result<BareKing, KeyProblem> {
        let (ExtinctionKinds::Everything, true) = (&self.counted, self.loses) else {
            return Ok(BareKing::PlaysOn);
        };
        match (self.pieces, self.others, self.claimed) {
            // A side always has its King, so it never runs out of pieces.
            (0, ..) => Ok(BareKing::PlaysOn),
            (1, 2, true) => Ok(BareKing::LosesUnlessAnswered),
            (1, 2, false) => Ok(BareKing::Loses),
            (1, others, _) => {
                let expected = "2, so that two bare Kings do not both lose";
                let found = others.to_string();
                Err(("extinctionOpponentPieceCount", Problem::Value { found, expected }))
            }
            _ => {
                let what = "losing with several pieces left";
                Err(("extinctionPieceCount", Problem::Unsupported(what)))
            }
        }
    }
}
