//! The network that is part of the program.

use super::weights::Network;
use std::sync::Arc;

#[cfg(built_in_network)]
static BUILT_IN: once_cell::sync::Lazy<Arc<Network>> = once_cell::sync::Lazy::new(|| {
    match Network::from_bytes(include_bytes!(env!("DHOW_NETWORK"))) {
        Ok(network) => Arc::new(network),
        // Its beginning and checksum were found right when the program was built.
        Err(error) => panic!("the network of this program: {error}"),
    }
});

impl Network {
    /// The network of the program, if it was built with one: `EVALFILE` names it to cargo.
    pub fn built_in() -> Option<Arc<Self>> {
        #[cfg(built_in_network)]
        return Some(BUILT_IN.clone());
        #[cfg(not(built_in_network))]
        None
    }
}
