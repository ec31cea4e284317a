//! What the threads of all games have in common: they listen, and end when nobody has looked for long.

use super::{Attendance, SessionMessage};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// A game that nobody looks at leaves memory after so long.
pub const IDLE: Duration = Duration::from_secs(600);
/// One that cannot leave yet tries again after so long.
const AGAIN: Duration = Duration::from_secs(5);

/// A game, or an analysis of one, that a thread looks after.
pub trait Sitting {
    /// Since when nobody looks.
    fn alone(&self) -> &Attendance;
    /// When something is to be done even if nothing is heard.
    fn deadline(&self) -> Option<Instant>;
    /// Hears an order other than to stop.
    fn hear(&mut self, order: SessionMessage);
    /// Does what time demands.
    fn tick(&mut self);
    /// Ends all searches.
    fn rest(&mut self);
    /// Writes the game if something was done in it; returns whether nothing of it would be lost without
    /// this thread.
    fn save(&mut self) -> bool;
}

/// Looks after a game until the program ends or nobody has looked for long; `retire` is then asked
/// whether it may go, since somebody may just be coming. Returns whether all of it is on the disk.
pub fn sit(
    mut game: impl Sitting,
    inbox: &Receiver<SessionMessage>,
    mut retire: impl FnMut() -> bool,
) -> bool {
    let mut not_before = Instant::now();
    loop {
        let leaves = game.alone().since().map(|since| not_before.max(since + IDLE));
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
        let alone = game.alone().since();
        if alone.is_some_and(|since| since.elapsed() >= IDLE) && Instant::now() >= not_before {
            // What is not on the disk stays in memory; and nothing is written once others may open it.
            game.rest();
            if game.save() && retire() {
                return true;
            }
            not_before = Instant::now() + AGAIN;
        }
    }
}
