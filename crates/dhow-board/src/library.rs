//! The known games, and what a new or opened game or analysis begins with.

use super::analysis::{Analysis, Read};
use super::check::LONGEST_FEN;
use super::engines::{Asker, Purpose};
use super::kept::Kept;
use super::message::{Code, GameConfig, Player, Refused, Subject};
use super::order::{Attendance, SessionMessage};
use super::pasted::{self, PastedGames, Remark};
use super::session::{GameSession, SessionHandler, SessionResources};
use super::table::{SavedGame, Table};
use super::visitor::WebVisitor;
use dhow_play::time_control::TimeControl;
use dhow_rules::game::Game;
use dhow_rules::text::printable_line;
use dhow_rules::variant::{Catalogue, Setup, Variant};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

/// Limits of time controls: a quarter of an hour per turn, and a day per game.
const LONGEST_TURN: Duration = Duration::from_secs(15 * 60);
const LONGEST_GAME: Duration = Duration::from_secs(24 * 60 * 60);
/// The maximum number of nodes per turn, which take about as long on most machines.
const MOST_NODES: u64 = 500_000_000;

/// The word for a setup that the engine chooses.
const ENGINE: &str = "engine";

/// A game or an analysis without its pages.
pub enum UnstartedSession {
    /// A game.
    Game(Box<Table>),
    /// An analysis.
    Analysis(Box<Read>),
}

/// The origin of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It is new: there is nothing to save yet.
    New,
    /// It comes from a text, and is saved at once.
    Text,
    /// It comes from the disk.
    Disk,
}

impl UnstartedSession {
    /// The game or analysis with this id, for the visitor who started or opened it. It gets messages from `orders`,
    /// too.
    pub fn begin(
        self,
        id: String,
        visitor: WebVisitor,
        origin: Origin,
        shared: SessionResources,
        orders: Sender<SessionMessage>,
        attendance: Attendance,
    ) -> Box<dyn SessionHandler> {
        match self {
            Self::Game(table) => {
                let game = GameSession::new(id, visitor, *table, shared, orders, attendance);
                Box::new(if origin == Origin::Disk { game.kept() } else { game })
            }
            Self::Analysis(read) => {
                let analysis = Analysis::new(id, visitor, *read, shared, orders, attendance);
                Box::new(match origin {
                    Origin::New => analysis,
                    Origin::Text => analysis.written(),
                    Origin::Disk => analysis.kept(),
                })
            }
        }
    }
}

/// The known games, the kept ones, and the engines of a host.
pub struct Library {
    catalogue: RwLock<Catalogue>,
    /// Held while a text with games is read, so that their names are free.
    pasting: Mutex<()>,
    shared: SessionResources,
}

impl Library {
    /// A library with these variants.
    pub fn new(catalogue: Catalogue, shared: SessionResources) -> Self {
        Self { catalogue: RwLock::new(catalogue), pasting: Mutex::default(), shared }
    }

