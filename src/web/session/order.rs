//! What a session is told, and by which ways.

use crate::web::message::{Refused, Request};
use crate::web::table::SavedGame;
use dhow_engine::search::Event;
use dhow_play::annotate::Judgement;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::mpsc::Sender as Outbox;

/// A page.
pub type ClientId = u64;

/// A message to a page, as text; the queue has [`QUEUE`] places.
pub type Text = Arc<str>;

/// Messages that may wait for a page. One that reads more slowly is let go.
pub const QUEUE: usize = 64;

/// What a session is told.
pub enum SessionMessage {
    /// A page looks at the game.
    Join {
        /// Its number.
        client: ClientId,
        /// What leads to it.
        outbox: Outbox<Text>,
    },
    /// A page is gone.
    Leave {
        /// Its number.
        client: ClientId,
    },
    /// A page asks for something.
    Ask {
        /// Its number.
        client: ClientId,
        /// What it asks for.
        request: Request,
    },
    /// News of a search.
    News {
        /// Which search.
        search: u64,
        /// The news.
        event: Event,
    },
    /// What an annotation says of the next turn; `None` when it is done.
    Judged {
        /// Which annotation.
        number: u64,
        /// The judgement.
        judgement: Option<Judgement>,
    },
    /// A copy of a game is wanted; an analysis has none to give.
    Copy {
        /// What leads to who wants it.
        to: Sender<SavedGame>,
    },
    /// The program ends.
    Stop,
}

/// Whether something was done, or why not.
pub type RequestResult = Result<(), Refused>;

/// Since when nobody looks at a game, and whether all of it is kept, for others to know.
#[derive(Clone)]
pub struct Attendance(Arc<Mutex<AttendanceState>>);

struct AttendanceState {
    since: Option<Instant>,
    kept: bool,
}

impl Attendance {
    /// Since now.
    pub fn new() -> Self {
        Self(Arc::new(Mutex::new(AttendanceState { since: Some(Instant::now()), kept: true })))
    }

    fn state(&self) -> MutexGuard<'_, AttendanceState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Since when nobody looks; `None` if somebody does.
    pub fn since(&self) -> Option<Instant> {
        self.state().since
    }

    /// The same; `None` also if something of the game would be lost without its thread.
    pub fn may_go_since(&self) -> Option<Instant> {
        let state = self.state();
        state.since.filter(|_| state.kept)
    }

    /// Somebody looks, or nobody does since then.
    pub fn set(&self, since: Option<Instant>) {
        self.state().since = since;
    }

    /// Whether the game could be written.
    pub fn set_kept(&self, kept: bool) {
        self.state().kept = kept;
    }
}
