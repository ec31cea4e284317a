//! Games from files.

use super::any_position::{VariantError, check};
use crate::variant::BUILT_IN;
use crate::variant::ini::{Mistake, Problem, VariantFiles};

/// Adds the games of a file's text to those of others, if all of them can be played and none has the name of a
/// built-in game. Otherwise nothing is added.
pub fn read_variants(games: &mut VariantFiles, text: &str) -> Result<(), Vec<Mistake>> {
    games.read(text, &|variant| {
        if BUILT_IN.find(&variant.id).is_some() {
            return Err(Problem::BuiltIn);
        }
        check(variant).map_err(|error| match error {
            VariantError::Rules(error) => Problem::Rules(error),
            VariantError::Start(error) => Problem::Start(error.to_string()),
        })
    })
}
