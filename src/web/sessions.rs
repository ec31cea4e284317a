//! All games in memory.

use super::check::LONGEST_FEN;
use super::message::{Code, Config, Pace, Subject};
use super::session::{Alone, Order, Session, Shared, sit};
use super::store::{Kept, Store, new_id};
use super::study::{Read, Study};
use super::table::{Saved, Table};
use crate::game::Game;
use crate::ranking::promising;
use crate::text::printable_line;
use crate::variant::{Catalogue, Setup, Variant};
use std::collections::HashMap;
use std::sync::mpsc::{Receiver, SendError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The most games in memory.
pub const MOST_GAMES: usize = 32;
/// Limits of paces: a quarter of an hour for a turn, and a day for a game.
const LONGEST_TURN_MS: u32 = 15 * 60 * 1000;
const LONGEST_GAME_MS: u32 = 24 * 60 * 60 * 1000;

/// The word for a setup that the engine chooses.
const ENGINE: &str = "engine";

/// How long another game may take to give a copy of itself.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a thread looks after.
enum Seat {
    Game(Box<Table>),
    Study(Box<Read>),
}

/// Where it comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// From nowhere: there is nothing to keep yet.
    New,
    /// From a text: it is kept from the first.
    Text,
    /// From the disk.
    Disk,
}

/// Why a game cannot be had.
pub type Refused = (Code, String);

struct Live {
    orders: Sender<Order>,
    alone: Alone,
    thread: JoinHandle<()>,
}

/// The games and analyses in memory, each with its thread.
pub struct Sessions {
    catalogue: Catalogue,
    shared: Shared,
    live: Mutex<HashMap<String, Live>>,
}

impl Sessions {
    /// No games yet.
    pub fn new(catalogue: Catalogue, shared: Shared) -> Arc<Self> {
        Arc::new(Self { catalogue, shared, live: Mutex::default() })
    }

    /// The games that may be played.
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    fn live(&self) -> MutexGuard<'_, HashMap<String, Live>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a game and tells it `first`. This may take a second: the engine may choose a setup.
    pub fn create(
        self: &Arc<Self>,
        config: Config,
        first: Order,
    ) -> Result<Sender<Order>, Refused> {
        let table = self.table(config).map_err(|text| (Code::Config, text))?;
        self.begin(name()?, Seat::Game(Box::new(table)), Origin::New, first)
    }

    /// Begins an analysis and tells it `first`.
    pub fn study(self: &Arc<Self>, of: Subject, first: Order) -> Result<Sender<Order>, Refused> {
        let read = match of {
            Subject::Game { id } => self.copy(&id)?,
            Subject::Position { variant, options, fen } => {
                let refused = |text: String| (Code::Config, text);
                let variant = self.variant(&variant, &options).map_err(refused)?;
                let game = position(&variant, fen.as_deref()).map_err(refused)?;
                Read::of_game(&game, Vec::new())?
            }
        };
        self.begin(name()?, Seat::Study(Box::new(read)), Origin::New, first)
    }

    /// Begins an analysis of a text, at which nobody looks yet; returns its name. A bare position is not
    /// kept as long as nothing is done with it.
    pub fn keep_study(self: &Arc<Self>, read: Read) -> Result<String, Refused> {
        let id = name()?;
        let origin = if read.tree.is_bare() { Origin::New } else { Origin::Text };
        let seat = Seat::Study(Box::new(read));
        self.begin(id.clone(), seat, origin, Order::Leave { client: 0 })?;
        Ok(id)
    }

    /// A game in memory, or one that was kept, as an analysis.
    fn copy(&self, id: &str) -> Result<Read, Refused> {
        let (to, copy) = channel();
        let live = self.live().get(id).map(|game| game.orders.clone());
        let asked = live.and_then(|orders| orders.send(Order::Copy { to }).ok());
        let saved: Saved = match asked.and_then(|()| copy.recv_timeout(PATIENCE).ok()) {
            Some(saved) => saved,
            None => match self.load(id)? {
                Kept::Game(saved) => saved,
                Kept::Study(_) => return Err((Code::Stale, "this is an analysis already".into())),
            },
        };
        let config = saved.config();
        let variant = self.variant(&config.variant, &config.options).map_err(damaged)?;
        let table = Table::restored(saved, &variant).map_err(damaged)?;
        Read::of_game(table.game(), table.tags())
    }

