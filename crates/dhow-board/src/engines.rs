//! The limited number of engines, and how games share them.

#[cfg(test)]
mod tests;

use super::visitor::WebVisitor;
use dhow_engine::clock::Instant;
use dhow_engine::search::{Engine, EvaluationChoice, Handicap, Limits, SearchEvent};
use dhow_play::annotate::{Judgement, annotate};
use dhow_rules::game::Game;
use dhow_rules::variant::{Setup, Variant};
use std::cmp::Reverse;
use std::io;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How many engines a host lends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineShares {
    /// The maximum number of engines for games and analyses, and so of searches at the same time.
    pub all: usize,
    /// The part for games; at least one remains for analyses.
    pub games: usize,
    /// The part for analyses, so that a new game finds an engine.
    pub analyses: usize,
    /// The maximum number of additional engines for annotation.
    pub annotators: usize,
    /// The part of these for guests.
    pub guests: usize,
}

impl EngineShares {
    /// The shares of the server of `dhow web`.
    pub const SERVER: Self = Self { all: 8, games: 7, analyses: 6, annotators: 2, guests: 1 };
}

/// An asker who has not asked again within this time is no longer waiting.
const PATIENCE: Duration = Duration::from_secs(1);
/// After this time an engine must be given to others who wait for it.
const SHARED: Duration = Duration::from_secs(10);

/// The purpose of an engine, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// To play a turn.
    Game,
    /// To analyse a position while a page looks at it.
    Analysis,
    /// To annotate a line.
    Annotation,
}

/// A request for an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asker {
    /// The name under which the engine rests between turns.
    pub name: String,
    /// The visitor.
    pub visitor: WebVisitor,
    /// The purpose.
    pub purpose: Purpose,
}

/// An engine of a host: in this process, or in a worker of the browser.
pub trait LentEngine: Send {
    /// Sets the level from the next search on, from 1 to [`Handicap::FULL`].
    fn set_level(&mut self, level: usize);

    /// The level.
    fn level(&self) -> usize;

    /// Starts to search and returns at once. `report` receives the events.
    fn start(&mut self, game: &Game, limits: Limits, report: EngineReport<SearchEvent>);

    /// Stops a running search, which reports its result soon.
    fn stop(&self);

    /// Forgets what searches learned.
    fn clear(&mut self);

    /// A setup that is promising for Black, found within a second. The game must have setups.
    fn promising(&mut self, variant: &Arc<Variant>) -> Setup;

    /// Starts to judge the turns of a game and returns at once.
    ///
    /// # Errors
    /// If the system refuses it. Then nothing is reported.
    fn annotate(self: Box<Self>, task: AnnotationTask) -> io::Result<()>;
}

/// Receives events on any thread.
pub type EngineReport<T> = Box<dyn FnMut(T) + Send>;

/// A game whose turns an engine judges.
pub struct AnnotationTask {
    /// The game.
    pub game: Game,
    /// The number of turns at its beginning that were judged before.
    pub skipped: usize,
    /// The limits of each search.
    pub limits: Limits,
    /// Ends it soon when set.
    pub stop: Arc<AtomicBool>,
    /// Receives each judgement; `None` at the end, when the engine is gone.
    pub report: EngineReport<Option<Judgement>>,
}

impl LentEngine for Engine {
    fn set_level(&mut self, level: usize) {
        self.handicap().set_level(level);
    }

    fn level(&self) -> usize {
        Engine::level(self)
    }

    fn start(&mut self, game: &Game, limits: Limits, report: EngineReport<SearchEvent>) {
        Engine::start(self, game, limits, report);
    }

    fn stop(&self) {
        Engine::stop(self);
    }

    fn clear(&mut self) {
        Engine::clear(self);
    }

    fn promising(&mut self, variant: &Arc<Variant>) -> Setup {
        dhow_play::promising(variant, self)
    }

    fn annotate(mut self: Box<Self>, task: AnnotationTask) -> io::Result<()> {
        let AnnotationTask { game, skipped, limits, stop, mut report } = task;
        let judge = move || {
            let told = |judgement: &Judgement| report(Some(judgement.clone()));
            annotate(&mut self, &game, skipped, &limits, &stop, told);
            drop(self);
            report(None);
        };
        thread::Builder::new().name("annotation".into()).spawn(judge).map(drop)
    }
}

