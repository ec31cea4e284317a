//! By what positions are evaluated.

use crate::network::Network;
use std::sync::Arc;

/// What an engine evaluates positions with.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluationChoice {
    /// It evaluates the games that it was made for; without one all games are evaluated by hand.
    pub network: Option<Arc<Network>>,
    /// Whether all games are evaluated by hand instead.
    pub hand_crafted: bool,
}

impl Default for EvaluationChoice {
    /// The built-in network, if there is one.
    fn default() -> Self {
        Self { network: Network::built_in(), hand_crafted: false }
    }
}