    fn load(&self, id: &str) -> Result<Kept, Refused> {
        let store = self.store().ok_or_else(unknown)?;
        store.load(id).map_err(damaged)?.ok_or_else(unknown)
    }

    /// Where games are kept, if anywhere.
    pub fn store(&self) -> Option<&Store> {
        self.shared.store.as_ref()
    }

    /// Deletes a game that is kept; one at which somebody looks stays. Returns whether it is gone.
    pub fn delete(&self, id: &str) -> bool {
        let mut live = self.live();
        if live.get(id).is_some_and(|game| game.alone.since().is_none()) {
            return false;
        }
        if let Some(game) = live.remove(id) {
            end(game);
        }
        self.store().is_some_and(|store| store.delete(id))
    }

    /// Tells `first` to a game in memory, or to one that was kept.
    pub fn open(self: &Arc<Self>, id: &str, first: Order) -> Result<Sender<Order>, Refused> {
        let first = match told(&mut self.live(), id, first) {
            Ok(orders) => return Ok(orders),
            Err(first) => *first,
        };
        let seat = match self.load(id)? {
            Kept::Game(saved) => {
                let config = saved.config();
                let variant = self.variant(&config.variant, &config.options).map_err(damaged)?;
                Seat::Game(Box::new(Table::restored(saved, &variant).map_err(damaged)?))
            }
            Kept::Study(saved) => {
                let variant = self.variant(&saved.variant, &saved.options).map_err(damaged)?;
                let tree = saved.restored(&variant).map_err(damaged)?;
                Seat::Study(Box::new(Read::of_tree(tree, saved.tags)))
            }
        };
        self.begin(id.into(), seat, Origin::Disk, first)
    }

    fn begin(
        self: &Arc<Self>,
        id: String,
        seat: Seat,
        origin: Origin,
        first: Order,
    ) -> Result<Sender<Order>, Refused> {
        let (orders, inbox) = channel();
        let mut live = self.live();
        // Somebody may have been quicker.
        let first = match told(&mut live, &id, first) {
            Ok(orders) => return Ok(orders),
            Err(first) => *first,
        };
        // What was deleted since it was read is not written anew.
        if origin == Origin::Disk && !self.store().is_some_and(|store| store.has(&id)) {
            return Err(unknown());
        }
        if live.len() >= MOST_GAMES && !put_away_one(&mut live) {
            return Err((Code::Full, format!("{MOST_GAMES} games are open already")));
        }
        let _ = orders.send(first);
        let alone = Alone::new();
        let (sessions, own_id, own_alone) = (self.clone(), id.clone(), alone.clone());
        let own_orders = orders.clone();
        let serve = move || {
            let (id, shared) = (own_id.clone(), sessions.shared.clone());
            let mut early = Vec::new();
            let retire = || sessions.retire(&own_id, &inbox, &mut early);
            match seat {
                Seat::Game(table) => {
                    let game = Session::new(id, *table, shared, own_orders, own_alone);
                    sit(if origin == Origin::Disk { game.kept() } else { game }, &inbox, retire);
                }
                Seat::Study(read) => {
                    let study = Study::new(id, *read, shared, own_orders, own_alone);
                    let study = match origin {
                        Origin::New => study,
                        Origin::Text => study.written(),
                        Origin::Disk => study.kept(),
                    };
                    sit(study, &inbox, retire);
                }
            }
        };
        let thread = thread::Builder::new().name("game".into()).spawn(serve);
        let thread =
            thread.map_err(|error| (Code::Full, format!("no thread to be had: {error}")))?;
        live.insert(id, Live { orders: orders.clone(), alone, thread });
        Ok(orders)
    }

