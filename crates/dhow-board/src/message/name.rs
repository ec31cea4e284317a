//! The name of a person who plays.

use serde::{Deserialize, Serialize};

/// The most characters of a name.
const LONGEST: usize = 60;

/// The name of a person; empty if it was not given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PersonName(String);

impl PersonName {
    /// The name, unless it is empty.
    pub fn given(&self) -> Option<&str> {
        (!self.is_empty()).then_some(&self.0)
    }

    /// Whether it was not given.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl TryFrom<String> for PersonName {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let name = text.trim();
        if name.chars().count() > LONGEST || name.chars().any(char::is_control) {
            return Err(format!("a name is one line of at most {LONGEST} characters"));
        }
        Ok(Self(name.into()))
    }
}

impl From<PersonName> for String {
    fn from(name: PersonName) -> Self {
        name.0
    }
}
