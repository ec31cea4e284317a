//! The choice of what evaluates a game: a network, or the hand-crafted evaluation (HCE).

use crate::network::Network;
use dhow_rules::variant::Variant;
use std::fmt;
use std::sync::Arc;

/// The networks that a user's machine has learned, each for the rules of one game.
pub trait LearnedNetworks: Send + Sync {
    /// The network for a game; `None` if no network fits its rules.
    fn network_of(&self, variant: &Variant) -> Option<Arc<Network>>;

    /// Notes that a network of a file was bound to other rules than those of a game, which is now evaluated without it.
    fn refuse(&self, network: &Network, variant: &Variant);
}

/// The choice of an engine's evaluation. By default each game has its built-in network, if it has one.
#[derive(Clone, Default)]
pub struct EvaluationChoice {
    /// A network instead of the learned and the built-in ones, for the games it was trained for. Other games have the
    /// hand-crafted evaluation (HCE).
    pub network: Option<Arc<Network>>,
    /// The source of learned networks, which games use instead of the built-in ones; `None` without learned networks.
    pub learned: Option<Arc<dyn LearnedNetworks>>,
    /// Whether all games have the hand-crafted evaluation.
    pub hand_crafted: bool,
}

impl EvaluationChoice {
    /// The hand-crafted evaluation for all games.
    pub fn by_hand() -> Self {
        Self { hand_crafted: true, ..Self::default() }
    }

    /// A network, for the games it was trained for.
    pub fn by_network(network: Arc<Network>) -> Self {
        Self { network: Some(network), ..Self::default() }
    }

    /// The network that evaluates a game; `None` for the hand-crafted evaluation alone.
    pub fn network_of(&self, variant: &Variant) -> Option<Arc<Network>> {
        if self.hand_crafted {
            return None;
        }
        let fits = |network: &Arc<Network>| network.inputs().of_game(variant).is_some();
        if let Some(named) = &self.network {
            if let Some(learned) = &self.learned
                && named.inputs().is_bound()
                && !fits(named)
            {
                learned.refuse(named, variant);
            }
            return Some(named.clone()).filter(fits);
        }
        let learned = self.learned.as_ref().and_then(|learned| learned.network_of(variant));
        learned.or_else(|| Network::built_in(variant)).filter(fits)
    }
}

impl PartialEq for EvaluationChoice {
    fn eq(&self, other: &Self) -> bool {
        let same = match (&self.learned, &other.learned) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        same && self.network == other.network && self.hand_crafted == other.hand_crafted
    }
}

impl fmt::Debug for EvaluationChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = self.network.as_ref().map(|network| network.inputs().games());
        f.debug_struct("EvaluationChoice")
            .field("network", &games)
            .field("learned", &self.learned.is_some())
            .field("hand_crafted", &self.hand_crafted)
            .finish()
    }
}
