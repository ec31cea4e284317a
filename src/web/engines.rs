//! Engines for the games that are played, of which there are only so many.

#[cfg(test)]
mod tests;

use super::visitor::Visitor;
use dhow_engine::search::{Engine, EvaluationChoice, Handicap};
use std::cmp::Reverse;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The most engines for games and analyses, and so the most searches at a time.
pub const MOST: usize = 8;
/// Of these, for games; the rest is there for analyses even if games would take all.
const MOST_FOR_GAMES: usize = 7;
/// And for analyses: a game that is begun finds an engine free.
const MOST_FOR_ANALYSES: usize = 6;
/// The most engines for annotating, beside the others, and of these for guests.
pub const MOST_ANNOTATORS: usize = 2;
const MOST_FOR_GUESTS: usize = 1;

/// Who has not asked again for so long waits no more.
const PATIENCE: Duration = Duration::from_secs(1);
/// When others wait for the same, an engine is theirs after so long.
const SHARED: Duration = Duration::from_secs(10);

/// What an engine is wanted for. What comes first is served first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// To play a turn.
    Game,
    /// To look at a position for as long as somebody does.
    Analysis,
    /// To annotate a line.
    Annotation,
}

/// Who asks for an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asker {
    /// What an engine that rests is known by.
    pub name: String,
    /// For whom.
    pub visitor: Visitor,
    /// And what for.
    pub purpose: Purpose,
}

/// Engines that are lent: to games before analyses, to those who have few before those who have many, and among
/// equals in the order in which they asked. One that a game gives back rests with what it has learned, until
/// that game needs it again, or another one does and there is no other.
#[derive(Default)]
pub struct Engines {
    threads: usize,
    hash: usize,
    evaluation: EvaluationChoice,
    pool: Mutex<Pool>,
}

#[derive(Default)]
struct Pool {
    /// To whom, and since when.
    lent: Vec<(Asker, Instant)>,
    /// With the games that they were lent to. Those for annotating do not rest.
    resting: Vec<(String, Engine)>,
    /// Who asked in vain, the first first, and when they asked last.
    waiting: Vec<(Asker, Instant)>,
}

impl Pool {
    fn lent(&self, counts: impl Fn(&Asker) -> bool) -> usize {
        self.lent.iter().filter(|(asker, _)| counts(asker)).count()
    }

    fn lent_for(&self, purpose: Purpose) -> usize {
        self.lent(|asker| asker.purpose == purpose)
    }

    fn lent_to(&self, visitor: Visitor) -> usize {
        self.lent(|asker| asker.visitor == visitor)
    }

    /// How many engines are free for this.
    fn free(&self, purpose: Purpose, visitor: Visitor) -> usize {
        let lent = self.lent_for(purpose);
        let both = self.lent(|asker| asker.purpose != Purpose::Annotation);
        match purpose {
            Purpose::Game => (MOST_FOR_GAMES.saturating_sub(lent)).min(MOST - both),
            Purpose::Analysis => (MOST_FOR_ANALYSES.saturating_sub(lent)).min(MOST - both),
            Purpose::Annotation => {
                let to_guest = |asker: &Asker| asker.purpose == purpose && asker.visitor.is_guest();
                let share = match visitor {
                    Visitor::Owner => MOST_ANNOTATORS,
                    Visitor::Guest(_) => MOST_FOR_GUESTS.saturating_sub(self.lent(to_guest)),
                };
                share.min(MOST_ANNOTATORS - lent)
            }
        }
    }

    fn waiting_for(&self, purpose: Purpose) -> usize {
        self.waiting.iter().filter(|(asker, _)| asker.purpose == purpose).count()
    }

    fn forget_impatient(&mut self, now: Instant) {
        self.waiting.retain(|(_, asked)| now.saturating_duration_since(*asked) < PATIENCE);
    }

