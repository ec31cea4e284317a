//! The choice of the start array for a new game.

use dhow_engine::search::Engine;
use dhow_play::promising;
use dhow_rules::variant::{Catalogue, Setup, Variant};
use std::sync::Arc;

/// The word for a setup that the engine chooses for Black.
const ENGINE: &str = "engine";

/// The value of the option `Setup`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupChoice {
    /// A setup that the engine chooses for Black.
    Engine,
    /// A text for [`Setup::choose`], in games with a setup of that name.
    Text(String),
}

impl Default for SetupChoice {
    fn default() -> Self {
        Self::Text(Setup::DEFAULT.into())
    }
}

impl SetupChoice {
    /// Reads the option's value: a keyword, or the name of a setup of one of the games.
    pub fn parse(text: &str, catalogue: &Catalogue) -> Option<Self> {
        if text.is_empty() {
            return Some(Self::default());
        }
        if text.eq_ignore_ascii_case(ENGINE) {
            return Some(Self::Engine);
        }
        let choice = Self::Text(text.into());
        catalogue.iter().any(|variant| choice.applies_to(variant)).then_some(choice)
    }

    /// Whether this game has the chosen setup.
    pub fn applies_to(&self, variant: &Variant) -> bool {
        match self {
            Self::Engine => true,
            Self::Text(text) => Setup::choose(variant, text).is_ok(),
        }
    }

    /// The setup of the next game. If the named one belongs to another game, the default.
    pub fn pick(&self, variant: &Arc<Variant>, engine: &mut Engine) -> Setup {
        match self {
            Self::Engine => promising(variant, engine),
            Self::Text(text) => {
                Setup::choose(variant, text).unwrap_or_else(|_| Setup::default_of(variant))
            }
        }
    }
}

/// The accepted values of the option on one line, for the user.
pub fn explanation(variant: &Variant) -> String {
    if variant.setup.is_empty() {
        return format!("{} has one start array, and no setups to choose", variant.name);
    }
    format!(
        "Setup of the next game: {}, {}, {ENGINE}, or Black's chiefs on {}, such as {}",
        Setup::DEFAULT,
        Setup::RANDOM,
        Setup::rows(variant),
        Setup::default_of(variant).name()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::{ONE_MOVE_GAMES, VARIANTS, find};

    #[test]
    fn words_and_names() {
        assert_eq!(SetupChoice::parse("", &VARIANTS), Some(SetupChoice::default()));
        assert_eq!(SetupChoice::parse("Engine", &VARIANTS), Some(SetupChoice::Engine));
        for text in ["default", "Random", "kq/lg", "KQ/LG"] {
            let expected = Some(SetupChoice::Text(text.into()));
            assert_eq!(SetupChoice::parse(text, &VARIANTS), expected, "{text}");
        }
        for text in ["KQLG", "KK/LG", "KQ/LX", "é/", "/"] {
            assert_eq!(SetupChoice::parse(text, &VARIANTS), None, "{text}");
        }
    }

    #[test]
    fn a_name_applies_where_it_is_known() {
        let (metamachy, s) = (find("metamachy").unwrap(), find("zanzibar-s").unwrap());
        let named = SetupChoice::parse("KQ/LG", &VARIANTS).unwrap();
        assert!(named.applies_to(metamachy) && !named.applies_to(s));
        let mut engine = Engine::new();
        assert_eq!(named.pick(metamachy, &mut engine).name(), "KQ/LG");
        assert_eq!(named.pick(s, &mut engine), Setup::default_of(s));
    }

    #[test]
    fn the_engine_chooses_a_setup_of_the_game() {
        let mut engine = Engine::new();
        for variant in ONE_MOVE_GAMES.iter() {
            let setup = SetupChoice::Engine.pick(variant, &mut engine);
            assert_eq!(Setup::parse(variant, &setup.name()), Ok(setup));
        }
    }
}
