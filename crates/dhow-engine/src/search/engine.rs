//! The engine: what lives from one search to the next.

#[cfg(test)]
mod tests;

use super::errors::{HashError, ThreadsError};
use super::evaluation_choice::EvaluationChoice;
use super::event::{SearchEvent, SearchProgress, SearchResult};
use super::game_cache::{self, AnyGameCache};
use super::handicap::{Handicap, SkillNoise};
use super::limits::Limits;
use super::lock::lock;
use super::memory;
use super::params::SearchParams;
use super::run::{EventSink, SearchRun};
use super::search_state::{SearchStage, SearchState, StateGuard};
use super::search_threads::SearchThreads;
use super::shared::SharedState;
use super::time::{self, Delays};
use super::transposition::TranspositionTable;
use crate::endgame::DEFAULT_BACKGROUND_MEMORY;
use crate::eval::Score;
use dhow_rules::game::Game;
use dhow_rules::position::Move;
use dhow_rules::variant::Variant;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A searcher with its memory: hash table, threads and what it learned in earlier searches.
pub struct Engine {
    table: Arc<TranspositionTable>,
    /// `None` as long as the system refuses a single thread.
    search_threads: Option<SearchThreads>,
    /// What is known of the game that was searched last.
    cache: Option<(Arc<Variant>, Box<dyn AnyGameCache>)>,
    delays: Arc<Mutex<Delays>>,
    /// In MiB.
    endgame_memory: u64,
    /// In centipawns.
    contempt: i32,
    handicap: Handicap,
    evaluation: EvaluationChoice,
    params: SearchParams,
    running: Option<Arc<SearchRun>>,
}

/// Plies to which the caller's thread searches if there is no other: its stack may be small.
const DEPTH_WITHOUT_THREADS: u32 = 2;

impl Engine {
    /// The hash table size of a new engine in MiB.
    pub const DEFAULT_HASH: usize = 64;
    /// The largest hash table in MiB.
    pub const MAX_HASH: usize = 65536;
    /// The most threads.
    pub const MAX_THREADS: usize = 256;
    /// Time kept back at every move by a new engine, beside what the machine is seen to need.
    pub const DEFAULT_MOVE_OVERHEAD: Duration = Duration::from_millis(1);

    /// Memory in MiB for solved endings of two pieces in a new engine.
    pub const DEFAULT_ENDGAME_MEMORY: usize = DEFAULT_BACKGROUND_MEMORY as usize;
    /// The most memory in MiB for solved endings of two pieces.
    pub const MAX_ENDGAME_MEMORY: usize = 65536;

    /// By how many centipawns a draw is below an even game where games with leaders are played to be
    /// won. A new engine, which may be asked for the truth, takes them for equal.
    pub const DEFAULT_CONTEMPT: usize = 100;
    /// The most of it.
    pub const MAX_CONTEMPT: usize = 1000;

    /// An engine with the default hash size and one thread.
    pub fn new() -> Self {
        let table = match TranspositionTable::new(Self::DEFAULT_HASH, 0)
            .or_else(|| TranspositionTable::new(1, 0))
        {
            Some(table) => Arc::new(table),
            None => panic!("no memory for a hash table of 1 MiB"),
        };
        Self {
            table,
            // Without a thread the first search tries again, and tells of it.
            search_threads: SearchThreads::new(1).ok(),
            cache: None,
            delays: Arc::new(Mutex::new(Delays::new(Self::DEFAULT_MOVE_OVERHEAD))),
            endgame_memory: Self::DEFAULT_ENDGAME_MEMORY as u64,
            contempt: 0,
            handicap: Handicap::default(),
            evaluation: EvaluationChoice::default(),
            params: SearchParams::DEFAULT,
            running: None,
        }
    }

