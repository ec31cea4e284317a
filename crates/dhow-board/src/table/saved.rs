//! A saved game: its start position and its moves, which must be legal.

use super::{MOST_MOVES, Table};
use crate::message::{GameConfig, Side};
use dhow_engine::clock::Instant;
use dhow_play::contest::OffBoardEnding;
use dhow_rules::game::Game;
use dhow_rules::pieces::Color;
use dhow_rules::variant::Variant;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// The format number of saved games.
pub const FORMAT: u32 = 1;
/// The maximum number of moves in a turn: one per leader, and some for multiple activations.
const LONGEST_TURN: usize = 64;

/// How a game ended other than on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SavedEnding {
    /// A side resigned.
    Resigned(Side),
    /// A side ran out of time.
    Time(Side),
    /// The sides agreed to a draw.
    Drawn,
}

/// A saved game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedGame {
    format: u32,
    config: GameConfig,
    start: String,
    moves: Vec<String>,
    ended: Option<SavedEnding>,
    clock_ms: Option<(u64, u64)>,
    paused: bool,
    /// For lists of games; redundant, since it follows from the moves and `ended`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<String>,
}

impl SavedGame {
    /// The configuration.
    pub fn config(&self) -> &GameConfig {
        &self.config
    }

    /// The number of moves made.
    pub fn moves(&self) -> usize {
        self.moves.len()
    }

    /// The result; empty if the game is not over.
    pub fn result(&self) -> &str {
        self.result.as_deref().unwrap_or("")
    }
}

impl Table {
    /// The game in the form to save.
    pub fn saved(&self, now: Instant) -> SavedGame {
        let mut game = self.game().clone();
        let mut moves = Vec::new();
        while let Some(mv) = game.undo() {
            moves.push(game.move_text(mv));
        }
        moves.reverse();
        let left = |side| {
            let clocks = self.clocks();
            clocks.map(|clocks| clocks.left(side, now).as_millis().try_into().unwrap_or(u64::MAX))
        };
        let ended = match self.contest.ending() {
            Some(OffBoardEnding::Resigned(side)) => Some(SavedEnding::Resigned((*side).into())),
            Some(OffBoardEnding::OutOfTime(side)) => Some(SavedEnding::Time((*side).into())),
            Some(OffBoardEnding::DrawAgreed) => Some(SavedEnding::Drawn),
            _ => None,
        };
        SavedGame {
            format: FORMAT,
            config: self.config.clone(),
            start: self.game().start_fen().into(),
            moves,
            ended,
            clock_ms: left(Color::White).zip(left(Color::Black)),
            paused: self.paused,
            result: self.over().map(|over| over.result.into()),
        }
    }

    /// Restores a saved game, which must be valid.
    pub fn restored(saved: SavedGame, variant: &Arc<Variant>) -> Result<Self, String> {
        if saved.format != FORMAT {
            return Err(format!("it has format {}, not {FORMAT}", saved.format));
        }
        let mut game = Game::from_fen(variant, &saved.start).map_err(|error| error.to_string())?;
        // The last turn of a game of maximum length may have several moves.
        if saved.moves.len() > MOST_MOVES + LONGEST_TURN {
            return Err("it is too long".into());
        }
        for text in &saved.moves {
            if game.outcome().is_some() {
                return Err(format!("`{text}`: the game is over before it"));
            }
            game.play_text(text).map_err(|error| error.to_string())?;
        }
        let mut table = Self::new(saved.config, game);
        if let Some((white, black)) = saved.clock_ms.filter(|_| table.clocks().is_some()) {
            for (side, ms) in [(Color::White, white), (Color::Black, black)] {
                table.contest.clocks_mut().of_mut(side).set_left(Duration::from_millis(ms));
            }
        }
        table.contest.set_ending(saved.ended.map(|ended| match ended {
            SavedEnding::Resigned(side) => OffBoardEnding::Resigned(side.color()),
            SavedEnding::Time(side) => OffBoardEnding::OutOfTime(side.color()),
            SavedEnding::Drawn => OffBoardEnding::DrawAgreed,
        }));
        table.paused = saved.paused;
        Ok(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::{Level, Player};
    use crate::table::config_of;
    use dhow_play::time_control::Time;
    use dhow_rules::variant::find;

    #[test]
    fn what_is_kept_is_restored_or_refused() {
        let pace = Time::PerMove(Duration::from_millis(100)).into();
        let config = GameConfig {
            black_level: Level::try_from(3).expect("a level"),
            ..config_of("mini-chieftain", [Player::Person, Player::Engine], pace)
        };
        let mut game = Game::new(find("mini-chieftain").expect("a built-in game"));
        for text in ["b2c4", "end", "b11c9"] {
            game.play_text(text).expect("a legal move");
        }
        let table = Table::new(config, game);
        let saved = table.saved(Instant::now());
        let variant = table.game().variant().clone();
        let text = serde_json::to_string(&saved).expect("JSON");
        assert!(text.contains("\"black_level\":3") && !text.contains("white_level"), "{text}");
        assert_eq!(serde_json::from_str::<SavedGame>(&text).expect("a game"), saved);
        let restored = Table::restored(saved.clone(), &variant).expect("a game");
        assert_eq!(restored.saved(Instant::now()), saved);
        assert_eq!(restored.game().fen(), table.game().fen());
        for damaged in [
            SavedGame { moves: vec!["b2b9".into()], ..saved.clone() },
            SavedGame { start: "8/8".into(), ..saved.clone() },
            SavedGame { format: 0, ..saved },
        ] {
            assert!(Table::restored(damaged, &variant).is_err());
        }
    }

    #[test]
    fn a_game_that_is_as_long_as_it_may_be_is_read_again() {
        let mut variant = (**find("mini-chieftain").expect("a built-in game")).clone();
        (variant.end.repetitions, variant.end.move_limit) = (None, None);
        let variant = Arc::new(variant);
        let mut game = Game::new(&variant);
        let there_and_back = ["b2c4", "end", "b11c9", "end", "c4b2", "end", "c9b11", "end"];
        for text in there_and_back.iter().cycle().take(MOST_MOVES + 1) {
            game.play_text(text).expect("a legal move");
        }
        let pace = Time::PerMove(Duration::from_millis(100)).into();
        let config = config_of("mini-chieftain", [Player::Engine; 2], pace);
        let saved = Table::new(config, game).saved(Instant::now());
        let table = Table::restored(saved, &variant).expect("a game");
        assert_eq!(table.ply(), MOST_MOVES + 1);
    }
}
