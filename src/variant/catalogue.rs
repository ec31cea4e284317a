//! The games that a program knows.

use super::{Variant, chieftain, ini, maasai, metamachy, zanzibar};
use once_cell::sync::Lazy;
use std::sync::Arc;

/// Games by their names. The first one is the default.
#[derive(Clone, Debug)]
pub struct Catalogue {
    variants: Vec<Arc<Variant>>,
}

/// The games that come with the engine: those that are built in, and those of its files.
pub static VARIANTS: Lazy<Catalogue> = Lazy::new(|| BUILT_IN.with(ini::shipped_games()));

/// The games that the engine is made for. No file can change them.
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

/// The game with this id that comes with the engine.
pub fn find(id: &str) -> Option<&'static Arc<Variant>> {
    VARIANTS.find(id)
}

impl Catalogue {
    /// The game with this id.
    pub fn find(&self, id: &str) -> Option<&Arc<Variant>> {
        self.variants.iter().find(|variant| variant.id == id)
    }

    /// The game with this id or name, in either case.
    pub fn find_by_name(&self, name: &str) -> Option<&Arc<Variant>> {
        self.variants.iter().find(|variant| {
            variant.id.eq_ignore_ascii_case(name) || variant.name.eq_ignore_ascii_case(name)
        })
    }

    /// These games and, behind them, others. One of a name that is known takes the place of the other.
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

    /// These games with one of them before the others.
    pub fn led_by(&self, game: &Arc<Variant>) -> Self {
        let others = self.variants.iter().filter(|other| other.id != game.id);
        Self { variants: std::iter::once(game).chain(others).cloned().collect() }
    }

    /// Those of the games of which something holds, in their order.
    pub fn only(&self, holds: impl Fn(&Variant) -> bool) -> Self {
        Self { variants: self.variants.iter().filter(|game| holds(game)).cloned().collect() }
    }

    /// The ids of all games, with `separator` between them.
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
