//! Keeping a game on the disk, and knowing whether it is.

use super::message::Reply;
use super::session::Attendance;
use super::store::{Store, Unkept};
use super::visitor::Visitor;
use dhow_rules::text::printable_line;
use serde::Serialize;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::time::{Duration, Instant};

/// How long to wait before trying again.
const AGAIN: Duration = Duration::from_secs(5);

/// Keeps one game.
pub struct Keeper {
    id: String,
    visitor: Visitor,
    store: Option<Store>,
    alone: Attendance,
    /// A fingerprint of what is on the disk; `None` if nothing was written yet.
    written: Option<u64>,
    failed: Option<Failed>,
}

struct Failed {
    at: Instant,
    text: String,
    /// There is no room for it, which the pages know: it need not stay in memory for that.
    given_up: bool,
}

impl Keeper {
    /// For the game of this name that a visitor has begun; without a store nothing is kept.
    pub fn new(id: String, visitor: Visitor, store: Option<Store>, alone: Attendance) -> Self {
        Self { id, visitor, store, alone, written: None, failed: None }
    }

    /// The game is on the disk already, as it is.
    pub fn found(&mut self, game: &impl Serialize) {
        self.written = serde_json::to_string(game).ok().map(|text| fingerprint(&text));
    }

    /// Whether the game was written, or should have been.
    pub fn has_begun(&self) -> bool {
        self.written.is_some() || self.failed.is_some()
    }

    /// Writes a game, unless it is on the disk as it is. Returns what the pages must know: that it cannot
    /// be kept, or is kept again.
    pub fn save(&mut self, game: &impl Serialize) -> Option<Reply> {
        let store = self.store.as_ref()?;
        let before = self.failed.take().map(|failed| failed.text);
        let text = serde_json::to_string(game).map_err(io::Error::from);
        let saved = text.map_err(Unkept::from).and_then(|text| {
            let print = fingerprint(&text);
            if before.is_some() || self.written != Some(print) {
                store.save(&self.id, &text, self.visitor)?;
                self.written = Some(print);
            }
            Ok(())
        });
        self.failed = saved.err().map(|error| Failed {
            at: Instant::now(),
            text: format!("the game cannot be kept: {}", printable_line(&error.to_string())),
            given_up: matches!(error, Unkept::Room(_)),
        });
        self.alone.set_kept(!self.would_be_lost());
        match &self.failed {
            None if before.is_some() => {
                Some(Reply::Kept { ok: true, text: "the game is kept again".into() })
            }
            // What the pages know already is not told again and again.
            Some(failed) if before.as_ref() != Some(&failed.text) => self.trouble(),
            _ => None,
        }
    }

    /// What the pages must know of a game that cannot be kept.
    pub fn trouble(&self) -> Option<Reply> {
        self.failed.as_ref().map(|failed| Reply::Kept { ok: false, text: failed.text.clone() })
    }

    /// Whether something would be lost that is to be kept: the last attempt to write the game was in vain.
    pub fn would_be_lost(&self) -> bool {
        self.failed.as_ref().is_some_and(|failed| !failed.given_up)
    }

    /// When to try again to write what could not be written.
    pub fn retry(&self) -> Option<Instant> {
        self.failed.as_ref().map(|failed| failed.at + AGAIN)
    }
}

/// What tells a file from another one.
fn fingerprint(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
