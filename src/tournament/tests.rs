//! What the tests of the modules share.

use super::config::{Adjudication, Config, EngineConfig, Kind, OpeningConfig};
use crate::variant::VARIANTS;
use std::time::Duration;

/// A tournament of so many engines, none of which exists.
pub fn config(engines: usize) -> Config {
    Config {
        variant: &VARIANTS[0],
        engines: vec![EngineConfig::default(); engines],
        kind: Kind::RoundRobin,
        rounds: 1,
        games: 1,
        repeat: 2,
        no_swap: false,
        openings: OpeningConfig::default(),
        seed: 1,
        adjudication: Adjudication::default(),
        sprt: None,
        concurrency: 1,
        wait: Duration::ZERO,
        recover: false,
        event: "?".into(),
        site: "?".into(),
        minimal_records: false,
    }
}
