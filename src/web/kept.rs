//! The list of saved games.

use super::sessions::Sessions;
use super::store::Kept;
use dhow_rules::variant::Catalogue;
use serde::Serialize;
use std::time::UNIX_EPOCH;

/// A saved game.
#[derive(Default, Serialize)]
struct KeptGame {
    id: String,
    /// `game`, `analysis`, or `damaged` if it cannot be read.
    kind: &'static str,
    /// The name of the variant.
    name: String,
    white: String,
    black: String,
    result: String,
    moves: usize,
    /// The time of the last move, in milliseconds since 1970.
    time: u64,
}

/// The saved games as JSON, the latest first.
pub fn list(sessions: &Sessions) -> String {
    let Some(store) = sessions.store() else { return "[]".into() };
    let games = store.list().into_iter().filter_map(|(id, time)| {
        let time = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
        let time = time.try_into().unwrap_or(u64::MAX);
        match store.load(&id) {
            Ok(kept) => Some(entry(id, kept?, &sessions.catalogue(), time)),
            Err(_) => Some(KeptGame { id, kind: "damaged", time, ..KeptGame::default() }),
        }
    });
    match serde_json::to_string(&games.collect::<Vec<_>>()) {
        Ok(text) => text,
        Err(_) => unreachable!("there is nothing that JSON cannot say"),
    }
}

fn entry(id: String, kept: Kept, catalogue: &Catalogue, time: u64) -> KeptGame {
    let name = |id: &str| catalogue.find(id).map_or(id.to_string(), |game| game.name.clone());
    match kept {
        Kept::Game(game) => {
            let config = game.config();
            let player = |player, level| match player {
                super::message::Player::Person => "Player".to_string(),
                super::message::Player::Engine => format!("Dhow{level}"),
            };
            KeptGame {
                kind: "game",
                name: name(&config.variant),
                white: player(config.white, config.white_level),
                black: player(config.black, config.black_level),
                result: game.result().into(),
                moves: game.moves(),
                id,
                time,
            }
        }
        Kept::Study(study) => {
            let tag = |name: &str| {
                let tag = study.tags.iter().find(|(tag, _)| tag == name);
                tag.map(|(_, value)| value.clone()).unwrap_or_default()
            };
            KeptGame {
                kind: "analysis",
                name: name(&study.variant),
                white: tag("White"),
                black: tag("Black"),
                result: tag("Result"),
                moves: study.moves(),
                id,
                time,
            }
        }
    }
}
