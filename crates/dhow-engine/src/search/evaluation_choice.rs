//! The choice between network and hand-crafted evaluation.

use crate::network::Network;
use std::sync::Arc;

/// What an engine evaluates positions with.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluationChoice {
    /// The network, for the games it was trained for. Other games have the hand-crafted evaluation (HCE).
    pub network: Option<Arc<Network>>,
    /// Whether all games have the hand-crafted evaluation.
    pub hand_crafted: bool,
}

impl Default for EvaluationChoice {
    /// The built-in network, if there is one.
    fn default() -> Self {
        Self { network: Network::built_in(), hand_crafted: false }
    }
}
