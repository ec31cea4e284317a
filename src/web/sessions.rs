//! All games and analyses in memory.

#[cfg(test)]
mod tests;

use super::guard::Allowances;
use super::store::new_id;
use dhow_board::analysis::{Read, SavedAnalysis};
use dhow_board::chapters::{self, ChapterList};
use dhow_board::errand::Lead;
use dhow_board::library::{Library, Origin, UnstartedSession, unknown};
use dhow_board::message::{Chapter, Code, Refused};
use dhow_board::order::{Attendance, SessionMessage};
use dhow_board::puzzles;
use dhow_board::session::{SessionResources, sit};
use dhow_board::store::GameStore;
use dhow_board::table::SavedGame;
use dhow_board::visitor::WebVisitor;
use dhow_rules::variant::Catalogue;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, SendError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The maximum number of games in memory, and the part of it that guests may use.
pub const MOST_GAMES: usize = 32;
const MOST_OF_GUESTS: usize = 24;

/// How long to wait for a copy from another game's thread.
const PATIENCE: Duration = Duration::from_secs(5);

struct Live {
    orders: Sender<SessionMessage>,
    attendance: Attendance,
    visitor: WebVisitor,
    /// Returns whether everything was saved.
    thread: JoinHandle<bool>,
}

/// The games and analyses in memory, with one thread each.
pub struct Sessions {
    library: Library,
    live: Mutex<HashMap<String, Live>>,
    /// Whether the program is ending: no game can be started or opened any more.
    ended: AtomicBool,
    /// How many games each visitor may start.
    begun: Mutex<Allowances>,
}

impl Sessions {
    /// No games.
    pub fn new(catalogue: Catalogue, shared: SessionResources) -> Arc<Self> {
        Arc::new(Self {
            library: Library::new(catalogue, shared),
            live: Mutex::default(),
            ended: AtomicBool::new(false),
            begun: Mutex::default(),
        })
    }

    /// The known games, and what is kept.
    pub fn library(&self) -> &Library {
        &self.library
    }

    fn live(&self) -> MutexGuard<'_, HashMap<String, Live>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a game that a visitor starts; an error if there were too many.
    pub fn admit(&self, visitor: WebVisitor) -> Result<(), Refused> {
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        match begun.take(visitor, Instant::now()) {
            true => Ok(()),
            false => {
                Err((Code::TooFast, "too many games are begun at once; try again soon".into()))
            }
        }
    }

    /// Starts or finds a game or an analysis, and sends it `first`. This may take a second.
    pub fn lead(
        self: &Arc<Self>,
        visitor: WebVisitor,
        lead: Lead,
        first: SessionMessage,
    ) -> Result<Sender<SessionMessage>, Refused> {
        let seat = match lead {
            Lead::Open(id) => return self.open(visitor, &id, first),
            Lead::New(config) => {
                self.admit(visitor)?;
                self.library.new_game(visitor, *config)?
            }
            Lead::Analysis(of) => {
                self.admit(visitor)?;
                self.library.new_study(of, |id| self.copy(id))?
            }
        };
        self.begin(name()?, visitor, seat, Origin::New, first)
    }

    /// Starts an analysis of a text without a page that looks at it, and returns its id. A position without
    /// moves that is no chapter is not saved until it is changed.
    pub fn keep_study(
        self: &Arc<Self>,
        visitor: WebVisitor,
        read: Read,
    ) -> Result<String, Refused> {
        let id = name()?;
        let bare = read.tree.is_bare() && Chapter::of(&read.tags).is_none();
        let origin = if bare { Origin::New } else { Origin::Text };
        let seat = UnstartedSession::Analysis(Box::new(read));
        self.begin(id.clone(), visitor, seat, origin, SessionMessage::Leave { client: 0 })?;
        Ok(id)
    }

