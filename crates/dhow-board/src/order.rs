//! The messages to a session, and the channels for them.

use crate::message::{Chapter, Refused, Request};
use crate::table::SavedGame;
use dhow_engine::clock::Instant;
use dhow_engine::search::SearchEvent;
use dhow_play::annotate::Judgement;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::mpsc::Sender as Outbox;

/// The number of a page.
pub type ClientId = u64;

/// A message to a page, as text. The queue has [`QUEUE`] places.
pub type Text = Arc<str>;

/// The maximum number of messages that wait for a page. A page that reads more slowly is disconnected.
pub const QUEUE: usize = 64;

/// A message to a session.
pub enum SessionMessage {
    /// A page joins.
    Join {
        /// The page.
        client: ClientId,
        /// Its queue.
        outbox: Outbox<Text>,
    },
    /// A page is gone.
    Leave {
        /// The page.
        client: ClientId,
    },
    /// A page sends a request.
    Ask {
        /// The page.
        client: ClientId,
        /// The request.
        request: Request,
    },
    /// An event of a search.
    News {
        /// The number of the search.
        search: u64,
        /// The event.
        event: SearchEvent,
    },
    /// The next judgement of an annotation; `None` at its end.
    Judged {
        /// The number of the annotation.
        number: u64,
        /// The judgement.
        judgement: Option<Judgement>,
    },
    /// Asks for a copy of the game. An analysis does not answer.
    Copy {
        /// Where to send it.
        to: Sender<SavedGame>,
    },
    /// Makes an analysis a chapter of a study, or takes it out of its study. A game ignores it.
    Chapter(Option<Chapter>),
    /// The host could not save what its store had accepted, for this reason.
    Unkept(String),
    /// The program ends.
    Stop,
}

/// Success, or why a request was refused.
pub type RequestResult = Result<(), Refused>;

/// Whether any page looks at a game, and whether all of the game is saved; shared with other threads.
#[derive(Clone)]
pub struct Attendance(Arc<Mutex<AttendanceState>>);

struct AttendanceState {
    since: Option<Instant>,
    kept: bool,
}

impl Default for Attendance {
    /// Nobody looks, from now on.
    fn default() -> Self {
        Self(Arc::new(Mutex::new(AttendanceState { since: Some(Instant::now()), kept: true })))
    }
}

impl Attendance {
    fn state(&self) -> MutexGuard<'_, AttendanceState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Since when nobody looks; `None` if a page does.
    pub fn since(&self) -> Option<Instant> {
        self.state().since
    }

    /// Since when the game could be removed from memory; `None` if a page looks, or if unsaved changes would
    /// be lost.
    pub fn may_go_since(&self) -> Option<Instant> {
        let state = self.state();
        state.since.filter(|_| state.kept)
    }

    /// Sets since when nobody looks; `None` if a page does.
    pub fn set(&self, since: Option<Instant>) {
        self.state().since = since;
    }

    /// Sets whether the game is saved.
    pub fn set_kept(&self, kept: bool) {
        self.state().kept = kept;
    }
}
