//! Catalogues: the games that a program knows.

use super::{Variant, chieftain, ini, maasai, metamachy, zanzibar};
use once_cell::sync::Lazy;
use std::sync::Arc;

/// A list of games that can be searched by id and name. The first one is the default.
///
/// ```
/// use dhow_rules::variant::VARIANTS;
///
/// let chess = VARIANTS.find_by_name("Standard").expect("chess");
/// assert_eq!((chess.id.as_str(), chess.files), ("chess", 8));
/// ```
#[derive(Clone, Debug)]
pub struct Catalogue {
    variants: Vec<Arc<Variant>>,
}

/// All games that come with the engine: the built-in ones and those of its variant files.
pub static VARIANTS: Lazy<Catalogue> = Lazy::new(|| BUILT_IN.with(ini::shipped_games()));

/// The built-in games, which variant files cannot replace.
pub static BUILT_IN: Lazy<Catalogue> = Lazy::new(|| {
    let variants = [
        metamachy::metamachy(),
        zanzibar::zanzibar_s(),
        zanzibar::zanzibar_xl(),
        zanzibar::zanzibar_xl_classic(),
        maasai::zanzibar_xxl(),
        maasai::maasai_chess(),
        chieftain::chieftain(),
        chieftain::mini_chieftain(),
        chieftain::superchief(),
        chieftain::overlord(),
        chieftain::grand_chieftain(),
    ];
    Catalogue { variants: variants.map(Arc::new).into() }
});

/// Finds a game that comes with the engine by its id, such as `metamachy` or `chess`.
///
/// ```
/// use dhow_rules::variant::find;
///
/// assert_eq!(find("metamachy").map(|game| game.files), Some(12));
/// assert!(find("no-such-game").is_none());
/// ```
pub fn find(id: &str) -> Option<&'static Arc<Variant>> {
    VARIANTS.find(id)
}

/// Names of orthodox chess in cutechess, Lichess, XBoard and other programs. Lichess writes `From
/// Position` for a game that does not begin with the start array.
const CHESS: [&str; 6] =
    ["standard", "standardchess", "normal", "regular", "orthodox", "fromposition"];

/// A name reduced to lower-case letters and digits.
fn plain(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn without_chess(name: &str) -> &str {
    name.strip_suffix("chess").filter(|name| !name.is_empty()).unwrap_or(name)
}

impl Catalogue {
    /// Finds a game by its id.
    pub fn find(&self, id: &str) -> Option<&Arc<Variant>> {
        self.variants.iter().find(|variant| variant.id == id)
    }

    /// Finds a game by its id or name, as game records give it. Only letters and digits count, in
    /// either case, and a final `chess` may be missing: `Grand` finds Grand Chess. Other programs'
    /// names of orthodox chess find chess.
    pub fn find_by_name(&self, name: &str) -> Option<&Arc<Variant>> {
        let plain = plain(name);
        let id = if CHESS.contains(&plain.as_str()) { "chess" } else { name };
        let named = |variant: &&Arc<Variant>| {
            let names = [&variant.id, &variant.name].map(|name| self::plain(name));
            names
                .iter()
                .any(|known| *known == plain || without_chess(known) == without_chess(&plain))
        };
        self.find(id).or_else(|| self.variants.iter().find(named))
    }

    /// This catalogue with more games at the end. A game whose id is already present replaces the
    /// earlier game.
    pub fn with(&self, games: &[Arc<Variant>]) -> Self {
        let mut variants = self.variants.clone();
        for game in games {
            match variants.iter_mut().find(|other| other.id == game.id) {
                Some(other) => *other = game.clone(),
                None => variants.push(game.clone()),
            }
        }
        Self { variants }
    }

    /// This catalogue with one game moved or added to the front.
    pub fn led_by(&self, game: &Arc<Variant>) -> Self {
        let others = self.variants.iter().filter(|other| other.id != game.id);
        Self { variants: std::iter::once(game).chain(others).cloned().collect() }
    }

    /// The games that fulfil a condition, in their order.
    pub fn only(&self, holds: impl Fn(&Variant) -> bool) -> Self {
        Self { variants: self.variants.iter().filter(|game| holds(game)).cloned().collect() }
    }

    /// The ids of all games, separated by `separator`.
    ///
    /// ```
    /// use dhow_rules::variant::VARIANTS;
    ///
    /// let small = VARIANTS.only(|game| game.files == 8 && game.command.is_none());
    /// assert!(small.ids(", ").contains("chess"));
    /// ```
    pub fn ids(&self, separator: &str) -> String {
        let ids: Vec<&str> = self.variants.iter().map(|variant| variant.id.as_str()).collect();
        ids.join(separator)
    }
}

impl std::ops::Deref for Catalogue {
    type Target = [Arc<Variant>];
    fn deref(&self) -> &[Arc<Variant>] {
        &self.variants
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_names_of_its_own() {
        for variant in VARIANTS.iter() {
            for name in [variant.id.to_uppercase(), variant.name.clone()] {
                assert_eq!(VARIANTS.find_by_name(&name), Some(variant), "{name}");
            }
        }
    }

    #[test]
    fn every_game_says_how_hard_it_is() {
        let silent: Vec<&str> =
            VARIANTS.iter().filter(|it| it.difficulty.is_none()).map(|it| it.id.as_str()).collect();
        assert_eq!(silent, [""; 0]);
    }

    #[test]
    fn games_are_known_by_the_names_of_other_programs() {
        for (name, id) in [
            ("Standard", Some("chess")),
            ("normal", Some("chess")),
            ("From Position", Some("chess")),
            ("Capablanca", Some("capablanca")),
            ("capablanca chess", Some("capablanca")),
            ("Grand", Some("grand")),
            ("Grand Chess", Some("grand")),
            ("Courier", Some("courier")),
            ("zanzibar xl", Some("zanzibar-xl")),
            ("Chess960", None),
            ("Atomic", None),
            ("", None),
            ("-", None),
        ] {
            assert_eq!(VARIANTS.find_by_name(name).map(|it| it.id.as_str()), id, "{name}");
        }
    }
}
