//! Plays the games of a tournament, several at the same time.

mod past;
mod worker_pool;

use super::archive::{Archive, ArchiveError};
use super::config::{Config, Kind};
use super::driver::Trouble;
use super::journal::Past;
use super::openings::{OpeningError, Openings};
use super::player::EnginePlayer;
use super::process::{Interrupt, Tap};
use super::record::Record;
use super::schedule::{Ended, Pairing, Schedule};
use super::scoreboard::Scoreboard;
use super::summary::ending_text;
use crate::stats::{Sprt, SprtState};
use dhow_engine::threads;
use dhow_rules::game::Game;
use dhow_rules::text::printable_line;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use worker_pool::WorkerPool;

/// Why a tournament cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// An engine that cannot play.
    #[error("engine {name}: {trouble}")]
    Engine {
        /// The engine's name.
        name: String,
        /// The reason.
        trouble: Trouble,
    },
    /// Unusable openings.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// Files that cannot be written.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
}

/// An event of a tournament.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The tournament resumes.
    Resumed {
        /// The results so far.
        board: &'a Scoreboard,
    },
    /// A game begins.
    Started {
        /// The game.
        pairing: &'a Pairing,
        /// The results so far.
        board: &'a Scoreboard,
    },
    /// A game has ended.
    Finished {
        /// The game.
        pairing: &'a Pairing,
        /// Its record.
        record: &'a Record,
        /// All results, including this game.
        board: &'a Scoreboard,
    },
    /// A message for the user.
    Remark(&'a str),
}

/// Receives the events of a tournament, from one thread at a time.
pub trait Audience: Sync {
    /// Handles an event.
    fn news(&self, tournament: &Tournament, event: Event);
}

/// How a tournament ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TournamentEnd {
    /// All games were played.
    Complete,
    /// The SPRT reached a decision.
    Decided(SprtState),
    /// The tournament was interrupted.
    Interrupted,
    /// An engine failed, or a file could not be written.
    Failed(String),
}

/// A tournament that is ready to run.
pub struct Tournament {
    config: Config,
    names: Vec<String>,
    plan: Mutex<GamePlan>,
    /// Whether there are pairs of games with the same opening.
    paired: bool,
    remarks: Vec<String>,
    interrupt: Interrupt,
    tapper: Option<Tapper>,
    openings: Mutex<Book>,
    idle: Mutex<Vec<(usize, EnginePlayer)>>,
    /// Games that were finished before.
    past: Vec<Record>,
}

/// The schedule, and the results of the finished games.
struct GamePlan {
    schedule: Schedule,
    ended: Ended,
}

/// Makes a function that receives all lines of the engine with this name.
pub type Tapper = Box<dyn Fn(&str) -> Tap + Send + Sync>;

/// The openings. Each is kept, because both games of a pair use it.
struct Book {
    /// By variant.
    sources: Vec<Openings>,
    known: BTreeMap<usize, Game>,
}

