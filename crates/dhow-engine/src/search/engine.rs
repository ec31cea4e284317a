//! The engine: what it keeps from one search to the next, and its interface.

#[cfg(test)]
mod tests;

use super::errors::{HashError, ThreadsError};
use super::evaluation_choice::EvaluationChoice;
use super::event::{SearchEvent, SearchProgress, SearchResult};
use super::game_cache::{self, AnyGameCache};
use super::handicap::{Handicap, SkillNoise};
use super::lent_memory::{HostWords, LentMemory, SharedTableRole};
use super::limits::Limits;
use super::lock::lock;
use super::memory;
use super::params::{SearchParamChanges, SearchParams};
use super::run::{EventSink, SearchRun};
use super::search_state::{SearchStage, SearchState, StateGuard};
use super::search_threads::SearchThreads;
use super::shared::{SearchInterrupt, SharedState};
use super::table_memory::TableMemory;
use super::time::{self, Delays};
use super::transposition::TranspositionTable;
use crate::clock::Instant;
use crate::endgame::DEFAULT_BACKGROUND_MEMORY;
use crate::eval::Score;
use crate::threads;
use dhow_rules::game::Game;
use dhow_rules::position::Move;
use dhow_rules::variant::Variant;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A chess engine: hash table, threads, options, and what earlier searches learned.
///
/// ```
/// use dhow_engine::search::{Engine, Limits};
/// use dhow_rules::game::Game;
/// use dhow_rules::variant;
///
/// let game = Game::new(variant::find("chess").expect("a built-in game"));
/// let mut engine = Engine::new();
/// let result = engine.search(&game, Limits { depth: Some(3), ..Limits::default() });
/// println!("{} {}", game.move_text(result.best().expect("a legal move")), result.score);
/// ```
pub struct Engine {
    table: Arc<TranspositionTable>,
    /// `None` while the system refuses even one thread.
    search_threads: Option<SearchThreads>,
    /// The cache of the game searched last.
    cache: Option<(Arc<Variant>, Box<dyn AnyGameCache>)>,
    delays: Arc<Mutex<Delays>>,
    /// In MiB.
    endgame_memory: u64,
    /// In centipawns.
    contempt: i32,
    handicap: Handicap,
    evaluation: EvaluationChoice,
    params: SearchParamChanges,
    interrupt: Option<SearchInterrupt>,
    running: Option<Arc<SearchRun>>,
}

/// Depth in plies of a search on the calling thread, whose stack may be small, if the system refuses all threads.
const DEPTH_WITHOUT_THREADS: u32 = 2;

impl Engine {
    /// Size in MiB of a new engine's hash table.
    pub const DEFAULT_HASH: usize = 64;
    /// Largest size of the hash table in MiB.
    pub const MAX_HASH: usize = 65536;
    /// Largest number of threads.
    pub const MAX_THREADS: usize = 256;
    /// Move overhead of a new engine.
    pub const DEFAULT_MOVE_OVERHEAD: Duration = Duration::from_millis(1);

    /// Memory in MiB for solved endings of two pieces in a new engine.
    pub const DEFAULT_ENDGAME_MEMORY: usize = DEFAULT_BACKGROUND_MEMORY as usize;
    /// Largest memory in MiB for solved endings of two pieces.
    pub const MAX_ENDGAME_MEMORY: usize = 65536;

    /// Contempt in centipawns for playing games. A new engine has none, which suits analysis.
    pub const DEFAULT_CONTEMPT: usize = 100;
    /// Largest contempt in centipawns.
    pub const MAX_CONTEMPT: usize = 1000;

    /// A new engine with a hash table of [`Engine::DEFAULT_HASH`] MiB and one thread.
    ///
    /// ```
    /// use dhow_engine::search::{Engine, Handicap};
    ///
    /// let engine = Engine::new();
    /// assert_eq!(engine.level(), Handicap::FULL);
    /// assert!(!engine.is_searching());
    /// ```
    ///
    /// # Panics
    /// If the system has no memory for a hash table of 1 MiB.
    pub fn new() -> Self {
        Self::with_hash(Self::DEFAULT_HASH)
    }

    /// A new engine with a hash table of `megabytes` MiB, or of 1 MiB if the system has no memory for it, and one
    /// thread. In WebAssembly, whose memory never shrinks, it takes no more than that.
    ///
    /// # Panics
    /// If the system has no memory for a hash table of 1 MiB.
    pub fn with_hash(megabytes: usize) -> Self {
        match TranspositionTable::new(megabytes, 0).or_else(|| TranspositionTable::new(1, 0)) {
            Some(table) => Self::with_table(table),
            None => panic!("no memory for a hash table of 1 MiB"),
        }
    }