    /// Stores an analysis that nobody looks at yet, and returns its id.
    pub fn keep_saved(
        &self,
        visitor: WebVisitor,
        saved: &SavedAnalysis,
    ) -> Result<String, Refused> {
        self.admit(visitor)?;
        let (id, store) = (name()?, self.store());
        let store = store.ok_or((Code::Full, "this server keeps no games".to_string()))?;
        chapters::save(saved, &id, &**store, visitor).map_err(|why| (Code::Full, why))?;
        Ok(id)
    }

    /// Stores a file of puzzles, given by its name and its lines, and returns its id.
    ///
    /// # Errors
    /// If it is not such a file, or cannot be stored, with the reason.
    pub fn keep_puzzles(&self, visitor: WebVisitor, file: (&str, &str)) -> Result<String, String> {
        let id = self.admit(visitor).and_then(|()| name()).map_err(|(_, why)| why)?;
        let store = self.store().ok_or("this server keeps no games")?;
        puzzles::keep(file, &id, &self.library.catalogue(), &**store, visitor)?;
        Ok(id)
    }

    /// Arranges the chapters of a study.
    ///
    /// # Errors
    /// If one of them cannot be stored, with the reason.
    pub fn arrange(&self, visitor: WebVisitor, list: &ChapterList) -> Result<(), String> {
        let store = self.store().ok_or("this server keeps no games")?;
        let send = |id: &str, message| told(&mut self.live(), id, message).is_ok();
        chapters::arrange(list, &**store, visitor, send)
    }

    /// A copy of a game in memory.
    fn copy(&self, id: &str) -> Option<SavedGame> {
        let (to, copy) = channel();
        let orders = self.live().get(id).map(|game| game.orders.clone())?;
        orders.send(SessionMessage::Copy { to }).ok()?;
        copy.recv_timeout(PATIENCE).ok()
    }

    /// The saved games, if games are saved.
    pub fn store(&self) -> Option<&Arc<dyn GameStore>> {
        self.library.shared().store.as_ref()
    }

    /// Deletes a saved game for a visitor, unless a page looks at it. Returns whether it was deleted.
    pub fn delete(&self, id: &str, visitor: WebVisitor) -> bool {
        let mut live = self.live();
        if live.get(id).is_some_and(|game| game.attendance.since().is_none()) {
            return false;
        }
        if !self.store().is_some_and(|store| store.may_delete(id, visitor)) {
            return false;
        }
        if let Some(game) = live.remove(id) {
            end(game);
        }
        self.store().is_some_and(|store| store.delete(id, visitor))
    }

    /// Sends `first` to a game in memory, or loads the game from the disk.
    fn open(
        self: &Arc<Self>,
        visitor: WebVisitor,
        id: &str,
        first: SessionMessage,
    ) -> Result<Sender<SessionMessage>, Refused> {
        let first = match told(&mut self.live(), id, first) {
            Ok(orders) => return Ok(orders),
            Err(first) => *first,
        };
        let seat = self.library.saved(id)?;
        self.begin(id.into(), visitor, seat, Origin::Disk, first)
    }

