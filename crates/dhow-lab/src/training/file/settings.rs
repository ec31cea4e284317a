//! The header of a game file.

use super::DataError;
use dhow_rules::variant::{Catalogue, Variant};
use std::io::{self, Read};
use std::sync::Arc;

const MAGIC: &[u8; 8] = b"DHOWGAME";
/// The version that is written.
pub const VERSION: u16 = 3;
/// The oldest version that can be read.
const OLDEST: u16 = 1;

/// How the games of a file were made. The same settings and number give the same game.
#[derive(Clone, Debug)]
pub struct SelfPlaySettings {
    /// The seed of the random numbers.
    pub seed: u64,
    /// The soft node limit of each move. Before version 3, the hard limit.
    pub nodes: u32,
    /// The number of random moves at the start of a game.
    pub random_plies: u16,
    /// The variants, which the games take in turn.
    pub variants: Vec<Arc<Variant>>,
}

impl std::fmt::Display for SelfPlaySettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<String> = self.variants.iter().map(|variant| name(variant)).collect();
        let Self { seed, nodes, random_plies, .. } = self;
        write!(f, "seed {seed}, {nodes} nodes, {random_plies} random moves, {}", names.join(" "))
    }
}

impl SelfPlaySettings {
    /// The header of a file with these settings.
    pub(super) fn to_bytes(&self, version: u16) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(version.to_le_bytes());
        bytes.extend(self.seed.to_le_bytes());
        bytes.extend(self.nodes.to_le_bytes());
        bytes.extend(self.random_plies.to_le_bytes());
        bytes.push(self.variants.len() as u8);
        for variant in &self.variants {
            let name = name(variant);
            bytes.push(name.len() as u8);
            bytes.extend(name.as_bytes());
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a header: its version and the settings. Its variants must be in the catalogue.
    pub(super) fn read(
        input: &mut impl Read,
        catalogue: &Catalogue,
    ) -> Result<(u16, Self), DataError> {
        let mut bytes = Vec::new();
        let mut take = |count: usize| -> Result<Vec<u8>, DataError> {
            let mut part = vec![0; count];
            input.read_exact(&mut part).map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => DataError::Header("it ends too early".into()),
                _ => DataError::Io(error),
            })?;
            bytes.extend(&part);
            Ok(part)
        };
        if take(8)? != MAGIC {
            return Err(DataError::Header("it does not start with DHOWGAME".into()));
        }
        let number = |part: Vec<u8>| part.iter().rev().fold(0, |n, &byte| n << 8 | byte as u64);
        let version = number(take(2)?) as u16;
        if !(OLDEST..=VERSION).contains(&version) {
            let text = format!("version {version}, and only {OLDEST} to {VERSION} can be read");
            return Err(DataError::Header(text));
        }
        let (seed, nodes) = (number(take(8)?), number(take(4)?) as u32);
        let random_plies = number(take(2)?) as u16;
        let mut names = Vec::new();
        for _ in 0..take(1)?[0] {
            let length = take(1)?[0];
            names.push(take(length as usize)?);
        }
        let sum = take(4)?;
        if sum != crc32fast::hash(&bytes[..bytes.len() - 4]).to_le_bytes() {
            return Err(DataError::Header("its header is damaged".into()));
        }
        let known = |name: Vec<u8>| {
            let name = String::from_utf8_lossy(&name).into_owned();
            named(&name, catalogue)
                .ok_or_else(|| DataError::Header(format!("unknown variant `{name}`")))
        };
        let variants = names.into_iter().map(known).collect::<Result<_, _>>()?;
        Ok((version, Self { seed, nodes, random_plies, variants }))
    }
}

/// The id of a game, followed by `+` and the name of each optional rule that is on.
fn name(variant: &Variant) -> String {
    [vec![variant.id.as_str()], variant.option_names()].concat().join("+")
}

/// The game with such a name.
fn named(name: &str, catalogue: &Catalogue) -> Option<Arc<Variant>> {
    if let Some(variant) = catalogue.find(name) {
        return Some(variant.clone());
    }
    let (id, options) = name.split_once('+')?;
    catalogue.find(id)?.with_option_names(options.split('+')).ok()
}