    /// The known variants.
    pub fn catalogue(&self) -> Catalogue {
        self.catalogue.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The resources that all sessions share.
    pub fn shared(&self) -> &SessionResources {
        &self.shared
    }

    /// Adds the games of a text that is pasted, and keeps them with the saved games.
    ///
    /// # Errors
    /// The mistakes in the text, or the reason why it cannot be kept.
    pub fn paste(&self, text: &str) -> Result<PastedGames, Vec<Remark>> {
        let _alone = self.pasting.lock().unwrap_or_else(PoisonError::into_inner);
        let known = self.catalogue();
        let read = pasted::read(text, &known)?;
        if let Some(store) = &self.shared.store {
            let refused = |error| pasted::whole(format!("the games cannot be kept: {error}"));
            read.keep(&**store).map_err(refused)?;
        }
        let known = known.with(&read.games);
        *self.catalogue.write().unwrap_or_else(PoisonError::into_inner) = known;
        Ok(read)
    }

    /// A variant with these options on.
    ///
    /// # Errors
    /// If there is no such variant or option.
    pub fn variant(&self, id: &str, options: &[String]) -> Result<Arc<Variant>, String> {
        let catalogue = self.catalogue();
        let variant = catalogue.find(id).ok_or("there is no such game")?;
        let names = options.iter().map(String::as_str);
        variant.with_option_names(names).map_err(|error| error.to_string())
    }

    /// A new game. This may take a second, because the engine may choose a setup.
    ///
    /// # Errors
    /// If the configuration is invalid, with the reason.
    pub fn new_game(
        &self,
        visitor: WebVisitor,
        config: GameConfig,
    ) -> Result<UnstartedSession, Refused> {
        let table = self.table(visitor, config).map_err(|text| (Code::Config, text))?;
        Ok(UnstartedSession::Game(Box::new(table)))
    }

    /// A new analysis. `in_memory` copies a game that is in memory, if it is.
    ///
    /// # Errors
    /// If there is no such game or position.
    pub fn new_study(
        &self,
        of: Subject,
        in_memory: impl FnOnce(&str) -> Option<SavedGame>,
    ) -> Result<UnstartedSession, Refused> {
        let read = match of {
            Subject::Game { id } => {
                let saved = match in_memory(&id) {
                    Some(saved) => saved,
                    None => match self.load(&id)? {
                        Kept::Game(saved) => saved,
                        Kept::Analysis(_) => {
                            return Err((Code::Stale, "this is an analysis already".into()));
                        }
                        Kept::Puzzles(_) => return Err(no_game()),
                    },
                };
                let table = self.restored(saved)?;
                Read::of_game(table.game(), table.tags())?
            }
            Subject::Position { variant, options, fen, moves } => {
                let refused = |text: String| (Code::Config, text);
                let variant = self.variant(&variant, &options).map_err(refused)?;
                let game = position(&variant, fen.as_deref()).map_err(refused)?;
                Read::of_texts(game, &moves)?
            }
        };
        Ok(UnstartedSession::Analysis(Box::new(read)))
    }

    /// A saved game or analysis.
    ///
    /// # Errors
    /// If no game is saved under this id, or the game is damaged.
    pub fn saved(&self, id: &str) -> Result<UnstartedSession, Refused> {
        Ok(match self.load(id)? {
            Kept::Game(saved) => UnstartedSession::Game(Box::new(self.restored(saved)?)),
            Kept::Analysis(saved) => {
                let variant = self.variant(&saved.variant, &saved.options).map_err(damaged)?;
                let tree = saved.restored(&variant).map_err(damaged)?;
                UnstartedSession::Analysis(Box::new(Read::of_tree(tree, saved.tags)))
            }
            Kept::Puzzles(_) => return Err(no_game()),
        })
    }

    fn restored(&self, saved: SavedGame) -> Result<Table, Refused> {
        let config = saved.config();
        let variant = self.variant(&config.variant, &config.options).map_err(damaged)?;
        Table::restored(saved, &variant).map_err(damaged)
    }

    fn load(&self, id: &str) -> Result<Kept, Refused> {
        let store = self.shared.store.as_ref().ok_or_else(unknown)?;
        let text = store.load(id).map_err(damaged)?.ok_or_else(unknown)?;
        Kept::read(&text).map_err(damaged)
    }

    /// A new game with this configuration, if it is valid.
    fn table(&self, visitor: WebVisitor, mut config: GameConfig) -> Result<Table, String> {
        let TimeControl { time, nodes, .. } = config.pace;
        let longest = if time.is_clock() { LONGEST_GAME } else { LONGEST_TURN };
        let within = |first: Duration| !first.is_zero() && first <= longest;
        if nodes.is_some_and(|nodes| !(1..=MOST_NODES).contains(&nodes)) {
            return Err(format!("a turn may take from 1 to {MOST_NODES} nodes"));
        }
        if !time.first().is_none_or(within) || time.gain() > LONGEST_TURN {
            return Err("the pace is out of range".into());
        }
        let named = [(config.white, &config.white_name), (config.black, &config.black_name)];
        if named.iter().any(|(player, name)| *player == Player::Engine && !name.is_empty()) {
            return Err("Dhow has its own name".into());
        }
        let people = config.white == Player::Person && config.black == Player::Person;
        if config.seats.is_some() && !people {
            return Err("seats are for two people".into());
        }
        config.options.sort();
        config.options.dedup();
        let variant = self.variant(&config.variant, &config.options)?;
        let game = match (&config.fen, config.setup.as_deref()) {
            (Some(_), Some(_)) => return Err("a position has no setup".into()),
            (fen, None) => position(&variant, fen.as_deref())?,
            (None, Some(code)) => {
                let setup = self.setup(visitor, &variant, code)?;
                config.setup = Some(setup.name());
                Game::with_setup(&variant, &setup)
            }
        };
        Ok(Table::new(config, game))
    }

    fn setup(
        &self,
        visitor: WebVisitor,
        variant: &Arc<Variant>,
        code: &str,
    ) -> Result<Setup, String> {
        if variant.setup.is_empty() || code.len() > 64 {
            return Err("there is no such setup".into());
        }
        if code != ENGINE {
            return Setup::choose(variant, code).map_err(|error| error.to_string());
        }
        // The search is short enough to be worth waiting for a free engine.
        let asker = Asker { name: ENGINE.into(), visitor, purpose: Purpose::Game };
        match self.shared.engines.lend(&asker) {
            Some(mut engine) => {
                let setup = engine.promising(variant);
                self.shared.engines.give_back(ENGINE, engine);
                self.shared.engines.forget(ENGINE);
                Ok(setup)
            }
            None => {
                self.shared.engines.withdraw(ENGINE);
                Ok(Setup::random(variant))
            }
        }
    }
}

/// A game from a FEN, or from the start array.
fn position(variant: &Arc<Variant>, fen: Option<&str>) -> Result<Game, String> {
    match fen {
        Some(fen) if fen.len() > LONGEST_FEN => Err("FEN: too long".into()),
        Some(fen) => Game::from_fen(variant, fen).map_err(|error| format!("FEN: {error}")),
        None => Ok(Game::new(variant)),
    }
}

fn damaged(error: String) -> Refused {
    (Code::NoGame, format!("what was kept of it is damaged: {}", printable_line(&error)))
}

fn no_game() -> Refused {
    (Code::NoGame, "this is a file of puzzles".into())
}

/// The refusal of an id under which nothing is kept.
pub fn unknown() -> Refused {
    (Code::NoGame, "nothing is kept under this address".into())
}
