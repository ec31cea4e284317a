//! Keeping a game on the disk, and knowing whether it is.

use super::message::Reply;
use super::session::Alone;
use super::store::Store;
use crate::text::printable_line;
use serde::Serialize;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::time::{Duration, Instant};

/// How long to wait before trying again.
const AGAIN: Duration = Duration::from_secs(5);

/// Keeps one game.
pub struct Keeper {
    id: String,
    store: Option<Store>,
    alone: Alone,
    /// A fingerprint of what is on the disk; `None` if nothing was written yet.
    written: Option<u64>,
    /// When that was, and why.
    failed: Option<(Instant, String)>,
}

impl Keeper {
    /// For the game of this name; without a store nothing is kept.
    pub fn new(id: String, store: Option<Store>, alone: Alone) -> Self {
        Self { id, store, alone, written: None, failed: None }
    }

    /// The game is on the disk already, as it is.
    pub fn found(&mut self, game: &impl Serialize) {
        self.written = serde_json::to_vec(game).ok().map(|bytes| fingerprint(&bytes));
    }

    /// Whether the game was written, or should have been.
    pub fn has_begun(&self) -> bool {
        self.written.is_some() || self.failed.is_some()
    }

    /// Writes a game, unless it is on the disk as it is. Returns what the pages must know: that it cannot
    /// be kept, or is kept again.
    pub fn save(&mut self, game: &impl Serialize) -> Option<Reply> {
        let store = self.store.as_ref()?;
        let before = self.failed.take().map(|(_, text)| text);
        let bytes = serde_json::to_vec(game).map_err(io::Error::from);
        let saved = bytes.and_then(|bytes| {
            let print = fingerprint(&bytes);
            if before.is_some() || self.written != Some(print) {
                store.save(&self.id, &bytes)?;
                self.written = Some(print);
            }
            Ok(())
        });
        self.failed = saved.err().map(|error| {
            (
                Instant::now(),
                format!("the game cannot be kept: {}", printable_line(&error.to_string())),
            )
        });
        self.alone.set_kept(self.failed.is_none());
        match self.failed {
            None if before.is_some() => {
                Some(Reply::Kept { ok: true, text: "the game is kept again".into() })
            }
            // What the pages know already is not told again and again.
            Some((_, ref text)) if before.as_ref() != Some(text) => self.trouble(),
            _ => None,
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

/// What tells a file from another one.
fn fingerprint(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}
