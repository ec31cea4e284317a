//! Saves a game in the store of the host, and knows whether that has worked.

use super::message::Reply;
use super::order::Attendance;
use super::store::{GameStore, Unkept};
use super::visitor::WebVisitor;
use dhow_engine::clock::Instant;
use dhow_rules::text::printable_line;
use serde::Serialize;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::sync::Arc;
use std::time::Duration;

/// How long to wait before another attempt.
const AGAIN: Duration = Duration::from_secs(5);

/// Saves one game.
pub struct Keeper {
    id: String,
    visitor: WebVisitor,
    store: Option<Arc<dyn GameStore>>,
    attendance: Attendance,
    /// The fingerprint of the file; `None` if nothing has been saved.
    written: Option<u64>,
    failed: Option<Failed>,
}

struct Failed {
    at: Instant,
    text: String,
    /// The store is full, and the pages know it: the game need not stay in memory for another attempt.
    given_up: bool,
}

impl Failed {
    fn of(error: Unkept) -> Self {
        Self {
            at: Instant::now(),
            text: format!("the game cannot be kept: {}", printable_line(&error.to_string())),
            given_up: matches!(error, Unkept::Room(_)),
        }
    }
}

impl Keeper {
    /// For a visitor's game with this id. Without a store, nothing is saved.
    pub fn new(
        id: String,
        visitor: WebVisitor,
        store: Option<Arc<dyn GameStore>>,
        attendance: Attendance,
    ) -> Self {
        Self { id, visitor, store, attendance, written: None, failed: None }
    }

    /// Notes that this state of the game is on the disk already.
    pub fn found(&mut self, game: &impl Serialize) {
        self.written = serde_json::to_string(game).ok().map(|text| fingerprint(&text));
    }

    /// Whether saving the game was ever attempted.
    pub fn has_begun(&self) -> bool {
        self.written.is_some() || self.failed.is_some()
    }

    /// Saves a game if it has changed. Returns a message for the pages when saving fails, or works again.
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
        self.failed = saved.err().map(Failed::of);
        self.attendance.set_kept(!self.would_be_lost());
        match &self.failed {
            None if before.is_some() => {
                Some(Reply::Kept { ok: true, text: "the game is kept again".into() })
            }
            // The pages get each error only once.
            Some(failed) if before.as_ref() != Some(&failed.text) => self.trouble(),
            _ => None,
        }
    }

    /// Notes that the store lost what it had accepted. Returns a message for the pages.
    pub fn lost(&mut self, why: String) -> Option<Reply> {
        self.failed = Some(Failed::of(io::Error::other(why).into()));
        self.attendance.set_kept(false);
        self.trouble()
    }

    /// The message for the pages if the game could not be saved.
    pub fn trouble(&self) -> Option<Reply> {
        self.failed.as_ref().map(|failed| Reply::Kept { ok: false, text: failed.text.clone() })
    }

    /// Whether data would be lost without another attempt, because the last one failed.
    pub fn would_be_lost(&self) -> bool {
        self.failed.as_ref().is_some_and(|failed| !failed.given_up)
    }

    /// The time of the next attempt, if the last one failed.
    pub fn retry(&self) -> Option<Instant> {
        self.failed.as_ref().map(|failed| failed.at + AGAIN)
    }
}

/// A hash of a file's content.
fn fingerprint(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
