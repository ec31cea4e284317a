//! A tournament of which everything has happened.

use super::{Book, Tournament, TournamentError};
use crate::tournament::config::Config;
use crate::tournament::openings::Openings;
use crate::tournament::process::Interrupt;
use crate::tournament::schedule::Pairing;
use std::collections::BTreeMap;
use std::sync::Mutex;

impl Tournament {
    /// A tournament to be told of, not to be played: these games between engines of these names. No
    /// engine is started.
    pub fn of_the_past(
        config: Config,
        names: Vec<String>,
        schedule: Vec<Pairing>,
    ) -> Result<Self, TournamentError> {
        let book = Book { source: Openings::new(&config)?, known: BTreeMap::new() };
        Ok(Self {
            config,
            names,
            schedule,
            remarks: Vec::new(),
            interrupt: Interrupt::default(),
            tapper: None,
            openings: Mutex::new(book),
            idle: Mutex::default(),
            past: Vec::new(),
        })
    }
}