    /// Whether a game that nobody looks at may go: nobody else can reach it from then on.
    fn retire(&self, id: &str, inbox: &Receiver<Order>, early: &mut Vec<Order>) -> bool {
        // Who holds the lock may be waiting for this very game to end.
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

    /// Ends all games and waits for it; they are kept.
    pub fn stop(&self) {
        let games: Vec<Live> = self.live().drain().map(|(_, game)| game).collect();
        for game in &games {
            let _ = game.orders.send(Order::Stop);
        }
        for game in games {
            // A thread that has panicked has ended, too.
            let _ = game.thread.join();
        }
    }

    /// A game with options that are on.
    pub fn variant(&self, id: &str, options: &[String]) -> Result<Arc<Variant>, String> {
        let variant = self.catalogue.find(id).ok_or("there is no such game")?;
        let names = options.iter().map(String::as_str);
        variant.with_option_names(names).map_err(|error| error.to_string())
    }

    /// A game that was asked for, if it can be.
    fn table(&self, mut config: Config) -> Result<Table, String> {
        let within = |ms: u32, most: u32| (1..=most).contains(&ms);
        match config.pace {
            Pace::Turn { ms } if within(ms, LONGEST_TURN_MS) => {}
            Pace::Nodes { nodes: 1.. } => {}
            Pace::Clock { base_ms, increment_ms }
                if within(base_ms, LONGEST_GAME_MS) && increment_ms <= LONGEST_TURN_MS => {}
            _ => return Err("the pace is out of range".into()),
        }
        config.options.sort();
        config.options.dedup();
        let variant = self.variant(&config.variant, &config.options)?;
        let game = match (&config.fen, config.setup.as_deref()) {
            (Some(_), Some(_)) => return Err("a position has no setup".into()),
            (fen, None) => position(&variant, fen.as_deref())?,
            (None, Some(code)) => {
                let setup = self.setup(&variant, code)?;
                config.setup = Some(setup.name());
                Game::with_setup(&variant, &setup)
            }
        };
        Ok(Table::new(config, game))
    }

    fn setup(&self, variant: &Arc<Variant>, code: &str) -> Result<Setup, String> {
        if variant.setup.is_empty() || code.len() > 64 {
            return Err("there is no such setup".into());
        }
        if code != ENGINE {
            return Setup::choose(variant, code).map_err(|error| error.to_string());
        }
        // Too short a look to be worth waiting for a free engine.
        match self.shared.engines.lend(ENGINE) {
            Some(mut engine) => {
                let setup = promising(variant, &mut engine);
                self.shared.engines.give_back(ENGINE, engine);
                self.shared.engines.forget(ENGINE);
                Ok(setup)
            }
            None => Ok(Setup::random(variant)),
        }
    }
}

/// Ends the game that nobody has looked at for the longest time, which is kept on the disk; `false` if
/// all are looked at.
fn put_away_one(live: &mut HashMap<String, Live>) -> bool {
    let unseen = live.iter().filter_map(|(id, game)| Some((game.alone.may_go_since()?, id)));
    let Some(id) = unseen.min().map(|(_, id)| id.clone()) else { return false };
    if let Some(game) = live.remove(&id) {
        end(game);
    }
    true
}

/// Tells `first` to the game of this name if it is in memory, and returns what leads to it; or else `first`.
/// Under the lock no game retires with an order unread.
fn told(
    live: &mut HashMap<String, Live>,
    id: &str,
    first: Order,
) -> Result<Sender<Order>, Box<Order>> {
    let Some(game) = live.get(id) else { return Err(Box::new(first)) };
    let orders = game.orders.clone();
    match orders.send(first) {
        Ok(()) => Ok(orders),
        Err(SendError(first)) => {
            // Its thread has failed; what is on the disk still stands.
            live.remove(id);
            Err(Box::new(first))
        }
    }
}

/// Ends a game; its last words are on the disk before it can be opened again.
fn end(game: Live) {
    let _ = game.orders.send(Order::Stop);
    let _ = game.thread.join();
}

fn damaged(error: String) -> Refused {
    (Code::NoGame, format!("what was kept of it is damaged: {}", printable_line(&error)))
}

fn unknown() -> Refused {
    (Code::NoGame, "nothing is kept under this address".into())
}

/// A name for a new game.
fn name() -> Result<String, Refused> {
    new_id().ok_or((Code::Full, "the system offers no chance".to_string()))
}

/// A game from a position, or from its start array.
fn position(variant: &Arc<Variant>, fen: Option<&str>) -> Result<Game, String> {
    match fen {
        Some(fen) if fen.len() > LONGEST_FEN => Err("FEN: too long".into()),
        Some(fen) => Game::from_fen(variant, fen).map_err(|error| format!("FEN: {error}")),
        None => Ok(Game::new(variant)),
    }
}
