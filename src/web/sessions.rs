//! All games in memory.

use super::message::{Code, Config, Pace};
use super::session::{Alone, Order, Session, Shared};
use super::store::new_id;
use super::table::Table;
use crate::game::Game;
use crate::ranking::promising;
use crate::text::printable_line;
use crate::variant::{Catalogue, Setup, Variant};
use std::collections::HashMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

/// The most games in memory.
pub const MOST_GAMES: usize = 32;
/// The longest FEN that is looked at.
const LONGEST_FEN: usize = 2000;
/// Limits of paces: a quarter of an hour for a turn, and a day for a game.
const LONGEST_TURN_MS: u32 = 15 * 60 * 1000;
const LONGEST_GAME_MS: u32 = 24 * 60 * 60 * 1000;

/// The word for a setup that the engine chooses.
const ENGINE: &str = "engine";

/// Why a game cannot be had.
pub type Refused = (Code, String);

struct Live {
    orders: Sender<Order>,
    alone: Alone,
    thread: JoinHandle<()>,
}

/// The games in memory, each with its thread.
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
        let id = new_id().ok_or((Code::Full, "the system offers no chance".to_string()))?;
        self.begin(id, table, first)
    }

    /// Tells `first` to a game in memory, or to one that was kept.
    pub fn open(self: &Arc<Self>, id: &str, first: Order) -> Result<Sender<Order>, Refused> {
        // Under the lock no game retires with an order unread.
        if let Some(game) = self.live().get(id) {
            // A game that listens no more has ended with the program.
            let _ = game.orders.send(first);
            return Ok(game.orders.clone());
        }
        let unknown = || (Code::NoGame, "no such game is kept".to_string());
        let store = self.shared.store.as_ref().ok_or_else(unknown)?;
        let damaged = |error: String| {
            (Code::NoGame, format!("the game that was kept is damaged: {}", printable_line(&error)))
        };
        let saved = store.load(id).map_err(damaged)?.ok_or_else(unknown)?;
        let variant = self.variant(saved.config()).map_err(damaged)?;
        let table = Table::restored(saved, &variant).map_err(damaged)?;
        self.begin(id.into(), table, first)
    }

    fn begin(
        self: &Arc<Self>,
        id: String,
        table: Table,
        first: Order,
    ) -> Result<Sender<Order>, Refused> {
        let (orders, inbox) = channel();
        let mut live = self.live();
        // Somebody may have been quicker.
        if let Some(game) = live.get(&id) {
            let _ = game.orders.send(first);
            return Ok(game.orders.clone());
        }
        if live.len() >= MOST_GAMES && !put_away_one(&mut live) {
            return Err((Code::Full, format!("{MOST_GAMES} games are played already")));
        }
        let _ = orders.send(first);
        let (alone, shared) = (Alone::new(), self.shared.clone());
        let session = Session::new(id.clone(), table, shared, orders.clone(), alone.clone());
        let (sessions, own_id) = (self.clone(), id.clone());
        let serve = move || {
            let mut early = Vec::new();
            session.run(&inbox, || sessions.retire(&own_id, &inbox, &mut early));
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

    fn variant(&self, config: &Config) -> Result<Arc<Variant>, String> {
        let variant = self.catalogue.find(&config.variant).ok_or("there is no such game")?;
        let names = config.options.iter().map(String::as_str);
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
        let variant = self.variant(&config)?;
        let game = match (&config.fen, config.setup.as_deref()) {
            (Some(_), Some(_)) => return Err("a position has no setup".into()),
            (Some(fen), None) if fen.len() > LONGEST_FEN => return Err("FEN: too long".into()),
            (Some(fen), None) => {
                Game::from_fen(&variant, fen).map_err(|error| format!("FEN: {error}"))?
            }
            (None, None) => Game::new(&variant),
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
    let unseen = live.iter().filter_map(|(id, game)| Some((game.alone.since()?, id)));
    let Some(id) = unseen.min().map(|(_, id)| id.clone()) else { return false };
    if let Some(game) = live.remove(&id) {
        let _ = game.orders.send(Order::Stop);
        // Its last words must be on the disk before it can be opened again.
        let _ = game.thread.join();
    }
    true
}
