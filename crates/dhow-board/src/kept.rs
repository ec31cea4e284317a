//! Saved games, and the list of them.

use super::analysis::{self, SavedAnalysis};
use super::message::{Chapter, Player};
use super::puzzles::{self, SavedPuzzles};
use super::store::GameStore;
use super::table::SavedGame;
use dhow_rules::pieces::Color;
use dhow_rules::variant::Catalogue;
use serde::{Deserialize, Serialize};

/// A saved game or analysis.
pub enum Kept {
    /// A game.
    Game(SavedGame),
    /// An analysis.
    Analysis(SavedAnalysis),
    /// A file of puzzles.
    Puzzles(SavedPuzzles),
}

/// The members common to all formats.
#[derive(Deserialize)]
struct FileFormat {
    format: u32,
}

impl Kept {
    /// Reads what was saved.
    ///
    /// # Errors
    /// If it is damaged.
    pub fn read(text: &str) -> Result<Self, String> {
        let read = || -> serde_json::Result<Self> {
            let FileFormat { format } = serde_json::from_str(text)?;
            Ok(match format {
                analysis::FORMAT => Self::Analysis(serde_json::from_str(text)?),
                puzzles::FORMAT => Self::Puzzles(serde_json::from_str(text)?),
                _ => Self::Game(serde_json::from_str(text)?),
            })
        };
        read().map_err(|error| error.to_string())
    }
}

/// A saved game.
#[derive(Default, Serialize)]
struct KeptGame {
    id: String,
    /// `game`, `analysis`, `puzzles`, or `damaged` if it cannot be read.
    kind: &'static str,
    /// The name of the variant, or of the file of puzzles.
    name: String,
    white: String,
    black: String,
    result: String,
    /// The number of moves, or of puzzles.
    moves: usize,
    /// The time of the last move, in milliseconds since 1970.
    time: u64,
    /// The place of an analysis in a study.
    chapter: Option<Chapter>,
}

/// The saved games as JSON, the latest first.
pub fn list(store: &dyn GameStore, catalogue: &Catalogue) -> String {
    let games = store.list().into_iter().filter_map(|(id, time)| {
        match store.load(&id).and_then(|text| text.as_deref().map(Kept::read).transpose()) {
            Ok(kept) => Some(entry(id, kept?, catalogue, time)),
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
            let player = |player, level, side| match player {
                Player::Person => config.person(side).to_string(),
                Player::Engine => format!("Dhow{level}"),
            };
            KeptGame {
                kind: "game",
                name: name(&config.variant),
                white: player(config.white, config.white_level, Color::White),
                black: player(config.black, config.black_level, Color::Black),
                result: game.result().into(),
                moves: game.moves(),
                chapter: None,
                id,
                time,
            }
        }
        Kept::Puzzles(file) => KeptGame {
            kind: "puzzles",
            moves: file.number(),
            name: file.name,
            id,
            time,
            ..KeptGame::default()
        },
        Kept::Analysis(saved) => {
            let tag = |name: &str| {
                let tag = saved.tags.iter().find(|(tag, _)| tag == name);
                tag.map(|(_, value)| value.clone()).unwrap_or_default()
            };
            KeptGame {
                kind: "analysis",
                name: name(&saved.variant),
                white: tag("White"),
                black: tag("Black"),
                result: tag("Result"),
                moves: saved.moves(),
                chapter: Chapter::of(&saved.tags),
                id,
                time,
            }
        }
    }
}
