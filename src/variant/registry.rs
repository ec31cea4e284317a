//! The games that come with the engine, and their compiled rules.

use super::{Rules, Variant, maasai, metamachy, zanzibar};
use crate::geometry::Board12;
use once_cell::sync::OnceCell;
use std::sync::Arc;

/// All built-in games; the first is the default.
pub static VARIANTS: [Variant; 6] = [
    metamachy::METAMACHY,
    zanzibar::ZANZIBAR_S,
    zanzibar::ZANZIBAR_XL,
    zanzibar::ZANZIBAR_XL_CLASSIC,
    maasai::ZANZIBAR_XXL,
    maasai::MAASAI_CHESS,
];

static RULES: [OnceCell<Arc<Rules<Board12>>>; VARIANTS.len()] =
    [const { OnceCell::new() }; VARIANTS.len()];

/// The built-in game with this id.
pub fn find(id: &str) -> Option<&'static Variant> {
    VARIANTS.iter().find(|variant| variant.id == id)
}

/// The compiled rules of a game. Those of a built-in game are compiled on first use and then
/// shared; those of any other are compiled at each call.
///
/// # Panics
/// If the description of the game is contradictory, which for a built-in one a test excludes; use
/// [`Rules::compile`] for descriptions that may be.
pub fn rules(variant: &'static Variant) -> Arc<Rules<Board12>> {
    let compile = || match Rules::compile(variant) {
        Ok(rules) => Arc::new(rules),
        Err(error) => panic!("variant {}: {error}", variant.id),
    };
    match VARIANTS.iter().position(|built_in| std::ptr::eq(built_in, variant)) {
        Some(index) => RULES[index].get_or_init(compile).clone(),
        None => compile(),
    }
}