/// Lends engines: to games before analyses, then to visitors with few engines before those with many, then in
/// the order of asking. An engine that a game returns rests and keeps its hash table for that game, unless
/// another game needs it and no other engine is free.
pub struct Engines {
    make: Box<dyn Fn() -> Box<dyn LentEngine> + Send + Sync>,
    pool: Mutex<Pool>,
}

struct Pool {
    shares: EngineShares,
    /// The borrower, and since when.
    lent: Vec<(Asker, Instant)>,
    /// Each with the name of its last borrower. Engines for annotation do not rest.
    resting: Vec<(String, Box<dyn LentEngine>)>,
    /// Those who asked in vain, in order, and when they last asked.
    waiting: Vec<(Asker, Instant)>,
}

impl Pool {
    fn lent(&self, counts: impl Fn(&Asker) -> bool) -> usize {
        self.lent.iter().filter(|(asker, _)| counts(asker)).count()
    }

    fn lent_for(&self, purpose: Purpose) -> usize {
        self.lent(|asker| asker.purpose == purpose)
    }

    fn lent_to(&self, visitor: WebVisitor) -> usize {
        self.lent(|asker| asker.visitor == visitor)
    }

    /// The number of free engines for this purpose.
    fn free(&self, purpose: Purpose, visitor: WebVisitor) -> usize {
        let lent = self.lent_for(purpose);
        let both = self.lent(|asker| asker.purpose != Purpose::Annotation);
        let EngineShares { all, games, analyses, annotators, guests } = self.shares;
        match purpose {
            Purpose::Game => (games.saturating_sub(lent)).min(all - both),
            Purpose::Analysis => (analyses.saturating_sub(lent)).min(all - both),
            Purpose::Annotation => {
                let to_guest = |asker: &Asker| asker.purpose == purpose && asker.visitor.is_guest();
                let share = match visitor {
                    WebVisitor::Owner => annotators,
                    WebVisitor::Guest(_) => guests.saturating_sub(self.lent(to_guest)),
                };
                share.min(annotators - lent)
            }
        }
    }

    fn waiting_for(&self, purpose: Purpose) -> usize {
        self.waiting.iter().filter(|(asker, _)| asker.purpose == purpose).count()
    }

    fn forget_impatient(&mut self, now: Instant) {
        self.waiting.retain(|(_, asked)| now.saturating_duration_since(*asked) < PATIENCE);
    }

    /// Whether the asker may have an engine now; if not, notes that it waits.
    fn admits(&mut self, asker: &Asker, now: Instant) -> bool {
        match self.waiting.iter_mut().find(|(other, _)| other.name == asker.name) {
            Some((_, asked)) => *asked = now,
            None => self.waiting.push((asker.clone(), now)),
        }
        self.forget_impatient(now);
        let same = self.waiting.iter().filter(|(other, _)| other.purpose == asker.purpose);
        let mut row: Vec<&Asker> = same.map(|(other, _)| other).collect();
        row.sort_by_key(|other| self.lent_to(other.visitor));
        let before = row.iter().take_while(|other| other.name != asker.name);
        // Askers that have reached their limit do not hold up others.
        let mut before = before.filter(|other| self.free(other.purpose, other.visitor) > 0).count();
        if asker.purpose == Purpose::Analysis {
            // Waiting games that would get no engine in any case do not hold up others.
            let free = self.free(Purpose::Game, asker.visitor);
            before += self.waiting_for(Purpose::Game).min(free);
        }
        let admitted = before < self.free(asker.purpose, asker.visitor);
        if admitted {
            self.waiting.retain(|(other, _)| other.name != asker.name);
        }
        admitted
    }

