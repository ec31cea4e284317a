//! What a session is told, and by which ways.

use crate::search::Event;
use crate::web::message::Request;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use tokio::sync::mpsc::Sender as Outbox;

/// A page.
pub type ClientId = u64;

/// A message to a page, as text; the queue has [`QUEUE`] places.
pub type Text = Arc<str>;

/// Messages that may wait for a page. One that reads more slowly is let go.
pub const QUEUE: usize = 64;

/// What a session is told.
pub enum Order {
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
    /// The program ends.
    Stop,
}

/// Since when nobody looks at a game, for others to know.
#[derive(Clone)]
pub struct Alone(Arc<Mutex<Option<Instant>>>);

impl Alone {
    /// Since now.
    pub fn new() -> Self {
        Self(Arc::new(Mutex::new(Some(Instant::now()))))
    }

    /// Since when nobody looks; `None` if somebody does.
    pub fn since(&self) -> Option<Instant> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set(&self, since: Option<Instant>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = since;
    }
}
