//! The networks built into the program.

use super::weights::Network;
use dhow_rules::variant::{Variant, find};
use once_cell::sync::{Lazy, OnceCell};
use std::sync::Arc;

/// Networks for the rules of one game each, as `dhow learn --out` writes them. A program that was built with another
/// network of its own has none.
const OF_GAMES: &[(&str, &[u8])] = if cfg!(own_networks) {
    &[
        ("capablanca", include_bytes!("games/capablanca.nnue")),
        ("chess", include_bytes!("games/chess.nnue")),
        ("courier", include_bytes!("games/courier.nnue")),
        ("gigachess", include_bytes!("games/gigachess.nnue")),
        ("grand", include_bytes!("games/grand.nnue")),
        ("shako", include_bytes!("games/shako.nnue")),
        // A page waits for the module, and this network would be a sixth of it.
        #[cfg(not(target_family = "wasm"))]
        ("terachess", include_bytes!("games/terachess.nnue")),
    ]
} else {
    &[]
};

fn read(bytes: &[u8]) -> Arc<Network> {
    match Network::from_bytes(bytes) {
        Ok(network) => Arc::new(network),
        // The build script checked header and checksum, and a test reads them.
        Err(error) => panic!("the network of this program: {error}"),
    }
}

/// The network that `EVALFILE` named, or else that of the 12x12 games.
fn general() -> Option<Arc<Network>> {
    #[cfg(built_in_network)]
    {
        static GENERAL: Lazy<Arc<Network>> =
            Lazy::new(|| read(include_bytes!(env!("DHOW_NETWORK"))));
        Some(GENERAL.clone())
    }
    #[cfg(not(built_in_network))]
    None
}

/// The network for the rules of a game, if it is among [`OF_GAMES`].
fn of_game(variant: &Variant) -> Option<Arc<Network>> {
    static READ: Lazy<Vec<(u64, OnceCell<Arc<Network>>)>> = Lazy::new(|| {
        let print = |id| find(id).map_or(0, |game| game.rules_fingerprint());
        OF_GAMES.iter().map(|&(id, _)| (print(id), OnceCell::new())).collect()
    });
    let own = variant.rules_fingerprint();
    let (&(_, bytes), (_, cell)) =
        OF_GAMES.iter().zip(&*READ).find(|(_, (print, _))| *print == own)?;
    Some(cell.get_or_init(|| read(bytes)).clone())
}

impl Network {
    /// The network built into the program for a game: Dhow's own for the 12x12 games and for those that it has
    /// learned, unless the environment variable `EVALFILE` named another one for all games, or `none`, at build time.
    pub fn built_in(variant: &Variant) -> Option<Arc<Self>> {
        let fits = |network: &Arc<Self>| network.inputs().of_game(variant).is_some();
        general().filter(fits).or_else(|| of_game(variant))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::GameNetwork;
    use dhow_rules::geometry::Layout12;
    use dhow_rules::variant::{ONE_MOVE_GAMES, rules};

    /// Whether the program has its own networks.
    fn is_own() -> bool {
        option_env!("EVALFILE").is_none_or(str::is_empty)
    }

    /// Dhow's own network is valid, evaluates all games of 12x12, and is built in unless another one was named.
    #[test]
    fn dhows_own_network_evaluates_the_games_of_12x12() {
        let own = read(include_bytes!("dhow.nnue"));
        for variant in &*ONE_MOVE_GAMES {
            let network = GameNetwork::new(&own, &rules::<Layout12>(variant));
            assert!(network.is_some_and(|network| network.adds_to_hce()), "{}", variant.id);
            if is_own() {
                assert_eq!(Network::built_in(variant), Some(own.clone()));
            }
        }
    }

    #[test]
    fn learned_games_have_networks_of_their_own() {
        for &(id, bytes) in OF_GAMES {
            let variant = find(id).expect("a game of the program");
            let network = Network::built_in(variant).expect("its network");
            assert!(network.inputs().is_bound());
            assert_eq!(network.to_bytes(), bytes, "{id}");
            // Names do not matter, but rules do.
            let mut other = Variant { id: "other".into(), ..(**variant).clone() };
            assert_eq!(Network::built_in(&other), Some(network));
            other.end.move_limit = Some(1);
            assert_eq!(Network::built_in(&other), None);
        }
        assert_eq!(OF_GAMES.is_empty(), !is_own());
    }
}
