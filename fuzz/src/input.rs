//! Reads the bytes of an input.

use dhow::variant::{VARIANTS, Variant};
use std::sync::Arc;

/// The game that the first byte stands for, by a digit or otherwise, and the text after it; `None` if the rest is not
/// UTF-8.
pub fn variant_and_text(data: &[u8]) -> Option<(&Arc<Variant>, &str)> {
    let (variant, rest) = variant_and_bytes(data)?;
    Some((variant, std::str::from_utf8(rest).ok()?))
}

/// The game that the first byte stands for, and the bytes after it.
pub fn variant_and_bytes(data: &[u8]) -> Option<(&Arc<Variant>, &[u8])> {
    let (&first, rest) = data.split_first()?;
    Some((&VARIANTS[first.wrapping_sub(b'0') as usize % VARIANTS.len()], rest))
}

/// The beginning of an input that [`variant_and_text`] reads as this game.
pub fn digit(variant: &Variant) -> char {
    let index = VARIANTS.iter().position(|other| other.id == variant.id);
    char::from(b'0' + index.unwrap_or(0) as u8)
}
