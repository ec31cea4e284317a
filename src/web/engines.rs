//! Engines for the games that are played, of which there are only so many.

use crate::search::{Engine, EvaluationChoice, Handicap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The most engines, and so the most searches at a time.
pub const MOST: usize = 8;

/// The most engines for annotating, beside the others: whoever plays never waits for those.
pub const MOST_ANNOTATORS: usize = 2;

/// Who has not asked again for so long waits no more.
const PATIENCE: Duration = Duration::from_secs(1);

/// Engines that are lent to games, in the order in which they asked. One that a game gives back rests with what it has learned, until
/// that game needs it again, or another one does and there is no other.
#[derive(Default)]
pub struct Engines {
    threads: usize,
    hash: usize,
    evaluation: EvaluationChoice,
    pool: Mutex<Pool>,
    /// Those for annotating, of which none rests.
    annotators: Mutex<Pool>,
}

#[derive(Default)]
struct Pool {
    lent: usize,
    /// With the games that they were lent to.
    resting: Vec<(String, Engine)>,
    /// Who asked in vain, the first first, and when they asked last.
    waiting: Vec<(String, Instant)>,
}

impl Pool {
    /// Whether it is a game's turn to get one of so many engines; if not, it waits.
    fn admits(&mut self, game: &str, most: usize) -> bool {
        let now = Instant::now();
        self.waiting.retain(|(of, asked)| of == game || now.duration_since(*asked) < PATIENCE);
        let place = self.waiting.iter().position(|(of, _)| of == game);
        if place.unwrap_or(self.waiting.len()) < most - self.lent {
            place.map(|place| self.waiting.remove(place));
            return true;
        }
        match place {
            Some(place) => self.waiting[place].1 = now,
            None => self.waiting.push((game.into(), now)),
        }
        false
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

    fn annotators(&self) -> MutexGuard<'_, Pool> {
        self.annotators.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An engine for annotating, which is not given back: [`Engines::annotator_is_back`] says that it is
    /// gone. `None` if all are busy, or others have asked before.
    pub fn lend_annotator(&self, game: &str) -> Option<Engine> {
        let mut pool = self.annotators();
        if !pool.admits(game, MOST_ANNOTATORS) {
            return None;
        }
        pool.lent += 1;
        drop(pool);
        Some(self.made())
    }

    /// An engine for annotating is gone.
    pub fn annotator_is_back(&self) {
        self.annotators().lent -= 1;
    }

    /// An engine for a game; `None` if all are busy, or others have asked before. Who asks again within a
    /// second keeps the place in the row.
    pub fn lend(&self, game: &str) -> Option<Engine> {
        let mut pool = self.pool();
        if !pool.admits(game, MOST) {
            return None;
        }
        pool.lent += 1;
        let own = pool.resting.iter().position(|(of, _)| of == game);
        if let Some(own) = own {
            return Some(pool.resting.swap_remove(own).1);
        }
        if pool.lent + pool.resting.len() <= MOST {
            drop(pool);
            return Some(self.made());
        }
        let (_, mut engine) = pool.resting.remove(0);
        drop(pool);
        engine.clear();
        Some(engine)
    }

    /// A game waits for an engine no more.
    pub fn withdraw(&self, game: &str) {
        for mut pool in [self.pool(), self.annotators()] {
            pool.waiting.retain(|(of, _)| of != game);
        }
    }

    /// Whether another game waits for an engine.
    pub fn is_wanted(&self) -> bool {
        self.pool().waiting.iter().any(|(_, asked)| asked.elapsed() < PATIENCE)
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
    pub fn give_back(&self, game: &str, mut engine: Engine) {
        engine.stop();
        *engine.handicap() = Handicap::default();
        let mut pool = self.pool();
        pool.lent -= 1;
        pool.resting.push((game.into(), engine));
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

#[cfg(test)]
impl Engines {
    /// How many engines search.
    pub fn lent(&self) -> usize {
        self.pool().lent + self.annotators().lent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_only_so_many() {
        let engines = Engines::new(1, 1);
        let mut lent: Vec<Engine> = (0..MOST).filter_map(|_| engines.lend("a")).collect();
        assert_eq!(lent.len(), MOST);
        assert!(engines.lend("b").is_none());
        engines.give_back("a", lent.pop().expect("an engine"));
        let other = engines.lend("b").expect("the one given back");
        assert!(engines.lend("a").is_none());
        engines.withdraw("a");
        engines.give_back("b", other);
        engines.forget("b");
        assert!(engines.pool().resting.is_empty());
    }

    #[test]
    fn annotating_takes_no_engine_from_games() {
        let engines = Engines::new(1, 1);
        let long: Vec<Engine> =
            (0..MOST_ANNOTATORS).filter_map(|_| engines.lend_annotator("a")).collect();
        assert_eq!(long.len(), MOST_ANNOTATORS);
        assert!(engines.lend_annotator("b").is_none() && !engines.is_wanted());
        let lent: Vec<Engine> = (0..MOST).filter_map(|_| engines.lend("c")).collect();
        assert_eq!(lent.len(), MOST);
        engines.annotator_is_back();
        assert!(engines.lend_annotator("c").is_none(), "it was asked for before");
        assert!(engines.lend_annotator("b").is_some());
    }

    #[test]
    fn who_asks_first_is_served_first() {
        let engines = Engines::new(1, 1);
        let mut lent: Vec<Engine> = (0..MOST).filter_map(|_| engines.lend("a")).collect();
        assert!(!engines.is_wanted());
        assert!(engines.lend("b").is_none() && engines.lend("c").is_none() && engines.is_wanted());
        engines.give_back("a", lent.pop().expect("an engine"));
        assert!(engines.lend("c").is_none() && engines.lend("d").is_none());
        let second = engines.lend("b").expect("it asked first");
        engines.give_back("b", second);
        engines.withdraw("c");
        assert!(engines.lend("d").is_some() && !engines.is_wanted());
    }
}