    /// Whether this borrower must give its engine to those who wait.
    fn is_wanted(&mut self, name: &str, now: Instant) -> bool {
        self.forget_impatient(now);
        let Some((own, since)) = self.lent.iter().find(|(asker, _)| asker.name == name) else {
            return false;
        };
        // The visitor with most engines gives first, the longest loan of it first.
        let order =
            |(asker, since): &(Asker, Instant)| (Reverse(self.lent_to(asker.visitor)), *since);
        let rank = order(&(own.clone(), *since));
        let before = self.lent.iter().filter(|(asker, _)| asker.purpose == own.purpose);
        let before = before.filter(|lent| order(lent) < rank).count();
        // Games get engines of analyses at once, except the last one.
        let spare = self.lent_for(Purpose::Analysis).saturating_sub(1);
        let (games, analyses) =
            (self.waiting_for(Purpose::Game), self.waiting_for(Purpose::Analysis));
        let (at_once, later) = match own.purpose {
            Purpose::Game => (0, games.saturating_sub(spare)),
            Purpose::Analysis => (games.min(spare), games.min(spare) + analyses),
            Purpose::Annotation => (0, 0),
        };
        before < at_once || before < later && now.saturating_duration_since(*since) >= SHARED
    }
}

impl Engines {
    /// Engines of this process with this number of threads and MiB of hash table each, and this evaluation.
    pub fn new(threads: usize, hash: usize, evaluation: EvaluationChoice) -> Self {
        Self::made_by(EngineShares::SERVER, move || {
            let mut engine = Engine::new();
            // If the memory is refused, the engine plays with a smaller hash table.
            engine.set_contempt(Engine::DEFAULT_CONTEMPT);
            let _ = engine.set_hash(hash);
            let _ = engine.set_threads(threads);
            engine.set_evaluation(evaluation.clone());
            Box::new(engine)
        })
    }

    /// Engines of another host, as many as `shares` allows.
    pub fn made_by(
        shares: EngineShares,
        make: impl Fn() -> Box<dyn LentEngine> + Send + Sync + 'static,
    ) -> Self {
        let (lent, resting, waiting) = Default::default();
        Self { make: Box::new(make), pool: Mutex::new(Pool { shares, lent, resting, waiting }) }
    }

    fn pool(&self) -> MutexGuard<'_, Pool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lends an engine; `None` if all are busy, or if others come first. An asker that asks again within a
    /// second keeps its place in the queue.
    pub fn lend(&self, asker: &Asker) -> Option<Box<dyn LentEngine>> {
        let now = Instant::now();
        let mut pool = self.pool();
        if !pool.admits(asker, now) {
            return None;
        }
        pool.lent.push((asker.clone(), now));
        if asker.purpose == Purpose::Annotation {
            drop(pool);
            return Some((self.make)());
        }
        let own = pool.resting.iter().position(|(of, _)| *of == asker.name);
        if let Some(own) = own {
            return Some(pool.resting.swap_remove(own).1);
        }
        let in_use = pool.lent(|asker| asker.purpose != Purpose::Annotation);
        if in_use + pool.resting.len() <= pool.shares.all {
            drop(pool);
            return Some((self.make)());
        }
        let (_, mut engine) = pool.resting.remove(0);
        drop(pool);
        engine.clear();
        Some(engine)
    }

    /// Notes that an asker is no longer waiting.
    pub fn withdraw(&self, name: &str) {
        self.pool().waiting.retain(|(asker, _)| asker.name != name);
    }

    /// Whether the borrower with this name must give its engine to those who wait.
    pub fn is_wanted(&self, name: &str) -> bool {
        self.pool().is_wanted(name, Instant::now())
    }

    /// Takes an engine back, and resets it to full strength.
    pub fn give_back(&self, name: &str, mut engine: Box<dyn LentEngine>) {
        engine.stop();
        engine.set_level(Handicap::FULL);
        let mut pool = self.pool();
        pool.is_back(name);
        pool.resting.push((name.into(), engine));
    }

    /// Notes that a borrowed engine will not come back, as those for annotation.
    pub fn is_gone(&self, name: &str) {
        self.pool().is_back(name);
    }

    /// Drops the engine of a game that is over or was removed from memory.
    pub fn forget(&self, game: &str) {
        let mut pool = self.pool();
        let own = pool.resting.iter().position(|(of, _)| of == game);
        let engine = own.map(|own| pool.resting.swap_remove(own));
        drop(pool);
        drop(engine);
    }
}

impl Pool {
    fn is_back(&mut self, name: &str) {
        if let Some(place) = self.lent.iter().position(|(asker, _)| asker.name == name) {
            self.lent.remove(place);
        }
    }
}

#[cfg(test)]
impl Engines {
    /// The number of borrowed engines.
    pub fn lent(&self) -> usize {
        self.pool().lent.len()
    }
}
