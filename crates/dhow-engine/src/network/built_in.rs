//! The network built into the program.

use super::weights::Network;
use std::sync::Arc;

#[cfg(built_in_network)]
static BUILT_IN: once_cell::sync::Lazy<Arc<Network>> = once_cell::sync::Lazy::new(|| {
    match Network::from_bytes(include_bytes!(env!("DHOW_NETWORK"))) {
        Ok(network) => Arc::new(network),
        // The build script checked its header and checksum.
        Err(error) => panic!("the network of this program: {error}"),
    }
});

impl Network {
    /// The network built into the program: Dhow's own, unless the environment variable `EVALFILE` named another one,
    /// or `none`, at build time.
    pub fn built_in() -> Option<Arc<Self>> {
        #[cfg(built_in_network)]
        return Some(BUILT_IN.clone());
        #[cfg(not(built_in_network))]
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::GameNetwork;
    use dhow_rules::geometry::Layout12;
    use dhow_rules::variant::{ONE_MOVE_GAMES, rules};

    /// Dhow's own network is valid, evaluates all games of 12x12, and is built in unless another one was named.
    #[test]
    fn dhows_own_network_evaluates_the_games_of_12x12() {
        let own = Network::from_bytes(include_bytes!("dhow.nnue"));
        let own = Arc::new(own.expect("Dhow's own network"));
        for variant in &*ONE_MOVE_GAMES {
            let network = GameNetwork::new(&own, &rules::<Layout12>(variant));
            assert!(network.is_some_and(|network| network.adds_to_hce()), "{}", variant.id);
        }
        if option_env!("EVALFILE").is_none_or(str::is_empty) {
            assert_eq!(Network::built_in(), Some(own));
        }
    }
}
