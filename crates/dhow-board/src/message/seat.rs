//! The seats of two people who play on machines of their own.

use dhow_rules::pieces::Color;
use serde::{Deserialize, Serialize};

/// The fewest and the most characters of a secret.
const LENGTHS: std::ops::RangeInclusive<usize> = 16..=64;

/// The secrets of the two seats: whoever knows one may play that side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seats {
    /// White's.
    pub white: SeatSecret,
    /// Black's.
    pub black: SeatSecret,
}

impl Seats {
    /// The side whose seat has this secret.
    pub fn side(&self, shown: &str) -> Option<Color> {
        let known = [(Color::White, &self.white), (Color::Black, &self.black)];
        known.into_iter().find(|(_, secret)| is_same(&secret.0, shown)).map(|(side, _)| side)
    }
}

/// The secret of a seat: letters and digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SeatSecret(String);

impl TryFrom<String> for SeatSecret {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let fits = LENGTHS.contains(&text.len());
        if !fits || !text.bytes().all(|letter| letter.is_ascii_alphanumeric()) {
            return Err("the secret of a seat has 16 to 64 letters and digits".into());
        }
        Ok(Self(text))
    }
}

impl From<SeatSecret> for String {
    fn from(secret: SeatSecret) -> Self {
        secret.0
    }
}

/// Whether a text is the secret. Takes the same time for every wrong text of the same length.
pub fn is_same(secret: &str, shown: &str) -> bool {
    let differing = secret.bytes().zip(shown.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    secret.len() == shown.len() && differing == 0
}