    fn begin(
        self: &Arc<Self>,
        id: String,
        visitor: WebVisitor,
        seat: UnstartedSession,
        origin: Origin,
        first: SessionMessage,
    ) -> Result<Sender<SessionMessage>, Refused> {
        let (orders, inbox) = channel();
        let mut live = self.live();
        // Another request may have loaded it first.
        let first = match told(&mut live, &id, first) {
            Ok(orders) => return Ok(orders),
            Err(first) => *first,
        };
        if self.ended.load(Relaxed) {
            return Err((Code::Full, "the program ends".into()));
        }
        // A game that was deleted after it was read must not be saved again.
        if origin == Origin::Disk && !self.store().is_some_and(|store| store.has(&id)) {
            return Err(unknown());
        }
        let guests = live.values().filter(|game| game.visitor.is_guest()).count();
        if visitor.is_guest() && guests >= MOST_OF_GUESTS && !put_away_one(&mut live, true) {
            return Err((Code::Full, format!("{MOST_OF_GUESTS} games of guests are open already")));
        }
        if live.len() >= MOST_GAMES && !put_away_one(&mut live, false) {
            return Err((Code::Full, format!("{MOST_GAMES} games are open already")));
        }
        let _ = orders.send(first);
        let attendance = Attendance::default();
        let (sessions, own_id, own_alone) = (self.clone(), id.clone(), attendance.clone());
        let own_orders = orders.clone();
        let serve = move || {
            let (id, shared) = (own_id.clone(), sessions.library.shared().clone());
            let mut game = seat.begin(id, visitor, origin, shared, own_orders, own_alone);
            let mut early = Vec::new();
            sit(&mut *game, &inbox, || sessions.retire(&own_id, &inbox, &mut early))
        };
        let thread = thread::Builder::new().name("game".into()).spawn(serve);
        let thread =
            thread.map_err(|error| (Code::Full, format!("no thread to be had: {error}")))?;
        live.insert(id, Live { orders: orders.clone(), attendance, visitor, thread });
        Ok(orders)
    }

    /// Removes a game that nobody looks at, if possible. Afterwards nobody else can reach it.
    fn retire(
        &self,
        id: &str,
        inbox: &Receiver<SessionMessage>,
        early: &mut Vec<SessionMessage>,
    ) -> bool {
        // The holder of the lock may be waiting for this game to end.
        let Ok(mut live) = self.live.try_lock() else { return false };
        early.extend(inbox.try_iter());
        let unread = !early.is_empty();
        if let (true, Some(game)) = (unread, live.get(id)) {
            early.drain(..).for_each(|order| drop(game.orders.send(order)));
            return false;
        }
        live.remove(id);
        true
    }

    /// Ends all games and waits for that. Returns the number of games that could not be saved.
    pub fn stop(&self) -> usize {
        let mut live = self.live();
        self.ended.store(true, Relaxed);
        let games: Vec<Live> = live.drain().map(|(_, game)| game).collect();
        drop(live);
        for game in &games {
            let _ = game.orders.send(SessionMessage::Stop);
        }
        // The game of a thread that panicked was not saved.
        let written = |game: Live| game.thread.join().unwrap_or(false);
        games.into_iter().map(written).filter(|written| !written).count()
    }
}

/// Ends the saved game that nobody has looked at for the longest time, of guests only or of all visitors.
/// Returns `false` if pages look at all of them.
fn put_away_one(live: &mut HashMap<String, Live>, of_guests: bool) -> bool {
    let meant = live.iter().filter(|(_, game)| !of_guests || game.visitor.is_guest());
    let unseen = meant.filter_map(|(id, game)| Some((game.attendance.may_go_since()?, id)));
    let Some(id) = unseen.min().map(|(_, id)| id.clone()) else { return false };
    if let Some(game) = live.remove(&id) {
        end(game);
    }
    true
}

/// Sends `first` to the game with this id if it is in memory, and returns its sender; otherwise returns
/// `first`. The lock prevents a game from ending with an unread message.
fn told(
    live: &mut HashMap<String, Live>,
    id: &str,
    first: SessionMessage,
) -> Result<Sender<SessionMessage>, Box<SessionMessage>> {
    let Some(game) = live.get(id) else { return Err(Box::new(first)) };
    let orders = game.orders.clone();
    match orders.send(first) {
        Ok(()) => Ok(orders),
        Err(SendError(first)) => {
            // The thread has failed; the saved game is still valid.
            live.remove(id);
            Err(Box::new(first))
        }
    }
}

/// Ends a game. It is saved before it can be opened again.
fn end(game: Live) {
    let _ = game.orders.send(SessionMessage::Stop);
    let _ = game.thread.join();
}

/// An id for a new game.
fn name() -> Result<String, Refused> {
    new_id().ok_or((Code::Full, "the system has no random numbers".to_string()))
}
