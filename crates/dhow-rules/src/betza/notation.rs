//! A movement together with its original spelling.

use super::tree::Manner;
use super::{Betza, BetzaError};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::str::FromStr;

/// A movement and the text that it was parsed from. Two values are equal if their texts are equal.
///
/// ```
/// use dhow_rules::betza::Notation;
///
/// let queen: Notation = "BR".parse()?;
/// assert_eq!((queen.as_str(), queen.terms.len()), ("BR", 2));
/// # Ok::<(), dhow_rules::betza::BetzaError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Notation {
    text: String,
    movement: Betza,
}

impl Notation {
    /// Parses a text that is known to be valid.
    ///
    /// # Panics
    /// If the text does not parse.
    pub fn known(text: &str) -> Self {
        text.parse().unwrap_or_else(|error| panic!("`{text}`: {error}"))
    }

    /// The same movement with all terms that only capture also capturing en passant; `None` if one of them is not a
    /// plain leap.
    ///
    /// ```
    /// use dhow_rules::betza::Notation;
    ///
    /// let pawn: Notation = "mWcF".parse()?;
    /// assert_eq!(pawn.with_en_passant().map(|it| it.to_string()), Some("mWceF".into()));
    /// assert_eq!("cR".parse::<Notation>()?.with_en_passant(), None);
    /// # Ok::<(), dhow_rules::betza::BetzaError>(())
    /// ```
    pub fn with_en_passant(&self) -> Option<Self> {
        let mut movement = self.movement.clone();
        for term in movement.terms.iter_mut().filter(|term| term.capture && !term.quiet) {
            if term.range != 1 || term.manner != Manner::Plain || term.initial {
                return None;
            }
            term.en_passant = true;
        }
        movement.to_string().parse().ok()
    }

    /// The text as it was written.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl FromStr for Notation {
    type Err = BetzaError;

    fn from_str(text: &str) -> Result<Self, BetzaError> {
        Ok(Self { text: text.into(), movement: text.parse()? })
    }
}

impl Deref for Notation {
    type Target = Betza;

    fn deref(&self) -> &Betza {
        &self.movement
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl PartialEq for Notation {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Notation {}

impl Hash for Notation {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}
