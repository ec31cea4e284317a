//! The engine's level.

use dhow_engine::search::Handicap;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A level of the engine, from 1, the weakest, to 10, full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "usize", into = "usize")]
pub struct Level(usize);

impl Level {
    /// Full strength.
    pub const FULL: Self = Self(Handicap::FULL);

    /// Its number.
    pub fn number(self) -> usize {
        self.0
    }

    /// Whether it is full strength.
    pub fn is_full(&self) -> bool {
        *self == Self::FULL
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::FULL
    }
}

impl TryFrom<usize> for Level {
    type Error = String;

    fn try_from(number: usize) -> Result<Self, String> {
        let known = (1..=Handicap::FULL).contains(&number);
        known.then_some(Self(number)).ok_or(format!("a level is from 1 to {}", Handicap::FULL))
    }
}

impl From<Level> for usize {
    fn from(level: Level) -> Self {
        level.0
    }
}

impl fmt::Display for Level {
    /// The text after the engine's name; empty at full strength.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_full() { Ok(()) } else { write!(f, ", level {}", self.0) }
    }
}
