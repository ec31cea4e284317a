//! Piece values by a list of weights.

use super::list::leaders;
use super::{Weight, WeightList};
use crate::eval::features::{FeatureGroup, MOST_LEADERS};
use dhow_rules::variant::Role;

impl WeightList {
    /// The material weights of pieces by name; then for the first leader its value as the second, third and so on of
    /// its side: its material plus the weight of the number of leaders.
    pub fn worths(&self) -> Vec<(String, Weight)> {
        let known = self.weighed(FeatureGroup::Material).map(|(traits, weight)| {
            let piece = self.pieces.iter().find(|piece| piece.traits() == traits);
            (piece.map_or("", |piece| piece.names.as_str()).to_string(), traits.role, weight)
        });
        let known: Vec<(String, Role, Weight)> = known.collect();
        let leader = known.iter().find(|(_, role, _)| *role == Role::Leader);
        let by_number = leader.into_iter().flat_map(|(name, _, material)| {
            (2..=MOST_LEADERS).filter_map(move |number| {
                let fewer = self.get(leaders(number - 1))?;
                let gain = self.get(leaders(number)).unwrap_or_default() + fewer.scaled(-1.0);
                Some((format!("{name}, leader {number}"), *material + gain))
            })
        });
        let by_number: Vec<_> = by_number.collect();
        known.into_iter().map(|(name, _, weight)| (name, weight)).chain(by_number).collect()
    }
}