    /// Whether it is somebody's turn to get an engine; if not, they wait.
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
        // Those who have their share already keep nobody waiting.
        let mut before = before.filter(|other| self.free(other.purpose, other.visitor) > 0).count();
        if asker.purpose == Purpose::Analysis {
            // Those games that would not find one in any case keep nobody waiting.
            let free = self.free(Purpose::Game, asker.visitor);
            before += self.waiting_for(Purpose::Game).min(free);
        }
        let admitted = before < self.free(asker.purpose, asker.visitor);
        if admitted {
            self.waiting.retain(|(other, _)| other.name != asker.name);
        }
        admitted
    }

    /// Whether an engine that was lent is to be given to those who wait.
    fn is_wanted(&mut self, name: &str, now: Instant) -> bool {
        self.forget_impatient(now);
        let Some((own, since)) = self.lent.iter().find(|(asker, _)| asker.name == name) else {
            return false;
        };
        // Whoever has most gives first, and of that whatever has lasted longest.
        let order =
            |(asker, since): &(Asker, Instant)| (Reverse(self.lent_to(asker.visitor)), *since);
        let rank = order(&(own.clone(), *since));
        let before = self.lent.iter().filter(|(asker, _)| asker.purpose == own.purpose);
        let before = before.filter(|lent| order(lent) < rank).count();
        // Games get engines of analyses at once, but for one.
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
    /// Engines with so many threads and MiB of hash table each.
    pub fn new(threads: usize, hash: usize) -> Self {
        Self { threads, hash, ..Self::default() }
    }

    /// The same engines, evaluating as chosen.
    pub fn with_evaluation(self, evaluation: EvaluationChoice) -> Self {
        Self { evaluation, ..self }
    }

    fn pool(&self) -> MutexGuard<'_, Pool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An engine; `None` if all are busy, or it is the turn of others. Who asks again within a second keeps the
    /// place in the row.
    pub fn lend(&self, asker: &Asker) -> Option<Engine> {
        let now = Instant::now();
        let mut pool = self.pool();
        if !pool.admits(asker, now) {
            return None;
        }
        pool.lent.push((asker.clone(), now));
        if asker.purpose == Purpose::Annotation {
            drop(pool);
            return Some(self.made());
        }
        let own = pool.resting.iter().position(|(of, _)| *of == asker.name);
        if let Some(own) = own {
            return Some(pool.resting.swap_remove(own).1);
        }
        if pool.lent(|asker| asker.purpose != Purpose::Annotation) + pool.resting.len() <= MOST {
            drop(pool);
            return Some(self.made());
        }
        let (_, mut engine) = pool.resting.remove(0);
        drop(pool);
        engine.clear();
        Some(engine)
    }

    /// Somebody waits for an engine no more.
    pub fn withdraw(&self, name: &str) {
        self.pool().waiting.retain(|(asker, _)| asker.name != name);
    }

    /// Whether an engine that was lent under this name is to be given to others, who wait for it.
    pub fn is_wanted(&self, name: &str) -> bool {
        self.pool().is_wanted(name, Instant::now())
    }

    fn made(&self) -> Engine {
        let mut engine = Engine::new();
        // What cannot be had is had smaller, which plays on.
        engine.set_contempt(Engine::DEFAULT_CONTEMPT);
        let _ = engine.set_hash(self.hash);
        let _ = engine.set_threads(self.threads);
        engine.set_evaluation(self.evaluation.clone());
        engine
    }

    /// Takes an engine back, which is at full strength again.
    pub fn give_back(&self, name: &str, mut engine: Engine) {
        engine.stop();
        *engine.handicap() = Handicap::default();
        let mut pool = self.pool();
        pool.is_back(name);
        pool.resting.push((name.into(), engine));
    }

    /// An engine that was lent under this name is gone: those for annotating are not given back.
    pub fn is_gone(&self, name: &str) {
        self.pool().is_back(name);
    }

    /// A game is over or put away: its engine is not kept.
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
    /// How many engines search.
    pub fn lent(&self) -> usize {
        self.pool().lent.len()
    }
}