impl Tournament {
    /// Starts every engine once to check that it can play, and reads the openings. Does not replay the games
    /// of `past`.
    pub fn prepare(
        config: Config,
        past: Past,
        interrupt: Interrupt,
        tapper: Option<Tapper>,
    ) -> Result<Self, TournamentError> {
        let book = Book { sources: Openings::all(&config)?, known: past.openings };
        let ended: Ended =
            past.records.iter().map(|record| (record.number, record.game_result())).collect();
        let schedule = Schedule::of(&config, &ended);
        let mut tournament = Self {
            names: Vec::new(),
            paired: schedule.games.iter().any(|game| game.pair.is_some()),
            plan: Mutex::new(GamePlan { schedule, ended }),
            remarks: past.remarks,
            interrupt,
            tapper,
            openings: Mutex::new(book),
            idle: Mutex::default(),
            past: past.records,
            config,
        };
        for index in 0..tournament.config.engines.len() {
            let config = &tournament.config.engines[index];
            let command = config.command.display().to_string();
            let name = printable_line(config.name.as_ref().unwrap_or(&command)).into_owned();
            let mut player = tournament.start(index, &name)?;
            let mut others = tournament.config.variants.iter().skip(1);
            let unfit = |trouble| TournamentError::Engine { name: name.clone(), trouble };
            others.try_for_each(|it| player.choose(it)).map_err(unfit)?;
            let remarks = player.remarks().iter().map(|remark| format!("engine {name}: {remark}"));
            tournament.remarks.extend(remarks);
            let name = distinct(player.name(), &tournament.names);
            tournament.names.push(name);
            lock(&tournament.idle).push((index, player));
        }
        Ok(tournament)
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The names of the engines, all different.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of games known so far. A knockout may become longer.
    pub fn total(&self) -> usize {
        lock(&self.plan).schedule.total()
    }

    /// The winner of a finished knockout.
    pub fn winner(&self) -> Option<usize> {
        lock(&self.plan).schedule.winner
    }

    /// The game with this number, if it is known.
    fn pairing(&self, number: usize) -> Option<Pairing> {
        lock(&self.plan).schedule.games.get(number).copied()
    }

    /// Notes the result of a game. In a knockout, new games may follow.
    fn note(&self, record: &Record) {
        let plan = &mut *lock(&self.plan);
        plan.ended.insert(record.number, record.game_result());
        if self.config.kind == Kind::Knockout {
            plan.schedule = Schedule::of(&self.config, &plan.ended);
        }
    }

    /// Whether the running games may lead to new ones.
    fn may_go_on(&self) -> bool {
        let plan = lock(&self.plan);
        self.config.kind == Kind::Knockout && plan.ended.len() < plan.schedule.games.len()
    }

    /// The state of the SPRT, if there is one.
    pub fn sprt(&self, board: &Scoreboard) -> Option<Sprt> {
        let test = self.config.sprt?;
        let pairs = self.paired.then(|| board.pairs([0, 1]));
        Some(test.standing(board.of(0), pairs))
    }

    /// Plays all games, with the configured concurrency.
    pub fn run(
        &self,
        audience: &dyn Audience,
        archive: &mut Archive,
    ) -> (TournamentEnd, Scoreboard) {
        self.remarks.iter().for_each(|remark| audience.news(self, Event::Remark(remark)));
        let workers = self.config.concurrency.min(self.total()).max(1);
        let pool = WorkerPool::new(self, audience, archive, workers);
        let missing = |started, error| {
            pool.miss_workers(workers - started, &format!("the system refuses a thread: {error}"));
        };
        threads::share(workers, missing, || pool.work());
        lock(&self.idle).clear();
        let (ending, board, archive) = pool.close();
        let ending = ending.unwrap_or(match self.interrupt.is_set() {
            true => TournamentEnd::Interrupted,
            false => TournamentEnd::Complete,
        });
        let ended = match &ending {
            TournamentEnd::Complete | TournamentEnd::Decided(_) => {
                archive.end(ending_text(&ending))
            }
            TournamentEnd::Interrupted | TournamentEnd::Failed(_) => Ok(()),
        };
        match ended {
            Ok(()) => (ending, board),
            Err(error) => (TournamentEnd::Failed(error.to_string()), board),
        }
    }

    fn start(&self, index: usize, name: &str) -> Result<EnginePlayer, TournamentError> {
        let tap = self.tapper.as_ref().map(|tapper| tapper(name));
        let config = &self.config.engines[index];
        EnginePlayer::start(config, &self.config.variants[0], self.interrupt.clone(), tap)
            .map_err(|trouble| TournamentError::Engine { name: name.into(), trouble })
    }

    /// Takes an idle engine, or starts one.
    fn hire(&self, index: usize) -> Result<EnginePlayer, TournamentError> {
        let mut idle = lock(&self.idle);
        match idle.iter().position(|&(engine, _)| engine == index) {
            Some(place) => Ok(idle.remove(place).1),
            None => {
                drop(idle);
                self.start(index, &self.names[index])
            }
        }
    }

    /// Keeps an engine for a later game. Ends the engines that have been idle longest, so that not all
    /// engines of a large tournament stay in memory.
    fn keep(&self, index: usize, player: EnginePlayer) {
        let mut idle = lock(&self.idle);
        idle.push((index, player));
        let surplus = idle.len().saturating_sub(2 * self.config.concurrency);
        let dismissed: Vec<_> = idle.drain(..surplus).collect();
        drop(idle);
        drop(dismissed);
    }

    /// The opening of a game. Calls `fresh` when an opening is first used.
    fn opening(
        &self,
        &Pairing { opening: number, variant, .. }: &Pairing,
        fresh: impl FnOnce(&Game) -> Result<(), ArchiveError>,
    ) -> Result<Game, ArchiveError> {
        let mut book = lock(&self.openings);
        if let Some(known) = book.known.get(&number) {
            return Ok(known.clone());
        }
        let opening = book.sources[variant].get(number);
        fresh(&opening)?;
        book.known.insert(number, opening.clone());
        Ok(opening)
    }
}

/// The name, changed if necessary so that it differs from the others.
fn distinct(name: &str, others: &[String]) -> String {
    let mut candidates = (2..).map(|number| format!("{name} ({number})"));
    let taken = |name: &String| others.contains(name);
    let own = name.to_string();
    if taken(&own) { candidates.find(|name| !taken(name)).unwrap_or(own) } else { own }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