    /// A new engine whose hash table is in words of the host, which other engines share: at first all zero. `None` if
    /// there are too few words, if a helper's number is too high, or in a build with the feature `threads`.
    ///
    /// The first engine reports the nodes of all, and clears the table. A helper searches the same position at the
    /// same time without limits, until it is [interrupted](Engine::interrupt_by). Nothing but its own result is wrong
    /// if a helper begins late, ends early, or searches another position.
    pub fn with_shared_table(words: Arc<dyn HostWords>, role: SharedTableRole) -> Option<Self> {
        let memory = TableMemory::Lent(LentMemory::new(words, role)?);
        Some(Self::with_table(TranspositionTable::within(memory)))
    }

    fn with_table(table: TranspositionTable) -> Self {
        Self {
            table: Arc::new(table),
            // Without a thread the first search tries again, and reports it.
            search_threads: SearchThreads::new(1).ok(),
            cache: None,
            delays: Arc::new(Mutex::new(Delays::new(Self::DEFAULT_MOVE_OVERHEAD))),
            endgame_memory: Self::DEFAULT_ENDGAME_MEMORY as u64,
            contempt: 0,
            handicap: Handicap::default(),
            evaluation: EvaluationChoice::default(),
            params: SearchParamChanges::default(),
            interrupt: None,
            running: None,
        }
    }

