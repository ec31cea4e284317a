//! The networks that `dhow learn` has learned for this user.

use super::{data_folder, open_network};
use dhow_engine::network::Network;
use dhow_engine::search::LearnedNetworks;
use dhow_rules::variant::Variant;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The environment variable that names another folder for learned networks.
const VARIABLE: &str = "DHOW_LEARNED";

/// The name of the network in the folder of a game.
pub const LEARNED_NETWORK: &str = "network.nnue";

/// The number of characters of the rules' fingerprint in the name of a game's folder.
const PRINT: usize = 16;

/// The folder with what was learned of all games: that of the environment variable `DHOW_LEARNED`, or else `learned` in
/// the [`data_folder`]. A program with debug assertions, as tests run it, has none unless the variable names one: what
/// a user has learned must not change the results of tests.
pub fn learned_folder() -> Option<PathBuf> {
    match std::env::var_os(VARIABLE).filter(|value| !value.is_empty()) {
        Some(folder) => Some(folder.into()),
        None if cfg!(debug_assertions) => None,
        None => data_folder().map(|data| data.join("learned")),
    }
}

/// The folder for what is learned of a game with these rules.
pub fn folder_of_game(learned: &Path, variant: &Variant) -> PathBuf {
    learned.join(format!("{}-{:016x}", name(variant), variant.rules_fingerprint()))
}

/// The id of a game as part of a file's name.
fn name(variant: &Variant) -> String {
    let plain = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
    variant.id.chars().map(plain).collect()
}

/// Finds learned networks in a folder, and reports once why a network is not used.
pub struct LearnedFolder {
    folder: Option<PathBuf>,
    tell: Box<dyn Fn(&str) + Send + Sync>,
    /// The networks that were looked up before, by name and rules.
    asked: Mutex<HashMap<GameKey, Option<Arc<Network>>>>,
}

/// The id of a game and the fingerprint of its rules.
type GameKey = (String, u64);

impl LearnedFolder {
    /// The networks of a folder, which need not exist; without a folder no game has a learned network. `tell` receives
    /// one line for each game whose network is not used, with the reason.
    pub fn new(folder: Option<PathBuf>, tell: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self { folder, tell: Box::new(tell), asked: Mutex::default() }
    }

    fn find(&self, variant: &Variant) -> Option<Arc<Network>> {
        let folder = self.folder.as_ref()?;
        let own = folder_of_game(folder, variant);
        let (name, print) = (name(variant), format!("-{:016x}", variant.rules_fingerprint()));
        let mut others: Vec<PathBuf> =
            fs::read_dir(folder).ok()?.flatten().map(|it| it.path()).collect();
        others.sort();
        // The same rules may have had another name, or the same name other rules.
        let named =
            |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let same = others.iter().filter(|path| named(path).ends_with(&print));
        let file = |path: &PathBuf| Some(path.join(LEARNED_NETWORK)).filter(|path| path.is_file());
        if let Some(path) = std::iter::once(&own).chain(same).find_map(file) {
            return match open_network(&path) {
                Ok(network) if network.inputs().of_game(variant).is_some() => {
                    Some(Arc::new(network))
                }
                Ok(_) => {
                    self.without(variant, &format!("{}: made for another game", path.display()))
                }
                Err(error) => self.without(variant, &format!("{}: {error}", path.display())),
            };
        }
        let is_stale = |path: &&PathBuf| {
            let named = named(path);
            named.len() == name.len() + 1 + PRINT && named.starts_with(&format!("{name}-"))
        };
        let stale = others.iter().filter(is_stale).find_map(file)?;
        let why = format!("{} was learned for other rules of {}", stale.display(), variant.id);
        self.without(variant, &why)
    }

    fn without(&self, variant: &Variant, why: &str) -> Option<Arc<Network>> {
        (self.tell)(&format!("{why}: {} is played without it", variant.id));
        None
    }
}

impl LearnedNetworks for LearnedFolder {
    fn network_of(&self, variant: &Variant) -> Option<Arc<Network>> {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (variant.id.clone(), variant.rules_fingerprint());
        asked.entry(key).or_insert_with(|| self.find(variant)).clone()
    }

    fn refuse(&self, _: &Network, variant: &Variant) {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (variant.id.clone(), variant.rules_fingerprint());
        asked
            .entry(key)
            .or_insert_with(|| self.without(variant, "the network was learned for other rules"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Folder;
    use dhow_engine::network::{FloatWeights, Inputs, OUTPUT_BUCKETS};
    use dhow_rules::variant::find;

    /// A network for the rules of a game. Its score is always 0.
    fn network(variant: &Arc<Variant>) -> Network {
        let inputs = Inputs::of_rules(variant).expect("one move a turn");
        let rows = &vec![0.0; inputs.count() * Network::UNIT_STEP][..];
        let (bias, output) = (&[0.0; Network::UNIT_STEP][..], &[0.0; OUTPUT_BUCKETS * 64][..]);
        let weights = FloatWeights { rows, bias, output, output_bias: &[0.0; OUTPUT_BUCKETS] };
        Network::quantised(inputs, [9; OUTPUT_BUCKETS - 1], 400.0, 255, weights)
    }

    #[test]
    fn a_network_is_found_by_its_rules_and_said_to_be_stale_once() {
        let folder = Folder::new("learned");
        let shako = find("shako").expect("a game");
        let own = folder_of_game(&folder.0, shako);
        fs::create_dir_all(&own).expect("space");
        let told = Arc::new(Mutex::new(Vec::new()));
        let look = || {
            let told = told.clone();
            let tell = move |line: &str| told.lock().expect("no panic").push(line.to_string());
            LearnedFolder::new(Some(folder.0.clone()), tell)
        };
        let told = || std::mem::take(&mut *told.lock().expect("no panic"));
        assert!(look().network_of(shako).is_none() && told().is_empty(), "learned nothing yet");
        let file = own.join(LEARNED_NETWORK);
        crate::replace(&file, &network(shako).to_bytes()).expect("space");
        let renamed = Variant { id: "other".into(), name: "Other".into(), ..(**shako).clone() };
        assert_eq!(look().network_of(shako).as_deref(), Some(&network(shako)));
        assert!(look().network_of(&renamed).is_some() && told().is_empty());
        assert!(look().network_of(find("chess").expect("a game")).is_none() && told().is_empty());
        let mut changed = (**shako).clone();
        changed.promotion.ranks = 2;
        let networks = look();
        for lines in [1, 0] {
            assert!(networks.network_of(&changed).is_none());
            assert_eq!(told().len(), lines);
        }
        networks.refuse(&network(shako), &Variant { id: "third".into(), ..changed.clone() });
        let expected = "the network was learned for other rules: third is played without it";
        assert_eq!(told(), [expected]);
        fs::write(&file, "DHOWNNUE").expect("space");
        assert!(look().network_of(shako).is_none());
        let line = told().pop().expect("a line");
        assert!(
            line.contains(LEARNED_NETWORK) && line.ends_with("shako is played without it"),
            "{line}"
        );
    }
}
