//! The choice of a setup as users make it.

use crate::variant::{Setup, SetupError, Variant};
use std::hash::{BuildHasher, RandomState};

/// The word for the setup of the default start array.
pub const DEFAULT: &str = "default";
/// The word for any setup of the game, each as likely as the others.
pub const RANDOM: &str = "random";

/// The setup that a text asks for: a setup's name, [`DEFAULT`] or [`RANDOM`], in either case.
pub fn choose(variant: &Variant, text: &str) -> Result<Setup, SetupError> {
    if text.eq_ignore_ascii_case(DEFAULT) {
        Ok(Setup::default_of(variant))
    } else if text.eq_ignore_ascii_case(RANDOM) {
        Ok(random(variant))
    } else {
        Setup::parse(variant, text)
    }
}

fn random(variant: &Variant) -> Setup {
    let mut setups = Setup::all(variant);
    // The keys of the standard library's hash maps are the randomness at hand.
    let number = RandomState::new().hash_one(variant.id);
    setups.swap_remove((number % setups.len() as u64) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::VARIANTS;

    #[test]
    fn names_and_words() {
        for variant in &VARIANTS {
            let default = Setup::default_of(variant);
            assert_eq!(choose(variant, "Default"), Ok(default.clone()));
            assert_eq!(choose(variant, &default.name().to_lowercase()), Ok(default));
            let any = choose(variant, "random").unwrap();
            assert_eq!(choose(variant, &any.name()), Ok(any));
        }
        assert!(choose(&VARIANTS[0], "QQ/LG").is_err());
        assert!(choose(&VARIANTS[0], "").is_err());
    }
}
