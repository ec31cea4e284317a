//! What the tests of the modules share.

use super::config::{Adjudication, Config, EngineConfig, Kind, OpeningConfig};
use super::record::Record;
use super::schedule::schedule;
use crate::game::Game;
use crate::pgn::{GameResult, PgnGame};
use crate::variant::VARIANTS;
use std::path::PathBuf;
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

/// The record of a short game of this tournament, as it might have been played.
pub fn record(config: &Config, number: usize) -> Record {
    let pairing = schedule(config)[number];
    let mut game = Game::new(config.variant);
    for ply in 0..2 + number % 3 {
        let moves = game.legal_moves();
        game.play(moves[(7 * number + ply) % moves.len()]);
    }
    let result = [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw][number % 3];
    let mut pgn = PgnGame::of_moves(config.variant, game.start_fen(), game.moves(), result)
        .expect("a legal start");
    pgn.set_tag("Event", &config.event);
    pgn.set_tag("Site", &config.site);
    pgn.set_tag("Round", &(number + 1).to_string());
    pgn.set_tag("White", ["a", "b"][pairing.players[0]]);
    pgn.set_tag("Black", ["a", "b"][pairing.players[1]]);
    Record {
        number,
        players: pairing.players,
        result: result.text().into(),
        reason: "\u{201c}so\u{201d} it is".into(),
        termination: "normal".into(),
        plies: game.moves().len(),
        milliseconds: 5,
        fen: game.fen(),
        pgn: pgn.to_string(),
    }
}

/// A folder that is gone when the test ends: in memory, where there is such a place, since journals
/// are written through to the disk.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let memory = PathBuf::from("/dev/shm");
        let place = if memory.is_dir() { memory } else { std::env::temp_dir() };
        let path = place.join(format!("dhow-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a writable folder");
        Self(path)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