    /// Replaces the hash table by an empty one of this many MiB, cleared by all threads. Stops a
    /// running search.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), HashError> {
        self.halt();
        let kept = self.table.megabytes();
        let table = TranspositionTable::new(megabytes, kept);
        self.table = Arc::new(table.ok_or(HashError { megabytes, kept })?);
        self.empty_table(TranspositionTable::write_zeros);
        memory::give_back();
        Ok(())
    }

    /// Empties the table, which nobody else holds while no search runs, with all threads.
    fn empty_table(&mut self, empty: impl FnOnce(&mut TranspositionTable) + Send) {
        let Some(table) = Arc::get_mut(&mut self.table) else {
            unreachable!("only a running search shares the table")
        };
        match &self.search_threads {
            Some(search_threads) => search_threads.install(|| empty(table)),
            // A new one is empty too.
            None => {
                let megabytes = table.megabytes();
                if let Some(new) = TranspositionTable::new(megabytes, megabytes) {
                    *table = new;
                }
            }
        }
    }

    /// Searches with this many threads from now on, from 1 to [`Engine::MAX_THREADS`]. Stops a
    /// running search.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), ThreadsError> {
        self.halt();
        let threads = threads.clamp(1, Self::MAX_THREADS);
        let kept = self.search_threads.as_ref().map_or(0, SearchThreads::size);
        if threads != kept {
            let refused =
                |reason: std::io::Error| ThreadsError { threads, reason: reason.to_string(), kept };
            self.search_threads = Some(SearchThreads::new(threads).map_err(refused)?);
            memory::give_back();
        }
        Ok(())
    }

    /// Time kept back at every move for communication with the clock. More is kept back as soon as
    /// the machine is seen to be too busy to keep to it.
    pub fn set_move_overhead(&mut self, overhead: Duration) {
        lock(&self.delays).overhead = overhead;
    }

    /// Endings of two pieces against a bare King that are solved while the game is played may take
    /// so many MiB; 0 solves none.
    pub fn set_endgame_memory(&mut self, megabytes: usize) {
        self.endgame_memory = megabytes as u64;
        if let Some((_, cache)) = &self.cache {
            cache.set_endgame_memory(self.endgame_memory);
        }
    }

    /// A draw is worth so many centipawns less than an even game to the side to move, in games with
    /// leaders; a search without end, which is no game, takes it for even.
    pub fn set_contempt(&mut self, centipawns: usize) {
        self.contempt = centipawns.min(Self::MAX_CONTEMPT) as i32;
    }

    /// Evaluates so from now on. Stops a running search, and forgets everything learned.
    pub fn set_evaluation(&mut self, choice: EvaluationChoice) {
        if self.evaluation != choice {
            self.clear();
            self.cache = None;
            self.evaluation = choice;
        }
    }

    /// Sets the parameters of the next searches.
    pub fn set_params(&mut self, params: SearchParams) {
        self.params = params;
    }

    /// What it evaluates with: the built-in network, if new and if there is one.
    pub fn evaluation(&self) -> &EvaluationChoice {
        &self.evaluation
    }

    /// How strongly the engine plays from the next search on: at full strength if new.
    pub fn handicap(&mut self) -> &mut Handicap {
        &mut self.handicap
    }

    /// The level it plays at, from 1 to [`Handicap::FULL`].
    pub fn level(&self) -> usize {
        self.handicap.level()
    }

    /// Forgets everything learned, as before a new game. Stops a running search.
    pub fn clear(&mut self) {
        self.halt();
        self.empty_table(TranspositionTable::clear);
        if let Some((_, cache)) = &mut self.cache {
            cache.forget_histories();
        }
        lock(&self.delays).forget_clock();
        memory::give_back();
    }

    /// Starts to search the position of `game` and returns at once. `report` receives the events,
    /// the last of which is [`SearchEvent::Done`], on a thread of the engine. A search still running is
    /// stopped first, and has reported its end before this returns.
    ///
    /// Without the feature `threads` it searches on the calling thread and returns at the end; no search is infinite
    /// then, or ponders.
    ///
    /// # Panics
    /// If a thread of the search before has panicked.
    pub fn start(
        &mut self,
        game: &Game,
        limits: Limits,
        report: impl FnMut(SearchEvent) + Send + 'static,
    ) {
        let mut limits = limits;
        limits.since.get_or_insert_with(Instant::now);
        self.halt();
        let report = Mutex::new(Some(Box::new(report) as Box<dyn FnMut(SearchEvent) + Send>));
        if self.search_threads.is_none()
            && let Err(error) = self.set_threads(1)
        {
            return self.search_here(game, limits, report, error);
        }
        let search = self.prepare(game, limits, report);
        if let Some(search_threads) = &self.search_threads {
            let over = StateGuard(search.state.clone());
            let ordered = Instant::now();
            search_threads.watch(move |pool| {
                // Dropped last, when nobody holds anything of the search any more.
                let _over = over;
                let search = search;
                lock(&search.delays).note_stall(ordered.elapsed());
                #[cfg(feature = "threads")]
                search.run(pool);
                #[cfg(not(feature = "threads"))]
                match *pool {}
            });
        }
    }

    /// Without any thread of its own the engine searches on the caller's: a little where the system refused them, within
    /// the limits in a build without threads.
    fn search_here(&mut self, game: &Game, limits: Limits, report: EventSink, error: ThreadsError) {
        let mut limits = Limits { infinite: false, ponder: false, ..limits };
        if cfg!(feature = "threads") {
            if let Some(report) = &mut *lock(&report) {
                report(SearchEvent::Trouble(error));
            }
            let depth = limits.depth.unwrap_or(DEPTH_WITHOUT_THREADS);
            limits.depth = Some(depth.min(DEPTH_WITHOUT_THREADS));
        }
        let search = self.prepare(game, limits, report);
        let _over = StateGuard(search.state.clone());
        search.run_here();
    }

    /// A search of a game's position, which will be running from now on.
    fn prepare(&mut self, game: &Game, mut limits: Limits, report: EventSink) -> Arc<SearchRun> {
        let legal = game.legal_moves();
        let chosen = |mv: &Move| limits.search_moves.is_empty() || limits.search_moves.contains(mv);
        let root_moves: Vec<Move> = legal.into_iter().filter(chosen).collect();
        let budget = {
            let mut delays = lock(&self.delays);
            if let Some(clock) = limits.clock {
                delays.note_clock(clock);
            }
            time::allot(&limits, &delays)
        };
        let contempt = if limits.infinite { 0 } else { self.contempt };
        let full = limits.infinite || limits.full_strength;
        let (key, leaders) = (game.position().key(), game.variant().command.is_some());
        let weakened = self.handicap.weakened(root_moves.len(), key, leaders).filter(|_| !full);
        let mut noise = SkillNoise::default();
        let mut threads = self.search_threads.as_ref().map_or(1, SearchThreads::size);
        if let Some((nodes, own)) = weakened {
            limits.nodes = Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes)));
            (noise, threads) = (own, 1);
        }
        self.table.new_search();
        let shared =
            Arc::new(SharedState::new(self.table.clone(), self.params, limits, budget, threads));
        let search = Arc::new(SearchRun {
            shared,
            state: Arc::new(SearchState::default()),
            delays: self.delays.clone(),
            job: self.cache(game).job(game, contempt, noise),
            root_moves,
            report,
            reported_pv: Mutex::default(),
        });
        self.running = Some(search.clone());
        search
    }

    /// Ends a running search: its `Done` event comes within milliseconds, mostly on this thread.
    pub fn stop(&self) {
        if let Some(search) = &self.running {
            search.shared.stop();
            // With many threads it may take long until another one wakes up to do it.
            search.announce_soon();
        }
    }

    /// The opponent played the expected move: a search begun with [`Limits::ponder`] goes on on
    /// the engine's own time.
    pub fn ponder_hit(&self) {
        if let Some(search) = &self.running {
            search.shared.ponder_hit();
        }
    }

    /// Whether a search is running.
    pub fn is_searching(&self) -> bool {
        self.running.as_ref().is_some_and(|search| search.goes_on())
    }

    /// Whether a search is running that will end without being told to.
    pub fn ends_by_itself(&self) -> bool {
        self.running.as_ref().is_some_and(|search| search.goes_on() && search.shared.wanted())
    }

    /// Waits until no search is running and its last event has been delivered.
    pub fn wait(&mut self) {
        if let Some(search) = &self.running {
            search.state.wait_for(SearchStage::Announced);
            search.state.expect_sound();
        }
    }

    /// Where the running search stands; `None` if none is running.
    pub fn progress(&self) -> Option<SearchProgress> {
        let search = self.running.as_ref().filter(|search| search.goes_on())?;
        let shared = &search.shared;
        let moves_total = search.root_moves.len();
        Some(SearchProgress {
            depth: shared.depth.load(Relaxed),
            nodes: shared.total_nodes(),
            time: shared.elapsed(),
            current_move: Move::from_bits(shared.current_move.load(Relaxed)),
            moves_left: moves_total.saturating_sub(1 + shared.current_index.load(Relaxed)),
            moves_total,
        })
    }

    /// The static evaluation of a position from the view of the side to move.
    pub fn evaluate(&mut self, game: &Game) -> Score {
        self.cache(game).evaluate(game)
    }

    /// Searches in the foreground and returns the end.
    pub fn search(&mut self, game: &Game, limits: Limits) -> SearchResult {
        let (sender, receiver) = std::sync::mpsc::channel();
        self.start(game, limits, move |event| {
            if let SearchEvent::Done(summary) = event {
                // The receiver lives until the search has ended.
                let _ = sender.send(summary);
            }
        });
        self.wait();
        match receiver.recv() {
            Ok(summary) => summary,
            Err(_) => unreachable!("a search ends with its summary"),
        }
    }

    /// Stops a running search and waits until all threads have ended it.
    fn halt(&mut self) {
        self.stop();
        if let Some(search) = self.running.take() {
            let state = search.state.clone();
            drop(search);
            state.wait_for(SearchStage::Over);
            state.expect_sound();
        }
    }

    /// What is known of the game that is played.
    fn cache(&mut self, game: &Game) -> &mut dyn AnyGameCache {
        let variant = game.variant();
        let same = self.cache.take().filter(|(known, _)| known == variant);
        let cache = same.unwrap_or_else(|| {
            let cache = game_cache::open(game, &self.evaluation);
            cache.set_endgame_memory(self.endgame_memory);
            (variant.clone(), cache)
        });
        &mut *self.cache.insert(cache).1
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.halt();
    }
}
