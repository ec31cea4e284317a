//! A tournament that is finished, for reports.

use super::{Book, GamePlan, Tournament, TournamentError};
use crate::tournament::config::Config;
use crate::tournament::openings::Openings;
use crate::tournament::process::Interrupt;
use crate::tournament::schedule::{Ended, Pairing, Schedule};
use std::collections::BTreeMap;
use std::sync::Mutex;

impl Tournament {
    /// A finished tournament with these games between engines of these names. Starts no engine.
    pub fn of_the_past(
        config: Config,
        names: Vec<String>,
        games: Vec<Pairing>,
    ) -> Result<Self, TournamentError> {
        let book = Book { sources: Openings::all(&config)?, known: BTreeMap::new() };
        Ok(Self {
            config,
            names,
            paired: games.iter().any(|game| game.pair.is_some()),
            plan: Mutex::new(GamePlan {
                schedule: Schedule { games, ..Schedule::default() },
                ended: Ended::new(),
            }),
            remarks: Vec::new(),
            interrupt: Interrupt::default(),
            tapper: None,
            openings: Mutex::new(book),
            idle: Mutex::default(),
            past: Vec::new(),
        })
    }
}
