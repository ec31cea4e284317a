//! The loop of every session's thread: receive messages, and end when nobody has looked for a long time.

use crate::order::{Attendance, SessionMessage};
use dhow_engine::clock::Instant;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// A game without pages is removed from memory after this time.
pub const IDLE: Duration = Duration::from_secs(600);
/// If it cannot be removed yet, the next attempt comes after this time.
const AGAIN: Duration = Duration::from_secs(5);

/// A game or an analysis with its own thread.
pub trait SessionHandler {
    /// Whether any page looks at it.
    fn attendance(&self) -> &Attendance;
    /// When to call `tick` even if no message arrives.
    fn deadline(&self) -> Option<Instant>;
    /// Handles a message other than `Stop`.
    fn hear(&mut self, order: SessionMessage);
    /// Does what is due now.
    fn tick(&mut self);
    /// Ends all searches.
    fn rest(&mut self);
    /// Saves the game if it was changed. Returns whether nothing would be lost without this thread.
    fn save(&mut self) -> bool;
}

/// Runs a session until the program ends, or nobody has looked for long and `retire` agrees, which it does
/// not if a page is just coming. Returns whether everything is saved.
pub fn sit(
    game: &mut dyn SessionHandler,
    inbox: &Receiver<SessionMessage>,
    mut retire: impl FnMut() -> bool,
) -> bool {
    let mut not_before = Instant::now();
    loop {
        let leaves = game.attendance().since().map(|since| not_before.max(since + IDLE));
        let order = match [game.deadline(), leaves].into_iter().flatten().min() {
            Some(at) => inbox.recv_timeout(at.saturating_duration_since(Instant::now())),
            None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match order {
            Ok(SessionMessage::Stop) | Err(RecvTimeoutError::Disconnected) => {
                game.rest();
                return game.save();
            }
            Ok(order) => game.hear(order),
            Err(RecvTimeoutError::Timeout) => {}
        }
        game.tick();
        let attendance = game.attendance().since();
        if attendance.is_some_and(|since| since.elapsed() >= IDLE) && Instant::now() >= not_before {
            // An unsaved game stays in memory; and nothing is saved after others may open it.
            game.rest();
            if game.save() && retire() {
                return true;
            }
            not_before = Instant::now() + AGAIN;
        }
    }
}
