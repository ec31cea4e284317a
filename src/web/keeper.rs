//! Keeping a game on the disk, and knowing whether it is.

use super::message::Reply;
use super::session::Alone;
use super::store::Store;
use crate::text::printable_line;
use serde::Serialize;
use std::time::{Duration, Instant};

/// How long to wait before trying again.
const AGAIN: Duration = Duration::from_secs(5);

/// Keeps one game.
pub struct Keeper {
    id: String,
    store: Option<Store>,
    alone: Alone,
    /// When that was, and why.
    failed: Option<(Instant, String)>,
}

impl Keeper {
    /// For the game of this name; without a store nothing is kept.
    pub fn new(id: String, store: Option<Store>, alone: Alone) -> Self {
        Self { id, store, alone, failed: None }
    }

    /// Writes a game. Returns what the pages must know: that it cannot be kept, or is kept again.
    pub fn save(&mut self, game: &impl Serialize) -> Option<Reply> {
        let store = self.store.as_ref()?;
        let saved = store.save(&self.id, game);
        let before = self.failed.is_some();
        self.failed = saved.err().map(|error| {
            (
                Instant::now(),
                format!("the game cannot be kept: {}", printable_line(&error.to_string())),
            )
        });
        self.alone.set_kept(self.failed.is_none());
        match self.failed {
            None if before => Some(Reply::Kept { ok: true, text: "the game is kept again".into() }),
            _ => self.trouble(),
        }
    }

    /// What the pages must know of a game that cannot be kept.
    pub fn trouble(&self) -> Option<Reply> {
        self.failed.as_ref().map(|(_, text)| Reply::Kept { ok: false, text: text.clone() })
    }

    /// Whether the last attempt to write the game was in vain.
    pub fn has_failed(&self) -> bool {
        self.failed.is_some()
    }

    /// When to try again to write what could not be written.
    pub fn retry(&self) -> Option<Instant> {
        self.failed.as_ref().map(|(at, _)| *at + AGAIN)
    }
}
