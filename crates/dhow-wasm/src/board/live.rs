//! The games and analyses in memory. They take turns on the calling thread.

use dhow_board::library::{Origin, UnstartedSession};
use dhow_board::order::{Attendance, SessionMessage};
use dhow_board::session::{IDLE, SessionHandler, SessionResources};
use dhow_board::table::SavedGame;
use dhow_board::visitor::WebVisitor;
use dhow_engine::clock::Instant;
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, channel};

/// The games in memory by their ids.
#[derive(Default)]
pub struct LiveSessions {
    games: BTreeMap<String, LiveSession>,
}

struct LiveSession {
    handler: Box<dyn SessionHandler>,
    orders: Sender<SessionMessage>,
    inbox: Receiver<SessionMessage>,
}

impl LiveSession {
    /// Does what is due, and handles the waiting messages. Returns whether there were any messages.
    fn work(&mut self) -> bool {
        if self.handler.deadline().is_some_and(|at| at <= Instant::now()) {
            self.handler.tick();
        }
        let mut any = false;
        while let Ok(order) = self.inbox.try_recv() {
            self.handler.hear(order);
            self.handler.tick();
            any = true;
        }
        any
    }

    /// Whether nobody has looked at it for a long time, and nothing would be lost.
    fn may_go(&self) -> bool {
        let since = self.handler.attendance().may_go_since();
        since.is_some_and(|since| since.elapsed() >= IDLE)
    }
}

impl LiveSessions {
    /// Whether a game is in memory.
    pub fn has(&self, id: &str) -> bool {
        self.games.contains_key(id)
    }

    /// Whether a page looks at a game.
    pub fn is_looked_at(&self, id: &str) -> bool {
        self.games.get(id).is_some_and(|game| game.handler.attendance().since().is_none())
    }

    /// Starts a game, whose first message is `first`.
    pub fn begin(
        &mut self,
        id: String,
        origin: Origin,
        seat: UnstartedSession,
        shared: SessionResources,
        first: SessionMessage,
    ) {
        let (orders, inbox) = channel();
        // The receiver exists as long as the game.
        let _ = orders.send(first);
        let (own, attendance) = (orders.clone(), Attendance::default());
        let handler = seat.begin(id.clone(), WebVisitor::Owner, origin, shared, own, attendance);
        self.games.insert(id, LiveSession { handler, orders, inbox });
    }

    /// Sends a message to a game. Returns whether it is in memory.
    pub fn send(&self, id: &str, message: SessionMessage) -> bool {
        self.games.get(id).is_some_and(|game| game.orders.send(message).is_ok())
    }

    /// A copy of a game in memory.
    pub fn copy(&mut self, id: &str) -> Option<SavedGame> {
        let (to, copy) = channel();
        self.games.get_mut(id)?.handler.hear(SessionMessage::Copy { to });
        copy.try_recv().ok()
    }

    /// Ends a game.
    pub fn end(&mut self, id: &str) {
        if let Some(mut game) = self.games.remove(id) {
            game.handler.rest();
            game.handler.save();
        }
    }

    /// Lets all games handle their messages. Returns whether there were any.
    pub fn work(&mut self) -> bool {
        let mut any = false;
        for game in self.games.values_mut() {
            any |= game.work();
        }
        let idle = self.games.iter().filter(|(_, game)| game.may_go());
        let idle: Vec<String> = idle.map(|(id, _)| id.clone()).collect();
        idle.iter().for_each(|id| self.end(id));
        any
    }

    /// The next time at which a game has something to do.
    pub fn deadline(&self) -> Option<Instant> {
        let leaves = |game: &LiveSession| game.handler.attendance().since().map(|at| at + IDLE);
        let due = |game: &LiveSession| [game.handler.deadline(), leaves(game)];
        self.games.values().flat_map(due).flatten().min()
    }
}