    /// Replaces the hash table by an empty one of `megabytes` MiB. Stops a running search.
    ///
    /// ```
    /// use dhow_engine::search::Engine;
    ///
    /// let mut engine = Engine::new();
    /// assert!(engine.set_hash(16).is_ok());
    /// let error = engine.set_hash(usize::MAX).expect_err("no machine has that much");
    /// assert_eq!(error.kept, 16);
    /// ```
    ///
    /// # Errors
    /// If the system has no memory for the table. The old table stays.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), HashError> {
        self.halt();
        let kept = self.table.megabytes();
        let table = TranspositionTable::new(megabytes, kept);
        self.table = Arc::new(table.ok_or(HashError { megabytes, kept })?);
        self.empty_table(TranspositionTable::write_zeros);
        memory::give_back();
        Ok(())
    }

    /// Clears the table on all threads, or in a build without threads on this one. Only a running search shares it.
    fn empty_table(&mut self, empty: impl FnOnce(&mut TranspositionTable) + Send) {
        let Some(table) = Arc::get_mut(&mut self.table) else {
            unreachable!("only a running search shares the table")
        };
        match &self.search_threads {
            Some(search_threads) => search_threads.install(|| empty(table)),
            None if !cfg!(feature = "threads") => empty(table),
            // A new table is empty, too.
            None => {
                let megabytes = table.megabytes();
                if let Some(new) = TranspositionTable::new(megabytes, megabytes) {
                    *table = new;
                }
            }
        }
    }

    /// Sets the number of search threads, clamped to 1 to [`Engine::MAX_THREADS`]. Stops a running search.
    ///
    /// ```
    /// use dhow_engine::search::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.set_threads(2).expect("two threads");
    /// ```
    ///
    /// # Errors
    /// If the system refuses one of the threads. The old threads stay.
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

    /// Sets the time reserved at each move for communication, from the next search on. On a busy machine the engine
    /// reserves more.
    ///
    /// ```
    /// use dhow_engine::search::Engine;
    /// use std::time::Duration;
    ///
    /// let mut engine = Engine::new();
    /// engine.set_move_overhead(Duration::from_millis(50));
    /// ```
    pub fn set_move_overhead(&mut self, overhead: Duration) {
        lock(&self.delays).overhead = overhead;
    }

    /// Sets the memory in MiB for endings of two pieces against a bare King, which the engine solves during searches;
    /// 0 solves none.
    ///
    /// ```
    /// use dhow_engine::search::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.set_endgame_memory(0);
    /// ```
    pub fn set_endgame_memory(&mut self, megabytes: usize) {
        self.endgame_memory = megabytes as u64;
        if let Some((_, cache)) = &self.cache {
            cache.set_endgame_memory(self.endgame_memory);
        }
    }

    /// Sets by how many centipawns a draw is worth less than an even game to the side that searches, at most
    /// [`Engine::MAX_CONTEMPT`]. It counts in games with leaders only, and not in infinite searches.
    ///
    /// ```
    /// use dhow_engine::search::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.set_contempt(Engine::DEFAULT_CONTEMPT);
    /// ```
    pub fn set_contempt(&mut self, centipawns: usize) {
        self.contempt = centipawns.min(Self::MAX_CONTEMPT) as i32;
    }

    /// Chooses the evaluation. A change stops a running search and clears everything that searches learned.
    ///
    /// ```
    /// use dhow_engine::search::{Engine, EvaluationChoice};
    ///
    /// let mut engine = Engine::new();
    /// engine.set_evaluation(EvaluationChoice::by_hand());
    /// assert!(engine.evaluation().hand_crafted);
    /// ```
    pub fn set_evaluation(&mut self, choice: EvaluationChoice) {
        if self.evaluation != choice {
            self.clear();
            self.cache = None;
            self.evaluation = choice;
        }
    }

    /// Replaces parameters of the search, which otherwise are those of the game, from the next search on. Earlier
    /// changes no longer count.
    ///
    /// ```
    /// use dhow_engine::search::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.change_params("razor_base=200,delta_margin=150".parse().expect("names and numbers"));
    /// ```
    pub fn change_params(&mut self, changes: SearchParamChanges) {
        self.params = changes;
    }

    /// Lets `interrupt` end searches, from the next one on, as [`Engine::stop`] does: threads that search ask it every
    /// tenth of a millisecond. Without the feature `threads`, nothing else can end a search without limits.
    ///
    /// ```
    /// # use dhow_engine::search::{Engine, Limits};
    /// # use dhow_rules::{game::Game, variant};
    /// # let game = Game::new(variant::find("chess").expect("a built-in game"));
    /// let mut engine = Engine::new();
    /// engine.interrupt_by(|| true);
    /// let result = engine.search(&game, Limits { infinite: true, ..Limits::default() });
    /// assert!(result.best().is_some());
    /// ```
    pub fn interrupt_by(&mut self, interrupt: impl Fn() -> bool + Send + Sync + 'static) {
        self.interrupt = Some(Arc::new(interrupt));
    }

    /// The chosen evaluation. See [`Engine::set_evaluation`].
    pub fn evaluation(&self) -> &EvaluationChoice {
        &self.evaluation
    }

    /// The playing strength from the next search on.
    ///
    /// ```
    /// use dhow_engine::search::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.handicap().set_level(3);
    /// assert_eq!(engine.level(), 3);
    /// ```
    pub fn handicap(&mut self) -> &mut Handicap {
        &mut self.handicap
    }

    /// The skill level, from 1 to [`Handicap::FULL`].
    pub fn level(&self) -> usize {
        self.handicap.level()
    }

    /// Forgets what searches learned, as before a new game. Stops a running search.
    ///
    /// ```
    /// # use dhow_engine::search::{Engine, Limits};
    /// # use dhow_rules::{game::Game, variant};
    /// # let game = Game::new(variant::find("chess").expect("a built-in game"));
    /// # let mut engine = Engine::new();
    /// let limits = Limits { depth: Some(3), ..Limits::default() };
    /// let first = engine.search(&game, limits.clone());
    /// engine.clear();
    /// assert_eq!(engine.search(&game, limits).nodes, first.nodes);
    /// ```
    pub fn clear(&mut self) {
        self.halt();
        self.empty_table(TranspositionTable::clear);
        if let Some((_, cache)) = &mut self.cache {
            cache.forget_histories();
        }
        lock(&self.delays).forget_clock();
        memory::give_back();
    }

    /// Starts to search the position of `game` and returns at once. `report` receives the events on a thread of the
    /// engine; the last one is [`SearchEvent::Done`]. A running search is stopped first, and has reported its result
    /// when this returns.
    ///
    /// Without the feature `threads`, or if the system refuses all threads, the search runs on the calling thread
    /// before this returns; it does not ponder, and is infinite only if it can be
    /// [interrupted](Engine::interrupt_by).
    ///
    /// ```
    /// # use dhow_engine::search::{Engine, Limits, SearchEvent};
    /// # use dhow_rules::{game::Game, variant};
    /// # let game = Game::new(variant::find("chess").expect("a built-in game"));
    /// # let mut engine = Engine::new();
    /// let (sender, events) = std::sync::mpsc::channel();
    /// let limits = Limits { depth: Some(3), ..Limits::default() };
    /// engine.start(&game, limits, move |event| sender.send(event).expect("somebody listens"));
    /// for event in events {
    ///     match event {
    ///         SearchEvent::Line(info) => println!("depth {}: {}", info.depth, info.score),
    ///         SearchEvent::Trouble(error) => println!("{error}"),
    ///         SearchEvent::Done(result) => println!("{} nodes", result.nodes),
    ///     }
    /// }
    /// ```
    ///
    /// # Panics
    /// If a thread of the last search has panicked.
    pub fn start(
        &mut self,
        game: &Game,
        limits: Limits,
        report: impl FnMut(SearchEvent) + Send + 'static,
    ) {
        let mut limits = limits;
        limits.since.get_or_insert_with(Instant::now);
        self.halt();
        let report = sink(report);
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
                // Dropped last, when nothing else holds a part of the search.
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

    /// Searches on the calling thread, if there is no other: within the limits in a build without threads, and not
    /// deeply if the system refuses them.
    fn search_here(&mut self, game: &Game, limits: Limits, report: EventSink, error: ThreadsError) {
        // A search that nothing can stop gets a limit.
        let infinite = limits.infinite && self.interrupt.is_some();
        let mut limits = Limits { infinite, ponder: false, ..limits };
        if cfg!(feature = "threads") {
            if let Some(report) = &mut *lock(&report) {
                report(SearchEvent::Trouble(error));
            }
            let depth = limits.depth.unwrap_or(DEPTH_WITHOUT_THREADS);
            limits.depth = Some(depth.min(DEPTH_WITHOUT_THREADS));
        }
        self.run_here(game, limits, report);
    }

    /// Runs a search on the calling thread.
    fn run_here(&mut self, game: &Game, limits: Limits, report: EventSink) {
        let search = self.prepare(game, limits, report);
        let _over = StateGuard(search.state.clone());
        search.run_here();
    }

    /// Whether a search may as well run on the calling thread. That spares changes of thread, which take a tenth of the
    /// time of a search of some hundred nodes.
    fn may_search_here(&self, limits: &Limits) -> bool {
        let single = self.search_threads.as_ref().is_some_and(|threads| threads.size() == 1);
        single && limits.end_without_clock() && threads::may_search()
    }

    /// Makes a search of the game's position the running one.
    fn prepare(&mut self, game: &Game, mut limits: Limits, report: EventSink) -> Arc<SearchRun> {
        let legal = game.legal_moves();
        let chosen = |mv: &Move| limits.search_moves.is_empty() || limits.search_moves.contains(mv);
        let root_moves: Vec<Move> = legal.into_iter().filter(chosen).collect();
        let budget = {
            let mut delays = lock(&self.delays);
            if let Some(clock) = limits.clock {
                delays.note_clock(clock);
            }
            time::allot(&limits, &delays, time::expected_moves(game.variant()))
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
        let (table, interrupt) = (self.table.clone(), self.interrupt.clone());
        let params = SearchParams::of_game(game.variant()).with(&self.params);
        let shared = SharedState::new(table, params, limits, budget, threads, interrupt);
        let shared = Arc::new(shared);
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

    /// Stops a running search. Its result is reported within milliseconds, usually on the calling thread.
    ///
    /// ```
    /// # use dhow_engine::search::{Engine, Limits};
    /// # use dhow_rules::{game::Game, variant};
    /// # let game = Game::new(variant::find("chess").expect("a built-in game"));
    /// # let mut engine = Engine::new();
    /// engine.start(&game, Limits { infinite: true, ..Limits::default() }, |_| {});
    /// assert!(engine.is_searching());
    /// engine.stop();
    /// engine.wait();
    /// assert!(!engine.is_searching());
    /// ```
    pub fn stop(&self) {
        if let Some(search) = &self.running {
            search.shared.stop();
            // With many threads it may take long until another thread wakes up to report.
            search.announce_soon();
        }
    }

    /// Informs a search with [`Limits::ponder`] that the opponent has played the expected move: the engine's own clock
    /// starts.
    ///
    /// ```
    /// # use dhow_engine::search::{Engine, Limits};
    /// # use dhow_rules::{game::Game, variant};
    /// # let game = Game::new(variant::find("chess").expect("a built-in game"));
    /// # let mut engine = Engine::new();
    /// let limits = Limits { ponder: true, depth: Some(2), ..Limits::default() };
    /// engine.start(&game, limits, |_| {});
    /// engine.ponder_hit();
    /// engine.wait();
    /// ```
    pub fn ponder_hit(&self) {
        if let Some(search) = &self.running {
            search.shared.ponder_hit();
        }
    }

    /// Whether a search is running. See [`Engine::stop`].
    pub fn is_searching(&self) -> bool {
        self.running.as_ref().is_some_and(|search| search.goes_on())
    }

    /// Whether a search is running that needs no [`stop`](Engine::stop) or [`ponder_hit`](Engine::ponder_hit) to end.
    ///
    /// ```
    /// # use dhow_engine::search::{Engine, Limits};
    /// # use dhow_rules::{game::Game, variant};
    /// # let game = Game::new(variant::find("chess").expect("a built-in game"));
    /// # let mut engine = Engine::new();
    /// engine.start(&game, Limits { infinite: true, ..Limits::default() }, |_| {});
    /// assert!(!engine.ends_by_itself());
    /// ```
    pub fn ends_by_itself(&self) -> bool {
        self.running.as_ref().is_some_and(|search| search.goes_on() && search.shared.wanted())
    }

    /// Waits until no search is running, and all its events are delivered.
    ///
    /// ```
    /// # use dhow_engine::search::{Engine, Limits};
    /// # use dhow_rules::{game::Game, variant};
    /// # let game = Game::new(variant::find("chess").expect("a built-in game"));
    /// # let mut engine = Engine::new();
    /// engine.start(&game, Limits { depth: Some(2), ..Limits::default() }, |_| {});
    /// engine.wait();
    /// assert!(!engine.is_searching());
    /// ```
    ///
    /// # Panics
    /// If a thread of the search has panicked.
    pub fn wait(&mut self) {
        if let Some(search) = &self.running {
            search.state.wait_for(SearchStage::Announced);
            search.state.expect_sound();
        }
    }

    /// The state of the running search; `None` if no search is running.
    ///
    /// ```
    /// # use dhow_engine::search::{Engine, Limits};
    /// # use dhow_rules::{game::Game, variant};
    /// # let game = Game::new(variant::find("chess").expect("a built-in game"));
    /// # let mut engine = Engine::new();
    /// assert!(engine.progress().is_none());
    /// engine.start(&game, Limits { infinite: true, ..Limits::default() }, |_| {});
    /// let progress = engine.progress().expect("a search is running");
    /// assert_eq!(progress.moves_total, 20);
    /// ```
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

    /// The static evaluation of the game's position for the side to move.
    ///
    /// ```
    /// # use dhow_engine::search::{Engine, Limits};
    /// # use dhow_rules::{game::Game, variant};
    /// # let game = Game::new(variant::find("chess").expect("a built-in game"));
    /// # let mut engine = Engine::new();
    /// assert!(!engine.evaluate(&game).is_mate());
    /// ```
    pub fn evaluate(&mut self, game: &Game) -> Score {
        self.cache(game).evaluate(game)
    }

    /// Searches the position of `game` and returns the result.
    ///
    /// ```
    /// # use dhow_engine::search::{Engine, Limits};
    /// # use dhow_rules::{game::Game, variant};
    /// # let game = Game::new(variant::find("chess").expect("a built-in game"));
    /// # let mut engine = Engine::new();
    /// let limits = Limits { depth: Some(3), ..Limits::default() };
    /// let result = engine.search(&game, limits);
    /// assert_eq!(result.depth, 3);
    /// assert!(result.best().is_some());
    /// ```
    ///
    /// # Panics
    /// If a thread of the search has panicked.
    pub fn search(&mut self, game: &Game, limits: Limits) -> SearchResult {
        let (sender, receiver) = std::sync::mpsc::channel();
        let report = move |event| {
            if let SearchEvent::Done(summary) = event {
                // The receiver lives until the search has ended.
                let _ = sender.send(summary);
            }
        };
        if self.may_search_here(&limits) {
            self.halt();
            self.run_here(game, limits, sink(report));
        } else {
            self.start(game, limits, report);
            self.wait();
        }
        match receiver.recv() {
            Ok(summary) => summary,
            Err(_) => unreachable!("a search ends with its summary"),
        }
    }

    /// Stops a running search and waits until all threads have left it.
    fn halt(&mut self) {
        self.stop();
        if let Some(search) = self.running.take() {
            let state = search.state.clone();
            drop(search);
            state.wait_for(SearchStage::Over);
            state.expect_sound();
        }
    }

    /// The cache of a game, a new one if another game was searched last.
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

/// A receiver of a search's events.
fn sink(report: impl FnMut(SearchEvent) + Send + 'static) -> EventSink {
    Mutex::new(Some(Box::new(report)))
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
